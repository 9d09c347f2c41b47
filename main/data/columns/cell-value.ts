/** A number, date or boolean of a person's own spreadsheet, which is shown as its format says. */
export interface CellValue {
  /** A date as Excel counts days from 1900; 1 and 0 for booleans. */
  readonly number: number
  /** Excel's format code; empty for General, `booleanFormat` for booleans. */
  readonly format: string
}

export const booleanFormat = 'boolean'

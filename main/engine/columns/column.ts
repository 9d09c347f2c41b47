import type { ColumnFilter, ColumnType } from '../../../preload/contract/table-queries.ts'
import type { Cell } from '../../../preload/contract/tables.ts'
import { foldText } from '../../../preload/values/text.ts'
import type { InterruptibleWork, YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Part } from './part.ts'

/** A number, date or boolean of a person's own spreadsheet, which is shown in its format. */
export interface CellValue {
  /** A date as Excel counts days from 1900; 1 and 0 for booleans. */
  readonly number: number
  /** Excel's format code; empty for General, `booleanFormat` for booleans. */
  readonly format: string
}

export const booleanFormat = 'boolean'

/** How the texts of a column are read as numbers. */
export interface TextReading {
  /** What the column is for filters, figures and groups. A `text` has no numbers but those of a spreadsheet. */
  readonly type: Extract<ColumnType, 'text' | 'number' | 'time' | 'choice'>
  /** The zone of the days: IANA. */
  readonly zone: string
  /** The number of a text: epoch ms of a `time`, 1 and 0 of a `choice`. NaN where it is none. */
  read(bytes: Uint8Array, from: number, to: number): number
  /** The same of a value of a spreadsheet. */
  readValue(value: CellValue): number
  /** The value that Excel gets of a text with this number, null for a text; absent where all are texts. */
  excelValue?(number: number, text: string): CellValue | null
}

export interface StoredValues {
  /** One at least, all of one kind; their values are numbered through. */
  readonly parts: readonly Part[]
  /**
   * Row i shows the value `rows[i]`, or nothing where that is `noRow` (derived-columns.ts); null where it shows value
   * i.
   */
  readonly rows: Uint32Array | null
}

/** The rank of an empty cell among whole-number ranks; empty cells sort last in either direction. */
export const emptyRank = 0xffffffff

/**
 * Texts among numbers have ranks from here on in a Float64Array. Their order is the same in either direction, behind
 * all numbers.
 */
export const firstTextRank = 2 ** 1000

/** The most frequent values of a column, and how many there are; null is empty. */
export interface CountedValues {
  readonly values: { readonly value: string | null; readonly rows: number }[]
  readonly distinct: number
}

/**
 * One column of a table in memory: `length` values, reached by row number.
 * Tables, views, search, copies and exports know columns by this interface only; a run shows the lead's columns through
 * an index of rows (`derived-columns.ts`) behind the same interface.
 */
export interface Column {
  readonly type: ColumnType
  readonly length: number
  /** About how much memory the column holds, in bytes. */
  readonly bytes: number
  /** The value for the screen; a time with its original text. */
  cell(row: number): Cell
  /** The value for exports: a time as epoch ms, a list as an array. */
  plain(row: number): string | number | null | readonly string[]
  /** The value of `plain` as it is stored; absent where it is made in another way. */
  readonly stored?: StoredValues | undefined
  /** Joins the parts of `stored` in slices, so that `counts` answers at once; absent where there is one. */
  join?(yieldToEventLoop: YieldToEventLoop): Promise<void>
  /**
   * The value of a cell of the person's own spreadsheet, null for a text; absent where all cells are what they show.
   */
  readonly typed?: ((row: number) => CellValue | null) | undefined
  /**
   * Gives the number of each row, in the same way as `ranks`: epoch ms of a moment, NaN for an empty cell and a text.
   * Absent where the numbers are those of `plain`, or there are none.
   */
  numbers?(): InterruptibleWork<(row: number) => number>
  /** How the texts of the column are read as numbers, by which its values are the same; absent for others. */
  readonly reading?: TextReading | undefined
  /** The value as text for filters and copies; empty for null. */
  text(row: number): string
  isEmpty(row: number): boolean
  /**
   * Numbers whose order is the column's order (texts in pt-BR order), computed once and cached.
   * Empty is NaN in a Float64Array and `emptyRank` in a Uint32Array.
   */
  ranks(): Float64Array | Uint32Array
  /** Makes the ranks in slices, so that `ranks()` answers at once; absent where it always does. */
  readonly prepareRanks?: ((yieldToEventLoop: YieldToEventLoop) => Promise<void>) | undefined
  /**
   * Reads what is not in memory yet, so that the rest answers at once: all of it, or what `cell` and `isEmpty` need of
   * these rows. Absent where all is in memory.
   */
  readonly load?: ((yieldToEventLoop: YieldToEventLoop, rows?: Uint32Array) => Promise<void>) | undefined
  /** Clears the marks in `keep` (1 byte a row) of rows for which the filter does not hold. */
  filter(filter: CellFilter, keep: Uint8Array): void
  /**
   * Sets `hits[row]` to 1 where the text without accents and case (`text`), or its digits alone (`digits`), contains
   * the needle. The needle comes folded (`foldText`) or as digits.
   */
  find(needle: string, within: 'text' | 'digits', hits: Uint8Array): void
  /** The `limit` most frequent values over the rows of `rows` (all when null). A list counts each of its labels. */
  counts(rows: Uint32Array | null, limit: number): InterruptibleWork<CountedValues>
}

/** A filter that columns answer themselves; the others are resolved before (tables/match-rows.ts). */
export type CellFilter = Exclude<ColumnFilter, { operator: 'period' | 'matches' | 'clock' }>
export type TextFilter = Extract<CellFilter, { text: string }>
export type ComparisonFilter = Extract<CellFilter, { value: number }>

const textMatches: Readonly<Record<TextFilter['operator'], (folded: string, needle: string) => boolean>> = {
  equals: (folded, needle) => folded === needle,
  starts_with: (folded, needle) => folded.startsWith(needle),
  ends_with: (folded, needle) => folded.endsWith(needle),
  contains: (folded, needle) => folded.includes(needle),
  not_contains: (folded, needle) => folded.includes(needle),
}

const comparisons: Readonly<Record<ComparisonFilter['operator'], (number: number, value: number) => boolean>> = {
  equal: (number, value) => number === value,
  not_equal: (number, value) => number === value,
  less: (number, value) => number < value,
  at_most: (number, value) => number <= value,
  more: (number, value) => number > value,
  at_least: (number, value) => number >= value,
}

export function isComparison(filter: CellFilter): filter is ComparisonFilter {
  return 'value' in filter
}

/** Tests a value for a filter: a text, or null for an empty cell, and the number that `between` compares. */
type ValueTest = (text: string | null, number: number) => boolean

/** The test of what the filter finds. For a "not" it is the test of what must not be found. */
export function matchOf(filter: CellFilter): ValueTest {
  switch (filter.operator) {
    case 'blank':
    case 'not_blank':
      return (text) => text === null
    case 'misfit':
      return (text, number) => text !== null && Number.isNaN(number)
    case 'in':
    case 'not_in': {
      const values = new Set(filter.values)
      return (text) => values.has(text)
    }
    case 'all_of':
      return (text) => filter.values.every((value) => value === text)
    case 'between': {
      const { min, max } = filter
      return (text, number) => {
        if (Number.isNaN(number)) return text === null && min === null && max === null
        return (min === null || number >= min) && (max === null || number <= max)
      }
    }
    default: {
      if (isComparison(filter)) {
        const holds = comparisons[filter.operator]
        return (_, number) => holds(number, filter.value)
      }
      const needle = foldText(filter.text)
      const matches = textMatches[filter.operator]
      return (text) => matches(foldText(text ?? ''), needle)
    }
  }
}

export function isNegative({ operator }: CellFilter): boolean {
  return operator.startsWith('not_')
}

export function filterTest(filter: CellFilter): ValueTest {
  const matches = matchOf(filter)
  return isNegative(filter) ? (text, number) => !matches(text, number) : matches
}

/** Selects the rows for which `holds` returns true. */
export function keepRows(keep: Uint8Array, holds: (row: number) => boolean): void {
  for (let row = 0; row < keep.length; row++) if (keep[row] === 1 && !holds(row)) keep[row] = 0
}

/** Filters any column by its texts. It is meant for columns of few values, or filters that are rare. */
export function filterByText(
  column: Pick<Column, 'isEmpty' | 'text'>,
  filter: CellFilter,
  keep: Uint8Array,
  numberAt: (row: number, text: string) => number,
): void {
  const test = filterTest(filter)
  const empty = test(null, Number.NaN)
  keepRows(keep, (row) => {
    if (column.isEmpty(row)) return empty
    const text = column.text(row)
    return test(text, numberAt(row, text))
  })
}

/** Rows between two steps of a count. */
const rowsAStep = 32_768

/** How often `valueAt` gives each value for these rows, or for all `length` rows where `rows` is null. */
export function* countRows<Value>(
  rows: Uint32Array | null,
  length: number,
  valueAt: (row: number) => Value,
): InterruptibleWork<Map<Value, number>> {
  const counts = new Map<Value, number>()
  const total = rows?.length ?? length
  for (let position = 0; position < total; position++) {
    if (position % rowsAStep === rowsAStep - 1) yield
    // Positions lie inside the rows: `as number` spares a check a row.
    const value = valueAt(rows ? (rows[position] as number) : position)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** The `limit` most frequent, each as the text that `textOf` gives; equal counts keep the order in which they came. */
export function mostFrequent<Value>(
  counted: Iterable<readonly [value: Value, rows: number]>,
  limit: number,
  textOf: (value: Value) => string | null,
): CountedValues {
  const all = [...counted].filter(([, rows]) => rows > 0).sort((one, other) => other[1] - one[1])
  const values = all.slice(0, limit).map(([value, rows]) => ({ value: textOf(value), rows }))
  return { values, distinct: all.length }
}

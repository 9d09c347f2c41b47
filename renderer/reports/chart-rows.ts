import type { ReportCell, ReportTable } from '../../preload/contract/reports.ts'
import type { ReportWords } from './report-words.ts'

/** A bar with its words, for the screen and for the picture. */
export interface ChartRow {
  readonly key: string
  readonly name: string
  readonly value: string
  /** The bar's length, 0 to 1; what is negative or nothing has none. */
  readonly share: number
  /** The same of the period before; null where it has none. */
  readonly before: string | null
  readonly beforeShare: number | null
}

/** The rows of a table as bars of one of its columns, the longest first; rows without a value come last. */
export function chartRows({ columns, label, rows }: ReportTable, place: number, words: ReportWords): ChartRow[] {
  const kind = columns[place]?.kind ?? 'number'
  const labelKind = label === null ? 'text' : (columns[label]?.kind ?? 'text')
  const highest = Math.max(0, ...rows.flatMap(({ cells, before }) => [amount(cells[place]), amount(before?.[place])]))
  return rows
    .map(({ cells, before }, at) => {
      const past = before?.[place] ?? null
      return {
        key: String(at),
        name: label === null ? '' : words.cell(cells[label] ?? null, labelKind),
        value: words.cell(cells[place] ?? null, kind),
        size: typeof cells[place] === 'number' ? cells[place] : Number.NEGATIVE_INFINITY,
        share: shareOf(cells[place], highest),
        before: past === null ? null : words.cell(past, kind),
        beforeShare: past === null ? null : shareOf(past, highest),
      }
    })
    .sort((one, other) => compare(other.size, one.size))
    .map(({ size: _, ...row }) => row)
}

/** The figures of a single row as bars, each in a scale of its own: counts and seconds cannot share one. */
export function figureRows({ columns, rows }: ReportTable, places: readonly number[], words: ReportWords): ChartRow[] {
  const [row] = rows
  return places.map((place) => {
    const { key = '', kind = 'number' } = columns[place] ?? {}
    const now = row?.cells[place] ?? null
    const past = row?.before?.[place] ?? null
    const highest = Math.max(amount(now), amount(past))
    return {
      key,
      name: words.heading(key),
      value: words.cell(now, kind),
      share: shareOf(now, highest),
      before: past === null ? null : words.cell(past, kind),
      beforeShare: past === null ? null : shareOf(past, highest),
    }
  })
}

const compare = (one: number, other: number) => (one === other ? 0 : one - other)
const amount = (cell: ReportCell | undefined) => (typeof cell === 'number' && cell > 0 ? cell : 0)
const shareOf = (cell: ReportCell | undefined, highest: number) => (highest > 0 ? amount(cell) / highest : 0)

import type { ReportCell, ReportTable } from '../../preload/contract/reports.ts'

export interface ReportOrder {
  /** The column. */
  readonly place: number
  readonly descending: boolean
}

/** A row with its place in the answer, which names it in any order. */
export type PlacedRow = ReportTable['rows'][number] & { readonly at: number }

const texts = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' })

/** The rows in the order of a column, those without a value always last; as they came without an order. */
export function sortedRows({ rows }: ReportTable, order: ReportOrder | null): readonly PlacedRow[] {
  const placed = rows.map((row, at) => ({ ...row, at }))
  if (!order) return placed
  const cellOf = ({ cells }: PlacedRow) => cells[order.place] ?? null
  return placed.sort((one, other) => {
    const [left, right] = [cellOf(one), cellOf(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return order.descending ? compare(right, left) : compare(left, right)
  })
}

function compare(one: NonNullable<ReportCell>, other: NonNullable<ReportCell>): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return texts.compare(String(one), String(other))
}

import type { SheetDifference } from '../../../../preload/contract/sheets.ts'
import { differenceKinds, goneKinds, newKinds } from '../../../../preload/values/sheet-differences.ts'
import { createListColumn } from '../../../engine/columns/dictionary-column.ts'
import type { ListPart } from '../../../engine/columns/part.ts'
import { runSync } from '../../../kernel/schedule.ts'
import type { DifferenceRecords } from './difference-records.ts'

type Figures = Pick<SheetDifference, 'rows' | 'new' | 'gone' | 'changed' | 'kinds' | 'labels'>

/** How many records have each kind, and which labels they won and lost. */
export function countDifferences({
  count,
  kinds,
  won,
  lost,
}: Pick<DifferenceRecords, 'count' | 'kinds' | 'won' | 'lost'>): Figures {
  const rowsOfKind = countsOf(kinds)
  const total = (of: readonly string[]) => of.reduce((sum, kind) => sum + (rowsOfKind.get(kind) ?? 0), 0)
  const [newRows, gone] = [total(newKinds), total(goneKinds)]
  const [wonRows, lostRows] = [countsOf(won), countsOf(lost)]
  const labels = [...new Set([...wonRows.keys(), ...lostRows.keys()])].map((label) => ({
    label,
    won: wonRows.get(label) ?? 0,
    lost: lostRows.get(label) ?? 0,
  }))
  return {
    rows: count,
    new: newRows,
    gone,
    changed: count - newRows - gone,
    kinds: differenceKinds.flatMap((kind) => {
      const rows = rowsOfKind.get(kind) ?? 0
      return rows === 0 ? [] : [{ kind, rows }]
    }),
    labels: labels.sort((one, other) => other.won + other.lost - one.won - one.lost),
  }
}

function countsOf(part: ListPart): ReadonlyMap<string, number> {
  const { values } = runSync(createListColumn(part).counts(null, Number.POSITIVE_INFINITY))
  return new Map(values.flatMap(({ value, rows }) => (value === null ? [] : [[value, rows] as const])))
}

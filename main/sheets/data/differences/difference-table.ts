import type { DerivedColumn, TableColumn } from '../../../../preload/contract/table-queries.ts'
import { formerPrefix } from '../../../../preload/values/sheet-differences.ts'
import type { Column } from '../../../engine/columns/column.ts'
import { createThroughColumn, noRow } from '../../../engine/columns/derived-columns.ts'
import { createListColumn } from '../../../engine/columns/dictionary-column.ts'
import { joinParts } from '../../../engine/columns/segment.ts'
import type { Table } from '../../../engine/tables/table.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import { derivedTableColumn } from '../../../leads/derived-lead-columns.ts'
import { extraColumns } from '../../../leads/extra-fields.ts'
import { extraKey, leadColumnOf, leadColumns, leadTableColumns } from '../../../leads/lead-columns.ts'
import type { DifferenceRecords } from './difference-records.ts'
import { fieldBit } from './note-changes.ts'
import type { ReadingSide } from './reading-side.ts'

/** The two readings that were compared. */
export interface DifferenceSides {
  readonly earlier: ReadingSide
  readonly later: ReadingSide
}

/**
 * The records as a table: what changed about each, and the fields of the lead as they are now, or were where it is
 * gone. `antes_…` has the former values of a field that changed somewhere. Only the rows of these records are copied.
 */
export function* differenceTableOf(
  records: DifferenceRecords,
  sides: DifferenceSides,
): InterruptibleWork<Omit<Table, 'version'>> {
  const { count, laterRows, former, fields } = records
  const takeLater = yield* sides.later.take(laterRows)
  const takeEarlier = yield* sides.earlier.take(records.earlierRows)
  const formerPlace = (record: number) =>
    former[record] === noRow ? noRow : laterRows.length + (former[record] as number)
  const shown = former.map((_, record) => (record < laterRows.length ? record : formerPlace(record)))
  const columns = new Map<string, Column>([
    ['mudanca', createListColumn(records.kinds, 'codes')],
    ['campos_mudados', createListColumn(records.changedFields, 'codes')],
    ['etiquetas_ganhas', createListColumn(records.won)],
    ['etiquetas_perdidas', createListColumn(records.lost)],
  ])
  const order = [...columns].map(([key, { type }]): TableColumn => ({ key, type, heading: null }))
  const derived: DerivedColumn[] = []
  let changedSomewhere = 0
  for (const bits of fields) changedSomewhere |= bits
  const unknown: string[] = []
  for (const { key, kind, type } of leadColumns) {
    const parts = [yield* takeLater(key, kind), yield* takeEarlier(key, kind)]
    const base = leadColumnOf(type, yield* joinParts(kind, parts))
    if (key === extraKey) {
      // Most services send no fields that are unknown here.
      if (parts.every((part) => part.kind === 'text' && part.heap.length === 0)) continue
      const others = yield* extraColumns(base)
      for (const [name, column] of others) columns.set(name, createThroughColumn(column, shown))
      unknown.push(key, ...others.keys())
    }
    columns.set(key, createThroughColumn(base, shown))
    yield
    const bit = fieldBit(key)
    if ((changedSomewhere & bit) === 0) continue
    const formerRows = fields.map((bits, record) => ((bits & bit) === 0 ? noRow : formerPlace(record)))
    const column = createThroughColumn(base, formerRows)
    columns.set(formerPrefix + key, column)
    derived.push(derivedTableColumn(formerPrefix + key, column, key))
  }
  return {
    columns,
    order: [...order, ...leadTableColumns(unknown)],
    derived,
    length: count,
    searchable: ['nome', 'telefone_digitos', 'email', 'identificador'],
  }
}

import type { TableColumn } from '../../preload/contract/table-queries.ts'
import { leadFields } from '../../preload/values/lead-fields.ts'
import { type Outcome, outcomeNames } from '../../preload/values/outcomes.ts'
import type { MatchReason } from '../../preload/values/rungs.ts'
import type { Column } from '../engine/columns/column.ts'
import { columnsOf, createThroughColumn, noRow } from '../engine/columns/derived-columns.ts'
import { createDictionaryColumn, createListColumn } from '../engine/columns/dictionary-column.ts'
import { createNumberColumn } from '../engine/columns/number-column.ts'
import type { Part, PartKind } from '../engine/columns/part.ts'
import { createTextColumn } from '../engine/columns/text-column.ts'
import { createTimeColumn } from '../engine/columns/time-column.ts'

/** What the service sent beyond the document's fields, or in another type than the document's, as JSON by row. */
export const extraKey = 'extra'
export type LeadColumnType = (typeof leadFields)[number]['type']
/** How each type of the lead row is stored (docs/services.md §2.1). */
const kinds: Readonly<Record<LeadColumnType, PartKind>> = {
  integer: 'number',
  text: 'text',
  phone: 'text',
  time: 'time',
  list: 'list',
  choice: 'dictionary',
  status: 'dictionary',
}

export interface LeadColumn {
  readonly key: string
  readonly type: LeadColumnType
  readonly kind: PartKind
}

/** The columns that are stored of each lead, in the document's order, `extra` last. */
export const leadColumns: readonly LeadColumn[] = [
  ...leadFields.map(({ key, type }) => ({ key, type, kind: kinds[type] })),
  { key: extraKey, type: 'text', kind: 'text' },
]

/** The columns as people see them, with the unknown fields of these names, which have no other heading. */
export function leadTableColumns(unknown: readonly string[]): readonly TableColumn[] {
  const fields = leadFields.map(({ key, type }): TableColumn => ({ key, type, heading: null }))
  return [...fields, ...unknown.map((name): TableColumn => ({ key: name, type: 'text', heading: name }))]
}

/** A column over its stored values. */
export function leadColumnOf(type: LeadColumnType, part: Part): Column {
  switch (part.kind) {
    case 'text':
      return createTextColumn(type, part)
    case 'number':
      return createNumberColumn(part)
    case 'time':
      return createTimeColumn(part)
    case 'dictionary':
      return createDictionaryColumn(type, part)
    case 'list':
      return createListColumn(part)
  }
}

/** Columns over the stored values of leads, by key. */
export function leadColumnsOf(parts: ReadonlyMap<string, Part>): ReadonlyMap<string, Column> {
  return new Map(
    leadColumns.flatMap(({ key, type }) => {
      const part = parts.get(key)
      return part ? [[key, leadColumnOf(type, part)] as const] : []
    }),
  )
}

/**
 * Fields of leads beside other rows, as `lead_…`: row i shows the lead `rows[i]` of these columns, or nothing for
 * `noRow`.
 */
export function leadFieldsBeside(
  columns: ReadonlyMap<string, Column>,
  rows: Uint32Array,
  fields: readonly Pick<LeadColumn, 'key'>[] = leadFields,
): [key: string, column: Column][] {
  return fields.flatMap(({ key }) => {
    const column = columns.get(key)
    return column ? [[`lead_${key}`, createThroughColumn(column, rows)]] : []
  })
}

/** What is known of the person of a row; `row` is that of the lead, or `noRow`. */
interface LeadBeside {
  readonly outcome: Outcome
  readonly reason: MatchReason | null
  readonly sheet_name: string | null
  readonly row: number
}

/**
 * `lead_resultado`, `lead_motivo` (why it matches, as in a run) and `lead_planilha` (the sheet that has the lead), then
 * the fields. A row whose value is nobody's has none of them.
 */
export function leadsBeside(
  matches: readonly (LeadBeside | null)[],
  parts: ReadonlyMap<string, Part>,
  fields?: readonly Pick<LeadColumn, 'key'>[],
): ReadonlyMap<string, Column> {
  const codes = Uint8Array.from(matches, (one) => (one ? outcomeNames.indexOf(one.outcome) + 1 : 0))
  const outcomes = { kind: 'dictionary', rows: matches.length, codes, values: outcomeNames } as const
  return new Map([
    ['lead_resultado', createDictionaryColumn('outcome', outcomes)],
    ['lead_motivo', columnsOf(matches).dictionary('reason', (one) => one?.reason ?? null)],
    ['lead_planilha', columnsOf(matches).dictionary('choice', (one) => one?.sheet_name ?? null)],
    ...leadFieldsBeside(
      leadColumnsOf(parts),
      Uint32Array.from(matches, (one) => one?.row ?? noRow),
      fields,
    ),
  ])
}

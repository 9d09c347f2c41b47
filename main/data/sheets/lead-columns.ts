import { leadFields } from '../../../preload/contract/lead-fields.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { Column } from '../columns/column.ts'
import { createDictionaryColumn, createListColumn } from '../columns/dictionary-column.ts'
import { createNumberColumn } from '../columns/number-column.ts'
import type { Part, PartKind } from '../columns/part.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { createTimeColumn } from '../columns/time-column.ts'

/** What the service sent beyond the document's fields, or in another type than the document's, as JSON by row. */
export const extraKey = 'extra'
export type LeadColumnType = (typeof leadFields)[number]['type']
/** How each type of the lead row is stored (agent-platform.md, "Lead row"). */
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

/** The columns as people see them: the catalogue has their headings, but for `extra`, shown where a service sent more. */
export function leadTableColumns(withExtra: boolean): readonly TableColumn[] {
  const fields = leadFields.map(({ key, type }) => ({ key, type, heading: null }))
  return withExtra ? [...fields, { key: extraKey, type: 'text', heading: extraKey }] : fields
}

/** A column over its stored values. `ranks` are those of the names, when they were stored. */
export function leadColumnOf(type: LeadColumnType, part: Part, ranks: Uint32Array | null = null): Column {
  switch (part.kind) {
    case 'text':
      return createTextColumn(type, part, ranks)
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

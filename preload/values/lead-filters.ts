import type { LeadFilter } from '../contract/sheets.ts'

/** Every lead; also that of a sheet or run whose file cannot be read. */
export const emptyFilter: LeadFilter = {
  inbox_ids: [],
  assignee_ids: [],
  status: [],
  with_labels: [],
  without_labels: [],
  agrupar: 'contato',
}

/** Whether a filter of leads leaves any conversation out; how rows are grouped does not. */
export function isFiltered({ agrupar: _, ...filter }: LeadFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value.length > 0)
}

/** Whether a sheet that was read with `sheet` may lack conversations that `filter` lets through. */
export function isNarrower(sheet: LeadFilter, filter: LeadFilter): boolean {
  const startsLater = (own?: string, other?: string) => own !== undefined && (other === undefined || other < own)
  const isPart = <Value>(own: readonly Value[], other: readonly Value[]) =>
    own.length > 0 && (other.length === 0 || other.some((value) => !own.includes(value)))
  const { created_before: end } = sheet
  return (
    startsLater(sheet.created_after, filter.created_after) ||
    startsLater(sheet.updated_after, filter.updated_after) ||
    (end !== undefined && (filter.created_before === undefined || filter.created_before > end)) ||
    isPart(sheet.inbox_ids, filter.inbox_ids) ||
    isPart(sheet.assignee_ids, filter.assignee_ids) ||
    isPart(sheet.status, filter.status) ||
    isPart(sheet.with_labels, filter.with_labels) ||
    sheet.without_labels.some((label) => !filter.without_labels.includes(label))
  )
}

/**
 * Whether the only conversation of a person that a sheet grouped by contact has, the newest, may lie outside the filter
 * while an older one lies inside (docs/services.md §2.5). Whoever has none since a day has no older one either.
 */
export function mayHideOlder(sheet: LeadFilter, { created_after: _, ...filter }: LeadFilter): boolean {
  return sheet.agrupar === 'contato' && isFiltered(filter)
}

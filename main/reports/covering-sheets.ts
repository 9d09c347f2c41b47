import type { ReportSheet } from '../../preload/contract/reports.ts'
import type { StoredSheet } from '../data/calls.ts'
import { type Days, momentsOf } from './period.ts'

export interface CoverageQuestion extends Days {
  readonly connection_id: string
}

/**
 * The sheets of a connection that hold the conversations that began in these days, the most exact first. A sheet of what
 * moved since a day holds them as well: no conversation moves before it begins.
 */
export function coveringSheets(
  question: CoverageQuestion,
  sheets: readonly StoredSheet[],
  zone: string,
): ReportSheet[] {
  return sheets
    .flatMap((sheet): ReportSheet[] => {
      if (sheet.connection_id !== question.connection_id || sheet.read_at === null || !covers(sheet, question))
        return []
      const { id, name, read_at } = sheet
      return [{ id, name, read_at: sheet.refreshed_at ?? read_at, doubts: doubtsOf(sheet, question, zone) }]
    })
    .sort((one, other) => one.doubts.length - other.doubts.length || other.read_at.localeCompare(one.read_at))
}

function covers({ filter }: StoredSheet, { since, until }: Days): boolean {
  const { created_after, created_before, updated_after } = filter
  const starts = [created_after, updated_after].every((day) => day === undefined || day <= since)
  return starts && (created_before === undefined || created_before >= until)
}

function doubtsOf(
  { filter, badge, read_at, refreshed_at }: StoredSheet,
  days: Days,
  zone: string,
): ReportSheet['doubts'] {
  const { inbox_ids, assignee_ids, status, with_labels, without_labels } = filter
  const filtered = [inbox_ids, assignee_ids, status, with_labels, without_labels].some((list) => list.length > 0)
  const read = Date.parse(refreshed_at ?? read_at ?? '')
  const doubts = {
    one_per_person: filter.agrupar === 'contato',
    filtered,
    read_before_end: read < momentsOf(days, zone).to,
    incomplete: badge.kind !== 'complete',
  } satisfies Record<ReportSheet['doubts'][number], boolean>
  return (Object.keys(doubts) as ReportSheet['doubts']).filter((doubt) => doubts[doubt])
}

import type { ReportName } from '../../preload/contract/reports.ts'
import type { Known } from '../../preload/contract/sheets.ts'
import type { ComparedTable } from './read-kept.ts'

/**
 * Rows that have an id and no name (features.md §8.7, agent rows) with the name that cached leads give that id, in a column
 * `name` of their own. Other tables come back as they are.
 */
export function withNames(table: ComparedTable, report: ReportName, known: Known): ComparedTable {
  const names = new Map((namesOf(report, known) ?? []).map(({ id, name }) => [String(id), name]))
  const id = table.columns.findIndex(({ key }) => /^(id|key|agent_id|user_id|inbox_id)$/.test(key))
  const ownName = table.columns.some(({ key, kind }) => kind === 'text' && /name|nome|title/i.test(key))
  if (id < 0 || ownName || !table.rows.some((row) => names.has(String(row[id])))) return table
  const nameOf = (row: ComparedTable['rows'][number]) => names.get(String(row[id])) ?? String(row[id] ?? '')
  return {
    ...table,
    columns: [{ key: 'name', kind: 'text' }, ...table.columns],
    label: 0,
    rows: table.rows.map((row) => [nameOf(row), ...row]),
    before: table.before.map((row) => row && [nameOf(row), ...row]),
  }
}

function namesOf(report: ReportName, { agents, inboxes }: Known): Known['agents'] | null {
  if (report === 'agents') return agents
  return report === 'inboxes' ? inboxes : null
}

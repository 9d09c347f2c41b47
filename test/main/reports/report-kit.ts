import type { ReportQuestion } from '../../../preload/contract/reports.ts'
import type { Asked, Scripted } from '../../kit/service.ts'
import { startPlatformThat } from '../../kit/workspace.ts'

/** Days of the demonstration that have conversations, whenever the tests run. */
export function lastDays(count: number): { since: string; until: string } {
  const day = (back: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(Date.now() - back * 86_400_000)
  return { since: day(count), until: day(1) }
}

/**
 * A workspace connected to a service that answers the reports as the test defines, and the question about November
 * 2026.
 */
export async function answering(answer: (asked: Asked) => Scripted) {
  const { service, connection_id, ...workspace } = await startPlatformThat((asked) =>
    asked.path.includes('/reports/') ? answer(asked) : { json: { meta: { all_count: 0 }, payload: [] } },
  )
  const read = (question: Partial<ReportQuestion> = {}, fresh = true) =>
    workspace.ask('reports.read', { ...november(connection_id), ...question, fresh })
  const reportsAsked = () => service.asked.filter(({ path }) => path.includes('/reports/'))
  return { workspace, connection_id, read, reportsAsked }
}

export function november(connection_id: string) {
  return { connection_id, report: 'inboxes' as const, since: '2026-11-01', until: '2026-11-20' }
}

/** The first table as records by column. */
export function records(report: Awaited<ReturnType<Awaited<ReturnType<typeof answering>>['read']>>, at = 0) {
  const table = report?.tables[at]
  return (table?.rows ?? []).map(({ cells }) =>
    Object.fromEntries((table?.columns ?? []).map(({ key }, place) => [key, cells[place]])),
  )
}

import type { ReportName, ReportQuestion } from '../../preload/contract/reports.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Platform } from '../remotes/platform.ts'
import type { AnswerBody } from './answer-tables.ts'
import { type Days, momentsOf, offsetHours } from './period.ts'

export interface AskReportDeps {
  readonly platform: Platform
  readonly account: number
  /** The person's zone, IANA. */
  readonly zone: string
  readonly signal: AbortSignal
}

/** Reports are hundreds of rows; a larger body is something else, or would not fit what is kept. */
const mostCharacters = 4_000_000

/**
 * Asks for a report of these days (agent-platform.md, "Reports"). The v2 rows show no parameters there; what is sent is
 * what the service needs by features.md §8.7, and the question's own parameters go before it. Throws `not_administrator`
 * for a token of another role, `too_large`, and what the network throws.
 */
export async function askReport(question: ReportQuestion, days: Days, deps: AskReportDeps): Promise<AnswerBody> {
  const { headers, text } = await deps.platform.call({
    method: 'GET',
    path: pathOf(question.report, deps.account),
    query: queryOf(question, days, deps.zone),
    administrator: true,
    signal: deps.signal,
  })
  if (text.length > mostCharacters) throw new AppFailure('unexpected_body', {}, `${text.length} characters`)
  return { type: headers.get('content-type') ?? '', text }
}

function pathOf(report: ReportName, account: number): string {
  return report === 'agents'
    ? `/api/v1/accounts/${account}/reports/agents`
    : `/api/v2/accounts/${account}/reports/${report}`
}

function queryOf({ report, parameters }: ReportQuestion, days: Days, zone: string): [string, string][] {
  const { from, to } = momentsOf(days, zone)
  const own: [string, string][] = [
    ...(report === 'summary' ? ([['type', 'account']] as [string, string][]) : []),
    ['since', String(from / 1000)],
    ['until', String(to / 1000)],
    ...(report === 'agents' ? [] : ([['timezone_offset', String(offsetHours(days, zone))]] as [string, string][])),
  ]
  const given = new Set(parameters.map(({ name }) => name))
  return [
    ...own.filter(([name]) => !given.has(name)),
    ...parameters.filter(({ value }) => value !== '').map(({ name, value }): [string, string] => [name, value]),
  ]
}

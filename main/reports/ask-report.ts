import type { ReportName, ReportQuestion } from '../../preload/contract/reports.ts'
import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { createZone, dayMs, type Zone } from '../kernel/times.ts'
import type { Platform } from '../remotes/platform.ts'
import { csvTables, jsonTables } from './json-tables.ts'
import { type Cells, csvDialect, jsonDialect, type TypedTable, typedTable } from './typed-table.ts'

interface AskReportDeps {
  readonly platform: Platform
  readonly account: number
  /** The person's zone, IANA. */
  readonly zone: string
  readonly signal: AbortSignal
}

/** Reports have hundreds of rows. A larger body is something else, or too large to store. */
const mostCharacters = 4_000_000

/**
 * Requests a report of these days (docs/services.md §6.1). The document shows no parameters for the v2 routes, so it
 * sends what the service needs (docs/services.md §6.3), and the question's own parameters override it. Throws
 * `not_administrator` for a token of another role, `too_large`, and the network's errors.
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
  const standardParameters = {
    ...(report === 'summary' ? { type: 'account' } : {}),
    since: String(from / 1000),
    until: String(to / 1000),
    ...(report === 'agents' ? {} : { timezone_offset: String(offsetHours(days, zone)) }),
  }
  const names = new Set(parameters.map(({ name }) => name))
  return [
    ...Object.entries(standardParameters).filter(([name]) => !names.has(name)),
    ...parameters.flatMap(({ name, value }): [string, string][] => (value === '' ? [] : [[name, value]])),
  ]
}

/** First and last day, both inclusive, as 2026-11-20. */
export interface Days {
  readonly since: string
  readonly until: string
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** The same number of days right before: for 01/11 to 20/11, those from 12/10 to 31/10. */
export function daysBefore({ since, until }: Days): Days {
  const length = utc(until) - utc(since) + dayMs
  return { since: dayOf(utc(since) - length), until: dayOf(utc(since) - dayMs) }
}

/**
 * The first and the last moment of the days in a zone (IANA), in epoch ms; a day may have 23 or 25 hours. The last one
 * is the last whole second, as the platform's own pages request it. No report covers the fraction after it.
 */
export function momentsOf({ since, until }: Days, zoneName: string): { readonly from: number; readonly to: number } {
  const zone = createZone(zoneName)
  return { from: startOf(since, zone), to: startOf(dayOf(utc(until) + dayMs), zone) - 1000 }
}

/** Hours to add to UTC at the first moment of these days, such as -3; with a fraction for parts of an hour. */
function offsetHours(days: Days, zoneName: string): number {
  return createZone(zoneName).offsetMinutesAt(momentsOf(days, zoneName).from) / 60
}

/** The start of a day. Where clocks jump over midnight, it is the moment of the jump. */
function startOf(day: string, zone: Zone): number {
  const wall = utc(day)
  const guesses = [-dayMs, dayMs].map((away) => wall - zone.offsetMinutesAt(wall + away) * 60_000)
  const exact = guesses.filter((moment) => zone.wallClockAt(moment) === wall)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...guesses)
}

/** An unchanged body: its content type in the service's words, and its text. */
export interface AnswerBody {
  readonly type: string
  readonly text: string
}

export interface AnswerTables {
  readonly format: 'json' | 'csv' | 'empty'
  readonly notes: readonly string[]
  readonly tables: readonly TypedTable[]
  /** The tables of the previous period, where the answer itself has them. */
  readonly previous: readonly TypedTable[]
}

/**
 * The tables of any answer to a report: JSON of any shape, CSV, or nothing. Content type and first bytes decide
 * together, since each may be wrong (docs/services.md §6.6). Throws `unexpected_body` for anything else: a spreadsheet
 * file, a sentence, broken JSON.
 */
export function answerTables({ type, text }: AnswerBody, cells: Cells = 'read'): AnswerTables {
  if (text.trim() === '') return { format: 'empty', notes: [], tables: [], previous: [] }
  const saysJson = /\bjson\b/i.test(type)
  const value = saysJson || /^\s*[[{"]/.test(text) ? parseJson(text) : undefined
  if (value !== undefined && (saysJson || typeof value === 'object')) return ofJson(value, cells)
  if (isTable(text, type)) return ofCsv(text, cells)
  throw new AppFailure('unexpected_body')
}

function ofJson(value: unknown, cells: Cells): AnswerTables {
  const { tables, previous } = jsonTables(value)
  const typed = (raw: (typeof tables)[number]) => typedTable(raw, jsonDialect, cells)
  return { format: 'json', notes: [], tables: tables.map(typed), previous: previous.map(typed) }
}

function ofCsv(text: string, cells: Cells): AnswerTables {
  const { notes, tables, delimiter } = csvTables(text)
  const dialect = csvDialect(delimiter)
  return { format: 'csv', notes, tables: tables.map((raw) => typedTable(raw, dialect, cells)), previous: [] }
}

/** Whether a text has lines with cells and no binary bytes: "Retry later" under a 200 is no report. */
function isTable(text: string, type: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they distinguish a file from a text
  if (/[\0-\x08\x0e-\x1f]/.test(text.slice(0, 2000)) || /^\s*[[{]/.test(text)) return false
  return /[,;\t|]/.test(text) || (/csv/i.test(type) && text.trim().includes('\n'))
}

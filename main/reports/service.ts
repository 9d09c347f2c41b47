import { randomUUID } from 'node:crypto'
import type { Report, ReportQuestion, reports } from '../../preload/contract/reports.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { exportFileName } from '../../preload/messages/table-words.ts'
import type { RowsOrigin } from '../engine/export-calls.ts'
import { pictureFile } from '../exports.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { type AnswerBody, answerTables, askReport, daysBefore } from './ask-report.ts'
import { exportColumns, readStored, recordsOf, shownTable, withNames } from './compared-tables.ts'
import { coveringSheets, reconcile } from './reconcile.ts'
import { createStoredReports, type StoredReport } from './stored-reports.ts'
import type { Cells } from './typed-table.ts'

/** Reports of the account (docs/services.md §6.1): read, stored, compared, exported, reconciled with cached sheets. */
export function createReportsService(deps: Services): Handlers<typeof reports> {
  const { data, changed } = deps
  const stored = createStoredReports({ data })
  const texts = () => catalogues[deps.language()].reports

  /** Reads the period from the service, and the previous one unless the answer has it. Stores only readable answers. */
  const request = async (question: ReportQuestion, signal: AbortSignal): Promise<StoredReport> => {
    const platform = await deps.platform(question.connection_id)
    const account = await deps.accountId(question.connection_id)
    const ask = (days: Pick<ReportQuestion, 'since' | 'until'>) =>
      askReport(question, days, { platform, account, zone: deps.zone(), signal })
    const body = await ask(question)
    const hasPrevious = answerTables(body).previous.length > 0
    const past =
      question.compare && !hasPrevious ? await attempted(() => ask(daysBefore(question)), signal) : nothingBefore
    const read_at = deps.now().toISOString()
    const answer: StoredReport = { question, read_at, body, ...past }
    await stored.put(answer)
    changed('reports')
    return answer
  }

  const tablesOf = async (storedReport: StoredReport, compare: boolean, cells: Cells = 'read') => {
    const read = readStored(storedReport, compare, cells)
    const nameLists = await data.ask('sheets.known', { connection_id: storedReport.question.connection_id })
    return { ...read, tables: read.tables.map((table) => withNames(table, storedReport.question.report, nameLists)) }
  }

  const report = async (storedReport: StoredReport, question: ReportQuestion): Promise<Report> => {
    const { tables, ...rest } = await tablesOf(storedReport, question.compare)
    return { ...rest, question, read_at: storedReport.read_at, tables: tables.map(shownTable) }
  }

  const requireStored = async (question: ReportQuestion, cells?: Cells) => {
    const storedReport = await stored.find(question)
    if (!storedReport) throw new AppFailure('not_found')
    return { storedReport, ...(await tablesOf(storedReport, question.compare, cells)) }
  }
  const requireTable = async ({ table: index, ...question }: ReportQuestion & { table: number }, cells?: Cells) => {
    const { storedReport, tables } = await requireStored(question, cells)
    const table = tables[index]
    if (!table || table.columns.length === 0) throw new AppFailure('not_found')
    return { storedReport, table }
  }

  return {
    async 'reports.read'({ fresh, ...question }, { signal }) {
      requireOrder(question)
      const storedReport = fresh ? await request(question, signal) : await stored.find(question)
      return storedReport && report(storedReport, question)
    },

    'reports.stored': async ({ connection_id }) =>
      (await stored.list(connection_id)).map(({ question, read_at }) => ({ question, read_at })),

    async 'reports.export'(input, { signal }) {
      const { name, format } = input
      const { storedReport, table } = await requireTable(input, format === 'csv-raw' ? 'as_they_came' : 'read')
      const file = { ...exportColumns(table, texts(), format), format, sheet_name: name, zone: deps.zone() }
      const proposed = exportFileName(name, format, catalogues[deps.language()])
      return deps.exports.save(proposed, async (target) => {
        const context = await deps.exports.originFor(target, input.origin)
        const origin = context && { ...context, source: originOf(storedReport, file.rows.length), selection: null }
        const result = await data.ask('reports.write_file', { ...file, path: target.path, origin }, { signal })
        return { written: result, about: { ...about(input), kind: 'report', format, rows: result.rows } }
      })
    },

    async 'reports.save'(input) {
      const { storedReport, table } = await requireTable(input)
      const dataset = await data.ask('datasets.store', {
        connection_id: input.connection_id,
        id: randomUUID(),
        name: input.name,
        origin: 'report',
        source: sourceOf(input),
        query: [
          ['since', input.since],
          ['until', input.until],
          ...input.parameters.map(({ name, value }): [string, string] => [name, value]),
        ],
        records: recordsOf(table, texts()),
        read_at: storedReport.read_at,
      })
      changed('datasets')
      return dataset
    },

    'reports.picture': (input, { signal }) => deps.exports.saveBytes(pictureFile(input), signal),

    async 'reports.sheets'(question) {
      requireOrder(question)
      return coveringSheets(question, await data.ask('sheets.list', {}), deps.zone())
    },

    async 'reports.reconcile'({ sheet_id, ...question }, { signal }) {
      const { tables } = await requireStored(question)
      const sheets = coveringSheets(question, await data.ask('sheets.list', {}), deps.zone())
      const sheet = sheets.find(({ id }) => id === sheet_id)
      if (!sheet) throw new AppFailure('not_found')
      return reconcile(question, tables, sheet, { data, zone: deps.zone(), signal })
    },
  }
}

const about = ({ connection_id, name }: { readonly connection_id: string; readonly name: string }) => ({
  connection_id,
  name,
})

/** The origin of a report: the service's answer to its question, which is sent unchanged. */
function originOf({ question, read_at }: StoredReport, rows: number): RowsOrigin {
  const { connection_id, report, since, until, parameters } = question
  const sent = parameters.map(({ name, value }) => [name, value])
  return {
    kind: 'report',
    name: report,
    connection_id,
    read_at,
    state: 'made',
    filters: { by: 'request', values: { since, until, ...Object.fromEntries(sent) } },
    counts: { rows_read: rows },
    details: { call: sourceOf(question) },
  }
}

type PreviousAnswer = Pick<StoredReport, 'before' | 'compare_failure'>
const nothingBefore: PreviousAnswer = { before: null, compare_failure: null }

/** The previous period is optional: its failure is shown beside the report. */
async function attempted(ask: () => Promise<AnswerBody>, signal: AbortSignal): Promise<PreviousAnswer> {
  try {
    const previous = await ask()
    answerTables(previous)
    return { before: previous, compare_failure: null }
  } catch (error) {
    if (signal.aborted) throw error
    return { before: null, compare_failure: failureOf(error).code }
  }
}

function requireOrder({ since, until }: Pick<ReportQuestion, 'since' | 'until'>): void {
  if (since > until) throw new AppFailure('bad_request', { place: 'until' })
}

/** Method and path, without an account or a value of a parameter (preload/contract/reports.ts, `source`). */
function sourceOf({ report }: ReportQuestion): string {
  return `GET ${report === 'agents' ? '/api/v1' : '/api/v2'}/accounts/{account_id}/reports/${report}`
}

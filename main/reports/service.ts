import { randomUUID } from 'node:crypto'
import type { Report, ReportQuestion, reports } from '../../preload/contract/reports.ts'
import { type ExportFormat, noFileNotes } from '../../preload/contract/tables.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import { saveFor } from '../kernel/host-files.ts'
import type { Handlers } from '../kernel/router.ts'
import { saveFile } from '../kernel/save-file.ts'
import type { Services } from '../services.ts'
import { type AnswerBody, answerTables, askReport, daysBefore } from './ask-report.ts'
import {
  type ComparedTable,
  createKeptReports,
  exportColumns,
  type KeptReport,
  readKept,
  shownTable,
  withNames,
} from './read-kept.ts'
import { coveringSheets, reconcile } from './reconcile.ts'
import type { Cells } from './typed-table.ts'

/** Reports of the account (agent-platform.md, "Reports"): asked, kept, compared, exported, checked against cached sheets. */
export function createReportsService(deps: Services): Handlers<typeof reports> {
  const { data, targets, changed } = deps
  const kept = createKeptReports({ data })
  const texts = () => catalogues[deps.language()].reports

  /** Asks for the period, and for the one before unless the answer has it; only what can be read is kept. */
  const askAnew = async (question: ReportQuestion, signal: AbortSignal): Promise<KeptReport> => {
    const platform = await deps.platform(question.connection_id)
    const account = await deps.accountId(question.connection_id)
    const ask = (days: Pick<ReportQuestion, 'since' | 'until'>) =>
      askReport(question, days, { platform, account, zone: deps.zone(), signal })
    const body = await ask(question)
    const hasPrevious = answerTables(body).previous.length > 0
    const past =
      question.compare && !hasPrevious ? await attempted(() => ask(daysBefore(question)), signal) : nothingBefore
    const read_at = deps.now().toISOString()
    const answer: KeptReport = { question, read_at, body, ...past }
    await kept.put(answer)
    changed('reports')
    return answer
  }

  const tablesOf = async (found: KeptReport, compare: boolean, cells: Cells = 'read') => {
    const read = readKept(found, compare, cells)
    const known = await data.ask('sheets.known', { connection_id: found.question.connection_id })
    return { ...read, tables: read.tables.map((table) => withNames(table, found.question.report, known)) }
  }

  const report = async (found: KeptReport, question: ReportQuestion): Promise<Report> => {
    const { tables, ...rest } = await tablesOf(found, question.compare)
    return { ...rest, question, read_at: found.read_at, tables: tables.map(shownTable) }
  }

  const requireKept = async (question: ReportQuestion, cells?: Cells) => {
    const found = await kept.find(question)
    if (!found) throw new AppFailure('not_found')
    return { found, ...(await tablesOf(found, question.compare, cells)) }
  }
  const requireTable = async ({ table: place, ...question }: ReportQuestion & { table: number }, cells?: Cells) => {
    const { found, tables } = await requireKept(question, cells)
    const table = tables[place]
    if (!table || table.columns.length === 0) throw new AppFailure('not_found')
    return { found, table }
  }

  return {
    async 'reports.read'({ fresh, ...question }, { signal }) {
      requireOrder(question)
      const found = fresh ? await askAnew(question, signal) : await kept.find(question)
      return found && report(found, question)
    },

    'reports.kept': async ({ connection_id }) =>
      (await kept.list(connection_id)).map(({ question, read_at }) => ({ question, read_at })),

    async 'reports.export'(input, { signal }) {
      const { name, format } = input
      const { table } = await requireTable(input, format === 'csv-raw' ? 'as_they_came' : 'read')
      const file = { ...exportColumns(table, texts(), format), format, sheet_name: name, zone: deps.zone() }
      return saveFor(targets, fileName(name, format, catalogues[deps.language()].tables.export.formats), (path) =>
        data.ask('reports.write_file', { ...file, path }, { signal }),
      )
    },

    async 'reports.save'(input) {
      const { found, table } = await requireTable(input)
      const dataset = await data.ask('datasets.store', {
        connection_id: input.connection_id,
        id: randomUUID(),
        name: input.name,
        origin: 'report',
        source: sourceOf(input),
        records: recordsOf(table, texts().beforeHeading),
        read_at: found.read_at,
      })
      changed('datasets')
      return dataset
    },

    'reports.picture': ({ name, png }, { signal }) =>
      saveFor(targets, `${name}.png`, async (path) => {
        const picture = Buffer.from(png, 'base64')
        const { bytes } = await saveFile({ path, signal }, (sink) => sink.write(picture))
        return { rows: 0, bytes, ...noFileNotes }
      }),

    async 'reports.sheets'(question) {
      requireOrder(question)
      return coveringSheets(question, await data.ask('sheets.list', {}), deps.zone())
    },

    async 'reports.reconcile'({ sheet_id, ...question }, { signal }) {
      const { tables } = await requireKept(question)
      const sheets = coveringSheets(question, await data.ask('sheets.list', {}), deps.zone())
      const sheet = sheets.find(({ id }) => id === sheet_id)
      if (!sheet) throw new AppFailure('not_found')
      return reconcile(question, tables, sheet, { data, zone: deps.zone(), signal })
    },
  }
}

type Before = Pick<KeptReport, 'before' | 'compare_failure'>
const nothingBefore: Before = { before: null, compare_failure: null }

/** The period before is an extra: that it cannot be had, or read, is shown beside the report and does not hide it. */
async function attempted(ask: () => Promise<AnswerBody>, signal: AbortSignal): Promise<Before> {
  try {
    const before = await ask()
    answerTables(before)
    return { before, compare_failure: null }
  } catch (error) {
    if (signal.aborted) throw error
    return { before: null, compare_failure: failureOf(error).code }
  }
}

function requireOrder({ since, until }: Pick<ReportQuestion, 'since' | 'until'>): void {
  if (since > until) throw new AppFailure('bad_request', { place: 'until' })
}

function fileName(name: string, format: ExportFormat, words: Readonly<Record<ExportFormat, string>>): string {
  return format === 'xlsx' ? `${name}.xlsx` : `${name} (${words[format]}).csv`
}

/** Method and path, without an account or a value of a parameter (preload/contract/datasets.ts, `source`). */
function sourceOf({ report }: ReportQuestion): string {
  return `GET ${report === 'agents' ? '/api/v1' : '/api/v2'}/accounts/{account_id}/reports/${report}`
}

/** Rows as records, with the service's own names of the columns; times as ISO 8601 in UTC. */
function recordsOf(
  { columns, rows, before }: ComparedTable,
  beforeHeading: (key: string) => string,
): Readonly<Record<string, unknown>>[] {
  return rows.map((row, place) => {
    const cells = columns.flatMap(({ key, kind }, at): [string, unknown][] => {
      const cell = row[at] ?? null
      if (kind === 'time' && typeof cell === 'number') return [[key, new Date(cell).toISOString()]]
      const past = before[place]
      const compared = past && kind !== 'text' && kind !== 'day' && kind !== 'time'
      return compared
        ? [
            [key, cell],
            [beforeHeading(key), past[at] ?? null],
          ]
        : [[key, cell]]
    })
    return Object.fromEntries(cells)
  })
}

import path from 'node:path'
import {
  type ListInspection,
  type ListSettings,
  listSettings,
  type Outcome,
  type Run,
} from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { LeadFilter, Sheet } from '../../preload/contract/sheets.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import type { Input } from '../../preload/contract/wire.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { failureOf } from '../kernel/failure.ts'
import { platformNamed } from './connections.ts'
import { CommandError, fileFacts, requireTarget, type Session, UsageError } from './session.ts'
import { sheetNamed, tellWhole } from './sheets.ts'

/** Who answers: a connection of the platform, or cached sheets, offline. */
export type Answerer = { readonly connection: string } | { readonly sheets: readonly string[] }
interface CruzarOptions extends ResultOptions {
  readonly answerer: Answerer
  readonly filter: LeadFilter
  /** Key columns by heading or number (1 is the first); recognised when empty. */
  readonly columns: readonly string[]
  /** Leaves out the rows that are hidden or filtered away in the spreadsheet. */
  readonly visibleOnly: boolean
}
/** Which rows are written, where, and how. */
interface ResultOptions {
  readonly out: string
  /** Only rows of these outcomes; all when empty. */
  readonly outcomes: readonly Outcome[]
  readonly format: ExportFormat
}
/** Keys without an answer are left; the file marks each row, and the exit code is not 0. */
const unansweredExit = 3
/** Cross-checks a list and writes the result: original columns first. */
export async function cruzar(session: Session, list: string, options: CruzarOptions): Promise<number> {
  const { ask, messages } = session
  const answerer = await answererNamed(session, options.answerer)
  // Checked before anything is sent, not after a hundred thousand keys.
  await requireTarget(options.out, messages)
  const ticket = session.issueTicket(path.resolve(list), path.basename(list))
  const staged = await ask('cruzar.stage', { from: 'file', ticket })
  const settings: ListSettings = {
    ...settingsOf(staged.inspection, options.columns, messages.cli.unknownColumn),
    hidden_rows: options.visibleOnly ? 'skip' : 'read',
  }
  if (staged.inspection.file_kind === 'xlsx') await tellHidden(session, staged.list, settings)
  const name = path.basename(list)
  const { filter } = options
  return crossStaged(session, { list: staged.list, settings, ...answerer, filter, name }, options)
}
/** Prints how many rows of a spreadsheet are hidden, since whoever filtered it may mean the visible ones. */
async function tellHidden({ ask, messages, print }: Session, list: string, settings: ListSettings): Promise<void> {
  const { hidden_rows } = await ask('cruzar.budget', { list, settings })
  if (hidden_rows === 0) return
  print.warn(
    settings.hidden_rows === 'skip'
      ? messages.cruzar.list.hiddenSkipped(hidden_rows)
      : messages.cli.hiddenRead(hidden_rows),
  )
}
/** The connection or sheets of these names, as a run takes them; notes each sheet that is not complete. */
export async function answererNamed(session: Session, answerer: Answerer) {
  if ('connection' in answerer) return { connection_id: (await platformNamed(session, answerer.connection)).id }
  const sheets: Sheet[] = []
  for (const name of new Set(answerer.sheets)) sheets.push(await sheetNamed(session, name))
  for (const sheet of sheets) tellWhole(session, sheet)
  const [first, ...others] = sheets
  if (!first) throw new UsageError(session.messages.cli.oneAnswerer)
  return { connection_id: first.connection_id, sheet_id: first.id, sheet_ids: others.map(({ id }) => id) }
}
/** `--connection` or `--sheet`, and not both. */
export function answererOf(
  { connection, sheet = [] }: { readonly connection?: string; readonly sheet?: readonly string[] },
  sentence: string,
): Answerer {
  if ((connection === undefined) === (sheet.length === 0)) throw new UsageError(sentence)
  return connection === undefined ? { sheets: sheet } : { connection }
}
/** Crosses a staged list, follows it to its end and writes what came of it; gives the exit code. */
export async function crossStaged(
  session: Session,
  requested: Input<AppContract['cruzar.start']>,
  options: ResultOptions,
): Promise<number> {
  return followRun(session, await session.ask('cruzar.start', requested), options)
}
/** Goes on with a run whose keys are not all answered: the one of this number or name. Writes the result where an output is given. */
export async function continueRun(session: Session, requested: string, options: ResultOptions | null): Promise<number> {
  const { ask, messages } = session
  if (options) await requireTarget(options.out, messages)
  const runs = await ask('cruzar.runs', {})
  const byId = runs.filter(({ id }) => id === requested)
  const [run, ...others] = byId.length > 0 ? byId : runs.filter(({ name }) => name === requested)
  if (!run) throw new CommandError(messages.cli.noRun(requested))
  if (others.length > 0) throw new CommandError(messages.cli.severalRuns(requested))
  const isWhole = run.outcomes.sem_resposta === 0 && run.state === 'finished'
  return followRun(session, isWhole ? run : await ask('cruzar.resume', { id: run.id }), options)
}
async function followRun(session: Session, started: Run, options: ResultOptions | null): Promise<number> {
  const { ask, messages } = session
  const failure = await session.follow(started.task_id, started.name).then(
    () => undefined,
    (error: unknown) => error,
  )
  const run = await ask('cruzar.run', { id: started.id })
  // Cancelled, or failed before anything was answered: there is no result to write.
  if (failure !== undefined && (session.signal.aborted || run.answered_keys === started.answered_keys)) throw failure
  if (options) await exportRun(session, run, options)
  report(session, run, options?.out ?? null)
  if (run.outcomes.sem_resposta === 0) {
    if (failure !== undefined) throw failure
    return 0
  }
  if (failure !== undefined) session.print.warn(failureSentence(messages, failureOf(failure)))
  return unansweredExit
}
async function exportRun(session: Session, run: Run, { out, outcomes, format }: ResultOptions): Promise<void> {
  session.saveTo(path.resolve(out))
  const filters =
    outcomes.length > 0 ? [{ column: 'cruzar_resultado', operator: 'in' as const, values: [...outcomes] }] : []
  const table = { kind: 'run' as const, id: run.id }
  const saved = await session.ask('tables.export', { table, query: { filters }, columns: null, format, name: run.name })
  fileFacts(session, out, saved)
}
function report({ print, messages }: Session, run: Run, out: string | null): void {
  const { rows, keys, repeated, requests, seconds, outcomes } = run
  const lines = Object.entries(messages.cruzar.outcomes).map(
    ([outcome, word]) => `${word}: ${messages.common.number(outcomes[outcome as Outcome])}`,
  )
  // The file names the keys; a log of this output does not.
  const unanswered = run.unanswered.map(({ reason, keys: left }) => ({ reason, keys: left }))
  const words: Readonly<Record<string, string>> = messages.cruzar.reasons
  const why = unanswered.map(({ reason, keys: left }) => `${messages.cruzar.keys(left)}: ${words[reason] ?? reason}`)
  const result = { run: run.id, file: out, rows, keys, repeated, requests, seconds, outcomes, unanswered }
  print.result(result, [...lines, ...why, ...(out === null ? [] : [out])])
}
export async function listRuns({ ask, messages, print }: Session): Promise<number> {
  const runs = await ask('cruzar.runs', {})
  const lines = runs.map((run) => {
    const counts = Object.entries(messages.cruzar.outcomes).map(
      ([outcome, word]) => `${word} ${messages.common.number(run.outcomes[outcome as Outcome])}`,
    )
    return joinFacts([run.started_at.slice(0, 16).replace('T', ' '), run.name, ...counts, run.id])
  })
  print.result({ runs }, lines)
  return 0
}
function settingsOf(
  { columns }: ListInspection,
  requested: readonly string[],
  unknown: (column: string) => string,
): ListSettings {
  if (requested.length === 0) return listSettings.parse({})
  const keys = requested.map((text) => {
    const found = columns.find(({ name }) => name === text) ?? columns.find(({ index }) => String(index + 1) === text)
    if (!found) throw new UsageError(unknown(text))
    const holdsEmail =
      found.kind === 'email' || (found.kind === 'other' && found.samples.some((it) => it.includes('@')))
    return { index: found.index, kind: holdsEmail ? ('email' as const) : ('phone' as const) }
  })
  return listSettings.parse({ key_columns: keys })
}

import path from 'node:path'
import type { ListInspection, ListSettings, Outcome, Run } from '../../preload/contract/cruzar.ts'
import { listSettings } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { failureOf } from '../kernel/failure.ts'
import { platformNamed } from './connections.ts'
import type { Session } from './session.ts'
import { demandTarget, fileFacts } from './target.ts'
import { UsageError } from './usage-error.ts'

export interface CruzarOptions extends ResultOptions {
  readonly connection: string
  readonly filter: LeadFilter
  /** Key columns by heading or number (1 is the first); recognised when empty. */
  readonly columns: readonly string[]
}

/** Which rows are written, where, and how. */
export interface ResultOptions {
  readonly out: string
  /** Only rows of these outcomes; all when empty. */
  readonly outcomes: readonly Outcome[]
  readonly format: ExportFormat
}

/** Keys without an answer are left: the file says so row by row, and the exit code too. */
const unansweredExit = 3

/** Cross-checks a list and writes the result: original columns first. */
export async function cruzar(session: Session, list: string, options: CruzarOptions): Promise<number> {
  const { ask, messages } = session
  const { id: connection_id } = await platformNamed(session, options.connection)
  // Said before anything is sent, not after a hundred thousand keys.
  await demandTarget(options.out, messages)
  const ticket = session.offer(path.resolve(list), path.basename(list))
  const staged = await ask('cruzar.stage', { from: 'file', ticket })
  const settings = settingsOf(staged.inspection, options.columns, messages.cli.unknownColumn)
  const name = path.basename(list)
  const { filter } = options
  return crossStaged(session, { list: staged.list, settings, connection_id, filter, name }, options)
}

/** Crosses a staged list, follows it to its end and writes what came of it; gives the exit code. */
export async function crossStaged(
  session: Session,
  wanted: Input<AppContract['cruzar.start']>,
  options: ResultOptions,
): Promise<number> {
  const { ask, messages } = session
  const started = await ask('cruzar.start', wanted)
  const failure = await session.follow(started.task_id, wanted.name).then(
    () => undefined,
    (error: unknown) => error,
  )
  const run = await ask('cruzar.run', { id: started.id })
  // Cancelled or failed before anything was answered: there is no result to write.
  if (failure !== undefined && (session.signal.aborted || run.answered_keys === 0)) throw failure
  await exportRun(session, run, options)
  report(session, run, options.out)
  if (run.outcomes.sem_resposta === 0) {
    if (failure !== undefined) throw failure
    return 0
  }
  if (failure !== undefined) session.print.complain(failureSentence(messages, failureOf(failure)))
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

function report({ print, messages }: Session, run: Run, out: string): void {
  const { rows, keys, repeated, requests, seconds, outcomes } = run
  const lines = Object.entries(messages.cruzar.outcomes).map(
    ([outcome, word]) => `${word}: ${messages.common.number(outcomes[outcome as Outcome])}`,
  )
  // The file names the keys; a log of this output does not.
  const unanswered = run.unanswered.map(({ reason, keys: left }) => ({ reason, keys: left }))
  const words: Readonly<Record<string, string>> = messages.cruzar.reasons
  const why = unanswered.map(({ reason, keys: left }) => `${messages.cruzar.keys(left)}: ${words[reason] ?? reason}`)
  const result = { run: run.id, file: out, rows, keys, repeated, requests, seconds, outcomes, unanswered }
  print.result(result, [...lines, ...why, out])
}

export async function listRuns({ ask, messages, print }: Session): Promise<number> {
  const runs = await ask('cruzar.runs', {})
  const lines = runs.map((run) => {
    const counts = Object.entries(messages.cruzar.outcomes).map(
      ([outcome, word]) => `${word} ${messages.common.number(run.outcomes[outcome as Outcome])}`,
    )
    return [run.started_at.slice(0, 16).replace('T', ' '), run.name, ...counts].join(' · ')
  })
  print.result({ runs }, lines)
  return 0
}

function settingsOf(
  { columns }: ListInspection,
  wanted: readonly string[],
  unknown: (column: string) => string,
): ListSettings {
  if (wanted.length === 0) return listSettings.parse({})
  const keys = wanted.map((text) => {
    const found = columns.find(({ name }) => name === text) ?? columns.find(({ index }) => String(index + 1) === text)
    if (!found) throw new UsageError(unknown(text))
    const holdsEmail =
      found.kind === 'email' || (found.kind === 'other' && found.samples.some((it) => it.includes('@')))
    return { index: found.index, kind: holdsEmail ? ('email' as const) : ('phone' as const) }
  })
  return listSettings.parse({ key_columns: keys })
}

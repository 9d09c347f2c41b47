import type { Command } from 'commander'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { ColumnFilter } from '../../preload/contract/table-queries.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { shownKeys } from '../../preload/values/list-headings.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { earlierRuns, questionDifferences } from '../../preload/values/same-question.ts'
import { failureOf } from '../kernel/failure.ts'
import { addFileOptions, type FileOptions, fileOf, type ResultOptions, type ResultOrder, resultOf } from './options.ts'
import type { RecipeColumns } from './recipes.ts'
import { type CommandDeps, CommandError, exportTable, requireTarget, type Session, UsageError } from './session.ts'
import { type ArrangedTable, addTableOptions, arrangeTable, type TableOptions } from './table-options.ts'

/** `cruza runs`: the runs, the changes of a list, and continuing a run. Returns the command. */
export function addRunsCommands(program: Command, { messages, start }: CommandDeps): Command {
  const words = messages.cli
  const runs = program.command('runs').description(words.runs)
  addFileOptions(
    runs.option('--list <name>', words.list).option('--since <run>', words.since).option('--out <file>'),
    words,
  ).action(start(listRuns))
  addTableOptions(
    runs
      .command('continue <run>')
      .description(words.runsContinue)
      .option('--out <file>')
      .option('--outcome <list>', words.outcome),
    words,
  ).action(start(continueRun))
  return runs
}

/** The written columns of a run; `arranged` has the columns of a recipe, which replace all. */
export type RunResult = ResultOrder & {
  readonly arranged?: RecipeColumns | null
  /** The rows, columns and groups of the options for tables, in place of all others. */
  readonly written?: ArrangedTable
}

/** Some keys have no answer. The file marks their rows. */
export const unansweredExit = 3

/**
 * Continues the run of this number or name, whose keys are not all answered. Writes the result where an output is
 * given.
 */
async function continueRun(session: Session, requested: string, _: unknown, command: Command): Promise<number> {
  const { ask, messages } = session
  // The parser assigns options that `cruza runs` has as well to `cruza runs`.
  const options = command.optsWithGlobals<Omit<ResultOptions, 'out'> & Partial<ResultOptions> & TableOptions>()
  const { out } = options
  const order = out === undefined ? null : resultOf(session, { ...options, out })
  if (order) await requireTarget(order.out, messages)
  const run = await runNamed(session, requested)
  const table = { kind: 'run' as const, id: run.id }
  const result = order && {
    ...order,
    written: await arrangeTable(session, table, options, outcomeFilters(order.outcomes)),
  }
  const isWhole = run.outcomes.sem_resposta === 0 && run.state === 'finished'
  return followRun(session, isWhole ? run : await ask('cruzar.resume', { id: run.id }), result)
}

/** The run of this number or name. Throws a sentence where there is none, or where several have the name. */
export async function runNamed({ ask, messages }: Session, requested: string): Promise<Run> {
  const runs = await ask('cruzar.runs', {})
  const byId = runs.filter(({ id }) => id === requested)
  const [run, ...others] = byId.length > 0 ? byId : runs.filter(({ name }) => name === requested)
  if (!run) throw new CommandError(messages.cli.noRun(requested))
  if (others.length > 0) throw new UsageError(messages.cli.severalRuns(requested))
  return run
}

/**
 * Follows a run to its end, and writes its result where one is requested. Returns the exit code. Throws the failure
 * that stopped it.
 */
export async function followRun(session: Session, started: Run, result: RunResult | null): Promise<number> {
  const { ask, messages } = session
  const failure = await session.follow(started.task_id, started.name).then(
    () => undefined,
    (error: unknown) => error,
  )
  const run = await ask('cruzar.run', { id: started.id })
  // Cancelled, or failed before anything was answered: there is no result to write.
  if (failure !== undefined && (session.signal.aborted || run.answered_keys === started.answered_keys)) throw failure
  if (result) await exportRun(session, run, result)
  await report(session, run, result?.out ?? null)
  if (run.outcomes.sem_resposta === 0) {
    if (failure !== undefined) throw failure
    return 0
  }
  if (failure !== undefined) session.print.warn(failureSentence(messages, failureOf(failure)))
  return unansweredExit
}

/** Writes the rows of a run to a file: those with the requested outcomes, in the columns of the recipe. */
export async function exportRun(
  session: Session,
  run: Run,
  { out, outcomes, arranged, written, ...file }: RunResult,
): Promise<void> {
  const table = { kind: 'run' as const, id: run.id }
  const shape = arranged ? await session.ask('tables.shape', { table, query: {} }) : null
  const columns = shape && arranged ? shownKeys([...shape.columns, ...(shape.derived ?? [])], arranged) : null
  const every = { table, query: { filters: outcomeFilters(outcomes) }, columns: columns && [...columns] }
  await exportTable(session, out, { ...(written ?? every), ...file, name: run.name })
}

function outcomeFilters(values: Outcome[]): ColumnFilter[] {
  return values.length > 0 ? [{ column: 'cruzar_resultado', operator: 'in', values }] : []
}

/** Prints the result of a run. A run that is not stored has no id. */
export async function report(
  { ask, print, messages }: Session,
  run: Run,
  out: string | null,
  isKept = true,
): Promise<void> {
  const { rows, keys, repeated, requests, seconds, outcomes } = run
  const lines = Object.entries(messages.cruzar.outcomes).map(
    ([outcome, word]) => `${word}: ${messages.common.number(outcomes[outcome as Outcome])}`,
  )
  const damaged = await ask('cruzar.damaged', { id: run.id })
  const { kinds, rows: damagedWords } = messages.cruzar.damaged
  if (damaged.length > 0) {
    const total = damaged.reduce((sum, each) => sum + each.rows, 0)
    lines.push(`${damagedWords(total)}: ${damaged.map((each) => kinds[each.kind](each.rows)).join(', ')}`)
  }
  // The file names the keys; a log of this output does not.
  const unanswered = run.unanswered.map(({ reason, keys: count }) => ({ reason, keys: count }))
  const words: Readonly<Record<string, string>> = messages.cruzar.reasons
  const why = unanswered.map(({ reason, keys: count }) => `${messages.cruzar.keys(count)}: ${words[reason] ?? reason}`)
  const [id, file] = [isKept ? run.id : null, out]
  const result = { run: id, file, rows, keys, repeated, requests, seconds, outcomes, damaged, unanswered }
  print.result(result, [...lines, ...why, ...(out === null ? [] : [out])])
}

interface RunsOptions extends FileOptions {
  /** A list, by the name of one of its runs, of its file, or its number. */
  readonly list?: string
  /** `last`, or an earlier run by its number. */
  readonly since?: string
  readonly out?: string
}

/** The runs, of one list where it is named. With `--since`, the changes in its newest run. */
async function listRuns(session: Session, options: RunsOptions): Promise<number> {
  const { ask, messages, print } = session
  const { list, since, out } = options
  if ((since !== undefined && list === undefined) || (out !== undefined && since === undefined)) {
    throw new UsageError(messages.cli.sinceOfList)
  }
  const all = await ask('cruzar.runs', {})
  const runs = list === undefined ? all : runsOfList(session, all, list)
  if (since !== undefined) return writeChanges(session, runs, { ...options, since })
  const lines = runs.map((run) => {
    const counts = Object.entries(messages.cruzar.outcomes).map(
      ([outcome, word]) => `${word} ${messages.common.number(run.outcomes[outcome as Outcome])}`,
    )
    return joinFacts([minute(run.started_at), run.name, ...counts, run.id])
  })
  print.result({ runs }, lines)
  return 0
}

/** The runs of the list of this name, newest first. */
function runsOfList({ messages }: Session, runs: readonly Run[], name: string): readonly Run[] {
  const named = runs.filter((run) => [run.list_id, run.name, run.list_name].includes(name))
  const [list, ...others] = new Set(named.map(({ list_id }) => list_id))
  if (list === undefined) throw new CommandError(messages.cli.noList(name))
  if (others.length > 0) throw new UsageError(messages.cli.severalLists(name, [list, ...others]))
  return runs.filter(({ list_id }) => list_id === list)
}

/**
 * Prints what changed in the newest finished run since an earlier one, and writes the rows to a file where one is
 * named.
 */
async function writeChanges(
  session: Session,
  runs: readonly Run[],
  { since, out, ...file }: RunsOptions & { readonly since: string },
): Promise<number> {
  const { ask, messages, print } = session
  const target = out === undefined ? null : { out, ...fileOf(session, { ...file, out }) }
  if (target) await requireTarget(target.out, messages)
  const run = runs.find(({ state }) => state === 'finished')
  const earlier = since === 'last' ? {} : { since }
  const changes = run ? await ask('cruzar.changes', { id: run.id, ...earlier }) : null
  if (!run || !changes) {
    const [earlier] = run && since === 'last' ? earlierRuns(runs, run) : []
    if (!run || !earlier) throw new CommandError(messages.cli.nothingBefore)
    const parts = questionDifferences(earlier, run).map((part) => messages.cruzar.changes.differences[part])
    throw new CommandError(messages.cli.notCompared(minute(earlier.started_at), parts.join(', '), earlier.id))
  }
  if (target) {
    const query = { filters: [{ column: 'cruzar_mudanca', operator: 'not_blank' as const }] }
    const { out: path, ...format } = target
    await exportTable(session, path, { table: { kind: 'run', id: run.id }, query, ...format, name: run.name })
  }
  const { started_at, known_at, differences } = changes.since
  if (minute(known_at) !== minute(started_at)) print.note(messages.cruzar.changes.knownAt(minute(known_at)))
  const words = messages.cruzar.changes
  if (differences.length > 0) print.warn(words.asked(differences.map((part) => words.differences[part]).join(', ')))
  const lines = [
    words.since(minute(started_at)),
    ...(changes.changed === 0 && changes.gone === 0 ? [words.none] : []),
    ...changes.kinds.map(({ kind, rows }) => words.counts[kind](rows)),
    ...(changes.gone > 0 ? [words.gone(changes.gone)] : []),
    ...(out === undefined ? [] : [out]),
  ]
  print.result({ run: run.id, file: out ?? null, changes }, lines)
  return 0
}

/** A UTC time without its seconds. */
function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

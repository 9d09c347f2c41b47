import type { Command } from 'commander'
import type { FormsAccount, Usage } from '../../preload/contract/form-service.ts'
import type { Form, KeepPlan, KeptPeriod } from '../../preload/contract/forms.ts'
import { keepPlanFacts } from '../../preload/messages/catalogue.ts'
import { durationWords } from '../../preload/messages/pace.ts'
import { entriesTable, factsOfReview, type ReviewState, reviewStates } from '../../preload/values/entries-table.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { connectionOf } from './connections.ts'
import {
  type AnswererOptions,
  addAnswererOptions,
  answererNamed,
  crossStaged,
  matchNamed,
  requireOneAnswerer,
} from './cruzar.ts'
import {
  addFileOptions,
  addPeriodOptions,
  addResultOptions,
  type FileOptions,
  fileOf,
  listed,
  type PeriodOptions,
  periodOf,
  type ResultOptions,
  resultOf,
} from './options.ts'
import { type CommandDeps, CommandError, exportTable, requireTarget, type Session, UsageError } from './session.ts'
import { addTableOptions, arrangeTable, type TableOptions } from './table-options.ts'

/** The commands about forms. */
export function addFormCommands(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli
  const entries = program.command('entries').description(words.entries)
  const ofPeriod = (name: string) =>
    addPeriodOptions(entries.command(`${name} <form>`).requiredOption('--connection <name>'), words)
  ofPeriod('plan').description(words.entriesPlan).action(start(planEntries))
  ofPeriod('pull').description(words.entriesPull).action(start(pullEntries))
  const toFile = (command: string) =>
    entries.command(`${command} <form> <out>`).option('--connection <name>', words.onlyConnection)
  addFileOptions(toFile('newest').description(words.entriesNewest), words).action(start(exportNewest))
  addTableOptions(
    toFile('export').description(words.entriesExport).option('--state <list>', words.state),
    words,
  ).action(start(exportEntries))
  addResultOptions(
    addAnswererOptions(entries.command('cruzar <form>').description(words.entriesCruzar), words)
      .option('--forms-connection <name>', words.onlyConnection)
      .requiredOption('--out <file>'),
    words,
  ).action(start(crossEntries))
  program
    .command('usage <name>')
    .description(words.usage.command)
    .option('--period <month>', words.usage.period, 'current')
    .action(start(showUsage))
}

type PeriodOfConnection = PeriodOptions & { readonly connection: string }

/** The form of a name or number among those read before; null when there is none. Throws for a name of several. */
function formAmong(forms: readonly Form[], nameOrId: string, { messages }: Session): Form | null {
  const named = forms.filter(({ name }) => name === nameOrId)
  if (named.length > 1) throw new UsageError(messages.cli.severalForms(nameOrId))
  return named[0] ?? forms.find(({ id }) => String(id) === nameOrId) ?? null
}

/** A form, read from the service if its list was never read. */
async function formOfService(session: Session, connection_id: string, nameOrId: string): Promise<Form> {
  const form = formAmong(await session.ask('forms.list', { connection_id }), nameOrId, session)
  if (form) return form
  const { forms } = await session.ask('forms.refresh', { connection_id })
  return requireForm(formAmong(forms, nameOrId, session), nameOrId, session)
}

/** A form whose entries are stored; sends no request. */
export async function formOfHere(session: Session, connection_id: string, nameOrId: string): Promise<Form> {
  const form = requireForm(
    formAmong(await session.ask('forms.list', { connection_id }), nameOrId, session),
    nameOrId,
    session,
  )
  if (!form.kept) throw new CommandError(session.messages.cli.notKept(form.name))
  return form
}

/** Whether the stored entries are complete. Where not, it prints a sentence on standard error, as for a sheet. */
function warnUnlessWholeForm({ print, messages }: Session, { name, sync }: Form): boolean {
  const { kind, period } = sync
  if (kind !== 'complete') print.warn(messages.cli.notWhole(name, messages.forms.sync[kind]))
  if (period) print.warn(messages.cli.onlyPeriod(name, messages.forms.period(period)))
  return kind === 'complete' && period === null
}

function requireForm(form: Form | null, nameOrId: string, { messages }: Session): Form {
  if (!form) throw new CommandError(messages.cli.noForm(nameOrId))
  return form
}

/** Prints the cost of storing a form; stores nothing. */
async function planEntries(session: Session, nameOrId: string, options: PeriodOfConnection): Promise<number> {
  const period = periodOf(session, options)
  const { id: connection_id } = await connectionOf(session, options.connection, 'forms')
  const form = await formOfService(session, connection_id, nameOrId)
  const plan = await planOf(session, form, period)
  session.print.result({ form: form.name, form_id: form.id, ...plan }, planLines(session, plan))
  return 0
}

function planOf({ ask }: Session, form: Form, period: KeptPeriod | null | undefined): Promise<KeepPlan> {
  const { connection_id, id, kept, sync } = form
  return ask('forms.plan_keep', {
    connection_id,
    id,
    period: period ?? (kept && period === undefined ? sync.period : null),
  })
}

function planLines({ messages }: Session, plan: KeepPlan): string[] {
  return keepPlanFacts(plan, messages, durationWords).map(([label, value]) => `${label}: ${value}`)
}

/**
 * Reads the missing entries of a form. The first call makes Cruza keep the form. Prints the cost before it stores more
 * than before.
 */
async function pullEntries(session: Session, nameOrId: string, options: PeriodOfConnection): Promise<number> {
  const period = periodOf(session, options)
  const { messages, print, ask } = session
  const started = Date.now()
  const { id: connection_id } = await connectionOf(session, options.connection, 'forms')
  const form = await formOfService(session, connection_id, nameOrId)
  const { id } = form
  const keepsMore = !form.kept || period !== undefined
  if (keepsMore) for (const line of planLines(session, await planOf(session, form, period))) print.note(line)
  const list = keepsMore
    ? await ask('forms.keep', { connection_id, id, keep: true, period })
    : await ask('forms.sync', { connection_id, ids: [id], reconcile: false })
  const task = list.find((form) => form.id === id)?.task_id ?? null
  try {
    await session.follow(task, form.name)
  } finally {
    const now = (await ask('forms.list', { connection_id })).find((form) => form.id === id) ?? form
    if (now.sync.failure === 'endless_pages') print.warn(messages.failures.endless_pages({}))
    if (now.sync.repeated > 0) print.warn(`${now.name}: ${messages.forms.repeated(now.sync.repeated)}`)
    if (now.aside > 0) print.warn(messages.entries.rejected.notice(now.name, now.aside))
    print.result({ form: now.name, form_id: id, ...pulledFacts(form, now), ...spent(session, started) }, [
      messages.cli.entriesPulled(now.name, now.entries, now.entries - form.entries, messages.forms.sync[now.sync.kind]),
      ...(now.sync.period ? [messages.cli.onlyPeriod(now.name, messages.forms.period(now.sync.period))] : []),
    ])
  }
  return 0
}

function pulledFacts(previous: Form, { entries, gone, aside, sync }: Form) {
  return {
    entries,
    new: entries - previous.entries,
    gone,
    set_aside: aside,
    total: sync.total,
    repeated: sync.repeated,
    complete: sync.kind === 'complete' && sync.period === null,
    state: sync.kind,
    period: sync.period,
  }
}

function spent(session: Session, started: number) {
  return { requests: session.pullRequests(), seconds: (Date.now() - started) / 1000 }
}

interface NewestOptions extends FileOptions {
  /** By default the only forms connection. */
  readonly connection?: string
}

interface ExportOptions extends TableOptions, Pick<NewestOptions, 'connection'> {
  /** Only entries in these states; all by default. */
  readonly state?: string
}

/** Writes the stored entries of a form with their review and their lead. Needs no network. */
async function exportEntries(session: Session, nameOrId: string, out: string, options: ExportOptions): Promise<number> {
  const { messages, print } = session
  const states = statesOf(options.state, messages.cli.badState)
  const file = fileOf(session, { ...options, out })
  const { id: connection_id } = await connectionOf(session, options.connection, 'forms')
  const form = await formOfHere(session, connection_id, nameOrId)
  const table = entriesTable({ connection_id, form_id: form.id, set: '' })
  const filters = states.length > 0 ? [{ column: 'revisao_estado', operator: 'in' as const, values: states }] : []
  const arranged = await arrangeTable(session, table, options, filters)
  const complete = warnUnlessWholeForm(session, form)
  const facts = await exportTable(session, out, { ...arranged, ...file, name: fileTitle(form) })
  print.result({ ...facts, complete, period: form.sync.period }, [messages.cli.exported(out, facts.rows)])
  return 0
}

/** Writes the newest entries of a form that is not stored, marked as a part; stores nothing. */
async function exportNewest(session: Session, nameOrId: string, out: string, options: NewestOptions): Promise<number> {
  const { ask, messages, print } = session
  const file = fileOf(session, { ...options, out })
  const { id: connection_id } = await connectionOf(session, options.connection, 'forms')
  const form = await formOfService(session, connection_id, nameOrId)
  if (form.kept) throw new CommandError(messages.cli.keptAlready(form.name))
  await requireTarget(out, messages)
  const { table, total, aside } = await ask('entries.newest', { connection_id, form_id: form.id })
  const saved = await exportTable(session, out, { table, ...file, name: fileTitle(form) })
  const complete = saved.rows === total
  const { exported, newestExported } = messages.cli
  print.result({ ...saved, form: form.name, form_id: form.id, total, set_aside: aside, complete }, [
    complete ? exported(out, saved.rows) : newestExported(out, saved.rows, total),
  ])
  return 0
}

interface CrossEntriesOptions extends AnswererOptions, ResultOptions {
  readonly formsConnection?: string
}

/** Cross-checks the stored entries of a form and writes the result. */
async function crossEntries(session: Session, nameOrId: string, options: CrossEntriesOptions): Promise<number> {
  requireOneAnswerer(session, options)
  const result = resultOf(session, options)
  const { id: connection_id } = await connectionOf(session, options.formsConnection, 'forms')
  const form = await formOfHere(session, connection_id, nameOrId)
  warnUnlessWholeForm(session, form)
  const answerer = await answererNamed(session, options)
  const question = { ...answerer, ...matchNamed(session, options, answerer), filter: {} }
  // Checked before anything is sent, not after a hundred thousand keys.
  await requireTarget(options.out, session.messages)
  const table = entriesTable({ connection_id, form_id: form.id, set: '' })
  const { list } = await session.ask('cruzar.stage', { from: 'table', table, select: { query: {} } })
  return crossStaged(session, { list, settings: {}, name: fileTitle(form), ...question }, result)
}

/** A name for a run or a file, since a form's name may be longer or empty. */
function fileTitle({ id, name }: Form): string {
  return name.trim().slice(0, longestFileName) || String(id)
}

/** The states of a review by their English words or their own codes. */
function statesOf(text: string | undefined, sentence: (word: string) => string): ReviewState[] {
  return listed(text).map((word) => {
    const state = reviewStates.find((code) => code === word || factsOfReview(code).word === word)
    if (!state) throw new UsageError(sentence(word))
    return state
  })
}

const measures = ['forms', 'entries', 'api_calls', 'storage_mb'] as const
const unlimited = -1
/**
 * Reads from a form service how much the account has used in a period, `current`, `previous` or YYYY-MM, and its limits
 * (docs/services.md §12.3).
 */
async function showUsage(session: Session, name: string, { period }: { period: string }): Promise<number> {
  const { ask, print, messages } = session
  if (!isPeriod(period)) throw new UsageError(messages.cli.usage.badPeriod(period))
  const { id: connection_id } = await connectionOf(session, name, 'forms')
  const account = await ask('account.read', { connection_id, fresh: true })
  const { read_at, ...usage } = await ask('account.usage', { connection_id, period })
  print.result({ connection: name, plan: account?.plan ?? null, ...usage, read_at }, lines(session, account, usage))
  return 0
}
function lines({ messages }: Session, account: FormsAccount | null, usage: Omit<Usage, 'read_at'>): string[] {
  const { usage: texts } = messages.cli
  const { number } = messages.common
  const plan = account?.plan.name ?? null
  return [
    plan === null ? usage.period : texts.plan(plan, usage.period),
    ...measures.flatMap((measure) => {
      const measured = usage[measure]
      if (!measured) return []
      const { used, limit } = measured
      const limitWords = limit === unlimited ? texts.unlimited : texts.of(number(limit), share(used, limit))
      return [`${texts.measures[measure]}: ${number(used)} ${limitWords}`]
    }),
  ]
}
const isPeriod = (word: string) => /^(current|previous|\d{4}-(0[1-9]|1[0-2]))$/.test(word)
/** Whole percents. A plan with a limit of 0 counts as used up. */
function share(used: number, limit: number): number {
  return limit > 0 ? Math.round((used / limit) * 100) : 100
}

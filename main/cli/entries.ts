import type { Connection } from '../../preload/contract/connections.ts'
import type { Outcome } from '../../preload/contract/cruzar.ts'
import { entriesTable, type ReviewState } from '../../preload/contract/entries-table.ts'
import type { Form, KeepPlan, KeptPeriod } from '../../preload/contract/forms.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { keepPlanFacts } from '../../preload/messages/kept-days.ts'
import { connectionNamed } from './connections.ts'
import { type Answerer, answererNamed, crossStaged } from './cruzar.ts'
import { CommandError, fileFacts, requireTarget, type Session, UsageError } from './session.ts'

/**
 * The forms connection of a name; without a name the only one that there is. Throws a sentence where there is none, where
 * there are several, or where the named one is of another service.
 */
export async function formsConnection(session: Session, name: string | undefined): Promise<Connection> {
  const { ask, messages } = session
  if (name !== undefined) {
    const found = await connectionNamed(session, name)
    if (found.service !== 'forms') throw new CommandError(messages.cli.notForms(name))
    return found
  }
  const [only, ...others] = (await ask('connections.list', {})).filter(({ service }) => service === 'forms')
  if (!only) throw new CommandError(messages.cli.noFormsConnection)
  if (others.length > 0) throw new UsageError(messages.cli.severalFormsConnections)
  return only
}

/** The form of a name or number among those that were ever read; null when there is none. Throws for a name of several. */
function formAmong(forms: readonly Form[], nameOrId: string, { messages }: Session): Form | null {
  const named = forms.filter(({ name }) => name === nameOrId)
  if (named.length > 1) throw new UsageError(messages.cli.severalForms(nameOrId))
  return named[0] ?? forms.find(({ id }) => String(id) === nameOrId) ?? null
}

/** A form, read from the service where its list was never read. */
async function formOfService(session: Session, connection_id: string, nameOrId: string): Promise<Form> {
  const known = formAmong(await session.ask('forms.list', { connection_id }), nameOrId, session)
  if (known) return known
  const { forms } = await session.ask('forms.refresh', { connection_id })
  return requireForm(formAmong(forms, nameOrId, session), nameOrId, session)
}

/** A form whose entries are here; sends no request. */
async function formOfHere(session: Session, connection_id: string, nameOrId: string): Promise<Form> {
  const form = requireForm(
    formAmong(await session.ask('forms.list', { connection_id }), nameOrId, session),
    nameOrId,
    session,
  )
  if (!form.kept) throw new CommandError(session.messages.cli.notKept(form.name))
  return form
}

/** Whether the kept entries are all that there are; a sentence on standard error when not, as for a sheet. */
function tellWholeForm({ print, messages }: Session, { name, sync }: Form): boolean {
  const { kind, period } = sync
  if (kind !== 'complete') print.warn(messages.cli.notWhole(name, messages.forms.sync[kind]))
  if (period) print.warn(messages.cli.onlyPeriod(name, messages.forms.period(period)))
  return kind === 'complete' && period === null
}

function requireForm(form: Form | null, nameOrId: string, { messages }: Session): Form {
  if (!form) throw new CommandError(messages.cli.noForm(nameOrId))
  return form
}

/** Prints what keeping a form costs; keeps nothing. */
export async function planEntries(
  session: Session,
  nameOrId: string,
  connection: string,
  period: KeptPeriod | null | undefined,
): Promise<number> {
  const { id: connection_id } = await formsConnection(session, connection)
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
  const time = (seconds: number) =>
    seconds < 60 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
  return keepPlanFacts(plan, messages, time).map(([label, value]) => `${label}: ${value}`)
}

/**
 * Reads what a form has that is not here; the first time the form is kept from here on. Prints what it costs before more
 * is kept than before.
 */
export async function pullEntries(
  session: Session,
  nameOrId: string,
  connection: string,
  period: KeptPeriod | null | undefined,
): Promise<number> {
  const { messages, print, ask } = session
  const started = Date.now()
  const { id: connection_id } = await formsConnection(session, connection)
  const before = await formOfService(session, connection_id, nameOrId)
  const { id } = before
  const keepsMore = !before.kept || period !== undefined
  if (keepsMore) for (const line of planLines(session, await planOf(session, before, period))) print.note(line)
  const list = keepsMore
    ? await ask('forms.keep', { connection_id, id, keep: true, period })
    : await ask('forms.sync', { connection_id, ids: [id], reconcile: false })
  const task = list.find((form) => form.id === id)?.task_id ?? null
  try {
    await session.follow(task, before.name)
  } finally {
    const now = (await ask('forms.list', { connection_id })).find((form) => form.id === id) ?? before
    if (now.aside > 0) print.warn(messages.entries.rejected.notice(now.name, now.aside))
    print.result({ form: now.name, form_id: id, ...pulledFacts(before, now), ...spent(session, started) }, [
      messages.cli.entriesPulled(
        now.name,
        now.entries,
        now.entries - before.entries,
        messages.forms.sync[now.sync.kind],
      ),
      ...(now.sync.period ? [messages.cli.onlyPeriod(now.name, messages.forms.period(now.sync.period))] : []),
    ])
  }
  return 0
}

function pulledFacts(before: Form, { entries, gone, aside, sync }: Form) {
  return {
    entries,
    new: entries - before.entries,
    gone,
    set_aside: aside,
    total: sync.total,
    complete: sync.kind === 'complete' && sync.period === null,
    state: sync.kind,
    period: sync.period,
  }
}

function spent(session: Session, started: number) {
  return { requests: session.pullRequests(), seconds: (Date.now() - started) / 1000 }
}

interface ExportEntriesOptions {
  /** The only forms connection when it is left out. */
  readonly connection: string | undefined
  /** Only entries in these states; all when empty. */
  readonly states: readonly ReviewState[]
  readonly format: ExportFormat
}

/** Writes the kept entries of a form with their review and their lead. Needs no network. */
export async function exportEntries(
  session: Session,
  nameOrId: string,
  file: string,
  { connection, states, format }: ExportEntriesOptions,
): Promise<number> {
  const { ask, messages, print } = session
  const { id: connection_id } = await formsConnection(session, connection)
  const form = await formOfHere(session, connection_id, nameOrId)
  const { id } = form
  const name = fileTitle(form)
  const complete = tellWholeForm(session, form)
  session.saveTo(await requireTarget(file, messages))
  const table = entriesTable({ connection_id, form_id: id, set: '' })
  const filters = states.length > 0 ? [{ column: 'revisao_estado', operator: 'in' as const, values: [...states] }] : []
  const bar = print.bar(name)
  const saved = await ask(
    'tables.export',
    { table, query: { filters }, columns: null, format, name },
    ({ rows, total }) => bar.update(rows, total),
  ).finally(() => bar.stop())
  const { period } = form.sync
  print.result({ ...fileFacts(session, file, saved), complete, period }, [messages.cli.exported(file, saved.rows)])
  return 0
}

/** Writes the newest entries of a form that is not kept, as a part of it; nothing is kept. */
export async function exportNewest(
  session: Session,
  nameOrId: string,
  file: string,
  { connection, format }: Omit<ExportEntriesOptions, 'states'>,
): Promise<number> {
  const { ask, messages, print } = session
  const { id: connection_id } = await formsConnection(session, connection)
  const form = await formOfService(session, connection_id, nameOrId)
  if (form.kept) throw new CommandError(messages.cli.keptAlready(form.name))
  session.saveTo(await requireTarget(file, messages))
  const { table, total, aside } = await ask('entries.newest', { connection_id, form_id: form.id })
  const saved = await ask('tables.export', { table, query: {}, columns: null, format, name: fileTitle(form) })
  const complete = saved.rows === total
  const facts = { form: form.name, form_id: form.id, total, set_aside: aside, complete }
  const { exported, newestExported } = messages.cli
  print.result({ ...fileFacts(session, file, saved), ...facts }, [
    complete ? exported(file, saved.rows) : newestExported(file, saved.rows, total),
  ])
  return 0
}

interface CrossEntriesOptions {
  /** Whom to ask: a connection of the platform, or a cached sheet, offline. */
  readonly answerer: Answerer
  readonly formsConnection: string | undefined
  readonly out: string
  readonly outcomes: readonly Outcome[]
  readonly format: ExportFormat
}

/** Cross-checks the kept entries of a form and writes the result. */
export async function crossEntries(session: Session, nameOrId: string, options: CrossEntriesOptions): Promise<number> {
  const { id: connection_id } = await formsConnection(session, options.formsConnection)
  const form = await formOfHere(session, connection_id, nameOrId)
  const { id } = form
  const name = fileTitle(form)
  tellWholeForm(session, form)
  const answerer = await answererNamed(session, options.answerer)
  // Checked before anything is sent, not after a hundred thousand keys.
  await requireTarget(options.out, session.messages)
  const table = entriesTable({ connection_id, form_id: id, set: '' })
  const { list } = await session.ask('cruzar.stage', { from: 'entries', table, select: { query: {} } })
  return crossStaged(session, { list, settings: {}, filter: {}, name, ...answerer }, options)
}

/** A name for a run or a file: forms may have longer ones, or none. */
function fileTitle({ id, name }: Form): string {
  return name.trim().slice(0, 150) || String(id)
}

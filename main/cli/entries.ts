import type { Outcome } from '../../preload/contract/cruzar.ts'
import { entriesTable, type ReviewState } from '../../preload/contract/entries-table.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { type Answerer, answererNamed, crossStaged } from './cruzar.ts'
import { formOfHere, formOfService, formsConnection, tellWholeForm } from './forms.ts'
import type { Session } from './session.ts'
import { demandTarget, fileFacts } from './target.ts'

/** Reads what a form has that is not here; the first time the form is kept from here on. */
export async function pullEntries(session: Session, wanted: string, connection: string): Promise<number> {
  const { messages, print, ask } = session
  const started = Date.now()
  const { id: connection_id } = await formsConnection(session, connection)
  const before = await formOfService(session, connection_id, wanted)
  const { id } = before
  const list = before.kept
    ? await ask('forms.sync', { connection_id, ids: [id], reconcile: false })
    : await ask('forms.keep', { connection_id, id, keep: true })
  const task = list.find((form) => form.id === id)?.task_id ?? null
  try {
    await session.follow(task, before.name)
  } finally {
    const now = (await ask('forms.list', { connection_id })).find((form) => form.id === id) ?? before
    if (now.aside > 0) print.complain(messages.entries.aside.notice(now.name, now.aside))
    print.result({ form: now.name, form_id: id, ...pulledFacts(before, now), ...spent(session, started) }, [
      messages.cli.entriesPulled(
        now.name,
        now.entries,
        now.entries - before.entries,
        messages.forms.sync[now.sync.kind],
      ),
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
    complete: sync.kind === 'complete',
    state: sync.kind,
  }
}

function spent(session: Session, started: number) {
  return { requests: session.pullRequests(), seconds: (Date.now() - started) / 1000 }
}

export interface ExportEntriesOptions {
  /** The only forms connection when it is left out. */
  readonly connection: string | undefined
  /** Only entries in these states; all when empty. */
  readonly states: readonly ReviewState[]
  readonly format: ExportFormat
}

/** Writes the kept entries of a form with their review and their lead. Needs no network. */
export async function exportEntries(
  session: Session,
  wanted: string,
  file: string,
  { connection, states, format }: ExportEntriesOptions,
): Promise<number> {
  const { ask, messages, print } = session
  const { id: connection_id } = await formsConnection(session, connection)
  const form = await formOfHere(session, connection_id, wanted)
  const { id } = form
  const name = fileTitle(form)
  const complete = tellWholeForm(session, form)
  session.saveTo(await demandTarget(file, messages))
  const table = entriesTable({ connection_id, form_id: id, set: '' })
  const filters = states.length > 0 ? [{ column: 'revisao_estado', operator: 'in' as const, values: [...states] }] : []
  const bar = print.bar(name)
  const saved = await ask(
    'tables.export',
    { table, query: { filters }, columns: null, format, name },
    ({ rows, total }) => bar.update(rows, total),
  ).finally(() => bar.stop())
  print.result({ ...fileFacts(session, file, saved), complete }, [messages.cli.exported(file, saved.rows)])
  return 0
}

export interface CrossEntriesOptions {
  /** Whom to ask: a connection of the platform, or a cached sheet, offline. */
  readonly answerer: Answerer
  readonly formsConnection: string | undefined
  readonly out: string
  readonly outcomes: readonly Outcome[]
  readonly format: ExportFormat
}

/** Cross-checks the kept entries of a form and writes the result. */
export async function crossEntries(session: Session, wanted: string, options: CrossEntriesOptions): Promise<number> {
  const { id: connection_id } = await formsConnection(session, options.formsConnection)
  const form = await formOfHere(session, connection_id, wanted)
  const { id } = form
  const name = fileTitle(form)
  tellWholeForm(session, form)
  const asked = await answererNamed(session, options.answerer)
  // Said before anything is sent, not after a hundred thousand keys.
  await demandTarget(options.out, session.messages)
  const table = entriesTable({ connection_id, form_id: id, set: '' })
  const { list } = await session.ask('cruzar.stage', { from: 'entries', table, select: { query: {} } })
  return crossStaged(session, { list, settings: {}, filter: {}, name, ...asked }, options)
}

/** A name for a run or a file: forms may have longer ones, or none. */
function fileTitle({ id, name }: Form): string {
  return name.trim().slice(0, 150) || String(id)
}

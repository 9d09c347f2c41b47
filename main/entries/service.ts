import type { EntryBrief, entries } from '../../preload/contract/entries.ts'
import type { Usage } from '../../preload/contract/form-service.ts'
import type { forms } from '../../preload/contract/forms.ts'
import { newestTable } from '../../preload/values/entries-table.ts'
import { isOfOneRequest } from '../../preload/values/failures.ts'
import { type Data, forwardToData } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { wait } from '../kernel/schedule.ts'
import type { Work } from '../kernel/tasks.ts'
import { entryCheck, type Ledger } from '../ledger.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import { madeOf } from '../remotes/forms-bodies.ts'
import type { Services } from '../services.ts'
import { perPage } from './entry-pages.ts'
import { planKeep } from './keep-plan.ts'
import { createReadingTasks, formName, formSubject, notifier } from './read-entries.ts'
import { createSingleReads } from './single-reads.ts'

interface EntriesDeps extends Services {
  /** Reads the usage of a period of the connection's account. */
  usage(connectionId: string, period: string, call: FormsCall): Promise<Usage>
}

type EntriesHandlers = Handlers<typeof entries> &
  Pick<Handlers<typeof forms>, 'forms.plan_keep' | 'forms.keep' | 'forms.sync'>
const tenSecondsMs = 10_000

/** Entries offline: updated, shown, created and deleted. */
export function createEntriesService(deps: EntriesDeps): EntriesHandlers {
  const { data, tasks, ask } = deps
  const notify = notifier(deps)
  const singles = createSingleReads(deps)
  const readings = createReadingTasks({ ...deps, ended: singles.fill })
  /**
   * Ends the reading of a form and the waiting deletions of its entries, which are sent only while a copy is stored.
   */
  const endAll = async (subject: string) => {
    const ofForm = tasks.list().filter((task) => task.subject === subject || task.subject.startsWith(`${subject}:`))
    await Promise.all(ofForm.map((task) => tasks.endOn(task.subject)))
  }
  const notified = (connection_id: string) => {
    notify()
    return ask('forms.list', { connection_id })
  }

  return {
    ...createWritingHandlers(deps),

    async 'forms.plan_keep'({ connection_id, id, period }, { signal }) {
      const forms = await deps.forms(connection_id)
      const form = await data.ask('forms.read', { connection_id, form_id: id })
      const usage = (call: FormsCall) => deps.usage(connection_id, 'current', call)
      const budget = () => deps.accounts.budget(connection_id).state()
      const parts = { ...deps, forms, usage, budget, readsSingles: singles.isOn() }
      return planKeep(connection_id, form, period, parts, { signal, priority: 'interactive' })
    },
    async 'forms.keep'({ connection_id, id, keep, period }) {
      const subject = formSubject(connection_id, id)
      // Read first, so that a missing connection fails at once.
      if (keep) await deps.forms(connection_id)
      else await endAll(subject)
      // A running reading uses the previous period.
      if (keep && period !== undefined) await tasks.endOn(subject)
      await data.ask('forms.keep', { connection_id, form_id: id, keep, period })
      if (keep) readings.start(connection_id, await data.ask('forms.read', { connection_id, form_id: id }), false)
      return notified(connection_id)
    },
    async 'forms.sync'({ connection_id, ids, reconcile }) {
      await deps.forms(connection_id)
      const stored = await data.ask('forms.list', { connection_id })
      const chosen = stored.filter(({ id, kept, deleted_at }) => kept && !deleted_at && (ids?.includes(id) ?? true))
      for (const form of chosen) readings.start(connection_id, form, reconcile)
      return notified(connection_id)
    },

    ...forwardToData(data, [
      'entries.rejected',
      'entries.ids',
      'entries.briefs',
      'entries.read',
      'entries.raw',
      'entries.known',
      'entries.short_texts',
    ]),
    async 'entries.complete'(input, { signal }) {
      const entry = await data.ask('entries.read', input)
      if (entry.is_complete !== null || entry.gone_at !== null) return entry
      await singles.complete(input.connection_id, input.id, signal)
      return data.ask('entries.read', input)
    },
    'entries.counts': (input) => data.ask('entries.counts', { ...input, zone: deps.zone() }),
    'entries.figures': (input) => data.ask('entries.figures', { ...input, zone: deps.zone() }),
    async 'entries.newest'({ connection_id, form_id }, { signal }) {
      const account = await deps.forms(connection_id)
      const form = await data.ask('forms.read', { connection_id, form_id })
      if (form.kept) throw new AppFailure('bad_request', { place: 'form_id' })
      // Only the form itself has its fields, which name the answers.
      if (form.schema_versions === 0) await ask('forms.read', { connection_id, id: form_id, fresh: true }, signal)
      const page = { page: 1, per_page: perPage, since: null, until: null }
      const { text } = await account.entries(form_id, page, { signal, priority: 'interactive' })
      const newest = await data.ask('entries.preview', { connection_id, form_id, body: text })
      return { table: newestTable(connection_id, form_id), ...newest, read_at: deps.now().toISOString() }
    },
    'entries.idle_reads': ({ connection_id }) => singles.today(connection_id),
  }
}

/** The handlers that change something at the service. */
function createWritingHandlers(deps: EntriesDeps): Pick<EntriesHandlers, 'entries.create' | 'entries.delete'> {
  const { data, ledger, tasks, now, changed } = deps
  const notify = notifier(deps)
  /** Entries whose deletion waits or runs: `<connection> <id>`. */
  const leaving = new Set<string>()

  return {
    async 'entries.create'({ connection_id, form_id, fields, metadata }, { signal }) {
      const account = await deps.forms(connection_id)
      const form = await data.ask('forms.read', { connection_id, form_id })
      const body = { form_id, fields, ...(metadata === null ? {} : { metadata }) }
      const about = { kind: 'create_entry', target: formName(form), check: entryCheck(form_id, fields) } as const
      const { id, text } = await ledger.write(connection_id, about, async () => {
        const answer = await account.createEntry(body, { signal, priority: 'interactive' })
        return { id: madeOf(answer.text).id, text: answer.text }
      })
      // The entry is made. If its answer cannot be stored, the next reading brings it.
      await data.ask('entries.single', { connection_id, body: text }).catch((error: unknown) => {
        if (!(error instanceof AppFailure)) throw error
      })
      notify()
      return { id }
    },

    async 'entries.delete'({ connection_id, ids, typed }) {
      const unique = [...new Set(ids)]
      if (unique.length > 1 && typed.trim() !== String(unique.length)) throw new AppFailure('name_mismatch')
      await deps.forms(connection_id)
      const first = await firstCopy(data, connection_id, unique)
      const names = unique.map((id) => `${connection_id} ${id}`)
      if (names.some((name) => leaving.has(name))) throw new AppFailure('already_running')
      for (const name of names) leaving.add(name)
      const sendsAt = now().getTime() + (deps.undoWindowMs ?? tenSecondsMs)
      // Deletions wait side by side and do not block a reading.
      const subject = `${formSubject(connection_id, first.form_id)}:${crypto.randomUUID()}`
      const task = tasks.start({ kind: 'delete_entries', subject, name: first.form_name }, async (work) => {
        const order = { connection_id, ids: unique, sendsAt, now }
        await deleteEntries(order, { ...deps, deleted: (id) => changed('entries', [String(id)]) }, work).finally(() => {
          for (const name of names) leaving.delete(name)
          notify()
        })
      })
      return { task_id: task.id, sends_at: new Date(sendsAt).toISOString() }
    },
  }
}

interface DeleteEntriesDeps {
  readonly data: Data
  readonly ledger: Ledger
  forms(connectionId: string): Promise<Forms>
  /** Called when an entry is gone. */
  deleted(id: number): void
}

interface DeleteEntriesOrder {
  readonly connection_id: string
  readonly ids: readonly number[]
  /** Nothing is sent before this time (epoch ms), and until then the deletion can be undone. */
  readonly sendsAt: number
  readonly now: () => Date
}

/** The first entry, if all are stored. Throws `not_found` otherwise: without a copy here nothing is deleted there. */
async function firstCopy(data: Data, connection_id: string, ids: readonly number[]): Promise<EntryBrief> {
  const copies = await data.ask('entries.briefs', { connection_id, set: '', ids: [...ids] })
  const [first] = copies
  if (!first || copies.length < ids.length) throw new AppFailure('not_found')
  return first
}

/**
 * Waits, then deletes entry after entry on the service, each noted in the ledger and never sent twice. The local copies
 * stay, marked as gone. After a failed deletion the others continue, and the first failure is thrown at the end; a
 * failure of the network or the key ends it at once. The task's `done` shows how many are deleted.
 */
async function deleteEntries(order: DeleteEntriesOrder, deps: DeleteEntriesDeps, work: Work): Promise<void> {
  const { connection_id, ids, sendsAt, now } = order
  const { data, ledger } = deps
  const { signal } = work
  work.report(0, ids.length)
  work.waiting({ for: 'second_thoughts', until: sendsAt })
  await wait(Math.max(0, sendsAt - now().getTime()), signal)
  work.waiting(null)
  await firstCopy(data, connection_id, ids)

  const account = await deps.forms(connection_id)
  const priority = ids.length === 1 ? 'interactive' : 'background'
  const failures: AppFailure[] = []
  let done = 0
  const remove = async (id: number): Promise<void> => {
    const about = { kind: 'delete_entry', target: String(id), check: { by: 'gone_entry', entry_id: id } } as const
    const send = () => account.deleteEntry(id, { signal, priority, waiting: work.waiting })
    const deleted = await ledger.write(connection_id, about, send).then(
      () => true,
      (error: unknown) => {
        // Somebody else has already deleted it.
        if (!(error instanceof AppFailure) || error.code !== 'not_found') throw error
        return false
      },
    )
    await data.ask('entries.gone', { connection_id, id, deleted })
    done += 1
    work.report(done, ids.length)
    deps.deleted(id)
  }
  for (const id of ids) {
    if (signal.aborted) throw signal.reason
    await remove(id).catch((error: unknown) => {
      if (!(error instanceof AppFailure) || !isOfOneRequest(error.code)) throw error
      failures.push(error)
    })
  }
  if (failures[0]) throw failures[0]
}

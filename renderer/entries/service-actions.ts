import type { AsideEntry, EntryDetail, entries } from '../../preload/contract/entries.ts'
import type { EntriesTable } from '../../preload/contract/entries-table.ts'
import type { Form, FormDetail } from '../../preload/contract/forms.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'
import type { Details } from './caches.ts'
import type { EntriesState } from './entries-store.ts'

/** Entries that will be deleted on the service unless somebody thinks again. */
export interface Deletion {
  readonly task: string
  readonly entries: number
  /** Epoch ms. */
  readonly sendsAt: number
}

/** An answer, or why there is none: for dialogs that show the reason at their own fields. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export interface ServiceState {
  /** The connection's forms, as they are known here. */
  readonly forms: Loadable<readonly Form[]>
}

export interface ServiceActions {
  loadForms(): Promise<void>
  /** Asks for what is new; with `reconcile` for deletions and changes too. */
  sync(reconcile: boolean): Promise<void>
  /** The single read of the open entry, for what only it tells. Silent: nothing depends on it. */
  complete(detail: EntryDetail): Promise<void>
  raw(id: number, reveal: boolean): Promise<Outcome<{ readonly json: string; readonly ip: string | null }>>
  /** What could not be kept of a form's entries. */
  aside(form: number): Promise<Outcome<readonly AsideEntry[]>>
  /** Names and tags in use; none when they cannot be had. */
  known(): Promise<{ readonly assignees: readonly string[]; readonly tags: readonly string[] }>
  /** The form with its fields: from the service where it was never read whole. */
  readForm(id: number): Promise<Outcome<FormDetail>>
  /** Gives the number of the new entry; throws what the service refused. */
  create(entry: Omit<Input<(typeof entries)['entries.create']>, 'connection_id'>): Promise<number>
  /** Begins the ten seconds after which the service is asked to delete. */
  remove(ids: readonly number[], typed: string): Promise<Outcome<Deletion>>
  /** Takes a deletion back; whether it was in time. */
  cancelDeletion(task: string): Promise<Outcome<boolean>>
}

export interface ServiceDeps {
  readonly ask: AppAsk
  readonly table: EntriesTable
  readonly details: Details
  readonly refreshAll: () => void
  readonly get: () => EntriesState
  readonly set: (state: Partial<EntriesState>) => void
}

/** What goes through to the service, or comes from it. */
export function createServiceActions({ ask, table, details, refreshAll, get, set }: ServiceDeps): ServiceActions {
  const { connection_id, form_id, set: reviewSet } = table
  const reload = createReload<readonly Form[]>(
    () => get().forms,
    (forms) => set({ forms }),
  )
  const completed = new Set<number>()

  const formsAfter = async (send: () => Promise<readonly Form[]>) => {
    set({ failure: null })
    try {
      set({ forms: { status: 'ready', value: await send() } })
    } catch (error) {
      set({ failure: failureOf(error) })
    }
  }

  return {
    loadForms: () => reload(() => ask('forms.list', { connection_id })),
    sync: (reconcile) =>
      formsAfter(() => ask('forms.sync', { connection_id, ids: form_id === null ? null : [form_id], reconcile })),
    async complete({ id, is_complete, gone_at }) {
      if (is_complete !== null || gone_at !== null || completed.has(id)) return
      completed.add(id)
      try {
        details.receive(await ask('entries.complete', { connection_id, set: reviewSet, id }))
      } catch {
        // Offline or refused: the entry is readable without it, and nobody asked.
      }
    },
    raw: (id, reveal) => outcome(() => ask('entries.raw', { connection_id, id, reveal })),
    aside: (form) => outcome(() => ask('entries.aside', { connection_id, form_id: form })),
    async known() {
      const found = await outcome(() => ask('entries.known', { connection_id }))
      return found.ok ? found.value : { assignees: [], tags: [] }
    },
    readForm: (id) =>
      outcome(async () => {
        const kept = await ask('forms.read', { connection_id, id, fresh: false })
        return kept.fields === null ? ask('forms.read', { connection_id, id, fresh: true }) : kept
      }),
    async create(entry) {
      const { id } = await ask('entries.create', { connection_id, ...entry })
      await get().refreshList()
      refreshAll()
      return id
    },
    remove: (ids, typed) =>
      outcome(async () => {
        const { task_id, sends_at } = await ask('entries.delete', { connection_id, ids: [...ids], typed })
        return { task: task_id, entries: ids.length, sendsAt: Date.parse(sends_at) }
      }),
    cancelDeletion: (task) =>
      outcome(async () => {
        const tasks = await ask('tasks.cancel', { id: task })
        const cancelled = tasks.find(({ id }) => id === task)
        // What still waits has heard of it and ends in the same moment.
        return cancelled !== undefined && cancelled.done === 0 && ['cancelled', 'waiting'].includes(cancelled.state)
      }),
  }
}

async function outcome<T>(send: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await send() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

import { createStore } from 'zustand'
import type { FormChanges, FormDetail, forms } from '../../preload/contract/forms.ts'
import type { KeptPeriod } from '../../preload/contract/kept-period.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { FormKey } from './form-store.ts'

/** `unknown`: it was sent and nobody confirmed it; the ledger says so and offers to check. */
export type DeedEnd = 'done' | 'failed' | 'unknown'

/** A deed that makes a form also gives it. */
export type Made =
  | { readonly end: 'done'; readonly form: FormDetail }
  | { readonly end: 'failed' }
  | { readonly end: 'unknown' }

export type NewForm = Omit<Input<(typeof forms)['forms.create']>, 'connection_id'>

export interface DeedsState {
  /** The forms that something is being asked for, by their keys: `<connection>:<id>`, `:new` for one that is made, `:all`. */
  readonly working: ReadonlySet<string>
  /** By the same keys: why what was asked for last failed, with what the service says of single fields. */
  readonly failures: Readonly<Record<string, Failure>>
  /** `period`: what is kept of the form; without one the whole form, or what is kept of it already. */
  keep(form: FormKey, keep: boolean, period?: KeptPeriod | null): Promise<DeedEnd>
  /** Asks for what is new in one form; `reconcile` walks through all of it. */
  sync(form: FormKey, reconcile: boolean): Promise<DeedEnd>
  syncAll(connection: string): Promise<DeedEnd>
  /** `seen`: the fields that the changes were made to, where fields change. */
  change(form: FormKey, changes: FormChanges, seen?: FormDetail['fields']): Promise<DeedEnd>
  create(connection: string, form: NewForm): Promise<Made>
  duplicate(form: FormKey, name: string): Promise<Made>
  /** `name` is what the person typed. */
  remove(form: FormKey, name: string): Promise<DeedEnd>
  dismissFailure(key: string): void
}

export interface DeedsDeps {
  readonly ask: AppAsk
  /** Something was asked of the service, whatever came of it: the lists and the ledger are to be read again. */
  readonly done: () => Promise<unknown>
}

export type DeedsStore = ReturnType<typeof createDeedsStore>

export const keyOf = ({ connection, id }: FormKey) => `${connection}:${id}`
export const newKey = (connection: string) => `${connection}:new`
export const allKey = (connection: string) => `${connection}:all`

/** What is done with forms. A write is sent once; one that nobody confirmed is in the ledger and never sent again here. */
export function createDeedsStore({ ask, done }: DeedsDeps) {
  return createStore<DeedsState>()((set, get) => {
    const deed = async <T>(key: string, act: () => Promise<T>): Promise<{ end: DeedEnd; value?: T }> => {
      if (get().working.has(key)) return { end: 'failed' }
      get().dismissFailure(key)
      set({ working: new Set([...get().working, key]) })
      try {
        const value = await act()
        await done()
        return { end: 'done', value }
      } catch (error) {
        const failure = failureOf(error)
        await done()
        if (failure.code === 'sent_unknown') return { end: 'unknown' }
        set({ failures: { ...get().failures, [key]: failure } })
        return { end: 'failed' }
      } finally {
        set({ working: new Set([...get().working].filter((each) => each !== key)) })
      }
    }
    const of = ({ connection, id }: FormKey) => ({ connection_id: connection, id })
    const make = async (key: string, act: () => Promise<FormDetail>): Promise<Made> => {
      const { end, value } = await deed(key, act)
      if (end !== 'done') return { end }
      return value ? { end, form: value } : { end: 'failed' }
    }
    const end = async (deeds: Promise<{ end: DeedEnd }>) => (await deeds).end

    return {
      working: new Set(),
      failures: {},
      keep: (form, keep, period) =>
        end(
          deed(keyOf(form), () =>
            ask('forms.keep', { ...of(form), keep, ...(period === undefined ? {} : { period }) }),
          ),
        ),
      sync: (form, reconcile) =>
        end(deed(keyOf(form), () => ask('forms.sync', { connection_id: form.connection, ids: [form.id], reconcile }))),
      syncAll: (connection) =>
        end(
          deed(allKey(connection), () => ask('forms.sync', { connection_id: connection, ids: null, reconcile: false })),
        ),
      change: (form, changes, seen) =>
        end(
          deed(keyOf(form), () =>
            ask('forms.update', { ...of(form), changes, ...(seen === undefined ? {} : { seen }) }),
          ),
        ),
      create: (connection, form) =>
        make(newKey(connection), () => ask('forms.create', { connection_id: connection, ...form })),
      duplicate: (form, name) => make(keyOf(form), () => ask('forms.duplicate', { ...of(form), name })),
      remove: (form, name) => end(deed(keyOf(form), () => ask('forms.delete', { ...of(form), name }))),
      dismissFailure(key) {
        const { [key]: _, ...failures } = get().failures
        set({ failures })
      },
    }
  })
}

import { createStore } from 'zustand'
import type { FormChanges, FormDetail, forms } from '../../preload/contract/forms.ts'
import type { KeptPeriod } from '../../preload/contract/kept-period.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { FormKey } from './form-store.ts'

/** `unknown`: it was sent and nobody confirmed it; the ledger says so and offers to check. */
export type FormMutationEnd = 'done' | 'failed' | 'unknown'

/** A mutation that makes a form also returns it. */
export type Made =
  | { readonly end: 'done'; readonly form: FormDetail }
  | { readonly end: 'failed' }
  | { readonly end: 'unknown' }

export type NewForm = Omit<Input<(typeof forms)['forms.create']>, 'connection_id'>

export interface FormMutations {
  /** The forms that something is being asked for, by their keys: `<connection>:<id>`, `:new` for one that is made, `:all`. */
  readonly working: ReadonlySet<string>
  /** By the same keys: why what was asked for last failed, with what the service says of single fields. */
  readonly failures: Readonly<Record<string, Failure>>
  /** `period`: what is kept of the form; without one the whole form, or what is kept of it already. */
  keep(form: FormKey, keep: boolean, period?: KeptPeriod | null): Promise<FormMutationEnd>
  /** Asks for what is new in one form; `reconcile` walks through all of it. */
  sync(form: FormKey, reconcile: boolean): Promise<FormMutationEnd>
  syncAll(connection: string): Promise<FormMutationEnd>
  /** `seen`: the fields that the changes were made to, where fields change. */
  change(form: FormKey, changes: FormChanges, seen?: FormDetail['fields']): Promise<FormMutationEnd>
  create(connection: string, form: NewForm): Promise<Made>
  duplicate(form: FormKey, name: string): Promise<Made>
  /** `name` is what the person typed. */
  remove(form: FormKey, name: string): Promise<FormMutationEnd>
  dismissFailure(key: string): void
}

export interface FormMutationsDeps {
  readonly ask: AppAsk
  /** Something was asked of the service, whatever came of it: the lists and the ledger are to be read again. */
  readonly onSettled: () => Promise<unknown>
}

export type FormMutationsStore = ReturnType<typeof createFormMutationsStore>

export const keyOf = ({ connection, id }: FormKey) => `${connection}:${id}`
export const newKey = (connection: string) => `${connection}:new`
export const allKey = (connection: string) => `${connection}:all`

/** What is done with forms. A write is sent once; one that nobody confirmed is in the ledger and never sent again here. */
export function createFormMutationsStore({ ask, onSettled }: FormMutationsDeps) {
  return createStore<FormMutations>()((set, get) => {
    const mutate = async <T>(key: string, act: () => Promise<T>): Promise<{ end: FormMutationEnd; value?: T }> => {
      if (get().working.has(key)) return { end: 'failed' }
      get().dismissFailure(key)
      set({ working: new Set([...get().working, key]) })
      try {
        const value = await act()
        await onSettled()
        return { end: 'done', value }
      } catch (error) {
        const failure = failureOf(error)
        await onSettled()
        if (failure.code === 'sent_unknown') return { end: 'unknown' }
        set({ failures: { ...get().failures, [key]: failure } })
        return { end: 'failed' }
      } finally {
        set({ working: new Set([...get().working].filter((each) => each !== key)) })
      }
    }
    const of = ({ connection, id }: FormKey) => ({ connection_id: connection, id })
    const make = async (key: string, act: () => Promise<FormDetail>): Promise<Made> => {
      const { end, value } = await mutate(key, act)
      if (end !== 'done') return { end }
      return value ? { end, form: value } : { end: 'failed' }
    }
    const end = async (running: Promise<{ end: FormMutationEnd }>) => (await running).end

    return {
      working: new Set(),
      failures: {},
      keep: (form, keep, period) =>
        end(
          mutate(keyOf(form), () =>
            ask('forms.keep', { ...of(form), keep, ...(period === undefined ? {} : { period }) }),
          ),
        ),
      sync: (form, reconcile) =>
        end(
          mutate(keyOf(form), () => ask('forms.sync', { connection_id: form.connection, ids: [form.id], reconcile })),
        ),
      syncAll: (connection) =>
        end(
          mutate(allKey(connection), () =>
            ask('forms.sync', { connection_id: connection, ids: null, reconcile: false }),
          ),
        ),
      change: (form, changes, seen) =>
        end(
          mutate(keyOf(form), () =>
            ask('forms.update', { ...of(form), changes, ...(seen === undefined ? {} : { seen }) }),
          ),
        ),
      create: (connection, form) =>
        make(newKey(connection), () => ask('forms.create', { connection_id: connection, ...form })),
      duplicate: (form, name) => make(keyOf(form), () => ask('forms.duplicate', { ...of(form), name })),
      remove: (form, name) => end(mutate(keyOf(form), () => ask('forms.delete', { ...of(form), name }))),
      dismissFailure(key) {
        const { [key]: _, ...failures } = get().failures
        set({ failures })
      },
    }
  })
}

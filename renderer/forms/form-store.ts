import { createStore } from 'zustand'
import type { FormChanges, FormDetail, forms } from '../../preload/contract/forms.ts'
import type { KeptPeriod } from '../../preload/contract/kept-period.ts'
import type { Input } from '../../preload/contract/kernel.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

/** Which form: the connection and the service's number. */
export interface FormKey {
  readonly connection: string
  readonly id: number
}

export interface FormState {
  readonly key: FormKey | null
  readonly detail: Loadable<FormDetail>
  /** The service is being asked for the form. */
  readonly refreshing: boolean
  /** Shows what is kept of a form, then what the service has. A failure leaves what is kept. */
  open(key: FormKey): Promise<void>
  /** Reads what is kept, without the service. */
  load(): Promise<void>
  /** Asks the service for the form, its fields and settings. */
  refresh(): Promise<void>
}

export type FormStore = ReturnType<typeof createFormStore>

/** The form that is open, with its fields and settings. */
export function createFormStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<FormState>()((set, get) => {
    let turn = 0
    let reload = reloadOf(0)

    /** Answers of a form that was left are dropped. */
    function reloadOf(mine: number) {
      return createReload<FormDetail>(
        () => get().detail,
        (detail) => {
          if (mine === turn) set({ detail })
        },
      )
    }
    const read = (key: FormKey, fresh: boolean) =>
      reload(() => ask('forms.read', { connection_id: key.connection, id: key.id, fresh }))

    return {
      key: null,
      detail: { status: 'idle' },
      refreshing: false,
      async open(key) {
        const { key: before } = get()
        if (before?.connection !== key.connection || before.id !== key.id) {
          turn += 1
          reload = reloadOf(turn)
          set({ key, detail: { status: 'idle' }, refreshing: false })
        }
        await read(key, false)
        await get().refresh()
      },
      async load() {
        const { key } = get()
        if (key) await read(key, false)
      },
      async refresh() {
        const { key } = get()
        if (!key || get().refreshing) return
        const mine = turn
        set({ refreshing: true })
        await read(key, true)
        if (mine === turn) set({ refreshing: false })
      },
    }
  })
}

/** `unknown`: it was sent and nobody confirmed it; the ledger says so and offers to check. */
export type FormMutationEnd = 'done' | 'failed' | 'unknown'
/** A mutation that makes a form also returns it. */
type Made =
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

interface FormMutationsDeps {
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

import { createStore, useStore } from 'zustand'
import type { Form, FormChanges, FormDetail, forms, KeptPeriod } from '../../preload/contract/forms.ts'
import type { Input } from '../../preload/contract/question.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { useFeature } from '../kernel/feature.ts'
import { createLatest, keyed, type Loadable, partOf } from '../kernel/loadable.ts'
import { createMutation, type MutationEnd, type MutationState, noMutation } from '../kernel/mutation.ts'

export type FormKey = Pick<Form, 'connection_id' | 'id'>

const inputOf = ({ connection_id, id }: FormKey) => ({ connection_id, id })

/** `working`: the request for the form is pending. Its failure is in `detail`. */
export interface FormState extends MutationState<'refresh'> {
  readonly key: FormKey | null
  readonly detail: Loadable<FormDetail>
  /** Shows the stored form, then the service's. */
  open(key: FormKey): Promise<void>
  /** Reads the stored form, without asking the service. */
  load(): Promise<unknown>
  refresh(): Promise<unknown>
}

export type FormStore = ReturnType<typeof createFormStore>

export function createFormStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<FormState>()((set, get) => {
    const detail = createLatest({ get, set, key: 'detail', scope: () => get().key })
    const refreshing = createMutation({ get, set })
    // It is not aborted by a later load, so that main stores the service's answer.
    const read = (fresh: boolean) => detail.load((key) => ask('forms.read', { ...key, fresh }))
    return {
      key: null,
      detail: { status: 'idle' },
      ...noMutation,
      async open(key) {
        const current = get().key
        if (!current || keyOf(current) !== keyOf(key)) {
          refreshing.cancel()
          set({ key: inputOf(key), detail: { status: 'idle' } })
        }
        await read(false)
        await get().refresh()
      },
      load: () => read(false),
      refresh: () => refreshing.run('refresh', () => read(true)),
    }
  })
}

export type NewForm = Omit<Input<(typeof forms)['forms.create']>, 'connection_id'>

/** The end of a mutation that makes a form, with the form if that succeeded. */
export interface NewFormEnd {
  readonly end: MutationEnd
  readonly form: FormDetail | null
}

export interface FormMutations {
  /** The keys are `keyOf` the form, `newKey` and `allKey`. */
  readonly mutations: Readonly<Record<string, MutationState>>
  /**
   * `period`: what is kept of the form; null for the whole form. Without it the period stays, or the whole form is
   * kept.
   */
  keep(form: FormKey, keep: boolean, period?: KeptPeriod | null): Promise<MutationEnd>
  /** Reads new entries of one form; with `reconcile`, all of its entries. */
  sync(form: FormKey, reconcile: boolean): Promise<MutationEnd>
  syncAll(connection: string): Promise<MutationEnd>
  /** `seen`: the fields that the person saw, where fields change. */
  change(form: FormKey, changes: FormChanges, seen?: FormDetail['fields']): Promise<MutationEnd>
  create(connection: string, form: NewForm): Promise<NewFormEnd>
  duplicate(form: FormKey, name: string): Promise<NewFormEnd>
  /** `name`: what the person typed to confirm. */
  remove(form: FormKey, name: string): Promise<MutationEnd>
  dismissFailure(key: string): void
}

interface FormMutationsDeps {
  readonly ask: AppAsk
  /** A request was sent, with any result: lists and ledger are requested again. */
  readonly onSettled: () => Promise<unknown>
}

export type FormMutationsStore = ReturnType<typeof createFormMutationsStore>
export const keyOf = ({ connection_id, id }: FormKey) => `${connection_id}:${id}`
export const newKey = (connection: string) => `${connection}:new`
export const allKey = (connection: string) => `${connection}:all`
export const mutationOf = ({ mutations }: FormMutations, key: string): MutationState => mutations[key] ?? noMutation

/** The running mutation of a key, and why its last one failed. */
export function useMutationOf(key: string): MutationState {
  return useStore(useFeature('forms').mutations, (state) => mutationOf(state, key))
}

/**
 * Changes forms, with one mutation of each form at a time. A write is sent once; an unknown one is checked in the
 * ledger.
 */
export function createFormMutationsStore({ ask, onSettled }: FormMutationsDeps) {
  return createStore<FormMutations>()((set, get) => {
    const mutations = partOf({ get, set }, 'mutations')
    const mutation = keyed((key: string) =>
      createMutation<string>({ ...partOf(mutations, key, noMutation), onSettled }),
    )
    const ofForm = (form: FormKey, act: () => Promise<unknown>) => mutation(keyOf(form)).end('form', act)
    const make = async (key: string, act: () => Promise<FormDetail>): Promise<NewFormEnd> => {
      let form: FormDetail | null = null
      const end = await mutation(key).end('form', act, (answer) => {
        form = answer
      })
      return { end, form }
    }
    return {
      mutations: {},
      keep: (form, keep, period) =>
        ofForm(form, () => ask('forms.keep', { ...inputOf(form), keep, ...(period === undefined ? {} : { period }) })),
      sync: (form, reconcile) =>
        ofForm(form, () => ask('forms.sync', { connection_id: form.connection_id, ids: [form.id], reconcile })),
      syncAll: (connection_id) =>
        mutation(allKey(connection_id)).end('all', () =>
          ask('forms.sync', { connection_id, ids: null, reconcile: false }),
        ),
      change: (form, changes, seen) =>
        ofForm(form, () => ask('forms.update', { ...inputOf(form), changes, ...(seen === undefined ? {} : { seen }) })),
      create: (connection_id, form) =>
        make(newKey(connection_id), () => ask('forms.create', { connection_id, ...form })),
      duplicate: (form, name) => make(keyOf(form), () => ask('forms.duplicate', { ...inputOf(form), name })),
      remove: (form, name) => ofForm(form, () => ask('forms.delete', { ...inputOf(form), name })),
      dismissFailure: (key) => mutation(key).dismissFailure(),
    }
  })
}

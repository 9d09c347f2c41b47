import { createStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import type { AppAsk } from '../kernel/ask.ts'
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

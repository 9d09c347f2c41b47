import { createStore } from 'zustand'
import type { ContactPage } from '../../preload/contract/contacts.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'

/** Which contact of which account. */
export interface ContactKey {
  readonly connection: string
  readonly id: number
}

export interface ContactState {
  readonly key: ContactKey | null
  /** Null where the service has none of this number. As it was kept until the service has answered. */
  readonly page: Loadable<ContactPage | null>
  readonly busy: boolean
  open(key: ContactKey): Promise<void>
  /** Asks the service anew. */
  refresh(): Promise<void>
  close(): void
}

/** One contact: as it was kept at once, then as the service has it now. */
export function createContactStore({ ask }: { readonly ask: AppAsk }) {
  let asking = new AbortController()
  return createStore<ContactState>()((set, get) => {
    const begin = () => {
      asking.abort()
      asking = new AbortController()
      return asking.signal
    }
    const keyNow = () => {
      const { key } = get()
      return key && { connection_id: key.connection, id: key.id }
    }
    return {
      key: null,
      page: { status: 'idle' },
      busy: false,
      async open(key) {
        const signal = begin()
        set({ key, page: { status: 'loading' }, busy: true })
        const kept = await ask('contacts.read', { connection_id: key.connection, id: key.id, fresh: false }, { signal })
          // Asking the service says what is wrong.
          .catch(() => null)
        if (signal.aborted) return
        if (kept) set({ page: { status: 'ready', value: kept } })
        await get().refresh()
      },
      async refresh() {
        const key = keyNow()
        if (!key) return
        const signal = begin()
        set({ busy: true })
        try {
          const value = await ask('contacts.read', { ...key, fresh: true }, { signal })
          if (!signal.aborted) set({ busy: false, page: { status: 'ready', value } })
        } catch (error) {
          if (!signal.aborted) set({ busy: false, page: withFailure(get().page, failureOf(error)) })
        }
      },
      close() {
        begin()
        set({ key: null, page: { status: 'idle' }, busy: false })
      },
    }
  })
}

export type ContactStore = ReturnType<typeof createContactStore>

/** What was kept stays, under the reason; a contact that is nowhere is nobody. */
function withFailure(page: Loadable<ContactPage | null>, failure: Failure): Loadable<ContactPage | null> {
  if (page.status === 'ready' && page.value !== null) return { status: 'ready', value: page.value, failure }
  return failure.code === 'service_not_found' ? { status: 'ready', value: null } : { status: 'failed', failure }
}

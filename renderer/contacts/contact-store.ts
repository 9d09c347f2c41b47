import { createStore } from 'zustand'
import type { ContactPage, Related } from '../../preload/contract/contacts.ts'
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
  readonly asking: boolean
  /** What is kept on this computer of the same person. */
  readonly related: Loadable<Related>
  open(key: ContactKey): Promise<void>
  /** Asks the service anew. */
  refresh(): Promise<void>
  /** Looks again at what is kept here. */
  lookHere(): Promise<void>
  close(): void
}

/** One contact: as it was kept at once, then as the service has it now, and what is here of the same person. */
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
      asking: false,
      related: { status: 'idle' },
      async open(key) {
        const signal = begin()
        set({ key, page: { status: 'loading' }, asking: true, related: { status: 'loading' } })
        const kept = await ask('contacts.read', { connection_id: key.connection, id: key.id, fresh: false }, { signal })
          // Asking the service says what is wrong.
          .catch(() => null)
        if (signal.aborted) return
        if (kept) set({ page: { status: 'ready', value: kept } })
        await Promise.all([get().refresh(), kept ? get().lookHere() : undefined])
      },
      async refresh() {
        const key = keyNow()
        if (!key) return
        const signal = begin()
        set({ asking: true })
        try {
          const value = await ask('contacts.read', { ...key, fresh: true }, { signal })
          if (!signal.aborted) set({ asking: false, page: { status: 'ready', value } })
        } catch (error) {
          if (!signal.aborted) set({ asking: false, page: withFailure(get().page, failureOf(error)) })
        }
        if (!signal.aborted) await get().lookHere()
      },
      async lookHere() {
        const key = keyNow()
        if (!key) return
        const { connection_id, id } = key
        const isSame = () => get().key?.id === id && get().key?.connection === connection_id
        const wanted = { connection_id, contact_id: id, ...waysTo(get().page) }
        try {
          const value = await ask('contacts.related', wanted)
          if (isSame()) set({ related: { status: 'ready', value } })
        } catch (error) {
          if (isSame()) set({ related: { status: 'failed', failure: failureOf(error) } })
        }
      },
      close() {
        begin()
        set({ key: null, page: { status: 'idle' }, asking: false, related: { status: 'idle' } })
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

function waysTo(page: Loadable<ContactPage | null>): { phones: string[]; emails: string[] } {
  const contact = page.status === 'ready' ? page.value?.contact : null
  return { phones: contact?.phone ? [contact.phone] : [], emails: contact?.email ? [contact.email] : [] }
}

import { createStore } from 'zustand'
import type { ContactPage } from '../../preload/contract/contacts.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'

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
  open(key: ContactKey): Promise<unknown>
  /** Asks the service anew. */
  refresh(): Promise<unknown>
  close(): void
}

/** One contact: as it was kept at once, then as the service has it now. */
export function createContactStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ContactState>()((set, get) => {
    const page = createLatest({ get, set, key: 'page', busy: 'busy', scope: () => get().key })
    const read = (keptFirst: boolean) =>
      page.load(async ({ connection, id }, options) => {
        const kept = { connection_id: connection, id, fresh: false }
        const value = keptFirst ? await orNull(ask('contacts.read', kept, options)) : null
        if (value) options.show(value)
        const answer = ask('contacts.read', { ...kept, fresh: true }, options)
        // What was kept stays, under the reason; a contact that is nowhere is nobody.
        return readyValue(get().page) ? answer : orNull(answer, 'service_not_found')
      })
    return {
      key: null,
      page: { status: 'idle' },
      busy: false,
      open(key) {
        set({ key, page: { status: 'idle' } })
        return read(true)
      },
      refresh: () => read(false),
      close() {
        page.clear()
        set({ key: null })
      },
    }
  })
}

export type ContactStore = ReturnType<typeof createContactStore>

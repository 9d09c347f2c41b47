import { createStore } from 'zustand'
import type { Related } from '../../preload/contract/contacts.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'

/** Someone whom what is kept here may know: by the number of the account's contact, by phone, by e-mail. */
export interface Person {
  readonly connection: string
  readonly contact: number | null
  readonly phone: string | null
  readonly email: string | null
}

export interface RelatedState {
  readonly person: Person | null
  readonly related: Loadable<Related>
  /** Looks for another person, or again for the same one, whose lines stay meanwhile. */
  look(person: Person): Promise<void>
  /** Looks again: what is kept here changed. */
  again(): Promise<void>
}

/** What is kept on this computer of the person that is looked at. */
export function createRelatedStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<RelatedState>()((set, get) => ({
    person: null,
    related: { status: 'idle' },
    async look(person) {
      const before = get().person
      const isSame = before?.connection === person.connection && before.contact === person.contact
      set({ person, ...(isSame ? {} : { related: { status: 'loading' } }) })
      const present = (text: string | null) => (text === null ? [] : [text])
      try {
        const value = await ask('contacts.related', {
          connection_id: person.connection,
          contact_id: person.contact,
          phones: present(person.phone),
          emails: present(person.email),
        })
        if (get().person === person) set({ related: { status: 'ready', value } })
      } catch (error) {
        if (get().person === person) set({ related: { status: 'failed', failure: failureOf(error) } })
      }
    },
    async again() {
      const { person } = get()
      if (person) await get().look(person)
    },
  }))
}

export type RelatedStore = ReturnType<typeof createRelatedStore>

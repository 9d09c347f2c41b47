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
  show(person: Person): Promise<void>
  /** Looks again: what is kept here changed. */
  reload(): Promise<void>
}

export interface RelatedDeps {
  readonly ask: AppAsk
  /** So long somebody is looked at before they are looked for, in ms: who steps through a list only passes by. */
  readonly delayMs?: number
}

/** What is kept on this computer of the person that is looked at. */
export function createRelatedStore({ ask, delayMs = 200 }: RelatedDeps) {
  let looking = new AbortController()
  return createStore<RelatedState>()((set, get) => ({
    person: null,
    related: { status: 'idle' },
    async show(person) {
      const before = get().person
      const isSame = before !== null && isSamePerson(before, person)
      looking.abort()
      looking = new AbortController()
      const { signal } = looking
      set({ person, ...(isSame ? {} : { related: { status: 'loading' } }) })
      if (!isSame) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (signal.aborted) return
      const present = (text: string | null) => (text === null ? [] : [text])
      const { connection: connection_id, contact: contact_id, phone, email } = person
      const wanted = { connection_id, contact_id, phones: present(phone), emails: present(email) }
      try {
        const value = await ask('contacts.related', wanted, { signal })
        if (!signal.aborted) set({ related: { status: 'ready', value } })
      } catch (error) {
        if (signal.aborted) return
        const failure = failureOf(error)
        const { related } = get()
        set({ related: related.status === 'ready' ? { ...related, failure } : { status: 'failed', failure } })
      }
    },
    async reload() {
      const { person } = get()
      if (person) await get().show(person)
    },
  }))
}

export type RelatedStore = ReturnType<typeof createRelatedStore>

/** The same contact, or one that has no number with the same ways to them. */
function isSamePerson(one: Person, other: Person): boolean {
  if (one.connection !== other.connection || one.contact !== other.contact) return false
  return one.contact !== null || (one.phone === other.phone && one.email === other.email)
}

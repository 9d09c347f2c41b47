import { createStore } from 'zustand'
import type { Related } from '../../preload/contract/contacts.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'

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
  show(person: Person): Promise<unknown>
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
  return createStore<RelatedState>()((set, get) => {
    const related = createLatest({ get, set, key: 'related', scope: () => get().person })
    return {
      person: null,
      related: { status: 'idle' },
      show(person) {
        const before = get().person
        const isSame = before !== null && isSamePerson(before, person)
        set({ person })
        return related.load(
          ({ connection: connection_id, contact: contact_id, phone, email }, options) => {
            const phones = phone === null ? [] : [phone]
            const emails = email === null ? [] : [email]
            return ask('contacts.related', { connection_id, contact_id, phones, emails }, options)
          },
          isSame ? {} : { keep: false, afterMs: delayMs },
        )
      },
      async reload() {
        const { person } = get()
        if (person) await get().show(person)
      },
    }
  })
}

export type RelatedStore = ReturnType<typeof createRelatedStore>

/** The same contact, or one that has no number with the same ways to them. */
function isSamePerson(one: Person, other: Person): boolean {
  if (one.connection !== other.connection || one.contact !== other.contact) return false
  return one.contact !== null || (one.phone === other.phone && one.email === other.email)
}

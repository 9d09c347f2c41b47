import { createStore } from 'zustand'
import type { Contact, ContactPage, contacts, Related } from '../../preload/contract/contacts.ts'
import type { Output } from '../../preload/contract/question.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { createLatest, type Loadable, pause, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

export interface ContactKey {
  readonly connection: string
  readonly id: number
}

export interface ContactState {
  readonly key: ContactKey | null
  /** The stored page until the service has answered. Null where the service has no contact of this number. */
  readonly page: Loadable<ContactPage | null>
  readonly busy: boolean
  open(key: ContactKey): Promise<unknown>
  refresh(): Promise<unknown>
  close(): void
}

/** One contact: first as it was stored, then as the service has it now. */
export function createContactStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ContactState>()((set, get) => {
    const page = createLatest({ get, set, key: 'page', busy: 'busy', scope: () => get().key })
    const read = (keptFirst: boolean) =>
      page.load(async ({ connection, id }, options) => {
        const kept = { connection_id: connection, id, fresh: false }
        const value = keptFirst ? await orNull(ask('contacts.read', kept, options)) : null
        if (value) options.show(value)
        const answer = ask('contacts.read', { ...kept, fresh: true }, options)
        // A stored contact stays, with the reason beside it. Without a stored one the contact does not exist.
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

/** The results of a search so far. */
export interface FoundContacts {
  /** The typed text. */
  readonly text: string
  readonly contacts: readonly Contact[]
  readonly page: number
  readonly hasMore: boolean
  /** The text that was sent; null where the typed one was too short. */
  readonly sent: string | null
  /** The number with or without its ninth digit, until it is searched; null if there is none. */
  readonly otherNinth: string | null
}

export interface SearchState extends MutationState<'search'> {
  readonly connection: string | null
  readonly text: string
  /** Null before the first answer to this text. */
  readonly found: FoundContacts | null
  /** Switches to another account and drops the results of the former one. */
  open(connection: string): void
  /** Searches after a pause in typing and aborts the search before it. Texts under two characters are not searched. */
  setText(text: string): void
  /** Searches without the delay. */
  search(): Promise<void>
  loadMore(): Promise<void>
  /** Adds the contacts that have the number's other form. */
  searchOtherNinth(): Promise<void>
  /** Retries what failed: the search, its next page or the number's other form. */
  retry(): Promise<void>
}

interface SearchDeps {
  readonly ask: AppAsk
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number
  /** The debounce of typing, in ms. */
  readonly debounceMs?: number
  /**
   * The least time between two searches, in ms: the whole team shares the service's rate limit (docs/services.md
   * §1.10).
   */
  readonly minIntervalMs?: number
}

const shortest = 2

/** Searches contacts on the service while the user types, debounced and throttled. */
export function createContactSearchStore({ ask, clock, debounceMs = 350, minIntervalMs = 900 }: SearchDeps) {
  let lastAsked = Number.NEGATIVE_INFINITY

  return createStore<SearchState>()((set, get) => {
    const mutation = createMutation({ get, set, scope: () => get().connection, concurrency: 'replace' })
    let retry = async () => {}
    /** Searches, and adds the results to `previous` without repetitions. */
    const add = async (
      previous: FoundContacts | null,
      request: { page: number; other_ninth: boolean },
      afterMs = 0,
    ) => {
      const text = previous?.text ?? get().text
      retry = () => add(previous, request)
      await mutation.run(
        'search',
        async (connection_id, options) => {
          await pause(afterMs, options.signal)
          lastAsked = clock()
          return ask('contacts.search', { connection_id, text, ...request }, options)
        },
        (answer) => set({ found: joined(text, previous, answer, request.other_ninth) }),
      )
      // Results of another search are no answer to this one.
      if (get().failure && get().found?.text !== text) set({ found: null })
    }
    const first = { page: 1, other_ninth: false }
    const isEnough = () => get().text.trim().length >= shortest
    return {
      connection: null,
      text: '',
      found: null,
      ...noMutation,
      open(connection) {
        if (get().connection === connection) return
        mutation.cancel()
        set({ connection, found: null })
        get().setText(get().text)
      },
      setText(text) {
        mutation.cancel()
        set({ text, failure: null })
        if (isEnough()) void add(null, first, Math.max(debounceMs, lastAsked + minIntervalMs - clock()))
        else set({ found: null })
      },
      search: async () => {
        if (isEnough()) await add(null, first)
      },
      async loadMore() {
        const { found } = get()
        if (found?.hasMore) await add(found, { page: found.page + 1, other_ninth: false })
      },
      async searchOtherNinth() {
        const { found } = get()
        if (found?.otherNinth) await add(found, { page: 1, other_ninth: true })
      },
      retry: () => retry(),
    }
  })
}

type Answer = Output<(typeof contacts)['contacts.search']>

function joined(text: string, previous: FoundContacts | null, answer: Answer, isOther: boolean): FoundContacts {
  const ids = new Set(previous?.contacts.map(({ id }) => id))
  const contacts = [...(previous?.contacts ?? []), ...answer.contacts.filter(({ id }) => !ids.has(id))]
  if (isOther && previous) return { ...previous, contacts, otherNinth: null }
  return {
    text,
    contacts,
    page: answer.page,
    hasMore: answer.has_more,
    sent: answer.sent,
    otherNinth: previous?.otherNinth ?? answer.other_ninth,
  }
}

export type ContactSearchStore = ReturnType<typeof createContactSearchStore>

/** A person to search for in what is stored: by the number of the account's contact, by phone, by e-mail. */
export interface Person {
  readonly connection: string
  readonly contact: number | null
  readonly phone: string | null
  readonly email: string | null
}
export interface RelatedState {
  readonly person: Person | null
  readonly related: Loadable<Related>
  /** Searches for a person. For the same person the shown rows stay meanwhile. */
  show(person: Person): Promise<unknown>
  /** Searches again after stored rows changed. */
  reload(): Promise<void>
}
interface RelatedDeps {
  readonly ask: AppAsk
  /** The delay before a shown person is searched for, in ms, so that stepping through a list causes no searches. */
  readonly delayMs?: number
}
/** The stored rows of the shown person. */
export function createRelatedStore({ ask, delayMs = 200 }: RelatedDeps) {
  return createStore<RelatedState>()((set, get) => {
    const related = createLatest({ get, set, key: 'related', scope: () => get().person })
    return {
      person: null,
      related: { status: 'idle' },
      show(person) {
        const previous = get().person
        const isSame = previous !== null && isSamePerson(previous, person)
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
/** Whether it is the same contact or, without a number, has the same phone and e-mail. */
function isSamePerson(one: Person, other: Person): boolean {
  if (one.connection !== other.connection || one.contact !== other.contact) return false
  return one.contact !== null || (one.phone === other.phone && one.email === other.email)
}

import { createStore } from 'zustand'
import type { Contact, contacts } from '../../preload/contract/contacts.ts'
import type { Output } from '../../preload/contract/kernel.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { pause } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

/** What a search has brought so far. */
export interface FoundContacts {
  /** What was typed. */
  readonly text: string
  readonly contacts: readonly Contact[]
  readonly page: number
  readonly hasMore: boolean
  /** What was sent; null for what was too short. */
  readonly sent: string | null
  /** The other form of the ninth digit, while it was not asked for; null where there is none. */
  readonly otherNinth: string | null
}

export interface SearchState extends MutationState<'search'> {
  readonly connection: string | null
  readonly text: string
  /** Null before the first answer to this text. */
  readonly found: FoundContacts | null
  /** Shows another account: what was found is the other's. */
  open(connection: string): void
  /** Searches once typing rests; an earlier question is called back. Nothing is asked for less than two characters. */
  setText(text: string): void
  /** Asks at once. */
  search(): Promise<void>
  loadMore(): Promise<void>
  /** Adds whom the service has under the number's other form. */
  searchOtherNinth(): Promise<void>
  /** Asks again for what failed: the search, its next page or the number's other form. */
  retry(): Promise<void>
}

export interface SearchDeps {
  readonly ask: AppAsk
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number
  /** Typing rests this long before it is asked, in ms. */
  readonly debounceMs?: number
  /** Two questions are at least so far apart, in ms: the whole team shares what the service allows (features.md §8.2). */
  readonly minIntervalMs?: number
}

const shortest = 2

/** Looks contacts up at the service while the person types, gently. */
export function createContactSearchStore({ ask, clock, debounceMs = 350, minIntervalMs = 900 }: SearchDeps) {
  let lastAsked = Number.NEGATIVE_INFINITY

  return createStore<SearchState>()((set, get) => {
    const mutation = createMutation({ get, set, scope: () => get().connection, concurrency: 'replace' })
    let retry = async () => {}
    /** Asks, and adds the answer to `before`, each contact once. */
    const add = async (before: FoundContacts | null, wanted: { page: number; other_ninth: boolean }, afterMs = 0) => {
      const text = before?.text ?? get().text
      retry = () => add(before, wanted)
      await mutation.run(
        'search',
        async (connection_id, options) => {
          await pause(afterMs, options.signal)
          lastAsked = clock()
          return ask('contacts.search', { connection_id, text, ...wanted }, options)
        },
        (answer) => set({ found: joined(text, before, answer, wanted.other_ninth) }),
      )
      // Whom another search has found is not the answer to this one.
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

function joined(text: string, before: FoundContacts | null, found: Answer, isOther: boolean): FoundContacts {
  const known = new Set(before?.contacts.map(({ id }) => id))
  const contacts = [...(before?.contacts ?? []), ...found.contacts.filter(({ id }) => !known.has(id))]
  if (isOther && before) return { ...before, contacts, otherNinth: null }
  return {
    text,
    contacts,
    page: found.page,
    hasMore: found.has_more,
    sent: found.sent,
    otherNinth: before?.otherNinth ?? found.other_ninth,
  }
}

export type ContactSearchStore = ReturnType<typeof createContactSearchStore>

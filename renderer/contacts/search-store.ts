import { createStore } from 'zustand'
import type { Contact } from '../../preload/contract/contacts.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'

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

export interface SearchState {
  readonly connection: string | null
  readonly text: string
  /** Null before the first answer to this text. */
  readonly found: FoundContacts | null
  readonly busy: boolean
  readonly failure: Failure | null
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
  let asking = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAsked = Number.NEGATIVE_INFINITY

  return createStore<SearchState>()((set, get) => {
    let retry = async () => {}
    const stop = () => {
      clearTimeout(timer)
      asking.abort()
      asking = new AbortController()
      return asking.signal
    }
    /** Asks, and adds the answer to `before`, each contact once. */
    const add = async (before: FoundContacts | null, wanted: { page: number; other_ninth: boolean }) => {
      const { connection } = get()
      const text = before?.text ?? get().text
      if (connection === null) return
      const signal = stop()
      retry = () => add(before, wanted)
      lastAsked = clock()
      set({ busy: true, failure: null })
      try {
        const found = await ask('contacts.search', { connection_id: connection, text, ...wanted }, { signal })
        if (signal.aborted) return
        const known = new Set(before?.contacts.map(({ id }) => id))
        const fresh = found.contacts.filter(({ id }) => !known.has(id))
        const other = wanted.other_ninth
        set({
          busy: false,
          found: {
            text,
            contacts: [...(before?.contacts ?? []), ...fresh],
            page: other ? (before?.page ?? 1) : found.page,
            hasMore: other ? before?.hasMore === true : found.has_more,
            sent: other ? (before?.sent ?? null) : found.sent,
            otherNinth: other ? null : (before?.otherNinth ?? found.other_ninth),
          },
        })
      } catch (error) {
        if (signal.aborted) return
        // Whom another search has found is not the answer to this one.
        const { found } = get()
        set({ busy: false, failure: failureOf(error), found: found?.text === text ? found : null })
      }
    }
    return {
      connection: null,
      text: '',
      found: null,
      busy: false,
      failure: null,
      open(connection) {
        if (get().connection === connection) return
        stop()
        set({ connection, found: null, busy: false, failure: null })
        get().setText(get().text)
      },
      setText(text) {
        stop()
        const enough = text.trim().length >= shortest
        set({ text, busy: enough, failure: null, ...(enough ? {} : { found: null }) })
        if (!enough) return
        const after = Math.max(debounceMs, lastAsked + minIntervalMs - clock())
        timer = setTimeout(() => void get().search(), after)
      },
      search: async () => {
        if (get().text.trim().length >= shortest) await add(null, { page: 1, other_ninth: false })
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

export type ContactSearchStore = ReturnType<typeof createContactSearchStore>

import { createStore } from 'zustand'
import type { CaptainPage, CaptainRecord } from '../../preload/contract/captain.ts'
import { type CaptainResourceName, captainResources } from '../../preload/contract/captain-resources.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'

/** What a list is of: its kind and the assistant or thread that it belongs to. */
export interface Kind {
  readonly resource: CaptainResourceName
  readonly parent: number | null
}

export type ListFilter = Readonly<Record<string, string>>

export interface CaptainList {
  readonly filter: ListFilter
  readonly records: readonly CaptainRecord[]
  /** How many there are; null where the service does not say. */
  readonly total: number | null
  /** When the service told of them; null when it never did. */
  readonly readAt: string | null
  /** How many pages are shown. */
  readonly pages: number
  readonly more: boolean
  readonly asking: boolean
  /** The page that was asked for last. */
  readonly asked: number
  /** Why it is not newer, or not there. */
  readonly failure: Failure | null
}

export interface ListsState {
  readonly connection: string | null
  readonly lists: Readonly<Record<string, CaptainList>>
  open(connection: string): void
  /** Shows what is kept, then what the service has. */
  show(kind: Kind): Promise<void>
  refresh(kind: Kind): Promise<void>
  more(kind: Kind): Promise<void>
  /** The same with every page, for a choice among them; at most 20 pages. */
  showAll(kind: Kind): Promise<void>
  /** Asks for the page that could not be read again; the pages before it stay. */
  retry(kind: Kind): Promise<void>
  /** An empty value takes a condition away. */
  filterBy(kind: Kind, change: ListFilter): Promise<void>
}

export const emptyList: CaptainList = {
  filter: {},
  records: [],
  total: null,
  readAt: null,
  pages: 0,
  more: false,
  asking: false,
  asked: 1,
  failure: null,
}

const mostChoicePages = 20

export const keyOf = ({ resource, parent }: Kind) => `${resource} ${parent ?? ''}`

/** The lists of the AI module of one account, as last read. */
export function createListsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ListsState>()((set, get) => {
    const listOf = (kind: Kind) => get().lists[keyOf(kind)] ?? emptyList
    const put = (kind: Kind, part: Partial<CaptainList>) =>
      set({ lists: { ...get().lists, [keyOf(kind)]: { ...listOf(kind), ...part } } })
    /** Answers that a later question has overtaken, or that are of another account, are dropped. */
    const turns = new Map<string, number>()
    const read = async (kind: Kind, page: number) => {
      const { connection } = get()
      if (connection === null) return
      const key = keyOf(kind)
      const turn = (turns.get(key) ?? 0) + 1
      turns.set(key, turn)
      const isLast = () => turns.get(key) === turn && get().connection === connection
      const { filter } = listOf(kind)
      put(kind, { asking: true, asked: page, failure: null })
      try {
        const answer = await ask('captain.list', { connection_id: connection, ...kind, page, filter, fresh: true })
        if (isLast()) put(kind, { ...joined(kind, listOf(kind), answer, page), asking: false })
      } catch (error) {
        if (isLast()) put(kind, { asking: false, failure: failureOf(error) })
      }
    }
    return {
      connection: null,
      lists: {},
      open(connection) {
        if (get().connection !== connection) set({ connection, lists: {} })
      },
      async show(kind) {
        const { connection } = get()
        if (connection === null) return
        if (listOf(kind).readAt === null) {
          put(kind, { asking: true })
          await showKept(kind, connection)
        }
        await read(kind, 1)
      },
      refresh: (kind) => read(kind, 1),
      retry: (kind) => (listOf(kind).asked > 1 ? read(kind, listOf(kind).asked) : get().show(kind)),
      more: (kind) => read(kind, listOf(kind).pages + 1),
      async showAll(kind) {
        await get().show(kind)
        while (listOf(kind).more && listOf(kind).pages < mostChoicePages && listOf(kind).failure === null) {
          const next = listOf(kind).pages + 1
          await get().more(kind)
          // Overtaken by another reading of the list, which goes on.
          if (listOf(kind).pages !== next) return
        }
      },
      async filterBy(kind, change) {
        const wanted = Object.entries({ ...listOf(kind).filter, ...change }).filter(([, value]) => value !== '')
        put(kind, { filter: Object.fromEntries(wanted) })
        await read(kind, 1)
      },
    }

    async function showKept(kind: Kind, connection: string) {
      try {
        const input = { connection_id: connection, ...kind, page: 1, filter: {}, fresh: false }
        const { records, total, read_at } = await ask('captain.list', input)
        if (read_at !== null && get().connection === connection && listOf(kind).readAt === null) {
          put(kind, { records, total, readAt: read_at, pages: 1, more: false })
        }
      } catch {
        // What is kept is a help only: the service is asked in any case, and its failure is shown.
      }
    }
  })
}

/**
 * A page in its place after those before it, without what they hold already. There is more while pages bring something new
 * and the count is not reached; where nothing is counted, while they are full.
 */
export function joined(kind: Kind, list: CaptainList, answer: CaptainPage, page: number): Partial<CaptainList> {
  const before = page === 1 ? [] : list.records
  const known = new Set(before.map(({ id }) => id))
  const fresh = answer.records.filter(({ id }) => id === null || !known.has(id))
  const records = [...before, ...fresh]
  const size = captainResources[kind.resource].pageSize ?? Number.POSITIVE_INFINITY
  const unread = answer.total === null ? answer.records.length >= size : records.length < answer.total
  const paged = captainResources[kind.resource].pageSize !== null
  const more = paged && fresh.length > 0 && unread
  return { records, total: answer.total, readAt: answer.read_at, pages: page, more }
}

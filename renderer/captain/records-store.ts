import { createStore } from 'zustand'
import type { CaptainAnswer, CaptainPage, CaptainRecord } from '../../preload/contract/captain.ts'
import {
  type CaptainQuestion,
  type CaptainResourceName,
  captainResources,
} from '../../preload/contract/captain-resources.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { createReload, type Loadable } from '../kernel/loadable.ts'

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
  readonly loading: boolean
  /** The page that was asked for last. */
  readonly requestedPage: number
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
  loading: false,
  requestedPage: 1,
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
      put(kind, { loading: true, requestedPage: page, failure: null })
      try {
        const answer = await ask('captain.list', { connection_id: connection, ...kind, page, filter, fresh: true })
        if (isLast()) put(kind, { ...joined(kind, listOf(kind), answer, page), loading: false })
      } catch (error) {
        if (isLast()) put(kind, { loading: false, failure: failureOf(error) })
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
          put(kind, { loading: true })
          await showKept(kind, connection)
        }
        await read(kind, 1)
      },
      refresh: (kind) => read(kind, 1),
      retry: (kind) => (listOf(kind).requestedPage > 1 ? read(kind, listOf(kind).requestedPage) : get().show(kind)),
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

interface Question {
  readonly question: CaptainQuestion
  readonly id?: number
  readonly slug?: string
  readonly query?: Readonly<Record<string, string>>
}

/** An answer, and the query that it is of. */
interface AnswerOf extends CaptainAnswer {
  readonly query: Readonly<Record<string, string>>
}

export interface AnswersState {
  readonly answers: Readonly<Record<string, Loadable<AnswerOf>>>
  /** Things that were opened, each as the service tells it now. */
  readonly opened: Readonly<Record<string, Loadable<CaptainRecord>>>
  /** Answers stand under a name of the caller's own, such as `stats 1`. */
  ask(name: string, asked: Question): Promise<void>
  read(kind: Kind, id: number): Promise<void>
  forget(): void
}

export const recordKey = (kind: Kind, id: number) => `${keyOf(kind)} ${id}`

/** What the questions beside the lists were answered: statistics, summaries, tools, discovery, single things. */
export function createAnswersStore({ ask, connection }: { readonly ask: AppAsk; connection(): string | null }) {
  return createStore<AnswersState>()((set, get) => {
    const reloads = new Map<string, ReturnType<typeof createReload<AnswerOf>>>()
    const reloadOf = (name: string) => {
      const made =
        reloads.get(name) ??
        createReload<AnswerOf>(
          () => get().answers[name] ?? { status: 'idle' },
          (loadable) => set({ answers: { ...get().answers, [name]: loadable } }),
        )
      reloads.set(name, made)
      return made
    }
    const putThing = (name: string, thing: Loadable<CaptainRecord>) =>
      set({ opened: { ...get().opened, [name]: thing } })

    return {
      answers: {},
      opened: {},
      async ask(name, { question, id = null, slug = null, query = {} }) {
        const connection_id = connection()
        if (connection_id === null) return
        await reloadOf(name)(async () => {
          const answer = await ask('captain.ask', { connection_id, question, id, slug, query: { ...query } })
          return { ...answer, query }
        })
      },
      async read(kind, id) {
        const connection_id = connection()
        if (connection_id === null) return
        const name = recordKey(kind, id)
        const asking: Loadable<CaptainRecord> = { status: 'loading' }
        // One that is read anew meanwhile, or let go with its account, waits for this answer no more.
        const show = (thing: Loadable<CaptainRecord>) => {
          if (get().opened[name] === asking) putThing(name, thing)
        }
        putThing(name, asking)
        try {
          show({ status: 'ready', value: await ask('captain.read', { connection_id, ...kind, id }) })
        } catch (error) {
          show({ status: 'failed', failure: failureOf(error) })
        }
      },
      forget: () => set({ answers: {}, opened: {} }),
    }
  })
}

type Fields = Readonly<Record<string, unknown>>
/** `unknown`: it was sent and nobody confirmed it; the activity log says so and offers to check. */
type WriteEnd = 'done' | 'failed' | 'unknown'
/** What an action answered, to be shown beside what it was done with. */
interface ActionAnswer {
  readonly of: string
  readonly answer: unknown
}
export interface MutationsState {
  /** What is being done: a name of the caller's own. */
  readonly working: string | null
  readonly failure: Failure | null
  /** Why something failed whose dialog was closed before. */
  readonly late: Failure | null
  readonly answer: ActionAnswer | null
  /** What the last deed made. */
  readonly made: CaptainRecord | null
  create(kind: Kind, fields: Fields): Promise<WriteEnd>
  change(kind: Kind, id: number, method: 'PATCH' | 'PUT', fields: Fields): Promise<WriteEnd>
  remove(kind: Kind, id: number): Promise<WriteEnd>
  act(kind: Kind, action: 'sync' | 'connect', id: number): Promise<WriteEnd>
  test(kind: Kind, id: number | null, fields: Fields): Promise<WriteEnd>
  /** `name` is that of the data set which keeps what is deleted. */
  bulk(deed: 'approve' | 'delete', records: readonly CaptainRecord[], name: string): Promise<WriteEnd>
  /** The dialog is closed: its failure and answer go, and what comes later is not shown in the next dialog. */
  detach(): void
  /** Takes every failure and the answer away. */
  clear(): void
}
interface DeedsDeps {
  readonly ask: AppAsk
  connection(): string | null
  /** The list is to be read again. */
  done(kind: Kind): Promise<unknown>
}
const responses: Kind = { resource: 'responses', parent: null }
/** What is made, changed and done in the AI module: one deed at a time, each sent once. */
export function createMutationsStore({ ask, connection, done }: DeedsDeps) {
  /** How many dialogs were closed: a late answer is that of a dialog before. */
  let closed = 0
  return createStore<MutationsState>()((set, get) => {
    const detach = () => {
      closed += 1
      set({ failure: null, answer: null, made: null })
    }
    const deed = async (
      name: string,
      kind: Kind,
      act: (connection_id: string, show: (part: Partial<MutationsState>) => void) => Promise<unknown>,
    ): Promise<WriteEnd> => {
      const connection_id = connection()
      if (connection_id === null || get().working !== null) return 'failed'
      const before = closed
      const isOpen = () => closed === before
      set({ working: name, failure: null, answer: null, made: null })
      try {
        await act(connection_id, (part) => {
          if (isOpen()) set(part)
        })
        await done(kind)
        return 'done'
      } catch (error) {
        const failure = failureOf(error)
        if (isOpen()) set({ failure })
        else if (connection() === connection_id) set({ late: failure })
        if (failure.code !== 'sent_unknown') return 'failed'
        // It may well have been done: the list tells.
        await done(kind)
        return 'unknown'
      } finally {
        set({ working: null })
      }
    }
    const answered = (name: string, { answer }: CaptainAnswer) => ({ answer: { of: name, answer } })

    return {
      working: null,
      failure: null,
      late: null,
      answer: null,
      made: null,
      create: (kind, fields) =>
        deed('create', kind, async (connection_id, show) => {
          const { record } = await ask('captain.create', { connection_id, ...kind, fields })
          show({ made: record })
        }),
      change: (kind, id, method, fields) =>
        deed(`change ${id}`, kind, (connection_id) =>
          ask('captain.change', { connection_id, ...kind, id, method, fields }),
        ),
      remove: (kind, id) =>
        deed(`remove ${id}`, kind, (connection_id) => ask('captain.remove', { connection_id, ...kind, id })),
      act: (kind, action, id) => {
        const name = `${action} ${id}`
        return deed(name, kind, async (connection_id, show) =>
          show(answered(name, await ask('captain.act', { connection_id, action, id }))),
        )
      },
      test: (kind, id, fields) =>
        deed('test', kind, async (connection_id, show) => {
          const owner = kind.parent === null ? {} : { parent: kind.parent }
          show(answered('test', await ask('captain.test', { connection_id, id, fields, ...owner })))
        }),
      bulk: (what, records, name) =>
        deed('bulk', responses, (connection_id) => {
          const chosen = records.flatMap(({ id, fields }) => (id === null ? [] : [{ id, fields }]))
          return ask('captain.bulk', { connection_id, deed: what, records: chosen, name })
        }),
      detach,
      clear() {
        detach()
        set({ late: null })
      },
    }
  })
}

import { createStore } from 'zustand'
import type { CaptainAnswer, CaptainPage, CaptainRecord } from '../../preload/contract/captain.ts'
import {
  type CaptainQuestion,
  type CaptainResourceName,
  captainResource,
} from '../../preload/values/captain-resources.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { createLatest, keyed, type Loadable, partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation, type MutationEnd, type MutationState, noMutation } from '../kernel/mutation.ts'

/** The kind of a list: its resource, and the assistant or thread that it belongs to. */
export interface Kind {
  readonly resource: CaptainResourceName
  readonly parent: number | null
}

/** The pages of a list that were read, joined. */
export interface Pages {
  readonly records: readonly CaptainRecord[]
  /** The total; null if the service sends none. */
  readonly total: number | null
  /** When the service answered; null before its first answer. */
  readonly readAt: string | null
  readonly pages: number
  readonly more: boolean
}

export interface CaptainList {
  readonly filter: Readonly<Record<string, string>>
  readonly content: Loadable<Pages>
  readonly loading: boolean
  readonly requestedPage: number
}

/** A question besides the lists. */
export interface Question {
  readonly question: CaptainQuestion
  readonly id?: number
  readonly slug?: string
  readonly query?: Readonly<Record<string, string>>
}
type Answer = CaptainAnswer & { readonly query: Readonly<Record<string, string>> }

/** A record that is chosen by name and sent as its number or word. */
export interface Named {
  readonly value: string
  readonly label: string
}

export interface RecordsState {
  readonly connection: string | null
  readonly lists: Readonly<Record<string, CaptainList>>
  /** Answers to questions besides the lists, by a name of the caller's, such as `stats 1`. */
  readonly answers: Readonly<Record<string, Loadable<Answer>>>
  /** Opened records, as the service has them now. */
  readonly opened: Readonly<Record<string, Loadable<CaptainRecord>>>
  /** Inboxes that the app has seen, in conversations and leads. */
  readonly inboxes: Loadable<readonly Named[]>
  /** Shows the stored list, then the service's. */
  show(kind: Kind): Promise<unknown>
  refresh(kind: Kind): Promise<unknown>
  more(kind: Kind): Promise<boolean>
  /** Reads every page, for a choice among the records; at most 20 pages. */
  showAll(kind: Kind): Promise<void>
  /** Reads the page that failed again; the pages before it stay. */
  retry(kind: Kind): Promise<unknown>
  /** An empty value removes a condition. */
  filterBy(kind: Kind, change: CaptainList['filter']): Promise<unknown>
  ask(name: string, question: Question): Promise<unknown>
  open(kind: Kind, id: number): Promise<unknown>
  readInboxes(): Promise<unknown>
}

export const idle = { status: 'idle' } as const
export const noPages: Pages = { records: [], total: null, readAt: null, pages: 0, more: false }
const emptyList: CaptainList = { filter: {}, content: idle, loading: false, requestedPage: 1 }
const mostChoicePages = 20

export const keyOf = ({ resource, parent }: Kind) => `${resource} ${parent ?? ''}`
export const recordKey = (kind: Kind, id: number) => `${keyOf(kind)} ${id}`

/** What was read of the AI module of one account: lists, single records and answers. */
export function createRecordsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<RecordsState>()((set, get) => {
    const scope = () => get().connection
    const listOf = (kind: Kind) => get().lists[keyOf(kind)] ?? emptyList
    const lists = partOf({ get, set }, 'lists')
    const answers = partOf({ get, set }, 'answers')
    const opened = partOf({ get, set }, 'opened')
    const list = (key: string) => partOf(lists, key, emptyList)
    const contentOf = keyed((key: string) => createLatest({ ...list(key), key: 'content', busy: 'loading', scope }))
    const answerOf = keyed((key: string) => createLatest({ ...answers, key, scope }))
    const openedOf = keyed((key: string) => createLatest({ ...opened, key, scope }))
    const inboxes = createLatest({ get, set, key: 'inboxes', scope })

    const read = (kind: Kind, page: number) => {
      list(keyOf(kind)).set({ requestedPage: page })
      const { filter } = listOf(kind)
      return contentOf(keyOf(kind)).load(async (connection_id, { signal }) => {
        const answer = await ask('captain.list', { connection_id, ...kind, page, filter, fresh: true }, { signal })
        return joinPage(kind, readyValue(listOf(kind).content) ?? noPages, answer, page)
      })
    }
    const readStored = (kind: Kind) =>
      contentOf(keyOf(kind)).load(async (connection_id) => {
        const stored = await ask('captain.list', { connection_id, ...kind, page: 1, filter: {}, fresh: false })
        const { records, total, read_at } = stored
        return read_at === null ? noPages : { records, total, readAt: read_at, pages: 1, more: false }
      })

    return {
      connection: null,
      lists: {},
      answers: {},
      opened: {},
      inboxes: idle,
      async show(kind) {
        const isKnown = readyValue(listOf(kind).content)?.readAt != null
        if (isKnown || (await readStored(kind))) await read(kind, 1)
      },
      refresh: (kind) => read(kind, 1),
      retry: (kind) => (listOf(kind).requestedPage > 1 ? read(kind, listOf(kind).requestedPage) : get().show(kind)),
      more: (kind) => read(kind, (readyValue(listOf(kind).content)?.pages ?? 0) + 1),
      async showAll(kind) {
        await get().show(kind)
        const isReadable = ({ content }: CaptainList) =>
          content.status === 'ready' && !content.failure && content.value.more && content.value.pages < mostChoicePages
        // Another reading of the list may overtake this one, which then still continues.
        while (isReadable(listOf(kind)) && (await get().more(kind)));
      },
      filterBy(kind, change) {
        const filter = Object.entries({ ...listOf(kind).filter, ...change }).filter(([, value]) => value !== '')
        list(keyOf(kind)).set({ filter: Object.fromEntries(filter) })
        return read(kind, 1)
      },
      ask: (name, { question, id = null, slug = null, query = {} }) =>
        answerOf(name).load(async (connection_id) => {
          const answer = await ask('captain.ask', { connection_id, question, id, slug, query: { ...query } })
          return { ...answer, query }
        }),
      open: (kind, id) =>
        openedOf(recordKey(kind, id)).load((connection_id) => ask('captain.read', { connection_id, ...kind, id }), {
          keep: false,
        }),
      readInboxes: () =>
        inboxes.load(async (connection_id) => {
          const nameLists = await ask('conversations.known', { connection_id })
          return nameLists.inboxes.map(({ id, name }) => ({ value: String(id), label: name }))
        }),
    }
  })
}

/** The records of a list as far as they were read, and why they are old or missing. */
export function listView(list: CaptainList = emptyList) {
  const failure = ('failure' in list.content && list.content.failure) || null
  return { ...noPages, ...readyValue(list.content), ...list, failure }
}

/**
 * Joins a page to those before it, without repeated records. There is more while pages bring new records and the count
 * is not reached. Without a count, there is more while pages are full.
 */
export function joinPage({ resource }: Kind, list: Pages, answer: CaptainPage, page: number): Pages {
  const previous = page === 1 ? [] : list.records
  const ids = new Set(previous.map(({ id }) => id))
  const fresh = answer.records.filter(({ id }) => id === null || !ids.has(id))
  const records = [...previous, ...fresh]
  const { pageSize } = captainResource(resource)
  const isFull = pageSize !== null && answer.records.length >= pageSize
  const more = pageSize !== null && fresh.length > 0 && (answer.total === null ? isFull : records.length < answer.total)
  return { records, total: answer.total, readAt: answer.read_at, pages: page, more }
}

type Fields = Readonly<Record<string, unknown>>

/** `working`: the name of the write, such as `change 5`. `failure`: also that of an unconfirmed write. */
export interface MutationsState extends MutationState {
  /** The dialog of the write was closed. Its answer is not shown, and its failure not in the next dialog. */
  readonly detached: boolean
  /** The answer of an action, and the record that it acted on. */
  readonly answer: { readonly of: string; readonly answer: unknown } | null
  create(kind: Kind, fields: Fields): Promise<MutationEnd>
  change(kind: Kind, id: number, method: 'PATCH' | 'PUT', fields: Fields): Promise<MutationEnd>
  remove(kind: Kind, id: number): Promise<MutationEnd>
  act(kind: Kind, action: 'sync' | 'connect', id: number): Promise<MutationEnd>
  test(kind: Kind, id: number | null, fields: Fields): Promise<MutationEnd>
  /** `name` is that of the data set that stores the deleted records. */
  bulk(action: 'approve' | 'delete', records: readonly CaptainRecord[], name: string): Promise<MutationEnd>
  /** The dialog was closed: removes its failure and answer. */
  detach(): void
  /** Removes the failure and answer of any write. */
  clear(): void
  dismissFailure(): void
}

const responses: Kind = { resource: 'responses', parent: null }

/** Writes to the AI module, each sent once, one at a time in all accounts. `refresh` reads its list again. */
export function createMutationsStore({
  ask,
  connection,
  refresh,
}: {
  readonly ask: AppAsk
  connection(): string | null
  refresh(kind: Kind): Promise<unknown>
}) {
  return createStore<MutationsState>()((set, get) => {
    let written = responses
    const mutation = createMutation({
      get,
      set,
      scope: connection,
      showUnknown: true,
      onSuccess: () => refresh(written),
    })
    const write = async <T>(
      kind: Kind,
      name: string,
      send: (connection_id: string) => Promise<T>,
      show: (value: T) => void = () => {},
    ) => {
      if (get().working === null) {
        written = kind
        set({ detached: false, answer: null })
      }
      const end = await mutation.end(name, send, (value) => {
        if (!get().detached) show(value)
      })
      // It may have been done: the list shows whether it was.
      if (end === 'unknown') await refresh(kind)
      return end
    }
    const showAnswer =
      (of: string) =>
      ({ answer }: CaptainAnswer) =>
        set({ answer: { of, answer } })

    return {
      ...noMutation,
      detached: false,
      answer: null,
      create: (kind, fields) =>
        write(kind, 'create', (connection_id) => ask('captain.create', { connection_id, ...kind, fields })),
      change: (kind, id, method, fields) =>
        write(kind, `change ${id}`, (connection_id) =>
          ask('captain.change', { connection_id, ...kind, id, method, fields }),
        ),
      remove: (kind, id) =>
        write(kind, `remove ${id}`, (connection_id) => ask('captain.remove', { connection_id, ...kind, id })),
      act: (kind, action, id) =>
        write(
          kind,
          `${action} ${id}`,
          (connection_id) => ask('captain.act', { connection_id, action, id }),
          showAnswer(`${action} ${id}`),
        ),
      test: (kind, id, fields) =>
        write(
          kind,
          'test',
          (connection_id) => {
            const owner = kind.parent === null ? {} : { parent: kind.parent }
            return ask('captain.test', { connection_id, id, fields, ...owner })
          },
          showAnswer('test'),
        ),
      bulk: (action, records, name) =>
        write(responses, 'bulk', (connection_id) => {
          const chosen = records.flatMap(({ id, fields }) => (id === null ? [] : [{ id, fields }]))
          return ask('captain.bulk', { connection_id, action, records: chosen, name })
        }),
      detach() {
        if (!get().detached) get().clear()
      },
      clear: () => set({ detached: true, failure: null, answer: null }),
      dismissFailure: mutation.dismissFailure,
    }
  })
}

import { createStore } from 'zustand'
import type {
  Conversation,
  ConversationFilter,
  ConversationFound,
  ConversationPage,
} from '../../preload/contract/conversations.ts'
import type { SavedView } from '../../preload/contract/views.ts'
import { conversationAttributes } from '../../preload/values/conversation-fields.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { createLatest, type Loadable, partOf, readyValue, type Slot } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { createViews, type ViewsState } from '../tables/views.ts'
import { isSameFilter, type KnownNames, openConversations } from './conversation-filter.ts'
import { inOrder, type ListOrder, orderOf, queryOf } from './conversation-order.ts'

/** The pages of a filter that were read so far, as one list. */
export interface FoundConversations {
  readonly conversations: readonly Conversation[]
  /** The last page that was read, from 1. */
  readonly page: number
  readonly all_count: number | null
  /** Conversations outside the days of the filter, which are left out. */
  readonly outside: number
  readonly hasMore: boolean
  /** The last page had nothing new. The next page is then loaded only on request. */
  readonly repeated: boolean
  /** How many pages in a row had nothing new: conversations of other days, or repeated ones. */
  readonly stale: number
  /** When the first page came; epoch ms. */
  readonly readAt: number
}

export interface ConversationsState extends DetailActions, ViewsState {
  readonly connection: string | null
  readonly filter: ConversationFilter
  readonly list: Loadable<FoundConversations>
  /** Of what was read. */
  readonly order: ListOrder
  /** The pending next page, or its failure. It is retried only on request. */
  readonly more: MutationState
  /** Names for the ids of filters; empty until they are known. */
  readonly known: KnownNames
  readonly opened: OpenConversation | null
  /** Opens an account: reads its names and views, and drops what was read of another. */
  open(connection: string): Promise<void>
  /** Loads the first page of the last filter, or of the first view, unless it is loaded. */
  start(): Promise<void>
  /** Requests the first page of another filter. The shown view stays the one that it was changed from. */
  search(filter: ConversationFilter): Promise<void>
  /** The same for a filter that is of no view. */
  find(filter: ConversationFilter): Promise<void>
  /** Reads the list anew from its first page. The shown list stays meanwhile. */
  refresh(): Promise<void>
  loadMore(): Promise<void>
  orderBy(order: ListOrder): void
  /** Reads the names again, since main has seen more of them. */
  loadNames(): Promise<void>
  /** The screen was left: aborts pending requests. */
  close(): void
}

export interface ConversationsDeps {
  readonly ask: AppAsk
  /** Epoch ms. */
  readonly now: () => number
}

export type ConversationsStore = ReturnType<typeof createConversationsStore>

const nothingKnown: KnownNames = { inboxes: [], agents: [], teams: [], labels: [] }

/** The conversations of an account as the service has them now, a page of 25 at a time (docs/services.md §4.1). */
export function createConversationsStore({ ask, now }: ConversationsDeps) {
  return createStore<ConversationsState>()((set, get) => {
    /** The last filter of each account: its ids mean nothing in another. */
    const left = new Map<string, Pick<ConversationsState, 'filter' | 'savedView'>>()
    /** Whose views are shown; and when they are loaded. */
    let owner: { readonly connection_id: string; readonly kind: 'live_conversations' } | null = null
    let opening: Promise<unknown> = Promise.resolve()
    let isOpen = false
    const list = createLatest({ get, set, key: 'list', scope: () => get().connection })
    const more = createMutation<string>(partOf({ get, set }, 'more'))

    const page = (number: number, signal: AbortSignal): Promise<ConversationPage> => {
      const { connection, filter } = get()
      return ask('conversations.page', { connection_id: connection ?? '', filter, page: number }, { signal })
    }
    /** Whether the account is still shown: another may have been chosen meanwhile. */
    const isShown = (connection: string) => get().connection === connection

    const views = createViews({
      ask,
      owner: () => (get().connection === null ? null : owner),
      get,
      set,
      content: () => ({ query: queryOf(get().order), columns: [], grouping: null, filter: get().filter }),
      show: (view) => {
        set({ order: view ? orderOf(view) : 'movement' })
        return get().search(view?.filter ?? openConversations)
      },
    })
    const loadViews = async (connection: string) => {
      await views.loadViews()
      const first = get().savedViews.find((view) => view.is_default)
      const isUntouched = isShown(connection) && !left.has(connection) && get().list.status === 'idle'
      if (first?.filter && isUntouched) set({ filter: first.filter, order: orderOf(first), savedView: first.id })
    }

    const dropMore = () => {
      more.cancel()
      more.dismissFailure()
    }
    const readFirst = async () => {
      dropMore()
      const isShown = await list.load(async (_, { signal }) => ({ ...foundIn(await page(1, signal)), readAt: now() }))
      const first = get().list
      if (!isShown || first.status !== 'ready' || first.failure) return
      // A next page that was requested meanwhile belongs to the pages that these replace.
      dropMore()
      get().updateOpened(first.value.conversations)
      void get().loadNames()
    }

    return {
      connection: null,
      filter: openConversations,
      list: { status: 'idle' },
      order: 'movement',
      more: noMutation,
      known: nothingKnown,
      opened: null,
      ...views,
      ...createDetailActions({ ask, get, set }),

      async open(connection) {
        const { connection: former, filter, savedView } = get()
        if (former === connection) return
        if (former !== null) left.set(former, { filter, savedView })
        list.cancel()
        more.cancel()
        get().hide()
        owner = { connection_id: connection, kind: 'live_conversations' }
        set({
          connection,
          filter: openConversations,
          savedViews: [],
          savedView: null,
          ...left.get(connection),
          list: { status: 'idle' },
          known: nothingKnown,
        })
        opening = loadViews(connection)
        await Promise.all([get().loadNames(), opening])
      },
      async start() {
        const { connection } = get()
        isOpen = true
        await opening
        if (!isOpen || get().connection !== connection) return
        if (get().list.status === 'idle') await readFirst()
        else more.dismissFailure()
      },
      async search(filter) {
        get().hide()
        set({ filter, list: { status: 'loading' } })
        await readFirst()
      },
      find(filter) {
        set({ savedView: null })
        return get().search(filter)
      },
      refresh: readFirst,
      async loadMore() {
        const previous = readyValue(get().list)
        if (!previous?.hasMore) return
        await more.run(
          'page',
          (_, { signal }) => page(previous.page + 1, signal),
          (next) => {
            // Some of them may have been read again meanwhile.
            set({ list: { status: 'ready', value: mergePages(readyValue(get().list) ?? previous, next) } })
            get().updateOpened(next.conversations)
          },
        )
      },
      orderBy: (order) => set({ order }),
      async loadNames() {
        const { connection } = get()
        if (connection === null) return
        // Names only make filters easier to read. Without them the numbers are shown.
        const names = await orNull(ask('conversations.known', { connection_id: connection }))
        if (names && isShown(connection)) set({ known: names })
      },
      close() {
        isOpen = false
        list.cancel()
        more.cancel()
      },
    }
  })
}

function foundIn(page: ConversationPage): Omit<FoundConversations, 'readAt'> {
  return {
    conversations: page.conversations,
    page: page.page,
    all_count: page.all_count,
    outside: page.outside,
    hasMore: page.has_more,
    repeated: false,
    stale: 0,
  }
}

/**
 * How many conversations the filter finds: the service's count without those outside the days. It is `most` while
 * unread pages may have more of those, since a day more is requested at each side. Null where the service does not
 * count.
 */
export function countOf(shownList: FoundConversations, filter: ConversationFilter): CountedConversations | null {
  const { all_count, conversations, outside, hasMore } = shownList
  if (all_count === null) return null
  const count = Math.max(all_count - outside, conversations.length)
  const hasDays = filter.some(({ attribute_key }) => conversationAttributes[attribute_key].kind === 'date')
  return { count, most: hasDays && hasMore }
}
/** How many listed conversations lack a date that the filter compares: whether they are within its days is unknown. */
export function undatedIn({ conversations }: FoundConversations, filter: ConversationFilter): number {
  const attributes = filter.map(({ attribute_key }) => attribute_key)
  return conversations.filter(
    ({ created_at, last_activity_at }) =>
      (created_at === null && attributes.includes('created_at')) ||
      (last_activity_at === null && attributes.includes('last_activity_at')),
  ).length
}
export interface CountedConversations {
  readonly count: number
  readonly most: boolean
}

/** So many pages that have only other days are read automatically. */
const mostStale = 4

/** A conversation that moved between pages comes twice. The newer version stays, in the old position. */
function mergePages(previous: FoundConversations, next: ConversationPage): FoundConversations {
  const received = new Map(next.conversations.map((conversation) => [conversation.id, conversation]))
  const ids = new Set(previous.conversations.map(({ id }) => id))
  const fresh = next.conversations.filter(({ id }) => !ids.has(id))
  const stale = fresh.length === 0 ? previous.stale + 1 : 0
  return {
    conversations: [
      ...previous.conversations.map((conversation) => received.get(conversation.id) ?? conversation),
      ...fresh,
    ],
    page: next.page,
    all_count: next.all_count ?? previous.all_count,
    outside: previous.outside + next.outside,
    hasMore: next.has_more,
    repeated: stale > 0 && (next.outside === 0 || stale >= mostStale),
    stale,
    readAt: previous.readAt,
  }
}

/** Whether the list is shown as the view says. */
export function isShownAs(view: SavedView, { filter, order }: ConversationsState): boolean {
  return view.filter !== undefined && isSameFilter(view.filter, filter) && orderOf(view) === order
}

interface OpenConversation {
  readonly id: number
  readonly found: Loadable<ConversationFound>
  /** The contact of the row that opened it; null if unknown. */
  readonly expected: number | null
}
interface DetailActions {
  /** Shows a conversation of the list. */
  show(id: number): void
  /** Shows the neighbour in the list. */
  step(by: -1 | 1): void
  /** Loads a conversation by its number, with the contact that the row expects. */
  openById(id: number, contact: number | null): Promise<void>
  /** Reloads a conversation after a message was sent, and updates it in the list. */
  reread(id: number): Promise<void>
  /** Updates the open conversation if it is among these. */
  updateOpened(conversations: readonly Conversation[]): void
  hide(): void
}
/** The known version of the open conversation; null until it is loaded, or where nothing shows it. */
export function shownConversation(opened: OpenConversation | null): Conversation | null {
  const value = opened && readyValue(opened.found)
  return value && 'conversation' in value ? value.conversation : null
}
function createDetailActions({ ask, get, set }: Slot<ConversationsState> & { readonly ask: AppAsk }): DetailActions {
  const latest = createLatest<Pick<OpenConversation, 'found'>, 'found', number>({
    get: () => get().opened ?? { found: { status: 'idle' } },
    set(part) {
      const { opened } = get()
      if (opened) set({ opened: { ...opened, ...part } })
    },
    key: 'found',
    scope: () => get().opened?.id,
  })
  const read = (id: number, contact_id: number | null, signal?: AbortSignal) =>
    ask('conversations.read', { connection_id: get().connection ?? '', id, contact_id }, signal ? { signal } : {})
  const ready = (conversation: Conversation) =>
    ({ status: 'ready', value: { state: 'read', conversation } }) satisfies OpenConversation['found']

  /** Replaces a conversation in the list by its newer version. */
  const replace = (conversation: Conversation) => {
    const { list } = get()
    if (list.status !== 'ready') return
    const conversations = list.value.conversations.map((each) => (each.id === conversation.id ? conversation : each))
    set({ list: { ...list, value: { ...list.value, conversations } } })
  }

  return {
    show(id) {
      const conversation = listed(get()).find((each) => each.id === id)
      if (!conversation) return
      latest.cancel()
      set({ opened: { id, found: ready(conversation), expected: null } })
    },
    step(by) {
      const { opened, show } = get()
      const conversations = listed(get())
      const place = conversations.findIndex(({ id }) => id === opened?.id)
      const next = conversations[place < 0 ? 0 : place + by]
      if (next) show(next.id)
    },
    async openById(id, contact) {
      set({ opened: { id, found: { status: 'loading' }, expected: contact } })
      await latest.load((_, { signal }) => read(id, contact, signal))
    },
    async reread(id) {
      const { opened } = get()
      if (opened?.id === id) {
        const contact = opened.expected ?? shownConversation(opened)?.contact.id ?? null
        const isShown = await latest.load((_, { signal }) => read(id, contact, signal))
        const conversation = shownConversation(get().opened)
        if (isShown && conversation) replace(conversation)
        return
      }
      // A search that is under way continues.
      const { connection } = get()
      const contact = listed(get()).find((each) => each.id === id)?.contact.id ?? null
      const answer = await orNull(read(id, contact))
      if (answer?.state !== 'read' || get().connection !== connection) return
      replace(answer.conversation)
      get().updateOpened([answer.conversation])
    },
    updateOpened(conversations) {
      const { opened } = get()
      const value = conversations.find(({ id }) => id === opened?.id)
      if (opened?.found.status !== 'ready' || !value) return
      set({ opened: { ...opened, found: ready(value) } })
    },
    hide() {
      latest.cancel()
      set({ opened: null })
    },
  }
}
/** As `useListed`. */
function listed({ list, order }: ConversationsState): readonly Conversation[] {
  return inOrder(readyValue(list)?.conversations ?? [], order)
}

import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { TableQuery } from '../../preload/contract/tables.ts'
import { type AppAsk, failureOf } from '../kernel/ask.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import type { Briefs, Details } from './caches.ts'
import type { EntriesState } from './entries-store.ts'
import { isPending, withOrder } from './entry-columns.ts'
import { addPicked, noneSelected, type Selected, togglePicked } from './selection.ts'

export interface ListState {
  /** The entries of the query in its order, as they were when it was asked: deciding takes none out. */
  readonly list: Loadable<readonly number[]>
  /** What the list answers. */
  readonly listed: TableQuery
  /** A newer list is on its way. */
  readonly listing: boolean
  /** Entries that the query has by now and the list has not. */
  readonly newEntries: number
  readonly briefs: ReadonlyMap<number, EntryBrief>
  readonly position: number
  /** An entry that is looked at although the list may not have it. */
  readonly peeked: number | null
  /** Nothing is left to decide after this place. */
  readonly finished: boolean
  /** The next entry or the list of a new query is looked for: no key is meant for what is still on screen. */
  readonly moving: boolean
  readonly selected: Selected
}

export interface ListActions {
  /** Asks for the list anew; the place stays at the same entry, or the one that took its place. */
  refreshList(): Promise<void>
  /** Asks whether there is something new, and takes it where that disturbs nobody. */
  checkList(): Promise<void>
  /** These places are seen. */
  showRange(from: number, to: number): void
  /** Reads the line of an entry, wherever it stands, unless it is known. */
  loadBrief(id: number): Promise<void>
  goTo(position: number): void
  step(by: number): void
  /** To the next entry that waits for a decision, as far as is known: at once, unless its line was never read. */
  goToPending(): Promise<void>
  /** Looks at an entry whether the list has it or not. */
  peek(id: number): void
  leavePeek(): void
  pick(position: number): void
  /** From where the last picking began to this place. */
  pickTo(position: number): void
  pickAll(): void
  pickNone(): void
}

export interface ListDeps {
  readonly ask: AppAsk
  readonly briefs: Briefs
  readonly details: Details
  /** The query that the person asks for. */
  readonly query: () => TableQuery
  readonly get: () => EntriesState
  readonly set: (state: Partial<EntriesState>) => void
}

/** Lines and entries that are read ahead of where the person works. */
const linesAhead = 200
const entriesAhead = 4

/** The open entry, or null while there is none. */
export function currentEntry({ peeked, list, position }: Pick<ListState, 'peeked' | 'list' | 'position'>) {
  return peeked ?? readyValue(list)?.[position] ?? null
}

export const emptyList: ListState = {
  list: { status: 'idle' },
  listed: { search: '', sort: [], filters: [] },
  listing: false,
  newEntries: 0,
  briefs: new Map(),
  position: 0,
  peeked: null,
  finished: false,
  moving: false,
  selected: noneSelected,
}

/** What is done with the list, and which of its entries are seen or about to be. */
export function createListActions(deps: ListDeps): { readonly actions: ListActions; working(): readonly number[] } {
  const { get, set, briefs, details } = deps
  const asking = createIdsRequest(deps)
  let anchor = 0
  let seen: readonly [from: number, to: number] = [0, 0]
  let refreshing = 0
  const ids = () => readyValue(get().list) ?? []

  const showCurrent = () => {
    const id = currentEntry(get())
    if (id === null) return
    const { position, peeked } = get()
    const ahead = ids().slice(position + 1, position + 1 + linesAhead)
    void details.open(id).then(() => {
      if (currentEntry(get()) !== id) return
      const next = ahead.filter((each) => isNext(get().briefs.get(each), get().listed)).slice(0, entriesAhead)
      void details.prefetch([...next, ...ids().slice(Math.max(0, position - 1), position)])
    })
    // Asked for by the hundred, and not one by one with every step.
    const near = ahead.slice(0, linesAhead / 2)
    const enough = near.every(briefs.isFresh)
    void briefs.load(peeked === null && !enough ? [id, ...ahead] : [id])
  }

  const goTo = (position: number) => {
    const last = ids().length - 1
    const within = Math.max(0, Math.min(position, last))
    if (last < 0) return
    set({ position: within, peeked: null, finished: false })
    showCurrent()
  }

  const showList = (found: readonly number[], query: TableQuery) => {
    const before = ids()
    const { position, listed } = get()
    set({
      list: { status: 'ready', value: found },
      listed: query,
      listing: false,
      newEntries: 0,
      position: positionIn(found, before, position),
      peeked: null,
      finished: false,
      // "All" was meant for this query when it was picked while the list was on its way.
      ...(listed === query || get().selected.kind === 'all' ? {} : { selected: noneSelected }),
    })
    showCurrent()
  }

  const actions: ListActions = {
    async refreshList() {
      const query = deps.query()
      if (query !== get().listed) set({ moving: true, selected: noneSelected })
      refreshing += 1
      const found = await asking(query)
      refreshing -= 1
      if (refreshing === 0) set({ moving: false })
      if (found) showList(found, query)
    },
    async checkList() {
      const { list, listed } = get()
      // Looking for new entries must not take the place of a list that the person waits for, or that did not come.
      const isAwaited = refreshing > 0 || listed !== deps.query()
      if (list.status !== 'ready' || list.failure || isAwaited) return get().refreshList()
      const found = await asking(listed)
      if (!found) return
      const had = new Set(list.value)
      const added = found.filter((id) => !had.has(id)).length
      // What the person does while it is asked counts as well.
      const { position, selected, peeked, changesMade } = get()
      const untouched = position === 0 && peeked === null && selected === noneSelected && changesMade === 0
      if (added > 0 && untouched) showList(found, listed)
      else set({ newEntries: added, listing: false })
    },
    showRange(from, to) {
      seen = [Math.max(0, from), to + 1]
      void briefs.load(ids().slice(...seen))
    },
    loadBrief: (id) => briefs.load([id]),
    goTo,
    step: (by) => (get().peeked === null ? goTo(get().position + by) : goTo(get().position)),
    async goToPending() {
      if (get().peeked !== null) return goTo(get().position)
      const start = get().position
      set({ finished: false })
      for (let place = start + 1; place < ids().length; place += 1) {
        const id = ids()[place]
        if (id === undefined) break
        if (!get().briefs.has(id)) {
          set({ moving: true })
          await briefs.load(ids().slice(place, place + linesAhead))
          set({ moving: false })
        }
        // The person went elsewhere while the lines came.
        if (get().position !== start) return
        if (isNext(get().briefs.get(id), get().listed)) return goTo(place)
      }
      set({ finished: true })
    },
    peek(id) {
      const place = ids().indexOf(id)
      if (place >= 0) return goTo(place)
      set({ peeked: id })
      showCurrent()
    },
    leavePeek: () => goTo(get().position),
    pick(position) {
      const id = ids()[position]
      if (id === undefined) return
      anchor = position
      set({ selected: togglePicked(get().selected, id) })
    },
    pickTo(position) {
      const within = Math.max(0, Math.min(position, ids().length - 1))
      const range = ids().slice(Math.min(anchor, within), Math.max(anchor, within) + 1)
      set({ selected: addPicked(get().selected, range) })
    },
    pickAll: () => set({ selected: { kind: 'all' } }),
    pickNone: () => set({ selected: noneSelected }),
  }
  const working = () => {
    const { position } = get()
    const id = currentEntry(get())
    return [...ids().slice(...seen), ...ids().slice(position, position + linesAhead / 2), ...(id === null ? [] : [id])]
  }
  return { actions, working }
}

/** A line that could not be had is looked at: nobody knows that it is decided. */
function isNext(brief: EntryBrief | undefined, query: TableQuery): boolean {
  return brief === undefined || isPending(brief, query)
}

/** Asks for the ids of a query. Gives null for an answer that a later question overtook, or that did not come. */
function createIdsRequest({ ask, get, set }: ListDeps) {
  let asking = new AbortController()
  return async (query: TableQuery): Promise<readonly number[] | null> => {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    set(get().list.status === 'ready' ? { listing: true } : { list: { status: 'loading' } })
    try {
      const { ids } = await ask('entries.ids', { table: get().ref, query: withOrder(query) }, { signal })
      return signal.aborted ? null : ids
    } catch (error) {
      if (signal.aborted) return null
      const { list } = get()
      const failure = failureOf(error)
      set({
        listing: false,
        list: list.status === 'ready' ? { ...list, failure } : { status: 'failed', failure },
      })
      return null
    }
  }
}

/** Where to stand in a new list: at the same entry, else at the first one after it that is still there. */
function positionIn(found: readonly number[], before: readonly number[], position: number): number {
  const places = new Map(found.map((id, place) => [id, place]))
  for (const id of before.slice(position)) {
    const place = places.get(id)
    if (place !== undefined) return place
  }
  return 0
}

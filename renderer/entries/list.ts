import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { TableQuery } from '../../preload/contract/tables.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation, noMutation } from '../kernel/mutation.ts'
import { emptyQuery } from '../tables/query.ts'
import type { Briefs, Details } from './caches.ts'
import type { EntriesState, ListActions, ListState } from './entries-state.ts'
import { isPending, withOrder } from './entry-columns.ts'
import { addPicked, noneSelected, togglePicked } from './selection.ts'

/** Briefs and entries that are loaded ahead of the position. */
const briefsAhead = 200
const entriesAhead = 4

/** The open entry, or null while there is none. */
export function currentEntry({ peeked, list, position }: Pick<ListState, 'peeked' | 'list' | 'position'>) {
  return peeked ?? readyValue(list)?.[position] ?? null
}

export const emptyList: Omit<ListState, keyof ListActions> = {
  list: { status: 'idle' },
  listed: emptyQuery,
  listing: noMutation,
  newEntries: 0,
  briefs: new Map(),
  position: 0,
  peeked: null,
  finished: false,
  moving: false,
  selected: noneSelected,
}

/** `inUse` are the entries whose briefs are visible or about to be. */
export function createListActions({
  ask,
  briefs,
  details,
  query: queryNow,
  get,
  set,
}: {
  ask: AppAsk
  briefs: Briefs
  details: Details
  query: () => TableQuery
  get: () => EntriesState
  set: (state: Partial<EntriesState>) => void
}): { readonly actions: ListActions; inUse(): readonly number[] } {
  const request = createMutation({ ...partOf({ get, set }, 'listing'), concurrency: 'replace' })
  let anchor = 0
  let visible: readonly [from: number, to: number] = [0, 0]
  /** The refresh under way. */
  let refresh: object | null = null
  const ids = () => readyValue(get().list) ?? []

  const showCurrent = () => {
    const id = currentEntry(get())
    if (id === null) return
    const { position, peeked } = get()
    const ahead = ids().slice(position + 1, position + 1 + briefsAhead)
    void details.open(id).then(() => {
      if (currentEntry(get()) !== id) return
      const next = ahead.filter((each) => isNext(get().briefs.get(each), get().listed)).slice(0, entriesAhead)
      void details.prefetch([...next, ...ids().slice(Math.max(0, position - 1), position)])
    })
    // Loaded by the hundred, and not one by one with every step.
    const near = ahead.slice(0, briefsAhead / 2)
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
      newEntries: 0,
      position: positionIn(found, before, position),
      peeked: null,
      finished: false,
      // "All" that was picked during the load means this query.
      ...(listed === query || get().selected.kind === 'all' ? {} : { selected: noneSelected }),
    })
    showCurrent()
  }

  /** Calls `show` with the ids of a query unless another request came meanwhile. */
  const requestIds = async (query: TableQuery, show: (ids: readonly number[]) => void) => {
    if (get().list.status !== 'ready') set({ list: { status: 'loading' } })
    await request.run(
      'list',
      (_, { signal }) => ask('entries.ids', { table: get().ref, query: withOrder(query) }, { signal }),
      (found) => show(found.ids),
    )
    const { list, listing } = get()
    const { failure } = listing
    if (failure) set({ list: list.status === 'ready' ? { ...list, failure } : { status: 'failed', failure } })
  }

  const actions: ListActions = {
    async refreshList() {
      const query = queryNow()
      if (query !== get().listed) set({ moving: true, selected: noneSelected })
      const mine = {}
      refresh = mine
      const end = () => {
        if (refresh !== mine) return
        refresh = null
        set({ moving: false })
      }
      await requestIds(query, (found) => {
        end()
        showList(found, query)
      })
      end()
    },
    async checkList() {
      const { list, listed } = get()
      // Must not replace a list of another query that is on its way or failed.
      const isAwaited = refresh !== null || listed !== queryNow()
      if (list.status !== 'ready' || list.failure || isAwaited) return get().refreshList()
      const known = new Set(list.value)
      await requestIds(listed, (found) => {
        const added = found.filter((id) => !known.has(id)).length
        const { position, selected, peeked, changesMade } = get()
        const isUntouched = position === 0 && peeked === null && selected === noneSelected && changesMade === 0
        if (added > 0 && isUntouched) showList(found, listed)
        else set({ newEntries: added })
      })
    },
    showRange(from, to) {
      visible = [Math.max(0, from), to + 1]
      void briefs.load(ids().slice(...visible))
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
          await briefs.load(ids().slice(place, place + briefsAhead))
          set({ moving: false })
        }
        // The person went elsewhere meanwhile.
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
  const inUse = () => {
    const { position } = get()
    const id = currentEntry(get())
    return [
      ...ids().slice(...visible),
      ...ids().slice(position, position + briefsAhead / 2),
      ...(id === null ? [] : [id]),
    ]
  }
  return { actions, inUse }
}

/** An entry whose brief could not be loaded may be undecided. */
function isNext(brief: EntryBrief | undefined, query: TableQuery): boolean {
  return brief === undefined || isPending(brief, query)
}

/** The position in a new list: of the same entry, else of the first one after it that is still there. */
function positionIn(found: readonly number[], before: readonly number[], position: number): number {
  const places = new Map(found.map((id, place) => [id, place]))
  for (const id of before.slice(position)) {
    const place = places.get(id)
    if (place !== undefined) return place
  }
  return 0
}

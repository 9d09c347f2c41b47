import type { TableQuery } from '../../preload/contract/table-queries.ts'
import { partOf, readyValue } from '../kernel/loadable.ts'
import { createMutation } from '../kernel/mutation.ts'
import { nothingSelected, selectionOf, toggled } from '../tables/selection.ts'
import type { Briefs, Details } from './caches.ts'
import { currentEntry, type EntriesSlot } from './entries-state.ts'
import { isPending, withOrder } from './entry-table.ts'

/** How many briefs and entries are loaded ahead of the position. */
const briefsAhead = 200
const entriesAhead = 4

export type ListActions = ReturnType<typeof createListActions>['actions']

/** The list of entries and the position in it. `inUse` are the entries whose briefs are visible or will soon be. */
export function createListActions({
  ask,
  ref,
  rows,
  briefs,
  details,
  get,
  set,
}: EntriesSlot & { readonly briefs: Briefs; readonly details: Details }) {
  const request = createMutation({ ...partOf({ get, set }, 'listing'), concurrency: 'replace' })
  let visible: readonly [from: number, to: number] = [0, 0]
  /** The pending refresh. */
  let refresh: object | null = null
  const ids = () => readyValue(get().list) ?? []
  /** An entry whose brief could not be loaded may be undecided. */
  const isNext = (id: number) => {
    const brief = get().briefs.get(id)
    return brief === undefined || isPending(brief, get().listed)
  }

  const showCurrent = () => {
    const id = currentEntry(get())
    if (id === null) return
    const { position, peeked } = get()
    const ahead = ids().slice(position + 1, position + 1 + briefsAhead)
    void details.open(id)
    const next = ahead.filter(isNext).slice(0, entriesAhead)
    void details.prefetch([...next, ...ids().slice(Math.max(0, position - 1), position)])
    // They are loaded by the hundred, not one with every step.
    const near = ahead.slice(0, briefsAhead / 2)
    const enough = near.every(briefs.isComing)
    void briefs.load(peeked === null && !enough ? [id, ...ahead] : [id])
  }

  const goTo = (position: number) => {
    const last = ids().length - 1
    const within = Math.max(0, Math.min(position, last))
    if (last < 0) return
    set({ position: within, peeked: null, finished: false })
    showCurrent()
  }
  const step = (by: number) => (get().peeked === null ? goTo(get().position + by) : goTo(get().position))

  const showList = (newIds: readonly number[], query: TableQuery) => {
    const previousIds = ids()
    const { position, listed } = get()
    set({
      list: { status: 'ready', value: newIds },
      listed: query,
      newEntries: 0,
      position: positionIn(newIds, previousIds, position),
      peeked: null,
      finished: false,
      // Where "all" was picked during the load, it means this query.
      ...(listed === query || get().selected.kind === 'all' ? {} : { selected: nothingSelected }),
    })
    showCurrent()
  }

  /** Calls `show` with the ids of a query unless another request came meanwhile. */
  const requestIds = async (query: TableQuery, show: (ids: readonly number[]) => void) => {
    if (get().list.status !== 'ready') set({ list: { status: 'loading' } })
    await request.run(
      'list',
      (_, { signal }) => ask('entries.ids', { table: ref, query: withOrder(query) }, { signal }),
      (answer) => show(answer.ids),
    )
    const { list, listing } = get()
    const { failure } = listing
    if (failure) set({ list: list.status === 'ready' ? { ...list, failure } : { status: 'failed', failure } })
  }

  const refreshList = async () => {
    const { query } = rows.getState()
    if (query !== get().listed) set({ moving: true, selected: nothingSelected })
    const mine = {}
    refresh = mine
    const end = () => {
      if (refresh !== mine) return
      refresh = null
      set({ moving: false })
    }
    await requestIds(query, (newIds) => {
      end()
      showList(newIds, query)
    })
    end()
  }

  const actions = {
    /** Loads the list. The position stays at the same entry, or at the one after it. */
    refreshList,
    /**
     * Checks for new entries. Shows them if nobody has started to work on the list, else counts them in `newEntries`.
     */
    async checkList() {
      const { list, listed } = get()
      // It must not replace a list of another query that is pending or failed.
      const isAwaited = refresh !== null || listed !== rows.getState().query
      if (list.status !== 'ready' || list.failure || isAwaited) return refreshList()
      const listedIds = new Set(list.value)
      await requestIds(listed, (newIds) => {
        const added = newIds.filter((id) => !listedIds.has(id)).length
        const { position, selected, peeked, changesMade } = get()
        const isUntouched = position === 0 && peeked === null && selected === nothingSelected && changesMade === 0
        if (added > 0 && isUntouched) showList(newIds, listed)
        else set({ newEntries: added })
      })
    },
    showRange(from: number, to: number) {
      visible = [Math.max(0, from), to + 1]
      void briefs.load(ids().slice(...visible))
    },
    /** Loads the brief of an entry, in the list or not, unless it is known. */
    loadBrief: (id: number) => briefs.load([id]),
    goTo,
    step,
    /** Goes to the next undecided entry. It does so at once, unless the entry's brief was never loaded. */
    async goToPending() {
      if (get().peeked !== null) return goTo(get().position)
      const start = get().position
      set({ finished: false })
      const list = ids()
      for (let position = start + 1; position < list.length; position++) {
        const id = list[position]
        if (id === undefined) break
        if (!get().briefs.has(id)) {
          set({ moving: true })
          await briefs.load(list.slice(position, position + briefsAhead))
          set({ moving: false })
        }
        // The person moved meanwhile.
        if (get().position !== start) return
        if (isNext(id)) return goTo(position)
      }
      set({ finished: true })
    },
    /** Opens an entry, in the list or not. */
    peek(id: number) {
      const position = ids().indexOf(id)
      if (position >= 0) return goTo(position)
      set({ peeked: id })
      showCurrent()
    },
    leavePeek: () => goTo(get().position),
    ...createPicking({ get, set, ids, step }),
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

interface PickingDeps extends Pick<EntriesSlot, 'get' | 'set'> {
  readonly ids: () => readonly number[]
  readonly step: (by: number) => void
}

function createPicking({ get, set, ids, step }: PickingDeps) {
  let anchor = 0
  const pickTo = (position: number) => {
    const { selected } = get()
    const within = Math.max(0, Math.min(position, ids().length - 1))
    if (selected.kind === 'all') return
    const range = ids().slice(Math.min(anchor, within), Math.max(anchor, within) + 1)
    set({ selected: selectionOf([...selected.rows.values(), ...range].map(asRow)) })
  }
  return {
    pick(position: number) {
      const id = ids()[position]
      if (id === undefined) return
      anchor = position
      set({ selected: toggled(get().selected, asRow(id)) })
    },
    /** Picks from the start of the last picking to this position. */
    pickTo,
    /** Picks the open entry and those between it and the entry so many steps away, and goes there. */
    pickStep(by: number) {
      const { position } = get()
      pickTo(position)
      pickTo(position + by)
      step(by)
    },
    pickAll: () => set({ selected: { kind: 'all' } }),
    pickNone: () => set({ selected: nothingSelected }),
  }
}

const asRow = (id: number) => ({ row: id, id })

/** The position in a new list: of the same entry, else of the first later entry that still exists. */
function positionIn(newIds: readonly number[], previousIds: readonly number[], position: number): number {
  const positions = new Map(newIds.map((id, index) => [id, index]))
  const next = previousIds.slice(position).find((id) => positions.has(id))
  return next === undefined ? 0 : (positions.get(next) ?? 0)
}

import { createLatest, readyValue } from '../kernel/loadable.ts'
import { coalesce, throttle } from '../kernel/schedule.ts'
import { nothingSelected } from '../tables/selection.ts'
import type { TableState } from '../tables/table-state.ts'
import type { Briefs, Details } from './caches.ts'
import type { EntriesData, EntriesSlot } from './entries-state.ts'
import type { EntryRequests } from './entry-requests.ts'
import { reselect, stateColumn, withoutStates } from './entry-table.ts'
import type { ListActions } from './list.ts'

/** The least time between two checks for new entries, in ms. */
const checkPauseMs = 3000
/** The least time between two refreshes while others work on the entries, in ms. */
const refreshPauseMs = 1500

export type EntryUpdates = ReturnType<typeof createEntryUpdates>['actions']

/**
 * Loads the screen again when its query or the stored entries change. `inUse` are the entries whose briefs are shown.
 */
export function createEntryUpdates({
  ask,
  get,
  set,
  table,
  ref,
  rows,
  briefs,
  details,
  list,
  inUse,
  readRows,
}: EntriesSlot & {
  readonly briefs: Briefs
  readonly details: Details
  readonly list: ListActions
  readonly inUse: () => readonly number[]
  readonly readRows: EntryRequests['readRows']
}) {
  const forms = createLatest({ get, set, key: 'forms' })
  const loadForms = () => forms.load(() => ask('forms.list', { connection_id: table.connection_id }))
  const figures = createLatest({ get, set, key: 'figures' })
  const loadFigures = () =>
    figures.load(async (_, { signal }) => {
      const query = withoutStates(rows.getState().query)
      const [counts, states] = await Promise.all([
        ask('entries.counts', { table: ref, query }, { signal }),
        ask('tables.values', { table: ref, query, column: stateColumn }, { signal }),
      ])
      return { ...counts, tabs: Object.fromEntries(states.values.map(({ value, rows }) => [value ?? '', rows])) }
    })
  const count = coalesce(loadFigures)
  const refreshAll = coalesce(async () => {
    briefs.markStale()
    await Promise.all([briefs.load(inUse()), details.refresh(), loadFigures()])
  })
  const refreshSoon = throttle(refreshAll, refreshPauseMs)
  const changed = new Set<number>()
  const refreshChanged = throttle(async () => {
    const ids = [...changed]
    changed.clear()
    await Promise.all([briefs.reload(ids.filter((id) => get().briefs.has(id))), details.refresh(ids), loadFigures()])
  }, refreshPauseMs)
  const check = throttle(async () => {
    await rows.getState().reload()
    if (get().presentation === 'list') await list.checkList()
  }, checkPauseMs)
  const followQuery = () => {
    if (get().presentation === 'list') void list.refreshList()
    // The pending figures are of another query.
    figures.cancel()
    void count()
  }
  /** Shows the changes of the open row of the table, unless another row has its position by now. */
  const reloadOpenRow = async () => {
    const { details: open, openDetails } = rows.getState()
    if (open?.row.status !== 'ready' || open.position === null) return
    const [row] = await readRows(open.position, 1)
    const isThere = row?.id === open.row.value.cells.id && rows.getState().details === open
    if (isThere) await openDetails(open.position)
  }
  /** Whether the list has these entries. Loaded briefs came from it, so it is seldom searched. */
  const areListed = (ids: readonly number[]) => {
    const others = ids.filter((id) => !get().briefs.has(id))
    const listed = new Set(others.length > 0 ? readyValue(get().list) : [])
    return others.every((id) => listed.has(id))
  }
  let stop: (() => void) | null = null

  const actions = {
    loadForms,
    /** Loads everything on screen, and what may have changed since the last time. */
    async open() {
      stop?.()
      stop = rows.subscribe((now, previous) => {
        // The list of all entries does not wait for the table, which reads and compares every entry.
        if (now.arranged && (!previous.arranged || now.query !== previous.query)) followQuery()
        if (now.shape.status === 'ready' && previous.shape.status === 'loading') void refreshAll()
        // The list has no groups and no pictures.
        if ((now.grouping && now.grouping !== previous.grouping) || (now.overview && !previous.overview)) {
          actions.present('table')
        }
        if (lostSelection(now, previous)) void reselect({ rows, readRows }, previous.selection)
        if (now.view?.revision !== previous.view?.revision) void reloadOpenRow()
      })
      const { arranged, query } = rows.getState()
      if (arranged && get().listed !== query) followQuery()
      else if (arranged) actions.reload('entries', null)
      await loadForms()
    },
    close() {
      stop?.()
      stop = null
      set({ dialog: null })
      check.stop()
      refreshSoon.stop()
      refreshChanged.stop()
    },
    /** Records of a feature changed: these, or any where `ids` is null. Does nothing while closed. */
    reload(feature: 'entries' | 'forms' | 'sheets', ids: readonly number[] | null) {
      if (!stop) return
      if (feature === 'forms') return void loadForms()
      if (get().presentation === 'table') void rows.getState().reload()
      else if (feature === 'entries' && !(ids && areListed(ids))) check.request()
      // A change that is made here is pushed before it is answered, and is loaded after its answer.
      const { working } = get()
      if (working === 'change' || working === 'undo') return
      if (!ids) return refreshSoon.request()
      const others = ids.filter((id) => !briefs.isPreviewed(id))
      for (const id of others) changed.add(id)
      if (others.length > 0) refreshChanged.request()
    },
    present(presentation: EntriesData['presentation']) {
      set({ presentation })
      if (presentation === 'table') return
      const { grouping, group, overview, showOverview } = rows.getState()
      if (grouping) group(null)
      if (overview) showOverview(false)
      if (get().listed !== rows.getState().query) void list.refreshList()
      else check.request()
    },
  }
  return { actions, forms, count, refreshAll }
}

/** Whether the selection is empty because stored rows changed, and not because the person deselected it. */
function lostSelection(now: TableState, previous: TableState): boolean {
  const isLess = now.selection === nothingSelected && previous.selection !== nothingSelected
  return isLess && now.query === previous.query && now.shape !== previous.shape
}

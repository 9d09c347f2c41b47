import { createStore, type StoreApi } from 'zustand'
import type { LeadFilter, LeadNames, Sheet, SheetPlan } from '../../preload/contract/sheets.ts'
import { emptyFilter } from '../../preload/values/lead-filters.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { type CollectionState, createCollectionStore } from '../collections/collection-store.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { formatOf } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { languageStore, messagesNow } from '../kernel/messages.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'
import { dateProblem } from '../leads/lead-filter.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'

export interface SheetActions {
  /** The names in cached rows of each connection, by its id, for the ids of filters. */
  readonly known: Readonly<Record<string, LeadNames>>
  /** Loads the names of a connection's inboxes, agents and labels. Without them the ids are shown as numbers. */
  loadNames(connection: string): Promise<void>
  refresh(id: string, mode: 'quick' | 'full'): Promise<boolean>
  /** So many readings stay; null for as many as the preferences say. */
  keepSnapshots(id: string, keep: number | null): Promise<boolean>
}

export type SheetsStore = ReturnType<typeof createSheetsStore>

/** The sheets of this computer with their actions. Works offline: only reading needs the service. */
export function createSheetsStore({ ask }: { readonly ask: AppAsk }) {
  const store: StoreApi<CollectionState<Sheet> & SheetActions> = createCollectionStore<
    Sheet,
    SheetActions & { load(): Promise<void> }
  >(
    {
      list: () => ask('sheets.list', {}),
      rename: ({ id }, name) => ask('sheets.rename', { id, name }),
      forget: ({ id }) => {
        const sheet = readyValue(store.getState().list)?.find((one) => one.id === id)
        return ask('sheets.forget', sheet?.lost_runs ? { id, lose_leads: true } : { id })
      },
      resume: ({ id }) => ask('sheets.resume', { id }),
    },
    ({ get, set, load, mutation }) => ({
      known: {},
      async load() {
        await load()
        const connections = new Set((readyValue(get().list) ?? []).map((sheet) => sheet.connection_id))
        const unknown = [...connections].filter((connection) => !get().known[connection])
        await Promise.all(unknown.map((connection) => get().loadNames(connection)))
      },
      async loadNames(connection) {
        const names = await orNull(ask('sheets.known', { connection_id: connection }))
        if (names) set({ known: { ...get().known, [connection]: names } })
      },
      keepSnapshots: (id, keep) => mutation.succeeds(id, () => ask('sheets.keep_snapshots', { id, keep })),
      refresh: (id, mode) => mutation.succeeds(id, () => ask('sheets.refresh', { id, mode })),
    }),
  )
  return store
}

interface NewSheetState extends MutationState {
  readonly connectionId: string | null
  /** The typed name; null for the proposed one. */
  readonly name: string | null
  readonly filter: LeadFilter
  /** The cost of the download; idle while the dates are not valid. */
  readonly plan: Loadable<SheetPlan>
  reset(): void
  setConnection(connectionId: string): void
  setName(name: string | null): void
  setFilter(filter: LeadFilter): void
  retryPlan(): void
  /** Creates the sheet and starts to read it. Gives it, or null when that failed. */
  create(name: string): Promise<Sheet | null>
  /** Stops planning. */
  close(): void
}

export type NewSheetStore = ReturnType<typeof createNewSheetStore>

/** A sheet that is being described, and the cost of its download. Changes are planned after `debounceMs`. */
export function createNewSheetStore({ ask, debounceMs = 500 }: { readonly ask: AppAsk; readonly debounceMs?: number }) {
  return createStore<NewSheetState>()((set, get) => {
    const scope = () => get().connectionId
    const plan = createLatest({ get, set, key: 'plan', scope })
    const mutation = createMutation({ get, set, scope })
    const planSoon = () => {
      const { filter } = get()
      if (dateProblem(filter, true) !== null) return plan.clear()
      void plan.load((connection_id, { signal }) => ask('sheets.plan', { connection_id, filter }, { signal }), {
        afterMs: debounceMs,
        keep: false,
      })
    }
    return {
      connectionId: null,
      name: null,
      filter: emptyFilter,
      plan: { status: 'idle' },
      ...noMutation,
      reset() {
        plan.clear()
        mutation.cancel()
        set({ connectionId: null, name: null, filter: emptyFilter, failure: null })
      },
      setConnection(connectionId) {
        // Numbers of inboxes and agents belong to one account.
        set({ connectionId, filter: { ...get().filter, inbox_ids: [], assignee_ids: [] } })
        planSoon()
      },
      setName: (name) => set({ name }),
      setFilter(filter) {
        set({ filter })
        planSoon()
      },
      retryPlan: planSoon,
      create(name) {
        const { filter } = get()
        return mutation.run('create', (connection_id) => ask('sheets.create', { connection_id, filter, name }))
      },
      close: plan.cancel,
    }
  })
}

interface ServerCsvState extends MutationState {
  /** Bytes received so far. */
  readonly received: number
  /** Saves the service's export of a filter, and then shows a notice. `name` is proposed for the file. */
  save(connection: string, filter: LeadFilter, name: string): Promise<void>
  cancel(): void
  dismissFailure(): void
}

/** The contract's longest name of a file. */

export type ServerCsvStore = ReturnType<typeof createServerCsvStore>

/** The service's own `formato=csv`, saved as it comes (docs/services.md §2.3). One at a time. */
export function createServerCsvStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ServerCsvState>()((set, get) => {
    const { run, cancel, dismissFailure } = createMutation({ get, set })
    return {
      ...noMutation,
      received: 0,
      async save(connection_id, filter, name) {
        const saved = await run('save', (_, { signal }) => {
          set({ received: 0 })
          const input = { connection_id, filter, name: name.slice(0, longestFileName) }
          const progress = ({ bytes }: { readonly bytes: number }) => set({ received: bytes })
          return ask('sheets.save_server_csv', input, { signal, progress })
        })
        if (!saved?.saved) return
        const size = formatOf(languageStore.getState().language).bytes(saved.bytes)
        noticeSaved({ message: messagesNow().sheets.csv.saved(saved.name, size), file: saved.file })
      },
      cancel,
      dismissFailure,
    }
  })
}

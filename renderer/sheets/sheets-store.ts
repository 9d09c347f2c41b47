import type { Known, Sheet } from '../../preload/contract/sheets.ts'
import { type CollectionState, createCollectionStore } from '../collections/collection-store.ts'
import { type AppAsk, orNull } from '../kernel/ask.ts'
import { readyValue } from '../kernel/loadable.ts'

export interface SheetActions {
  /** What was seen of each connection in cached rows, by its id: names for the ids of filters. */
  readonly known: Readonly<Record<string, Known>>
  /** Loads the names of a connection's inboxes, agents and labels. Without them the ids stay numbers. */
  loadNames(connection: string): Promise<void>
  refresh(id: string, mode: 'quick' | 'full'): Promise<boolean>
}

export type SheetsState = CollectionState<Sheet> & SheetActions
export type SheetsStore = ReturnType<typeof createSheetsStore>

/** The sheets of this computer and what can be done with each. Works offline: only reading needs the service. */
export function createSheetsStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<Sheet, SheetActions & Pick<SheetsState, 'load'>>(
    {
      list: () => ask('sheets.list', {}),
      rename: ({ id }, name) => ask('sheets.rename', { id, name }),
      forget: ({ id }) => ask('sheets.forget', { id }),
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
        const known = await orNull(ask('sheets.known', { connection_id: connection }))
        if (known) set({ known: { ...get().known, [connection]: known } })
      },
      refresh: (id, mode) => mutation.succeeds(id, () => ask('sheets.refresh', { id, mode })),
    }),
  )
}

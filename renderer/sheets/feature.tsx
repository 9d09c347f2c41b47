import { IconTable } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { KeptPerson } from '../../preload/contract/contacts.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { type Feature, lazyComponent, resetStores, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import type { TableStore } from '../tables/table-state.ts'
import { createNewSheetStore, type NewSheetStore } from './new-sheet-store.ts'
import { createServerCsvStore, type ServerCsvStore } from './server-csv.tsx'
import { leadDefaults, SheetBadge } from './sheet-words.tsx'
import { createSheetsStore, type SheetsStore } from './sheets-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** With `create` the form of a new sheet is open. */
    sheets: { create?: true }
    sheet: { id: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    sheets: {
      readonly store: SheetsStore
      readonly newSheet: NewSheetStore
      readonly serverCsv: ServerCsvStore
      tableOf(id: string): TableStore
      /** Opens the sheet of a person at their row, even where the sheet is filtered. */
      showPerson(person: KeptPerson): Promise<void>
    }
  }
  interface Slots {
    sheetBadge: { readonly sheet: Sheet }
  }
}

const SheetsScreen = lazyComponent(async () => (await import('./sheets-screen.tsx')).SheetsScreen)
const SheetScreen = lazyComponent(async () => (await import('./sheet-screen.tsx')).SheetScreen)

export const sheetsFeature: Feature<'sheets'> = {
  item: { group: 'platform', icon: IconTable, label: ({ app }) => app.navigation.sheets, place: { screen: 'sheets' } },
  create({ ask, navigation, feature }) {
    const store = createSheetsStore({ ask })
    const newSheet = createNewSheetStore({ ask })
    const serverCsv = createServerCsvStore({ ask })
    const tableOf = (id: string) => feature('tables').of({ kind: 'sheet', id }, leadDefaults)
    // The list of connections shows the number of sheets.
    store.subscribe((now, before) => {
      const [count, known] = [now, before].map(({ list }) => readyValue(list)?.length)
      if (known !== undefined && count !== undefined && count !== known) {
        void feature('connections').store.getState().load()
      }
    })
    return {
      offer: {
        store,
        newSheet,
        serverCsv,
        tableOf,
        async showPerson({ sheet_id, row, version, name, phone }) {
          navigation.getState().go({ screen: 'sheet', id: sheet_id })
          const table = tableOf(sheet_id)
          await table.getState().open()
          if (!(await table.getState().openRow(row, version))) await table.getState().search(name ?? phone ?? '')
        },
      },
      reloads: { sheets: store.getState().load },
      reset() {
        newSheet.getState().reset()
        resetStores(store, serverCsv)
      },
      accountChanged: () => store.setState({ known: {} }),
    }
  },
  screens: {
    sheets: {
      area: 'sheets',
      service: 'platform',
      component: Sheets,
      help: ['exportar leads', 'leads', 'exportar'],
      guide: 'complete',
    },
    sheet: {
      area: 'sheets',
      service: 'platform',
      perRecord: true,
      component: SheetOfPlace,
      help: ['exportar leads', 'leads', 'exportar'],
      guide: 'complete',
    },
  },
  slots: { sheetBadge: SheetBadge },
  tasks: { pull: { place: (id) => ({ screen: 'sheet', id }) } },
  commands: ({ messages: { app }, go }) => [
    {
      id: 'new-sheet',
      label: app.commands.newSheet,
      keys: 'g n',
      first: true,
      run: go({ screen: 'sheets', create: true }),
    },
    { id: 'sheets', label: app.commands.goToSheets, keys: 'g p', run: go({ screen: 'sheets' }) },
  ],
}

function Sheets({ place }: { readonly place: PlaceOf<'sheets'> }) {
  const { store, newSheet, serverCsv, tableOf } = useFeature('sheets')
  const { store: connections } = useFeature('connections')
  const list = useStore(connections, (state) => state.list)
  const { go, goInstead } = useNavigation()
  return (
    <SheetsScreen
      {...useFeature('tasks').useTaskProps()}
      store={store}
      newSheet={newSheet}
      csv={serverCsv}
      connections={list}
      tableOf={({ id }) => tableOf(id)}
      create={place.create === true}
      onUse={(id) => void connections.getState().use(id)}
      onCreate={(open) => goInstead(open ? { screen: 'sheets', create: true } : { screen: 'sheets' })}
      onOpen={(id) => go({ screen: 'sheet', id })}
      onConnect={() => go({ screen: 'connections', create: true })}
    />
  )
}

function SheetOfPlace({ place: { id } }: { readonly place: PlaceOf<'sheet'> }) {
  const { store, serverCsv, tableOf } = useFeature('sheets')
  const { crossWith } = useFeature('cruzar')
  const LeadActions = useSlot('leadActions')
  const { goInstead } = useNavigation()
  return (
    <SheetScreen
      {...useFeature('tasks').useTaskProps()}
      id={id}
      store={store}
      csv={serverCsv}
      table={tableOf(id)}
      rowActions={({ connection_id }, row) => <LeadActions connection={connection_id} row={row} />}
      onBack={() => goInstead({ screen: 'sheets' })}
      onCruzar={() => crossWith(id)}
    />
  )
}

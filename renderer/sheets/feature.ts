import { IconTable } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { KeptPerson } from '../../preload/contract/contacts.ts'
import type { LeadFilter, LeadNames, Sheet } from '../../preload/contract/sheets.ts'
import { differenceTable, type ReadingPair, type SheetReading } from '../../preload/values/sheet-differences.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import type { TableStore } from '../tables/table-state.ts'
import { differenceDefaults } from './differences.ts'
import { findLead, type SheetRow, type SoughtLead } from './find-lead.ts'
import { leadDefaults, SheetBadge } from './sheet-parts.tsx'
import {
  createNewSheetStore,
  createServerCsvStore,
  createSheetsStore,
  type NewSheetStore,
  type ServerCsvStore,
  type SheetsStore,
} from './sheets-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** With `create` the form of a new sheet is open, with this filter. */
    sheets: { create?: true; filter?: LeadFilter }
    sheet: { id: string }
    /** What changed: between the last two readings of the sheet, or between these. */
    changes: { id: string; from?: SheetReading; to?: SheetReading }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    sheets: {
      readonly store: SheetsStore
      readonly newSheet: NewSheetStore
      readonly serverCsv: ServerCsvStore
      tableOf(id: string): TableStore
      /** The table of what differs between two readings. */
      differenceOf(pair: ReadingPair): TableStore
      /** The names of a connection's inboxes, agents and labels, as far as they are known. Null requests none. */
      useNames(connection: string | null): LeadNames | undefined
      /** Opens the sheet of a person at their row, even where the sheet is filtered. */
      showPerson(person: KeptPerson): Promise<void>
      /**
       * Opens the first of these sheets that has a lead, at its row. `absent` where none of them has it now, `gone`
       * where none is on this computer. Throws where they cannot be read.
       */
      showLead(lead: SoughtLead, sheets: readonly string[]): Promise<'shown' | 'absent' | 'gone'>
    }
  }
  interface Slots {
    sheetBadge: { readonly sheet: Sheet }
  }
}

const screen = {
  area: 'sheets',
  service: 'platform',
  help: ['exportar leads', 'leads', 'exportar'],
  guide: 'complete',
} as const

export const sheetsFeature = defineFeature('sheets', {
  item: { group: 'platform', icon: IconTable, label: ({ sheets }) => sheets.title, place: { screen: 'sheets' } },
  create({ ask, navigation, feature }) {
    const store = createSheetsStore({ ask })
    const newSheet = createNewSheetStore({ ask })
    const serverCsv = createServerCsvStore({ ask })
    const tableOf = (id: string) => feature('tables').of({ kind: 'sheet', id }, leadDefaults)
    /** Where the row has another number now, its sheet is searched instead. */
    const showRow = async ({ sheet_id, row, version }: SheetRow, search: string) => {
      navigation.getState().go({ screen: 'sheet', id: sheet_id })
      const table = tableOf(sheet_id)
      await table.getState().open()
      if (!(await table.getState().openRow(row, version))) await table.getState().search(search)
    }
    // The list of connections shows the number of sheets.
    store.subscribe((now, previous) => {
      const [count, previousCount] = [now, previous].map(({ list }) => readyValue(list)?.length)
      if (previousCount !== undefined && count !== undefined && count !== previousCount) {
        void feature('connections').store.getState().load()
      }
    })
    return {
      offer: {
        store,
        newSheet,
        serverCsv,
        tableOf,
        differenceOf: (pair) => feature('tables').of(differenceTable(pair), differenceDefaults),
        useNames(connection) {
          useEffect(() => {
            if (connection !== null) void store.getState().loadNames(connection)
          }, [connection])
          return useStore(store, ({ known }) => (connection === null ? undefined : known[connection]))
        },
        showPerson: ({ name, phone, ...place }) => showRow(place, name ?? phone ?? ''),
        async showLead(lead, sheets) {
          const kept = await ask('sheets.list', {})
          const searched = sheets.flatMap((id) => kept.find((sheet) => sheet.id === id) ?? [])
          if (searched.length === 0) return 'gone'
          const place = await findLead(ask, searched, lead)
          if (!place) return 'absent'
          await showRow(place, lead.phone ?? lead.email ?? '')
          return 'shown'
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
    sheets: { ...screen, component: lazyComponent(async () => (await import('./sheets-screen.tsx')).SheetsScreen) },
    sheet: {
      ...screen,
      perRecord: true,
      component: lazyComponent(async () => (await import('./sheet-screen.tsx')).SheetScreen),
    },
    changes: {
      ...screen,
      perRecord: true,
      component: lazyComponent(async () => (await import('./difference-screen.tsx')).DifferenceScreen),
    },
  },
  slots: { sheetBadge: SheetBadge },
  tasks: {
    pull: { place: (id) => ({ screen: 'sheet', id }) },
    forget: { place: () => ({ screen: 'sheets' }), showsFailure: false },
  },
  commands: ({ messages: { app, sheets }, go }) => [
    {
      id: 'new-sheet',
      label: sheets.create,
      keys: 'g n',
      first: true,
      run: go({ screen: 'sheets', create: true }),
    },
    { id: 'sheets', label: app.commands.goToSheets, keys: 'g p', run: go({ screen: 'sheets' }) },
  ],
})

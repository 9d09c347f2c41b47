import {
  contactPrefixes,
  type DuplicateScope,
  duplicateColumns,
  duplicatesTable,
} from '../../preload/values/duplicate-pairs.ts'
import { defineFeature, lazyComponent } from '../kernel/feature.ts'
import type { TableDefaults } from '../tables/columns.ts'
import type { TableStore } from '../tables/table-state.ts'
import { createDuplicatesStore, type DuplicatesStore } from './duplicates-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** Of the sheet with this id, or of all sheets of the connection. */
    duplicates: { connection: string; id?: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    duplicates: {
      readonly store: DuplicatesStore
      tableOf(scope: DuplicateScope): TableStore
    }
  }
}

const ofBoth = (field: string) => contactPrefixes.map((prefix) => prefix + field)

/** The digits as they are stored tell phones apart that look alike under their mask. */
const defaults: TableDefaults = {
  order: [],
  pinned: [duplicateColumns.reason],
  hidden: [duplicateColumns.rung, ...ofBoth('telefone')],
  widths: {
    [duplicateColumns.reason]: 150,
    ...Object.fromEntries(ofBoth('nome').map((key) => [key, 170])),
    ...Object.fromEntries(ofBoth('telefone_digitos').map((key) => [key, 150])),
  },
  sum: null,
}

export const duplicatesFeature = defineFeature('duplicates', {
  service: 'platform',
  create({ ask, feature }) {
    const store = createDuplicatesStore({ ask })
    return {
      offer: { store, tableOf: (scope) => feature('tables').of(duplicatesTable(scope), defaults) },
      reloads: { sheets: () => store.getState().load() },
      reset: () => store.getState().close(),
    }
  },
  screens: {
    duplicates: {
      area: 'sheets',
      service: 'platform',
      perRecord: true,
      component: lazyComponent(async () => (await import('./duplicates-screen.tsx')).DuplicatesScreen),
      inConnection: () => ({ screen: 'sheets' }),
      help: ['contatos duplicados', 'mesclar contatos', 'contatos'],
      guide: 'complete',
    },
  },
  commands({ messages: { duplicates }, go, connectionOf }) {
    const connection = connectionOf('platform')
    if (connection === null) return []
    return [{ id: 'duplicates', label: duplicates.title, run: go({ screen: 'duplicates', connection }) }]
  },
})

import { defineFeature } from '../kernel/feature.ts'
import { createTables, type Tables } from './table-store.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    tables: Tables
  }
}

export const tablesFeature = defineFeature('tables', {
  create({ ask }) {
    const tables = createTables({ ask })
    return {
      offer: tables,
      reloads: {
        sheets: () => {
          tables.reload('sheet')
          tables.reload('duplicates')
          // The leads of the sheets stand beside the rows that they were joined with.
          tables.reload('dataset')
        },
        datasets: () => tables.reload('dataset'),
        conversations: () => tables.reload('conversations'),
      },
      reset: tables.clear,
    }
  },
})

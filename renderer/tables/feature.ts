import { factsOfTable, tableKindNames } from '../../preload/values/table-kinds.ts'
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
    const reload = (feature: string) => () => {
      for (const kind of tableKindNames) if (factsOfTable(kind).changedBy.includes(feature)) tables.reload(kind)
    }
    const features = new Set(tableKindNames.flatMap((kind) => factsOfTable(kind).changedBy))
    return {
      offer: tables,
      reloads: {
        ...Object.fromEntries([...features].map((feature) => [feature, reload(feature)])),
        views: tables.loadViews,
      },
      reset: tables.clear,
    }
  },
})

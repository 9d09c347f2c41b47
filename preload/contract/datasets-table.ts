import type { TableRef } from './tables.ts'

/** How the table of a data set is named in the contract (tables.ts). */
export function datasetTable({ connection_id, id }: { connection_id: string; id: string }): TableRef {
  return { kind: 'dataset', id: `${connection_id}:${id}` }
}

import type { DataHandlers } from '../calls.ts'
import type { DatasetStore } from './dataset-store.ts'

type DatasetHandlerName = Extract<keyof DataHandlers, `datasets.${string}`>

/** What is asked of data sets besides their tables. */
export function createDatasetHandlers(datasets: DatasetStore): Pick<DataHandlers, DatasetHandlerName> {
  return {
    'datasets.list': ({ connection_id }) => datasets.list(connection_id),
    'datasets.store': (input) => datasets.store(input),
    'datasets.rename': ({ connection_id, id, name }) => datasets.change(connection_id, id, { name }),
    'datasets.join': ({ connection_id, id, join }) => datasets.change(connection_id, id, { join }),
    'datasets.forget': ({ connection_id, id }) => datasets.forget(connection_id, id),
  }
}

import type { Dataset } from '../../preload/contract/datasets.ts'
import type { DataCall } from './data-call.ts'
import type { DocumentationCalls } from './documentation/documentation-calls.ts'

interface OfAccount {
  readonly connection_id: string
}

/** What is asked of the file of a platform connection (main/data/platform/platform-files.ts). */
export interface PlatformCalls extends DocumentationCalls {
  /** Removes the connection's file with everything in it. */
  'platform.forget_connection': DataCall<OfAccount, void>

  'datasets.list': DataCall<OfAccount, Dataset[]>
  /**
   * Stores records as a data set: the array at `path` (JSONPath-free: keys and positions from the root) of a JSON body, or
   * records made by main. An existing `id` is replaced, its name, layout and join stay.
   */
  'datasets.store': DataCall<
    OfAccount & Pick<Dataset, 'id' | 'name' | 'origin' | 'source'> & { records: readonly unknown[]; read_at: string },
    Dataset
  >
  'datasets.rename': DataCall<OfAccount & { id: string; name: string }, Dataset>
  'datasets.join': DataCall<OfAccount & { id: string; join: Dataset['join'] }, Dataset>
  'datasets.forget': DataCall<OfAccount & { id: string }, void>
}

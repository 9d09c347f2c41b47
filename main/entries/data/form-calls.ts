import type { FormDetail, FormSync } from '../../../preload/contract/forms.ts'
import type { OfAccount } from '../../engine/shared-calls.ts'

export interface OfForm extends OfAccount {
  readonly form_id: number
}

/**
 * A form as stored in its connection's file. `body` is the service's data, with list and single read merged. `sync` has
 * no `reading`, which only main knows: an abandoned reading is `partial` or as before.
 */
export interface StoredForm
  extends Pick<
    FormDetail,
    'id' | 'read_at' | 'deleted_at' | 'kept' | 'entries' | 'gone' | 'aside' | 'unreviewed' | 'schema_versions'
  > {
  readonly body: Readonly<Record<string, unknown>>
  readonly sync: FormSync
}

/** The progress of reading one form's entries, so that it continues after any end. */
export interface EntriesState {
  /**
   * - `first`: pages of everything created before `until`, from the start of the stored period.
   * - `new`: pages of what was created after `since`.
   * - `walk`: all pages of the stored period again, to find what is gone or was changed.
   */
  readonly mode: 'first' | 'new' | 'walk'
  readonly since: string | null
  readonly until: string | null
  /** The first page that is not stored yet; 1 at the start. */
  readonly next_page: number
  readonly entries: number
  readonly total: number | null
}

import type { FormDetail, FormSync } from '../../../preload/contract/forms.ts'
import type { OfAccount } from '../../engine/shared-calls.ts'

export interface OfForm extends OfAccount {
  readonly form_id: number
}

/**
 * A form as the file of its connection has it. `body` is what the service sent, list and single read merged. `sync` is
 * without `reading`, which only main knows: a reading that nobody does any more is `partial` or what it was.
 */
export interface StoredForm
  extends Pick<
    FormDetail,
    'id' | 'read_at' | 'deleted_at' | 'kept' | 'entries' | 'gone' | 'aside' | 'unreviewed' | 'schema_versions'
  > {
  readonly body: Readonly<Record<string, unknown>>
  readonly sync: FormSync
}

/** How far the reading of one form's entries is, so that it goes on after any end. */
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

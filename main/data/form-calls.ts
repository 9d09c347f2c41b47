import type { entries } from '../../preload/contract/entries.ts'
import type { FormDetail, FormSync, KeptPeriod } from '../../preload/contract/forms.ts'
import type { OpenedPackage, ReviewBatch, ReviewChange, ReviewSet, reviews } from '../../preload/contract/reviews.ts'
import type { EntrySelection, TableRef } from '../../preload/contract/tables.ts'
import type { FailureCode } from '../../preload/contract/wire.ts'
import type { DataCall, FromContract, OfAccount } from './data-call.ts'

/**
 * A form as the file of its connection has it. `body` is what the service sent, list and single read merged; `sync` is without
 * `reading`, which only main knows: a reading that nobody does any more is `partial` or what it was.
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

export interface EntryPageFacts {
  /** Entries of this page, and how many of them were not here. */
  readonly rows: number
  readonly fresh: number
  readonly changed: number
  readonly total: number
  readonly last_page: number
  /** Distinct entries stored by this reading so far. */
  readonly seen: number
}

interface OfForm extends OfAccount {
  readonly form_id: number
}

interface Selected {
  readonly table: TableRef
  readonly select: EntrySelection
}

type EntryQuestion = 'rejected' | 'ids' | 'briefs' | 'read' | 'raw' | 'known'
type ReviewQuestion =
  | 'batches'
  | 'filters'
  | 'save_filter'
  | 'forget_filter'
  | 'rules'
  | 'set_rules'
  | 'sets'
  | 'agreement'
  | 'forget_set'

/** The calls about forms, entries and reviews. One encrypted file a connection: `<dir>/forms/<connection>.forms`. */
export interface FormCalls
  extends FromContract<typeof entries, `entries.${EntryQuestion}`>,
    FromContract<typeof entries, 'entries.counts' | 'entries.figures', { readonly zone: string }>,
    FromContract<typeof reviews, `reviews.${ReviewQuestion}`> {
  'forms.list': DataCall<OfAccount, readonly StoredForm[]>
  'forms.read': DataCall<OfForm, StoredForm>
  /** Forms as the service sent them; keys that an answer does not have stay as they were. A new `fields` is a new version. */
  'forms.store': DataCall<OfAccount & { forms: readonly Readonly<Record<string, unknown>>[] }, void>
  /** The service does not have it any more. A form without stored entries leaves the list, any other stays as a copy. */
  'forms.gone': DataCall<OfForm, void>
  /**
   * False forgets its entries, reviews and trail. `period` is joined with the stored one; a wider one makes the next reading a
   * first one. Without it, the period stays as it is.
   */
  'forms.keep': DataCall<OfForm & { keep: boolean; period?: KeptPeriod | null | undefined }, void>
  /** Removes the file of a connection with everything in it. */
  'forms.forget_connection': DataCall<OfAccount, void>
  /** How many entries of the connection are here, for "forget". 0 without opening a file that is not there. */
  'forms.deletion_impact': DataCall<OfAccount, { entries: number; reviewed: number }>

  /** Starts a reading, or goes on with the interrupted one. `now` is the service's clock, ISO. */
  'entries.begin': DataCall<
    OfForm & { mode: 'auto' | 'walk'; now: string },
    EntriesState & { readonly period: KeptPeriod | null }
  >
  /**
   * Parses, checks and stores one page (raw JSON body) in one transaction; a record that cannot be stored is counted. Throws
   * `unexpected_body`.
   */
  'entries.page': DataCall<OfForm & { page: number; body: string }, EntryPageFacts>
  /** The pages are in. `total` is what the service counts for the stored period now, null when that was not requested. */
  'entries.finish': DataCall<OfForm & { total: number | null }, { form: StoredForm; agrees: boolean }>
  'entries.stop': DataCall<OfForm & { failure: FailureCode | null }, void>
  /** The answer to a single read or to a POST (raw JSON body). */
  'entries.single': DataCall<OfAccount & { body: string }, { id: number; form_id: number }>
  /** The service does not have it any more (404, or it was deleted by us). */
  'entries.gone': DataCall<OfAccount & { id: number }, void>
  /** Entries whose single read was never made, newest first. */
  'entries.incomplete': DataCall<OfAccount & { most: number }, readonly number[]>

  /** Holds one page (raw JSON body) in memory, as the table of the form's newest entries. Throws `unexpected_body`. */
  'entries.preview': DataCall<OfForm & { body: string }, { rows: number; aside: number; total: number }>
  /** The selection as a CSV list for cruzar, its rows in the order of the table: a heading for each of `entryListColumns`. */
  'entries.list_text': DataCall<Selected & { headings: readonly string[] }, { text: string }>

  /** `ids` are the entries that changed; also below. */
  'reviews.change': DataCall<
    Selected & { change: ReviewChange; who: string },
    { batch: ReviewBatch | null; ids: readonly number[] }
  >
  'reviews.undo': DataCall<
    OfAccount & { set: string; batch: string | null; who: string },
    { undone: ReviewBatch | null; ids: readonly number[] }
  >

  /** Writes the encrypted package at `path` (a temporary name that main renames). */
  'reviews.export_package': DataCall<
    OfAccount & { form_ids: readonly number[] | null; passphrase: string; path: string; who: string; service: string },
    { entries: number; bytes: number }
  >
  'reviews.open_package': DataCall<
    OfAccount & { source: { path: string } | { bytes: Uint8Array }; passphrase: string; service: string },
    OpenedPackage
  >
  'reviews.merge_package': DataCall<
    OfAccount & {
      package: string
      choices: readonly { entry_id: number; field: 'state' | 'assignee' | 'tags'; take: 'mine' | 'theirs' }[]
      who: string
    },
    { batch: ReviewBatch | null; changed: number; set: string | null }
  >
  'reviews.ask_blind': DataCall<
    Selected & { passphrase: string; path: string; who: string; service: string; name: string },
    { entries: number; bytes: number; set: ReviewSet }
  >
  'reviews.answer_blind': DataCall<
    OfAccount & { set: string; passphrase: string; path: string; who: string; service: string },
    { entries: number; bytes: number }
  >
}

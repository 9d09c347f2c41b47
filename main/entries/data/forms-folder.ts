import type { FormSync } from '../../../preload/contract/forms.ts'
import { type ConnectionFiles, createConnectionFiles } from '../../engine/store/connection-files.ts'
import type { FolderKey } from '../../engine/store/data-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { factsSchema, readFact, writeFact } from '../../engine/store/facts.ts'
import { execute, selectAll, selectCount, selectOne } from '../../engine/store/sql.ts'
import { orNotFound } from '../../kernel/failure.ts'
import type { EntriesState, StoredForm } from './form-calls.ts'

/**
 * The file of one forms connection, `<dir>/forms/<connection>.forms`: its forms, their entries, and the team's reviews.
 * It is one file, so that duplicates are found across forms, a merge is one transaction, and deleting the connection
 * removes one file. Times are ISO 8601 UTC unless they end in `_ms` (epoch ms). Only append to it.
 */
const formsSchema: readonly string[] = [
  `-- Facts: account, usage/2026-11, webhooks, rules, layout/<table>, revisions.
   ${factsSchema}

   -- body: the form as the service sent it, list and single read merged, unknown keys kept.
   create table forms (
     id integer primary key,
     body text not null,
     read_at text not null,
     deleted_at text,
     kept integer not null default 0,
     -- StoredSync and the reading that goes on (Reading), as JSON (form-row.ts).
     sync text not null,
     reading text
   );
   -- fields as they were at a time: answers may be keyed by labels or ids of then (docs/services.md §11.1).
   create table schemas (
     form_id integer not null,
     version integer not null,
     fields text not null,
     seen_at text not null,
     primary key (form_id, version)
   ) without rowid;

   -- body: the entry as a list or the single read gave it, unknown keys kept. single: the single read was made.
   create table entries (
     id integer primary key,
     form_id integer not null,
     created_at text,
     created_ms real,
     body text not null,
     single integer not null default 0,
     schema_version integer not null,
     seen_at text not null,
     gone_at text
   );
   create index entries_by_form on entries (form_id, created_ms);
   create index entries_gone on entries (form_id) where gone_at is not null;
   create index entries_unread on entries (created_ms) where single = 0 and gone_at is null;
   -- Bodies that the service has replaced since, oldest first.
   create table earlier (
     entry_id integer not null,
     version integer not null,
     body text not null,
     replaced_at text not null,
     primary key (entry_id, version)
   ) without rowid;
   -- Ids that the running reading of a form has seen.
   create table seen (form_id integer not null, entry_id integer not null, primary key (form_id, entry_id)) without rowid;

   -- What happened to entries, in the order in which it came here. Never changed, never removed but with its form.
   create table events (
     seq integer primary key autoincrement,
     id text not null unique,
     set_id text not null default '',
     entry_id integer not null,
     at text not null,
     who text not null,
     -- state, assignee, tags, note, changed_on_service, gone, back
     kind text not null,
     before text,
     after text,
     comment text,
     batch text not null,
     -- The batch that this takes back.
     undoes text,
     merged integer not null default 0
   );
   create index events_by_entry on events (entry_id, set_id);
   create index events_by_batch on events (batch);
   -- Follows from the events, and is changed with them in one transaction. No row: nova, nobody, no tags.
   create table reviews (
     set_id text not null,
     entry_id integer not null,
     state text not null,
     assignee text,
     -- JSON array
     tags text not null,
     notes integer not null default 0,
     last_note text,
     -- Of the last change of state.
     comment text,
     decided_by text,
     decided_at text,
     primary key (set_id, entry_id)
   ) without rowid;
   create table batches (
     seq integer primary key autoincrement,
     id text not null unique,
     set_id text not null default '',
     at text not null,
     who text not null,
     kind text not null,
     value text,
     entries integer not null,
     entry_id integer,
     -- The batch that took it back.
     undone_by text
   );
   create table filters (id text primary key, json text not null) without rowid;
   create table sets (id text primary key, json text not null) without rowid;
   create table set_entries (set_id text not null, entry_id integer not null, primary key (set_id, entry_id)) without rowid;`,

  `-- Records of a form's entries that could not be kept as entries, as they came. key: the number of the entry, or a digest of
   -- the text where it has none. reason: AsideEntry (preload/contract/entries.ts). seen: met by the last whole reading.
   create table aside (
     form_id integer not null,
     key text not null,
     id integer,
     reason text not null,
     text text not null,
     seen integer not null default 1,
     primary key (form_id, key)
   ) without rowid;`,

  `-- Entries that the service listed though they are not of the form's kept period (entry-bounds.ts): counted, not kept.
   create table outside (form_id integer not null, entry_id integer not null, primary key (form_id, entry_id)) without rowid;`,

  `-- Whose package brought an event; null for what was done here, and for what was merged before this was noted.
   alter table events add column via text;`,
]

export type FormsFolder = ConnectionFiles

export interface FormsDeps {
  readonly folder: FormsFolder
  readonly now: () => Date
}

export function createFormsFolder({ dir, key }: FolderKey): FormsFolder {
  return createConnectionFiles({ dir, key, name: 'forms', schema: formsSchema })
}

/** The parts of a table of entries. Each part has a number that increases with its every change. */
export type RevisedPart = 'forms' | 'entries' | 'reviews' | 'rules'

/** The present numbers in the file, including changes of another process; cheap, since every call reads them. */
export function revisionsOf(database: Database): Readonly<Record<RevisedPart, number>> {
  return { ...unrevised, ...readFact<Partial<Record<RevisedPart, number>>>(database, 'revisions') }
}

/** Records that these parts changed; called within the changing transaction. */
export function revise(database: Database, ...parts: readonly RevisedPart[]): void {
  const revisions = { ...revisionsOf(database) }
  for (const part of parts) revisions[part] += 1
  writeFact(database, 'revisions', revisions)
}

const unrevised: Readonly<Record<RevisedPart, number>> = { forms: 0, entries: 0, reviews: 0, rules: 0 }

/** The state of the offline copy, as stored in the file. */
interface StoredSync extends FormSync {
  /** The newest `created_at` (epoch ms) of the complete readings; the next reading starts there. */
  readonly newest_ms: number | null
}

/** An unfinished reading with stored pages; at most one for each form. */
export interface Reading extends EntriesState {
  /** The service's total stayed the same while the pages were read. */
  readonly steady: boolean
  /** Repeated entries; readings of earlier versions did not count them. */
  readonly repeated?: number
  readonly newest_ms: number | null
}

export interface FormRow extends Pick<StoredForm, 'id' | 'body' | 'read_at' | 'deleted_at' | 'kept'> {
  readonly sync: StoredSync
  readonly reading: Reading | null
}

/** The state of a form whose entries are not stored. */
export const unsynced: StoredSync = {
  kind: 'none',
  failure: null,
  synced_at: null,
  reconciled_at: null,
  total: null,
  repeated: 0,
  period: null,
  newest_ms: null,
}

type FormCells = Pick<FormRow, 'id' | 'read_at' | 'deleted_at'> & {
  readonly body: string
  readonly kept: number
  readonly sync: string
  readonly reading: string | null
}

export function findForm(database: Database, id: number): FormRow | undefined {
  const row = selectOne<FormCells>(database)`select * from forms where id = ${id}`
  return row && rowOf(row)
}

export function readForm(database: Database, id: number): FormRow {
  return orNotFound(findForm(database, id))
}

export function writeForm(database: Database, { id, body, read_at, deleted_at, kept, sync, reading }: FormRow): void {
  execute(database)`
    insert or replace into forms (id, body, read_at, deleted_at, kept, sync, reading)
    values (${id}, ${JSON.stringify(body)}, ${read_at}, ${deleted_at}, ${Number(kept)}, ${JSON.stringify(sync)},
      ${reading && JSON.stringify(reading)})`
}

type Counts = Pick<StoredForm, 'entries' | 'gone' | 'aside' | 'unreviewed' | 'schema_versions'>

/**
 * All forms, the newest id first, or the form of one id. Reviews are counted by the index, so that no bodies are read.
 */
export function storedForms(database: Database, id: number | null = null): StoredForm[] {
  const rows = selectAll<FormCells & Counts>(database)`
    select *,
      (select count(*) from entries where form_id = forms.id) entries,
      (select count(*) from entries where form_id = forms.id and gone_at is not null) gone,
      (select count(*) from aside where form_id = forms.id) aside,
      (select count(*) from entries indexed by entries_by_form where form_id = forms.id and not exists (
        select 1 from reviews where set_id = '' and entry_id = entries.id and state <> 'nova')) unreviewed,
      (select coalesce(max(version), 0) from schemas where form_id = forms.id) schema_versions
    from forms where ${id} is null or id = ${id} order by id desc`
  return rows.map((row) => {
    const { reading: _reading, sync, ...form } = rowOf(row)
    const { newest_ms: _newest, ...shown } = sync
    return { ...form, sync: shown }
  })
}

export function storedForm(database: Database, id: number): StoredForm {
  return orNotFound(storedForms(database, id)[0])
}

/** The number of the last seen version of the form's fields. */
export function schemaVersion(database: Database, formId: number): number {
  return selectCount(database)`select coalesce(max(version), 0) from schemas where form_id = ${formId}`
}

function rowOf<Row extends FormCells>({ body, kept, sync, reading, ...row }: Row) {
  // The file is authenticated: its content is what `writeForm` wrote.
  return {
    ...row,
    body: JSON.parse(body) as FormRow['body'],
    kept: kept === 1,
    // Files from before periods were stored have none.
    sync: { ...unsynced, ...(JSON.parse(sync) as Partial<StoredSync>) },
    reading: reading === null ? null : (JSON.parse(reading) as Reading),
  }
}

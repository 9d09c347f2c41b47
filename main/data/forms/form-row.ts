import type { FormSync } from '../../../preload/contract/forms.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { EntriesState, StoredForm } from '../form-calls.ts'
import type { Database } from '../store/encrypted-file.ts'

/** Where the offline copy stands, as the file keeps it. */
export interface StoredSync extends FormSync {
  /** The newest `created_at` (epoch ms) of the readings that were whole: the next one asks from there. */
  readonly newest_ms: number | null
}

/** A reading whose pages are stored and that was not finished yet; one a form at most. */
export interface Reading extends EntriesState {
  /** The service's total never moved while the pages were read. */
  readonly steady: boolean
  readonly newest_ms: number | null
}

export interface FormRow {
  readonly id: number
  readonly body: Readonly<Record<string, unknown>>
  readonly read_at: string
  readonly deleted_at: string | null
  readonly kept: boolean
  readonly sync: StoredSync
  readonly reading: Reading | null
}

/** Of a form whose entries are not kept. */
export const unsynced: StoredSync = {
  kind: 'none',
  failure: null,
  synced_at: null,
  reconciled_at: null,
  total: null,
  period: null,
  newest_ms: null,
}

interface Stored {
  id: number
  body: string
  read_at: string
  deleted_at: string | null
  kept: number
  sync: string
  reading: string | null
}

/** All forms, the newest id first. */
export function formRows(database: Database): FormRow[] {
  return database.prepare<[], Stored>('select * from forms order by id desc').all().map(rowOf)
}

export function findForm(database: Database, id: number): FormRow | undefined {
  const found = database.prepare<[number], Stored>('select * from forms where id = ?').get(id)
  return found && rowOf(found)
}

/** Throws `not_found`. */
export function readForm(database: Database, id: number): FormRow {
  const found = findForm(database, id)
  if (!found) throw new AppFailure('not_found')
  return found
}

export function writeForm(database: Database, { id, body, read_at, deleted_at, kept, sync, reading }: FormRow): void {
  database
    .prepare('insert or replace into forms (id, body, read_at, deleted_at, kept, sync, reading) values (?,?,?,?,?,?,?)')
    .run(
      id,
      JSON.stringify(body),
      read_at,
      deleted_at,
      Number(kept),
      JSON.stringify(sync),
      reading && JSON.stringify(reading),
    )
}

/** The rows with what is counted of them. */
export function storedForms(database: Database, rows: readonly FormRow[]): StoredForm[] {
  const count = (sql: string) =>
    new Map(
      database
        .prepare<[], { form_id: number; count: number }>(sql)
        .all()
        .map((row) => [row.form_id, row.count]),
    )
  const entries = count('select form_id, count(*) count from entries group by form_id')
  const gone = count('select form_id, count(*) count from entries where gone_at is not null group by form_id')
  const aside = count('select form_id, count(*) count from aside group by form_id')
  const reviewed = count(reviewedSql)
  const versions = count('select form_id, max(version) count from schemas group by form_id')
  return rows.map(({ id, body, read_at, deleted_at, kept, sync: { newest_ms: _, ...sync } }) => ({
    id,
    body,
    read_at,
    deleted_at,
    kept,
    entries: entries.get(id) ?? 0,
    gone: gone.get(id) ?? 0,
    aside: aside.get(id) ?? 0,
    unreviewed: (entries.get(id) ?? 0) - (reviewed.get(id) ?? 0),
    schema_versions: versions.get(id) ?? 0,
    sync,
  }))
}

/** Throws `not_found`. */
export function storedForm(database: Database, id: number): StoredForm {
  const [form] = storedForms(database, [readForm(database, id)])
  if (!form) throw new Error('a row gives a form')
  return form
}

/** Asked of the index and the small rows alone, so that no bodies are read. */
const reviewedSql = `select form_id, count(*) count from entries indexed by entries_by_form where exists (
  select 1 from reviews where set_id = '' and entry_id = entries.id and state <> 'nova') group by form_id`

/** How many versions of the form's fields were seen: the number of the last one. */
export function schemaVersion(database: Database, formId: number): number {
  return database.prepare<[number], number>(versionSql).pluck().get(formId) ?? 0
}

const versionSql = 'select coalesce(max(version), 0) from schemas where form_id = ?'

function rowOf({ id, body, read_at, deleted_at, kept, sync, reading }: Stored): FormRow {
  // The file is authenticated: what stands in it is what `writeForm` wrote.
  return {
    id,
    body: JSON.parse(body) as FormRow['body'],
    read_at,
    deleted_at,
    kept: kept === 1,
    // Files of before periods were kept have none.
    sync: { ...unsynced, ...(JSON.parse(sync) as Partial<StoredSync>) },
    reading: reading === null ? null : (JSON.parse(reading) as Reading),
  }
}

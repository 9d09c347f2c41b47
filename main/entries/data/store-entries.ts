import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { selectCount, selectOne } from '../../engine/store/sql.ts'
import { type JsonRecord, parseFaithfully } from '../../kernel/json.ts'
import { revise, schemaVersion } from './forms-folder.ts'
import type { ReceivedEntry } from './parse-entries.ts'

interface StoreEntries {
  readonly formId: number
  readonly entries: readonly ReceivedEntry[]
  /** These came from single reads. */
  readonly single: boolean
  readonly at: string
}

/** What makes another entry of it when it differs; the name of the form is not the entry's. */
const comparedKeys = ['fields', 'metadata', 'created_at', 'is_complete'] as const

/**
 * Stores entries of one form by their ids, on top of what is known of them. Keys that an answer lacks stay, a replaced
 * body goes to `earlier` with an event in the trail, an entry that was gone is back. Runs within the caller's
 * transaction. Gives how many entries were not here, and of how many the service has replaced answers or metadata.
 */
export function storeEntries(database: Database, { formId, entries, single, at }: StoreEntries) {
  const write = database.prepare(writeSql)
  const version = schemaVersion(database, formId)
  const changed: { id: number; before: string }[] = []
  const back: { id: number }[] = []
  let fresh = 0
  let touched = 0

  for (const entry of entries) {
    const previous = selectOne<{ form_id: number; body: string; single: number; gone_at: string | null }>(database)`
      select form_id, body, single, gone_at from entries where id = ${entry.id}`
    const previousBody = previous && (parseFaithfully(previous.body) as JsonRecord)
    const body = JSON.stringify({ ...previousBody, ...entry.body })
    if (!previous) fresh += 1
    if (previous?.gone_at) back.push(entry)
    const isEdited = previousBody !== undefined && differs(previousBody, entry.body)
    if (previous && isEdited) changed.push({ id: entry.id, before: keepEarlier(database, entry.id, previous.body, at) })
    const isSame = previous?.body === body && previous.form_id === formId && previous.single >= Number(single)
    if (isSame && previous.gone_at === null) continue
    touched += 1
    write.run({ ...entry, form_id: formId, body, single: Number(single), version, at, edited: Number(isEdited) })
  }

  addServiceEvents(database, 'changed_on_service', changed, at)
  addServiceEvents(database, 'back', back, at)
  if (touched > 0) revise(database, 'entries')
  return { fresh, changed: changed.length }
}

const writeSql = `
  insert into entries (id, form_id, created_at, created_ms, body, single, schema_version, seen_at, gone_at)
  values (@id, @form_id, @created_at, @created_ms, @body, @single, @version, @at, null)
  on conflict (id) do update set form_id = @form_id, created_at = coalesce(@created_at, created_at),
    created_ms = coalesce(@created_ms, created_ms), body = @body,
    single = max(single, @single), schema_version = iif(@edited, @version, schema_version), seen_at = @at, gone_at = null`

/** Returns the body's version in `earlier`. */
function keepEarlier(database: Database, id: number, body: string, at: string): string {
  const version = selectCount(database)`
    insert into earlier (entry_id, version, body, replaced_at)
    select ${id}, coalesce(max(version), 0) + 1, ${body}, ${at} from earlier where entry_id = ${id} returning version`
  return String(version)
}

function differs(previous: JsonRecord, received: JsonRecord): boolean {
  return comparedKeys.some(
    (key) =>
      Object.hasOwn(previous, key) && Object.hasOwn(received, key) && !isDeepStrictEqual(previous[key], received[key]),
  )
}

/**
 * Adds to the trail of entries what the service did to them, by nobody (`who` is empty). For `changed_on_service`,
 * `before` is the number of the body in `earlier` that was replaced. Runs within the caller's transaction.
 */
function addServiceEvents(
  database: Database,
  kind: 'changed_on_service' | 'gone' | 'back',
  entries: readonly { readonly id: number; readonly before?: string }[],
  at: string,
): void {
  const add = database.prepare(
    `insert into events (id, entry_id, at, who, kind, before, batch) values (?, ?, ?, '', ?, ?, ?)`,
  )
  const batch = crypto.randomUUID()
  for (const { id, before } of entries) add.run(crypto.randomUUID(), id, at, kind, before ?? null, batch)
}

/**
 * Marks those of the entries that the service has no more and that were not marked before; reviews and answers stay.
 * Runs within the caller's transaction.
 */
export function markGone(database: Database, ids: readonly number[], at: string): void {
  const mark = database.prepare('update entries set gone_at = ? where id = ? and gone_at is null')
  const gone = ids.filter((id) => mark.run(at, id).changes > 0).map((id) => ({ id }))
  if (gone.length === 0) return
  addServiceEvents(database, 'gone', gone, at)
  revise(database, 'entries')
}

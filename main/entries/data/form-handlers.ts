import { isDeepStrictEqual } from 'node:util'
import type { KeptPeriod, forms as questions } from '../../../preload/contract/forms.ts'
import type { ParsedInput } from '../../../preload/contract/question.ts'
import { joinedPeriod } from '../../../preload/values/kept-period.ts'
import type { OfAccount } from '../../engine/shared-calls.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, raw, selectCount, selectValues } from '../../engine/store/sql.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { idOf, type JsonRecord } from '../../kernel/json.ts'
import type { OfForm } from './form-calls.ts'
import {
  type FormRow,
  type FormsDeps,
  findForm,
  readForm,
  revise,
  storedForm,
  storedForms,
  unsynced,
  writeForm,
} from './forms-folder.ts'
import { markGone } from './store-entries.ts'

type KeepForm = OfForm & Pick<ParsedInput<(typeof questions)['forms.keep']>, 'keep' | 'period'>

/** The forms of a connection, as last read. */
export function createFormHandlers({ folder, now }: FormsDeps) {
  const at = () => now().toISOString()
  return {
    'forms.list': ({ connection_id }: OfAccount) => storedForms(folder.openReadOnly(connection_id)),
    'forms.read': ({ connection_id, form_id }: OfForm) => storedForm(folder.openReadOnly(connection_id), form_id),
    'forms.store': ({ connection_id, forms }: OfAccount & { readonly forms: readonly JsonRecord[] }) =>
      folder.write(connection_id, (database) => {
        for (const received of forms) storeForm(database, received, at())
      }),
    'forms.gone': ({ connection_id, form_id }: OfForm) =>
      folder.change(connection_id, (database) => formGone(database, form_id, at())),
    /** False deletes its entries, reviews and trail. Without a period, the stored one stays. */
    'forms.keep': ({ connection_id, form_id, keep, period }: KeepForm) =>
      folder.change(connection_id, (database) => {
        const form = readForm(database, form_id)
        if (keep) keepForm(database, form, period)
        else if (form.kept) unkeep(database, form)
      }),
  }
}

/** Stored entries stay where the period becomes longer: they are read again with the rest, and their reviews remain. */
function keepForm(database: Database, form: FormRow, newPeriod: KeptPeriod | null | undefined): void {
  const { kept, sync } = form
  const previousPeriod = kept ? sync.period : undefined
  const given = newPeriod && joinedPeriod(newPeriod, newPeriod)
  const period =
    previousPeriod === undefined || given === undefined
      ? (given ?? previousPeriod ?? null)
      : joinedPeriod(previousPeriod, given)
  if (kept && isDeepStrictEqual(period, previousPeriod)) return
  const { newest_ms } = sync
  // Some of the service's entries that were outside may now be within the period.
  deleteOfForm(database, form.id, ['outside', 'seen'])
  writeForm(database, { ...form, kept: true, reading: null, sync: { ...unsynced, kind: 'partial', period, newest_ms } })
  revise(database, 'forms')
}

/** A form that the service no longer has leaves the list. */
function unkeep(database: Database, form: FormRow): void {
  forgetEntries(database, form.id)
  writeForm(database, { ...form, kept: false, sync: unsynced, reading: null })
  if (form.deleted_at !== null) forgetForm(database, form.id)
  revise(database, 'forms', 'entries', 'reviews')
}

/** Its entries are gone with it (docs/services.md §10.4); the stored ones stay. */
function formGone(database: Database, id: number, at: string): void {
  const form = findForm(database, id)
  if (!form) return
  revise(database, 'forms')
  if (!form.kept) forgetForm(database, id)
  else if (form.deleted_at === null) {
    writeForm(database, { ...form, deleted_at: at, reading: null })
    markGone(database, selectValues<number>(database)`select id from entries where form_id = ${id}`, at)
  }
}

/** Deletes the entries of a form with all their data; runs within the caller's transaction. */
function forgetEntries(database: Database, formId: number): void {
  for (const table of ['earlier', 'events', 'reviews', 'set_entries']) {
    execute(database)`
      delete from ${raw(table)} where entry_id in (select id from entries where form_id = ${formId})`
  }
  deleteOfForm(database, formId, ['seen', 'aside', 'outside', 'entries'])
}

function deleteOfForm(database: Database, formId: number, tables: readonly string[]): void {
  for (const table of tables) execute(database)`delete from ${raw(table)} where form_id = ${formId}`
}

/** Deletes a form that the service does not have and that is not kept. */
function forgetForm(database: Database, formId: number): void {
  deleteOfForm(database, formId, ['schemas'])
  execute(database)`delete from forms where id = ${formId}`
}

/**
 * Stores a received form over the known one: a list leaves out fields of the single read, and a key that an answer
 * lacks stays (docs/services.md §10.1). A deleted form that is received again is restored. Runs within the caller's
 * transaction. Throws `unexpected_body` for a form without a number.
 */
function storeForm(database: Database, received: JsonRecord, at: string): void {
  const id = typeof received.id === 'number' ? idOf(received.id) : null
  if (id === null) throw new AppFailure('unexpected_body', { place: 'id' })
  const previous = findForm(database, id)
  const row: FormRow = {
    ...(previous ?? { id, kept: false, sync: unsynced, reading: null }),
    body: { ...previous?.body, ...received },
    read_at: at,
    deleted_at: null,
  }
  writeForm(database, row)
  const versioned = storeFields(database, id, received.fields, at)
  if (versioned || previous?.deleted_at !== null || !isSame(previous.body, row.body)) revise(database, 'forms')
}

/** Stores changed fields as a new version. Returns whether they changed. */
function storeFields(database: Database, id: number, fields: unknown, at: string): boolean {
  if (!Array.isArray(fields)) return false
  const text = JSON.stringify(fields)
  const version = selectCount(database)`
    insert into schemas (form_id, version, fields, seen_at)
    select ${id}, coalesce(max(version), 0) + 1, ${text}, ${at} from schemas where form_id = ${id}
    having ${text} is not (select fields from schemas where form_id = ${id} order by version desc limit 1)
    returning version`
  return version > 0
}

/** Counters change with every entry and affect nothing that a table of entries shows. */
function isSame(one: JsonRecord, other: JsonRecord): boolean {
  const shown = ({ entries_count: _count, updated_at: _updated, ...rest }: JsonRecord) => rest
  return isDeepStrictEqual(shown(one), shown(other))
}

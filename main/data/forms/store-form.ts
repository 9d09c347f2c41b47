import { isDeepStrictEqual } from 'node:util'
import { AppFailure } from '../../kernel/failure.ts'
import type { Database } from '../store/encrypted-file.ts'
import { type FormRow, findForm, schemaVersion, unsynced, writeForm } from './form-row.ts'
import { revise } from './revisions.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Stores a form as an answer tells it, on top of what was known: a list leaves out what the single read has, and a key
 * that an answer lacks stays (form-collection.md, "Form"). A deleted form that is told of again is back. Runs within the
 * caller's transaction. Throws `unexpected_body` for a form without a number.
 */
export function storeForm(database: Database, told: Json, at: string): FormRow {
  const id = formId(told)
  const before = findForm(database, id)
  const row: FormRow = {
    ...(before ?? { id, kept: false, sync: unsynced, reading: null }),
    body: { ...before?.body, ...told },
    read_at: at,
    deleted_at: null,
  }
  writeForm(database, row)
  const versioned = storeFields(database, id, told.fields, at)
  if (versioned || before?.deleted_at !== null || !isSame(before.body, row.body)) revise(database, 'forms')
  return row
}

function formId({ id }: Json): number {
  if (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id
  throw new AppFailure('unexpected_body', { place: 'id' })
}

/** Fields that differ from the last ones are a new version. */
function storeFields(database: Database, id: number, fields: unknown, at: string): boolean {
  if (!Array.isArray(fields)) return false
  const version = schemaVersion(database, id)
  const text = JSON.stringify(fields)
  const last = database
    .prepare<[number, number], string>('select fields from schemas where form_id = ? and version = ?')
    .pluck()
    .get(id, version)
  if (last === text) return false
  database
    .prepare('insert into schemas (form_id, version, fields, seen_at) values (?, ?, ?, ?)')
    .run(id, version + 1, text, at)
  return true
}

/** Counters move with every entry and change nothing that a table of entries shows. */
function isSame(one: Json, other: Json): boolean {
  const shown = ({ entries_count: _count, updated_at: _updated, ...rest }: Json) => rest
  return isDeepStrictEqual(shown(one), shown(other))
}

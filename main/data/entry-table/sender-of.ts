import { revisionsOf } from '../forms/revisions.ts'
import type { Database } from '../store/encrypted-file.ts'
import { entryFacts, type StoredEntry } from './entry-facts.ts'
import { createFormReader, type FormInfo } from './read-forms.ts'

/** Who sent an entry, by its answers; empty for one that is not here. For what shows single entries by name. */
export function createSenderOf(): (database: Database, entryId: number) => string {
  const read = new WeakMap<Database, { readonly revision: number; readonly forms: ReadonlyMap<number, FormInfo> }>()
  const formsOf = (database: Database) => {
    const revision = revisionsOf(database).forms
    const known = read.get(database)
    if (known?.revision === revision) return known.forms
    const forms = createFormReader()(database)
    read.set(database, { revision, forms })
    return forms
  }
  return (database, entryId) => {
    const stored = database.prepare<[number], StoredEntry>(select).get(entryId)
    return stored ? entryFacts(stored, formsOf(database).get(stored.form_id)?.roles).sender : ''
  }
}

const select = `select id, form_id, created_at, created_ms, body, schema_version, gone_at from entries where id = ?`

import type { Database } from '../store/encrypted-file.ts'

/** Forgets the entries of a form with everything that is known of them; runs within the caller's transaction. */
export function forgetEntries(database: Database, formId: number): void {
  const ofForm = '(select id from entries where form_id = ?)'
  for (const table of ['earlier', 'events', 'reviews', 'set_entries']) {
    database.prepare(`delete from ${table} where entry_id in ${ofForm}`).run(formId)
  }
  database.prepare('delete from seen where form_id = ?').run(formId)
  database.prepare('delete from aside where form_id = ?').run(formId)
  database.prepare('delete from outside where form_id = ?').run(formId)
  database.prepare('delete from entries where form_id = ?').run(formId)
}

/** Forgets a form that the service does not have and nobody kept. */
export function forgetForm(database: Database, formId: number): void {
  database.prepare('delete from schemas where form_id = ?').run(formId)
  database.prepare('delete from forms where id = ?').run(formId)
}

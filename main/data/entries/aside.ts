import type { AsideEntry } from '../../../preload/contract/entries.ts'
import type { Database } from '../store/encrypted-file.ts'

/** A record of a page that cannot be kept as an entry. */
export interface RejectedRecord extends AsideEntry {
  /** The number of the entry, or a digest of the text where it has none. */
  readonly key: string
}

/**
 * Stores records of a form that cannot be kept, on top of what is known of them, and takes those of `kept` out, which can
 * now. Gives how many without a number the reading had not met. Runs within the caller's transaction.
 */
export function storeRejected(
  database: Database,
  formId: number,
  { aside, kept }: { readonly aside: readonly RejectedRecord[]; readonly kept: readonly { readonly id: number }[] },
): number {
  if (countRejected(database, formId) > 0) {
    const remove = database.prepare('delete from aside where form_id = ? and id = ?')
    for (const { id } of kept) remove.run(formId, id)
  }
  const met = database.prepare('select 1 from aside where form_id = ? and key = ? and seen = 1')
  const put = database.prepare('insert or replace into aside (form_id, key, id, reason, text) values (?, ?, ?, ?, ?)')
  return aside.reduce((sum, { key, id, reason, text }) => {
    const isNew = id === null && met.get(formId, key) === undefined
    put.run(formId, key, id, reason, text)
    return sum + Number(isNew)
  }, 0)
}

/** A whole reading begins: whatever it does not meet is gone from the service. */
export function markRejectedUnseen(database: Database, formId: number): void {
  database.prepare('update aside set seen = 0 where form_id = ?').run(formId)
}

/** It has ended and met all that there is. */
export function deleteUnseenRejected(database: Database, formId: number): void {
  database.prepare('delete from aside where form_id = ? and seen = 0').run(formId)
}

/** Those of a form, by their numbers. */
export function listRejected(database: Database, formId: number): AsideEntry[] {
  const sql = 'select id, reason, text from aside where form_id = ? order by id'
  // The file is authenticated: what stands in it is what `storeAside` wrote.
  return database.prepare<[number], AsideEntry>(sql).all(formId)
}

/** How many entries of the service are not here as entries. One that was kept before, in another shape, is here. */
export function countRejected(database: Database, formId: number): number {
  const sql = 'select count(*) from aside where form_id = ? and (id is null or id not in (select id from entries))'
  return database.prepare<[number], number>(sql).pluck().get(formId) ?? 0
}

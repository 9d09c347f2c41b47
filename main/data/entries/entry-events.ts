import { revise } from '../forms/revisions.ts'
import type { Database } from '../store/encrypted-file.ts'

/** What the service did to an entry; people's deeds are the reviews' to write. */
export type ServiceEvent = 'changed_on_service' | 'gone' | 'back'

/**
 * Adds to the trail of entries, by nobody (`who` is empty). For `changed_on_service`, `before` is the number of the body
 * in `earlier` that was replaced. Runs within the caller's transaction.
 */
export function addServiceEvents(
  database: Database,
  kind: ServiceEvent,
  entries: readonly { readonly id: number; readonly before?: string }[],
  at: string,
): void {
  const add = database.prepare(
    `insert into events (id, entry_id, at, who, kind, before, batch) values (?, ?, ?, '', ?, ?, ?)`,
  )
  const batch = crypto.randomUUID()
  for (const { id, before } of entries) add.run(crypto.randomUUID(), id, at, kind, before ?? null, batch)
}

/** Marks entries that the service has no more; reviews and answers stay. Runs within the caller's transaction. */
export function markGone(database: Database, ids: readonly number[], at: string): void {
  if (ids.length === 0) return
  const mark = database.prepare('update entries set gone_at = ? where id = ?')
  for (const id of ids) mark.run(at, id)
  addServiceEvents(
    database,
    'gone',
    ids.map((id) => ({ id })),
    at,
  )
  revise(database, 'entries')
}

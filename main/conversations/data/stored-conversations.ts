import type { RelatedConversation } from '../../../preload/contract/contacts.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import { selectAll } from '../../engine/store/sql.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { listSets, shownRows } from './set-record.ts'

/** A conversation of a set, with its contact. */
export interface StoredConversation extends Omit<RelatedConversation, 'connection_id' | 'matched_by'> {
  readonly contact_id: number | null
}

/** How many are read between two pauses, so that a large set does not block every other call. */
const atOnce = 1000

type Row = Pick<StoredConversation, 'id' | 'seen_at' | 'contact_id' | 'status' | 'last_activity_at'> &
  StoredConversation['contact']

/** Returns a function that goes through the shown rows of every set of a connection. */
export function createStoredConversations(files: ConnectionFiles) {
  return async function* conversationsOf(
    connectionId: string,
    yieldToEventLoop: YieldToEventLoop,
  ): AsyncGenerator<StoredConversation> {
    const database = files.openReadOnly(connectionId)
    for (const set of listSets(database)) {
      const { generation } = shownRows(set)
      for (let after = -1, rows: readonly Row[] | null = null; rows === null || rows.length === atOnce; ) {
        if (!database.open) return
        rows = selectAll<Row>(database)`
          select id, seen_at, parsed ->> '$.contact.id' contact_id, parsed ->> '$.contact.name' name,
            parsed ->> '$.contact.phone' phone, parsed ->> '$.contact.email' email, parsed ->> '$.status' status,
            parsed ->> '$.last_activity_at' last_activity_at
          from conversations where set_id = ${set.id} and generation = ${generation} and outside = 0 and id > ${after}
          order by id limit ${atOnce}`
        for (const { name, phone, email, ...row } of rows) {
          yield { ...row, set_id: set.id, set_name: set.name, contact: { name, phone, email } }
        }
        after = rows.at(-1)?.id ?? after
        await yieldToEventLoop()
      }
    }
  }
}

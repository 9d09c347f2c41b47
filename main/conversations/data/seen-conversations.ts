import type { Conversation } from '../../../preload/contract/conversations.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import { selectOne } from '../../engine/store/sql.ts'
import { createRecent } from '../../kernel/recent.ts'
import { readConversation } from './parse-conversations.ts'
import { listSets, shownRows } from './set-record.ts'

/** A conversation from an answer, with its time. */
interface SeenConversation {
  readonly conversation: Conversation
  readonly read_at: string
}

const mostSeen = 1000

/**
 * Single conversations and contacts from answers and sets, since no documented route reads one of them. Answers stay in
 * memory, under the account that gave them.
 */
export function createSeenConversations(files: ConnectionFiles) {
  const seen = createRecent<string, SeenConversation>(mostSeen)
  const senders = createRecent<string, Conversation['contact']>(mostSeen)
  return {
    remember(account: string, one: SeenConversation): void {
      const { id, contact } = one.conversation
      seen.set(`${account} ${id}`, one)
      if (contact.id !== null && contact.name !== null) senders.set(`${account} ${contact.id}`, contact)
    },
    find: (account: string, id: number): SeenConversation | null => seen.get(`${account} ${id}`) ?? null,
    /** The newest row of it in the sets of the connection. */
    findStored(connectionId: string, id: number): SeenConversation | null {
      const database = files.openReadOnly(connectionId)
      const rows = listSets(database).flatMap((set) => {
        const { generation } = shownRows(set)
        const row = selectOne<{ body: string; seen_at: string }>(database)`
          select body, seen_at from conversations join conversation_bodies using (set_id, generation, id)
          where set_id = ${set.id} and generation = ${generation} and id = ${id}`
        return row ?? []
      })
      const [newest] = rows.toSorted((one, other) => other.seen_at.localeCompare(one.seen_at))
      // The file is authenticated: it holds what `storePage` wrote.
      const conversation = newest && readConversation(JSON.parse(newest.body))
      return newest && conversation ? { conversation, read_at: newest.seen_at } : null
    },
    senderOf: (account: string, contactId: number): Conversation['contact'] | null =>
      senders.get(`${account} ${contactId}`) ?? null,
  }
}

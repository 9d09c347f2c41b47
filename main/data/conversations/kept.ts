import type { Conversation } from '../../../preload/contract/conversations.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Database } from '../store/encrypted-file.ts'
import { lastMessageOf } from './read-conversation.ts'
import { readSet, shownRows } from './set-record.ts'

/** One conversation of a set as its table shows it, with what came raw. Throws `not_found`. */
export function keptConversation(
  database: Database,
  setId: string,
  id: number,
): { readonly conversation: Conversation; readonly read_at: string } {
  const { generation } = shownRows(readSet(database, setId))
  const found = database
    .prepare<[string, number | null, number], { told: string; body: string; seen_at: string }>(
      `select told, body, seen_at from conversations join conversation_bodies using (set_id, generation, id)
       where set_id = ? and generation = ? and id = ? and outside = 0`,
    )
    .get(setId, generation, id)
  if (!found) throw new AppFailure('not_found')
  // The file is authenticated: what stands in it is what `storePage` wrote.
  const raw = JSON.parse(found.body)
  const conversation = { ...JSON.parse(found.told), last_message: lastMessageOf(raw), raw } as Conversation
  return { conversation, read_at: found.seen_at }
}

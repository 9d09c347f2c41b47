import type { Conversation } from '../../preload/contract/conversations.ts'
import type { StoredWrite } from '../data/calls.ts'
import { checkOf, outcomeOf } from './message-check.ts'

export interface MessageBecameDeps {
  readConversation(connectionId: string, id: number, signal: AbortSignal): Promise<Conversation | null>
}

/**
 * Makes a way to find out by reading what became of a message; null where it cannot be told, or the write is another's.
 * Throws what the reads throw.
 */
export function createMessageOutcomeResolver({ readConversation }: MessageBecameDeps) {
  return async (connectionId: string, write: StoredWrite, signal: AbortSignal) => {
    const check = checkOf(write)
    if (!check) return null
    const conversation = await readConversation(connectionId, check.conversation_id, signal)
    return conversation && outcomeOf(check, conversation)
  }
}

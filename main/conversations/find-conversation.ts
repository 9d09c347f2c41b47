import type { Conversation, ConversationFound } from '../../preload/contract/conversations.ts'
import { isOfOneRoute } from '../../preload/values/failures.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Services } from '../services.ts'

interface Wanted {
  readonly connection_id: string
  /** Its number in the account. */
  readonly id: number
  /** The contact that it should belong to; null if unknown. */
  readonly contact_id: number | null
}

/** The content of an answer about the number. */
interface Answered {
  readonly found: Conversation | null
  /** The answer had no conversation at all. */
  readonly isEmpty: boolean
}

/**
 * Returns a function that finds one conversation: by its number (docs/services.md §4.1), then among those of its
 * contact ("Contact and message lookups"), then as it was listed here before. A service may ignore a condition by
 * `display_id`, or omit the contact of a conversation. Throws the errors of the service and the network where nothing
 * shows it.
 */
export function createFindConversation({ data, platform, accountId, placeOf }: Services) {
  return async ({ connection_id, id, contact_id }: Wanted, signal: AbortSignal): Promise<ConversationFound> => {
    const account = await platform(connection_id)
    const place = await placeOf(connection_id)
    const answered = async (body: string): Promise<Answered> => {
      const answer = await data.ask('conversations.parse', { connection_id, place, body, days: null }, { signal })
      const { conversations, received } = answer
      return { found: conversations.find((one) => one.id === id) ?? null, isEmpty: received === 0 }
    }
    // Read before the requests below, whose answers are stored as well.
    const seen = await data.ask('conversations.seen', { connection_id, place, id }, { signal })
    const byNumber = { attribute_key: 'display_id', filter_operator: 'equal_to', values: [id], query_operator: null }
    const numbered = await unlessRefused(async () =>
      answered((await account.filterConversations([byNumber], 1, signal)).text),
    )
    const { found = null, isEmpty = false } = numbered.value ?? {}
    if (found && (contact_id === null || found.contact.id !== null)) return { state: 'read', conversation: found }

    const owner = contact_id ?? seen?.conversation.contact.id ?? null
    const path = `/api/v1/accounts/${await accountId(connection_id)}/contacts/${owner}/conversations`
    const listed = await unlessRefused(async () =>
      owner === null ? undefined : answered((await account.call({ method: 'GET', path, signal })).text),
    )
    if (owner !== null && listed.value?.found) {
      return { state: 'read', conversation: ofContact(found ?? listed.value.found, owner) }
    }
    if (found) return { state: 'read', conversation: found }
    // A service that is down shows nothing now.
    if (numbered.failure?.code === 'service_failed' && !listed.value) throw numbered.failure
    if (seen) return { state: 'seen', ...seen }
    if (numbered.failure) throw numbered.failure
    return { state: isEmpty ? 'absent' : 'unknown' }
  }
}

async function unlessRefused<T>(ask: () => Promise<T>): Promise<{ readonly value?: T; readonly failure?: AppFailure }> {
  try {
    return { value: await ask() }
  } catch (error) {
    // A service that refuses this route may still return the conversation by another.
    if (error instanceof AppFailure && isOfOneRoute(error.code)) return { failure: error }
    throw error
  }
}

/** A conversation of the contact's own list, whose items may omit the contact. */
function ofContact(conversation: Conversation, id: number): Conversation {
  return conversation.contact.id === null ? { ...conversation, contact: { ...conversation.contact, id } } : conversation
}

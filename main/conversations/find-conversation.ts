import type { Conversation, ConversationFound } from '../../preload/contract/conversations.ts'
import { isOfOneRoute } from '../../preload/values/failures.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Services } from '../services.ts'

interface Wanted {
  readonly connection_id: string
  /** Its number in the account. */
  readonly id: number
  /** Whose it should be; null if unknown. */
  readonly contact_id: number | null
}

/** What an answer about the number says. */
interface Answered {
  readonly found: Conversation | null
  /** The answer had no conversation at all. */
  readonly isEmpty: boolean
}

/**
 * Returns a function that looks for one conversation: by its number (docs/services.md §4.1), then among those of its
 * contact ("Contact and message lookups"), then as it was listed here before. A service may ignore a condition by
 * `display_id`, or not say whose a conversation is. Throws what the service and the network fail with where nothing
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
    // Taken before the questions below, whose answers are remembered as well.
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
    // A service that is down shows nothing at all now.
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
    // A service that refuses this question may still return the conversation for another.
    if (error instanceof AppFailure && isOfOneRoute(error.code)) return { failure: error }
    throw error
  }
}

/** A conversation of the contact's own list, whose items need not name the contact. */
function ofContact(conversation: Conversation, id: number): Conversation {
  return conversation.contact.id === null ? { ...conversation, contact: { ...conversation.contact, id } } : conversation
}

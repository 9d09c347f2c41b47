import { isRecord, parseJson } from '../kernel/json.ts'
import { lostOnPlatform } from '../remotes/lost-write.ts'
import type { Platform } from '../remotes/platform.ts'

export interface MessageToSend {
  /** Of the account, in the path. */
  readonly accountId: number
  /** The conversation's number. */
  readonly conversation: number
  readonly content: string
}

/**
 * Sends a message to a conversation, one request and never another (agent-platform.md, "Contact and message lookups"). For
 * a person's message only the service's own refusal counts as one: what failed inside it, was redirected or answered by
 * a page may have been sent, and throws `sent_unknown`. Nobody can call it back, so nothing cancels it.
 */
export async function sendMessage(
  platform: Platform,
  { accountId, conversation, content }: MessageToSend,
): Promise<{ message_id: number | null; status: string | null }> {
  const path = `/api/v1/accounts/${accountId}/conversations/${conversation}/messages`
  try {
    const { text } = await platform.call({
      method: 'POST',
      path,
      body: { content, message_type: 'outgoing' },
      signal: new AbortController().signal,
    })
    return takenAs(text)
  } catch (error) {
    throw lostOnPlatform(error)
  }
}

/** A 2xx is sent, whatever its body looks like (features.md §8.6). */
function takenAs(text: string): { message_id: number | null; status: string | null } {
  const body = parseJson(text)
  const message = isRecord(body) && isRecord(body.payload) ? body.payload : body
  if (!isRecord(message)) return { message_id: null, status: null }
  const { id, status } = message
  return {
    message_id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    status: typeof status === 'string' ? status : null,
  }
}

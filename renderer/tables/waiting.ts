import type { Conversation } from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { isAwaited } from '../../preload/values/derived-fields.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** When the contact wrote last, epoch ms, where nobody has answered since and it is not resolved; null otherwise. */
export function waitingSince({ last_message, status }: Pick<Conversation, 'last_message' | 'status'>): number | null {
  if (last_message?.from !== 'contact' || last_message.at === null || !isAwaited(status)) return null
  return Date.parse(last_message.at)
}

/** "espera há 3 h" at a moment: whole minutes, hours below two days, then days. Null where nobody waits. */
export function waitWord(
  conversation: Parameters<typeof waitingSince>[0],
  at: number,
  { conversations: { waits } }: Messages,
): string | null {
  const since = waitingSince(conversation)
  if (since === null) return null
  const wait = Math.max(0, at - since)
  if (wait < hourMs) return waits.minutes(Math.max(1, Math.floor(wait / minuteMs)))
  return wait < 2 * dayMs ? waits.hours(Math.floor(wait / hourMs)) : waits.days(Math.floor(wait / dayMs))
}

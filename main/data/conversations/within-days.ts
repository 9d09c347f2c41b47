import type { Conversation } from '../../../preload/contract/conversations.ts'
import { createZone } from '../../kernel/zone.ts'
import type { ConversationDays, DayBounds } from '../conversation-calls.ts'

/**
 * Tells whether a conversation lies within whole days of the person's zone; the service was asked for a day more at each
 * side (features.md §8.3). A time that nobody told is not outside. Throws `bad_request` for an unknown zone.
 */
export function withinDays(days: ConversationDays | null): (conversation: Conversation) => boolean {
  if (!days) return () => true
  const zone = createZone(days.zone)
  const isWithin = (time: string | null, { after, before }: DayBounds): boolean => {
    if (time === null || (after === null && before === null)) return true
    const day = new Date(zone.wallClockAt(Date.parse(time))).toISOString().slice(0, 10)
    return (after === null || day > after) && (before === null || day < before)
  }
  return ({ created_at, last_activity_at }) =>
    isWithin(created_at, days.created_at) && isWithin(last_activity_at, days.last_activity_at)
}

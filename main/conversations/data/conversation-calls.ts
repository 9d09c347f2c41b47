import type { ConversationSet } from '../../../preload/contract/conversations.ts'

/**
 * Days of the person's zone between which a conversation's times lie: after the end of one, before the start of the
 * other.
 */
export interface DayBounds {
  readonly after: string | null
  readonly before: string | null
}

/** The days of a filter, by the fields of a conversation that they cut. */
export interface ConversationDays {
  /** IANA. */
  readonly zone: string
  readonly created_at: DayBounds
  readonly last_activity_at: DayBounds
}

/** The filter as the service expects it, and the days to which its answers are cut. */
export interface AskedConversations {
  readonly payload: readonly unknown[]
  readonly days: ConversationDays
}

/** A set as its file has it; running tasks are main's to add. */
export type StoredConversationSet = Omit<ConversationSet, 'task_id' | 'state'> & {
  readonly state: Exclude<ConversationSet['state'], 'reading'>
}

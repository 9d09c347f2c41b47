import type { ConversationSet } from '../../../preload/contract/conversations.ts'

/**
 * Days of the person's zone around a conversation's times: after the end of the first, before the start of the second.
 */
export interface DayBounds {
  readonly after: string | null
  readonly before: string | null
}

/** The days of a filter, by the fields of a conversation that they limit. */
export interface ConversationDays {
  /** IANA. */
  readonly zone: string
  readonly created_at: DayBounds
  readonly last_activity_at: DayBounds
}

/** The filter in the service's form, and the days to which its answers are limited. */
export interface AskedConversations {
  readonly payload: readonly unknown[]
  readonly days: ConversationDays
}

/** A set as its file stores it; main adds running tasks. */
export type StoredConversationSet = Omit<ConversationSet, 'task_id' | 'state'> & {
  readonly state: Exclude<ConversationSet['state'], 'reading'>
}

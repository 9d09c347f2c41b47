import type {
  Conversation,
  ConversationFilter,
  ConversationSet,
  conversations,
} from '../../preload/contract/conversations.ts'
import type { Output } from '../../preload/contract/kernel.ts'
import type { FailureCode } from '../../preload/contract/wire.ts'
import type { DataCall } from './data-call.ts'

/** Days of the person's zone between which a conversation's times lie: after the end of one, before the start of the other. */
export interface DayBounds {
  readonly after: string | null
  readonly before: string | null
}

/** The days that a filter asks for, by the fields of a conversation that they cut. */
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

export interface ParsedConversations {
  readonly conversations: Conversation[]
  /** What the answer counts; null where it does not. */
  readonly all_count: number | null
  /** Conversations that lie outside the days, and are left out. */
  readonly outside: number
  /** How many the answer had, those outside included. */
  readonly told: number
}

/** A set as its file has it; running tasks are main's to add. */
export type StoredConversationSet = Omit<ConversationSet, 'task_id' | 'state'> & {
  readonly state: Exclude<ConversationSet['state'], 'reading'>
}

/** Where the reading of a set stands. */
export interface ConversationReading {
  readonly payload: readonly unknown[]
  /** What to ask for next; null when all is read. */
  readonly next_page: number | null
  /** Different conversations that the present pass through the pages has met, those outside the days included. */
  readonly seen: number
  readonly all_count: number | null
}

interface OfAccount {
  readonly connection_id: string
}
type OneSet = OfAccount & { readonly id: string }

/** Conversations in the file of a platform connection; the service's answers come as text. */
export interface ConversationCalls {
  /**
   * Reads an answer with conversations, of any likely shape (features.md §8.3, §8.4), and remembers the names in it. Null
   * days keep all. Throws `unexpected_body`.
   */
  'conversations.parse': DataCall<OfAccount & { body: string; days: ConversationDays | null }, ParsedConversations>
  'conversations.known': DataCall<OfAccount, Output<(typeof conversations)['conversations.known']>>
  'conversations.sets': DataCall<OfAccount, StoredConversationSet[]>
  'conversations.create_set': DataCall<OneSet & { name: string; filter: ConversationFilter }, StoredConversationSet>
  /** Starts to read a set, or goes on with the reading that was interrupted, as it was asked for then. */
  'conversations.begin': DataCall<OneSet & AskedConversations, ConversationReading>
  /** Stores one page; the page that is asked for next follows from all pages so far. Throws `unexpected_body`. */
  'conversations.store': DataCall<OneSet & { page: number; body: string }, ConversationReading>
  /** All pages are in: the new rows take the place of those that were shown. */
  'conversations.finish': DataCall<OneSet, StoredConversationSet>
  /** Says that reading stopped; what is stored stays and `begin` goes on. */
  'conversations.stop': DataCall<OneSet & { failure: FailureCode | null }, void>
  'conversations.rename_set': DataCall<OneSet & { name: string }, StoredConversationSet>
  'conversations.forget_set': DataCall<OneSet, void>
  'conversations.kept': DataCall<
    OfAccount & { set: string; id: number },
    Output<(typeof conversations)['conversations.kept']>
  >
}

import type { ConsoleCall } from '../../preload/contract/console.ts'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import type { ArticleKey, DocArticle, DocIndex } from '../../preload/contract/documentation.ts'

/** A column of a report as it goes to a file. */
export interface ReportFileColumn {
  readonly heading: string
  readonly kind: 'text' | 'number' | 'time'
}

/** What main knows of a call of the console; the rest is found in its answer. */
export type ReceivedCall = Omit<ConsoleCall, 'kind' | 'drift'>

/** Days of the person's zone between which a conversation's times lie: after the end of one, before the start of the other. */
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

/** An article as an answer of the service names it. */
export type ReceivedArticle = Omit<DocArticle, 'read_at' | 'listed'>
/** The index as an answer of the service has it. */
export interface ReceivedIndex extends Pick<DocIndex, 'categories'> {
  readonly articles: readonly ReceivedArticle[]
}

/** One article with its markdown; `article` is what the answer has about it, if anything. */
export interface ReceivedText extends ArticleKey {
  readonly body: string
  readonly article: ReceivedArticle | null
}

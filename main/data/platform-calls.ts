import type { ConsoleCall, console } from '../../preload/contract/console.ts'
import type { contacts, KeptPerson, Related } from '../../preload/contract/contacts.ts'
import type {
  ConversationFilter,
  ConversationPage,
  ConversationSet,
  conversations,
} from '../../preload/contract/conversations.ts'
import type {
  ArticleKey,
  DocArticle,
  DocFile,
  DocHit,
  DocIndex,
  DocText,
} from '../../preload/contract/documentation.ts'
import type { Dataset, datasets } from '../../preload/contract/reports.ts'
import type { ExportFormat, WrittenFile } from '../../preload/contract/tables.ts'
import type { FailureCode, ParsedInput } from '../../preload/contract/wire.ts'
import type { DataCall, FromContract, OfAccount } from './data-call.ts'

type Person = ParsedInput<(typeof contacts)['contacts.related']>

/** A column of a report as it goes to a file. */
export interface ReportFileColumn {
  readonly heading: string
  readonly kind: 'text' | 'number' | 'time'
}

/** Calls to the file of a platform connection (platform-files.ts). */
export interface PlatformCalls
  extends DocumentationCalls,
    ConsoleCalls,
    ConversationCalls,
    FromContract<typeof datasets, 'datasets.list' | 'datasets.rename' | 'datasets.join'> {
  /** Whether anything of the connection's account is stored here; how long its requests take is not of the account. */
  'platform.has': DataCall<OfAccount, boolean>
  /** What is stored of the connection that a person may miss. */
  'platform.deletion_impact': DataCall<OfAccount, { conversation_sets: number; datasets: number }>
  /** Removes the connection's file with everything in it. */
  'platform.forget_connection': DataCall<OfAccount, void>

  /** Stores records of any shape as a data set. An existing `id` is replaced; its name, layout and join stay. */
  'datasets.store': DataCall<
    OfAccount & Pick<Dataset, 'id' | 'name' | 'origin' | 'source'> & { records: readonly unknown[]; read_at: string },
    Dataset
  >
  'datasets.forget': DataCall<OneOfAccount, void>

  /** What sheets, runs and the stored entries of these connections to form services have of a person (main/data/related). */
  'related.find': DataCall<Person & { forms: readonly string[] }, Related>

  /** People of cached sheets by a part of the name or phone (main/data/lead-links/search-people.ts). */
  'people.search': DataCall<{ text: string }, KeptPerson[]>

  /** Writes rows that main has as a file, whole or not at all; times in a zone (IANA). */
  'reports.write_file': DataCall<
    {
      columns: readonly ReportFileColumn[]
      rows: readonly (readonly (string | number | null)[])[]
      format: ExportFormat
      path: string
      sheet_name: string
      zone: string
    },
    WrittenFile
  >
}

/** A call of the console, a set of conversations, a data set. */
export interface OneOfAccount extends OfAccount {
  readonly id: string
}

/** What main knows of a call; the rest is found in its answer. */
export type ReceivedCall = Omit<ConsoleCall, 'kind' | 'drift'>

/** Calls to the console's part of a connection's file (main/data/console/). */
interface ConsoleCalls
  extends FromContract<typeof console, `console.${'history' | 'inspect' | 'nodes' | 'rows' | 'text' | 'type'}`>,
    FromContract<typeof console, 'console.store', { readonly read_at: string; readonly dataset: string }> {
  /** Stores the call before its answer comes, and deletes the oldest where there are too many. */
  'console.begin': DataCall<OfAccount & { call: ReceivedCall }, void>
  /** The next bytes of its answer, on their way to the disk. */
  'console.append': DataCall<OneOfAccount & { bytes: Uint8Array }, void>
  /** The answer is whole, or broke off: covers its secrets, finds its kind, compares its type with what is known. */
  'console.finish': DataCall<OfAccount & { call: ReceivedCall }, ConsoleCall>
  'console.forget': DataCall<OfAccount & { id: string | null }, void>
  'console.bytes': DataCall<OneOfAccount & { part: number }, Uint8Array | null>
  'console.forget_type': DataCall<OfAccount & { route: string }, void>
}

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

type ParsedConversations = Pick<ConversationPage, 'conversations' | 'all_count' | 'outside'> & {
  /** How many the answer had, those outside included. */
  readonly received: number
}

/** A set as its file has it; running tasks are main's to add. */
export type StoredConversationSet = Omit<ConversationSet, 'task_id' | 'state'> & {
  readonly state: Exclude<ConversationSet['state'], 'reading'>
}

/** How far the reading of a set is. */
export interface ConversationReading {
  readonly payload: readonly unknown[]
  /** What to request next; null when all is read. */
  readonly next_page: number | null
  /** Different conversations that the present pass through the pages has met, those outside the days included. */
  readonly seen: number
  readonly all_count: number | null
}

/** Conversations in the file of a platform connection; the service's answers come as text. */
interface ConversationCalls extends FromContract<typeof conversations, 'conversations.known' | 'conversations.stored'> {
  /**
   * Reads an answer with conversations, of any likely shape (features.md §8.3, §8.4), and stores the names in it. Null
   * days select all. Throws `unexpected_body`.
   */
  'conversations.parse': DataCall<OfAccount & { body: string; days: ConversationDays | null }, ParsedConversations>
  'conversations.sets': DataCall<OfAccount, StoredConversationSet[]>
  'conversations.create_set': DataCall<
    OneOfAccount & { name: string; filter: ConversationFilter },
    StoredConversationSet
  >
  /** Starts to read a set, or goes on with the reading that was interrupted, as it was requested then. */
  'conversations.begin': DataCall<OneOfAccount & AskedConversations, ConversationReading>
  /** Stores one page; the page to request next follows from all pages so far. Throws `unexpected_body`. */
  'conversations.store': DataCall<OneOfAccount & { page: number; body: string }, ConversationReading>
  /** All pages are in: the new rows replace those that were shown. */
  'conversations.finish': DataCall<OneOfAccount, StoredConversationSet>
  /** Records that reading stopped; what is stored stays and `begin` goes on. */
  'conversations.stop': DataCall<OneOfAccount & { failure: FailureCode | null }, void>
  'conversations.rename_set': DataCall<OneOfAccount & { name: string }, StoredConversationSet>
  'conversations.forget_set': DataCall<OneOfAccount, void>
}

/** What is stored of the documentation. The connection's address is main's to add. */
export type KeptIndex = Omit<DocIndex, 'base_url'>
/** A hit with its excerpt as text, in which main marks the words of the term. */
export type DocFound = Omit<DocHit, 'excerpt'> & { readonly excerpt: string }

/** Calls about the documentation that was read. */
interface DocumentationCalls {
  'documentation.stored': DataCall<OfAccount, KeptIndex>
  /** The new index. What was read stays, also where the index does not name it any more. */
  'documentation.store_index': DataCall<OfAccount & { index: ReceivedIndex; read_at: string }, void>
  'documentation.text': DataCall<OfAccount & ArticleKey, DocText | null>
  'documentation.store_text': DataCall<OfAccount & { text: ReceivedText; read_at: string }, DocText>
  /** The articles whose text is not here in the version that the index states. */
  'documentation.missing': DataCall<OfAccount, ArticleKey[]>
  'documentation.file': DataCall<OfAccount & { file: DocFile }, { text: string; read_at: string } | null>
  'documentation.store_file': DataCall<OfAccount & { file: DocFile; text: string; read_at: string }, void>
  /** Finds in everything that was read, by the beginnings of words, whatever their accents; the best first. */
  'documentation.find': DataCall<OfAccount & { term: string; category: string | null; limit: number }, DocFound[]>
}

/** An article as an answer of the service names it. */
export type ReceivedArticle = Omit<DocArticle, 'read_at' | 'listed'>
/** The index as an answer of the service has it. */
export interface ReceivedIndex {
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  readonly articles: readonly ReceivedArticle[]
}

/** One article with its markdown; `article` is what the answer has about it, if anything. */
export interface ReceivedText extends ArticleKey {
  readonly body: string
  readonly article: ReceivedArticle | null
}

import type {
  ArticleKey,
  DocArticle,
  DocFile,
  DocHit,
  DocIndex,
  DocText,
} from '../../preload/contract/documentation.ts'
import type { DataCall } from './data-call.ts'

interface OfAccount {
  readonly connection_id: string
}

/** What is kept of the documentation. The connection's address is main's to add. */
export type KeptIndex = Omit<DocIndex, 'base_url'>

/** What is asked of the documentation that was read. */
export interface DocumentationCalls {
  'documentation.kept': DataCall<OfAccount, KeptIndex>
  /** The new index. What was read stays, also where the index does not name it any more. */
  'documentation.store_index': DataCall<OfAccount & { index: ReceivedIndex; read_at: string }, KeptIndex>
  'documentation.text': DataCall<OfAccount & ArticleKey, DocText | null>
  'documentation.store_text': DataCall<OfAccount & { text: ReceivedText; read_at: string }, DocText>
  /** The articles whose text is not here as the index says that it is now. */
  'documentation.missing': DataCall<OfAccount, ArticleKey[]>
  'documentation.file': DataCall<OfAccount & { file: DocFile }, { text: string; read_at: string } | null>
  'documentation.store_file': DataCall<OfAccount & { file: DocFile; text: string; read_at: string }, void>
  /** Finds in everything that was read, by the beginnings of words, whatever their accents; the best first. */
  'documentation.find': DataCall<OfAccount & { term: string; category: string | null; limit: number }, DocHit[]>
}

/** An article as an answer of the service names it. */
export type ReceivedArticle = Omit<DocArticle, 'read_at' | 'listed'>
/** The index as an answer of the service tells it. */
export interface ReceivedIndex {
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  readonly articles: readonly ReceivedArticle[]
}
/** One article with its markdown; `article` is what the answer says about it, if anything. */
export interface ReceivedText extends ArticleKey {
  readonly body: string
  readonly article: ReceivedArticle | null
}

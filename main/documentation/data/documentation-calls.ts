import type { ArticleKey, DocArticle, DocIndex } from '../../../preload/contract/documentation.ts'

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

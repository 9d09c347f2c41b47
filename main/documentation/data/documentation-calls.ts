import type { ArticleKey, DocArticle, DocIndex } from '../../../preload/contract/documentation.ts'

/** An article as the service's answer gives it. */
export type ReceivedArticle = Omit<DocArticle, 'read_at' | 'listed'>
/** The index as the service's answer gives it. */
export interface ReceivedIndex extends Pick<DocIndex, 'categories'> {
  readonly articles: readonly ReceivedArticle[]
}

/** One article with its markdown; `article` has the answer's data about it, if any. */
export interface ReceivedText extends ArticleKey {
  readonly body: string
  readonly article: ReceivedArticle | null
}

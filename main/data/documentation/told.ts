import type { ArticleKey, DocArticle } from '../../../preload/contract/documentation.ts'

/** An article as an answer of the service names it. */
export type ToldArticle = Omit<DocArticle, 'read_at' | 'listed'>

/** The index as an answer of the service tells it. */
export interface ToldIndex {
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  readonly articles: readonly ToldArticle[]
}

/** One article with its markdown; `told` is what the answer says of it beside, if anything. */
export interface ToldText extends ArticleKey {
  readonly body: string
  readonly told: ToldArticle | null
}

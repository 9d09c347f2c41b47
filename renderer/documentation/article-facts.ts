import type { DocArticle, DocIndex } from '../../preload/contract/documentation.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { Format } from '../kernel/format.ts'

export interface ArticleFacts {
  readonly article: DocArticle | null
  /** ISO, when the text was read. */
  readonly readAt: string
  readonly index: Pick<DocIndex, 'categories'>
  readonly format: Format
  readonly texts: Messages['documentation']
  /** Epoch ms. */
  readonly now: number
}

/** What stands below the title of a text: its category, its age as the service says it, and when it was read. */
export function articleFacts({ article, readAt, index, format, texts, now }: ArticleFacts): string {
  const category = index.categories.find(({ slug }) => slug === article?.category)?.name ?? article?.category
  const updated = article?.updated_at ? texts.updated(dayOf(article.updated_at, format)) : undefined
  const read = texts.readAt(format.moment(Date.parse(readAt), now))
  return joinFacts([category, updated, read])
}

/** A day or a time of ISO as people read it; anything else as it came. */
function dayOf(text: string, format: Format): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.day(text)
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)) ? format.date(Date.parse(text)) : text
}

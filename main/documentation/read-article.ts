import type { ArticleKey } from '../../preload/contract/documentation.ts'
import type { ReceivedText } from '../data/documentation-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { asRecord, textUnder, unwrapped } from './loose-json.ts'
import { readBrief } from './read-index.ts'

const bodies = ['body', 'markdown', 'content', 'body_markdown', 'conteudo', 'conteúdo', 'corpo', 'texto', 'text']

/**
 * The article of `/api/docs/{categoria}/{slug}`: wrapped or bare JSON, or the markdown alone. It is the one that was asked
 * for, whatever the answer calls itself. What the answer does not tell is null, for the index to say. Throws
 * `unexpected_body` for an answer without a text.
 */
export function readArticle(text: string, key: ArticleKey): ReceivedText {
  const json = parseJson(text)
  if (json === undefined) {
    if (/^\s*(?:\{\s*"|\[\s*\{|$)/.test(text)) throw new AppFailure('unexpected_body', { place: 'article' })
    return { ...key, body: text, article: null }
  }
  const outer = asRecord(unwrapped(json))
  const record = asRecord(outer?.article) ?? asRecord(outer?.artigo) ?? outer
  const body = record && textUnder(record, bodies)
  if (body === undefined) throw new AppFailure('unexpected_body', { place: 'article' })
  return { ...key, body, article: readBrief({ ...record, ...key }) ?? null }
}

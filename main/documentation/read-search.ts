import type { DocHit } from '../../preload/contract/documentation.ts'
import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { asRecord, listUnder, textUnder, unwrapped } from './loose-json.ts'
import { markWords } from './mark-words.ts'
import { readBrief } from './read-index.ts'

const lists = ['articles', 'artigos', 'results', 'resultados', 'hits', 'items', 'itens', 'docs']
const excerpts = ['excerpt', 'trecho', 'snippet', 'highlight', 'match']

/**
 * What `/api/docs/search` found, in its order, with the words of the term marked in each excerpt. Throws
 * `unexpected_body` for what is no list of articles.
 */
export function readSearch(text: string, term: string): Omit<DocHit, 'read_at'>[] {
  const body = unwrapped(parseJson(text))
  const record = asRecord(body)
  const list = Array.isArray(body) ? body : record && listUnder(record, lists)
  if (!list) throw new AppFailure('unexpected_body', { place: 'search' })
  return list.flatMap((each) => {
    const outer = asRecord(each)
    const inner = asRecord(outer?.article) ?? asRecord(outer?.artigo) ?? outer
    const brief = readBrief(inner)
    if (!outer || !inner || !brief) return []
    const excerpt = textUnder(outer, excerpts) ?? textUnder(inner, excerpts) ?? brief.summary
    const { category, slug, title } = brief
    return [{ of: { category, slug }, title: title || slug, excerpt: markWords(excerpt, term) }]
  })
}

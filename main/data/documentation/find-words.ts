import type { DocHit } from '../../../preload/contract/documentation.ts'
import type { Database } from '../store/encrypted-file.ts'

/** What stands before and after a found word while SQLite hands the excerpt over: never in a text that people read. */
const marks = { open: '\u0002', close: '\u0003' } as const
/** A hit in the title counts most, then keywords, summary and text. */
const weights = '8.0, 2.0, 4.0, 1.0'
const excerptWords = 24

interface HitRow {
  readonly row: number
  readonly title: string
  readonly excerpt: string
  readonly category: string | null
  readonly slug: string | null
  readonly read_at: string | null
}

export interface SearchQuery {
  readonly term: string
  readonly category: string | null
  readonly limit: number
}

/** Rows of doc_words that have all words of the term, each by its beginning; the best first. */
export function findWords(database: Database, { term, category, limit }: SearchQuery): DocHit[] {
  const match = matchOf(term)
  if (match === '') return []
  return database
    .prepare<[string, string, string, string | null, string | null, number], HitRow>(
      `select doc_words.rowid as row, coalesce(nullif(doc_words.title, ''), slug, '') as title,
              snippet(doc_words, -1, ?, ?, '…', ${excerptWords}) as excerpt, category, slug,
              coalesce(doc_articles.read_at, doc_files.read_at) as read_at
         from doc_words
         left join doc_articles on doc_articles.id = doc_words.rowid
         left join doc_files on doc_files.name = case doc_words.rowid when -1 then 'index' when -2 then 'full' end
        where doc_words match ? and (? is null or category = ?)
        order by doc_words.rowid < 0, bm25(doc_words, ${weights}), doc_words.rowid
        limit ?`,
    )
    .all(marks.open, marks.close, match, category, category, limit)
    .map(hitOf)
}

/** Quoted words with a star each: nothing in a term is read as FTS5's own language. */
function matchOf(term: string): string {
  const words = term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.map((word) => `"${word}"*`).join(' ')
}

function hitOf({ row, title, excerpt, category, slug, read_at }: HitRow): DocHit {
  const of =
    category !== null && slug !== null
      ? { category, slug }
      : { file: row === -1 ? ('index' as const) : ('full' as const) }
  return { of, title, read_at, excerpt: piecesOf(excerpt) }
}

function piecesOf(excerpt: string): DocHit['excerpt'] {
  const [before = '', ...parts] = excerpt.split(marks.open)
  const pieces = parts.flatMap((part) => {
    const [found = '', ...after] = part.split(marks.close)
    return [
      { text: readable(found), marked: true },
      { text: readable(after.join('')), marked: false },
    ]
  })
  return [{ text: readable(before), marked: false }, ...pieces].filter(({ text }) => text !== '')
}

/** Markdown's own signs say nothing in one line. */
function readable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[*`#>|]{1,6}|(?<!\w)_{1,3}|_{1,3}(?!\w)/g, '')
}

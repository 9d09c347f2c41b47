import type { ArticleKey, DocArticle, DocFile, DocHit, DocText } from '../../../preload/contract/documentation.ts'
import type { DataHandlers } from '../calls.ts'
import type { KeptIndex, ReceivedArticle, ReceivedIndex, ReceivedText } from '../platform-calls.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import type { Database } from '../store/encrypted-file.ts'

type DocumentationHandlerName = Extract<keyof DataHandlers, `documentation.${string}`>

interface ArticleRow extends ArticleKey {
  readonly id: number
  readonly listed: 0 | 1
  readonly title: string
  readonly summary: string
  /** A JSON array. */
  readonly keywords: string
  readonly updated_at: string | null
  readonly url: string | null
  readonly read_at: string | null
}

const articleColumns = 'id, category, slug, listed, title, summary, keywords, updated_at, url, read_at'

/** Where the files stand in doc_words, beside the ids of articles. */
const fileRows: Readonly<Record<DocFile, number>> = { index: -1, full: -2 }

const fileNames: Readonly<Record<DocFile, string>> = { index: 'llms.txt', full: 'llms-full.txt' }

/** The documentation of each platform connection, as it was read. */
export function createDocumentationHandlers({
  files,
}: {
  readonly files: ConnectionFiles
}): Pick<DataHandlers, DocumentationHandlerName> {
  return {
    'documentation.kept': ({ connection_id }) => keptIndex(files.openReadOnly(connection_id)),
    'documentation.store_index': ({ connection_id, index, read_at }) => {
      const database = files.open(connection_id)
      return database
        .transaction(() => {
          storeIndex(database, index)
          database.exec('delete from doc_index')
          database.prepare('insert into doc_index (read_at) values (?)').run(read_at)
          return keptIndex(database)
        })
        .immediate()
    },
    'documentation.text': ({ connection_id, category, slug }) =>
      textOf(files.openReadOnly(connection_id), { category, slug }),
    'documentation.store_text': ({ connection_id, text, read_at }) => {
      const database = files.open(connection_id)
      return database
        .transaction(() => {
          storeText(database, text, read_at)
          const kept = textOf(database, text)
          if (!kept) throw new Error('what was stored is there')
          return kept
        })
        .immediate()
    },
    'documentation.missing': ({ connection_id }) =>
      files
        .openReadOnly(connection_id)
        .prepare<[], ArticleKey>(
          `select category, slug from doc_articles
            where listed = 1 and (body is null or updated_at is null or body_updated_at is not updated_at)
            order by place`,
        )
        .all(),
    'documentation.file': ({ connection_id, file }) =>
      files
        .openReadOnly(connection_id)
        .prepare<[string], { text: string; read_at: string }>('select text, read_at from doc_files where name = ?')
        .get(file) ?? null,
    'documentation.store_file': ({ connection_id, file, text, read_at }) => {
      const database = files.open(connection_id)
      database
        .transaction(() => {
          database
            .prepare('insert or replace into doc_files (name, text, read_at) values (?, ?, ?)')
            .run(file, text, read_at)
          storeWords(database, fileRows[file], [fileNames[file], '', '', text])
        })
        .immediate()
    },
    'documentation.find': ({ connection_id, ...query }) => findWords(files.openReadOnly(connection_id), query),
  }
}

function keptIndex(database: Database): KeptIndex {
  const read = database.prepare<[], string>('select read_at from doc_index').pluck().get()
  const files = database
    .prepare<[], { name: DocFile; read_at: string }>('select name, read_at from doc_files')
    .all()
    .map(({ name, read_at }) => [name, read_at] as const)
  return {
    categories: database
      .prepare<[], { slug: string; name: string }>('select slug, name from doc_categories order by place')
      .all(),
    articles: database
      .prepare<[], ArticleRow>(`select ${articleColumns} from doc_articles order by listed desc, place, id`)
      .all()
      .map(articleOf),
    read_at: read ?? null,
    files: { index: null, full: null, ...Object.fromEntries(files) },
  }
}

function articleOf(row: ArticleRow): DocArticle {
  const { id: _, listed, title, keywords, ...rest } = row
  // Stored by this file as an array of texts.
  const words = JSON.parse(keywords) as string[]
  return { ...rest, listed: listed === 1, title: title === '' ? row.slug : title, keywords: words }
}

function textOf(database: Database, { category, slug }: ArticleKey): DocText | null {
  const row = database
    .prepare<[string, string], ArticleRow & { body: string; read_at: string }>(
      `select ${articleColumns}, body from doc_articles where category = ? and slug = ? and body is not null`,
    )
    .get(category, slug)
  if (!row) return null
  const { body, ...article } = row
  return { ...articleOf(article), body, read_at: row.read_at }
}

function storeIndex(database: Database, { categories, articles }: ReceivedIndex): void {
  database.exec('delete from doc_categories')
  const addCategory = database.prepare('insert into doc_categories (slug, name) values (?, ?)')
  for (const { slug, name } of categories) addCategory.run(slug, name)
  // Whoever is not named again: unread ones go, read ones stay for whoever has them at hand.
  database.exec('update doc_articles set listed = 0')
  articles.forEach((article, place) => {
    storeArticle(database, article, place)
  })
  const gone = database.prepare<[], number>('select id from doc_articles where listed = 0 and body is null').pluck()
  for (const id of gone.all()) {
    database.prepare('delete from doc_words where rowid = ?').run(id)
    database.prepare('delete from doc_articles where id = ?').run(id)
  }
}

/** What an answer lacks stays as it was stored before. */
function storeArticle(database: Database, article: ReceivedArticle, place: number | null): void {
  const { category, slug, title, summary, keywords, updated_at, url } = article
  database
    .prepare(
      `insert into doc_articles (category, slug, place, listed, title, summary, keywords, updated_at, url)
       values (@category, @slug, coalesce(@place, 0), @place is not null, @title, @summary, @keywords, @updated_at, @url)
       on conflict (category, slug) do update set
         place = coalesce(@place, place),
         listed = @place is not null or listed,
         title = iif(@title = '', title, @title),
         summary = iif(@summary = '', summary, @summary),
         keywords = iif(@keywords = '[]', keywords, @keywords),
         updated_at = coalesce(@updated_at, updated_at),
         url = coalesce(@url, url)`,
    )
    .run({ category, slug, place, title, summary, keywords: JSON.stringify(keywords), updated_at, url })
  indexArticle(database, article)
}

function storeText(database: Database, { category, slug, body, article }: ReceivedText, readAt: string): void {
  const nothing = { title: '', summary: '', keywords: [], updated_at: null, url: null }
  storeArticle(database, { ...nothing, ...article, category, slug }, null)
  database
    .prepare(
      `update doc_articles set body = ?, body_updated_at = updated_at, read_at = ? where category = ? and slug = ?`,
    )
    .run(body, readAt, category, slug)
  indexArticle(database, { category, slug })
}

/** Puts the article into the full-text index as it stands in doc_articles. */
function indexArticle(database: Database, { category, slug }: ArticleKey): void {
  const row = database
    .prepare<[string, string], ArticleRow & { body: string | null }>(
      `select ${articleColumns}, body from doc_articles where category = ? and slug = ?`,
    )
    .get(category, slug)
  if (!row) return
  storeWords(database, row.id, [row.title, row.summary, articleOf(row).keywords.join(', '), row.body ?? ''])
}

function storeWords(
  database: Database,
  row: number,
  words: readonly [title: string, summary: string, keywords: string, body: string],
): void {
  database.prepare('delete from doc_words where rowid = ?').run(row)
  database
    .prepare('insert into doc_words (rowid, title, summary, keywords, body) values (?, ?, ?, ?, ?)')
    .run(row, ...words)
}

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

interface SearchQuery {
  readonly term: string
  readonly category: string | null
  readonly limit: number
}

/** Rows of doc_words that have all words of the term, each by its beginning; the best first. */
function findWords(database: Database, { term, category, limit }: SearchQuery): DocHit[] {
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

/** Markdown's own signs have no meaning in one line. */
function readable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[*`#>|]{1,6}|(?<!\w)_{1,3}|_{1,3}(?!\w)/g, '')
}

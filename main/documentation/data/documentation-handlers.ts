import type {
  ArticleKey,
  DocArticle,
  DocFile,
  DocHit,
  DocIndex,
  DocText,
  documentation,
} from '../../../preload/contract/documentation.ts'
import type { ParsedInput } from '../../../preload/contract/question.ts'
import type { OfAccount } from '../../engine/shared-calls.ts'
import type { ConnectionFiles } from '../../engine/store/connection-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { execute, raw, selectAll, selectJson, selectOne, selectOneJson, selectValue } from '../../engine/store/sql.ts'
import { orNotFound } from '../../kernel/failure.ts'
import type { ReceivedArticle, ReceivedIndex, ReceivedText } from './documentation-calls.ts'

/** A row of doc_articles in the contract's form. */
const articleJson = raw(`json_object('category', category, 'slug', slug, 'title', coalesce(nullif(title, ''), slug),
  'summary', summary, 'keywords', json(keywords), 'updated_at', updated_at, 'url', url, 'read_at', read_at,
  'listed', json(iif(listed, 'true', 'false')))`)

/** The rows of the files in doc_words, whose other rows are those of articles. */
const fileRows = {
  index: { rowid: -1, title: 'llms.txt' },
  full: { rowid: -2, title: 'llms-full.txt' },
} satisfies Readonly<Record<DocFile, unknown>>

export interface ReadAt extends OfAccount {
  readonly read_at: string
}

export interface OfFile extends OfAccount {
  readonly file: DocFile
}

/** The stored documentation of each platform connection. */
export function createDocumentationHandlers(files: ConnectionFiles) {
  return {
    'documentation.stored': ({ connection_id }: OfAccount) => keptIndex(files.openReadOnly(connection_id)),
    /** Read articles stay, even where the new index does not name them. */
    'documentation.store_index': ({ connection_id, index, read_at }: ReadAt & { readonly index: ReceivedIndex }) =>
      files.write(connection_id, (database) => {
        storeIndex(database, index)
        database.exec('delete from doc_index')
        execute(database)`insert into doc_index (read_at) values (${read_at})`
      }),
    'documentation.text': ({ connection_id, ...key }: OfAccount & ArticleKey) =>
      textOf(files.openReadOnly(connection_id), key),
    'documentation.store_text': ({ connection_id, text, read_at }: ReadAt & { readonly text: ReceivedText }) =>
      files.write(connection_id, (database) => {
        storeText(database, text, read_at)
        return orNotFound(textOf(database, text))
      }),
    /** The articles whose text is not stored in the version of the index. */
    'documentation.missing': ({ connection_id }: OfAccount) =>
      selectAll<ArticleKey>(files.openReadOnly(connection_id))`
        select category, slug from doc_articles
        where listed = 1 and (body is null or updated_at is null or body_updated_at is not updated_at) order by place`,
    'documentation.file': ({ connection_id, file }: OfFile) =>
      selectOne<{ text: string; read_at: string }>(files.openReadOnly(connection_id))`
        select text, read_at from doc_files where name = ${file}` ?? null,
    'documentation.store_file': ({ connection_id, file, text, read_at }: OfFile & ReadAt & { readonly text: string }) =>
      files.write(connection_id, (database) => {
        execute(database)`insert or replace into doc_files (name, text, read_at) values (${file}, ${text}, ${read_at})`
        const { rowid, title } = fileRows[file]
        execute(database)`insert or replace into doc_words (rowid, title, body) values (${rowid}, ${title}, ${text})`
      }),
    'documentation.find': ({ connection_id, ...query }: OfAccount & WordQuery) =>
      findWords(files.openReadOnly(connection_id), query),
  }
}

/** Main adds the connection's address. */
function keptIndex(database: Database): Omit<DocIndex, 'base_url'> {
  const readAt = (file: DocFile) =>
    selectValue<string>(database)`select read_at from doc_files where name = ${file}` ?? null
  return {
    categories: selectAll<{ slug: string; name: string }>(database)`
      select slug, name from doc_categories order by place`,
    articles: selectJson<DocArticle>(database)`
      select ${articleJson} from doc_articles order by listed desc, place, id`,
    read_at: selectValue<string>(database)`select read_at from doc_index` ?? null,
    files: { index: readAt('index'), full: readAt('full') },
  }
}

function textOf(database: Database, { category, slug }: ArticleKey): DocText | null {
  const text = selectOneJson<DocText>(database)`
    select json_set(${articleJson}, '$.body', body) from doc_articles
    where category = ${category} and slug = ${slug} and body is not null`
  return text ?? null
}

function storeIndex(database: Database, { categories, articles }: ReceivedIndex): void {
  database.exec('delete from doc_categories')
  for (const { slug, name } of categories) {
    execute(database)`insert into doc_categories (slug, name) values (${slug}, ${name})`
  }
  // Articles that the index no longer names: unread ones are deleted, read ones stay.
  database.exec('update doc_articles set listed = 0')
  for (const [index, article] of articles.entries()) storeArticle(database, article, index)
  execute(database)`${indexArticles} where listed = 1`
  database.exec(`
    delete from doc_words where rowid in (select id from doc_articles where listed = 0 and body is null);
    delete from doc_articles where listed = 0 and body is null`)
}

/** What an answer lacks stays as stored before. */
function storeArticle(database: Database, article: ReceivedArticle, place: number | null): void {
  const { category, slug, title, summary, updated_at, url } = article
  const keywords = JSON.stringify(article.keywords)
  execute(database)`
    insert into doc_articles (category, slug, place, listed, title, summary, keywords, updated_at, url)
    values (${category}, ${slug}, coalesce(${place}, 0), ${Number(place !== null)}, ${title}, ${summary}, ${keywords},
      ${updated_at}, ${url})
    on conflict (category, slug) do update set
      place = coalesce(${place}, place), listed = excluded.listed or listed,
      title = iif(excluded.title = '', title, excluded.title),
      summary = iif(excluded.summary = '', summary, excluded.summary),
      keywords = iif(excluded.keywords = '[]', keywords, excluded.keywords),
      updated_at = coalesce(excluded.updated_at, updated_at), url = coalesce(excluded.url, url)`
}

function storeText(database: Database, { category, slug, body, article }: ReceivedText, readAt: string): void {
  const nothing = { title: '', summary: '', keywords: [], updated_at: null, url: null }
  storeArticle(database, { ...nothing, ...article, category, slug }, null)
  execute(database)`
    update doc_articles set body = ${body}, body_updated_at = updated_at, read_at = ${readAt}
    where category = ${category} and slug = ${slug}`
  execute(database)`${indexArticles} where category = ${category} and slug = ${slug}`
}

/** Adds rows of doc_articles to the full-text index. */
const indexArticles = raw(`
  insert or replace into doc_words (rowid, title, summary, keywords, body)
  select id, title, summary, (select group_concat(value, ', ') from json_each(keywords)), body from doc_articles`)

/** Hits in the title count most, then keywords, summary and text. */
const weights = '8.0, 2.0, 4.0, 1.0'
const excerptWords = 24

export type WordQuery = Omit<ParsedInput<(typeof documentation)['documentation.search']>, 'connection_id' | 'where'>

/** A hit with its excerpt as text, in which main marks the words of the term. */
type DocFound = Omit<DocHit, 'excerpt'> & { readonly excerpt: string }

/**
 * Rows of doc_words that contain all words of the term, each as the beginning of a word, without regard to accents.
 * Best first.
 */
function findWords(database: Database, { term, category, limit }: WordQuery): DocFound[] {
  const match = matchOf(term)
  if (match === '') return []
  return selectJson<DocFound>(database)`
    select json_object('title', coalesce(nullif(doc_words.title, ''), slug, ''),
      'excerpt', snippet(doc_words, -1, '', '', '…', ${excerptWords}),
      'read_at', coalesce(doc_articles.read_at, doc_files.read_at),
      'of', json(iif(doc_files.name is null,
        json_object('category', category, 'slug', slug), json_object('file', doc_files.name))))
    from doc_words left join doc_articles on doc_articles.id = doc_words.rowid
    left join doc_files on doc_files.name = case doc_words.rowid when -1 then 'index' when -2 then 'full' end
    where doc_words match ${match} and (${category} is null or category = ${category})
    order by doc_words.rowid < 0, bm25(doc_words, ${raw(weights)}), doc_words.rowid limit ${limit}`
}

/** Quoted words with a star each, so that nothing in a term is read as FTS5 syntax. */
function matchOf(term: string): string {
  const words = term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.map((word) => `"${word}"*`).join(' ')
}

import { CloseButton, Select, TextInput, UnstyledButton } from '@mantine/core'
import { IconCloudCheck, IconSearch } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { DocArticle, DocHit, DocIndex } from '../../preload/contract/documentation.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { DocumentationStore, Reading } from './documentation-store.ts'

interface ArticleListProps {
  readonly store: DocumentationStore
  readonly index: DocIndex
  readonly reading: Reading | null
  readonly onRead: (reading: Reading) => void
}

/** Where the shortcut of the search leads to. */
export const searchFieldId = 'documentation-search'

/** The search, and below it what it found or all articles by category. */
export function ArticleList({ store, index, reading, onRead }: ArticleListProps) {
  const texts = useMessages().documentation
  const { term, category, find } = useStore(store)
  return (
    <nav className="doc-side" aria-label={texts.contents}>
      <div className="doc-tools">
        <TextInput
          id={searchFieldId}
          aria-label={texts.findLabel}
          placeholder={texts.findPlaceholder}
          leftSection={<IconSearch size={15} aria-hidden="true" />}
          rightSection={
            term === '' ? null : <CloseButton size="sm" aria-label={texts.clear} onClick={() => find('', category)} />
          }
          value={term}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => find(event.currentTarget.value, category)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') find('', category)
          }}
        />
        {index.categories.length > 1 ? (
          <Select
            size="xs"
            aria-label={texts.category}
            placeholder={texts.allCategories}
            clearable
            clearButtonProps={{ 'aria-label': texts.allCategories }}
            value={category}
            comboboxProps={{ withinPortal: false }}
            data={index.categories.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={(chosen) => find(term, chosen)}
          />
        ) : null}
      </div>
      <div className="doc-scroll">
        {term.trim() === '' ? (
          <Categories index={index} only={category} reading={reading} onRead={onRead} />
        ) : (
          <HitsOfStore store={store} onRead={onRead} />
        )}
      </div>
    </nav>
  )
}

function Categories({
  index,
  only,
  reading,
  onRead,
}: Omit<ArticleListProps, 'store'> & { readonly only: string | null }) {
  const texts = useMessages().documentation
  const listed = index.articles.filter((article) => article.listed)
  const gone = index.articles.filter((article) => !article.listed && (only === null || article.category === only))
  const shown = index.categories.filter(({ slug }) => only === null || slug === only)
  return (
    <>
      {shown.map(({ slug, name }) => (
        <Group
          key={slug}
          title={name}
          articles={listed.filter(({ category }) => category === slug)}
          reading={reading}
          onRead={onRead}
        />
      ))}
      <Group title={texts.unlisted} hint={texts.unlistedHint} articles={gone} reading={reading} onRead={onRead} />
    </>
  )
}

function Group({
  title,
  hint,
  articles,
  reading,
  onRead,
}: Pick<ArticleListProps, 'reading' | 'onRead'> & {
  readonly title: string
  readonly hint?: string
  readonly articles: readonly DocArticle[]
}) {
  const texts = useMessages().documentation
  if (articles.length === 0) return null
  const isRead = ({ category, slug }: DocArticle) =>
    reading !== null && 'article' in reading && reading.article.category === category && reading.article.slug === slug
  return (
    <section className="doc-group">
      <h2 title={hint}>{title}</h2>
      <ul>
        {articles.map((article) => (
          <li key={article.slug}>
            <UnstyledButton
              className="doc-item"
              title={article.summary}
              {...(isRead(article) ? { 'aria-current': 'page' as const } : {})}
              onClick={() => onRead({ article: { category: article.category, slug: article.slug } })}
            >
              <span>{article.title}</span>
              {article.read_at === null ? null : (
                <IconCloudCheck size={14} role="img" aria-label={texts.readable}>
                  <title>{texts.readable}</title>
                </IconCloudCheck>
              )}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function HitsOfStore({ store, onRead }: Pick<ArticleListProps, 'store' | 'onRead'>) {
  const texts = useMessages().documentation
  const { results, searching } = useStore(store)
  const found = readyValue(results)
  const isFailed = 'failure' in results && results.failure !== undefined
  if (!found) return <p className="doc-note">{isFailed ? texts.searchFailed : texts.searching}</p>
  const { term, where, hits } = found
  const none = searching ? texts.searching : texts.nothingFound(term)
  return (
    <>
      <p className="doc-note" role="status">
        {hits.length > 0 ? texts.found(hits.length, term) : none}
      </p>
      {isFailed ? <p className="doc-note">{texts.searchFailed}</p> : null}
      {where === 'here' && !isFailed && searching ? <p className="doc-note">{texts.foundHere}</p> : null}
      <HitList hits={hits} onRead={onRead} />
    </>
  )
}

/** What a search found: the title, and the excerpt with the words marked. */
export function HitList({
  hits,
  onRead,
}: {
  readonly hits: readonly DocHit[]
  readonly onRead: (reading: Reading) => void
}) {
  return (
    <ul className="doc-hits">
      {hits.map((hit) => (
        <li key={JSON.stringify(hit.of)}>
          <UnstyledButton className="doc-hit" onClick={() => onRead('file' in hit.of ? hit.of : { article: hit.of })}>
            <span className="doc-hit-title">{hit.title}</span>
            <span className="doc-hit-excerpt">
              {hit.excerpt.map(({ text, marked }, index) => {
                const key = `${index} ${marked}`
                return marked ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
              })}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

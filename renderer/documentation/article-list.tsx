import { CloseButton, Select, TextInput, UnstyledButton } from '@mantine/core'
import { IconCloudCheck, IconSearch } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import type { DocArticle, DocHit, DocIndex } from '../../preload/contract/documentation.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { Reading } from './documentation-store.ts'

/** Opens a text of a connection's documentation; with null its list of articles. */
export function useRead(connection: string): (reading: Reading | null) => void {
  const { go } = useNavigation()
  return useCallback(
    (reading) => go({ screen: 'documentation', connection, ...(reading ?? { part: 'platform' }) }),
    [go, connection],
  )
}

interface ArticleListProps {
  readonly index: DocIndex
  readonly onRead: (reading: Reading) => void
}

/** The id of the field that the shortcut of the search focuses. */
export const searchFieldId = 'documentation-search'

/** The search, and below it its results or all articles by category. */
export function ArticleList({ index, onRead }: ArticleListProps) {
  const { documentation: texts, common } = useMessages()
  const { term, category, find } = useStore(useFeature('documentation').store)
  const listed = index.articles.filter((article) => article.listed)
  const missing = index.articles.filter(
    (article) => !article.listed && (category === null || article.category === category),
  )
  return (
    <nav className="doc-side column" aria-label={texts.contents}>
      <div className="pad-12 line-below stack">
        <TextInput
          id={searchFieldId}
          aria-label={texts.findLabel}
          placeholder={texts.findPlaceholder}
          leftSection={<IconSearch size={15} aria-hidden="true" />}
          rightSection={
            term === '' ? null : (
              <CloseButton size="sm" aria-label={common.clearSearch} onClick={() => find('', category)} />
            )
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
          <>
            {index.categories
              .filter(({ slug }) => category === null || slug === category)
              .map(({ slug, name }) => (
                <Group
                  key={slug}
                  title={name}
                  articles={listed.filter((article) => article.category === slug)}
                  onRead={onRead}
                />
              ))}
            <Group title={texts.unlisted} hint={texts.unlistedHint} articles={missing} onRead={onRead} />
          </>
        ) : (
          <SearchResults onRead={onRead} />
        )}
      </div>
    </nav>
  )
}

interface GroupProps extends Pick<ArticleListProps, 'onRead'> {
  readonly title: string
  readonly hint?: string
  readonly articles: readonly DocArticle[]
}

function Group({ title, hint, articles, onRead }: GroupProps) {
  const texts = useMessages().documentation
  const reading = useStore(useFeature('documentation').store, (state) => state.reading)
  const read = reading && 'article' in reading ? reading.article : null
  if (articles.length === 0) return null
  return (
    <section className="doc-group">
      <h2 title={hint}>{title}</h2>
      <ul className="plain-list">
        {articles.map(({ category, slug, title: name, summary, read_at }) => (
          <li key={slug}>
            <UnstyledButton
              className="doc-item hoverable row"
              title={summary}
              {...(read?.category === category && read.slug === slug ? { 'aria-current': 'page' as const } : {})}
              onClick={() => onRead({ article: { category, slug } })}
            >
              <span>{name}</span>
              {read_at === null ? null : (
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

function SearchResults({ onRead }: Pick<ArticleListProps, 'onRead'>) {
  const { documentation: texts, common } = useMessages()
  const { results, searching } = useStore(useFeature('documentation').store)
  const answer = readyValue(results)
  const isFailed = 'failure' in results && results.failure !== undefined
  if (!answer) return <p className="doc-note note">{isFailed ? texts.searchFailed : common.asking}</p>
  const { term, where, hits } = answer
  const none = searching ? common.asking : texts.nothingFound(term)
  return (
    <>
      <p className="doc-note note" role="status">
        {hits.length > 0 ? texts.found(hits.length, term) : none}
      </p>
      {isFailed ? <p className="doc-note note">{texts.searchFailed}</p> : null}
      {where === 'here' && !isFailed && searching ? <p className="doc-note note">{texts.foundHere}</p> : null}
      <HitList hits={hits} onRead={onRead} />
    </>
  )
}

interface HitListProps extends Pick<ArticleListProps, 'onRead'> {
  readonly hits: readonly DocHit[]
}

/** The results of a search: each title, and the excerpt with the words marked. */
export function HitList({ hits, onRead }: HitListProps) {
  return (
    <ul className="plain-list">
      {hits.map((hit) => (
        <li key={JSON.stringify(hit.of)}>
          <UnstyledButton
            className="doc-hit hoverable"
            onClick={() => onRead('file' in hit.of ? hit.of : { article: hit.of })}
          >
            <span className="doc-hit-title">{hit.title}</span>
            <span className="doc-hit-excerpt clamp note">
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

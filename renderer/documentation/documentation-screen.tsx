import './documentation.css'
import { Button, Loader } from '@mantine/core'
import {
  IconBook2,
  IconCloudDownload,
  IconExternalLink,
  IconFileText,
  IconHelpCircle,
  IconRefresh,
} from '@tabler/icons-react'
import { useCallback, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ArticleKey, DocIndex } from '../../preload/contract/documentation.ts'
import { guideSections } from '../../preload/messages/guide-sections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FactLine } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutsideLink, webAddress } from '../ui/outside.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ArticleList, searchFieldId, useRead } from './article-list.tsx'
import type { Reading, ReadText } from './documentation-store.ts'
import { ArticleFacts, Guide, HelpParts } from './help.tsx'
import { MarkdownView } from './markdown-view.tsx'

type DocumentationPlace = PlaceOf<'documentation'>

/** The help about Cruza itself, and the documentation of the platform. */
export function DocumentationScreen({ place }: { readonly place: DocumentationPlace }) {
  const connection = useFeature('connections').useInUse('platform')
  const NoConnection = useSlot('noConnection')
  const texts = useMessages().documentation.help
  const { go } = useNavigation()
  const reading = readingOf(place)
  if (place.part !== 'platform' && reading === null) {
    return (
      <>
        <PageHeader title={texts.title} />
        <HelpParts part="cruza" onGo={goToPart} />
        <div className="guide-screen">
          <Guide section={guideSections[0]} heading="h2" />
        </div>
      </>
    )
  }
  if (!connection) return <NoConnection service="platform" />
  return <PlatformScreen connection={connection.id} reading={reading} onPart={goToPart} />

  function goToPart(part: 'cruza' | 'platform') {
    go({ screen: 'documentation', ...(part === 'platform' ? { part } : {}) })
  }
}

function readingOf({ article, file }: DocumentationPlace): Reading | null {
  if (article) return { article }
  return file ? { file } : null
}

interface PlatformScreenProps {
  readonly connection: string
  /** The text that the place opens; null for none. */
  readonly reading: Reading | null
  readonly onPart: (part: 'cruza' | 'platform') => void
}

/** The platform's documentation: its articles by category, the results of a search, and the open text. */
function PlatformScreen({ connection, reading, onPart }: PlatformScreenProps) {
  const { documentation: texts, common } = useMessages()
  const { store } = useFeature('documentation')
  const { index, working, failure, refresh, download, dismissFailure, load } = useStore(store)
  const { tasks } = useFeature('tasks').useTaskProps()
  const { now } = useApp()
  const onRead = useRead(connection)
  const format = useFormat()
  const isRefreshing = working === 'refresh'
  const isDownloading = tasks.some(
    ({ kind, subject, state }) =>
      kind === 'documentation' && subject === connection && ['running', 'waiting'].includes(state),
  )
  const readKey = JSON.stringify(reading)

  useEffect(() => void store.getState().open(connection), [store, connection])
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by value, not by identity
  useEffect(() => void store.getState().read(reading), [store, connection, readKey])
  useShortcuts([
    { keys: 'mod+r', label: common.refresh, run: () => void refresh() },
    { keys: '/', label: texts.findLabel, run: () => document.getElementById(searchFieldId)?.focus() },
  ])

  const stored = readyValue(index)
  const readAt = stored?.read_at ? format.moment(Date.parse(stored.read_at), now()) : null
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={stored ? <IndexFacts index={stored} readAt={readAt} /> : null}
        actions={[
          { label: common.refresh, icon: <IconRefresh size={16} />, busy: isRefreshing, onClick: () => void refresh() },
          {
            label: isDownloading ? texts.downloading : texts.download,
            icon: <IconCloudDownload size={16} />,
            disabled: isDownloading && common.unavailable.busy,
            onClick: () => void download(),
          },
        ]}
        menu={(['index', 'full'] as const).map((file) => ({
          label: texts.file[file],
          icon: <IconFileText size={16} />,
          onClick: () => onRead({ file }),
        }))}
      />
      <HelpParts part="platform" onGo={onPart} />
      {failure ? (
        <div className="pad-16 line-below">
          <FailureNotice
            failure={failure}
            kept={readAt ? texts.keptIndex(readAt) : texts.keptNothing}
            onRetry={() => void refresh()}
            onClose={dismissFailure}
          />
        </div>
      ) : null}
      <LoadableView of={index} onRetry={() => void load()}>
        {(value) =>
          value.articles.length === 0 && reading === null ? (
            <EmptyState
              icon={<IconHelpCircle size={32} stroke={1.5} />}
              title={isRefreshing ? common.loading : texts.empty.title}
              text={texts.empty.text}
              action={isRefreshing ? undefined : { label: common.refresh, onClick: () => void refresh() }}
            />
          ) : (
            <div className="doc">
              <ArticleList index={value} onRead={onRead} />
              <TextPane index={value} onRead={onRead} />
            </div>
          )
        }
      </LoadableView>
    </>
  )
}

function IndexFacts({ index, readAt }: { readonly index: DocIndex; readonly readAt: string | null }) {
  const { documentation: texts, common } = useMessages()
  const readable = index.articles.filter(({ read_at }) => read_at !== null).length
  const all = readable > 0 && readable === index.articles.length
  return joinFacts([
    texts.articles(index.articles.length),
    all ? texts.allKept : null,
    readable > 0 && !all ? texts.kept(readable) : null,
    readAt ? common.listOf(readAt) : null,
  ])
}

interface TextPaneProps {
  readonly index: DocIndex
  readonly onRead: (reading: Reading) => void
}

/** The open text, with its dates. A stored text stays below the reason why there is no newer one. */
function TextPane({ index, onRead }: TextPaneProps) {
  const { documentation: texts, common } = useMessages()
  const { now } = useApp()
  const format = useFormat()
  const { reading, text, textRefresh, read, reread } = useStore(useFeature('documentation').store)
  const { failure, working } = textRefresh
  const pane = useRef<HTMLElement>(null)
  const name = JSON.stringify(reading)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is read from its beginning
  useEffect(() => void pane.current?.scrollTo({ top: 0 }), [name])
  const shown = readyValue(text)
  const unread = (
    <EmptyState title={texts.notRead.title} text={texts.notRead.text}>
      {working === null ? (
        <Button variant="default" onClick={() => void reread()}>
          {common.tryAgain}
        </Button>
      ) : (
        <Loader size="xs" aria-label={common.loading} />
      )}
    </EmptyState>
  )
  return (
    <article ref={pane} className="doc-pane">
      {reading === null ? (
        <EmptyState icon={<IconBook2 size={32} stroke={1.5} />} title={texts.choose.title} text={texts.choose.text} />
      ) : (
        <>
          {failure ? (
            <FailureNotice
              failure={failure}
              kept={shown ? texts.keptText(format.moment(Date.parse(shown.read_at), now())) : null}
              onRetry={() => void reread()}
            />
          ) : null}
          <LoadableView of={text} onRetry={() => void read(reading)}>
            {(value) => {
              if (value) return <TextOf reading={reading} text={value} index={index} onRead={onRead} />
              return failure ? null : unread
            }}
          </LoadableView>
        </>
      )}
    </article>
  )
}

function TextOf({
  reading,
  text: { article, body, read_at },
  index,
  onRead,
}: TextPaneProps & { readonly reading: Reading; readonly text: ReadText }) {
  const { documentation: texts, common } = useMessages()
  const onArticle = useCallback((key: ArticleKey) => onRead({ article: key }), [onRead])
  const file = 'file' in reading ? texts.fileTitle[reading.file] : ''
  const address = article?.url ? webAddress(article.url, `${index.base_url}/`) : undefined
  return (
    <>
      <header className="doc-head">
        <h2>{article?.title ?? file}</h2>
        <p className="dim figures">
          <FactLine
            items={[
              <ArticleFacts key="facts" article={article} readAt={read_at} index={index} />,
              address && (
                <OutsideLink url={address} title={texts.text.opensOutside(address)}>
                  {common.openInBrowser}
                  <IconExternalLink size={13} aria-hidden="true" />
                </OutsideLink>
              ),
            ]}
          />
        </p>
      </header>
      <MarkdownView
        key={read_at}
        text={body}
        base_url={index.base_url}
        at={article}
        articles={index.articles}
        onArticle={onArticle}
      />
    </>
  )
}

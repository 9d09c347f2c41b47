import './documentation.css'
import { IconCloudDownload, IconFileText, IconHelpCircle, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { DocIndex } from '../../preload/contract/documentation.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ArticleList, searchFieldId } from './article-list.tsx'
import type { DocumentationStore, Reading } from './documentation-store.ts'
import { TextPane } from './text-pane.tsx'

export interface DocumentationScreenProps {
  readonly store: DocumentationStore
  readonly connection: string
  /** What the route opens; null for nothing. */
  readonly reading: Reading | null
  readonly tasks: readonly Task[]
  readonly now: () => number
  /** The way to the other help. */
  readonly parts?: ReactNode
  readonly onRead: (reading: Reading) => void
}

/** The platform's documentation: its articles by category, what a search finds, and the text that is read. */
export function DocumentationScreen({
  store,
  connection,
  reading,
  tasks,
  now,
  parts,
  onRead,
}: DocumentationScreenProps) {
  const { documentation: texts, common } = useMessages()
  const { index, working, failure, refresh, download, dismissFailure, load } = useStore(store)
  const isRefreshing = working === 'refresh'
  const format = useFormat()
  const downloading = tasks.some(
    ({ kind, subject, state }) =>
      kind === 'documentation' && subject === connection && ['running', 'waiting'].includes(state),
  )
  const readKey = JSON.stringify(reading)

  useEffect(() => void store.getState().open(connection), [store, connection])
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by value, not by identity
  useEffect(() => void store.getState().read(reading), [store, connection, readKey])
  useShortcuts([
    { keys: 'mod+r', label: texts.refresh, run: () => void refresh() },
    { keys: '/', label: texts.findLabel, run: () => document.getElementById(searchFieldId)?.focus() },
  ])

  const known = readyValue(index)
  const readAt = known?.read_at ? format.moment(Date.parse(known.read_at), now()) : null
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={known ? <IndexFacts index={known} readAt={readAt} /> : null}
        actions={[
          { label: texts.refresh, icon: <IconRefresh size={16} />, busy: isRefreshing, onClick: () => void refresh() },
          {
            label: downloading ? texts.downloading : texts.download,
            icon: <IconCloudDownload size={16} />,
            disabled: downloading && common.unavailable.busy,
            onClick: () => void download(),
          },
        ]}
        menu={(['index', 'full'] as const).map((file) => ({
          label: texts.file[file],
          icon: <IconFileText size={16} />,
          onClick: () => onRead({ file }),
        }))}
      />
      {parts}
      {failure ? (
        <div className="doc-failure">
          <FailureNotice
            failure={failure}
            kept={readAt ? texts.keptIndex(readAt) : texts.keptNothing}
            onRetry={() => void refresh()}
            onClose={dismissFailure}
          />
        </div>
      ) : null}
      <LoadableView of={index} onRetry={() => void load()}>
        {(value) => {
          if (value.articles.length === 0 && reading === null)
            return <NoArticles isRefreshing={isRefreshing} onRead={refresh} />
          return (
            <div className="doc">
              <ArticleList store={store} index={value} reading={reading} onRead={onRead} />
              <TextPane store={store} index={value} now={now} onRead={onRead} />
            </div>
          )
        }}
      </LoadableView>
    </>
  )
}

function NoArticles({
  isRefreshing,
  onRead,
}: {
  readonly isRefreshing: boolean
  readonly onRead: () => Promise<unknown>
}) {
  const { documentation, common } = useMessages()
  const texts = documentation.empty
  return (
    <EmptyState
      icon={<IconHelpCircle size={32} stroke={1.5} />}
      title={isRefreshing ? common.loading : texts.title}
      text={texts.text}
      action={isRefreshing ? undefined : { label: documentation.refresh, onClick: () => void onRead() }}
    />
  )
}

function IndexFacts({ index, readAt }: { readonly index: DocIndex; readonly readAt: string | null }) {
  const texts = useMessages().documentation
  const kept = index.articles.filter(({ read_at }) => read_at !== null).length
  const all = kept > 0 && kept === index.articles.length
  return joinFacts([
    texts.articles(index.articles.length),
    all ? texts.allKept : null,
    kept > 0 && !all ? texts.kept(kept) : null,
    readAt ? texts.indexRead(readAt) : null,
  ])
}

import { Button, SegmentedControl, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconTablePlus } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConsoleCall } from '../../preload/contract/console.ts'
import type { Dataset } from '../../preload/contract/datasets.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { AnswerHeaders } from './answer-headers.tsx'
import type { AnswerStore, AnswerView } from './answer-store.ts'
import { AnswerTable } from './answer-table.tsx'
import { AnswerText } from './answer-text.tsx'
import { AnswerTree } from './answer-tree.tsx'
import { AnswerType } from './answer-type.tsx'
import { statusColor, timeWords } from './answer-words.ts'
import { DriftNotice } from './drift-notice.tsx'
import { PathBar } from './path-bar.tsx'
import { StoreDialog } from './store-dialog.tsx'

export interface AnswerPaneProps {
  readonly store: AnswerStore
  readonly connection: string
  /** Null while there is none. */
  readonly call: ConsoleCall | null
  readonly now: () => number
  readonly onDataset: (dataset: Dataset) => void
}

/** An answer: its head, what drifted, and what is in it in the way that was chosen. */
export function AnswerPane({ store, connection, call, now, onDataset }: AnswerPaneProps) {
  const texts = useMessages().console.answer
  const failure = useStore(store, (state) => state.failure)
  const shown = useStore(store, (state) => state.call)
  const lacksText = useStore(store, ({ view, textTotal }) => view === 'text' && textTotal === 0)
  useEffect(() => {
    if (call) void store.getState().open(connection, call)
    else store.getState().close()
  }, [store, connection, call])
  if (!call || shown?.id !== call.id) {
    return (
      <section className="console-answer" aria-label={texts.label}>
        {call ? null : <EmptyState title={texts.none} text={texts.noneText} />}
      </section>
    )
  }
  return (
    <section className="console-answer" aria-label={texts.label}>
      <AnswerHead store={store} call={call} now={now} onDataset={onDataset} />
      {call.drift ? <DriftNotice drift={call.drift} onSee={() => void store.getState().show('type')} /> : null}
      {failure ? (
        <div className="console-notice">
          <FailureNotice
            failure={failure}
            onRetry={lacksText ? () => void store.getState().retry() : undefined}
            onClose={() => store.getState().dismissFailure()}
          />
        </div>
      ) : null}
      <AnswerBody store={store} call={call} now={now} />
    </section>
  )
}

const isData = ({ kind }: ConsoleCall) => kind === 'json' || kind === 'csv'

type AnswerHeadProps = Pick<AnswerPaneProps, 'store' | 'now' | 'onDataset'> & { readonly call: ConsoleCall }

function AnswerHead({ store, call, now, onDataset }: AnswerHeadProps) {
  const messages = useMessages()
  const texts = messages.console.answer
  const format = useFormat()
  const { view, look } = useStore(store)
  const [storing, askToStore, stopStoring] = useDialogSubject<{ readonly call: string }>()
  const { table, lists } = look.status === 'ready' ? look.value : { table: null, lists: [] }
  const [longest] = lists
  /** What is no list itself is saved by its longest one, which is shown first. */
  const startStoring = async () => {
    store.getState().dismissFailure()
    if (!table && longest) await store.getState().find(longest.expression)
    if (store.getState().call?.id === call.id) askToStore({ call: call.id })
  }
  const color = statusColor(call)
  const views: AnswerView[] = isData(call) ? ['tree', 'table', 'text', 'type', 'headers'] : ['text', 'type', 'headers']
  const facts = joinFacts([
    timeWords(call.ms, texts, format),
    format.bytes(call.bytes),
    texts.kinds[call.kind],
    call.cut ? texts.cut : null,
    format.moment(Date.parse(call.at), now()),
  ])
  return (
    <div className="console-answer-head">
      <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
        {call.status ?? texts.noAnswer}
      </Mark>
      <Text size="sm" c="dimmed" className="figures console-facts" title={facts}>
        {facts}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={texts.views.label}
        value={view}
        onChange={(value) => {
          const chosen = views.find((one) => one === value)
          if (chosen) void store.getState().show(chosen)
        }}
        data={views.map((value) => ({ value, label: texts.views[value] }))}
      />
      {isData(call) ? (
        <Button
          variant="default"
          leftSection={<IconTablePlus size={14} />}
          disabled={(table ?? longest ?? { rows: 0 }).rows === 0}
          onClick={() => void startStoring()}
        >
          {texts.store}
        </Button>
      ) : null}
      <DotsMenu
        label={texts.more}
        width={200}
        items={[
          {
            label: texts.save,
            disabled: call.bytes === 0 && messages.common.unavailable.emptyAnswer,
            onClick: () => void saveFile(store),
          },
        ]}
      />
      {storing?.call === call.id && table ? (
        <StoreDialog
          call={call.id}
          rows={table.rows}
          proposed={messages.console.routes.titles[call.route] ?? call.route}
          store={store}
          onStored={(dataset) => noticeStored(dataset, () => onDataset(dataset))}
          onClose={stopStoring}
        />
      ) : null}
    </div>
  )
}

function AnswerBody({ store, call, now }: Pick<AnswerHeadProps, 'store' | 'call' | 'now'>): ReactNode {
  const texts = useMessages().console.answer
  const view = useStore(store, (state) => state.view)
  switch (view) {
    case 'type':
      return <AnswerType store={store} now={now} />
    case 'headers':
      return <AnswerHeaders headers={call.headers} />
    default:
      if (call.status === null) return <EmptyState title={texts.lost} />
      if (call.kind === 'empty') return <EmptyState title={texts.empty} />
      if (call.kind === 'binary') return <EmptyState title={texts.binary} />
      if (view === 'text') return <AnswerText store={store} note={call.kind === 'page' ? texts.page : null} />
      return (
        <>
          <PathBar store={store} />
          {view === 'table' ? <AnswerTable store={store} /> : <AnswerTree store={store} />}
        </>
      )
  }
}

async function saveFile(store: AnswerStore): Promise<void> {
  const saved = await store.getState().save()
  if (saved) noticeSaved({ message: messagesNow().console.answer.saved(saved.name), file: saved.file })
}

function noticeStored({ name }: Dataset, open: () => void): void {
  const texts = messagesNow().console.answer
  notifications.show({
    message: (
      <>
        {texts.stored(name)}{' '}
        <Button variant="subtle" onClick={open}>
          {texts.openStored}
        </Button>
      </>
    ),
  })
}

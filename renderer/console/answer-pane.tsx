import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconTablePlus } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConsoleCall, Drift } from '../../preload/contract/console.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useFormat } from '../kernel/format.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import type { AnswerStore, AnswerView } from './answer-store.ts'
import { AnswerHeaders, AnswerTable, AnswerText, AnswerTree, AnswerType, PathBar } from './answer-views.tsx'
import { statusColor, timeWords } from './call-words.ts'

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
      <section className="console-answer pane narrows" aria-label={texts.label}>
        {call ? null : <EmptyState title={texts.none} text={texts.noneText} />}
      </section>
    )
  }
  return (
    <section className="console-answer pane narrows" aria-label={texts.label}>
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
  const { view, found } = useStore(store)
  const [storing, askToStore, stopStoring] = useDialogSubject<{ readonly call: string }>()
  const { table, lists } = found.status === 'ready' ? found.value : { table: null, lists: [] }
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
    <div className="bar wraps">
      <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
        {call.status ?? texts.noAnswer}
      </Mark>
      <Text size="sm" c="dimmed" className="figures console-facts cut" title={facts}>
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

interface DriftNoticeProps {
  readonly drift: Drift
  readonly onSee: () => void
}

const mostNamed = 4

/** What an answer has that others of its route had not, and the other way round. */
function DriftNotice({ drift, onSee }: DriftNoticeProps) {
  const messages = useMessages().console
  const texts = messages.drift
  const kinds = (names: readonly string[]) => names.map((name) => messages.type.names[name] ?? name).join(' | ')
  const named = (paths: readonly string[]) => {
    const shown = paths.slice(0, mostNamed).join(', ')
    return paths.length > mostNamed ? `${shown} ${texts.more(paths.length - mostNamed)}` : shown
  }
  const sentences = [
    ...(drift.added.length > 0 ? [texts.added(named(drift.added))] : []),
    ...(drift.missing.length > 0 ? [texts.missing(named(drift.missing))] : []),
    ...drift.changed.slice(0, mostNamed).map(({ path, before, now }) => texts.changed(path, kinds(before), kinds(now))),
  ]
  return (
    <div className="console-drift row" role="status">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <Text size="sm" flex={1}>
        <strong>{texts.title}.</strong> {joinFacts(sentences)}
      </Text>
      <Button variant="subtle" onClick={onSee}>
        {texts.see}
      </Button>
    </div>
  )
}

interface StoreDialogProps {
  /** The call whose answer it is. */
  readonly call: string
  readonly rows: number
  readonly proposed: string
  readonly store: AnswerStore
  readonly onStored: (dataset: Dataset) => void
  readonly onClose: () => void
}
/** Saves the shown list as a data set. */
function StoreDialog({ call, rows, proposed, store, onStored, onClose }: StoreDialogProps) {
  const messages = useMessages()
  const texts = messages.console.answer
  const failure = useStore(store, (state) => state.failure)
  const expression = useStore(store, (state) => state.expression)
  const key = `data set ${call} ${expression}`
  const { draft, change, working, submit, discard } = useDraft(key, proposed, onClose)
  const name = draft.trim()
  const close = () => {
    discard()
    onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name === '') return
    void submit(async () => {
      const dataset = await store.getState().store(name)
      if (dataset) onStored(dataset)
      return dataset !== null
    })
  }
  return (
    <Dialog opened onClose={close} title={texts.storeTitle}>
      <form onSubmit={send}>
        <Stack gap="md">
          <Text size="md">{texts.storeText(texts.rows(rows))}</Text>
          <TextInput
            label={texts.storeName}
            value={draft}
            maxLength={120}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" loading={working} disabled={name === ''}>
              {texts.storeConfirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconTablePlus } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { ConsoleCall, Drift } from '../../preload/contract/console.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { longestName } from '../../preload/values/names.ts'
import { useDraft } from '../kernel/drafts.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { Dialog, DialogButtons, useDialogSubject } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import type { AnswerStore, AnswerView } from './answer-store.ts'
import { AnswerHeaders, AnswerTable, AnswerText, AnswerTree, AnswerType, PathBar } from './answer-views.tsx'
import { StatusMark, timeWords } from './route-list.tsx'

/** An answer: its head, what drifted, and its content in the chosen view. Empty while there is none. */
export function AnswerPane({ connection }: { readonly connection: string }) {
  const { store: calls, answer: store } = useFeature('console')
  const call = useStore(calls, (state) => state.shown)
  const { common } = useMessages()
  const texts = useMessages().console.answer
  const { failure, call: shown, view, textTotal, show, retry, dismissFailure } = useStore(store)
  useEffect(() => {
    if (call) void store.getState().open(connection, call)
    else store.getState().close()
  }, [store, connection, call])
  if (!call || shown?.id !== call.id) {
    return (
      <section className="console-answer pane narrows" aria-label={common.fields.answer}>
        {call ? null : <EmptyState title={texts.none} text={texts.noneText} />}
      </section>
    )
  }
  return (
    <section className="console-answer pane narrows" aria-label={common.fields.answer}>
      <AnswerHead connection={connection} call={call} />
      {call.drift ? <DriftNotice drift={call.drift} onSee={() => void show('type')} /> : null}
      {failure ? (
        <div className="rigid pad-8-16">
          <FailureNotice
            failure={failure}
            onRetry={view === 'text' && textTotal === 0 ? () => void retry() : undefined}
            onClose={dismissFailure}
          />
        </div>
      ) : null}
      <AnswerBody call={call} />
    </section>
  )
}

const isData = ({ kind }: ConsoleCall) => kind === 'json' || kind === 'csv'

function AnswerHead({ connection, call }: { readonly connection: string; readonly call: ConsoleCall }) {
  const store = useFeature('console').answer
  const { now } = useApp()
  const { go } = useNavigation()
  const messages = useMessages()
  const texts = messages.console.answer
  const format = useFormat()
  const { view, inspection } = useStore(store)
  const [storing, askToStore, stopStoring] = useDialogSubject<{ readonly call: string }>()
  const { table, lists } = readyValue(inspection) ?? { table: null, lists: [] }
  const [longest] = lists
  /** A value that is no list is saved by its longest list, which is shown first. */
  const startStoring = async () => {
    store.getState().dismissFailure()
    if (!table && longest) await store.getState().find(longest.expression)
    if (store.getState().call?.id === call.id) askToStore({ call: call.id })
  }
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
      <StatusMark call={call} />
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
          onStored={(dataset) => noticeStored(dataset, () => go({ screen: 'dataset', connection, id: dataset.id }))}
          onClose={stopStoring}
        />
      ) : null}
    </div>
  )
}

function AnswerBody({ call }: { readonly call: ConsoleCall }): ReactNode {
  const texts = useMessages().console.answer
  const view = useStore(useFeature('console').answer, (state) => state.view)
  switch (view) {
    case 'type':
      return <AnswerType />
    case 'headers':
      return <AnswerHeaders headers={call.headers} />
    default:
      if (call.status === null) return <EmptyState title={texts.lost} />
      if (call.kind === 'empty') return <EmptyState title={texts.empty} />
      if (call.kind === 'binary') return <EmptyState title={texts.binary} />
      if (view === 'text') return <AnswerText note={call.kind === 'page' ? texts.page : null} />
      return (
        <>
          <PathBar />
          {view === 'table' ? <AnswerTable /> : <AnswerTree />}
        </>
      )
  }
}

async function saveFile(store: AnswerStore): Promise<void> {
  const saved = await store.getState().save()
  if (saved) noticeSaved({ message: messagesNow().console.answer.saved(saved.name), file: saved.file })
}

function noticeStored({ name }: Dataset, open: () => void): void {
  const { common } = messagesNow()
  const texts = messagesNow().console.answer
  notifications.show({
    message: (
      <>
        {texts.stored(name)}{' '}
        <Button variant="subtle" onClick={open}>
          {common.open}
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

/** What an answer has that others of its route did not have, and the other way round. */
function DriftNotice({ drift, onSee }: DriftNoticeProps) {
  const { console: messages, common } = useMessages()
  const texts = messages.drift
  const kinds = (names: readonly string[]) => names.map((name) => messages.type.names[name] ?? name).join(' | ')
  const named = (paths: readonly string[]) => {
    const shown = paths.slice(0, mostNamed).join(', ')
    return paths.length > mostNamed ? `${shown} ${common.andCountMore(paths.length - mostNamed)}` : shown
  }
  const sentences = [
    ...(drift.added.length > 0 ? [texts.added(named(drift.added))] : []),
    ...(drift.missing.length > 0 ? [texts.missing(named(drift.missing))] : []),
    ...drift.changed
      .slice(0, mostNamed)
      .map(({ path, before: previous, now }) => texts.changed(path, kinds(previous), kinds(now))),
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
  readonly call: string
  readonly rows: number
  readonly proposed: string
  readonly onStored: (dataset: Dataset) => void
  readonly onClose: () => void
}
function StoreDialog({ call, rows, proposed, onStored, onClose }: StoreDialogProps) {
  const messages = useMessages()
  const texts = messages.console.answer
  const { failure, inspection, store } = useStore(useFeature('console').answer)
  const key = `data set ${call} ${readyValue(inspection)?.expression}`
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
      const dataset = await store(name)
      if (dataset) onStored(dataset)
      return dataset !== null
    })
  }
  return (
    <Dialog onClose={close} title={messages.common.saveAsDataset}>
      <form onSubmit={send}>
        <Stack gap="md">
          <Text size="md">{texts.storeText(texts.rows(rows))}</Text>
          <TextInput
            label={messages.common.fields.name}
            value={draft}
            maxLength={longestName}
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <DialogButtons confirm={texts.storeConfirm} busy={working} disabled={name === ''} onClose={close} />
        </Stack>
      </form>
    </Dialog>
  )
}

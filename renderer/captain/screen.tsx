import './captain.css'
import { Autocomplete, Button, NumberInput, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { Connection } from '../../preload/contract/connections.ts'
import { isRefusedRequest } from '../../preload/values/failures.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useDialogSubject } from '../ui/dialog.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader, PartBar } from '../ui/page-header.tsx'
import { AnswerView } from './answer-view.tsx'
import { MutationFailure, useAnswer, useList, useNamed, useOpened } from './captain-context.tsx'
import { CopilotView, PlaygroundView } from './chat-views.tsx'
import { FiguresView } from './figures-view.tsx'
import { RecordDetails, type RecordDialog, RecordDialogs } from './record-dialogs.tsx'
import { isBare, titleOf } from './record-fields.ts'
import { RecordForm } from './record-form.tsx'
import type { Kind } from './records-store.ts'
import { ResourceView, ResponsesView } from './resource-view.tsx'

const assistants: Kind = { resource: 'assistants', parent: null }
const parts = ['assistants', 'responses', 'documents', 'custom_tools', 'mcp_servers', 'copilot'] as const

type Part = (typeof parts)[number]

interface CaptainScreenProps {
  readonly place: PlaceOf<'captain'>
  readonly connection: Connection
}

export function CaptainScreen({ place, connection: { id: connection } }: CaptainScreenProps) {
  const texts = useMessages().captain
  const captain = useFeature('captain')
  const { go, back } = useNavigation()
  const { id } = place
  const part: Part = parts.find((name) => name === place.part) ?? 'assistants'
  const onGo: OnGo = (next, nextId) =>
    go({ screen: 'captain', connection, part: next, ...(nextId === undefined ? {} : { id: nextId }) })
  // No part requests anything before the lists of another account are dropped.
  const opened = useStore(captain.records, (state) => state.connection) === connection
  useEffect(() => captain.open(connection), [captain, connection])
  useEffect(() => {
    // Their names are shown wherever the number of one is.
    if (opened && (part !== 'assistants' || id !== undefined)) void captain.records.getState().show(assistants)
  }, [captain, opened, part, id])
  if (!opened) return null
  if (part === 'assistants' && id !== undefined) return <AssistantScreen key={id} id={id} onBack={back} />
  return (
    <>
      <PageHeader title={texts.title} />
      <PartBar
        label={texts.parts.label}
        parts={parts.map((name) => [name, texts.parts[name]])}
        part={part}
        onGo={onGo}
      />
      <div className="scrolls pane">
        <PartView key={part} part={part} id={id} onGo={onGo} />
      </div>
    </>
  )
}

type OnGo = (part: string, id?: number) => void

interface PartViewProps {
  readonly part: Part
  readonly id: number | undefined
  readonly onGo: OnGo
}

function PartView({ part, id, onGo }: PartViewProps): ReactNode {
  switch (part) {
    case 'assistants':
      return <ResourceView kind={assistants} onOpen={(record) => record.id !== null && onGo('assistants', record.id)} />
    case 'responses':
      return <ResponsesView />
    case 'documents':
      return <ResourceView kind={{ resource: 'documents', parent: null }} />
    case 'custom_tools':
      return <ToolsView />
    case 'mcp_servers':
      return (
        <>
          <ResourceView kind={servers} />
          <Discovery />
        </>
      )
    case 'copilot':
      return <CopilotView thread={id} onThread={(thread) => onGo('copilot', thread)} />
  }
}

/** The account's own tools, and all tools that assistants can use. */
function ToolsView() {
  const texts = useMessages().captain.tools
  const captain = useFeature('captain')
  const { answer: tools, ask } = useAnswer('tools')
  useEffect(() => void captain.records.getState().ask('tools', { question: 'tools' }), [captain])
  return (
    <>
      <CustomTools />
      <section className="captain-view stack" aria-label={texts.title}>
        <h2 className="captain-heading heading">{texts.title}</h2>
        <LoadableView of={tools} onRetry={() => ask({ question: 'tools' })}>
          {({ answer }) => <AnswerView answer={answer} />}
        </LoadableView>
      </section>
    </>
  )
}

/**
 * The tools of the account, or of one assistant: some installations store them by assistant, and have no list of all.
 */
function CustomTools() {
  const texts = useMessages().captain.filters
  const assistants = useNamed('assistants')
  const { failure, readAt } = useList({ resource: 'custom_tools', parent: null })
  const [chosen, setChosen] = useState<string | null>(null)
  const isByAssistant = failure !== null && readAt === null && isRefusedRequest(failure.code)
  const shown = chosen ?? (isByAssistant ? (assistants[0]?.value ?? null) : null)
  const kind: Kind = { resource: 'custom_tools', parent: shown === null ? null : Number(shown) }
  const choice = (
    <Select
      aria-label={texts.assistant}
      placeholder={texts.everyAssistant}
      size="xs"
      w={180}
      clearable={!isByAssistant}
      searchable={assistants.length > 8}
      data={[...assistants]}
      value={shown}
      onChange={setChosen}
    />
  )
  return <ResourceView key={shown} kind={kind} tools={assistants.length > 0 ? choice : undefined} />
}

const servers = { resource: 'mcp_servers', parent: null } as const

/** What the account's own MCP server reports (docs/services.md §7.1). */
function Discovery() {
  const texts = useMessages().captain.discovery
  const { records } = useList(servers)
  const [slug, setSlug] = useState('')
  const server = useAnswer('discover server')
  const resource = useAnswer('discover resource')
  const slugs = records.flatMap(({ fields }) => (typeof fields.slug === 'string' ? [fields.slug] : []))
  const askServer = () => server.ask({ question: 'discover_server' })
  const askResource = () => resource.ask({ question: 'discover_resource', slug: slug.trim() })
  return (
    <section className="captain-view stack" aria-label={texts.title}>
      <h2 className="captain-heading heading">{texts.title}</h2>
      <p className="dim">{texts.text}</p>
      <div className="captain-discovery">
        <div>
          <h3 className="captain-heading heading">{texts.server}</h3>
          <Button variant="default" onClick={askServer}>
            {texts.askServer}
          </Button>
          <LoadableView of={server.answer} onRetry={askServer}>
            {({ answer }) => <AnswerView answer={answer} />}
          </LoadableView>
        </div>
        <div>
          <h3 className="captain-heading heading">{texts.resource}</h3>
          <form
            className="bottom row"
            onSubmit={(event) => {
              event.preventDefault()
              if (slug.trim() !== '') askResource()
            }}
          >
            <Autocomplete
              aria-label={texts.slug}
              placeholder={texts.slug}
              title={texts.slugHint}
              data={[...new Set(slugs)]}
              value={slug}
              maxLength={200}
              size="xs"
              w={240}
              onChange={setSlug}
            />
            <Button type="submit" variant="default" disabled={slug.trim() === ''}>
              {texts.askResource}
            </Button>
          </form>
          <LoadableView of={resource.answer} onRetry={askResource}>
            {({ answer }) => <AnswerView answer={answer} />}
          </LoadableView>
        </div>
      </div>
    </section>
  )
}

const tabs = ['sheet', 'playground', 'figures', 'scenarios', 'inboxes', 'assistant_mcp_servers'] as const
type Tab = (typeof tabs)[number]
/** These lists show the failure themselves. */
const listTabs: ReadonlySet<Tab> = new Set(['scenarios', 'inboxes', 'assistant_mcp_servers'])

interface AssistantScreenProps {
  readonly id: number
  readonly onBack: () => void
}

/** One assistant: its settings, its trial conversation, its figures, and the records that belong to it. */
function AssistantScreen({ id, onBack }: AssistantScreenProps) {
  const { captain: texts, common } = useMessages()
  const captain = useFeature('captain')
  const { records } = useList(assistants)
  const thing = useOpened(assistants, id)
  const [tab, setTab] = useState<Tab>('sheet')
  const [editing, edit, closeEdit] = useDialogSubject<{ readonly what: 'edit' }>()
  const record: CaptainRecord = readyValue(thing) ?? records.find((one) => one.id === id) ?? { id, fields: {} }
  const name = titleOf('assistants', record) ?? common.numbered(id)
  const close = () => {
    captain.mutations.getState().detach()
    closeEdit()
  }
  const saved = () => {
    notifications.show({ message: messagesNow().captain.form.saved })
    close()
    void captain.records.getState().open(assistants, id)
  }
  return (
    <>
      <PageHeader
        title={name}
        facts={common.numbered(id)}
        onBack={onBack}
        actions={
          isBare(record)
            ? []
            : [{ label: common.editMore, icon: <IconPencil size={16} />, onClick: () => edit({ what: 'edit' }) }]
        }
      />
      <PartBar
        label={texts.assistant.tabs.label}
        parts={tabs.map((each) => [each, texts.assistant.tabs[each]])}
        part={tab}
        onGo={setTab}
      />
      <div className="scrolls pane">
        {editing || listTabs.has(tab) ? null : <MutationFailure closable />}
        <TabView tab={tab} id={id} name={name} record={record} />
      </div>
      {editing ? (
        <RecordForm title={common.editNamed(name)} kind={assistants} record={record} onDone={saved} onClose={close} />
      ) : null}
    </>
  )
}

interface TabViewProps {
  readonly tab: Tab
  readonly id: number
  readonly name: string
  readonly record: CaptainRecord
}

function TabView({ tab, id, name, record }: TabViewProps): ReactNode {
  switch (tab) {
    case 'sheet':
      return (
        <div className="captain-view stack">
          <RecordDetails kind={assistants} record={record} />
        </div>
      )
    case 'playground':
      return <PlaygroundView assistant={id} name={name} />
    case 'figures':
      return <FiguresView assistant={id} />
    case 'scenarios':
      return <ScenariosView assistant={id} />
    case 'inboxes':
    case 'assistant_mcp_servers':
      return <ResourceView key={tab} kind={{ resource: tab, parent: id }} />
  }
}

/** The list has only the enabled scenarios (docs/services.md §7.4); another one is opened by its number. */
function ScenariosView({ assistant }: { readonly assistant: number }) {
  const texts = useMessages().captain.scenarios
  const kind: Kind = { resource: 'scenarios', parent: assistant }
  const [number, setNumber] = useState<number | null>(null)
  const [dialog, openDialog, close] = useDialogSubject<RecordDialog>()
  const thing = useOpened(kind, number)
  const open = () => {
    if (number !== null) openDialog({ what: 'open', record: { id: number, fields: {} } })
  }
  // A change needs the record that was read, not the bare number.
  const record = readyValue(thing) ?? null
  const openKnown = (next: RecordDialog) =>
    openDialog(next.what !== 'create' && record ? { ...next, record: record } : next)
  return (
    <>
      <ResourceView
        kind={kind}
        tools={
          <div className="bottom row">
            <NumberInput
              aria-label={texts.byNumber}
              placeholder={texts.byNumber}
              value={number ?? ''}
              min={1}
              allowDecimal={false}
              hideControls
              size="xs"
              w={160}
              onChange={(value) => setNumber(typeof value === 'number' ? value : null)}
            />
            <Button variant="default" disabled={number === null} onClick={open}>
              {texts.openNumber}
            </Button>
          </div>
        }
      />
      <p className="captain-hint">{texts.onlyEnabled}</p>
      <RecordDialogs kind={kind} dialog={dialog} onOpenDialog={openKnown} onClose={close} />
    </>
  )
}

import './captain.css'
import { Autocomplete, Button, Select } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PartBar } from '../ui/part-bar.tsx'
import { AnswerView } from './answer-view.tsx'
import { AssistantScreen } from './assistant-screen.tsx'
import { CaptainContext, useAnswer, useCaptain, useList, useNamed } from './captain-context.tsx'
import type { Captain } from './captain-stores.ts'
import { CopilotView } from './copilot-view.tsx'
import type { Kind } from './records-store.ts'
import { ResourceView } from './resource-view.tsx'
import { ResponsesView } from './responses-view.tsx'

export interface CaptainScreenProps {
  readonly captain: Captain
  readonly connection: string
  /** The part that is shown; assistants when absent or not known. */
  readonly part: string | undefined
  /** The assistant or copilot thread that is open. */
  readonly id: number | undefined
  readonly now: () => number
  readonly onGo: (part: string, id?: number) => void
  readonly onBack: () => void
  readonly onActivity: () => void
  /** Draws a text of markdown from outside as something inert. */
  readonly markdown: (text: string) => ReactNode
}

const parts = ['assistants', 'responses', 'documents', 'custom_tools', 'mcp_servers', 'copilot'] as const

type Part = (typeof parts)[number]

/** The AI module of an account. */
export function CaptainScreen({ captain, connection, now, onActivity, markdown, ...place }: CaptainScreenProps) {
  const { id, onGo, onBack } = place
  const texts = useMessages().captain
  const part: Part = parts.find((name) => name === place.part) ?? 'assistants'
  // No part requests anything before the lists of another account are dropped.
  const opened = useStore(captain.records, (state) => state.connection) === connection
  useEffect(() => captain.open(connection), [captain, connection])
  useEffect(() => {
    // Their names stand wherever a number of one is.
    if (opened && (part !== 'assistants' || id !== undefined)) {
      void captain.records.getState().show({ resource: 'assistants', parent: null })
    }
  }, [captain, opened, part, id])
  if (!opened) return null
  return (
    <CaptainContext value={{ captain, now, onActivity, markdown }}>
      {part === 'assistants' && id !== undefined ? (
        <AssistantScreen key={id} id={id} onBack={onBack} />
      ) : (
        <>
          <PageHeader title={texts.title} />
          <PartBar
            label={texts.parts.label}
            parts={parts.map((name) => [name, texts.parts[name]])}
            part={part}
            onGo={onGo}
          />
          <div className="captain-body pane">
            <PartView key={part} part={part} id={id} onGo={onGo} />
          </div>
        </>
      )}
    </CaptainContext>
  )
}

interface PartViewProps {
  readonly part: Part
  readonly id: number | undefined
  readonly onGo: (part: string, id?: number) => void
}

function PartView({ part, id, onGo }: PartViewProps): ReactNode {
  switch (part) {
    case 'assistants':
      return (
        <ResourceView
          kind={{ resource: 'assistants', parent: null }}
          onOpen={(record) => record.id !== null && onGo('assistants', record.id)}
        />
      )
    case 'responses':
      return <ResponsesView />
    case 'documents':
      return <ResourceView kind={{ resource: 'documents', parent: null }} />
    case 'custom_tools':
      return <ToolsView />
    case 'mcp_servers':
      return <DiscoveryView />
    case 'copilot':
      return <CopilotView thread={id} onThread={(thread) => onGo('copilot', thread)} />
  }
}

const name = 'tools'

/** The account's own tools, and all that assistants can use. */
function ToolsView() {
  const texts = useMessages().captain.tools
  const { captain } = useCaptain()
  const tools = useAnswer(name)
  const read = () => void captain.records.getState().ask(name, { question: 'tools' })
  useEffect(() => void captain.records.getState().ask(name, { question: 'tools' }), [captain])
  return (
    <>
      <CustomTools />
      <section className="captain-view stack" aria-label={texts.title}>
        <h2 className="captain-heading heading">{texts.title}</h2>
        <LoadableView of={tools} onRetry={read}>
          {({ answer }) => <AnswerView answer={answer} />}
        </LoadableView>
      </section>
    </>
  )
}

/** How an installation refuses a list of tools that names no assistant. */
const refusals: readonly string[] = ['service_not_found', 'service_refused']

/** The tools of the account, or of one assistant: some installations keep them so, and have no list of all. */
function CustomTools() {
  const texts = useMessages().captain.filters
  const assistants = useNamed('assistants')
  const { failure, readAt } = useList({ resource: 'custom_tools', parent: null })
  const [chosen, setChosen] = useState<string | null>(null)
  const isByAssistant = failure !== null && readAt === null && refusals.includes(failure.code)
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

/** The MCP servers that assistants use, and what the account's own server reports. */
function DiscoveryView() {
  return (
    <>
      <ResourceView kind={servers} />
      <Discovery />
    </>
  )
}

/** The two discovery routes (agent-platform.md, "MCP discovery routes"). */
function Discovery() {
  const texts = useMessages().captain.discovery
  const { captain } = useCaptain()
  const { records } = useList(servers)
  const [slug, setSlug] = useState('')
  const answers = useStore(captain.records, (state) => state.answers)
  const { ask } = captain.records.getState()
  const slugs = records.flatMap(({ fields }) => (typeof fields.slug === 'string' ? [fields.slug] : []))
  const askServer = () => void ask('discover server', { question: 'discover_server' })
  const askResource = () => void ask('discover resource', { question: 'discover_resource', slug: slug.trim() })
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
          <LoadableView of={answers['discover server'] ?? { status: 'idle' }} onRetry={askServer}>
            {({ answer }) => <AnswerView answer={answer} />}
          </LoadableView>
        </div>
        <div>
          <h3 className="captain-heading heading">{texts.resource}</h3>
          <form
            className="captain-number row"
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
          <LoadableView of={answers['discover resource'] ?? { status: 'idle' }} onRetry={askResource}>
            {({ answer }) => <AnswerView answer={answer} />}
          </LoadableView>
        </div>
      </div>
    </section>
  )
}

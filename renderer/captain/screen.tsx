import './captain.css'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PartBar } from '../ui/part-bar.tsx'
import { AssistantScreen } from './assistant-screen.tsx'
import { CaptainContext } from './captain-context.tsx'
import type { Captain } from './captain-stores.ts'
import { CopilotView } from './copilot-view.tsx'
import { DiscoveryView } from './discovery-view.tsx'
import { ResourceView } from './resource-view.tsx'
import { ResponsesView } from './responses-view.tsx'
import { ToolsView } from './tools-view.tsx'

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
  // No part asks for anything before the lists of another account are let go.
  const opened = useStore(captain.lists, (state) => state.connection) === connection
  useEffect(() => captain.open(connection), [captain, connection])
  useEffect(() => {
    // Their names stand wherever a number of one is.
    if (opened && (part !== 'assistants' || id !== undefined)) {
      void captain.lists.getState().show({ resource: 'assistants', parent: null })
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
          <div className="captain-body">
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

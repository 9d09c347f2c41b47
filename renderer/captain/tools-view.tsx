import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { AnswerView } from './answer-view.tsx'
import { useCaptain, useList, useNamed } from './captain-context.tsx'
import type { Kind } from './lists-store.ts'
import { ResourceView } from './resource-view.tsx'

const name = 'tools'

/** The account's own tools, and all that assistants can use. */
export function ToolsView() {
  const texts = useMessages().captain.tools
  const { captain } = useCaptain()
  const tools = useStore(captain.answers, ({ answers }) => answers[name]) ?? { status: 'idle' }
  const read = () => void captain.answers.getState().ask(name, { question: 'tools' })
  useEffect(() => void captain.answers.getState().ask(name, { question: 'tools' }), [captain])
  return (
    <>
      <CustomTools />
      <section className="captain-view" aria-label={texts.title}>
        <h2 className="captain-heading">{texts.title}</h2>
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

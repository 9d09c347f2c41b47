import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { AnswerView } from './answer-view.tsx'
import { useCaptain } from './captain-context.tsx'
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
      <ResourceView kind={{ resource: 'custom_tools', parent: null }} />
      <section className="captain-view" aria-label={texts.title}>
        <h2 className="captain-heading">{texts.title}</h2>
        <LoadableView of={tools} onRetry={read}>
          {({ answer }) => <AnswerView answer={answer} />}
        </LoadableView>
      </section>
    </>
  )
}

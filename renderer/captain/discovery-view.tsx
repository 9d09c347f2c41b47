import { Autocomplete, Button } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { AnswerView } from './answer-view.tsx'
import { useCaptain, useList } from './captain-context.tsx'
import { ResourceView } from './resource-view.tsx'

const servers = { resource: 'mcp_servers', parent: null } as const

/** The MCP servers that assistants use, and what the account's own one tells of itself. */
export function DiscoveryView() {
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
  const answers = useStore(captain.answers, (state) => state.answers)
  const { ask } = captain.answers.getState()
  const slugs = records.flatMap(({ fields }) => (typeof fields.slug === 'string' ? [fields.slug] : []))
  const askServer = () => void ask('discover server', { question: 'discover_server' })
  const askResource = () => void ask('discover resource', { question: 'discover_resource', slug: slug.trim() })
  return (
    <section className="captain-view" aria-label={texts.title}>
      <h2 className="captain-heading">{texts.title}</h2>
      <p className="dim">{texts.text}</p>
      <div className="captain-discovery">
        <div>
          <h3 className="captain-heading">{texts.server}</h3>
          <Button variant="default" onClick={askServer}>
            {texts.askServer}
          </Button>
          <LoadableView of={answers['discover server'] ?? { status: 'idle' }} onRetry={askServer}>
            {({ answer }) => <AnswerView answer={answer} />}
          </LoadableView>
        </div>
        <div>
          <h3 className="captain-heading">{texts.resource}</h3>
          <form
            className="captain-number"
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

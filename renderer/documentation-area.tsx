import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../preload/contract/connections.ts'
import { guideSections } from '../preload/messages/guide-sections.ts'
import { connectionInUse } from './connection-in-use.ts'
import { NoPlatformConnection } from './connections/no-platform-connection.tsx'
import type { Reading } from './documentation/documentation-store.ts'
import { Guide, HelpParts } from './documentation/guide.tsx'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import type { Place } from './navigation.ts'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'
import { PageHeader } from './ui/page-header.tsx'

/** What reads markdown comes when it is first needed. */
const DocumentationScreen = lazy(async () => ({
  default: (await import('./documentation/documentation-screen.tsx')).DocumentationScreen,
}))
const HelpDrawer = lazy(async () => ({ default: (await import('./documentation/help-drawer.tsx')).HelpDrawer }))
type DocumentationPlace = Extract<Place, { readonly screen: 'documentation' }>
export interface DocumentationOfPlaceProps {
  readonly place: DocumentationPlace
  /** The platform in use; null where none is connected. */
  readonly connection: Connection | null
}
/** The help on Cruza itself, or the documentation of the platform in use at the text of the place. */
export function DocumentationOfPlace({ place, connection }: DocumentationOfPlaceProps): ReactNode {
  const stores = useStores()
  const messages = useMessages()
  const { tasks } = useTaskProps()
  const { go } = stores.navigation.getState()
  const part = place.part ?? (readingOf(place) ? 'platform' : 'cruza')
  const parts = (
    <HelpParts
      part={part}
      onGo={(wanted) =>
        go(wanted === 'cruza' ? { screen: 'documentation' } : { screen: 'documentation', part: wanted })
      }
    />
  )
  if (part === 'cruza') {
    return (
      <>
        <PageHeader title={messages.documentation.help.title} />
        {parts}
        <div className="guide-screen">
          <Guide section={guideSections[0]} heading="h2" onGo={(screen) => go({ screen })} />
        </div>
      </>
    )
  }
  if (!connection) return <NoPlatformConnection onConnect={() => go({ screen: 'connections', create: true })} />
  return (
    <DocumentationScreen
      parts={parts}
      store={stores.documentation}
      connection={connection.id}
      reading={readingOf(place)}
      tasks={tasks}
      now={Date.now}
      onRead={(reading) => go(placeOf(connection.id, reading))}
    />
  )
}
/** The help beside the screen, whichever it is. */
export function HelpBeside(): ReactNode {
  const stores = useStores()
  const opened = useStore(stores.help, (help) => help.opened)
  const { go } = stores.navigation.getState()
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <HelpDrawer
        store={stores.help}
        now={Date.now}
        onGo={(screen) => go({ screen })}
        onRead={(connection, reading) => {
          stores.help.getState().close()
          go(connection === null ? { screen: 'documentation', part: 'platform' } : placeOf(connection, reading))
        }}
      />
    </Suspense>
  )
}
/** The platform whose help stands beside a screen. */
export function useHelpConnection(): string | null {
  const stores = useStores()
  const list = useStore(stores.connections, (state) => state.list)
  return connectionInUse(readyValue(list) ?? [], 'platform')?.id ?? null
}
function readingOf({ article, file }: DocumentationPlace): Reading | null {
  if (article) return { article }
  return file ? { file } : null
}
function placeOf(connection: string, reading: Reading | null): Place {
  return { screen: 'documentation', connection, ...(reading ?? { part: 'platform' }) }
}

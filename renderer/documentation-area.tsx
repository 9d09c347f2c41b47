import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../preload/contract/connections.ts'
import { connectionInUse } from './connection-in-use.ts'
import type { Reading } from './documentation/documentation-store.ts'
import { readyValue } from './kernel/loadable.ts'
import type { Place } from './navigation.ts'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'

/** What reads markdown comes when it is first needed. */
const DocumentationScreen = lazy(async () => ({
  default: (await import('./documentation/documentation-screen.tsx')).DocumentationScreen,
}))
const HelpDrawer = lazy(async () => ({ default: (await import('./documentation/help-drawer.tsx')).HelpDrawer }))

type DocumentationPlace = Extract<Place, { readonly screen: 'documentation' }>

export interface DocumentationOfPlaceProps {
  readonly place: DocumentationPlace
  readonly connection: Connection
}

/** The documentation of the platform in use, at the text of the place. */
export function DocumentationOfPlace({ place, connection }: DocumentationOfPlaceProps): ReactNode {
  const stores = useStores()
  const { tasks } = useTaskProps()
  const { go } = stores.navigation.getState()
  return (
    <DocumentationScreen
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
          go(connection === null ? { screen: 'documentation' } : placeOf(connection, reading))
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
  return { screen: 'documentation', connection, ...reading }
}

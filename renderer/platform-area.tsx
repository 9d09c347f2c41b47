import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../preload/contract/connections.ts'
import type { Area } from './app/navigation-bar.tsx'
import { connectionInUse } from './connection-in-use.ts'
import { NoPlatformConnection } from './connections/no-platform-connection.tsx'
import { placeOf } from './connections/place-of.ts'
import { ConsoleArea } from './console-area.tsx'
import { ConversationSetOfPlace, ConversationsOfPlace } from './conversations-area.tsx'
import { DocumentationOfPlace } from './documentation-area.tsx'
import { readyValue } from './kernel/loadable.ts'
import type { Place } from './navigation.ts'
import { ActivityOfAccount, ContactOfPlace, ContactsOfAccount } from './people-area.tsx'
import { useStores } from './stores-context.tsx'
import { Account } from './ui/account.tsx'

/** The places of the agent platform, beside its sheets and cruzar. */
export type PlatformPlace = Extract<
  Place,
  {
    readonly screen:
      | 'conversations'
      | 'conversation-set'
      | 'contacts'
      | 'contact'
      | 'reports'
      | 'captain'
      | 'console'
      | 'dataset'
      | 'documentation'
      | 'activity'
      | 'diagnostics'
  }
>

/** Each place with the item of the navigation that it belongs to. */
const areas: Readonly<Record<PlatformPlace['screen'], Area>> = {
  conversations: 'conversations',
  'conversation-set': 'conversations',
  contacts: 'contacts',
  contact: 'contacts',
  reports: 'reports',
  captain: 'captain',
  console: 'console',
  dataset: 'console',
  documentation: 'documentation',
  activity: 'activity',
  diagnostics: 'connections',
}

export function isPlatformPlace(place: Place): place is PlatformPlace {
  return place.screen in areas
}

export function platformAreaOf({ screen }: PlatformPlace): Area {
  return areas[screen]
}

/** Every screen of an agent platform. */
export function PlatformArea({ place }: { readonly place: PlatformPlace }): ReactNode {
  const { navigation, connections } = useStores()
  const list = useStore(connections, (state) => state.list)
  const connection = connectionInUse(readyValue(list) ?? [], 'platform')
  if (place.screen === 'console' || place.screen === 'dataset') return <ConsoleArea place={place} />
  if (place.screen === 'documentation' && !connection) return <DocumentationOfPlace place={place} connection={null} />
  if (!connection) {
    return <NoPlatformConnection onConnect={() => navigation.getState().go({ screen: 'connections', create: true })} />
  }
  // Nothing that is open on a screen, such as a dialog, is taken over to another account.
  return (
    <Account
      key={placeOf(connection)}
      name={connection.name}
      onReplaceKey={() => navigation.getState().go({ screen: 'connections', replace: connection.id })}
    >
      <PlatformScreen place={place} connection={connection} />
    </Account>
  )
}

interface PlatformScreenProps {
  /** All but those of the console, whose connection may be to either service. */
  readonly place: Exclude<PlatformPlace, { readonly screen: 'console' | 'dataset' }>
  readonly connection: Connection
}

const CaptainScreen = lazy(async () => ({ default: (await import('./captain/screen.tsx')).CaptainScreen }))
const MarkdownView = lazy(async () => ({ default: (await import('./documentation/markdown-view.tsx')).MarkdownView }))
const DiagnosticsScreen = lazy(async () => ({ default: (await import('./diagnostics/screen.tsx')).DiagnosticsScreen }))
const ReportsScreen = lazy(async () => ({ default: (await import('./reports/screen.tsx')).ReportsScreen }))

/** What the AI says, plain until its reader is there; its links lead to no article of the app. */
function Words({ text, base_url }: { readonly text: string; readonly base_url: string }) {
  return (
    <Suspense fallback={<div className="captain-words">{text}</div>}>
      <MarkdownView text={text} base_url={base_url} at={null} articles={noArticles} onArticle={stayHere} />
    </Suspense>
  )
}

const noArticles: readonly never[] = []
const stayHere = () => undefined

/** One line a screen; each is loaded when it is first needed. */
function PlatformScreen({ place, connection }: PlatformScreenProps): ReactNode {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  switch (place.screen) {
    case 'reports':
      return <Reports connection={connection} />
    case 'conversations':
      return <ConversationsOfPlace place={place} connection={connection.id} />
    case 'conversation-set':
      return <ConversationSetOfPlace key={place.id} place={place} />
    case 'contacts':
      return <ContactsOfAccount connection={connection.id} />
    case 'contact':
      return <ContactOfPlace place={place} />
    case 'activity':
      return <ActivityOfAccount connection={connection.id} />
    case 'captain':
      return (
        <CaptainScreen
          key={connection.id}
          captain={stores.captain}
          connection={connection.id}
          part={place.part}
          id={place.id}
          now={Date.now}
          onGo={(part, id) =>
            go({ screen: 'captain', connection: connection.id, part, ...(id === undefined ? {} : { id }) })
          }
          onBack={stores.navigation.getState().back}
          onActivity={() => go({ screen: 'activity', connection: connection.id })}
          markdown={(text) => <Words text={text} base_url={connection.base_url} />}
        />
      )
    case 'documentation':
      return <DocumentationOfPlace place={place} connection={connection} />
    case 'diagnostics':
      return (
        <DiagnosticsScreen
          store={stores.diagnostics}
          connection={connection}
          now={Date.now}
          onBack={() => go({ screen: 'connections' })}
        />
      )
  }
}

function Reports({ connection }: Pick<PlatformScreenProps, 'connection'>) {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  return (
    <ReportsScreen
      store={stores.reports}
      connection={connection}
      now={Date.now}
      onRows={(sheet, query) => {
        void stores.sheetTable(sheet).getState().apply(query)
        go({ screen: 'sheet', id: sheet })
      }}
      onNewSheet={() => go({ screen: 'sheets', create: true })}
      onDataset={({ connection_id, id }) => go({ screen: 'dataset', connection: connection_id, id })}
    />
  )
}

import { type ReactNode, Suspense } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import { NoConnection } from '../connections/no-connection.tsx'
import { useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import type { Place, PlaceOf, Places } from '../kernel/navigation.ts'
import { Account, accountKey } from '../ui/account.tsx'
import { ScreenBoundary } from '../ui/screen-boundary.tsx'
import { frameOf, screenOf } from './runtime.ts'

/** The screen of a place, and the dialog in which a message is written. */
export function Screen({ place }: { readonly place: Place }) {
  const MessageDialog = useSlot('messageDialog')
  return (
    <ScreenBoundary place={JSON.stringify(place)}>
      <Suspense fallback={null}>
        <ScreenOf place={place} />
      </Suspense>
      <Suspense fallback={null}>
        <MessageDialog />
      </Suspense>
    </ScreenBoundary>
  )
}

function ScreenOf<S extends keyof Places>({ place }: { readonly place: PlaceOf<S> & Place }): ReactNode {
  const options = screenOf<S>(place)
  const key = options.perRecord && 'id' in place ? recordKey(place) : undefined
  const { service = 'platform' } = options
  if ('component' in options) {
    const Component = options.component
    return <Component key={key} place={place} />
  }
  const Component = options.ofConnection
  return (
    <OfConnection service={service} place={place}>
      {(connection) => <Component key={key} place={place} connection={connection} />}
    </OfConnection>
  )
}

function recordKey(place: Place & { readonly id?: string | number | undefined }): string {
  return `${'connection' in place ? place.connection : ''} ${place.id}`
}

interface OfConnectionProps {
  readonly service: Connection['service']
  readonly place: Place
  readonly children: (connection: Connection) => ReactNode
}

/** What the connection in use of a service shows. Nothing that is open there, such as a dialog, is kept for another account. */
function OfConnection({ service, place, children }: OfConnectionProps) {
  const connection = useFeature('connections').useInUse(service)
  const { go } = useNavigation()
  if (!connection) return <NoConnection service={service} />
  const Frame = frameOf(service)
  const screen = children(connection)
  return (
    <Account
      key={accountKey(connection)}
      name={connection.name}
      onReplaceKey={() => go({ screen: 'connections', replace: connection.id })}
    >
      {Frame ? (
        <Frame place={place} connection={connection}>
          {screen}
        </Frame>
      ) : (
        screen
      )}
    </Account>
  )
}

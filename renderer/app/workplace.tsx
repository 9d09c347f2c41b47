import { ActionIcon, Button, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { IconHelp, IconLock, IconSearch } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import type { Connection, ServiceKind } from '../../preload/contract/connections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { ConnectionMenu } from '../connections/connection-list.tsx'
import { features } from '../features.ts'
import { ServiceStatus } from '../health/service-status.tsx'
import { useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { connectionOfPlace, type Place, type PlaceOf, type Places } from '../kernel/navigation.ts'
import { ariaKeys, keyNames } from '../kernel/shortcuts.ts'
import { TaskPill } from '../tasks/task-pill.tsx'
import { Account, accountKey } from '../ui/account.tsx'
import { Frame, focusScreen, ScreenBoundary } from '../ui/frame.tsx'
import { useHelp } from './commands.tsx'
import { FileDrop } from './file-drop.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { ProxyBand } from './proxy-login.tsx'
import { frameOf, placeOfTask, screenOf, useRuntime } from './runtime.ts'

/** The frame with the screen of the present place. All of it accepts dropped files. */
export function Workplace({ app }: { readonly app: AppState }) {
  const messages = useMessages()
  const { navigation, feature } = useRuntime()
  const { place, moved } = useStore(navigation)
  const { store } = feature('app')
  const { area } = screenOf(place)
  const title = features[area].item?.label(messages) ?? ''

  useEffect(() => {
    document.title = joinFacts([title, messages.common.appName])
  }, [title, messages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place moves the focus, not only the first
  useEffect(() => {
    if (moved) focusScreen()
  }, [place.screen, 'id' in place && place.id, moved])

  return (
    <>
      <Frame
        narrow={app.preferences.narrow}
        band={<Band app={app} />}
        top={<Top place={place} />}
        navigation={
          <NavigationBar
            area={area}
            narrow={app.preferences.narrow}
            onFold={() => void store.getState().prefer({ narrow: !app.preferences.narrow })}
          />
        }
      >
        <Screen place={place} />
      </Frame>
      <FileDrop packages={place.screen === 'packages'} />
    </>
  )
}

/** The bar of 40 px with the account, search, and the state of tasks and services. */
function Top({ place }: { readonly place: Place }) {
  const { navigation, feature } = useRuntime()
  const { go } = navigation.getState()
  const messages = useMessages()
  const texts = messages.app.top
  const help = messages.documentation.help.open
  const named = feature('connections')
    .useList()
    .find(({ id }) => id === connectionOfPlace(place))
  const service = named?.service ?? screenOf(place).service
  return (
    <>
      <div className="top-side row">
        <ConnectionMenu services={service === undefined ? bothServices : [service]} />
      </div>
      <UnstyledButton
        className="top-search row card"
        onClick={() => feature('app').dialog.setState({ open: 'search' })}
        aria-keyshortcuts={ariaKeys('mod+K')}
      >
        <IconSearch size={15} aria-hidden="true" />
        <span className="cut grow">{texts.search}</span>
        <Kbd size="xs" aria-hidden="true">
          {keyNames('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <div className="top-side row" data-end>
        <TaskPill onShow={(task) => go(placeOfTask(task))} />
        <ServiceStatus />
        <Tooltip
          label={
            <>
              {help} <Kbd size="xs">F1</Kbd>
            </>
          }
        >
          <ActionIcon aria-label={help} aria-keyshortcuts="F1" onClick={useHelp()}>
            <IconHelp size={17} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={texts.vault}>
          <ActionIcon aria-label={texts.vault} onClick={() => go({ screen: 'settings' })}>
            <IconLock size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  )
}

const bothServices: readonly ServiceKind[] = ['platform', 'forms']

/** Reports what concerns the whole app: the demonstration, a proxy that needs a login, a notice. */
function Band({ app }: { readonly app: AppState }) {
  const { demo, notices } = useMessages().app
  const { store, leaveDemo } = useRuntime().feature('app')
  const { working, dismissNotice } = useStore(store)
  // It stays visible, so that nobody takes invented people for real ones.
  if (app.demo) {
    return (
      <aside className="frame-band row" aria-label={demo.label}>
        <span>{demo.band}</span>
        <Button variant="subtle" size="compact-xs" onClick={() => void leaveDemo()} loading={working !== null}>
          {demo.leave}
        </Button>
      </aside>
    )
  }
  if (app.proxy) return <ProxyBand asked={app.proxy} />
  if (app.notice === null) return null
  return (
    <div className="frame-band row" role="status">
      <span>{notices[app.notice]}</span>
      <Button
        variant="subtle"
        size="compact-xs"
        flex="none"
        onClick={() => void dismissNotice()}
        loading={working !== null}
      >
        {notices.dismiss}
      </Button>
    </div>
  )
}

/** The screen of a place, and the dialog that writes a message. */
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

/**
 * What the connection in use of a service shows. Its state, such as an open dialog, is not kept for another account.
 */
function OfConnection({ service, place, children }: OfConnectionProps) {
  const connection = useFeature('connections').useInUse(service)
  const NoConnection = useSlot('noConnection')
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

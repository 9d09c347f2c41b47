import { ActionIcon, Button, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { IconHelp, IconLock, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { ConnectionMenu } from '../connections/connection-menu.tsx'
import { features } from '../features.ts'
import { ServiceStatus } from '../health/service-status.tsx'
import { useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { connectionOfPlace, type Place } from '../kernel/navigation.ts'
import { ariaKeys, keyNames } from '../kernel/shortcuts.ts'
import { Search } from '../search/search.tsx'
import { TaskPill } from '../tasks/task-pill.tsx'
import { Frame, focusScreen } from '../ui/frame.tsx'
import { useCommands, useHelp } from './commands.ts'
import { FileDrop } from './file-drop.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { ProxyBand } from './proxy-login.tsx'
import { placeOfTask, screenOf, useRuntime } from './runtime.ts'
import { Screen } from './screen.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/** The frame with the screen of the present place in it, and what is reached from anywhere: search, keys, drops. */
export function Workplace({ app }: { readonly app: AppState }) {
  const messages = useMessages()
  const { navigation, feature, choose, shortcuts, screenEntries } = useRuntime()
  const { place, moved } = useStore(navigation)
  const { store, dialog } = feature('app')
  const open = useStore(dialog, (state) => state.open)
  const commands = useCommands(app)
  const Help = useSlot('help')
  const { area } = screenOf(place)
  const title = features[area].item?.label(messages) ?? ''
  const close = () => dialog.setState({ open: null })

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
            onGo={choose}
            onFold={() => void store.getState().prefer({ narrow: !app.preferences.narrow })}
          />
        }
      >
        <Screen place={place} />
      </Frame>
      <Help />
      <Search
        opened={open === 'search'}
        onClose={close}
        commands={commands.filter((command) => command.id !== 'search')}
        screenEntries={screenEntries}
      />
      <ShortcutsDialog
        opened={open === 'shortcuts'}
        screen={open === 'shortcuts' ? shortcuts.list('screen') : []}
        everywhere={open === 'shortcuts' ? shortcuts.list('everywhere') : []}
        onClose={close}
      />
      <FileDrop
        onFile={feature('cruzar').dropFile}
        onPackage={feature('reviews').dropPackage}
        packages={place.screen === 'packages'}
      />
    </>
  )
}

function Top({ place }: { readonly place: Place }) {
  const { navigation, feature, now } = useRuntime()
  const { go } = navigation.getState()
  const { store, useList } = feature('connections')
  const connections = useList()
  const tasks = feature('tasks').store
  const list = readyValue(useStore(tasks, (state) => state.tasks)) ?? []
  const { cancel, dismiss, dismissEnded } = tasks.getState()
  const help = useHelp()
  const named = connections.find(({ id }) => id === connectionOfPlace(place))
  const service = named?.service ?? screenOf(place).service
  return (
    <TopBar
      onSearch={() => feature('app').dialog.setState({ open: 'search' })}
      onVault={() => go({ screen: 'settings' })}
      onHelp={help}
      connections={
        <ConnectionMenu
          connections={connections}
          services={service === undefined ? bothServices : [service]}
          onUse={({ id }) => void store.getState().use(id)}
          onManage={() => go({ screen: 'connections' })}
          onCreate={() => go({ screen: 'connections', create: true })}
        />
      }
      tasks={
        <TaskPill
          tasks={list}
          onShow={(task) => go(placeOfTask(task))}
          onCancel={({ id }) => void cancel(id)}
          onDismiss={({ id }) => void dismiss(id)}
          onDismissEnded={() => void dismissEnded()}
        />
      }
      status={
        <ServiceStatus
          store={feature('health').store}
          connections={connections}
          now={now}
          onReplaceKey={(connection) => go({ screen: 'connections', replace: connection })}
        />
      }
    />
  )
}

const bothServices: readonly ServiceKind[] = ['platform', 'forms']

/** What the person has to know of the app as a whole: the demonstration, a proxy that asks for a login, a notice. */
function Band({ app }: { readonly app: AppState }) {
  const { demo, notices } = useMessages().app
  const { store, leaveDemo } = useRuntime().feature('app')
  const { working, dismissNotice } = useStore(store)
  // Stays in sight, so that nobody takes invented people for real ones.
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

interface TopBarProps {
  /** The menu of connections. */
  readonly connections: ReactNode
  /** The pill of tasks. */
  readonly tasks: ReactNode
  /** What is known of the services. */
  readonly status: ReactNode
  readonly onSearch: () => void
  readonly onVault: () => void
  /** Opens the article that fits the screen. */
  readonly onHelp: () => void
}
/** The bar of 40 px: which account, search, and how things stand. */
function TopBar({ connections, tasks, status, onSearch, onVault, onHelp }: TopBarProps) {
  const messages = useMessages()
  const texts = messages.app.top
  const help = messages.documentation.help.open
  return (
    <>
      <div className="top-side row">{connections}</div>
      <UnstyledButton className="top-search row card" onClick={onSearch} aria-keyshortcuts={ariaKeys('mod+K')}>
        <IconSearch size={15} aria-hidden="true" />
        <span>{texts.search}</span>
        <Kbd size="xs" aria-hidden="true">
          {keyNames('mod+k').join(' ')}
        </Kbd>
      </UnstyledButton>
      <div className="top-side row" data-end>
        {tasks}
        {status}
        <Tooltip
          label={
            <>
              {help} <Kbd size="xs">F1</Kbd>
            </>
          }
        >
          <ActionIcon aria-label={help} aria-keyshortcuts="F1" onClick={onHelp}>
            <IconHelp size={17} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={texts.vault}>
          <ActionIcon aria-label={texts.vault} onClick={onVault}>
            <IconLock size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </>
  )
}

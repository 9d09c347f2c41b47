import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../preload/contract/app.ts'
import type { ServiceKind } from '../preload/contract/connections.ts'
import { joinFacts } from '../preload/messages/isolate.ts'
import { DemoBand } from './app/demo-band.tsx'
import { FileDrop } from './app/file-drop.tsx'
import { NavigationBar } from './app/navigation-bar.tsx'
import { NoticeBand } from './app/notice-band.tsx'
import { ProxyBand } from './app/proxy-login.tsx'
import { Search } from './app/search.tsx'
import { nothingFindable } from './app/search-store.ts'
import { ShortcutsDialog } from './app/shortcuts-dialog.tsx'
import { TopBar } from './app/top-bar.tsx'
import { type Command, type CommandsDeps, createCommands } from './commands.ts'
import { connectionInUse } from './connection-in-use.ts'
import { ConnectionMenu } from './connections/connection-menu.tsx'
import { useConsoleConnection } from './console-area.tsx'
import { HelpBeside, useHelpConnection } from './documentation-area.tsx'
import { ServiceStatus } from './health/service-status.tsx'
import { guideSection, helpWords } from './help-words.ts'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import { useShortcuts } from './kernel/shortcuts.ts'
import { isFormsPlace, type Place } from './navigation.ts'
import { areaOf, Screen } from './screens.tsx'
import { placeOfTask } from './stores.ts'
import { useStores } from './stores-context.tsx'
import { TaskPill } from './tasks/task-pill.tsx'
import { Frame, focusScreen } from './ui/frame.tsx'

/** The frame with the screen of the present place in it, and what is reached from anywhere: search, keys, drops. */
export function Workplace({ app }: { readonly app: AppState }) {
  const messages = useMessages()
  const stores = useStores()
  const { place, moved, go } = useStore(stores.navigation)
  const connections = readyValue(useStore(stores.connections, (state) => state.list)) ?? []
  const findable = readyValue(useStore(stores.search, (state) => state.findable)) ?? nothingFindable
  const working = useStore(stores.app, (state) => state.working)
  const [keysShown, setKeysShown] = useState(false)
  const [searching, setSearching] = useState(false)
  const search = () => {
    setSearching(true)
    void stores.search.getState().load()
  }
  const helpConnection = useHelpConnection()
  const help = () =>
    stores.help.getState().open({ connection: helpConnection, words: helpWords(place), section: guideSection(place) })
  const commands = useCommands(app, { search, shortcuts: () => setKeysShown(true), help })
  const area = areaOf(place)

  useEffect(() => {
    document.title = joinFacts([messages.app.navigation[area], messages.common.appName])
  }, [area, messages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place moves the focus, not only the first
  useEffect(() => {
    if (moved) focusScreen()
  }, [place.screen, 'id' in place && place.id, moved])

  return (
    <>
      <Frame
        narrow={app.preferences.narrow}
        band={<Band app={app} working={working} />}
        top={<Top place={place} onSearch={search} onHelp={help} />}
        navigation={
          <NavigationBar
            area={area}
            narrow={app.preferences.narrow}
            onGo={(screen) => stores.goFromMenu({ screen })}
            onFold={() => void stores.app.getState().prefer({ narrow: !app.preferences.narrow })}
          />
        }
      >
        <Screen place={place} onShortcuts={() => setKeysShown(true)} />
      </Frame>
      <HelpBeside />
      <Search
        opened={searching}
        onClose={() => setSearching(false)}
        commands={commands.filter((command) => command.id !== 'search')}
        findable={findable}
        connections={connections}
        screen={searching ? stores.screenEntries() : []}
        recent={stores.search.getState().recent}
        onPeople={stores.search.getState().people}
        onChosen={stores.search.getState().remember}
        onSet={({ connection_id, id }) => go({ screen: 'conversation-set', connection: connection_id, id })}
        onDataset={({ connection_id, id }) => go({ screen: 'dataset', connection: connection_id, id })}
        onPerson={(person) => void stores.showPerson(person)}
        onSheet={(id) => go({ screen: 'sheet', id })}
        onRun={(id) => go({ screen: 'run', id })}
        onForm={({ connection_id, id }) => go({ screen: 'form', connection: connection_id, id })}
        onConnection={() => go({ screen: 'connections' })}
      />
      <ShortcutsDialog
        opened={keysShown}
        screen={keysShown ? stores.shortcuts.list('screen') : []}
        everywhere={keysShown ? stores.shortcuts.list('everywhere') : []}
        onClose={() => setKeysShown(false)}
      />
      <FileDrop onFile={stores.dropped} onPackage={stores.droppedPackage} packages={place.screen === 'packages'} />
    </>
  )
}

interface TopProps {
  readonly place: Place
  readonly onSearch: () => void
  readonly onHelp: () => void
}

function Top({ place, onSearch, onHelp }: TopProps) {
  const stores = useStores()
  const services = useServicesOf(place)
  const { go } = stores.navigation.getState()
  const connections = readyValue(useStore(stores.connections, (state) => state.list)) ?? []
  const tasks = readyValue(useStore(stores.tasks, (state) => state.tasks)) ?? []
  return (
    <TopBar
      onSearch={onSearch}
      onVault={() => go({ screen: 'settings' })}
      onHelp={onHelp}
      connections={
        <ConnectionMenu
          connections={connections}
          services={services}
          onUse={(connection) => void stores.connections.getState().use(connection.id)}
          onManage={() => go({ screen: 'connections' })}
          onCreate={() => go({ screen: 'connections', create: true })}
        />
      }
      tasks={
        <TaskPill
          tasks={tasks}
          onShow={(task) => go(placeOfTask(task))}
          onCancel={(task) => void stores.tasks.getState().cancel(task.id)}
          onDismiss={(task) => void stores.tasks.getState().dismiss(task.id)}
          onDismissEnded={() => void stores.tasks.getState().dismissEnded()}
        />
      }
      status={
        <ServiceStatus
          store={stores.health}
          connections={connections}
          now={Date.now}
          onReplaceKey={(connection) => go({ screen: 'connections', replace: connection })}
        />
      }
    />
  )
}

/** The services whose accounts a place shows: one, but for the screens of the app itself. */
function useServicesOf(place: Place): readonly ServiceKind[] {
  const asked = useConsoleConnection(place)
  if (place.screen === 'connections' || place.screen === 'settings') return ['platform', 'forms']
  if (place.screen === 'console' || place.screen === 'dataset') return [asked?.service ?? 'platform']
  return isFormsPlace(place) ? ['forms'] : ['platform']
}

/** The commands as they are now, bound to their keys and to what main pushes. */
function useCommands(app: AppState, opens: Pick<CommandsDeps, 'search' | 'shortcuts' | 'help'>): readonly Command[] {
  const messages = useMessages()
  const stores = useStores()
  const connections = useStore(stores.connections, (state) => state.list)
  const { prefer } = stores.app.getState()
  const commands = createCommands({
    messages,
    navigation: { go: stores.goFromMenu, back: stores.navigation.getState().back },
    demo: app.demo,
    formsConnection: connectionInUse(readyValue(connections) ?? [], 'forms')?.id ?? null,
    ...opens,
    fold: () => void prefer({ narrow: !app.preferences.narrow }),
    theme: (theme) => void prefer({ theme }),
    enterDemo: () => void stores.enterDemo(),
    leaveDemo: () => void stores.leaveDemo(),
  })
  useShortcuts(
    commands.flatMap(({ keys, label, run }) => (keys === undefined ? [] : [{ keys, label, run }])),
    'everywhere',
  )
  const run = useCallback((id: string) => commands.find((command) => command.id === id)?.run(), [commands])
  useEffect(() => stores.changes.onCommand(run), [stores.changes, run])
  return commands
}

function Band({ app, working }: { readonly app: AppState; readonly working: boolean }) {
  const stores = useStores()
  if (app.demo) return <DemoBand working={working} onLeave={() => void stores.leaveDemo()} />
  if (app.proxy) return <ProxyBand asked={app.proxy} />
  if (app.notice === null) return null
  return (
    <NoticeBand notice={app.notice} working={working} onDismiss={() => void stores.app.getState().dismissNotice()} />
  )
}

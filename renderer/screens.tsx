import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import type { ServiceKind } from '../preload/contract/connections.ts'
import { EraseButton } from './app/erase-dialog.tsx'
import type { Area } from './app/navigation-bar.tsx'
import { erasingOf } from './app/store.ts'
import { ConnectionsScreen } from './connections/screen.tsx'
import { FormsArea } from './forms-area.tsx'
import { healthSentence } from './health/health-words.ts'
import { useFormat } from './kernel/format.ts'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import { isFormsPlace, type Place } from './navigation.ts'
import { LeadActions, MessageOfApp } from './people-area.tsx'
import { isPlatformPlace, PlatformArea, platformAreaOf } from './platform-area.tsx'
import { ReviewerField } from './reviews/reviewer-field.tsx'
import { SettingsScreen } from './settings/screen.tsx'
import { SheetBadge } from './sheets/sheet-words.tsx'
import { useStores } from './stores-context.tsx'
import { useTaskProps } from './task-props.ts'
import { ScreenBoundary } from './ui/screen-boundary.tsx'

/** The screens with tables come when they are first needed: the window opens before the grid's code is read. */
const SheetsScreen = lazy(async () => ({ default: (await import('./sheets/sheets-screen.tsx')).SheetsScreen }))
const SheetScreen = lazy(async () => ({ default: (await import('./sheets/sheet-screen.tsx')).SheetScreen }))
const CruzarScreen = lazy(async () => ({ default: (await import('./cruzar/screen.tsx')).CruzarScreen }))
const RunScreen = lazy(async () => ({ default: (await import('./cruzar/run-screen.tsx')).RunScreen }))

export interface ScreenProps {
  readonly place: Place
  readonly onShortcuts: () => void
}

/** The screen of a place. A new screen gets its place in `navigation.ts`, its area below and its line here. */
export function Screen(props: ScreenProps): ReactNode {
  return (
    <ScreenBoundary place={JSON.stringify(props.place)}>
      <Suspense fallback={null}>
        <ScreenOf {...props} />
      </Suspense>
      <Suspense fallback={null}>
        <MessageOfApp />
      </Suspense>
    </ScreenBoundary>
  )
}

function ScreenOf({ place, onShortcuts }: ScreenProps): ReactNode {
  if (isFormsPlace(place)) return <FormsArea place={place} />
  if (isPlatformPlace(place)) return <PlatformArea place={place} />
  switch (place.screen) {
    case 'sheets':
      return <Sheets create={place.create === true} />
    case 'sheet':
      return <SheetOfId key={place.id} id={place.id} />
    case 'cruzar':
      return <Cruzar />
    case 'run':
      return <RunOfId key={place.id} id={place.id} />
    case 'connections':
      return (
        <Connections create={place.create === true} service={place.service ?? 'platform'} replace={place.replace} />
      )
    case 'settings':
      return <Settings onShortcuts={onShortcuts} />
  }
}

/** The item of the navigation that a place belongs to. */
export function areaOf(place: Place): Area {
  if (isFormsPlace(place)) return 'forms'
  if (isPlatformPlace(place)) return platformAreaOf(place)
  switch (place.screen) {
    case 'sheets':
    case 'sheet':
      return 'sheets'
    case 'cruzar':
    case 'run':
      return 'cruzar'
    case 'connections':
      return 'connections'
    case 'settings':
      return 'settings'
  }
}

interface ConnectionsProps {
  readonly create: boolean
  readonly service: ServiceKind
  readonly replace: string | undefined
}

function Connections(place: ConnectionsProps) {
  const { connections, navigation, health } = useStores()
  const known = readyValue(useStore(health, (state) => state.list)) ?? []
  const words = { now: Date.now(), messages: useMessages(), format: useFormat() }
  const { go, goInstead } = navigation.getState()
  return (
    <ConnectionsScreen
      {...place}
      store={connections}
      troubleOf={(id) => healthSentence(known, id, words)}
      now={Date.now}
      onCreate={(open) => goInstead(open ? { screen: 'connections', create: true } : { screen: 'connections' })}
      onNewSheet={() => go({ screen: 'sheets', create: true })}
      onCruzar={() => go({ screen: 'cruzar' })}
      onDiagnose={(id) => go({ screen: 'diagnostics', connection: id })}
    />
  )
}

function Sheets({ create }: { readonly create: boolean }) {
  const stores = useStores()
  const connections = useStore(stores.connections, (state) => state.list)
  const { go, goInstead } = stores.navigation.getState()
  return (
    <SheetsScreen
      {...useTaskProps()}
      store={stores.sheets}
      newSheet={stores.newSheet}
      csv={stores.serverCsv}
      connections={connections}
      tableOf={({ id }) => stores.sheetTable(id)}
      create={create}
      onUse={(id) => void stores.connections.getState().use(id)}
      onCreate={(open) => goInstead(open ? { screen: 'sheets', create: true } : { screen: 'sheets' })}
      onOpen={(id) => go({ screen: 'sheet', id })}
      onConnect={() => go({ screen: 'connections', create: true })}
    />
  )
}

function SheetOfId({ id }: { readonly id: string }) {
  const stores = useStores()
  const { goInstead } = stores.navigation.getState()
  return (
    <SheetScreen
      {...useTaskProps()}
      id={id}
      store={stores.sheets}
      csv={stores.serverCsv}
      table={stores.sheetTable(id)}
      rowActions={({ connection_id }, row) => <LeadActions connection={connection_id} row={row} />}
      onBack={() => goInstead({ screen: 'sheets' })}
      onCruzar={() => stores.crossWith(id)}
    />
  )
}

function Cruzar() {
  const stores = useStores()
  const connections = useStore(stores.connections, (state) => state.list)
  const sheets = useStore(stores.sheets, (state) => state.list)
  const app = useStore(stores.app, (state) => state.app)
  const { go } = stores.navigation.getState()
  return (
    <CruzarScreen
      draft={stores.cruzar}
      runs={stores.runs}
      runTable={({ id }) => stores.runTable(id)}
      names={stores.sheets}
      connections={readyValue(connections) ?? []}
      sheets={readyValue(sheets) ?? []}
      badgeOf={(sheet) => <SheetBadge sheet={sheet} />}
      demo={readyValue(app)?.demo === true}
      now={Date.now}
      onOpen={({ id }) => go({ screen: 'run', id })}
      onConnect={() => go({ screen: 'connections', create: true })}
    />
  )
}

function RunOfId({ id }: { readonly id: string }) {
  const stores = useStores()
  const { go, goInstead } = stores.navigation.getState()
  return (
    <RunScreen
      {...useTaskProps()}
      id={id}
      store={stores.run}
      runs={stores.runs}
      names={stores.sheets}
      table={stores.runTable(id)}
      rowActions={({ connection_id }, row) => <LeadActions connection={connection_id} row={row} prefix="lead_" />}
      onAgain={(run) => {
        go({ screen: 'cruzar' })
        void stores.cruzar.getState().stageRun(run)
      }}
      onLeave={() => goInstead({ screen: 'cruzar' })}
    />
  )
}

function Settings({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const stores = useStores()
  const texts = useMessages().reviews.reviewer
  const state = useStore(stores.app)
  const app = readyValue(state.app)
  if (!app) return null
  return (
    <SettingsScreen
      app={app}
      working={state.working}
      failure={state.failure}
      onPrefer={(preferences) => void state.prefer(preferences)}
      onEnterDemo={() => void stores.enterDemo()}
      onLeaveDemo={() => void stores.leaveDemo()}
      onShortcuts={onShortcuts}
      reviewer={{ title: texts.title, field: <ReviewerField store={stores.teams.reviewer} /> }}
      erase={<EraseButton {...erasingOf(state)} />}
      onCloseFailure={state.forgetFailure}
    />
  )
}

import { IconCirclesRelation } from '@tabler/icons-react'
import { useStore } from 'zustand'
import {
  type Feature,
  lazyComponent,
  resetStores,
  useApp,
  useFeature,
  useNavigation,
  useSlot,
} from '../kernel/feature.ts'
import { formatOf } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { languageStore, messagesNow } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { coalesce } from '../kernel/schedule.ts'
import type { TableStore } from '../tables/table-state.ts'
import { type CruzarStore, createCruzarStore } from './list-store.ts'
import { runDefaults } from './run-words.ts'
import { createRunStore, createRunsStore, type RunStore, type RunsStore } from './runs-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    cruzar: object
    run: { id: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    cruzar: {
      readonly draft: CruzarStore
      readonly runs: RunsStore
      readonly run: RunStore
      tableOf(id: string): TableStore
      /** Starts a list that this sheet will answer. */
      crossWith(sheet: string): void
      /** Stages a list that was dropped on the window. */
      dropFile(file: File): void
    }
  }
}

const CruzarScreen = lazyComponent(async () => (await import('./screen.tsx')).CruzarScreen)
const RunScreen = lazyComponent(async () => (await import('./run-screen.tsx')).RunScreen)

export const cruzarFeature: Feature<'cruzar'> = {
  item: {
    group: 'platform',
    icon: IconCirclesRelation,
    label: ({ app }) => app.navigation.cruzar,
    place: { screen: 'cruzar' },
  },
  create({ ask, bridge, navigation, now, feature }) {
    const { go } = navigation.getState()
    const isOpen = () => navigation.getState().place.screen === 'cruzar'
    const connections = feature('connections')
    const tableOf = (id: string) => feature('tables').of({ kind: 'run', id }, runDefaults)
    const runs = createRunsStore({ ask })
    const reloadRuns = coalesce(runs.getState().reload, 250)
    const run = createRunStore({ ask, reloadTable: (id) => tableOf(id).getState().reload() })
    const draft = createCruzarStore({
      ask,
      bridge,
      pastedName: () => messagesNow().cruzar.paste.name(formatOf(languageStore.getState().language).dateTime(now())),
      use: (connection) => void connections.store.getState().use(connection),
      // The person may be elsewhere by now: the run is among the lists, and its end is announced.
      onStarted({ id }) {
        if (isOpen()) go({ screen: 'run', id })
      },
    })
    // Numbers of inboxes and agents belong to one account.
    let used: string | undefined
    connections.store.subscribe(() => {
      const id = connections.inUse('platform')?.id
      if (id === used) return
      used = id
      const { filter, setFilter } = draft.getState()
      setFilter({ ...filter, inbox_ids: [], assignee_ids: [] })
    })
    return {
      offer: {
        draft,
        runs,
        run,
        tableOf,
        crossWith(sheet) {
          draft.getState().setOwnSheet(sheet)
          go({ screen: 'cruzar' })
        },
        dropFile(file) {
          if (!isOpen()) draft.getState().setOwnSheet(null)
          go({ screen: 'cruzar' })
          void draft.getState().stageFile(file)
        },
      },
      reloads: {
        cruzar() {
          void reloadRuns()
          return run.getState().reload()
        },
        tasks: run.getState().reload,
      },
      reset() {
        draft.getState().confirmLeave()
        run.getState().close()
        resetStores(runs)
      },
    }
  },
  screens: {
    cruzar: {
      area: 'cruzar',
      service: 'platform',
      component: Cruzar,
      help: ['cruzar lista', 'cruzar', 'telefones'],
      // From a list that is about to be crossed, Cruzar leads to its start.
      onChoose({ navigation, feature }) {
        const { list, leave } = feature('cruzar').draft.getState()
        if (navigation.getState().place.screen === 'cruzar' || list.status === 'idle') leave()
      },
    },
    run: {
      area: 'cruzar',
      service: 'platform',
      perRecord: true,
      component: RunOfPlace,
      help: ['cruzar lista', 'cruzar', 'telefones'],
    },
  },
  tasks: { cruzar: { place: (id) => ({ screen: 'run', id }) } },
  commands: ({ messages: { app }, go }) => [
    { id: 'open-list', label: app.commands.openList, keys: 'mod+o', first: true, run: go({ screen: 'cruzar' }) },
    { id: 'cruzar', label: app.commands.goToCruzar, keys: 'g c', run: go({ screen: 'cruzar' }) },
  ],
}

function Cruzar() {
  const { draft, runs, tableOf } = useFeature('cruzar')
  const { store: sheets } = useFeature('sheets')
  const { go } = useNavigation()
  const SheetBadge = useSlot('sheetBadge')
  return (
    <CruzarScreen
      draft={draft}
      runs={runs}
      runTable={({ id }) => tableOf(id)}
      names={sheets}
      connections={useFeature('connections').useList()}
      sheets={readyValue(useStore(sheets, (state) => state.list)) ?? []}
      badgeOf={(sheet) => <SheetBadge sheet={sheet} />}
      demo={readyValue(useStore(useFeature('app').store, (state) => state.app))?.demo === true}
      now={useApp().now}
      onOpen={({ id }) => go({ screen: 'run', id })}
      onConnect={() => go({ screen: 'connections', create: true })}
    />
  )
}

function RunOfPlace({ place: { id } }: { readonly place: PlaceOf<'run'> }) {
  const { draft, runs, run, tableOf } = useFeature('cruzar')
  const { go, goInstead } = useNavigation()
  const LeadActions = useSlot('leadActions')
  return (
    <RunScreen
      {...useFeature('tasks').useTaskProps()}
      id={id}
      store={run}
      runs={runs}
      names={useFeature('sheets').store}
      table={tableOf(id)}
      rowActions={({ connection_id }, row) => <LeadActions connection={connection_id} row={row} prefix="lead_" />}
      onAgain={(one) => {
        go({ screen: 'cruzar' })
        void draft.getState().stageRun(one)
      }}
      onLeave={() => goInstead({ screen: 'cruzar' })}
    />
  )
}

import { IconCirclesRelation } from '@tabler/icons-react'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { RowSelection, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import { withoutAccount } from '../../preload/values/lead-filters.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { formatOf } from '../kernel/format.ts'
import { languageStore, messagesNow } from '../kernel/messages.ts'
import { coalesce } from '../kernel/schedule.ts'
import { narrows } from '../tables/query.ts'
import type { TableStore } from '../tables/table-state.ts'
import { type ChangesStore, createChangesStore } from './changes.ts'
import { type CheckStore, createCheckStore } from './check-store.ts'
import { type CombineStore, createCombineStore } from './combine-store.ts'
import { createDamagedStore, type DamagedStore } from './damaged.ts'
import { createListFileStore, type ListFileStore } from './list-file.ts'
import { type CruzarStore, createCruzarStore } from './list-store.ts'
import { createMatchingStore, type MatchingStore } from './matching.ts'
import { createRecipesStore, type RecipesStore } from './recipes.ts'
import { createRunsStore, type RunsStore, runDefaults } from './runs.ts'
import { type RowActions, useRowActions } from './table-rows.ts'

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
      readonly matching: MatchingStore
      readonly changes: ChangesStore
      readonly damaged: DamagedStore
      readonly recipes: RecipesStore
      readonly checking: CheckStore
      tableOf(id: string): TableStore
      /** Starts a list that this sheet will answer. */
      crossWith(sheet: string): void
      /** Stages a list that was dropped on the window. */
      dropFile(file: File): void
      /** Stages rows of a table as a list. */
      stageRows(table: TableRef, select: RowSelection): void
      useRowActions(store: TableStore): RowActions
      readonly combine: CombineStore
      readonly listFile: ListFileStore
      /** Stages the list of a run, or its rows of a query, and asks with which list it is combined. */
      combineRun(run: Run, query: TableQuery): Promise<void>
    }
  }
}

const screen = { area: 'cruzar', service: 'platform', help: ['cruzar lista', 'cruzar', 'telefones'] } as const

export const cruzarFeature = defineFeature('cruzar', {
  item: {
    group: 'platform',
    icon: IconCirclesRelation,
    label: ({ cruzar }) => cruzar.title,
    place: { screen: 'cruzar' },
  },
  create({ ask, bridge, navigation, now, feature }) {
    const { go } = navigation.getState()
    const isOpen = (name: 'cruzar' | 'run') => navigation.getState().place.screen === name
    const connections = feature('connections')
    const runs = createRunsStore({ ask })
    const matching = createMatchingStore({ ask })
    const changes = createChangesStore({ ask })
    const damaged = createDamagedStore({ ask })
    const recipes = createRecipesStore({ ask })
    const checking = createCheckStore({ ask })
    // A run is pushed at each of its checkpoints.
    const reload = coalesce(async () => {
      feature('tables').reload('run')
      await runs.getState().reload()
    }, 250)
    const draft = createCruzarStore({
      ask,
      bridge,
      pastedName: () => messagesNow().cruzar.paste.name(formatOf(languageStore.getState().language).dateTime(now())),
      use: (connection) => void connections.store.getState().use(connection),
      inUse: () => connections.inUse('platform')?.id,
      // The person may have left: the run is in the list of runs, and its end is announced.
      onStarted({ id }) {
        if (isOpen('cruzar')) go({ screen: 'run', id })
      },
    })
    const combine = createCombineStore({ ask, bridge, draft })
    const listFile = createListFileStore({ ask, onSaved: draft.getState().listSaved })
    // Numbers of inboxes and agents belong to one account.
    let used: string | undefined
    connections.store.subscribe(() => {
      const id = connections.inUse('platform')?.id
      if (id === used) return
      used = id
      const { filter, setFilter } = draft.getState()
      setFilter(withoutAccount(filter))
    })
    return {
      offer: {
        draft,
        runs,
        matching,
        changes,
        damaged,
        recipes,
        checking,
        tableOf: (id) => feature('tables').of({ kind: 'run', id }, runDefaults),
        crossWith(sheet) {
          draft.getState().setOwnSheet(sheet)
          go({ screen: 'cruzar' })
        },
        combine,
        listFile,
        async combineRun(run, query) {
          const { stageRun, stage, setOwnSheet } = draft.getState()
          const select = { query, rows: null }
          setOwnSheet(null)
          go({ screen: 'cruzar' })
          await (narrows(query) ? stage({ from: 'table', table: { kind: 'run', id: run.id }, select }) : stageRun(run))
          if (isOpen('cruzar') && draft.getState().list.status === 'ready') combine.getState().open()
        },
        dropFile(file) {
          // The other list of a combination can also be dropped.
          if (combine.getState().opened) return void combine.getState().takeFile(file)
          if (!isOpen('cruzar')) draft.getState().setOwnSheet(null)
          go({ screen: 'cruzar' })
          void draft.getState().stageFile(file)
        },
        stageRows(table, select) {
          draft.getState().setOwnSheet(null)
          go({ screen: 'cruzar' })
          void draft.getState().stage({ from: 'table', table, select })
        },
        useRowActions,
      },
      reloads: {
        cruzar: () => void reload(),
        recipes: () => void recipes.getState().reload(),
        // A run has ended when its task has.
        tasks: () => isOpen('run') && void reload(),
      },
      reset() {
        draft.getState().confirmLeave()
        combine.getState().close()
        resetStores(runs, matching, changes, damaged, recipes, checking)
      },
    }
  },
  screens: {
    cruzar: {
      ...screen,
      component: lazyComponent(async () => (await import('./screen.tsx')).CruzarScreen),
      // From a list that is about to be crossed, the item Cruzar goes to the start.
      onChoose({ navigation, feature }) {
        const { list, leave } = feature('cruzar').draft.getState()
        if (navigation.getState().place.screen === 'cruzar' || list.status === 'idle') leave()
      },
    },
    run: {
      ...screen,
      perRecord: true,
      component: lazyComponent(async () => (await import('./run-screen.tsx')).RunScreen),
    },
  },
  tasks: {
    cruzar: { place: (id) => ({ screen: 'run', id }) },
    check: { place: (subject) => ({ screen: 'run', id: subject.split(':')[0] ?? '' }) },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'open-list', label: app.commands.openList, keys: 'mod+o', first: true, run: go({ screen: 'cruzar' }) },
    { id: 'cruzar', label: app.commands.goToCruzar, keys: 'g c', run: go({ screen: 'cruzar' }) },
  ],
})

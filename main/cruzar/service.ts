import type { cruzar, ListBudget, Run } from '../../preload/contract/cruzar.ts'
import type { Data, StoredRun } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Offers } from '../kernel/offers.ts'
import type { Patience } from '../kernel/patience.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Tasks } from '../kernel/tasks.ts'
import type { Platform } from '../remotes/platform.ts'
import { askKeys } from './ask-keys.ts'

export interface CruzarDeps {
  readonly data: Data
  readonly tasks: Tasks
  readonly patience: Patience
  readonly offers: Offers
  readonly now: () => Date
  platform(connectionId: string): Promise<Platform>
  connectionNames(): Promise<ReadonlyMap<string, string>>
  changed(feature: string): void
  /** A believable list for the demonstration account, as CSV text. */
  exampleList(): { readonly name: string; readonly text: string }
}

/** Until a request was timed: half a second for a batch of 500 keys. */
const expectedSecondsABatch = 0.5
const keysABatch = 500
const inFlight = 4

/** Cruzar: a list is looked at, counted, sent in batches, kept as a run with five outcomes. */
export function createCruzarService(deps: CruzarDeps): Handlers<typeof cruzar> {
  const { data, tasks, offers, now, platform, changed } = deps

  const complete = async (stored: readonly StoredRun[]): Promise<Run[]> => {
    const names = await deps.connectionNames()
    return stored.map((run) => {
      const taskId = tasks.runningOn(run.id)
      const connection_name = names.get(run.connection_id) ?? ''
      return { ...run, ...stateOf(run, taskId !== null), connection_name, task_id: taskId }
    })
  }
  const list = async () => complete(await data.ask('runs.list', {}))
  const read = async (id: string): Promise<Run> => {
    const [run] = await complete([await data.ask('runs.read', { id })])
    if (!run) throw new AppFailure('not_found')
    return run
  }

  const start = async (run: StoredRun): Promise<Run> => {
    const account = await platform(run.connection_id)
    tasks.start({ kind: 'cruzar', subject: run.id, name: run.name }, async (work) => {
      try {
        await askKeys(
          run,
          {
            data,
            patience: deps.patience,
            now,
            cruzar: (keys, filter, signal) => account.cruzar(keys, filter, signal),
            checkpoint: () => changed('cruzar'),
          },
          work,
        )
      } finally {
        changed('cruzar')
      }
    })
    changed('cruzar')
    return read(run.id)
  }

  return {
    async 'cruzar.stage'(from) {
      const listId = crypto.randomUUID()
      const source = await sourceOf(from, offers, deps)
      return { list: listId, inspection: await data.ask('lists.stage', { list: listId, ...source }) }
    },

    'cruzar.inspect': (input) => data.ask('lists.inspect', input),

    async 'cruzar.budget'(input, { signal, progress }): Promise<ListBudget> {
      const budget = await data.ask('lists.budget', input, { signal, progress })
      const requests = Math.ceil(budget.keys / keysABatch)
      const seconds = Math.ceil(requests / inFlight) * expectedSecondsABatch
      return { ...budget, requests, seconds }
    },

    async 'cruzar.start'({ list: listId, settings, connection_id, filter, name }, { signal }) {
      await platform(connection_id)
      const id = crypto.randomUUID()
      const run = await data.ask('runs.create', { id, list: listId, settings, name, connection_id, filter }, { signal })
      if (run.keys > 0) return start(run)
      // The list stays staged, so that another column can be chosen.
      await data.ask('lists.stage', { list: listId, name: run.list_name, source: { run: id } })
      await data.ask('runs.forget', { id })
      throw new AppFailure('list_no_keys')
    },

    'cruzar.resume': async ({ id }) => start(await data.ask('runs.read', { id })),
    'cruzar.runs': list,
    'cruzar.run': ({ id }) => read(id),

    async 'cruzar.rename'({ id, name }) {
      await data.ask('runs.rename', { id, name })
      changed('cruzar')
      return read(id)
    },

    async 'cruzar.forget'({ id }) {
      await tasks.endOn(id)
      await data.ask('runs.forget', { id })
      changed('cruzar')
      return list()
    },
  }
}

/** Only tasks know what is asked now: a file may not have heard of it yet, or never heard that the task is gone. */
function stateOf({ state, failure }: StoredRun, isAsked: boolean): Pick<Run, 'state' | 'failure'> {
  if (isAsked) return { state: 'running', failure: null }
  return { state: state === 'running' ? 'interrupted' : state, failure }
}

type StageInput = Parameters<Handlers<typeof cruzar>['cruzar.stage']>[0]
type Source = { name: string; source: { path: string } | { bytes: Uint8Array } | { run: string } }

async function sourceOf(from: StageInput, offers: Offers, { data, exampleList }: CruzarDeps): Promise<Source> {
  switch (from.from) {
    case 'file': {
      const offer = offers.take(from.ticket)
      if (!offer) throw new AppFailure('file_unreadable')
      return { name: offer.name, source: offer.source }
    }
    case 'text':
      return { name: '', source: { bytes: new TextEncoder().encode(from.text) } }
    case 'example': {
      const { name, text } = exampleList()
      return { name, source: { bytes: new TextEncoder().encode(text) } }
    }
    case 'run': {
      const run = await data.ask('runs.read', { id: from.id })
      return { name: run.list_name, source: { run: run.id } }
    }
  }
}

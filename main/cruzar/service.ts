import type { cruzar, Run } from '../../preload/contract/cruzar.ts'
import { type LeadFilter, leadFilter } from '../../preload/contract/sheets.ts'
import type { ParsedInput } from '../../preload/contract/wire.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import type { StoredRun } from '../data/calls.ts'
import { type RequestsOf, withMeasuredPauses } from '../estimates/request-times.ts'
import { AppFailure, aboutFile } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { answererOf, askKeys, mostInFlight } from './ask-keys.ts'
import { createBatchSize } from './batch-size.ts'
import { listSource } from './list-source.ts'

/** Until batches of a connection were measured: half a second for one of 500 keys. */
const firstGuessMsAKey = 1

/** Cruzar: a list is inspected, counted, sent in batches, kept as a run with five outcomes. */
export function createCruzarService(deps: Services): Handlers<typeof cruzar> {
  const { data, tasks, now, changed } = deps

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
    const answerer = await answererOf(run, deps)
    const measuring = deps.times.measure(batches(run.connection_id))
    tasks.start({ kind: 'cruzar', subject: run.id, name: run.name }, async (work) => {
      try {
        await askKeys(
          run,
          {
            data,
            retryPolicy: deps.retryPolicy,
            now,
            ...answerer,
            measuring,
            checkpoint: () => changed('cruzar'),
          },
          withMeasuredPauses(work, measuring),
        )
      } finally {
        // A sheet answers as fast as this computer reads, which is no measure of the service.
        if (run.sheet_id === null) await measuring.keep()
        changed('cruzar')
      }
    })
    changed('cruzar')
    return read(run.id)
  }

  const cardHeadings = () => catalogues[deps.language()].cruzar.cardHeadings

  return {
    async 'cruzar.stage'(from) {
      const listId = crypto.randomUUID()
      const source = await listSource(from, deps)
      const stage = () => data.ask('lists.stage', { list: listId, ...source, card_headings: cardHeadings() })
      return { list: listId, inspection: await aboutFile(source.name, stage) }
    },

    'cruzar.inspect': (input) => data.ask('lists.inspect', input),

    'cruzar.budget': (input, { signal, progress }) => data.ask('lists.budget', input, { signal, progress }),

    'cruzar.cost': async ({ connection_id, keys }) =>
      deps.times.estimate(batches(connection_id), {
        items: keys,
        atOnce: await deps.shareOf(connection_id, mostInFlight),
        size: (most) => createBatchSize(most ?? undefined),
        firstGuess: (items) => items * firstGuessMsAKey,
      }),

    async 'cruzar.start'(settings, { signal }) {
      await answererOf(settings, deps)
      const id = crypto.randomUUID()
      const run = await data.ask('runs.create', { ...settings, id, filter: filterOf(settings) }, { signal })
      if (run.keys > 0) return start(run)
      // The list stays staged, so that another column can be chosen.
      await data.ask('lists.stage', {
        list: settings.list,
        name: run.list_name,
        source: { run: id },
        card_headings: cardHeadings(),
      })
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

function batches(connection_id: string): RequestsOf {
  return { service: 'platform', connection_id, kind: 'cruzar_batches' }
}

/** A sheet has the filters that it was read with, and takes no others. */
function filterOf({ sheet_id, filter }: ParsedInput<(typeof cruzar)['cruzar.start']>): LeadFilter {
  return sheet_id === null ? filter : leadFilter.parse({})
}

/** Only tasks know what is asked now: the file may lag behind, or lack the end of a task that was killed. */
function stateOf({ state, failure }: StoredRun, isAsked: boolean): Pick<Run, 'state' | 'failure'> {
  if (isAsked) return { state: 'running', failure: null }
  return { state: state === 'running' ? 'interrupted' : state, failure }
}

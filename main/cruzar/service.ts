import type { cruzar, Run } from '../../preload/contract/cruzar.ts'
import type { RunQuestion } from '../../preload/contract/run-question.ts'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { exportFileName } from '../../preload/messages/table-words.ts'
import { detectedSettings } from '../../preload/values/list-settings.ts'
import type { RowProgress } from '../../preload/values/progress.ts'
import { asksOtherNinth, questionOf } from '../../preload/values/same-question.ts'
import { forwardToData } from '../data-calls.ts'
import { AppFailure, aboutFile } from '../kernel/failure.ts'
import type { Call, Handlers } from '../kernel/router.ts'
import type { Work } from '../kernel/tasks.ts'
import type { KeyPass, StoredRun } from '../leads/sheet-calls.ts'
import { type RequestsOf, withMeasuredPauses } from '../request-times.ts'
import type { Services } from '../services.ts'
import { askKeys, mostInFlight } from './ask-keys.ts'
import { largestBatch } from './batch-size.ts'
import { listSource } from './list-source.ts'

/** Used until batches of a connection were measured: half a second for one of 500 keys. */
const firstGuessMsAKey = 1

/** Cruzar: a list is inspected, counted, sent in batches, stored as a run with five outcomes. */
export function createCruzarService(deps: Services): Handlers<typeof cruzar> {
  const { data, tasks, now, changed } = deps

  const withTask = (run: StoredRun, names: ReadonlyMap<string, string>): Run => {
    const task_id = tasks.runningOn(run.id)
    const checking = tasks.runningOn(checkOf(run.id))
    const check = run.check && { ...run.check, ...stateOf(run.check, checking !== null), task_id: checking }
    const connection_name = names.get(run.connection_id) ?? ''
    return { ...run, ...stateOf(run, task_id !== null), check, connection_name, task_id }
  }
  const list = async (): Promise<Run[]> => {
    const names = await deps.connectionNames()
    return (await data.ask('runs.list', {})).map((run) => withTask(run, names))
  }
  const read = async (id: string): Promise<Run> =>
    withTask(await data.ask('runs.read', { id }), await deps.connectionNames())

  const start = async (run: StoredRun, passes: readonly KeyPass[]): Promise<Run> => {
    const answer = await answerOnline(run, passes)
    const names = await deps.connectionNames()
    tasks.start({ kind: 'cruzar', subject: run.id, name: run.name }, async (work) => {
      await answer(work).finally(() => changed('cruzar'))
      compare(run.id)
    })
    changed('cruzar')
    // No call comes in between: cached sheets may have answered by then, and the caller follows its task.
    return withTask(run, names)
  }
  /** Compares a run with the one before of its list. Where that fails, it is compared when the run is opened. */
  const compare = (id: string) => {
    const changes = data.ask('runs.changes', { id })
    changes.then((summary) => summary && changed('cruzar')).catch(() => undefined)
  }
  const startCheck = async (run: StoredRun): Promise<Run> => {
    const answer = await answerOnline(run, ['check'])
    tasks.start({ kind: 'check', subject: checkOf(run.id), name: run.name }, async (work) => {
      await answer(work).finally(() => changed('cruzar'))
    })
    changed('cruzar')
    return read(run.id)
  }
  /** Throws what reading the connection's token throws. */
  const answerOnline = async (run: StoredRun, passes: readonly KeyPass[]) => {
    const { cruzar } = await deps.longWork(run.connection_id)
    const measuring = deps.times.measure(batches(run.connection_id))
    const asking = { data, retryPolicy: deps.retryPolicy, now, cruzar, measuring, checkpoint: () => changed('cruzar') }
    return async (work: Work) => {
      try {
        for (const pass of passes) await askKeys(run, pass, asking, withMeasuredPauses(work, measuring))
      } finally {
        await measuring.keep()
      }
    }
  }
  /** Answers the list of a run from the sheets that it names, as a run of its own. */
  const answerOffline = async (run: StoredRun, { signal, progress }: Call<RowProgress>): Promise<Run> => {
    const { name, list_id, recipe_id } = run
    const list = crypto.randomUUID()
    await data.ask('lists.stage', { list, name: run.list_name, source: { run: run.id }, headings: madeHeadings() })
    const same = {
      ...questionOf(run),
      name,
      recipe_id,
      kept: true,
      settings: detectedSettings,
    }
    const made = await data.ask(
      'runs.create',
      { ...same, id: crypto.randomUUID(), list, list_id },
      { signal, progress },
    )
    compare(made.id)
    changed('cruzar')
    return withTask(made, await deps.connectionNames())
  }

  const madeHeadings = () => catalogues[deps.language()].cruzar.madeHeadings

  return {
    async 'cruzar.stage'(from, { signal, progress }) {
      const listId = crypto.randomUUID()
      const source = await listSource(from, deps)
      const input = { list: listId, ...source, headings: madeHeadings() }
      const stage = () => data.ask('lists.stage', input, { signal, progress })
      return { list: listId, inspection: await aboutFile(source.name, stage) }
    },

    'cruzar.compare': (input, { signal, progress }) => data.ask('lists.compare', input, { signal, progress }),

    async 'cruzar.save_list'({ name, format, origin: wanted, ...chosen }, { signal, progress }) {
      const messages = catalogues[deps.language()]
      return deps.exports.save(exportFileName(name, format, messages), async (target) => {
        const origin = await deps.exports.originFor(target, wanted)
        const input = { ...chosen, format, name, path: target.path, zone: deps.zone(), origin }
        const written = await data.ask('lists.export', input, { signal, progress })
        return { written, about: { name, connection_id: '', kind: 'list', format, rows: written.rows } }
      })
    },

    'cruzar.inspect': (input) => data.ask('lists.inspect', input),

    'cruzar.budget': (input, { signal, progress }) => data.ask('lists.budget', input, { signal, progress }),

    'cruzar.cost': async ({ connection_id, keys }) =>
      deps.times.estimate(batches(connection_id), {
        items: keys,
        atOnce: await deps.shareOf(connection_id, mostInFlight),
        size: largestBatch,
        firstGuess: (items) => items * firstGuessMsAKey,
      }),

    async 'cruzar.start'(settings, { signal, progress }) {
      if (settings.sheet_id === null) {
        if (!settings.kept) throw new AppFailure('bad_request', {}, 'what a service answers is kept')
        await deps.longWork(settings.connection_id)
      }
      const id = crypto.randomUUID()
      const run = await data.ask('runs.create', { ...settings, id }, { signal, progress })
      if (run.state !== 'finished') return start(run, passesOf(run))
      changed('cruzar')
      if (settings.kept) compare(id)
      return withTask(run, await deps.connectionNames())
    },

    async 'cruzar.resume'({ id }, call) {
      const run = await data.ask('runs.read', { id })
      if (run.sheet_id === null) return start(run, passesOf(run))
      // Replaces a run that a former version left before its sheets had answered.
      const made = await answerOffline(run, { ...call, progress: () => undefined })
      await data.ask('runs.forget', { id })
      return made
    },
    async 'cruzar.answer_with_sheets'({ id, sheet_ids: [sheet_id = '', ...sheet_ids] }, call) {
      return answerOffline({ ...(await data.ask('runs.read', { id })), sheet_id, sheet_ids }, call)
    },
    async 'cruzar.ask_other_forms'({ id }) {
      const run = await data.ask('runs.read', { id })
      if (run.other_forms === 0) throw new AppFailure('bad_request', {}, 'no key has another form to ask for')
      return start(run, ['other_forms'])
    },
    async 'cruzar.check'({ id, ...choice }) {
      const run = await data.ask('runs.read', { id })
      if (tasks.runningOn(checkOf(id)) !== null) throw new AppFailure('already_running')
      requireCheckable(run)
      await deps.longWork(run.connection_id)
      return startCheck(await data.ask('runs.choose', { id, ...choice }))
    },
    async 'cruzar.resume_check'({ id }) {
      const run = await data.ask('runs.read', { id })
      return run.check?.state === 'finished' && run.check.answered === run.check.keys ? read(id) : startCheck(run)
    },
    'cruzar.differences': ({ id }) => data.ask('runs.differences', { id, most: mostDifferences }),
    'cruzar.runs': list,
    'cruzar.run': ({ id }) => read(id),
    'cruzar.changes': async (input) => {
      const summary = await data.ask('runs.changes', input)
      // The table has two more columns, or the values in them changed.
      if (summary) changed('cruzar')
      return summary
    },
    'cruzar.gone_rows': (input) => data.ask('runs.gone_rows', input),
    'cruzar.candidates': (input) => data.ask('runs.candidates', input),
    ...forwardToData(data, ['cruzar.damaged', 'cruzar.likely']),

    async 'cruzar.rename'({ id, name }) {
      await data.ask('runs.rename', { id, name })
      changed('cruzar')
      return read(id)
    },

    async 'cruzar.forget'({ id }) {
      await tasks.endOn(id)
      await tasks.endOn(checkOf(id))
      await data.ask('runs.forget', { id })
      changed('cruzar')
      return list()
    },
  }
}

/** The passes over a service: the keys, and keys that may be known with another ninth digit once more. */
function passesOf(question: RunQuestion): readonly KeyPass[] {
  return asksOtherNinth(question) ? ['keys', 'other_forms'] : ['keys']
}

function checkOf(run: string): string {
  return `${run}:check`
}

/** More are not shown. */
const mostDifferences = 1000

/** A stored run that sheets of one account answered can be checked against its service. */
function requireCheckable({ sheet_id, state, sheets, keys }: StoredRun): void {
  const accounts = new Set(sheets.map(({ connection_id }) => connection_id))
  if (sheet_id === null || state !== 'finished' || accounts.size > 1 || keys === 0) {
    throw new AppFailure('bad_request', {}, 'nothing to check')
  }
}

function batches(connection_id: string): RequestsOf {
  return { service: 'platform', connection_id, kind: 'cruzar_batches' }
}

/** Only tasks know what is being sent: the file may lag behind, or lack the end of a task that was killed. */
function stateOf({ state, failure }: Pick<Run, 'state' | 'failure'>, isSent: boolean): Pick<Run, 'state' | 'failure'> {
  if (isSent) return { state: 'running', failure: null }
  return { state: state === 'running' ? 'interrupted' : state, failure }
}

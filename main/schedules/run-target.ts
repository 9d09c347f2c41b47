import { cruzar, type Run } from '../../preload/contract/cruzar.ts'
import { questionOf } from '../../preload/values/same-question.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Services } from '../services.ts'
import { refreshSheet } from './sheet-target.ts'
import { idOf, type RunSchedule, type StoredSchedule } from './stored-schedule.ts'
import { type ScheduledWork, type ScheduleTarget, taskEnded } from './target.ts'

/** Lists that are crossed again in the same way. */
export function createRunTarget(deps: Services): ScheduleTarget<RunSchedule> {
  const { ask, closing } = deps
  const ofRun = (run: Run, all: readonly StoredSchedule[]): RunSchedule | null =>
    all.filter((stored) => 'list_id' in stored).find((stored) => isOfList(run, stored)) ?? null

  /** Crosses the list of a run again, in the same way. */
  const crossAgain = async (newest: Run, stored: RunSchedule, made: Parameters<ScheduledWork>[0]): Promise<void> => {
    // The run under way gets the same answers.
    if (newest.state === 'running') throw new AppFailure('already_running')
    const { id, name, list_id, sheet_id, sheet_ids, recipe_id } = newest
    if (stored.refresh_sheets && sheet_id !== null) {
      for (const sheet of [sheet_id, ...sheet_ids]) await refreshSheet(deps, sheet, 'quick')
    }
    const { list } = await ask('cruzar.stage', { from: 'run', id }, closing)
    // The staged list brings its own settings.
    const asBefore = { list, settings: {}, name, list_id, recipe_id, ...questionOf(newest) }
    const run = await ask('cruzar.start', cruzar['cruzar.start'].input.parse(asBefore), closing)
    made(run.id)
    await taskEnded(deps, run.task_id)
  }

  return {
    scheduleOf: async (id, all) => ofRun(await ask('cruzar.run', { id }), all),
    async describe(id, all, { refresh_sheets }) {
      const run = await ask('cruzar.run', { id })
      const { list_id, connection_id } = ofRun(run, all) ?? run
      return {
        id: idOf({ list_id, connection_id }),
        facts: (previous) => ({
          refresh_sheets,
          list_id,
          connection_id,
          run_id: previous && 'run_id' in previous ? previous.run_id : id,
        }),
      }
    },
    async workOf(stored) {
      // The newest come first.
      const newest = (await ask('cruzar.runs', {})).find((run) => isOfList(run, stored))
      return newest ? (made) => crossAgain(newest, stored, made) : null
    },
  }
}

function isOfList(run: Run, { list_id, connection_id, run_id, last }: RunSchedule): boolean {
  if (run.connection_id !== connection_id) return false
  return run.list_id === list_id || run.id === run_id || run.id === last?.run_id
}

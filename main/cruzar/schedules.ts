import * as z from 'zod'
import { cruzar, type Run } from '../../preload/contract/cruzar.ts'
import { type Schedule, schedule, type schedules, scheduleTry } from '../../preload/contract/schedules.ts'
import { questionOf } from '../../preload/values/same-question.ts'
import { AppFailure, failureOf, orNotFound, thrown } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { createZone, type Zone } from '../kernel/times.ts'
import type { Services } from '../services.ts'
import { dueOccurrence, nextOccurrence } from './schedule-times.ts'

const collection = 'schedules'

/** A schedule as app.db has it, under the id of its list and connection. */
const storedSchedule = schedule.pick({ on: true, time: true, weekdays: true, refresh_sheets: true }).extend({
  list_id: z.string(),
  connection_id: z.string(),
  /** The run that it was made from. */
  run_id: z.string(),
  /** When it was turned on or moved to another time: earlier times were not missed. */
  since: z.iso.datetime(),
  last: scheduleTry.nullable(),
})
type StoredSchedule = z.output<typeof storedSchedule>
type ListKey = Pick<StoredSchedule, 'list_id' | 'connection_id'>

/**
 * Lists that are crossed again at a time of day. A try is claimed in app.db before it starts, so that two processes or
 * ticks never make it twice. A claimed try that never ended is shown as such.
 */
export function createSchedulesService(deps: Services): Handlers<typeof schedules> {
  const { data, tasks, now, closing, changed, ask } = deps
  const running = new Set<string>()
  let lastZone: Zone | undefined
  const zone = (): Zone => {
    const name = deps.zone()
    lastZone = lastZone?.name === name ? lastZone : createZone(name)
    return lastZone
  }

  const records = async () => {
    const list = await data.ask('records.list', { collection })
    return list.map(({ id, value }) => ({ id, value, stored: storedSchedule.safeParse(value).data ?? null }))
  }
  /**
   * Stores what `update` makes of a schedule as it is stored by then, whoever else changes it. Null changes nothing.
   */
  const change = async (
    id: string,
    update: (previous: StoredSchedule | null) => StoredSchedule | null,
  ): Promise<StoredSchedule | null> => {
    for (;;) {
      const entry = (await records()).find((record) => record.id === id)
      const to = update(entry?.stored ?? null)
      if (!to) return null
      if (await data.ask('records.swap', { collection, id, from: entry?.value, to })) {
        changed('schedules')
        return to
      }
    }
  }
  const shown = ({ on, time, weekdays, refresh_sheets, last, ...stored }: StoredSchedule): Schedule => {
    const next = nextOccurrence({ on, time, weekdays, last, ...stored }, now(), zone())
    const next_at = next && new Date(next.at).toISOString()
    return { on, time, weekdays, refresh_sheets, last, next_at, running: running.has(idOf(stored)) }
  }
  const ofRun = async (run: Run): Promise<StoredSchedule | null> => {
    const all = (await records()).flatMap(({ stored }) => stored ?? [])
    return all.find((stored) => isOfList(run, stored)) ?? null
  }

  /** Crosses the list of a run again, in the same way. `made` is called with the id of the new run. */
  const crossAgain = async (newest: Run, stored: StoredSchedule, made: (run: string) => void): Promise<void> => {
    // The run under way gets the same answers.
    if (newest.state === 'running') throw new AppFailure('already_running')
    const { id, name, list_id, sheet_id, sheet_ids, recipe_id } = newest
    if (stored.refresh_sheets && sheet_id !== null) await refresh([sheet_id, ...sheet_ids])
    const { list } = await ask('cruzar.stage', { from: 'run', id }, closing)
    // The staged list brings its own settings.
    const asBefore = { list, settings: {}, name, list_id, recipe_id, ...questionOf(newest) }
    const run = await ask('cruzar.start', cruzar['cruzar.start'].input.parse(asBefore), closing)
    made(run.id)
    await ended(run.task_id)
  }
  const refresh = async (sheetIds: readonly string[]) => {
    for (const id of sheetIds) {
      const reading = tasks.runningOn(id) ?? (await ask('sheets.refresh', { id, mode: 'quick' }, closing)).task_id
      await ended(reading)
    }
  }
  /** Waits for a task; throws what it failed with. */
  const ended = async (taskId: string | null) => {
    const task = taskId === null ? undefined : await tasks.ended(taskId)
    if (task?.failure) throw thrown(task.failure)
    if (task?.state === 'cancelled') throw new AppFailure('cancelled')
  }

  const attempt = async (id: string, day: string, newest: Run): Promise<void> => {
    const attempt = {
      day,
      at: now().toISOString(),
      run_id: null,
      failure: { code: 'data_process_ended' as const, params: {} },
    }
    const isDue = (schedule: StoredSchedule) => dueOccurrence(schedule, now(), zone())?.day === day
    let run_id: string | null = null
    running.add(id)
    try {
      const claimed = await change(id, (previous) =>
        previous && isDue(previous) ? { ...previous, last: attempt } : null,
      )
      if (!claimed) return
      const failure = await crossAgain(newest, claimed, (run) => {
        run_id = run
      }).then(
        () => null,
        (error: unknown) => {
          const { code, params } = failureOf(error)
          return { code, params: { ...params } }
        },
      )
      if (!closing.aborted)
        await change(id, (previous) => previous && { ...previous, last: { ...attempt, run_id, failure } })
    } finally {
      running.delete(id)
      changed('schedules')
    }
  }
  const startDue = async (): Promise<void> => {
    const due = (await records()).flatMap(({ id, stored }) => {
      const occurrence = stored && !running.has(id) ? dueOccurrence(stored, now(), zone()) : null
      return stored && occurrence ? [{ id, stored, day: occurrence.day }] : []
    })
    if (due.length === 0) return
    const runs = await ask('cruzar.runs', {})
    const attempts = due.map(({ id, stored, day }) => {
      const newest = newestOf(runs, stored)
      // Every run of the list was forgotten: no list is left to cross, and no screen shows the schedule.
      return newest ? attempt(id, day, newest) : data.ask('records.remove', { collection, id })
    })
    await Promise.all(attempts.map((one) => one.catch(unlessFailure)))
  }
  deps.ticker?.(async () => {
    // Where data cannot be read or written the app shows it, and the next tick tries again.
    if (!closing.aborted) await startDue().catch(unlessFailure)
  }, closing)

  return {
    async 'schedules.of_run'({ run }) {
      const stored = await ofRun(await ask('cruzar.run', { id: run }))
      return stored && shown(stored)
    },

    async 'schedules.save'({ run: runId, ...choices }) {
      const run = await ask('cruzar.run', { id: runId })
      const { list_id, connection_id } = (await ofRun(run)) ?? {
        list_id: run.list_id,
        connection_id: run.connection_id,
      }
      const saved = await change(idOf({ list_id, connection_id }), (previous) => ({
        ...choices,
        weekdays: [...new Set(choices.weekdays)].sort(),
        list_id,
        connection_id,
        run_id: previous?.run_id ?? runId,
        since: previous && !isMoved(previous, choices) ? previous.since : now().toISOString(),
        last: previous?.last ?? null,
      }))
      return shown(orNotFound(saved))
    },
  }
}

function unlessFailure(error: unknown): void {
  if (!(error instanceof AppFailure)) throw error
}

function idOf({ list_id, connection_id }: ListKey): string {
  return `${list_id} ${connection_id}`
}

function isOfList(run: Run, { list_id, connection_id, run_id, last }: StoredSchedule): boolean {
  if (run.connection_id !== connection_id) return false
  return run.list_id === list_id || run.id === run_id || run.id === last?.run_id
}

/** `runs` are the newest first. */
function newestOf(runs: readonly Run[], stored: StoredSchedule): Run | undefined {
  return runs.find((run) => isOfList(run, stored))
}

/** Whether the schedule begins anew: it was turned on, or moved to another time. */
function isMoved(
  previous: StoredSchedule,
  { on, time, weekdays }: Pick<Schedule, 'on' | 'time' | 'weekdays'>,
): boolean {
  return (on && !previous.on) || time !== previous.time || weekdays.some((day) => !previous.weekdays.includes(day))
}

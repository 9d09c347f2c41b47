import type { Schedule, ScheduleChoices, schedules } from '../../preload/contract/schedules.ts'
import { AppFailure, failureOf, orNotFound } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { createZone, type Zone } from '../kernel/times.ts'
import type { Services } from '../services.ts'
import { createRunTarget } from './run-target.ts'
import { dueOccurrence, nextOccurrence } from './schedule-times.ts'
import { createSheetTarget } from './sheet-target.ts'
import { idOf, type StoredSchedule, storedSchedule } from './stored-schedule.ts'
import { createSummaryTarget } from './summary-target.ts'

const collection = 'schedules'

/**
 * What is done again at a time of day: lists are crossed, sheets are refreshed, summaries are made. A try is claimed in
 * app.db before it starts, so that two processes or ticks never make it twice. A claimed try that never ended is shown
 * as such.
 */
export function createSchedulesService(deps: Services): Handlers<typeof schedules> {
  const { data, now, closing, changed } = deps
  const targets = { run: createRunTarget(deps), sheet: createSheetTarget(deps), summary: createSummaryTarget(deps) }
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
  const allStored = async () => (await records()).flatMap(({ stored }) => stored ?? [])
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
  const shown = (stored: StoredSchedule): Schedule => {
    const { on, time, weekdays, last } = stored
    const next = nextOccurrence(stored, now(), zone())
    const next_at = next && new Date(next.at).toISOString()
    const refresh_sheets = 'list_id' in stored && stored.refresh_sheets
    const mode = 'sheet_id' in stored ? stored.mode : 'quick'
    return { on, time, weekdays, refresh_sheets, mode, last, next_at, running: running.has(idOf(stored)) }
  }

  /** Does what is due. Null where its list, sheet or summary is gone: no screen shows the schedule. */
  const workOf = async (stored: StoredSchedule) => {
    if ('list_id' in stored) return targets.run.workOf(stored)
    return 'sheet_id' in stored ? targets.sheet.workOf(stored) : targets.summary.workOf(stored)
  }

  const attempt = async (id: string, day: string, work: NonNullable<Awaited<ReturnType<typeof workOf>>>) => {
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
      const failure = await work((run) => {
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
    const attempts = due.map(async ({ id, stored, day }) => {
      const work = await workOf(stored)
      await (work ? attempt(id, day, work) : data.ask('records.remove', { collection, id }))
    })
    await Promise.all(attempts.map((one) => one.catch(unlessFailure)))
  }
  deps.ticker?.(async () => {
    // Where data cannot be read or written the app shows it, and the next tick tries again.
    if (!closing.aborted) await startDue().catch(unlessFailure)
  }, closing)

  return {
    async 'schedules.of'({ target }) {
      const stored = await targets[target.kind].scheduleOf(target.id, await allStored())
      return stored && shown(stored)
    },

    async 'schedules.save'({ target, ...choices }) {
      const { facts, id } = await targets[target.kind].describe(target.id, await allStored(), choices)
      const saved = await change(id, (previous) => ({
        on: choices.on,
        time: choices.time,
        weekdays: [...new Set(choices.weekdays)].sort(),
        ...facts(previous),
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

/** Whether the schedule begins anew: it was turned on, or moved to another time. */
function isMoved(
  previous: StoredSchedule,
  { on, time, weekdays }: Pick<ScheduleChoices, 'on' | 'time' | 'weekdays'>,
): boolean {
  return (on && !previous.on) || time !== previous.time || weekdays.some((day) => !previous.weekdays.includes(day))
}

import type { ScheduleChoices } from '../../preload/contract/schedules.ts'
import { AppFailure, thrown } from '../kernel/failure.ts'
import type { Services } from '../services.ts'
import type { StoredSchedule } from './stored-schedule.ts'

/** Does the work of one try; `made` is called with the id of the run that it makes. */
export type ScheduledWork = (made: (run: string) => void) => Promise<void>

/** Something that is done again at a time of day. */
export interface ScheduleTarget<Stored extends StoredSchedule> {
  /** The schedule of a run or sheet, by its id, among all; null where it has none. Throws `not_found`. */
  scheduleOf(id: string, all: readonly StoredSchedule[]): Promise<Stored | null>
  /** The id of the record of a run or sheet, and what it states besides the times. Throws `not_found`. */
  describe(
    id: string,
    all: readonly StoredSchedule[],
    choices: ScheduleChoices,
  ): Promise<{
    readonly id: string
    facts(previous: StoredSchedule | null): Omit<Stored, 'on' | 'time' | 'weekdays' | 'since' | 'last'>
  }>
  /** The work of a schedule; null where its list or sheet is gone. */
  workOf(stored: Stored): Promise<ScheduledWork | null>
}

/** Waits for a task; throws what it failed with. */
export async function taskEnded({ tasks }: Pick<Services, 'tasks'>, taskId: string | null): Promise<void> {
  const task = taskId === null ? undefined : await tasks.ended(taskId)
  if (task?.failure) throw thrown(task.failure)
  if (task?.state === 'cancelled') throw new AppFailure('cancelled')
}

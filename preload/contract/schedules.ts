import * as z from 'zod'
import type { Contract } from './question.ts'
import { failure } from './tasks.ts'

/** What a person chooses for a list that is crossed again by itself. */
const choices = z.object({
  on: z.boolean(),
  /** On the clock of the person's zone, HH:MM. */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** 0 is Sunday. */
  weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
  /** Whether the sheets that answer are refreshed quickly first. It has no effect where the service answers. */
  refresh_sheets: z.boolean(),
})
export type ScheduleChoices = z.output<typeof choices>

/** The last time that a list was crossed by itself, or should have been. */
export const scheduleTry = z.object({
  /** In the person's zone: a list is tried once a day. */
  day: z.iso.date(),
  at: z.iso.datetime(),
  /** Its run, finished or not; null where none was made. */
  run_id: z.string().nullable(),
  /** Why no run was finished. */
  failure: failure.nullable(),
})

/** A list that is crossed again at a time of day while Cruza is open (docs/decisions/lists.md §25). */
export const schedule = choices.extend({
  last: scheduleTry.nullable(),
  /** Null where it is off. A time in the past was missed, and the run starts within a minute. */
  next_at: z.iso.datetime().nullable(),
  running: z.boolean(),
})
export type Schedule = z.output<typeof schedule>

export const schedules = {
  /** The schedule of the list of a run; null where there is none. */
  'schedules.of_run': { input: z.object({ run: z.string() }), output: schedule.nullable() },
  'schedules.save': { input: choices.extend({ run: z.string() }), output: schedule },
} satisfies Contract

import * as z from 'zod'
import type { Contract } from './question.ts'
import { failure } from './tasks.ts'

/** What is done again at a time of day: the list of a run is crossed, a sheet is refreshed, a summary is made. */
const target = z.object({ kind: z.enum(['run', 'sheet', 'summary']), id: z.string() })
export type ScheduledTarget = z.output<typeof target>

/** What a person chooses for what is done again by itself. */
const choices = z.object({
  on: z.boolean(),
  /** On the clock of the person's zone, HH:MM. */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** 0 is Sunday. */
  weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
  /** Whether the sheets that answer a list are refreshed quickly first. It has no effect where the service answers. */
  refresh_sheets: z.boolean().default(false),
  /** How a sheet is refreshed. */
  mode: z.enum(['quick', 'full']).default('quick'),
})
export type ScheduleChoices = z.output<typeof choices>

/** The last time that it was done by itself, or should have been. */
export const scheduleTry = z.object({
  /** In the person's zone: it is tried once a day. */
  day: z.iso.date(),
  at: z.iso.datetime(),
  /** The run of a list, finished or not; null where none was made. */
  run_id: z.string().nullable(),
  /** Why it did not come to its end. */
  failure: failure.nullable(),
})

/** What is done again at a time of day while Cruza is open (docs/decisions/lists.md §25). */
export const schedule = choices.extend({
  last: scheduleTry.nullable(),
  /** Null where it is off. A time in the past was missed, and it starts within a minute. */
  next_at: z.iso.datetime().nullable(),
  running: z.boolean(),
})
export type Schedule = z.output<typeof schedule>

export const schedules = {
  /** The schedule of a sheet, a summary or the list of a run; null where there is none. */
  'schedules.of': { input: z.object({ target }), output: schedule.nullable() },
  'schedules.save': { input: choices.extend({ target }), output: schedule },
} satisfies Contract

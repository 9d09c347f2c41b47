import * as z from 'zod'
import type { Contract } from './question.ts'
import { failure } from './tasks.ts'

/** What a person chooses of a list that is crossed again by itself. */
const choices = z.object({
  on: z.boolean(),
  /** On the clock of the person's zone, HH:MM. */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** 0 is Sunday. */
  weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
  /** The sheets that answer are refreshed quickly first; nothing for a list that the service answers. */
  refresh_sheets: z.boolean(),
})
export type ScheduleChoices = z.output<typeof choices>

/** The last time that a list was crossed by itself, or was to be. */
export const scheduleTry = z.object({
  /** In the person's zone: a list is tried once a day. */
  day: z.iso.date(),
  at: z.iso.datetime(),
  /** The run that was made of it, finished or not. */
  run_id: z.string().nullable(),
  /** Why it came to no finished run. */
  failure: failure.nullable(),
})

/** A list that is crossed again at a time of day while Cruza is open (docs/decisions/lists.md §25). */
export const schedule = choices.extend({
  last: scheduleTry.nullable(),
  /** Null where it is off. In the past: it was missed and starts within a minute. */
  next_at: z.iso.datetime().nullable(),
  running: z.boolean(),
})
export type Schedule = z.output<typeof schedule>

export const schedules = {
  /** The schedule of the list of a run; null where there is none. */
  'schedules.of_run': { input: z.object({ run: z.string() }), output: schedule.nullable() },
  'schedules.save': { input: choices.extend({ run: z.string() }), output: schedule },
} satisfies Contract

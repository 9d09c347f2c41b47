import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { longestName } from '../values/names.ts'
import { summaryBlocks } from '../values/summary.ts'
import { outcomeCounts } from './cruzar.ts'
import type { Contract } from './question.ts'
import { exportFormat, savedFile, withOrigin } from './saved-files.ts'
import { dayPeriod, tableColumn } from './table-queries.ts'

const choices = z.object({
  name: z.string().trim().min(1).max(longestName),
  /** Whose leads it is of. */
  sheet_id: z.string(),
  /** The saved view whose search, filters and conditions its rows pass; null for all rows. */
  view_id: z.string().nullable(),
  period: dayPeriod,
  blocks: z.array(z.enum(summaryBlocks)).min(1).max(summaryBlocks.length),
  /** The account of the form service whose reviews it has; null for none. */
  forms_id: z.string().nullable(),
  /** Whether it names the people who have waited longest. */
  with_people: z.boolean(),
})
export type SummaryChoices = z.output<typeof choices>

const wholeDays = z.object({ from: z.iso.date(), to: z.iso.date() })

const summaryRow = z.object({
  /** A figure, a day, or a value of the column; null for rows without one. */
  value: z.string().nullable(),
  now: z.int(),
  /** In the period before; null where nothing is compared. */
  before: z.int().nullable(),
  /** The longest waiting time, in hours; null where nobody waits or the part is of something else. */
  hours: z.number().nullable(),
})
export type SummaryRow = z.output<typeof summaryRow>

/** A part with one line for each figure, day or value. */
const summarySection = z.object({
  block: z.enum(summaryBlocks),
  /** Whose values its lines are; null for figures and days. */
  column: tableColumn.pick({ key: true, type: true, heading: true }).nullable(),
  rows: z.array(summaryRow),
  /** How many more values there are. */
  more: z.int(),
})
export type SummarySection = z.output<typeof summarySection>

const waitingPerson = z.object({
  name: z.string(),
  phone: z.string(),
  agent: z.string(),
  hours: z.number(),
})
export type WaitingPerson = z.output<typeof waitingPerson>

const crossedList = z.object({
  run_id: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  rows: z.int(),
  outcomes: outcomeCounts,
  /** Of the run before of the same list; null without one. */
  before: outcomeCounts.nullable(),
})
export type CrossedList = z.output<typeof crossedList>

/** A summary as it was made. Words are made where it is shown: it holds codes and values. */
export const summaryPage = z.object({
  made_at: z.iso.datetime(),
  sheet_name: z.string(),
  /** Null where the view was forgotten, or none was chosen. */
  view_name: z.string().nullable(),
  connection_id: z.string(),
  connection_name: z.string(),
  /** When the rows were read; null where they never were read whole. */
  read_at: z.iso.datetime().nullable(),
  /** Why the sheet was not refreshed first, though that was wanted: the rows are those of `read_at`. */
  refresh_failure: z.enum(failureCodes).nullable(),
  /** Whether rows of the sheet are missing, so that all figures are too small. */
  is_partial: z.boolean(),
  days: wholeDays,
  before: wholeDays,
  sections: z.array(summarySection),
  /** Null where the summary names nobody. */
  people: z.array(waitingPerson).nullable(),
  /** Null without the part. */
  lists: z.array(crossedList).nullable(),
})
export type SummaryPage = z.output<typeof summaryPage>

/** A page for a meeting: chosen once, made anew whenever it is wanted. */
export const summary = choices.extend({
  id: z.string(),
  /** Null before it was made. */
  page: summaryPage.nullable(),
})
export type Summary = z.output<typeof summary>

const byId = z.object({ id: z.string() })

export const summaries = {
  'summaries.list': { input: z.object({}), output: z.array(summary) },
  /** Creates a summary, or changes the one with this id, whose page goes. Throws `name_taken`. */
  'summaries.save': { input: choices.extend({ id: z.string().nullable() }), output: summary },
  /** Throws `name_taken`. */
  'summaries.rename': { input: byId.extend({ name: choices.shape.name }), output: summary },
  'summaries.forget': { input: byId, output: z.array(summary) },
  /**
   * Makes its page, after a quick refresh of the sheet with `refresh`. Where that fails, it is made of the rows that
   * are stored. Throws `not_found` where the sheet is gone.
   */
  'summaries.make': { input: byId.extend({ refresh: z.boolean() }), output: summary },
  /** Its lines as a table with the values of the period before. Throws `not_found` before it was made. */
  'summaries.export': {
    input: byId.extend({ format: exportFormat, origin: withOrigin }),
    output: savedFile,
  },
  /** Prints what the window shows as a PDF. Null where the host has no window: the page prints itself. */
  'summaries.print': { input: byId, output: savedFile.nullable() },
} satisfies Contract

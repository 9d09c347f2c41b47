import * as z from 'zod'
import { schedule, scheduleTry } from '../../preload/contract/schedules.ts'

const times = schedule.pick({ on: true, time: true, weekdays: true }).extend({
  /** When it was turned on or moved to another time: earlier times were not missed. */
  since: z.iso.datetime(),
  last: scheduleTry.nullable(),
})

/** The schedule of a list, under the id of the list and the connection. */
export const runSchedule = times.extend({
  refresh_sheets: z.boolean(),
  list_id: z.string(),
  connection_id: z.string(),
  /** The run that it was made from. */
  run_id: z.string(),
})
export type RunSchedule = z.output<typeof runSchedule>

/** The schedule of a sheet. */
const sheetSchedule = times.extend({ sheet_id: z.string(), mode: z.enum(['quick', 'full']) })
export type SheetSchedule = z.output<typeof sheetSchedule>

/** The schedule of a summary. */
const summarySchedule = times.extend({ summary_id: z.string() })
export type SummarySchedule = z.output<typeof summarySchedule>

/** A schedule as app.db has it. */
export const storedSchedule = z.union([runSchedule, sheetSchedule, summarySchedule])
export type StoredSchedule = z.output<typeof storedSchedule>

/** The id of its record. */
export function idOf(
  stored:
    | Pick<RunSchedule, 'list_id' | 'connection_id'>
    | Pick<SheetSchedule, 'sheet_id'>
    | Pick<SummarySchedule, 'summary_id'>,
): string {
  if ('sheet_id' in stored) return `sheet ${stored.sheet_id}`
  return 'summary_id' in stored ? `summary ${stored.summary_id}` : `${stored.list_id} ${stored.connection_id}`
}

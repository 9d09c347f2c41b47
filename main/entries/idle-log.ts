import * as z from 'zod'
import { idleReads } from '../../preload/contract/entries.ts'
import type { Data } from '../data/calls.ts'

const idleLog = idleReads.pick({ day: true, calls: true, stopped: true }).extend({
  /** Entries that were read, by the number of their form. */
  forms: z.record(z.string(), z.int()),
})
/** What was read of a connection's entries in the idle time of one day. */
export type IdleLog = z.output<typeof idleLog>

const name = 'idle_reads'

/** The log of today; an empty one where nothing was read today. */
export async function readIdleLog(data: Data, connection_id: string, day: string): Promise<IdleLog> {
  const facts = await data.ask('facts.read', { service: 'forms', connection_id, prefix: name })
  const kept = idleLog.safeParse(facts[0]?.value).data
  return kept?.day === day ? kept : { day, calls: 0, forms: {}, stopped: null }
}

export async function keepIdleLog(data: Data, connection_id: string, value: IdleLog): Promise<void> {
  await data.ask('facts.put', { service: 'forms', connection_id, name, value })
}

/** The calendar day of a moment in a zone, YYYY-MM-DD. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  )
}

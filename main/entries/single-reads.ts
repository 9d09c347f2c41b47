import * as z from 'zod'
import { idleReads } from '../../preload/contract/entries.ts'
import type { Usage } from '../../preload/contract/form-service.ts'
import type { Data } from '../data/calls.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'

export interface SingleReadsDeps {
  readonly data: Data
  forms(connectionId: string): Promise<Forms>
  changed(feature: string, ids?: readonly string[]): void
  readonly now: () => Date
  readonly zone: () => string
  usage(connectionId: string, period: string, call: FormsCall): Promise<Usage>
  /** Whether the person wants entries to be read in idle time. */
  wantsIdleReads(): boolean
  /** Requests of a connection and day for them; 0 where nothing is idle. */
  readonly mostIdleCalls: number
  /** Ends when the workspace closes. */
  readonly closing: AbortSignal
}

/** The single reads of entries (`form_name`, `is_complete`), which lists leave out. */
export interface SingleReads {
  /** Reads one entry now, for a person, and stores it. An entry that is gone is marked so. */
  complete(connectionId: string, id: number, signal: AbortSignal): Promise<void>
  /**
   * When requested, goes on reading in the connection's idle budget until none is left, the day's requests are used up,
   * or the plan's are nearly; nobody waits for it.
   */
  fill(connectionId: string): void
  /** Entries are read in idle time. */
  isOn(): boolean
  isReading(connectionId: string): boolean
}

/** Share of the plan's requests of a month that idle time leaves to people. */
export const idleShare = 0.9

/** Others use the plan as well: its usage is read again after so many requests. */
const checkedEvery = 100

/** Stored and announced together, so that screens do not ask again with every single one. */
const atOnce = 20

/** An entry that the service fails to return is skipped; more of them in a row are the service's own trouble. */
const mostInARow = 2

const ofOneEntry: readonly string[] = ['service_failed', 'service_refused', 'unexpected_body']

export function createSingleReads(deps: SingleReadsDeps): SingleReads {
  const { data, forms, changed, closing, mostIdleCalls } = deps
  const filling = new Set<string>()
  const isOn = () => mostIdleCalls > 0 && deps.wantsIdleReads()
  const idle: FormsCall = { signal: closing, priority: 'idle' }

  /** The body, or null for an entry that the service has no more. */
  const ask = async (account: Forms, id: number, call: Parameters<Forms['entry']>[1]): Promise<string | null> => {
    try {
      return (await account.entry(id, call)).text
    } catch (error) {
      if (error instanceof AppFailure && error.code === 'not_found') return null
      throw error
    }
  }
  /** Gives the form of an entry that is there. */
  const store = async (connection_id: string, id: number, body: string | null): Promise<number | null> => {
    if (body !== null) return (await data.ask('entries.single', { connection_id, body })).form_id
    await data.ask('entries.gone', { connection_id, id })
    return null
  }

  /** Adds to what was read today, and notifies. */
  const note = async (connectionId: string, change: (log: IdleLog) => Partial<IdleLog>): Promise<IdleLog> => {
    const log = await readIdleLog(data, connectionId, dayIn(deps.zone(), deps.now()))
    const next = { ...log, ...change(log) }
    await keepIdleLog(data, connectionId, next)
    changed('account')
    return next
  }

  /** Reads these one by one until nobody wants it any more; gives how many in a row, up to the last one, could not be read. */
  const readSome = async (connectionId: string, account: Forms, ids: readonly number[], failing: number) => {
    const read: [id: number, body: string | null][] = []
    let calls = 0
    let inARow = failing
    try {
      for (const id of ids) {
        if (!isOn()) break
        calls += 1
        try {
          read.push([id, await ask(account, id, idle)])
          inARow = 0
        } catch (error) {
          inARow += 1
          if (!isOfOneEntry(error) || inARow > mostInARow) throw error
        }
      }
    } finally {
      const stored: string[] = []
      for (const [id, body] of read) {
        const form = await store(connectionId, id, body).catch(unlessOfOneEntry)
        if (typeof form === 'number') stored.push(String(form))
      }
      await note(connectionId, (log) => ({ calls: log.calls + calls, forms: counted(log.forms, stored) }))
      if (read.length > 0) {
        const ids = read.map(([id]) => String(id))
        changed('entries', ids)
      }
    }
    return inARow
  }
  /** How many requests the plan leaves to idle time, up to those after which it is asked again; else why there are none. */
  const allowance = async (connectionId: string): Promise<number | NonNullable<IdleLog['stopped']>> => {
    const { api_calls } = await deps
      .usage(connectionId, 'current', idle)
      .finally(() => note(connectionId, ({ calls }) => ({ calls: calls + 1 })))
    // What a plan allows that nobody knows is not used up by what nobody asked for.
    if (!api_calls) return { why: 'plan_unknown' }
    const { used, limit } = api_calls
    if (limit < 0) return checkedEvery
    const left = Math.floor(limit * idleShare) - used
    return left > 0 ? Math.min(checkedEvery, left) : { why: 'plan', used, limit }
  }
  /** Gives why it stopped before its end. */
  const readAll = async (connectionId: string): Promise<IdleLog['stopped']> => {
    const account = await forms(connectionId)
    // An entry whose answer does not say what it should is asked for once, not for ever.
    const tried = new Set<number>()
    let failing = 0
    let allowed = 0
    for (;;) {
      const found = await data.ask('entries.incomplete', { connection_id: connectionId, most: tried.size + atOnce })
      const ids = found.filter((id) => !tried.has(id)).slice(0, atOnce)
      if (ids.length === 0 || !isOn()) return null
      const { calls } = await note(connectionId, () => ({ stopped: null }))
      if (calls >= mostIdleCalls) return { why: 'day' }
      if (allowed <= 0) {
        const left = await allowance(connectionId)
        if (typeof left !== 'number') return left
        allowed = left
        continue
      }
      const some = ids.slice(0, Math.min(allowed, mostIdleCalls - calls))
      for (const id of some) tried.add(id)
      allowed -= some.length
      failing = await readSome(connectionId, account, some, failing)
    }
  }

  return {
    async complete(connectionId, id, signal) {
      const body = await ask(await forms(connectionId), id, { signal, priority: 'interactive' })
      await store(connectionId, id, body)
      changed('entries', [String(id)])
    },
    fill(connectionId) {
      if (closing.aborted || filling.has(connectionId) || !isOn()) return
      filling.add(connectionId)
      // Whatever stops it, what is missing is read when somebody looks, or the next time.
      void readAll(connectionId)
        .catch(() => ({ why: 'failed' }) as const)
        .then((stopped) => (stopped ? note(connectionId, () => ({ stopped })) : undefined))
        .catch(() => undefined)
        .finally(() => {
          filling.delete(connectionId)
          changed('account')
        })
    },
    isOn,
    isReading: (connectionId) => filling.has(connectionId),
  }
}

function counted(before: IdleLog['forms'], forms: readonly string[]): IdleLog['forms'] {
  const after = { ...before }
  for (const form of forms) after[form] = (after[form] ?? 0) + 1
  return after
}

function isOfOneEntry(error: unknown): boolean {
  return error instanceof AppFailure && ofOneEntry.includes(error.code)
}

function unlessOfOneEntry(error: unknown): void {
  if (!isOfOneEntry(error)) throw error
}

const idleLog = idleReads.pick({ day: true, calls: true, stopped: true }).extend({
  /** Entries that were read, by the number of their form. */
  forms: z.record(z.string(), z.int()),
})
/** What was read of a connection's entries in the idle time of one day. */
type IdleLog = z.output<typeof idleLog>
const name = 'idle_reads'

/** The log of today; an empty one where nothing was read today. */
export async function readIdleLog(data: Data, connection_id: string, day: string): Promise<IdleLog> {
  const kept = await readFact(data, { service: 'forms', connection_id, name }, idleLog)
  return kept?.day === day ? kept : { day, calls: 0, forms: {}, stopped: null }
}

async function keepIdleLog(data: Data, connection_id: string, value: IdleLog): Promise<void> {
  await data.ask('facts.put', { service: 'forms', connection_id, name, value })
}

/** The calendar day of a moment in a zone, YYYY-MM-DD. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  )
}

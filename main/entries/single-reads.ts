import * as z from 'zod'
import { type IdleReads, idleReads } from '../../preload/contract/entries.ts'
import type { Usage } from '../../preload/contract/form-service.ts'
import { isOfOneRequest } from '../../preload/values/failures.ts'
import { readFact } from '../facts.ts'
import { AppFailure } from '../kernel/failure.ts'
import { dayIn } from '../kernel/times.ts'
import type { Forms, FormsCall } from '../remotes/forms.ts'
import type { Services } from '../services.ts'
import { formName } from './read-entries.ts'

export interface SingleReadsDeps
  extends Pick<Services, 'data' | 'forms' | 'changed' | 'now' | 'zone' | 'closing' | 'preferences' | 'mostIdleCalls'> {
  usage(connectionId: string, period: string, call: FormsCall): Promise<Usage>
}

/** The single reads of entries, with the keys that lists leave out (`form_name`, `is_complete`). */
export interface SingleReads {
  /** Reads one entry now, for a person, and stores it. An entry that is gone is marked so. */
  complete(connectionId: string, id: number, signal: AbortSignal): Promise<void>
  /**
   * If the person enabled it, continues to read in the connection's idle budget. It stops when none is left, the day's
   * requests are used up, or the plan's nearly are. Nobody waits for it.
   */
  fill(connectionId: string): void
  /** Whether entries are read in idle time. */
  isOn(): boolean
  /** How much was read of a connection today. */
  today(connectionId: string): Promise<IdleReads>
}

/** A small share of any plan's month. */
const usualIdleCalls = 1000

/** The share of the plan's monthly requests up to which idle time may read. */
const idleShare = 0.9

/** Others use the plan as well, so its usage is read again after so many requests. */
const checkedEvery = 100

/** Stored and announced together, so that screens do not reload for every entry. */
const atOnce = 20

/** An entry that the service fails to return is skipped. More of them in a row mean that the service itself fails. */
const mostInARow = 2

export function createSingleReads(deps: SingleReadsDeps): SingleReads {
  const { data, forms, changed, closing, mostIdleCalls = usualIdleCalls } = deps
  const filling = new Set<string>()
  const isOn = () => mostIdleCalls > 0 && deps.preferences.read().idle_reads
  const idle: FormsCall = { signal: closing, priority: 'idle' }
  const log = createIdleLog(deps)

  /** Stores an entry, or marks it as gone where its body is null. Returns its form, if any. */
  const store = async (connection_id: string, id: number, body: string | null): Promise<number | null> => {
    if (body !== null) return (await data.ask('entries.single', { connection_id, body })).form_id
    await data.ask('entries.gone', { connection_id, id })
    return null
  }

  /**
   * Reads these entries one by one while idle reads are on. Returns how many consecutive ones, up to the last, could
   * not be read.
   */
  const readSome = async (connectionId: string, account: Forms, ids: readonly number[], failing: number) => {
    const read: [id: number, body: string | null][] = []
    let calls = 0
    let inARow = failing
    try {
      for (const id of ids) {
        if (!isOn()) break
        calls += 1
        try {
          read.push([id, await readBody(account, id, idle)])
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
      await log.add(connectionId, calls, stored)
      if (read.length > 0) {
        const ids = read.map(([id]) => String(id))
        changed('entries', ids)
      }
    }
    return inARow
  }
  /** How many requests the plan leaves to idle time, up to the next read of its usage; else why there are none. */
  const allowance = async (connectionId: string): Promise<number | NonNullable<IdleLog['stopped']>> => {
    const { api_calls } = await deps.usage(connectionId, 'current', idle).finally(() => log.add(connectionId, 1, []))
    // Where the plan's size is unknown, idle time must not use it up.
    if (!api_calls) return { why: 'plan_unknown' }
    const { used, limit } = api_calls
    if (limit < 0) return checkedEvery
    const left = Math.floor(limit * idleShare) - used
    return left > 0 ? Math.min(checkedEvery, left) : { why: 'plan', used, limit }
  }
  /** Returns why it stopped before its end. */
  const readAll = async (connectionId: string): Promise<IdleLog['stopped']> => {
    const account = await forms(connectionId)
    // An entry whose answer lacks a required key is requested only once.
    const tried = new Set<number>()
    let failing = 0
    let allowed = 0
    for (;;) {
      const incompleteIds = await data.ask('entries.incomplete', {
        connection_id: connectionId,
        most: tried.size + atOnce,
      })
      const ids = incompleteIds.filter((id) => !tried.has(id)).slice(0, atOnce)
      if (ids.length === 0 || !isOn()) return null
      const { calls } = await log.stop(connectionId, null)
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
      const body = await readBody(await forms(connectionId), id, { signal, priority: 'interactive' })
      await store(connectionId, id, body)
      changed('entries', [String(id)])
    },
    fill(connectionId) {
      if (closing.aborted || filling.has(connectionId) || !isOn()) return
      filling.add(connectionId)
      // If it stops, missing entries are read when a person opens them, or the next time.
      void readAll(connectionId)
        .catch(() => ({ why: 'failed' }) as const)
        .then((stopped) => (stopped ? log.stop(connectionId, stopped) : undefined))
        .catch(() => undefined)
        .finally(() => {
          filling.delete(connectionId)
          changed('account')
        })
    },
    isOn,
    async today(connection_id) {
      const { day, calls, stopped, forms: read } = await log.today(connection_id)
      const stored = await data.ask('forms.list', { connection_id })
      const names = new Map(stored.map((form) => [String(form.id), formName(form)]))
      return {
        on: isOn(),
        reading: filling.has(connection_id),
        day,
        calls,
        stopped,
        most: mostIdleCalls,
        forms: Object.entries(read).map(([id, entries]) => ({ id: Number(id), name: names.get(id) ?? id, entries })),
      }
    },
  }
}

/** The body, or null for an entry that the service no longer has. */
async function readBody(account: Forms, id: number, call: FormsCall): Promise<string | null> {
  try {
    return (await account.entry(id, call)).text
  } catch (error) {
    if (error instanceof AppFailure && error.code === 'not_found') return null
    throw error
  }
}

function isOfOneEntry(error: unknown): boolean {
  return error instanceof AppFailure && isOfOneRequest(error.code)
}

function unlessOfOneEntry(error: unknown): void {
  if (!isOfOneEntry(error)) throw error
}

const idleLog = idleReads.pick({ day: true, calls: true, stopped: true }).extend({
  /** How many entries were read, by the number of their form. */
  forms: z.record(z.string(), z.int()),
})
type IdleLog = z.output<typeof idleLog>

/** The entries of a connection read in today's idle time: a fact of the connection. */
function createIdleLog({ data, zone, now, changed }: SingleReadsDeps) {
  const factOf = (connection_id: string) => ({ service: 'forms', connection_id, name: 'idle_reads' }) as const
  const today = async (connectionId: string): Promise<IdleLog> => {
    const day = dayIn(zone(), now())
    const stored = await readFact(data, factOf(connectionId), idleLog)
    return stored?.day === day ? stored : { day, calls: 0, forms: {}, stopped: null }
  }
  const put = async (connectionId: string, value: IdleLog): Promise<IdleLog> => {
    await data.ask('facts.put', { ...factOf(connectionId), value })
    changed('account')
    return value
  }
  return {
    today,
    /** Adds requests, and the form of each entry that they stored. */
    async add(connectionId: string, calls: number, stored: readonly string[]): Promise<void> {
      const log = await today(connectionId)
      const forms = { ...log.forms }
      for (const form of stored) forms[form] = (forms[form] ?? 0) + 1
      await put(connectionId, { ...log, calls: log.calls + calls, forms })
    },
    async stop(connectionId: string, stopped: IdleLog['stopped']): Promise<IdleLog> {
      return put(connectionId, { ...(await today(connectionId)), stopped })
    },
  }
}

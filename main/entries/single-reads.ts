import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Forms } from '../remotes/forms.ts'

export interface SingleReadsDeps {
  readonly data: Data
  forms(connectionId: string): Promise<Forms>
  changed(feature: string): void
  /** How many entries of a connection are read in idle time until the workspace closes: requests count in the plan. */
  readonly idleReads: number
  /** Ends when the workspace closes. */
  readonly closing: AbortSignal
}

/** The single reads of entries (`form_name`, `is_complete`), which lists leave out. */
export interface SingleReads {
  /** Reads one entry now, for a person, and stores it. An entry that is gone is marked so. */
  complete(connectionId: string, id: number, signal: AbortSignal): Promise<void>
  /** Goes on reading in the connection's idle budget until none or no allowance is left; nobody waits for it. */
  fill(connectionId: string): void
}

/** Stored and told of together, so that screens do not ask again with every single one. */
const atOnce = 20
/** An entry that the service cannot tell is passed over; more of them in a row are the service's own trouble. */
const mostInARow = 2
const ofOneEntry: readonly string[] = ['service_failed', 'service_refused', 'unexpected_body']

export function createSingleReads({ data, forms, changed, idleReads, closing }: SingleReadsDeps): SingleReads {
  const filling = new Set<string>()
  /** By connection. */
  const idlyRead = new Map<string, number>()

  /** The body, or null for an entry that the service has no more. */
  const ask = async (account: Forms, id: number, call: Parameters<Forms['entry']>[1]): Promise<string | null> => {
    try {
      return (await account.entry(id, call)).text
    } catch (error) {
      if (error instanceof AppFailure && error.code === 'not_found') return null
      throw error
    }
  }
  const store = async (connectionId: string, id: number, body: string | null): Promise<void> => {
    if (body === null) await data.ask('entries.gone', { connection_id: connectionId, id })
    else await data.ask('entries.single', { connection_id: connectionId, body })
  }

  /** Reads these one by one; gives how many in a row, up to the last one, could not be read. */
  const readSome = async (connectionId: string, account: Forms, ids: readonly number[], failing: number) => {
    const read: [id: number, body: string | null][] = []
    let inARow = failing
    try {
      for (const id of ids) {
        try {
          read.push([id, await ask(account, id, { signal: closing, priority: 'idle' })])
          inARow = 0
        } catch (error) {
          inARow += 1
          if (!isOfOneEntry(error) || inARow > mostInARow) throw error
        }
      }
    } finally {
      for (const [id, body] of read) await store(connectionId, id, body).catch(unlessOfOneEntry)
      if (read.length > 0) changed('entries')
    }
    return inARow
  }
  const readAll = async (connectionId: string): Promise<void> => {
    const account = await forms(connectionId)
    // An entry whose answer does not say what it should is asked for once, not for ever.
    const tried = new Set<number>()
    let failing = 0
    for (;;) {
      const most = tried.size + atOnce
      const found = await data.ask('entries.incomplete', { connection_id: connectionId, most })
      const spent = idlyRead.get(connectionId) ?? 0
      const ids = found.filter((id) => !tried.has(id)).slice(0, Math.min(atOnce, idleReads - spent))
      if (ids.length === 0) return
      idlyRead.set(connectionId, spent + ids.length)
      for (const id of ids) tried.add(id)
      failing = await readSome(connectionId, account, ids, failing)
    }
  }

  return {
    async complete(connectionId, id, signal) {
      const body = await ask(await forms(connectionId), id, { signal, priority: 'interactive' })
      await store(connectionId, id, body)
      changed('entries')
    },
    fill(connectionId) {
      if (closing.aborted || filling.has(connectionId)) return
      filling.add(connectionId)
      // Whatever stops it, what is missing is read when somebody looks, or the next time.
      void readAll(connectionId)
        .catch(() => undefined)
        .finally(() => filling.delete(connectionId))
    },
  }
}

function isOfOneEntry(error: unknown): boolean {
  return error instanceof AppFailure && ofOneEntry.includes(error.code)
}

function unlessOfOneEntry(error: unknown): void {
  if (!isOfOneEntry(error)) throw error
}

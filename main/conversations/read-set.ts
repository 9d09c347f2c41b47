import type { Data } from '../data/calls.ts'
import type { AskedConversations } from '../data/conversation-calls.ts'
import { failureOf } from '../kernel/failure.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import type { Work } from '../kernel/tasks.ts'
import type { Platform } from '../remotes/platform.ts'
import { filterPage } from './filter-page.ts'

export interface ReadSetDeps {
  readonly data: Data
  readonly retryPolicy: RetryPolicy
  readonly account: Platform
  /** Called when a page was stored. */
  stored(): void
  /** Called for every request. */
  requested?(): void
}

export interface ReadSetOrder {
  readonly connection_id: string
  readonly id: string
  /** The request of a new reading; an interrupted one goes on with its own. */
  readonly request: AskedConversations
}

/**
 * Reads all conversations of a set, page after page, one request in flight (features.md §8.2). Pages are stored one by one:
 * whatever ends it, the next reading goes on from there. Throws `already_running` while another process reads, and what
 * the service and the data process fail with.
 */
export async function readSet(order: ReadSetOrder, deps: ReadSetDeps, work: Work): Promise<void> {
  const { connection_id, id, request } = order
  const { data } = deps
  const place = { connection_id, id }
  try {
    let reading = await data.ask('conversations.begin', { ...place, ...request }, { signal: work.signal })
    const { payload } = reading
    for (let page = reading.next_page; page !== null; page = reading.next_page) {
      const present = page
      work.report(reading.seen, reading.all_count === null ? null : Math.max(reading.all_count, reading.seen))
      // An answer that is not understood is retried, like one that the network cut.
      const attempt = async () => {
        deps.requested?.()
        const text = await filterPage(payload, present, { ...deps, signal: work.signal })
        return data.ask('conversations.store', { ...place, page: present, body: text }, { signal: work.signal })
      }
      reading = await retryWithBackoff(attempt, deps.retryPolicy, { signal: work.signal, waiting: work.waiting })
      deps.stored()
    }
    const { rows, outside } = await data.ask('conversations.finish', place)
    work.report(rows + outside, rows + outside)
  } catch (error) {
    const { code } = failureOf(error)
    // Another process reads: what stands in the file is its to tell.
    if (code === 'already_running') throw error
    const failure = code === 'cancelled' ? null : code
    // What ended the reading is what is said, whatever comes of this.
    await data.ask('conversations.stop', { ...place, failure }).catch(() => undefined)
    throw error
  }
}

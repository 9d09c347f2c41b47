import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import { wait } from '../kernel/schedule.ts'
import type { Work } from '../kernel/tasks.ts'
import type { Forms } from '../remotes/forms.ts'
import type { Ledger } from '../writes/ledger.ts'

export interface DeleteEntriesDeps {
  readonly data: Data
  readonly ledger: Ledger
  forms(connectionId: string): Promise<Forms>
  /** Called when an entry is gone. */
  deleted(id: number): void
}

export interface DeleteEntriesOrder {
  readonly connection_id: string
  readonly ids: readonly number[]
  /** Nothing is sent before (epoch ms), and until then it can be taken back. */
  readonly sendsAt: number
  readonly now: () => Date
}

/** What is wrong with one entry alone, or with one answer: the others are still sent. */
const ofOneEntry: readonly string[] = ['service_failed', 'service_refused', 'sent_unknown', 'validation_failed']

/** Of entries that are all here; throws `not_found` otherwise: without a copy here nothing is deleted there. */
export async function firstCopy(data: Data, connection_id: string, ids: readonly number[]): Promise<EntryBrief> {
  const copies = await data.ask('entries.briefs', { connection_id, set: '', ids: [...ids] })
  const [first] = copies
  if (!first || copies.length < ids.length) throw new AppFailure('not_found')
  return first
}

/**
 * Waits, then deletes entry after entry on the service, each noted in the ledger and never sent twice. The local copies
 * stay, marked as gone. Where some were not deleted, the rest is, and the first failure is thrown at the end; a failure
 * of the network or the key ends it at once. The task's `done` shows how many are deleted.
 */
export async function deleteEntries(order: DeleteEntriesOrder, deps: DeleteEntriesDeps, work: Work): Promise<void> {
  const { connection_id, ids, sendsAt, now } = order
  const { data, ledger } = deps
  const { signal } = work
  work.report(0, ids.length)
  work.waiting({ for: 'second_thoughts', until: sendsAt })
  await wait(Math.max(0, sendsAt - now().getTime()), signal)
  work.waiting(null)
  await firstCopy(data, connection_id, ids)

  const account = await deps.forms(connection_id)
  const priority = ids.length === 1 ? 'interactive' : 'background'
  const failures: AppFailure[] = []
  let done = 0
  const remove = async (id: number): Promise<void> => {
    const about = { kind: 'delete_entry', target: String(id), check: { by: 'gone_entry', entry_id: id } } as const
    const send = () => account.deleteEntry(id, { signal, priority, waiting: work.waiting })
    await ledger.write(connection_id, about, send).catch((error: unknown) => {
      // Somebody else deleted it before.
      if (!(error instanceof AppFailure) || error.code !== 'not_found') throw error
    })
    await data.ask('entries.gone', { connection_id, id })
    done += 1
    work.report(done, ids.length)
    deps.deleted(id)
  }
  for (const id of ids) {
    if (signal.aborted) throw signal.reason
    await remove(id).catch((error: unknown) => {
      if (!(error instanceof AppFailure) || !ofOneEntry.includes(error.code)) throw error
      failures.push(error)
    })
  }
  if (failures[0]) throw failures[0]
}

import type { RunCheck } from '../../preload/contract/run-check.ts'
import type { activity, SentList, SentWrite } from '../../preload/contract/writes.ts'
import { forwardToData } from '../data-calls.ts'
import type { Handlers } from '../kernel/router.ts'
import { type WriteOutcome, withoutCheck } from '../ledger.ts'
import type { Services } from '../services.ts'
import type { StoredWrite } from './data/write-calls.ts'

/** Finds out by reading whether a write was done. Null where that cannot be known, or for another feature's write. */
type ResolveOutcome = (connectionId: string, write: StoredWrite, signal: AbortSignal) => Promise<WriteOutcome>

/** What was sent to the services, with its outcome, and what was exported. */
export function createActivityService({
  data,
  ledger,
  platformLedger,
  connections,
  placeOf,
  ask,
  now,
  outcomes,
}: Services & { readonly outcomes: readonly ResolveOutcome[] }): Handlers<typeof activity> {
  const resolve: ResolveOutcome = async (connectionId, write, signal) => {
    // Another host or account says nothing about the write.
    if (write.place !== undefined && write.place !== (await placeOf(connectionId))) return null
    for (const outcomeOf of outcomes) {
      const outcome = await outcomeOf(connectionId, write, signal)
      if (outcome !== null) return outcome
    }
    return null
  }
  const since = () => new Date(now().getTime() - shownMs).toISOString()
  /** The writes to every connection, newest first. */
  const sentWrites = async (): Promise<SentWrite[]> => {
    const from = since()
    const ofEach = (await connections.list()).map(async ({ id: connection_id, name: account, service }) => {
      const writes = await (service === 'forms' ? ledger : platformLedger).list(connection_id)
      return writes
        .filter(({ at, state }) => at >= from || state === 'unknown')
        .map((write) => ({ ...withoutCheck(write), connection_id, account, service }))
    })
    return newestFirst((await Promise.all(ofEach)).flat())
  }
  /** The runs whose keys were sent to a service: all that it answered, else those of a check. */
  const sentLists = async (): Promise<SentList[]> => {
    const from = since()
    const runs = await ask('cruzar.runs', {})
    const lists = runs.flatMap(({ id: run_id, name, connection_name: account, ...run }): SentList[] => {
      const { sheet_id, answered_keys, check, started_at } = run
      const service = sheet_id === null ? { at: started_at, keys: answered_keys } : askedIn(check)
      return service === null || service.keys === 0 ? [] : [{ run_id, name, account, ...service }]
    })
    return newestFirst(lists.filter(({ at }) => at >= from))
  }
  return {
    'activity.sent': async () => ({ writes: await sentWrites(), lists: await sentLists() }),
    'activity.list': async ({ connection_id }) => (await platformLedger.list(connection_id)).map(withoutCheck),
    'activity.check': async ({ connection_id, id }, { signal }) =>
      withoutCheck(await platformLedger.settle(connection_id, id, (write) => resolve(connection_id, write, signal))),
    'activity.settle': async ({ connection_id, id, state }) =>
      withoutCheck(await platformLedger.settle(connection_id, id, async () => state)),
    ...forwardToData(data, ['activity.exports']),
  }
}

const shownMs = 30 * 24 * 3_600_000

function newestFirst<Sent extends { readonly at: string }>(sent: readonly Sent[]): Sent[] {
  return sent.toSorted((one, other) => other.at.localeCompare(one.at))
}

/** The keys that a check sent to the service, in a run that sheets answered. */
function askedIn(check: RunCheck | null): Pick<SentList, 'at' | 'keys'> | null {
  return check && { at: check.started_at, keys: check.answered }
}

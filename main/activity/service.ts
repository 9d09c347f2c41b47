import type { activity } from '../../preload/contract/writes.ts'
import { forwardToData } from '../data/calls.ts'
import type { StoredWrite } from '../data/shared-calls.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { type WriteOutcome, withoutCheck } from '../writes/ledger.ts'

/** Finds out by reading whether a write was done; null where that cannot be known, or the write is another feature's. */
type ResolveOutcome = (connectionId: string, write: StoredWrite, signal: AbortSignal) => Promise<WriteOutcome>

/** What was sent to agent platforms with its outcome, and what was exported. */
export function createActivityService({
  data,
  platformLedger,
  placeOf,
  outcomes,
}: Services & { readonly outcomes: readonly ResolveOutcome[] }): Handlers<typeof activity> {
  const resolve: ResolveOutcome = async (connectionId, write, signal) => {
    // Another host or account neither has it nor lacks it.
    if (write.place !== undefined && write.place !== (await placeOf(connectionId))) return null
    for (const outcomeOf of outcomes) {
      const outcome = await outcomeOf(connectionId, write, signal)
      if (outcome !== null) return outcome
    }
    return null
  }
  return {
    'activity.list': async ({ connection_id }) => (await platformLedger.list(connection_id)).map(withoutCheck),
    'activity.check': async ({ connection_id, id }, { signal }) =>
      withoutCheck(await platformLedger.settle(connection_id, id, (write) => resolve(connection_id, write, signal))),
    'activity.settle': async ({ connection_id, id, state }) =>
      withoutCheck(await platformLedger.settle(connection_id, id, async () => state)),
    ...forwardToData(data, ['activity.exports']),
  }
}

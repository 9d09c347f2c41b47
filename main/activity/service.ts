import type { activity } from '../../preload/contract/activity.ts'
import type { StoredWrite } from '../data/calls.ts'
import type { Handlers } from '../kernel/router.ts'
import { type Ledger, type WriteOutcome, withoutCheck } from '../writes/ledger.ts'

interface ActivityServiceDeps {
  /** Of the agent platform. */
  readonly platformLedger: Ledger
  /** Finds out by reading what became of a write; null where it cannot be told. */
  resolveOutcome(connectionId: string, write: StoredWrite, signal: AbortSignal): Promise<WriteOutcome>
  /** The host and account that a connection asks now. */
  placeOf(connectionId: string): Promise<string>
}

/** What was sent to agent platforms, and what became of it. */
export function createActivityService({
  platformLedger,
  resolveOutcome,
  placeOf,
}: ActivityServiceDeps): Handlers<typeof activity> {
  return {
    'activity.list': async ({ connection_id }) => (await platformLedger.list(connection_id)).map(withoutCheck),
    async 'activity.check'({ connection_id, id }, { signal }) {
      const look = async (write: StoredWrite) => {
        // Another host or account neither has it nor lacks it.
        const isElsewhere = write.place !== undefined && write.place !== (await placeOf(connection_id))
        return isElsewhere ? null : resolveOutcome(connection_id, write, signal)
      }
      return withoutCheck(await platformLedger.settle(connection_id, id, look))
    },
    'activity.settle': async ({ connection_id, id, state }) =>
      withoutCheck(await platformLedger.settle(connection_id, id, async () => state)),
  }
}

import type { activity } from '../../preload/contract/activity.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { type Ledger, type StoredWrite, withoutCheck } from '../writes/ledger.ts'

interface ActivityServiceDeps {
  /** Of the agent platform. */
  readonly platformLedger: Ledger
  /** Finds out by reading what became of a write; null where it cannot be told. */
  became(connectionId: string, write: StoredWrite, signal: AbortSignal): Promise<'confirmed' | 'not_done' | null>
  /** The host and account that a connection asks now. */
  placeOf(connectionId: string): Promise<string>
}

/** What was sent to agent platforms, and what became of it. */
export function createActivityService({
  platformLedger,
  became,
  placeOf,
}: ActivityServiceDeps): Handlers<typeof activity> {
  const unknown = async (connectionId: string, id: string): Promise<StoredWrite> => {
    const found = (await platformLedger.list(connectionId)).find((write) => write.id === id)
    if (!found) throw new AppFailure('not_found')
    return found
  }
  return {
    'activity.list': async ({ connection_id }) => (await platformLedger.list(connection_id)).map(withoutCheck),
    async 'activity.check'({ connection_id, id }, { signal }) {
      const write = await unknown(connection_id, id)
      if (write.state !== 'unknown') return withoutCheck(write)
      // Another host or account neither has it nor lacks it.
      const isElsewhere = write.place !== undefined && write.place !== (await placeOf(connection_id))
      const state = isElsewhere ? null : await became(connection_id, write, signal)
      return withoutCheck(state === null ? write : await platformLedger.settle(connection_id, write, state))
    },
    async 'activity.settle'({ connection_id, id, state }) {
      const write = await unknown(connection_id, id)
      return withoutCheck(write.state === 'unknown' ? await platformLedger.settle(connection_id, write, state) : write)
    },
  }
}

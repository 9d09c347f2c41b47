import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { Write } from '../../preload/contract/writes.ts'
import type { Data } from '../data/calls.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import type { PlatformCheck, WriteCheck } from './check.ts'

/** What is about to be sent to a service. */
export interface WriteAbout {
  readonly kind: Write['kind']
  /** As in the contract (writes.ts): never an answer, a message or a person. */
  readonly target: string
  /** What a later look at the service needs to find out what became of it. */
  readonly check: WriteCheck | PlatformCheck
}

export type StoredWrite = Write & {
  readonly check: unknown
  /** Where it was sent: what another host or account says tells nothing of it. */
  readonly place?: string
}

/** A write as the contract shows it. */
export function withoutCheck({ check: _, place: __, ...write }: StoredWrite): Write {
  return write
}

/** Every write to a service, from before it is sent until it is known what became of it. */
export interface Ledger {
  /**
   * Notes the write as `sending`, runs `send` once, and notes `confirmed`, `failed`, `unknown` (`sent_unknown`: nobody
   * knows whether the service did it) or, when it was cancelled before it was sent, `not_done`. Gives what `send` gives
   * and throws what it throws.
   */
  write<T>(connectionId: string, about: WriteAbout, send: () => Promise<T>): Promise<T>
  /** Newest first. What is `sending` and not sent by this process is `unknown`: the app ended meanwhile. */
  list(connectionId: string): Promise<readonly StoredWrite[]>
  /** Notes what a look at the service found out. */
  settle(connectionId: string, write: StoredWrite, state: 'confirmed' | 'not_done'): Promise<StoredWrite>
}

export interface LedgerDeps {
  /** Whose connections it is kept for. */
  readonly service: ServiceKind
  readonly data: Data
  readonly now: () => Date
  /** The host and account that a connection asks now; for a service whose connections may change them. */
  placeOf?(connectionId: string): Promise<string>
  changed(feature: string): void
}

/** The ledger of all connections to one service: a write that was sent is never forgotten and never sent again on its own. */
export function createLedger({ service, data, now, placeOf, changed }: LedgerDeps): Ledger {
  const sending = new Set<string>()
  const put = async (connectionId: string, write: StoredWrite) => {
    await data.ask('writes.put', { service, connection_id: connectionId, write })
    changed(service === 'forms' ? 'writes' : 'activity')
  }
  /**
   * What became of a write matters more than its note: where that cannot be stored, not even by a data process that
   * starts anew, it stays `sending`, which is told as `unknown` from then on.
   */
  const note = (connectionId: string, write: StoredWrite) =>
    put(connectionId, write)
      .catch(() => put(connectionId, write))
      .catch(() => undefined)
  return {
    async write(connectionId, about, send) {
      const write: StoredWrite = {
        ...about,
        ...(placeOf ? { place: await placeOf(connectionId) } : {}),
        id: crypto.randomUUID(),
        at: now().toISOString(),
        state: 'sending',
        failure: null,
      }
      sending.add(write.id)
      try {
        await put(connectionId, write)
        const value = await send().catch(async (error: unknown) => {
          await note(connectionId, { ...write, ...outcomeOf(error) })
          throw error
        })
        await note(connectionId, { ...write, state: 'confirmed' })
        return value
      } finally {
        sending.delete(write.id)
      }
    },
    async list(connectionId) {
      const writes = await data.ask('writes.list', { service, connection_id: connectionId })
      return writes.map((write) =>
        write.state === 'sending' && !sending.has(write.id)
          ? { ...write, state: 'unknown' as const, failure: 'sent_unknown' as const }
          : write,
      )
    },
    async settle(connectionId, write, state) {
      const settled = { ...write, state, failure: null }
      await put(connectionId, settled)
      return settled
    },
  }
}

/** An abort that reaches the ledger came before anything was sent (main/remotes). */
function outcomeOf(error: unknown): Pick<Write, 'state' | 'failure'> {
  const { code } = failureOf(error)
  if (code === 'cancelled') return { state: 'not_done', failure: null }
  // What nobody foresaw may have happened after the sending.
  if (!(error instanceof AppFailure)) return { state: 'unknown', failure: code }
  return { state: code === 'sent_unknown' ? 'unknown' : 'failed', failure: code }
}

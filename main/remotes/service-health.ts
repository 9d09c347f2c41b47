import type { ServiceHealth } from '../../preload/contract/health.ts'
import { factsOf } from '../../preload/values/failures.ts'
import type { AppFailure } from '../kernel/failure.ts'
import type { OnOutcome } from '../kernel/http.ts'

type State = ServiceHealth['state']

export interface ServiceHealthLog {
  list(): ServiceHealth[]
  /** A listener for the requests of the connection as it is now; results after `forget` are ignored. */
  observe(connectionId: string): OnOutcome
  /** The connection has another address or another token now. */
  forget(connectionId: string): void
}

export interface ServiceHealthDeps {
  readonly now: () => Date
  /** Called when the state of a service changed. */
  changed(): void
}

interface Entry {
  health?: ServiceHealth
  /** When the last answer came, by the clock of `performance`. */
  answeredAt: number
}

/** The state of each connection's service by its answers; in memory alone, since it is valid for one day at most. */
export function createServiceHealth({ now, changed }: ServiceHealthDeps): ServiceHealthLog {
  const entries = new Map<string, Entry>()
  return {
    list: () => [...entries.values()].flatMap(({ health }) => health ?? []),
    observe(connection_id) {
      const entry = entries.get(connection_id) ?? { answeredAt: Number.NEGATIVE_INFINITY }
      entries.set(connection_id, entry)
      return ({ failure, sentAt }) => {
        const state = failure ? stateOf(failure) : 'answers'
        if (state === undefined || entries.get(connection_id) !== entry) return
        // One slow or failing request does not change the state while others that were sent later are answered.
        if (state !== 'answers' && sentAt < entry.answeredAt) return
        if (state === 'answers') entry.answeredAt = performance.now()
        const previous = entry.health
        const at = now().toISOString()
        // Something before the service may fail in its place: that is another trouble.
        const isSame = previous?.state === state && (state !== 'failing' || previous.failure?.code === failure?.code)
        entry.health = {
          connection_id,
          state,
          since: isSame ? previous.since : at,
          at,
          failure: failure && state !== 'answers' ? { code: failure.code, params: { ...failure.params } } : null,
        }
        if (!isSame) changed()
      }
    },
    forget(connectionId) {
      if (entries.delete(connectionId)) changed()
    },
  }
}

/** The system reports that there is no way to any host, or to the one that knows names. */
const withoutNetwork = /INTERNET_DISCONNECTED|ENETUNREACH|ENETDOWN|EAI_AGAIN/

/**
 * What a failed request states about its service; undefined for what happened before it was sent, such as a locked
 * vault.
 */
export function stateOf({ code, details = '' }: Pick<AppFailure, 'code' | 'details'>): State | undefined {
  if (code === 'offline' && withoutNetwork.test(details)) return 'offline'
  if (code === 'offline' && details === 'TLS') return 'failing'
  const { service } = factsOf(code)
  return service === null ? undefined : states[service]
}

/** A refusal is an answer too: the service read the request. */
const states = {
  answers: 'answers',
  refuses: 'refused',
  elsewhere: 'failing',
  silent: 'silent',
  failing: 'failing',
} as const

/** A larger difference between the service's clock and ours moves the days of filters. */
const skewMinutes = 5

/**
 * Minutes by which our clock is ahead of the service's, 0 for a small difference; null for an answer without a time.
 */
export function clockSkew(headers: Headers, now: Date): number | null {
  const server = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(server)) return null
  const minutes = Math.round((now.getTime() - server) / 60_000)
  return Math.abs(minutes) < skewMinutes ? 0 : minutes
}

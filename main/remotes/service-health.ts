import type { ServiceHealth } from '../../preload/contract/health.ts'
import { factsOf } from '../../preload/values/failures.ts'
import type { AppFailure } from '../kernel/failure.ts'
import type { OnOutcome } from '../kernel/http.ts'

type State = ServiceHealth['state']

export interface ServiceHealthLog {
  list(): ServiceHealth[]
  /** A listener for the requests of the connection in its present state; results after `forget` are ignored. */
  observe(connectionId: string): OnOutcome
  /** The connection now has another address or token. */
  forget(connectionId: string): void
}

export interface ServiceHealthDeps {
  readonly now: () => Date
  changed(): void
}

interface Entry {
  health?: ServiceHealth
  /** When the last answer came, by the clock of `performance`. */
  answeredAt: number
}

/**
 * The state of each connection's service, by its answers. It stays in memory, since it is valid for one day at most.
 */
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
        // A slow or failing request does not change the state once a request that was sent later has been answered.
        if (state !== 'answers' && sentAt < entry.answeredAt) return
        if (state === 'answers') entry.answeredAt = performance.now()
        const previous = entry.health
        const at = now().toISOString()
        // A proxy may fail in the service's place, which is another failure.
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

/** The system reports that no host, or no name server, can be reached. */
const withoutNetwork = /INTERNET_DISCONNECTED|ENETUNREACH|ENETDOWN|EAI_AGAIN/

/**
 * The state that a failed request shows of its service. Undefined for a failure before it was sent, such as a locked
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

/** A larger difference between the service's clock and ours shifts the days of filters. */
const skewMinutes = 5

/**
 * The minutes by which our clock is ahead of the service's, 0 for a small difference; null without a time in the
 * answer.
 */
export function clockSkew(headers: Headers, now: Date): number | null {
  const server = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(server)) return null
  const minutes = Math.round((now.getTime() - server) / 60_000)
  return Math.abs(minutes) < skewMinutes ? 0 : minutes
}

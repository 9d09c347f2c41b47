import type { health as contract } from '../../preload/contract/health.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { type ServiceHealthLog, stateOf } from './service-health.ts'

export interface HealthDeps {
  readonly health: ServiceHealthLog
  /** Asks the service of a connection its cheapest question with the token, once. */
  ask(connectionId: string, signal: AbortSignal): Promise<unknown>
}

/** What is known of the services, and the one request that finds out more. */
export function createHealthService({ health, ask }: HealthDeps): Handlers<typeof contract> {
  return {
    'health.list': () => health.list(),
    async 'health.probe'({ id }, { signal }) {
      try {
        await ask(id, signal)
      } catch (error) {
        // What the service did is in the list; what kept the request from being sent is not.
        if (!(error instanceof AppFailure) || stateOf(error) === undefined) throw error
      }
      return health.list()
    },
  }
}

import type { health as contract } from '../../preload/contract/health.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import { stateOf } from '../remotes/service-health.ts'
import type { Services } from '../services.ts'

/** The state of the services, and the request that finds out more. */
export function createHealthService({ health, connections, accounts, platform }: Services): Handlers<typeof contract> {
  /** Sends the cheapest request with the token, once. */
  const probe = async (id: string, signal: AbortSignal) => {
    const { service } = await connections.read(id)
    if (service === 'platform') return (await platform(id)).probeAccount(signal)
    return (await accounts.formsOnce(id)).account({ signal, priority: 'interactive' })
  }
  return {
    'health.list': () => health.list(),
    async 'health.probe'({ id }, { signal }) {
      try {
        await probe(id, signal)
      } catch (error) {
        // The list shows what the service answered. Failures before the request was sent are not in it.
        if (!(error instanceof AppFailure) || stateOf(error) === undefined) throw error
      }
      return health.list()
    },
  }
}

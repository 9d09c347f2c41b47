import { AppFailure } from '../kernel/failure.ts'
import { type RetryPolicy, throttleDelay } from '../kernel/retry.ts'
import type { Platform, PlatformCall } from './platform.ts'

/**
 * What all long work of one account shares: how many requests are in flight, and how long a throttle holds all of it.
 */
export interface Pace {
  /** Sends when its turn has come. While the service holds the account off, `rate_limited` without sending. */
  turn<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** A person starts something now: its first request finds out whether the service still holds the account off. */
  reopen(): void
  /**
   * How many of `requested` requests at once would be in flight now, beside what other work has: turns come in order.
   */
  share(requested: number): number
}

interface PaceDeps {
  readonly retryPolicy: Pick<RetryPolicy, 'delays' | 'now'>
  /** The most requests in flight, as the person wants it now. */
  most(): number
}

/** No document names a limit (docs/services.md §1.10): what one task learns of it holds for the others as well. */
export function createPace({ retryPolicy, most }: PaceDeps): Pace {
  const { now } = retryPolicy
  let inFlight = 0
  let closedUntil = 0
  const queue: (() => void)[] = []

  const next = () => {
    while (inFlight < most()) {
      const go = queue.shift()
      if (!go) return
      inFlight += 1
      go()
    }
  }
  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(go), 1)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(go)
      next()
    })
  }
  const hold = (error: unknown): never => {
    if (error instanceof AppFailure && error.code === 'rate_limited') {
      const at = now()
      closedUntil = Math.max(closedUntil, at.getTime() + throttleDelay(error, retryPolicy.delays[0] ?? 0, at))
    }
    throw error
  }
  return {
    async turn(send, signal) {
      await enter(signal)
      try {
        const left = closedUntil - now().getTime()
        if (left > 0) throw new AppFailure('rate_limited', { seconds: left / 1000 })
        return await send().catch(hold)
      } finally {
        inFlight -= 1
        next()
      }
    },
    reopen() {
      closedUntil = 0
    },
    share(requested) {
      const others = inFlight + queue.length
      return Math.max(1, Math.min(requested, Math.round((most() * requested) / (requested + others))))
    },
  }
}

/** One call of the account, as what is put around it sees it. */
interface CallAbout {
  readonly name: 'leadPage' | 'leadCsv' | 'cruzar' | 'filterConversations' | 'call'
  readonly signal: AbortSignal
  /** Of a `call`. */
  readonly request?: PlatformCall
}

type Around = <T>(send: () => Promise<T>, about: CallAbout) => Promise<T>

/** The same account, whose calls are made by `around`; an exchange and the two probes stay as they are. */
function withAround(platform: Platform, around: Around): Platform {
  return {
    ...platform,
    leadPage: (filter, page, perPage, signal) =>
      around(() => platform.leadPage(filter, page, perPage, signal), { name: 'leadPage', signal }),
    leadCsv: (filter, signal) => around(() => platform.leadCsv(filter, signal), { name: 'leadCsv', signal }),
    cruzar: (keys, filter, signal) => around(() => platform.cruzar(keys, filter, signal), { name: 'cruzar', signal }),
    filterConversations: (payload, page, signal) =>
      around(() => platform.filterConversations(payload, page, signal), { name: 'filterConversations', signal }),
    call: (request) => around(() => platform.call(request), { name: 'call', signal: request.signal, request }),
  }
}

/** The account for long work: pages, batches and sets wait for their turn. */
export function paced(platform: Platform, pace: Pace): Platform {
  return withAround(platform, (send, { name, signal }) =>
    name === 'call' || name === 'leadCsv' ? send() : pace.turn(send, signal),
  )
}

/**
 * The same account, whose refusals say what is missing. The leads and some calls need an administrator's token, and the
 * service refuses another one with the 401 of a bad one (docs/services.md §1.6). A cheap route distinguishes them:
 * where the token is accepted there, the failure is `not_administrator`.
 */
export function withAdministratorFailures(platform: Platform): Platform {
  return withAround(platform, async (send, { name, signal, request }) => {
    const isOpenToAgents = name === 'filterConversations' || (request !== undefined && !request.administrator)
    try {
      return await send()
    } catch (error) {
      const isRefused = error instanceof AppFailure && isRefusal(error)
      if (isOpenToAgents || !isRefused || !(await accepts(platform, signal))) throw error
      throw new AppFailure('not_administrator', error.params, error.details)
    }
  })
}

const isRefusal = ({ code }: AppFailure) => code === 'unauthorized' || code === 'forbidden'

/** Whether the account's cheapest route is answered with this address and token. */
export async function accepts(platform: Platform, signal: AbortSignal): Promise<boolean> {
  try {
    await platform.probeAccount(signal)
    return true
  } catch {
    return false
  }
}

/**
 * The same account, whose failures distinguish a route that the installation lacks from a wrong address: both answer
 * 404 with a page (docs/services.md §1.8). Where the account's cheapest route is answered, the failure is
 * `route_missing`, with the brand of the lead paths where it may be that.
 */
export function withMissingRouteFailures(platform: Platform, brand: string): Platform {
  return withAround(platform, async (send, { name, signal }) => {
    try {
      return await send()
    } catch (error) {
      const isMissing = error instanceof AppFailure && error.code === 'not_this_service'
      if (name === 'filterConversations' || !isMissing || !(await accepts(platform, signal))) throw error
      throw new AppFailure('route_missing', { ...error.params, ...(name === 'call' ? {} : { brand }) }, error.details)
    }
  })
}

/**
 * The same account, whose answers are thrown away where the connection belongs to another account, or is at another
 * address, by the time they come. They would be stored as that one's. `check` throws then. Writes are let through: the
 * outcome of one is known all the same, and a connection whose ledger has one stays with its account. So is an
 * exchange, whose body must be read as it comes.
 */
export function onlyOfItsAccount(platform: Platform, check: () => Promise<void>): Platform {
  return withAround(platform, async (send, { request }) => {
    const answer = await send()
    if (request === undefined || request.method === 'GET') await check()
    return answer
  })
}

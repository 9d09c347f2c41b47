import { AppFailure } from '../kernel/failure.ts'
import { type RetryPolicy, throttleDelay } from '../kernel/retry.ts'
import type { Platform, PlatformCall } from './platform.ts'

/** What all long work of one account shares: how many requests are in flight, and how long a throttle holds all of it. */
export interface Pace {
  /** Sends when its turn has come. While the service holds the account off, `rate_limited` without sending. */
  turn<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** A person starts something now: its first request finds out whether the service still holds the account off. */
  reopen(): void
  /** How many of `requested` requests at once would be in flight now, beside what other work has: turns come in order. */
  share(requested: number): number
}

interface PaceDeps {
  readonly retryPolicy: Pick<RetryPolicy, 'delays' | 'now'>
  /** The most requests in flight, as the person wants it now. */
  most(): number
}

/** No document names a limit (agent-platform.md, "Limits"): what one task learns of it holds for the others as well. */
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

/** The account for long work: pages, batches and sets wait for their turn. */
export function paced(platform: Platform, pace: Pace): Platform {
  return {
    ...platform,
    leadPage: (filter, page, perPage, signal) =>
      pace.turn(() => platform.leadPage(filter, page, perPage, signal), signal),
    cruzar: (keys, filter, signal) => pace.turn(() => platform.cruzar(keys, filter, signal), signal),
    filterConversations: (payload, page, signal) =>
      pace.turn(() => platform.filterConversations(payload, page, signal), signal),
  }
}

/**
 * The same account, whose refusals say what is missing: the leads and some calls ask for an administrator's token, and the service
 * refuses another one with the 401 of a bad one (features.md §8.1). A cheap route distinguishes them: where the token is
 * accepted there, the failure is `not_administrator`.
 */
export function withAdministratorFailures(platform: Platform): Platform {
  const asked = async <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof AppFailure) || !isRefusal(error) || !(await accepts(platform, signal))) throw error
      throw new AppFailure('not_administrator', error.params, error.details)
    }
  }
  return {
    ...platform,
    leadPage: (filter, page, perPage, signal) => asked(platform.leadPage(filter, page, perPage, signal), signal),
    leadCsv: (filter, signal) => asked(platform.leadCsv(filter, signal), signal),
    cruzar: (keys, filter, signal) => asked(platform.cruzar(keys, filter, signal), signal),
    call: (request) => (request.administrator ? asked(platform.call(request), request.signal) : platform.call(request)),
  }
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
 * The same account, whose failures distinguish a route that the installation lacks from a wrong address: both answer 404 with a
 * page (features.md §8.1). Where the account's cheapest route is answered, the failure is `route_missing`, with the brand
 * of the lead paths where it may be that.
 */
export function withMissingRouteFailures(platform: Platform, brand: string): Platform {
  const asked = async <T>(answer: Promise<T>, signal: AbortSignal, params: { brand?: string } = {}): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof AppFailure) || error.code !== 'not_this_service') throw error
      if (!(await accepts(platform, signal))) throw error
      throw new AppFailure('route_missing', { ...error.params, ...params }, error.details)
    }
  }
  return {
    ...platform,
    leadPage: (filter, page, perPage, signal) =>
      asked(platform.leadPage(filter, page, perPage, signal), signal, { brand }),
    leadCsv: (filter, signal) => asked(platform.leadCsv(filter, signal), signal, { brand }),
    cruzar: (keys, filter, signal) => asked(platform.cruzar(keys, filter, signal), signal, { brand }),
    call: (request) => asked(platform.call(request), request.signal),
  }
}

/**
 * The same account, whose answers are thrown away where the connection belongs to another account, or is at another address,
 * by the time they come: they would be kept as that one's. `check` throws then. Writes are let through: the outcome of one is
 * known all the same, and a connection whose ledger has one stays with its account. So is an exchange, whose body must be
 * read as it comes.
 */
export function onlyOfItsAccount(platform: Platform, check: () => Promise<void>): Platform {
  const checked = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    await check()
    return value
  }
  const asks = ({ method }: PlatformCall) => method === 'GET'
  return {
    ...platform,
    leadPage: (...asked) => checked(platform.leadPage(...asked)),
    leadCsv: (...asked) => checked(platform.leadCsv(...asked)),
    cruzar: (...asked) => checked(platform.cruzar(...asked)),
    filterConversations: (...asked) => checked(platform.filterConversations(...asked)),
    call: (request) => (asks(request) ? checked(platform.call(request)) : platform.call(request)),
  }
}

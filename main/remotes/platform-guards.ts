import { AppFailure } from '../kernel/failure.ts'
import type { Platform, PlatformCall } from './platform.ts'

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

import { AppFailure } from '../kernel/failure.ts'
import { accepts } from './administrator.ts'
import type { Platform } from './platform.ts'

/**
 * The same account, whose failures tell a route that the installation lacks from a wrong address: both answer 404 with a
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

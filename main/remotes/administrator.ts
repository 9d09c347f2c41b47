import { AppFailure } from '../kernel/failure.ts'
import type { Platform } from './platform.ts'

/**
 * The same account, whose refusals say what is missing: the leads and some calls ask for an administrator's token, and the service
 * refuses another one with the 401 of a bad one (features.md §8.1). A cheap route tells them apart: where the token is
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

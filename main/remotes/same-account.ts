import type { Platform, PlatformCall } from './platform.ts'

/**
 * The same account, whose answers are thrown away where the connection belongs to another account, or is at another address,
 * by the time they come: they would be kept as that one's. `check` throws then. Writes are let through: what became of one is
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

import { AppFailure } from '../kernel/failure.ts'
import type { Pace } from './pace.ts'
import type { Platform, PlatformCall } from './platform.ts'

/**
 * What can stand around a call.
 * - `administrator`: a refusal of an accepted token is `not_administrator` (docs/services.md §1.6).
 * - `missing_route`: a route that the installation lacks is distinguished from a wrong address (docs/services.md
 *   §1.8).
 * - `own_account`: an answer is thrown away where the connection belongs to another account by then. It would be stored
 *   as that one's.
 * - `pace`: it waits until the long work of the account has room.
 */
type Layer = 'administrator' | 'missing_route' | 'own_account' | 'pace'

/**
 * The layers of each call, the innermost first; a `call` is a read or a write. The outcome of a write is known in any
 * case, and a connection with a ledger stays with its account. Time limits, the token and the health of the service
 * belong to every request (platform.ts). Probes and exchanges have no further layers.
 */
const layersOf = {
  leadPage: ['administrator', 'missing_route', 'own_account', 'pace'],
  leadCsv: ['administrator', 'missing_route', 'own_account'],
  cruzar: ['administrator', 'missing_route', 'own_account', 'pace'],
  filterConversations: ['own_account', 'pace'],
  read: ['missing_route', 'own_account'],
  write: ['missing_route'],
  administratorRead: ['administrator', 'missing_route', 'own_account'],
  administratorWrite: ['administrator', 'missing_route'],
} as const satisfies Readonly<Record<string, readonly Layer[]>>

type CallKind = keyof typeof layersOf
type Around = <T>(send: () => Promise<T>, kind: CallKind, signal: AbortSignal) => Promise<T>

function kindOf({ method, administrator }: PlatformCall): CallKind {
  if (method === 'GET') return administrator ? 'administratorRead' : 'read'
  return administrator ? 'administratorWrite' : 'write'
}

interface AccountDeps {
  /** The brand in its lead paths. */
  readonly brand: string
  /** Throws where the connection now belongs to another account or address. */
  check(): Promise<void>
  /** Null for calls that a person waits for. */
  readonly pace: Pace | null
}

/** The account of a connection, where each call has its layers. */
export function createAccount(platform: Platform, { brand, check, pace }: AccountDeps): Platform {
  const layers: Readonly<Record<Layer, Around>> = {
    administrator: (send, _, signal) =>
      send().catch(async (error: unknown) => {
        if (!hasCode(error, ['unauthorized', 'forbidden']) || !(await accepts(platform, signal))) throw error
        throw new AppFailure('not_administrator', error.params, error.details)
      }),
    missing_route: (send, kind, signal) =>
      send().catch(async (error: unknown) => {
        if (!hasCode(error, ['not_this_service']) || !(await accepts(platform, signal))) throw error
        // The brand may be wrong.
        const isOfLeads = kind === 'leadPage' || kind === 'leadCsv' || kind === 'cruzar'
        throw new AppFailure('route_missing', { ...error.params, ...(isOfLeads ? { brand } : {}) }, error.details)
      }),
    own_account: async (send) => {
      const answer = await send()
      await check()
      return answer
    },
    pace: (send, _, signal) => (pace ? pace.turn(send, signal) : send()),
  }
  const around = <T>(kind: CallKind, signal: AbortSignal, send: () => Promise<T>): Promise<T> =>
    layersOf[kind].reduce<() => Promise<T>>((inner, layer) => () => layers[layer](inner, kind, signal), send)()
  return {
    ...platform,
    leadPage: (filter, page, perPage, signal) =>
      around('leadPage', signal, () => platform.leadPage(filter, page, perPage, signal)),
    leadCsv: (filter, signal) => around('leadCsv', signal, () => platform.leadCsv(filter, signal)),
    cruzar: (keys, filter, signal) => around('cruzar', signal, () => platform.cruzar(keys, filter, signal)),
    filterConversations: (payload, page, signal) =>
      around('filterConversations', signal, () => platform.filterConversations(payload, page, signal)),
    call: (request) => around(kindOf(request), request.signal, () => platform.call(request)),
  }
}

function hasCode(error: unknown, codes: readonly AppFailure['code'][]): error is AppFailure {
  return error instanceof AppFailure && codes.includes(error.code)
}

/** Whether the account's cheapest route accepts this address and token. */
export async function accepts(platform: Platform, signal: AbortSignal): Promise<boolean> {
  try {
    await platform.probeAccount(signal)
    return true
  } catch {
    return false
  }
}

import type * as z from 'zod'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { CallMethod, Route, wantedCall } from '../../preload/contract/console.ts'
import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { secretMask } from '../kernel/mask-secrets.ts'
import { describedCall, routeOfCall } from './catalogue.ts'
import { effectOf } from './route-row.ts'

/** Where the connection in use points, without its secret. */
export interface ConsoleAddress {
  readonly service: ServiceKind
  /** Origin and path prefix in use, without a trailing slash. */
  readonly base_url: string
  readonly account_id: number | null
  readonly brand: string | null
}

type CallInput = Omit<z.output<typeof wantedCall>, 'connection_id'>

/** A call that may be sent. */
export interface ReadyCall {
  readonly method: CallMethod
  /** Below the base URL, with the account in its place. */
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  /** Parsed; undefined for none. */
  readonly body: unknown
  readonly route: Route | undefined
  readonly effect: Route['effect']
  /** As the ledger names it: never a person. */
  readonly described: string
}

/**
 * Reads what a person wants to call. The path stays on the connection's own host: it begins with one slash and climbs
 * nowhere. Throws `bad_request` with the place: `path`, `body` (no JSON, or one with a GET), `covered` (a body that was taken from
 * the history still has its secrets covered).
 */
export function readCall({ method, path: wanted, query, body }: CallInput, address: ConsoleAddress): ReadyCall {
  const path = withAccount(wanted, address)
  if (!isPlainPath(path)) throw new AppFailure('bad_request', { place: 'path' })
  const route = routeOfCall(address.service, method, path)
  return {
    method,
    path,
    query,
    body: bodyOf(method, body),
    route,
    effect: route?.effect ?? effectOf(method),
    described: describedCall(method, path, route),
  }
}

function withAccount(path: string, { account_id, brand }: ConsoleAddress): string {
  return path
    .replaceAll('{account_id}', account_id === null ? '{account_id}' : String(account_id))
    .replaceAll('{brand}', brand === null ? '{brand}' : encodeURIComponent(brand))
}

function isPlainPath(path: string): boolean {
  return /^\/(?![/\\])[^\s?#\\{}]*$/.test(path) && path.split('/').every((word) => !/^\.{1,2}$/.test(decoded(word)))
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return '..'
  }
}

function bodyOf(method: CallMethod, text: string | null): unknown {
  if (text === null || text.trim() === '') return undefined
  if (method === 'GET') throw new AppFailure('bad_request', { place: 'body' })
  if (text.includes(secretMask)) throw new AppFailure('bad_request', { place: 'covered' })
  const body = parseJson(text)
  if (body === undefined) throw new AppFailure('bad_request', { place: 'body' })
  return body
}

import type * as z from 'zod'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { CallMethod, Route, wantedCall } from '../../preload/contract/console.ts'
import { AppFailure } from '../kernel/failure.ts'
import { parseJson } from '../kernel/json.ts'
import { isSecretName, maskSecretsInText, secretMask } from '../kernel/mask-secrets.ts'
import { acceptOf } from '../remotes/platform.ts'
import { describedCall, routeOfCall } from './catalogue.ts'
import { effectOf } from './routes.ts'

/** The current address of the connection, without its secret. */
export interface ConsoleAddress {
  readonly service: ServiceKind
  /** Current origin and path prefix, without a trailing slash. */
  readonly base_url: string
  readonly account_id: number | null
  readonly brand: string | null
}

type CallInput = Omit<z.output<typeof wantedCall>, 'connection_id'>

export interface ReadyCall {
  readonly method: CallMethod
  /** Below the base URL, with the number of the account. */
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  /** Parsed; undefined for none. */
  readonly body: unknown
  readonly route: Route | undefined
  readonly effect: Route['effect']
  /** The ledger's name of the call, which never names a person. */
  readonly described: string
}

/**
 * Reads a call that a person has written. The path stays on the connection's own host: it begins with one slash and has
 * no parent segments. Throws `bad_request` with the place: `path`, `body` (invalid JSON, or a body with a GET),
 * `covered` (a body from the history with masked secrets).
 */
export function readCall({ method, path: requestedPath, query, body }: CallInput, address: ConsoleAddress): ReadyCall {
  const path = withAccount(requestedPath, address)
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

/** Address and query of a call, with the values of secret parameters masked. */
export function shownUrl({ path, query }: ReadyCall, { base_url }: ConsoleAddress): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${shownValue(name, value)}`)
  return `${base_url}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

const shownValue = (name: string, value: string) => (isSecretName(name) ? secretMask : encodeURIComponent(value))

/** The sent body, in lines, with every secret masked; null for none. */
export function shownBody({ body }: ReadyCall): string | null {
  return body === undefined ? null : maskSecretsInText(JSON.stringify(body, null, 2))
}

/**
 * The same call for a terminal (docs/decisions/requests-and-writes.md §13). The credential appears by its documented
 * name only, and the body's secrets are masked.
 */
export function curlOf(call: ReadyCall, address: ConsoleAddress): string {
  const credential =
    address.service === 'forms' ? 'Authorization: Bearer <API_KEY>' : 'api_access_token: <ACCESS_TOKEN>'
  const body = shownBody(call)
  return [
    `curl -X ${call.method} ${quoted(shownUrl(call, address))}`,
    `-H ${quoted(`Accept: ${address.service === 'platform' ? acceptOf(call) : 'application/json'}`)}`,
    ...(call.route?.open ? [] : [`-H ${quoted(credential)}`]),
    ...(body === null ? [] : [`-H ${quoted('Content-Type: application/json')}`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

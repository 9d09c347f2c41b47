import { isUtf8 } from 'node:buffer'
import { AppFailure } from './failure.ts'
import { failureOfAnswer, failureOfNetwork, looksLikeHtml, pageWithSuccess, type Refusal } from './http-failures.ts'
import { wait } from './schedule.ts'

/** The name and password with which a proxy lets requests through. */
export interface ProxyLogin {
  /** Name and port, such as `proxy.empresa:8080`. */
  readonly proxy: string
  readonly username: string
  readonly password: string
}

/** Gives a login that may be tried, or undefined. `refused` is the one that this proxy has just not accepted. */
export type FindProxyLogin = (proxy: string, refused: ProxyLogin | undefined) => Promise<ProxyLogin | undefined>

export interface FetchInit extends RequestInit {
  /** It changes something: no layer below may send it a second time on its own. */
  readonly writes?: boolean
  /**
   * Called when a proxy requires a name and a password; without it, or without an answer, the request fails with
   * `proxy_login`.
   */
  readonly proxyLogin?: FindProxyLogin
}

export type Fetch = (url: string, init: FetchInit) => Promise<Response>
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface HttpRequest {
  readonly method?: HttpMethod
  /** Below the base URL, beginning with a slash. */
  readonly path: string
  readonly query?: readonly (readonly [name: string, value: string])[]
  /** Sent as JSON. */
  readonly body?: unknown
  /** A POST that only reads; every other request with a method than GET counts as a write. */
  readonly onlyAsks?: true
  readonly accept?: string
  /** Every status is an answer, not only a 2xx: for who shows the answer of the service as it is. */
  readonly anyStatus?: true
  readonly signal: AbortSignal
  /** From the first byte sent to the last byte read; 60 seconds by default. */
  readonly timeoutMs?: number
  /** Called with the head of any answer, refusals too, before its body comes. */
  answered?(head: Pick<Response, 'status' | 'headers'>): void
}

/**
 * Called with the result of a request that was sent, not for a body that breaks off later. `sentAt`: by
 * `performance.now()`.
 */
export type OnOutcome = (outcome: { readonly failure: AppFailure | null; readonly sentAt: number }) => void

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body in UTF-8, without a mark of byte order. */
  readonly bytes: Uint8Array
  /** The same as text, decoded when it is read first. */
  readonly text: string
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
}

/** An answer whose body has not come yet. */
export interface HttpStream {
  readonly status: number
  readonly headers: Headers
  /** Throws what `send` throws when the body breaks off. Must be read to its end, or left by `return` or `throw`. */
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * The one way to a service: no redirect is followed, every request has a timeout, failures name the host and no query.
 */
export interface Http {
  /**
   * The whole body as text. Throws `AppFailure` for anything but a 2xx, unless `anyStatus` is set, and
   * `unexpected_body` for more than `mostBytes`; of the answer to a write, which was done, what fits is given.
   */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** The body as it comes, for files that are saved that way. Throws `AppFailure` for anything but a 2xx. */
  stream(request: HttpRequest): Promise<HttpStream>
}

export interface HttpDeps {
  readonly fetch: Fetch
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** The header that carries the secret, made anew for every request. */
  credentials(): Promise<Readonly<Record<string, string>>>
  /** Names a non-2xx answer, for a service that says more than both do. */
  readonly refusal?: (refusal: Refusal, request: HttpRequest) => AppFailure | Promise<AppFailure>
  /** How much of a body is held in memory; 64 MB by default, many times what any page of a service has. */
  readonly mostBytes?: number
  /** Called with the result of each request, for the health of the service; not with `anyStatus`. */
  readonly onOutcome?: OnOutcome | undefined
}

const defaultTimeoutMs = 60_000
const json = 'application/json'
const ordinaryMostBytes = 64 * 1024 * 1024
/** A refusal is a sentence, or a page whose beginning shows what it is. */
const mostOfRefusal = 64 * 1024
const shieldPauseMs = 250

export function createHttp(deps: HttpDeps): Http {
  const { fetch, baseUrl, credentials, refusal = failureOfAnswer, mostBytes = ordinaryMostBytes, onOutcome } = deps
  const host = new URL(baseUrl).host

  const open = async (request: HttpRequest, signal: AbortSignal): Promise<Response> => {
    const { method = 'GET', path, query = [], body, accept = json } = request
    const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))
    const url = `${baseUrl}${path}${query.length > 0 ? `?${parameters}` : ''}`
    const response = await fetch(url, {
      method,
      headers: {
        accept,
        ...(body === undefined ? {} : { 'content-type': json }),
        ...(await credentials()),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A secret never follows a redirect (docs/services.md §13.6); where a host's fetch cannot stop there, it throws.
      redirect: 'manual',
      writes: isWrite(request),
      signal,
    })
    request.answered?.(response)
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw new AppFailure('redirected', { host })
    }
    if (!response.ok && !request.anyStatus) {
      const { bytes } = await bodyOf(response, Math.min(mostBytes, mostOfRefusal))
      const text = decoder.decode(inUtf8(bytes, response.headers))
      throw await refusal({ status: response.status, headers: response.headers, text, host }, request)
    }
    return response
  }

  /** A shield lets through a moment later what it took for a robot's: a read is sent once more. */
  const openTwice = async (request: HttpRequest, signal: AbortSignal): Promise<Response> => {
    try {
      return await open(request, signal)
    } catch (error) {
      const isShield = error instanceof AppFailure && error.code === 'shield_page'
      if (!isShield || isWrite(request)) throw error
      await wait(shieldPauseMs, signal)
      return open(request, signal)
    }
  }

  /**
   * Sends a request that ends with the caller's signal or the timeout, and gives what `read` makes of its response.
   * Whatever the network does is thrown under its name (`named`); a failure of the service is reported, an abort by the
   * caller is not.
   */
  const exchange = async <T>(
    request: HttpRequest,
    read: (response: Response, sentAt: number, named: (error: unknown) => unknown) => T | Promise<T>,
  ): Promise<T> => {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
    const sentAt = performance.now()
    const named = (error: unknown): unknown => {
      if (request.signal.aborted) return request.signal.reason
      if (error instanceof AppFailure) return error
      return timeout.aborted ? new AppFailure('timeout', { host }) : failureOfNetwork(error, { host })
    }
    const signal = AbortSignal.any([request.signal, timeout])
    try {
      return await read(await openTwice(request, signal), sentAt, named)
    } catch (error) {
      const failure = named(error)
      if (failure instanceof AppFailure) onOutcome?.({ failure, sentAt })
      throw failure
    }
  }

  return {
    send: (request) =>
      exchange(request, async (response, sentAt) => {
        const { bytes: body, isWhole } = await bodyOf(response, mostBytes)
        const bytes = inUtf8(body, response.headers)
        const isPage = (request.accept ?? json) === json && looksLikeHtml(startOf(bytes))
        if (response.ok) onOutcome?.({ failure: isPage ? pageWithSuccess(host) : null, sentAt })
        if (!isWhole && !isWrite(request)) throw new AppFailure('unexpected_body', { host }, 'too many bytes')
        return answerOf(response, bytes, performance.now() - sentAt)
      }),
    stream: (request) =>
      exchange(request, ({ status, headers, body, ok }, sentAt, named) => {
        if (ok) onOutcome?.({ failure: null, sentAt })
        return { status, headers, body: namingFailures(body, named) }
      }),
  }
}

const isWrite = ({ method = 'GET', onlyAsks }: HttpRequest) => method !== 'GET' && !onlyAsks

/** What tells a page of HTML from JSON stands at its beginning. */
const sniffedBytes = 4096
const decoder = new TextDecoder()

/** The beginning of a body as text, for whoever looks what kind it is. */
export function startOf(bytes: Uint8Array): string {
  return decoder.decode(bytes.subarray(0, sniffedBytes))
}

function answerOf({ status, headers }: Response, bytes: Uint8Array, ms: number): HttpAnswer {
  let text: string | undefined
  return {
    status,
    headers,
    bytes,
    ms,
    get text() {
      text ??= decoder.decode(bytes)
      return text
    },
  }
}

const byteOrderMark = Buffer.from('\uFEFF')
const windows1252 = new TextDecoder('windows-1252')
/** Beyond ASCII and what decoding puts in the place of other bytes. */
const readAsUtf8 = /[^\0-\x7f\ufffd]/

/**
 * A body in UTF-8. What is no UTF-8 is read by the charset that its heading names, or as Windows-1252 where none of its
 * bytes is UTF-8 beyond ASCII. Some installations send Latin-1 and do not say so.
 */
function inUtf8(bytes: Uint8Array, headers: Headers): Uint8Array {
  if (isUtf8(bytes)) return isAt(bytes, byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes
  const named = namedDecoder(headers.get('content-type') ?? '')
  if (named) return Buffer.from(named.decode(bytes))
  return readAsUtf8.test(decoder.decode(bytes)) ? bytes : Buffer.from(windows1252.decode(bytes))
}

const isAt = (bytes: Uint8Array, mark: Buffer) => mark.equals(bytes.subarray(0, mark.length))

/** Of another charset than UTF-8; undefined where none, or none that is known, is named. */
function namedDecoder(contentType: string): Pick<typeof decoder, 'decode'> | undefined {
  const [, label = 'utf-8'] = /charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType) ?? []
  try {
    const named = new TextDecoder(label)
    return named.encoding === 'utf-8' ? undefined : named
  } catch {
    return undefined
  }
}

/** The body, cut where it is longer than that; the rest is not read. */
async function bodyOf(
  { body }: Response,
  mostBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    pieces.push(piece.value)
    bytes += piece.value.byteLength
    if (bytes <= mostBytes) continue
    await reader?.cancel().catch(() => undefined)
    break
  }
  return { bytes: Buffer.concat(pieces).subarray(0, mostBytes), isWhole: bytes <= mostBytes }
}

/** What comes, with the failures of the network named; whoever leaves early ends the transfer. */
async function* namingFailures(
  body: ReadableStream<Uint8Array> | null,
  named: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => Promise.reject(named(error)))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

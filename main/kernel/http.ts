import { isUtf8 } from 'node:buffer'
import { AppFailure } from './failure.ts'
import { failureOfAnswer, failureOfNetwork, looksLikeHtml, pageWithSuccess, type Refusal } from './http-failures.ts'
import { wait } from './schedule.ts'

export interface ProxyLogin {
  /** Name and port, such as `proxy.empresa:8080`. */
  readonly proxy: string
  readonly username: string
  readonly password: string
}

/** Finds a login to try, or undefined. `refused` is the login that this proxy has just rejected. */
export type FindProxyLogin = (proxy: string, refused: ProxyLogin | undefined) => Promise<ProxyLogin | undefined>

export interface FetchInit extends RequestInit {
  /** The request changes something: no layer below may send it again on its own. */
  readonly writes?: boolean
  /** Called when a proxy requires a login. Without it, or without its answer, the request fails with `proxy_login`. */
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
  /** Marks a POST that only reads. Every other request whose method is not GET counts as a write. */
  readonly onlyAsks?: true
  readonly accept?: string
  /** Every status is an answer, not only a 2xx, for callers that show the service's answer unchanged. */
  readonly anyStatus?: true
  readonly signal: AbortSignal
  /** From the first byte sent to the last byte read; 60 seconds by default. */
  readonly timeoutMs?: number
  /** Called with the head of any answer, refusals too, before its body comes. */
  answered?(head: Pick<Response, 'status' | 'headers'>): void
}

/** Called with the result of a sent request, but not for a body that breaks off. `sentAt` is `performance.now()`. */
export type OnOutcome = (outcome: { readonly failure: AppFailure | null; readonly sentAt: number }) => void

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body in UTF-8, without a byte order mark. */
  readonly bytes: Uint8Array
  /** The same as text, decoded at the first access. */
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

/** The one way to a service. It follows no redirect, every request has a timeout, and failures name no query. */
export interface Http {
  /**
   * Reads the whole body. Throws `AppFailure` for anything but a 2xx, unless `anyStatus` is set, and `unexpected_body`
   * for more than `mostBytes`. A longer answer to a write is cut instead, since the write was done.
   */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Gives the body as it comes, for files that are saved. Throws `AppFailure` for anything but a 2xx. */
  stream(request: HttpRequest): Promise<HttpStream>
}

export interface HttpDeps {
  readonly fetch: Fetch
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** The header that carries the secret; called for every request. */
  credentials(): Promise<Readonly<Record<string, string>>>
  /** Names a non-2xx answer of a service with failures of its own. */
  readonly refusal?: (refusal: Refusal, request: HttpRequest) => AppFailure | Promise<AppFailure>
  /** How much of a body is held in memory; 64 MB by default, many times the largest page of a service. */
  readonly mostBytes?: number
  /** Called with the result of each request, for the health of the service; not with `anyStatus`. */
  readonly onOutcome?: OnOutcome | undefined
}

const defaultTimeoutMs = 60_000
const json = 'application/json'
const ordinaryMostBytes = 64 * 1024 * 1024
/** A refusal is a sentence, or a page whose beginning identifies it. */
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
      // A secret never follows a redirect (docs/services.md §13.6). A host's fetch that cannot stop there throws.
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

  /** A shield often accepts a request at the second try: a refused read is sent once more. */
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
   * Sends a request that ends with the caller's signal or the timeout, and returns what `read` makes of its response.
   * Network errors are thrown as named failures (`named`). A failure of the service is reported; an abort by the caller
   * is not.
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

/** The beginning of a body shows whether it is HTML or JSON. */
const sniffedBytes = 4096
const decoder = new TextDecoder()

/** The beginning of a body as text, to find out its kind. */
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
/** Matches a character beyond ASCII that is not the replacement character of decoding. */
const readAsUtf8 = /[^\0-\x7f\ufffd]/

/**
 * Converts a body to UTF-8. Other text is read by the charset that its heading names. Without one it is read as
 * Windows-1252 if no bytes beyond ASCII are UTF-8, since some installations send Latin-1 and do not say so.
 */
function inUtf8(bytes: Uint8Array, headers: Headers): Uint8Array {
  if (isUtf8(bytes)) return isAt(bytes, byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes
  const named = namedDecoder(headers.get('content-type') ?? '')
  if (named) return Buffer.from(named.decode(bytes))
  return readAsUtf8.test(decoder.decode(bytes)) ? bytes : Buffer.from(windows1252.decode(bytes))
}

const isAt = (bytes: Uint8Array, mark: Buffer) => mark.equals(bytes.subarray(0, mark.length))

/** The decoder of a named charset other than UTF-8; undefined where none or an unknown one is named. */
function namedDecoder(contentType: string): Pick<typeof decoder, 'decode'> | undefined {
  const [, label = 'utf-8'] = /charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType) ?? []
  try {
    const named = new TextDecoder(label)
    return named.encoding === 'utf-8' ? undefined : named
  } catch {
    return undefined
  }
}

/** The body, cut at the limit; the rest is not read. */
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

/** Yields the body and names network failures. A caller that leaves early ends the transfer. */
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

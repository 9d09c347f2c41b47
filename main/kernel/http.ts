import { AppFailure } from './failure.ts'
import { failureOfAnswer } from './http-refusal.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base URL, beginning with a slash. */
  readonly path: string
  readonly query?: readonly (readonly [name: string, value: string])[]
  /** Sent as JSON. */
  readonly body?: unknown
  readonly accept?: string
  readonly signal: AbortSignal
  /** From the first byte sent to the last byte read; 60 seconds unless told. */
  readonly timeoutMs?: number
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Milliseconds from sending to the last byte. */
  readonly ms: number
}

/** The one way to a service: no redirect is followed, every request has a timeout, failures name the host and no query. */
export interface Http {
  /** The whole body as text. Throws `AppFailure` for anything but a 2xx. */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** The body as a stream, for files that are saved as they come. */
  stream(request: HttpRequest): Promise<Response>
}

export interface HttpDeps {
  readonly fetch: Fetch
  /** Origin and path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** The header that carries the secret, made anew for every request. */
  credentials(): Promise<Readonly<Record<string, string>>>
}

const defaultTimeoutMs = 60_000

export function createHttp({ fetch, baseUrl, credentials }: HttpDeps): Http {
  const host = new URL(baseUrl).host

  const open = async (request: HttpRequest, signal: AbortSignal): Promise<Response> => {
    const { method = 'GET', path, query = [], body, accept = 'application/json' } = request
    const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))
    const url = `${baseUrl}${path}${query.length > 0 ? `?${parameters}` : ''}`
    const response = await fetch(url, {
      method,
      headers: {
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(await credentials()),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A secret never follows a redirect (features.md §9.15); where a host's fetch cannot stop there, it throws.
      redirect: 'manual',
      signal,
    })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      throw new AppFailure('redirected', { host })
    }
    if (!response.ok) {
      throw failureOfAnswer({ status: response.status, headers: response.headers, text: await response.text(), host })
    }
    return response
  }

  /** Runs `work` under the caller's signal and the timeout, and names what the network did. */
  const limited = async <T>(request: HttpRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs)
    try {
      return await work(AbortSignal.any([request.signal, timeout]))
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason
      if (error instanceof AppFailure) throw error
      if (timeout.aborted) throw new AppFailure('timeout', { host })
      throw failureOfNetwork(error, host)
    }
  }

  return {
    send: (request) =>
      limited(request, async (signal) => {
        const started = performance.now()
        const response = await open(request, signal)
        const text = await response.text()
        return { status: response.status, headers: response.headers, text, ms: performance.now() - started }
      }),
    stream: (request) => limited(request, (signal) => open(request, signal)),
  }
}

/** What `fetch` threw, as a code: a redirect that the host refused, a certificate, or no way to the host. */
function failureOfNetwork(error: unknown, host: string): AppFailure {
  const words = wordsOf(error)
  if (/redirect/i.test(words)) return new AppFailure('redirected', { host })
  if (/cert|CERT|TLS|SSL|self.signed/.test(words)) return new AppFailure('offline', { host }, 'TLS')
  return new AppFailure('offline', { host }, words.match(/\b(E[A-Z]{4,}|ERR_[A-Z_]+|UND_[A-Z_]+)\b/)?.[0])
}

/** The texts and codes of an error and its causes; they name hosts and system codes, and are used to choose a code only. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error ? String(error.code) : ''
  return `${error.message} ${code} ${wordsOf(error.cause)}`
}

import { Buffer } from 'node:buffer'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import { type Answer, type Call, isRecord, json, Refusal, text, typed } from './answer.ts'
import type { Drift } from './base.ts'
import { stream } from './random.ts'

export interface Service {
  readonly name: FaultRequest['service']
  answer(call: Call): Answer | Promise<Answer>
  /** The answer to a body that is not a JSON object, and to a bug of its own. */
  malformed(): Answer
  failed(): Answer
}

/** One entry of the demonstration's own record. It never holds headers or bodies, so it holds no secret. */
export interface RequestRecord {
  readonly service: FaultRequest['service']
  readonly method: string
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** 0 when the connection got no answer. */
  readonly status: number
  /** Milliseconds of the epoch, at the end of the answer. */
  readonly at: number
}

interface HttpOptions {
  readonly port: number
  readonly latencyMs: number
  readonly faults: FaultPlan | undefined
  drift(change: Drift): void
  record(line: RequestRecord): void
}

interface HttpServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  close(): Promise<void>
}

const largestBody = 32 * 1024 * 1024
const worthCompressing = 1024
const compress = promisify(gzip)

/** Serves one service on 127.0.0.1. Rejects when the port is in use. */
export async function startServer(service: Service, options: HttpOptions): Promise<HttpServer> {
  const closing = new AbortController()
  const server = createServer((request, response) => {
    exchange(service, options, request, response, closing.signal).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      closing.abort()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

async function exchange(
  service: Service,
  options: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const about = { service: service.name, method: request.method ?? 'GET', path: url.pathname, query: url.searchParams }
  const record = (status: number) =>
    options.record({
      service: about.service,
      method: about.method,
      path: about.path,
      query: url.search.slice(1),
      status,
      at: Date.now(),
    })
  const fault = options.faults?.next(about)
  const body = await readBody(request)
  if (options.latencyMs > 0) await wait(options.latencyMs, undefined, { signal: closing })
  if (fault?.kind === 'delay') await wait(fault.milliseconds, undefined, { signal: closing })
  if (fault?.kind === 'drift') options.drift(fault.change)
  if (fault?.kind === 'hang') return record(0)
  if (fault?.kind === 'reset') {
    record(0)
    request.socket.resetAndDestroy()
    return
  }
  const answer =
    (fault && faultAnswer(fault, about)) ?? (await answerOf(service, callOf(about, request, body, service)))
  const status = await send(answer, request, response, fault)
  record(status)
}

async function answerOf(service: Service, call: Call): Promise<Answer> {
  try {
    return await service.answer(call)
  } catch (error) {
    return error instanceof Refusal ? error.answer : service.failed()
  }
}

function callOf(about: FaultRequest, request: IncomingMessage, body: Buffer, service: Service): Call {
  return {
    method: about.method,
    path: about.path,
    query: about.query,
    params: {},
    header: (name) => request.headers[name]?.toString(),
    json() {
      if (body.length === 0) return {}
      const value = parsed(body)
      if (value === undefined) throw new Refusal(service.malformed())
      return value
    },
  }
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > largestBody) throw new Error('body too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Writes the answer, compressed when it is large and the client accepts gzip. Returns the status for the record. */
async function send(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<number> {
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
  const headers: Record<string, string> = { ...answer.headers, vary: 'accept-encoding' }
  if (!Buffer.isBuffer(answer.body) && fault?.kind !== 'cut') {
    const source = Readable.from(answer.body)
    response.writeHead(answer.status, takesGzip ? { ...headers, 'content-encoding': 'gzip' } : headers)
    if (takesGzip) await pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), response)
    else await pipeline(source, response)
    return answer.status
  }
  let body = await wholeBody(answer.body)
  if (takesGzip && body.length > worthCompressing) {
    body = await compress(body, { level: constants.Z_BEST_SPEED })
    headers['content-encoding'] = 'gzip'
  }
  if (answer.status !== 204) headers['content-length'] = String(body.length)
  response.writeHead(answer.status, headers)
  if (fault?.kind === 'cut') {
    await new Promise((resolve) => response.write(body.subarray(0, Math.floor(body.length / 2)), resolve))
    response.destroy()
    return 0
  }
  response.end(request.method === 'HEAD' ? undefined : body)
  return answer.status
}

async function wholeBody(body: Answer['body']): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** A failure of one request. */
export type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Another status. `body` is the service's JSON, plain text, or a proxy's HTML page. */
  | {
      readonly kind: 'status'
      readonly status: number
      /** Seconds; without it there is no header. */
      readonly retryAfter?: number
      readonly body?: 'json' | 'text' | 'html'
    }
  /** The connection ends before a byte of the answer. */
  | { readonly kind: 'reset' }
  /** The true answer ends in the middle, though content-length announced all of it. */
  | { readonly kind: 'cut' }
  /** No answer, until the client gives up or the demonstration closes. */
  | { readonly kind: 'hang' }
  /** 200 with the HTML page of a hotel's network instead of the answer. */
  | { readonly kind: 'portal' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The account changes first, then the request is answered as usual. */
  | { readonly kind: 'drift'; readonly change: Drift }

/** The part of a request that a plan may read. */
export interface FaultRequest {
  readonly service: 'platform' | 'forms'
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
}

/** Called once for each request, in the order of arrival. */
export interface FaultPlan {
  next(request: FaultRequest): Fault | undefined
}

const kinds: Readonly<Record<string, (chance: () => number, request: FaultRequest) => Fault>> = {
  // docs/services.md §1.9: the platform's throttle answers in plain text and without Retry-After; the form service
  // documents both.
  '429': (_, { service }) =>
    service === 'platform'
      ? { kind: 'status', status: 429, body: 'text' }
      : { kind: 'status', status: 429, body: 'json', retryAfter: 2 },
  '500': () => ({ kind: 'status', status: 500, body: 'html' }),
  '502': () => ({ kind: 'status', status: 502, body: 'html' }),
  '503': () => ({ kind: 'status', status: 503, body: 'html', retryAfter: 1 }),
  reset: () => ({ kind: 'reset' }),
  cut: () => ({ kind: 'cut' }),
  hang: () => ({ kind: 'hang' }),
  portal: () => ({ kind: 'portal' }),
  redirect: () => ({ kind: 'redirect', to: 'http://localhost:9/' }),
  delay: (chance) => ({ kind: 'delay', milliseconds: Math.round(200 + chance() * 1800) }),
  drift: (chance) => ({
    kind: 'drift',
    change: { insert: Math.floor(chance() * 4), remove: Math.floor(chance() * 3), rotate: Math.floor(chance() * 2) },
  }),
}

/**
 * A random plan from text such as `429=0.05,500=0.02,reset=0.01,drift`: kinds with their share of all requests, 0.3 by
 * default. The same seed gives the same faults for the same order of requests. Throws an Error that names the part it
 * does not understand.
 */
export function parseFaults(text: string, seed: number): FaultPlan {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  const shares = parts.map((part) => {
    const [name = '', share = '0.3'] = part.trim().split('=')
    const make = kinds[name]
    const value = Number(share)
    if (!make || share === '' || !(value >= 0 && value <= 1)) throw new Error(`unknown fault: ${part.trim()}`)
    return { name, make, value }
  })
  const chance = stream(seed)
  return {
    next(request) {
      let threshold = chance()
      for (const { name, make, value } of shares) {
        if (threshold >= value) threshold -= value
        else return name === 'drift' && !request.path.endsWith('/leads') ? undefined : make(chance, request)
      }
      return undefined
    },
  }
}

const portalPage = `<!doctype html><html lang="pt-BR"><head><title>Wi-Fi Visitantes</title></head>
<body><h1>Bem-vindo</h1><form action="/login" method="post"><button>Conectar</button></form></body></html>`

/** The answer of a fault that answers; other faults act on the connection. */
function faultAnswer(fault: Fault, request: FaultRequest): Answer | undefined {
  if (fault.kind === 'portal') return typed('text/html; charset=utf-8', portalPage)
  if (fault.kind === 'redirect') {
    return { ...text('', 302), headers: { location: fault.to, 'content-type': 'text/plain' } }
  }
  if (fault.kind !== 'status') return undefined
  const answer = statusAnswer(fault.status, fault.body ?? 'json', fault.retryAfter, request)
  if (fault.retryAfter === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(fault.retryAfter) } }
}

function statusAnswer(
  status: number,
  body: 'json' | 'text' | 'html',
  retryAfter: number | undefined,
  request: FaultRequest,
): Answer {
  if (body === 'text') return text(status === 429 ? 'Retry later\n' : `${status}\n`, status)
  if (body === 'html') {
    return typed(
      'text/html',
      `<html><head><title>${status}</title></head><body><center>nginx</center></body></html>`,
      status,
    )
  }
  if (request.service === 'platform') return json({ status, error: 'Falha de demonstração' }, status)
  const code = formCodes[status] ?? 'internal_error'
  const wait = retryAfter === undefined ? {} : { retry_after: retryAfter }
  return json({ error: { code, message: 'Falha de demonstração', ...wait } }, status)
}

const formCodes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'resource_not_found',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
  503: 'service_unavailable',
}

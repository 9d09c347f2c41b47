import { type Answer, json, text, typed } from './answer.ts'
import type { Drift } from './base.ts'
import { stream } from './random.ts'

/** What goes wrong with one request. */
export type Fault =
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Another status. Form of the `body`: the service's JSON, plain text, or a proxy's HTML page. */
  | {
      readonly kind: 'status'
      readonly status: number
      /** Seconds; the header is left out when absent. */
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

/** Consulted once for each request, in the order of their arrival. */
export interface FaultPlan {
  next(request: FaultRequest): Fault | undefined
}

const kinds: Readonly<Record<string, (chance: () => number, request: FaultRequest) => Fault>> = {
  // features.md §8.1: the platform's throttle answers in plain text and without Retry-After; the form service documents both.
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
 * A random plan from text such as `429=0.05,500=0.02,reset=0.01,drift`: kinds with their share of all requests; without
 * a share, 0.3. The same seed gives the same faults to the same order of requests. Throws an Error that names the part
 * it does not understand.
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
      let left = chance()
      for (const { name, make, value } of shares) {
        if (left >= value) left -= value
        else return name === 'drift' && !request.path.endsWith('/leads') ? undefined : make(chance, request)
      }
      return undefined
    },
  }
}

const portalPage = `<!doctype html><html lang="pt-BR"><head><title>Wi-Fi Visitantes</title></head>
<body><h1>Bem-vindo</h1><form action="/login" method="post"><button>Conectar</button></form></body></html>`

/** The answer of a fault that answers at all; the others are done to the connection. */
export function faultAnswer(fault: Fault, request: FaultRequest): Answer | undefined {
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

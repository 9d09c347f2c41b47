import { Buffer } from 'node:buffer'
import type * as z from 'zod'

/** The answer of a service. `stream` gives pieces of text in order; everything else is known at once. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | AsyncIterable<string> | Iterable<string>
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The decoded values of the names in the route's path. */
  readonly params: Readonly<Record<string, string>>
  header(name: string): string | undefined
  /**
   * The JSON object of the body, {} when there is none. Throws a Refusal with the service's 400 when it is not JSON.
   */
  json(): Readonly<Record<string, unknown>>
}

export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.name = 'Refusal'
    this.answer = answer
  }
}

export function json(value: unknown, status = 200): Answer {
  return typed('application/json; charset=utf-8', JSON.stringify(value), status)
}

export function text(value: string, status = 200): Answer {
  return typed('text/plain; charset=utf-8', value, status)
}

export function typed(contentType: string, value: string, status = 200): Answer {
  return { status, headers: { 'content-type': contentType }, body: Buffer.from(value) }
}

export function empty(status: number): Answer {
  return { status, headers: {}, body: Buffer.alloc(0) }
}

/** Whether the client accepts one of these types by name. */
export function accepts(call: Call, ...types: readonly string[]): boolean {
  return mediaTypes(call.header('accept')).some((type) => types.includes(type))
}

/** Whether a body, if any, has a JSON content type. */
export function sendsJson(call: Call): boolean {
  const hasBody = Number(call.header('content-length') ?? 0) > 0 || call.header('transfer-encoding') !== undefined
  return !hasBody || mediaTypes(call.header('content-type')).includes('application/json')
}

const mediaTypes = (header = '') => header.split(',').map((each) => each.replace(/;.*/, '').trim().toLowerCase())

/** Whether a value is a JSON object, not a list, a text or null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Handler = (call: Call) => Answer | Promise<Answer>

/** Handlers by method and path as in the documents, with names in braces: `GET /contacts/{id}/conversations`. */
export type Routes = Readonly<Record<string, Handler>>

/**
 * Finds the handler of a request, with the values of the names in its path. Fixed segments win over names, as in
 * `/assistants/tools` and `/assistants/{id}`.
 */
export function createRoutes(routes: Routes): (call: Call) => { readonly handle: Handler; readonly call: Call } | null {
  const compiled = Object.entries(routes).map(([route, handle]) => {
    const [method, path = ''] = route.split(' ')
    return { method, handle, names: namesIn(path), pattern: patternOf(path) }
  })
  compiled.sort((one, other) => one.names.length - other.names.length)
  return (call) => {
    for (const { method, handle, names, pattern } of compiled) {
      const match = method === call.method ? pattern.exec(call.path) : null
      if (!match) continue
      const params = Object.fromEntries(names.map((name, index) => [name, decoded(match[index + 1])]))
      return { handle, call: { ...call, params } }
    }
    return null
  }
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** Identifiers are integers unless documented otherwise, so a word in their place is an unknown route. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.]/g, '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => (/id$/.test(name) ? '(\\d+)' : '([^/]+)'))
  return new RegExp(`^${source}/?$`)
}

function decoded(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? '')
  } catch {
    return value ?? ''
  }
}

/** Assumption: failures carry their cause as a text under `error` (docs/services.md §1.5). */
export function platformError(status: number, message: string): Answer {
  return json({ error: message }, status)
}

export function refusal(status: number, message: string): Refusal {
  return new Refusal(platformError(status, message))
}

export function missing(): Refusal {
  return refusal(404, 'Resource could not be found')
}

/** The page that a call to the platform requests; 1 by default. */
export function pageOf({ query }: Call): number {
  return Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1)
}

export function onPage<T>(records: readonly T[], page: number, size: number): readonly T[] {
  return records.slice((page - 1) * size, page * size)
}

/** Assumption: an invalid record gets a 422 with the names of its attributes (docs/services.md §1.5). */
export function invalidRecord(attributes: readonly string[]): Refusal {
  return new Refusal(json({ message: `${attributes.join(', ')} não pode ficar em branco`, attributes }, 422))
}

/** Assumption: plain text and no Retry-After (docs/services.md §1.9). */
export function throttled(): Answer {
  return text('Retry later\n', 429)
}

/** Assumption: an installation answers a route that it lacks with its page (docs/services.md §1.8). */
export function missingPage(): Answer {
  return typed('text/html; charset=utf-8', '<!DOCTYPE html><html><body><h1>404</h1></body></html>', 404)
}

/** A failure in the form of the form service (docs/services.md §9.3). */
export function formsError(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Answer {
  return json({ error: { code, message, ...more } }, status)
}

export function notFound(what: string): Refusal {
  return new Refusal(formsError(404, 'resource_not_found', `${what} not found.`))
}

/** Parses a value by this schema. Refuses with a 422 that names each wrong field by its path. */
export function validated<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data
  const details: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    details[field] = [...(details[field] ?? []), message]
  }
  throw new Refusal(formsError(422, 'validation_error', 'The given data was invalid.', { details }))
}

/** The message for a wrong value: that it is missing, or another. */
export const wrong = (missing: string, otherwise: string) => ({
  error: ({ input }: { readonly input?: unknown }) => ((input ?? null) === null ? missing : otherwise),
})

/** What is left for one caller in the running window. */
export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Epoch seconds at which the window ends, by the real clock, as the Date header. */
  readonly reset: number
  /** Whole seconds until then, at least 1. */
  readonly wait: number
}

/**
 * Counts each caller's requests in fixed windows of the epoch (docs/services.md §1.9). A window is a minute unless
 * `seconds`, a whole number, is given.
 */
export function createRateWindow(limit: number, seconds = 60): (caller: string) => Allowance {
  let window = 0
  let counts = new Map<string, number>()
  return (caller) => {
    const now = Date.now() / 1000
    if (Math.floor(now / seconds) !== window) {
      window = Math.floor(now / seconds)
      counts = new Map()
    }
    const used = (counts.get(caller) ?? 0) + 1
    counts.set(caller, used)
    const reset = (window + 1) * seconds
    return {
      allowed: used <= limit,
      limit,
      remaining: Math.max(0, limit - used),
      reset,
      wait: Math.max(1, Math.ceil(reset - now)),
    }
  }
}

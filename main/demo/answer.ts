import { Buffer } from 'node:buffer'

/** What a service answers. `stream` gives pieces of text in their order; everything else is known at once. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | AsyncIterable<string> | Iterable<string>
}

/** One request as a service sees it. */
export interface Call {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Values of the names in the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>
  header(name: string): string | undefined
  /** The JSON object of the body, {} when there is none. Throws a Refusal with the service's 400 when it is not JSON. */
  json(): Readonly<Record<string, unknown>>
}

/** Ends the handling of a call with this answer, from any depth. */
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

/** Whether the client asks for one of these types by name. */
export function accepts(call: Call, ...types: readonly string[]): boolean {
  return mediaTypes(call.header('accept')).some((type) => types.includes(type))
}

/** Whether a body, where there is one, is called JSON. */
export function sendsJson(call: Call): boolean {
  const hasBody = Number(call.header('content-length') ?? 0) > 0 || call.header('transfer-encoding') !== undefined
  return !hasBody || mediaTypes(call.header('content-type')).includes('application/json')
}

const mediaTypes = (header = '') => header.split(',').map((each) => each.replace(/;.*/, '').trim().toLowerCase())

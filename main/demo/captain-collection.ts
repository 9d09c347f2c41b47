import { type Answer, type Call, empty, json, Refusal } from './answer.ts'
import { invalidRecord, platformError } from './platform-errors.ts'
import { isRecord } from './records.ts'
import type { Route } from './routes.ts'
import { account } from './workplace.ts'

export type CaptainRecord = Readonly<Record<string, unknown>> & { readonly id: number }

export interface CollectionOptions {
  /** The route of all records; records of one parent live under `/assistants/{assistant_id}/…`. */
  readonly path: string
  /** The key that wraps a record in a request body (features.md §8.8). */
  readonly root: string
  readonly required: readonly string[]
  /** Undefined when the list is not paged. */
  readonly pageSize?: number
  readonly seeds: readonly Readonly<Record<string, unknown>>[]
  /** Which records a list shows, beyond the parent's. */
  readonly listed?: (record: CaptainRecord, query: URLSearchParams) => boolean
  /** What else a new record gets. */
  readonly added?: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly methods?: readonly string[]
  /** A record as it is answered; as it is kept unless said. */
  readonly shown?: (record: CaptainRecord) => Readonly<Record<string, unknown>>
  /** Every call has to name the assistant in its query, and sees the records of that one. */
  readonly byAssistant?: boolean
}

/** Records of one kind in memory, with the routes that read and write them. */
export interface Collection {
  readonly routes: readonly Route[]
  readonly records: Map<number, CaptainRecord>
  /** The record that a path names; refuses with 404. */
  of(call: Call): CaptainRecord
  add(fields: Readonly<Record<string, unknown>>): CaptainRecord
}

/**
 * Assumption: lists are `{payload, meta{total_count, page}}`, one record is its plain object, a body without its root
 * key is a 422, a deletion answers 204 without a body (features.md §8.8).
 */
export function createCollection(options: CollectionOptions, clock: () => number): Collection {
  const records = new Map<number, CaptainRecord>()
  let last = 0

  function add(fields: Readonly<Record<string, unknown>>): CaptainRecord {
    const record = {
      account_id: account.id,
      created_at: clock(),
      updated_at: clock(),
      ...fields,
      ...options.added?.(fields),
      id: ++last,
    }
    records.set(record.id, record)
    return record
  }
  for (const seed of options.seeds) add(seed)

  const answered = options.shown ?? ((record: CaptainRecord) => record)

  function of(call: Call): CaptainRecord {
    const record = records.get(Number(call.params.id))
    if (!record || !sameParent(record, call)) throw new Refusal(platformError(404, 'Resource could not be found'))
    return record
  }

  function list(call: Call): Answer {
    const shown = [...records.values()].filter(
      (record) => sameParent(record, call) && (options.listed?.(record, call.query) ?? true),
    )
    const page = Math.max(1, Number.parseInt(call.query.get('page') ?? '1', 10) || 1)
    const size = options.pageSize ?? Math.max(1, shown.length)
    return json({
      payload: shown.slice((page - 1) * size, page * size).map(answered),
      meta: { total_count: shown.length, page },
    })
  }

  function create(call: Call): Answer {
    const fields = { ...wrapped(call, options.root), ...parentOf(call) }
    const missing = options.required.filter((name) => isBlank(fields, name))
    if (missing.length > 0) throw new Refusal(invalidRecord(missing))
    return json(answered(add(fields)))
  }

  function update(call: Call): Answer {
    const record = of(call)
    const fields = wrapped(call, options.root)
    const emptied = options.required.filter((name) => name in fields && isBlank(fields, name))
    if (emptied.length > 0) throw new Refusal(invalidRecord(emptied))
    const changed = { ...record, ...fields, id: record.id, updated_at: clock() }
    records.set(record.id, changed)
    return json(answered(changed))
  }

  function remove(call: Call): Answer {
    records.delete(of(call).id)
    return empty(204)
  }

  const one = `${options.path}/{id}`
  const routes: readonly Route[] = [
    { method: 'GET', path: options.path, handle: list },
    { method: 'POST', path: options.path, handle: create },
    { method: 'GET', path: one, handle: (call) => json(answered(of(call))) },
    { method: 'PATCH', path: one, handle: update },
    { method: 'PUT', path: one, handle: update },
    { method: 'DELETE', path: one, handle: remove },
  ]
  const offered = routes.filter((route) => isOffered(route, options))
  return { routes: options.byAssistant ? offered.map(ofAssistant) : offered, records, of, add }
}

/** Assumption: without its assistant a tool is not found (features.md §8.8). */
function ofAssistant(route: Route): Route {
  return {
    ...route,
    handle(call) {
      const assistant_id = call.query.get('assistant_id')
      if (assistant_id === null) throw new Refusal(platformError(404, 'Resource could not be found'))
      return route.handle({ ...call, params: { ...call.params, assistant_id } })
    },
  }
}

function isOffered(route: Route, options: CollectionOptions): boolean {
  const name = `${route.method}${route.path === options.path ? '' : ' one'}`
  return options.methods?.includes(name) ?? true
}

function wrapped(call: Call, root: string): Readonly<Record<string, unknown>> {
  const fields = call.json()[root]
  if (!isRecord(fields)) throw new Refusal(platformError(422, `param is missing or the value is empty: ${root}`))
  return fields
}

function parentOf(call: Call): Readonly<Record<string, unknown>> {
  return call.params.assistant_id === undefined ? {} : { assistant_id: Number(call.params.assistant_id) }
}

function sameParent(record: CaptainRecord, call: Call): boolean {
  return call.params.assistant_id === undefined || record.assistant_id === Number(call.params.assistant_id)
}

function isBlank(fields: Readonly<Record<string, unknown>>, name: string): boolean {
  return fields[name] === undefined || fields[name] === null || fields[name] === ''
}

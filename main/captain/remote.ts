import { type CaptainResourceName, captainResources } from '../../preload/contract/captain-resources.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpMethod } from '../kernel/http.ts'
import type { Platform } from '../remotes/platform.ts'
import { listOf, type SentRecord } from './captain-bodies.ts'

/** What fills the names in a route. */
interface Names {
  readonly parent?: number | null
  readonly id?: number | null
  readonly slug?: string | null
}

interface CaptainRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** In ms; the time limit of every other answer by default. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

/** The AI module of one account. Answers come as their text; nothing is repeated. */
export interface CaptainRemote {
  /** `route` is one of captain-resources.ts, below the module or, with `/.well-known`, below the host. */
  send(method: HttpMethod, route: string, names: Names, request: CaptainRequest): Promise<string>
  /** Pages of a list, one after the other, until it ends or `most` were read. */
  all(kind: Kind, most: number, signal: AbortSignal, filter?: Readonly<Record<string, string>>): Promise<ReadList>
}

interface ReadList {
  readonly records: SentRecord[]
  /** How many the service counts; null where it does not. */
  readonly total: number | null
  /** False where it counts more than could be read. */
  readonly whole: boolean
}

export interface Kind {
  readonly resource: CaptainResourceName
  readonly parent: number | null
}

export function createCaptainRemote(platform: Platform, account: number): CaptainRemote {
  const remote: CaptainRemote = {
    async send(method, route, names, { query = {}, ...request }) {
      const path = route.startsWith('/.well-known') ? route : `/api/v1/accounts/{account_id}/captain${route}`
      try {
        const { text } = await platform.call({
          ...request,
          method,
          path: filled(path, { ...names, account }),
          query: Object.entries({ ...ownerOf(route, names), ...query }),
          administrator: true,
        })
        return text
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async all(kind, most, signal, filter = {}) {
      const { path, pageSize } = captainResources[kind.resource]
      const records = new Map<string, SentRecord>()
      let total: number | null = null
      for (let page = 1; page <= most; page++) {
        // A list that is known to have no pages is asked for one only when it counts more than it holds.
        const query = pageSize !== null || page > 1 ? { ...filter, page: String(page) } : filter
        const list = await remote.send('GET', path, kind, { query, signal }).then(listOf, (error: unknown) => {
          if (page === 1 || !refusesPage(error)) throw error
          return null
        })
        const before = records.size
        for (const [key, record] of keyed(list?.records ?? [])) records.set(key, record)
        total = list?.total ?? total
        const isCounted = total !== null && records.size >= total
        const isAlone = pageSize === null && total === null
        if (isCounted || isAlone || records.size === before) {
          return { records: [...records.values()], total, whole: total === null || isCounted }
        }
      }
      return { records: [...records.values()], total, whole: false }
    },
  }
  return remote
}

/** Records by their number; those without one by what they hold, so that a page that comes again is known. */
function keyed(records: readonly SentRecord[]): (readonly [string, SentRecord])[] {
  const times = new Map<string, number>()
  return records.map((record) => {
    if (record.id !== null) return [String(record.id), record]
    const key = JSON.stringify(record.fields)
    const time = times.get(key) ?? 0
    times.set(key, time + 1)
    return [`${key} ${time}`, record]
  })
}

/** The first page stays where the service takes no second one. */
function refusesPage(error: unknown): boolean {
  return error instanceof AppFailure && (error.code === 'service_refused' || error.code === 'service_not_found')
}

/** What the activity log calls a write: its method and path below the account. */
export function targetOf(method: HttpMethod, route: string, names: Names): string {
  return `${method} /captain${filled(route, names)}`
}

/** Where tools are kept by assistant, theirs is named beside the route, which has no place for it (features.md §8.8). */
function ownerOf(route: string, { parent }: Names): Readonly<Record<string, string>> {
  const isBeside = route.startsWith(captainResources.custom_tools.path) && parent !== null && parent !== undefined
  return isBeside ? { assistant_id: String(parent) } : {}
}

function filled(route: string, { parent, id, slug, account }: Names & { readonly account?: number }): string {
  const values: Readonly<Record<string, string | number | null | undefined>> = { parent, id, slug, account_id: account }
  return route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === null || value === undefined) throw new AppFailure('bad_request', { place: name })
    return encodeURIComponent(String(value))
  })
}

/** A 401 of an accepted token is a missing role; a 403 of these rows means that a part of the module is off (features.md §8.1). */
function refusalOf(error: unknown): unknown {
  const off = error instanceof AppFailure && error.code === 'not_administrator' && error.details === 'HTTP 403'
  return off ? new AppFailure('forbidden', error.params, error.details) : error
}

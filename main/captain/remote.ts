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
  /** Milliseconds; as any other answer unless told. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

/** The AI module of one account. Answers come as their text; nothing is repeated. */
export interface CaptainRemote {
  /** `route` is one of captain-resources.ts, below the module or, with `/.well-known`, below the host. */
  send(method: HttpMethod, route: string, names: Names, request: CaptainRequest): Promise<string>
  /** Pages of a list, one after the other, until it ends or `most` were read. */
  all(
    kind: Kind,
    most: number,
    signal: AbortSignal,
  ): Promise<{ readonly records: SentRecord[]; readonly whole: boolean }>
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
          query: Object.entries(query),
          administrator: true,
        })
        return text
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async all(kind, most, signal) {
      const records = new Map<number | string, SentRecord>()
      for (let page = 1; page <= most; page++) {
        const { path } = captainResources[kind.resource]
        const answer = await remote.send('GET', path, kind, { query: { page: String(page) }, signal })
        const list = listOf(answer)
        const before = records.size
        for (const [place, record] of list.records.entries()) records.set(record.id ?? `${page} ${place}`, record)
        const ended = captainResources[kind.resource].pageSize === null || records.size === before
        if (ended || (list.total !== null && records.size >= list.total)) {
          return { records: [...records.values()], whole: list.total === null || records.size >= list.total }
        }
      }
      return { records: [...records.values()], whole: false }
    },
  }
  return remote
}

/** What the activity log calls a write: its method and path below the account. */
export function targetOf(method: HttpMethod, route: string, names: Names): string {
  return `${method} /captain${filled(route, names)}`
}

function filled(route: string, { parent, id, slug, account }: Names & { readonly account?: number }): string {
  const values: Readonly<Record<string, string | number | null | undefined>> = { parent, id, slug, account_id: account }
  return route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === null || value === undefined) throw new AppFailure('bad_request', { place: name })
    return encodeURIComponent(String(value))
  })
}

/** A 401 of an accepted token is a missing role; a 403 of these rows says that a part of the module is off (features.md §8.1). */
function refusalOf(error: unknown): unknown {
  const off = error instanceof AppFailure && error.code === 'not_administrator' && error.details === 'HTTP 403'
  return off ? new AppFailure('forbidden', error.params, error.details) : error
}

import { type CaptainResourceName, captainResources } from '../../preload/values/captain-resources.ts'
import { isRefusedRequest } from '../../preload/values/failures.ts'
import type { StoredWrite } from '../activity/data/write-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { HttpMethod } from '../kernel/http.ts'
import { momentOf } from '../kernel/json.ts'
import { type PlatformCheck, platformCheck, saltedDigest, type WriteOutcome } from '../ledger.ts'
import type { Platform } from '../remotes/platform.ts'
import type { Services } from '../services.ts'
import { listOf, recordIn, type SentRecord } from './captain-bodies.ts'

interface Names {
  readonly parent?: number | null
  readonly id?: number | null
  readonly slug?: string | null
}

interface CaptainRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** In ms; by default the time limit of every other answer. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

/** The AI module of one account. Answers are text; nothing is repeated. */
export interface CaptainRemote {
  /** `route` is one of captain-resources.ts, below the module or, with `/.well-known`, below the host. */
  send(method: HttpMethod, route: string, names: Names, request: CaptainRequest): Promise<string>
  /** Pages of a list, one after the other, until it ends or `maxPages` were read. */
  all(kind: Kind, maxPages: number, signal: AbortSignal, filter?: Readonly<Record<string, string>>): Promise<ReadList>
}

interface ReadList {
  readonly records: SentRecord[]
  /** The count of the service; null where it has none. */
  readonly total: number | null
  /** False where the service counts more than could be read. */
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
    async all(kind, maxPages, signal, filter = {}) {
      const { path, pageSize } = captainResources[kind.resource]
      const records = new Map<string, SentRecord>()
      let total: number | null = null
      for (let page = 1; page <= maxPages; page++) {
        // A further page of an unpaged list is requested only when the service counts more than it holds.
        const query = pageSize !== null || page > 1 ? { ...filter, page: String(page) } : filter
        const list = await remote.send('GET', path, kind, { query, signal }).then(listOf, (error: unknown) => {
          // The first page counts where the service refuses a second one.
          if (page === 1 || !(error instanceof AppFailure && isRefusedRequest(error.code))) throw error
          return null
        })
        const previousSize = records.size
        for (const [key, record] of keyed(list?.records ?? [])) records.set(key, record)
        total = list?.total ?? total
        const isCounted = total !== null && records.size >= total
        const isAlone = pageSize === null && total === null
        if (isCounted || isAlone || records.size === previousSize) {
          return { records: [...records.values()], total, whole: total === null || isCounted }
        }
      }
      return { records: [...records.values()], total, whole: false }
    },
  }
  return remote
}

/** Records by their number. Records without one are keyed by their content, so that a repeated page is recognised. */
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

/** The activity log's name of a write: its method and path below the account. */
export function targetOf(method: HttpMethod, route: string, names: Names): string {
  return `${method} /captain${filled(route, names)}`
}

/**
 * The assistant of a tool as a parameter, where an installation stores tools by assistant. The route has no place for
 * it (docs/services.md §7.4).
 */
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

/**
 * A 401 of an accepted token is a missing role. A 403 of these routes means that a part of the module is off
 * (docs/services.md §1.6 and §7.8).
 */
function refusalOf(error: unknown): unknown {
  const off = error instanceof AppFailure && error.code === 'not_administrator' && error.details === 'HTTP 403'
  return off ? new AppFailure('forbidden', error.params, error.details) : error
}

type RecordCheck = Extract<PlatformCheck, { by: 'captain_record' }>

/** Their lists may leave out disabled records, or messages that are still to come. */
const hidesSome: readonly CaptainResourceName[] = ['scenarios', 'messages']
/** How many pages of a list are searched for a new record. */
const mostPages = 20

/** The check that later recognises a sent record, without storing it. */
export function recordCheck(
  did: RecordCheck['did'],
  { resource, parent }: Kind,
  id: number | null,
  fields: Readonly<Record<string, unknown>>,
): (salt: string) => RecordCheck {
  return (salt) => {
    const digests = Object.entries(fields).map(([key, value]) => [key, saltedDigest(JSON.stringify(value), salt)])
    return { by: 'captain_record', did, resource, parent, id, salt, digests: Object.fromEntries(digests) }
  }
}

/**
 * Makes a function that finds out by reading whether a write to the AI module was done. Null where it cannot be known,
 * or for another feature's write. A new record counts when it is no older than the write. Throws the errors of the
 * reads.
 */
export function createCaptainOutcomeResolver({ platform, accountId }: Services) {
  return async (connectionId: string, { check, at }: StoredWrite, signal: AbortSignal): Promise<WriteOutcome> => {
    const recordCheck = platformCheck.safeParse(check).data
    if (recordCheck?.by !== 'captain_record') return null
    const remote = createCaptainRemote(await platform(connectionId), await accountId(connectionId))
    return resolveOutcome(recordCheck, new Date(at), remote, signal)
  }
}

async function resolveOutcome(
  check: RecordCheck,
  at: Date,
  remote: CaptainRemote,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const { resource } = check
  if (!isResource(resource)) return null
  const kind: Kind = { resource, parent: check.parent }
  if (check.did === 'create') {
    const { records, whole } = await remote.all(kind, mostPages, signal)
    const since = at.getTime() - toleranceMs
    const recent = records.filter((one) => timeOf(one) >= since)
    if (recent.some((one) => holds(one, check))) return 'confirmed'
    // A new record that differs may be the sent one as the service changed it. An equal one that looks older may be it
    // too, by a slow clock. "Not done" would make the person send it twice.
    const maybe = recent.length > 0 || records.some((one) => holds(one, check))
    return whole && !maybe && !hidesSome.includes(resource) ? 'not_done' : null
  }
  const record = await find(kind, check.id, remote, signal)
  if (record === 'unknown') return null
  if (check.did === 'remove') return record === 'gone' ? 'confirmed' : 'not_done'
  if (record === 'gone') return 'not_done'
  const shownKeys = Object.keys(check.digests).filter((key) => key in record.fields)
  if (shownKeys.length === 0) return null
  return shownKeys.every((key) => saltedDigest(JSON.stringify(record.fields[key]), check.salt) === check.digests[key])
    ? 'confirmed'
    : 'not_done'
}

/** Clocks differ by less, and a write waits less for its turn. */
const toleranceMs = 60_000

/** `gone` where the service reports it as missing, `unknown` where its answer does not show it. */
async function find(
  kind: Kind,
  id: number | null,
  remote: CaptainRemote,
  signal: AbortSignal,
): Promise<SentRecord | 'gone' | 'unknown'> {
  const { path, root, one } = captainResources[kind.resource]
  if (!one.some((method) => method === 'GET')) {
    const { records, whole } = await remote.all(kind, mostPages, signal)
    return records.find((record) => record.id === id) ?? (whole ? 'gone' : 'unknown')
  }
  try {
    const text = await remote.send('GET', `${path}/{id}`, { ...kind, id }, { signal })
    return recordIn(text, root) ?? 'unknown'
  } catch (error) {
    if (error instanceof AppFailure && error.code === 'service_not_found') return 'gone'
    throw error
  }
}

/** Whether it has each sent field that such records show. A linked inbox has its own number. */
function holds({ id, fields }: SentRecord, { resource, digests, salt }: RecordCheck): boolean {
  const shown: Readonly<Record<string, unknown>> = resource === 'inboxes' ? { inbox_id: id } : fields
  const shownKeys = Object.keys(digests).filter((key) => key in shown)
  return (
    shownKeys.length > 0 && shownKeys.every((key) => saltedDigest(JSON.stringify(shown[key]), salt) === digests[key])
  )
}

/** When it was made, in epoch milliseconds; infinite where that is missing. */
function timeOf({ fields }: SentRecord): number {
  return momentOf(fields.created_at) ?? Number.POSITIVE_INFINITY
}

function isResource(name: string): name is CaptainResourceName {
  return name in captainResources
}

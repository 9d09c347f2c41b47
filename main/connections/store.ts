import * as z from 'zod'
import {
  type Check,
  type Connection,
  check,
  type ServiceKind,
  serviceKind,
} from '../../preload/contract/connections.ts'
import type { Data } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Vault } from '../kernel/vault/vault.ts'
import type { PlatformAddress } from '../remotes/platform.ts'

/** A connection as app.db stores it: everything but its secret, which is in the vault. */
const storedConnection = z.object({
  id: z.string(),
  service: serviceKind,
  name: z.string(),
  base_url: z.string(),
  account_id: z.int().nullable(),
  brand: z.string().nullable(),
  /** Absent in connections stored before there was a second host. */
  beta_url: z.string().nullable().default(null),
  on_beta: z.boolean().default(false),
  created_at: z.string(),
})
export type StoredConnection = z.output<typeof storedConnection>

export interface ConnectionStore {
  list(): Promise<readonly StoredConnection[]>
  /** Throws `no_connection` where there is none. */
  read(id: string): Promise<StoredConnection>
  /** The same, from the last `secretAt` where that is recent. */
  readRecent(id: string): Promise<StoredConnection>
  put(connection: StoredConnection): Promise<void>
  remove(id: string): Promise<void>
  /** Selects the connection for its service. */
  setCurrent(connection: Pick<StoredConnection, 'id' | 'service'>): Promise<void>
  /** Stores the result of the last check; null deletes it, since the connection has changed. */
  setCheck(id: string, check: Check | null): Promise<void>
  /** The public parts, oldest first, with the current one of each service: the chosen one, or the oldest. */
  listPublic(sheetCounts: ReadonlyMap<string, number>): Promise<Connection[]>
  /** The token or key. Throws `secret_missing` when the vault has none. */
  secret(id: string): Promise<string>
  /**
   * The secret for this address alone: throws `cancelled` where the connection no longer has a host of this origin. A
   * change by another process may take effect a second later, as if the request had left before.
   */
  secretAt(id: string, baseUrl: string): Promise<string>
  setSecret(id: string, secret: string): Promise<void>
  removeSecret(id: string): Promise<void>
}

/** A secret, with its connection as read after it. */
interface Credentials {
  readonly secret: string
  readonly connection: StoredConnection
}

/** How long credentials are recent: reading them for each request would wait behind the storing of rows. */
const recentMs = 1000

export function createConnectionStore({
  data,
  vault,
}: {
  readonly data: Data
  readonly vault: Vault
}): ConnectionStore {
  const list = async () => {
    const records = await data.ask('records.list', { collection: 'connections' })
    return records
      .map(({ value }) => storedConnection.parse(value))
      .sort((one, other) => one.created_at.localeCompare(other.created_at))
  }
  const read = async (id: string) => {
    const connection = (await list()).find((connection) => connection.id === id)
    if (!connection) throw new AppFailure('no_connection')
    return connection
  }
  /** The chosen connections. Earlier versions stored a single one as `connection`. */
  const chosenIds = async () => {
    const records = await data.ask('records.list', { collection: 'current' })
    return (service: ServiceKind) =>
      [service, 'connection'].map((name) => z.string().safeParse(records.find(({ id }) => id === name)?.value).data)
  }
  const checksById = async () => {
    const records = await data.ask('records.list', { collection: 'checks' })
    return new Map(records.map(({ id, value }) => [id, check.safeParse(value).data ?? null]))
  }
  const hasSecret = async (id: string) => {
    try {
      return (await vault.read(secretName(id))) !== undefined
    } catch (error) {
      if (error instanceof AppFailure && error.code === 'secret_missing') return false
      throw error
    }
  }

  const secretOf = async (id: string) => {
    const secret = await vault.read(secretName(id))
    if (secret === undefined) throw new AppFailure('secret_missing')
    return secret
  }

  /** Replaced at this process's every change, so that an earlier read adds to a map that is no longer used. */
  let recent = new Map<string, Credentials>()
  const change = async (work: () => Promise<void>) => {
    recent = new Map()
    try {
      await work()
    } finally {
      recent = new Map()
    }
  }
  const credentials = async (id: string) => {
    const credentialsById = recent
    const cached = credentialsById.get(id)
    if (cached) return cached
    // A new secret is stored after its new address: a reader of the secret finds that address too.
    const secret = await secretOf(id)
    const fresh = { secret, connection: await read(id) }
    credentialsById.set(id, fresh)
    setTimeout(() => credentialsById.delete(id), recentMs).unref()
    return fresh
  }

  return {
    list,
    read,
    readRecent: async (id) => recent.get(id)?.connection ?? read(id),
    put: (value) => change(() => data.ask('records.put', { collection: 'connections', id: value.id, value })),
    remove: (id) =>
      change(async () => {
        await vault.remove(secretName(id))
        await data.ask('records.remove', { collection: 'connections', id })
        await data.ask('records.remove', { collection: 'checks', id })
      }),
    setCurrent: ({ id, service }) => data.ask('records.put', { collection: 'current', id: service, value: id }),
    setCheck: (id, check) =>
      check === null
        ? data.ask('records.remove', { collection: 'checks', id })
        : data.ask('records.put', { collection: 'checks', id, value: check }),
    async listPublic(sheetCounts) {
      const [connections, chosen, checks] = await Promise.all([list(), chosenIds(), checksById()])
      const inUse = serviceKind.options.map((service) => {
        const sameService = connections.filter((connection) => connection.service === service)
        const [choice] = chosen(service).flatMap((requestedId) => sameService.filter(({ id }) => id === requestedId))
        return (choice ?? sameService[0])?.id
      })
      return Promise.all(
        connections.map(async ({ created_at: _, ...connection }) => ({
          ...connection,
          current: inUse.includes(connection.id),
          has_secret: await hasSecret(connection.id),
          sheets: sheetCounts.get(connection.id) ?? 0,
          last_check: checks.get(connection.id) ?? null,
        })),
      )
    },
    secret: secretOf,
    async secretAt(id, baseUrl) {
      const { secret, connection } = await credentials(id)
      if (!originsOf(connection).includes(new URL(baseUrl).origin)) throw new AppFailure('cancelled')
      return secret
    },
    setSecret: (id, secret) => change(() => vault.write(secretName(id), secret)),
    removeSecret: (id) => change(() => vault.remove(secretName(id))),
  }
}

/** The origins that the secret of a connection was entered for: of its host, and of its second host if any. */
export function originsOf({ base_url, beta_url }: Pick<StoredConnection, 'base_url' | 'beta_url'>): readonly string[] {
  return [base_url, ...(beta_url === null ? [] : [beta_url])].map((url) => new URL(url).origin)
}

/**
 * The current address of a platform connection, at its first or second host. Throws `bad_request` for the form service.
 */
export function platformAddress(connection: StoredConnection): PlatformAddress {
  const { beta_url, on_beta, account_id, brand } = connection
  const base_url = on_beta && beta_url !== null ? beta_url : connection.base_url
  if (connection.service !== 'platform' || account_id === null || brand === null) {
    throw new AppFailure('bad_request', { place: 'connection' })
  }
  return { base_url, account_id, brand }
}

const secretName = (id: string) => `connection-${id}`

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Makes a pasted base URL canonical: no trailing slash, query or fragment; a path prefix stays. HTTPS only, plain HTTP
 * for loopback addresses alone. Throws `bad_address` or `not_secure_address`.
 */
export function baseUrl(text: string): string {
  const url = parsed(text.trim())
  if (!url || url.username || url.password) throw new AppFailure('bad_address')
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) throw new AppFailure('not_secure_address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AppFailure('bad_address')
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}

/** The form service's base URL. It ends in /api/v1, which is added if it is missing (docs/services.md §9.1). */
export function formsBaseUrl(text: string): string {
  const url = baseUrl(text)
  return url.endsWith('/api/v1') ? url : `${url}/api/v1`
}

/** People type a host without a scheme, which means HTTPS. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`)
  } catch {
    return undefined
  }
}

import type { Check, CheckStep, Connection, ConnectionDraft, connections } from '../../preload/contract/connections.ts'
import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Fetch } from '../kernel/http.ts'
import type { Handlers } from '../kernel/router.ts'
import { baseUrl, formsBaseUrl } from '../remotes/address.ts'
import { createForms } from '../remotes/forms.ts'
import { createPlatform } from '../remotes/platform.ts'
import { checkForms, checkPlatform } from './check.ts'
import { type ConnectionStore, platformAddress, type StoredConnection } from './store.ts'

export interface ConnectionsDeps {
  readonly store: ConnectionStore
  readonly data: Data
  readonly fetch: Fetch
  readonly now: () => Date
  changed(feature: string): void
}

/** Connections to both services: kept, checked, chosen, forgotten. Secrets go in and never come out. */
export function createConnectionsService(deps: ConnectionsDeps): Handlers<typeof connections> {
  const { store, data, now, changed } = deps

  const listPublic = async (): Promise<Connection[]> => {
    const counts = new Map<string, number>()
    for (const { connection_id: id } of await data.ask('sheets.list', {})) counts.set(id, (counts.get(id) ?? 0) + 1)
    return store.listPublic(counts)
  }

  return {
    'connections.list': listPublic,

    async 'connections.save'(draft, { signal, progress }) {
      const connection = await stored(draft, store, now)
      await store.put(connection)
      if (draft.secret) await store.setSecret(connection.id, draft.secret)
      if (!(await store.currentId())) await store.setCurrent(connection.id)
      changed('connections')
      const check = await runCheck(connection, deps, signal, progress)
      const described = (await listPublic()).find(({ id }) => id === connection.id)
      if (!described) throw new AppFailure('no_connection')
      return { connection: described, check }
    },

    'connections.check': async ({ id }, { signal, progress }) => runCheck(await store.read(id), deps, signal, progress),

    async 'connections.use'({ id }) {
      await store.setCurrent((await store.read(id)).id)
      changed('connections')
      return listPublic()
    },

    async 'connections.forget'({ id, forget_sheets }) {
      await store.read(id)
      if (forget_sheets) {
        const sheets = await data.ask('sheets.list', {})
        for (const sheet of sheets) {
          if (sheet.connection_id === id) await data.ask('sheets.forget', { id: sheet.id })
        }
      }
      await store.remove(id)
      changed('all')
      return listPublic()
    },
  }
}

/** The draft with its address made canonical, on top of what was stored under its id. */
async function stored(draft: ConnectionDraft, store: ConnectionStore, now: () => Date): Promise<StoredConnection> {
  const before = draft.id === undefined ? undefined : await store.read(draft.id)
  const url = draft.service === 'platform' ? baseUrl(draft.base_url) : formsBaseUrl(draft.base_url)
  if (draft.service === 'platform' && (draft.account_id === null || !draft.brand)) {
    throw new AppFailure('bad_request', { place: draft.account_id === null ? 'account_id' : 'brand' })
  }
  // The token belongs to the origin that it was given for: another host needs it typed again (features.md §9.15).
  const moved = before !== undefined && new URL(before.base_url).origin !== new URL(url).origin
  if ((before === undefined || moved) && draft.secret === undefined) {
    throw new AppFailure('bad_request', { place: 'secret' })
  }
  const taken = (await store.list()).some(({ id, name }) => name === draft.name && id !== draft.id)
  if (taken) throw new AppFailure('name_taken')
  return {
    id: before?.id ?? crypto.randomUUID(),
    service: draft.service,
    name: draft.name,
    base_url: url,
    account_id: draft.service === 'platform' ? draft.account_id : null,
    brand: draft.service === 'platform' ? (draft.brand?.replace(/^\/+|\/+$/g, '') ?? null) : null,
    created_at: before?.created_at ?? now().toISOString(),
  }
}

async function runCheck(
  connection: StoredConnection,
  { store, fetch, now }: ConnectionsDeps,
  signal: AbortSignal,
  report: (steps: CheckStep[]) => void,
): Promise<Check> {
  const secret = () => store.secret(connection.id)
  await secret()
  const deps = { now, signal, report }
  if (connection.service === 'forms') {
    return checkForms(createForms({ fetch, baseUrl: connection.base_url, key: secret }), deps)
  }
  const platform = createPlatform({ fetch, address: platformAddress(connection), token: secret })
  return checkPlatform(platform, now().toISOString().slice(0, 10), deps)
}

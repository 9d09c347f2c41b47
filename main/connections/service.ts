import { isDeepStrictEqual } from 'node:util'
import type { Check, CheckStep, Connection, ConnectionDraft, connections } from '../../preload/contract/connections.ts'
import type { Data } from '../data-calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Tasks } from '../kernel/tasks.ts'
import { createPlatform } from '../remotes/platform.ts'
import type { Services } from '../services.ts'
import { checkForms, checkPlatform } from './check.ts'
import { haveSameData, showsSheetsOf } from './same-data.ts'
import {
  baseUrl,
  type ConnectionStore,
  formsBaseUrl,
  originsOf,
  platformAddress,
  type StoredConnection,
} from './store.ts'

/** Connections to both services: stored, checked, chosen, forgotten. Secrets go in and never come out. */
export function createConnectionsService(deps: Services): Handlers<typeof connections> {
  const { connections: store, data, changed } = deps

  const listPublic = async (): Promise<Connection[]> => {
    const counts = new Map<string, number>()
    for (const { connection_id: id } of await data.ask('sheets.list', {})) counts.set(id, (counts.get(id) ?? 0) + 1)
    return store.listPublic(counts)
  }

  return {
    'connections.list': listPublic,

    async 'connections.save'(draft, { signal, progress }) {
      const connection = await keep(draft, deps, signal)
      deps.health.forget(connection.id)
      changed('connections')
      const check = await runCheck(connection, deps, signal, progress)
      const described = (await listPublic()).find(({ id }) => id === connection.id)
      if (!described) throw new AppFailure('no_connection')
      return { connection: described, check }
    },

    'connections.check': async ({ id }, { signal, progress }) => runCheck(await store.read(id), deps, signal, progress),

    async 'connections.use'({ id }) {
      await store.setCurrent(await store.read(id))
      changed('connections')
      return listPublic()
    },

    async 'connections.switch_host'({ id, on_beta }, { signal }) {
      const connection = await store.read(id)
      if (connection.beta_url === null) throw new AppFailure('bad_request', { place: 'beta_url' })
      // Sheets and sets of one host would be read on with the rows of another.
      const moves = on_beta !== connection.on_beta && (await hasKept(data, id))
      const switched = { ...connection, on_beta }
      // One that cannot be compared is believed: the person named both as hosts of one account, and the first may be
      // down.
      if (moves && (await showsWhatIsKept(connection, { after: switched, deps, signal })) === false) {
        throw new AppFailure('other_data')
      }
      await store.setCheck(id, null)
      await store.put(switched)
      deps.health.forget(id)
      changed('connections')
      return listPublic()
    },

    async 'connections.open_record'({ connection_id, record, id }) {
      const { base_url, account_id } = platformAddress(await store.read(connection_id))
      // Assumption: the places of the web app that these routes belong to (docs/services.md §13.8).
      return deps.openOutside(`${base_url}/app/accounts/${account_id}/${record}s/${id}`)
    },

    async 'connections.deletion_impact'({ id }) {
      await store.read(id)
      return data.ask('connections.deletion_impact', { connection_id: id })
    },

    async 'connections.forget'({ id, forget_sheets }) {
      const { service } = await store.read(id)
      await endTasksOf(deps.tasks, id)
      if (service === 'forms' && forget_sheets) await data.ask('connections.forget', { service, connection_id: id })
      // The console saves data of either service.
      await data.ask('connections.forget', { service: 'platform', connection_id: id })
      if (forget_sheets) {
        const sheets = await data.ask('sheets.list', {})
        for (const sheet of sheets) if (sheet.connection_id === id) await deps.ask('sheets.forget', { id: sheet.id })
      }
      await store.remove(id)
      deps.health.forget(id)
      changed('all')
      return listPublic()
    },
  }
}

/** Ends the tasks that work through a connection, or on one of its forms or sets. */
async function endTasksOf(tasks: Tasks, connectionId: string): Promise<void> {
  const connectionTasks = tasks
    .list()
    .filter(({ subject }) => subject === connectionId || subject.startsWith(`${connectionId}:`))
  await Promise.all(connectionTasks.map(({ subject }) => tasks.endOn(subject)))
}

/**
 * Checks the draft and stores it with its secret, on top of what was stored under its id. Where something is stored of
 * the connection, throws `account_kept` for another account number, `other_data` for an address that shows other data,
 * and `data_uncompared` for one of which that is unknown.
 */
async function keep(draft: ConnectionDraft, deps: Services, signal: AbortSignal): Promise<StoredConnection> {
  const { connections: store, data, now } = deps
  const previous = draft.id === undefined ? undefined : await store.read(draft.id)
  const id = previous?.id ?? crypto.randomUUID()
  const places = described(draft)
  const connection = {
    ...places,
    id,
    on_beta: places.beta_url !== null && (previous?.on_beta ?? false),
    created_at: previous?.created_at ?? now().toISOString(),
  }
  const { secret } = draft
  // What no HTTP header can carry was not copied from where secrets are shown.
  if (secret !== undefined && !/^[\x21-\x7e]+$/.test(secret)) throw new AppFailure('bad_request', { place: 'secret' })
  // The token belongs to the origin that it was given for: another host needs it typed again (docs/services.md §13.6).
  const moved = previous !== undefined && !isWithin(previous, connection)
  if ((previous === undefined || moved) && secret === undefined)
    throw new AppFailure('bad_request', { place: 'secret' })
  const isNameTaken = (await store.list()).some((other) => other.name === draft.name && other.id !== id)
  if (isNameTaken) throw new AppFailure('name_taken')
  // Sheets, runs, sets and answers of one account would be shown as those of another.
  if (previous && (await hasKept(data, id))) {
    if (previous.account_id !== connection.account_id) throw new AppFailure('account_kept')
    const same = isMoved(previous, connection)
      ? await showsWhatIsKept(previous, { after: connection, secret, deps, signal })
      : true
    if (!same) throw new AppFailure(same === false ? 'other_data' : 'data_uncompared')
  }
  if (previous) await store.setCheck(id, null)
  if (previous && moved) await move(store, { previous, after: connection, secret })
  else {
    if (secret) await store.setSecret(id, secret)
    await store.put(connection)
  }
  return connection
}

/**
 * Moves a connection to hosts that its secret was not given for. In this order no crash between two steps leaves a
 * secret beside an address that it was not given for. Where a step fails, address and secret are put back as they were.
 */
async function move(
  store: ConnectionStore,
  { previous, after, secret }: Pick<Move, 'after' | 'secret'> & { readonly previous: StoredConnection },
): Promise<void> {
  const replace = async (connection: StoredConnection, next: string | undefined) => {
    await store.removeSecret(connection.id)
    await store.put(connection)
    if (next !== undefined) await store.setSecret(connection.id, next)
  }
  const old = await store.secret(previous.id).catch((error: unknown) => {
    if (error instanceof AppFailure && error.code === 'secret_missing') return undefined
    throw error
  })
  try {
    await replace(after, secret)
  } catch (error) {
    await replace(previous, old).catch(() => undefined)
    throw error
  }
}

interface Move {
  readonly after: StoredConnection
  /** The one that was typed for the new address; absent, the stored one. */
  readonly secret?: string | undefined
  readonly deps: Services
  readonly signal: AbortSignal
}

/**
 * Whether the address that a connection is about to use shows the account whose data are stored: by its sheets, or else
 * by what the address before shows now. Null where that is unknown.
 */
async function showsWhatIsKept(
  previous: StoredConnection,
  { after, secret, deps: { connections: store, data, fetch, now }, signal }: Move,
): Promise<boolean | null> {
  const at = (connection: StoredConnection, token: () => Promise<string>) =>
    createPlatform({ fetch, address: platformAddress(connection), token })
  const stored = (connection: StoredConnection) => () =>
    store.secretAt(previous.id, platformAddress(connection).base_url)
  const next = at(after, secret === undefined ? stored(after) : () => Promise.resolve(secret))
  const showsSheets = await showsSheetsOf(previous.id, { platform: next, data, signal })
  return showsSheets ?? haveSameData([at(previous, stored(previous)), next], { now: now(), signal })
}

/**
 * Whether a platform connection uses another address from now on. A form service reports its account before it is used.
 */
function isMoved(previous: StoredConnection, after: StoredConnection): boolean {
  return after.service === 'platform' && platformAddress(previous).base_url !== platformAddress(after).base_url
}

async function hasKept(data: Data, id: string): Promise<boolean> {
  const [sheets, runs] = await Promise.all([data.ask('sheets.list', {}), data.ask('runs.list', {})])
  const isOfIt = ({ connection_id }: { readonly connection_id: string }) => connection_id === id
  return [...sheets, ...runs].some(isOfIt) || data.ask('platform.has', { connection_id: id })
}

/**
 * The address made canonical, and what belongs to this service alone. `bad_request` names the field that is missing.
 */
function described(draft: ConnectionDraft): Omit<StoredConnection, 'id' | 'created_at' | 'on_beta'> {
  const { service, name, account_id } = draft
  if (service === 'forms') {
    return { service, name, base_url: formsBaseUrl(draft.base_url), account_id: null, brand: null, beta_url: null }
  }
  const brand = draft.brand?.replace(/^\/+|(?<!\/)\/+$/g, '') ?? ''
  if (account_id === null) throw new AppFailure('bad_request', { place: 'account_id' })
  // One word of a path; dots alone would lead to another path.
  if (/^\.*$|[\s/]/.test(brand)) throw new AppFailure('bad_request', { place: 'brand' })
  const base_url = baseUrl(draft.base_url)
  const beta_url = draft.beta_url ? baseUrl(draft.beta_url) : null
  if (beta_url === base_url) throw new AppFailure('bad_request', { place: 'beta_url' })
  return { service, name, base_url, account_id, brand, beta_url }
}

/** Whether every host of a connection as it becomes is one that its secret was given for. */
function isWithin(previous: StoredConnection, after: StoredConnection): boolean {
  const origins = originsOf(previous)
  return previous.service === after.service && originsOf(after).every((origin) => origins.includes(origin))
}

/** Checks a stored connection and stores what was found. */
async function runCheck(
  connection: StoredConnection,
  deps: Services,
  signal: AbortSignal,
  report: (steps: CheckStep[]) => void,
): Promise<Check> {
  const result = await check(connection, deps, signal, report)
  // One that was changed or forgotten meanwhile was not checked.
  const now = (await deps.connections.list()).find(({ id }) => id === connection.id)
  if (now && isDeepStrictEqual(now, connection)) {
    await deps.connections.setCheck(connection.id, result)
    deps.changed('connections')
  }
  return result
}

async function check(
  connection: StoredConnection,
  { connections: store, data, fetch, accounts, now, health }: Services,
  signal: AbortSignal,
  report: (steps: CheckStep[]) => void,
): Promise<Check> {
  const secret = () => store.secret(connection.id)
  await secret()
  const deps = { now, signal, report }
  if (connection.service === 'forms') {
    const belongs = () => accounts.belongs(connection.id)
    return checkForms(await accounts.formsOnce(connection.id), { ...deps, belongs })
  }
  const platform = createPlatform({
    fetch,
    address: platformAddress(connection),
    token: secret,
    onOutcome: health.observe(connection.id),
  })
  const belongs = async () => (await showsSheetsOf(connection.id, { platform, data, signal })) !== false
  return checkPlatform(platform, now().toISOString().slice(0, 10), { ...deps, belongs })
}

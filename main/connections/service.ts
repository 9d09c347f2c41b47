import { isDeepStrictEqual } from 'node:util'
import type { Check, CheckStep, Connection, ConnectionDraft, connections } from '../../preload/contract/connections.ts'
import type { TableKind } from '../../preload/values/table-kinds.ts'
import type { Data } from '../data-calls.ts'
import { AppFailure, thrown } from '../kernel/failure.ts'
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

/** The tables that are seen without the connection through which they were read. */
const tablesThatStay: TableKind[] = ['sheet', 'difference', 'run', 'duplicates', 'entries']

/** Connections to both services: stored, checked, chosen, deleted. Secrets are stored and never returned. */
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
      // Otherwise sheets and sets of one host would continue with the rows of another.
      const moves = on_beta !== connection.on_beta && (await hasKept(data, id))
      const switched = { ...connection, on_beta }
      // A host that cannot be compared is accepted: the person named both as hosts of one account, and the first may be
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
      // Assumption: the web app has these addresses for the records (docs/services.md §13.8).
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
      await data.ask('notes.forget', { connection_id: id })
      // The console stores data of both services.
      await data.ask('connections.forget', { service: 'platform', connection_id: id })
      if (forget_sheets) {
        const sheets = await data.ask('sheets.list', {})
        for (const sheet of sheets) if (sheet.connection_id === id) await forgetSheet(sheet.id, deps)
      }
      await deps.ask('views.forget_all', { connection_id: id, except: forget_sheets ? [] : tablesThatStay })
      await store.remove(id)
      deps.health.forget(id)
      changed('all')
      return listPublic()
    },
  }
}

/** Waits until the sheet is gone. Throws what its task fails with. */
async function forgetSheet(id: string, { ask, tasks }: Pick<Services, 'ask' | 'tasks'>): Promise<void> {
  await ask('sheets.forget', { id, lose_leads: false })
  const task = await tasks.ended(tasks.runningOn(id) ?? '')
  if (task && task.state !== 'done') throw task.failure ? thrown(task.failure) : new AppFailure('cancelled')
}

/** Ends the tasks that use a connection, or that run on one of its forms or sets. */
async function endTasksOf(tasks: Tasks, connectionId: string): Promise<void> {
  const connectionTasks = tasks
    .list()
    .filter(({ subject }) => subject === connectionId || subject.startsWith(`${connectionId}:`))
  await Promise.all(connectionTasks.map(({ subject }) => tasks.endOn(subject)))
}

/**
 * Checks the draft and stores it with its secret, over the stored connection of its id. If data of the connection are
 * stored, it throws `account_kept` for another account number, `other_data` for an address with other data, and
 * `data_uncompared` where that is unknown.
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
  // A text that no HTTP header can carry was not copied from the place that shows secrets.
  if (secret !== undefined && !/^[\x21-\x7e]+$/.test(secret)) throw new AppFailure('bad_request', { place: 'secret' })
  // The token belongs to the origin that it was entered for: another host needs it again (docs/services.md §13.6).
  const moved = previous !== undefined && !isWithin(previous, connection)
  if ((previous === undefined || moved) && secret === undefined)
    throw new AppFailure('bad_request', { place: 'secret' })
  const isNameTaken = (await store.list()).some((other) => other.name === draft.name && other.id !== id)
  if (isNameTaken) throw new AppFailure('name_taken')
  // Otherwise sheets, runs, sets and answers of one account would appear as those of another.
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
 * Moves a connection to hosts that its secret was not entered for. In this order no crash leaves a secret beside
 * another address. If a step fails, address and secret are restored.
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
  /** The secret that was typed for the new address; if absent, the stored one. */
  readonly secret?: string | undefined
  readonly deps: Services
  readonly signal: AbortSignal
}

/**
 * Whether a connection's next address shows the account of the stored data: by its sheets, or else by comparison with
 * the previous address. Null where that is unknown.
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

/** Whether a platform connection changes its address. A form service reports its account before it is used. */
function isMoved(previous: StoredConnection, after: StoredConnection): boolean {
  return after.service === 'platform' && platformAddress(previous).base_url !== platformAddress(after).base_url
}

async function hasKept(data: Data, id: string): Promise<boolean> {
  const [sheets, runs] = await Promise.all([data.ask('sheets.list', {}), data.ask('runs.list', {})])
  const isOfIt = ({ connection_id }: { readonly connection_id: string }) => connection_id === id
  return [...sheets, ...runs].some(isOfIt) || data.ask('platform.has', { connection_id: id })
}

/** Makes the address canonical and adds the fields of this service. `bad_request` names the missing field. */
function described(draft: ConnectionDraft): Omit<StoredConnection, 'id' | 'created_at' | 'on_beta'> {
  const { service, name, account_id } = draft
  if (service === 'forms') {
    return { service, name, base_url: formsBaseUrl(draft.base_url), account_id: null, brand: null, beta_url: null }
  }
  const brand = draft.brand?.replace(/^\/+|(?<!\/)\/+$/g, '') ?? ''
  if (account_id === null) throw new AppFailure('bad_request', { place: 'account_id' })
  // One segment of a path. Dots alone would lead to another path.
  if (/^\.*$|[\s/]/.test(brand)) throw new AppFailure('bad_request', { place: 'brand' })
  const base_url = baseUrl(draft.base_url)
  const beta_url = draft.beta_url ? baseUrl(draft.beta_url) : null
  if (beta_url === base_url) throw new AppFailure('bad_request', { place: 'beta_url' })
  return { service, name, base_url, account_id, brand, beta_url }
}

/** Whether the secret was entered for every host of the changed connection. */
function isWithin(previous: StoredConnection, after: StoredConnection): boolean {
  const origins = originsOf(previous)
  return previous.service === after.service && originsOf(after).every((origin) => origins.includes(origin))
}

async function runCheck(
  connection: StoredConnection,
  deps: Services,
  signal: AbortSignal,
  report: (steps: CheckStep[]) => void,
): Promise<Check> {
  const result = await check(connection, deps, signal, report)
  // A connection that was changed or deleted meanwhile was not checked.
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

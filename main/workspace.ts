import type { AppState } from '../preload/contract/app.ts'
import type { Connection, ServiceKind } from '../preload/contract/connections.ts'
import type { AppContract } from '../preload/contract/index.ts'
import { createAccountService, createReadUsage } from './account/service.ts'
import { createActivityService } from './activity/service.ts'
import { createCaptainOutcomeResolver } from './captain/resolve-write-outcome.ts'
import { createCaptainService } from './captain/service.ts'
import { createFormAccounts } from './connections/form-accounts.ts'
import { createConnectionsService } from './connections/service.ts'
import {
  type ConnectionStore,
  createConnectionStore,
  platformAddress,
  type StoredConnection,
} from './connections/store.ts'
import { createConsoleService } from './console/service.ts'
import { createContactsService } from './contacts/service.ts'
import { createConversationsService } from './conversations/service.ts'
import { createCruzarService } from './cruzar/service.ts'
import type { Data } from './data/calls.ts'
import { recoveryRecord } from './data/calls.ts'
import { createData } from './data/client.ts'
import { createDatasetsService } from './datasets/service.ts'
import { createDiagnosticsService } from './diagnostics/service.ts'
import { createDocumentationService } from './documentation/service.ts'
import { createEntriesService } from './entries/service.ts'
import { hasEncryptedFiles } from './erase-everything.ts'
import { createRequestTimes } from './estimates/request-times.ts'
import { createFormsService } from './forms/service.ts'
import { createHealthService } from './health/service.ts'
import { createServiceHealth, type ServiceHealthLog } from './health/service-health.ts'
import type { ChildPort } from './kernel/child-process.ts'
import { AppFailure } from './kernel/failure.ts'
import type { FileTickets, SaveTargets } from './kernel/host-files.ts'
import type { Fetch } from './kernel/http.ts'
import type { PreferenceStore } from './kernel/preferences.ts'
import type { RetryPolicy } from './kernel/retry.ts'
import type { Call, Handlers } from './kernel/router.ts'
import { createTasks, type Tasks } from './kernel/tasks.ts'
import { dataKey, type Vault } from './kernel/vault/vault.ts'
import { createDocumentation } from './remotes/documentation.ts'
import { createPace, type Pace, paced } from './remotes/paced.ts'
import { createPlatform, type Platform } from './remotes/platform.ts'
import { onlyOfItsAccount, withAdministratorFailures, withMissingRouteFailures } from './remotes/platform-guards.ts'
import { createReportsService } from './reports/service.ts'
import { createReviewsService } from './reviews/service.ts'
import { createMessageOutcomeResolver } from './sending/resolve-write-outcome.ts'
import { createSendingService } from './sending/service.ts'
import { createSheetsService } from './sheets/service.ts'
import { createTablesService } from './tables/service.ts'
import { createTasksService } from './tasks/service.ts'
import { createWebhooksService } from './webhooks/service.ts'
import { createLedger } from './writes/ledger.ts'

/** Every question but those of the app itself, which are answered before any data can be opened. */
export type WorkspaceContract = Omit<AppContract, `app.${string}`>

export interface WorkspaceDeps {
  /** Where the files of this account are. */
  readonly dir: string
  /** Of Cruza. */
  readonly version: string
  readonly vault: Vault
  readonly fetch: Fetch
  readonly startData: () => ChildPort
  readonly targets: SaveTargets
  readonly offers: FileTickets
  readonly preferences: PreferenceStore
  readonly retryPolicy: RetryPolicy
  readonly now: () => Date
  readonly zone: () => string
  /** `ids` of the only records that changed, where they are known (contract/wire.ts). */
  changed(feature: string, ids?: readonly string[]): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  requested?(): void
  /** The most requests of a connection and day that read entries in idle time; 1,000 by default. */
  readonly mostIdleCalls?: number
  /** How long the deletion of entries can be taken back, in ms; ten seconds by default. */
  readonly undoWindowMs?: number
  exampleList(): { readonly name: string; readonly text: string }
}

/** What the own account and the demonstration have in common. */
export type SharedDeps = Omit<WorkspaceDeps, 'dir' | 'vault' | 'exampleList'>

/** One set of data with its secrets: the person's own, or the demonstration account's. */
export interface Workspace {
  readonly handlers: Handlers<WorkspaceContract>
  readonly tasks: Tasks
  /** Opens the folder of data where it is not open yet, and returns what happened to it. Fails where it cannot be opened. */
  notice(): Promise<AppState['notice']>
  dismissNotice(): Promise<void>
  /** Whether no other process has the folder open, such as a scheduled command. */
  isAlone(): Promise<boolean>
  /** Stops what runs, closes the files. What was stored stays. */
  close(): Promise<void>
}

/** Opens the data with the key from the vault, and wires the features. Fails as the vault does. */
export async function openWorkspace(deps: WorkspaceDeps): Promise<Workspace> {
  const { dir, vault, fetch, changed, now } = deps
  const key = await dataKey(vault, { filesExist: hasEncryptedFiles(dir) })
  const data = createData({ start: deps.startData, dir, key: key.toString('hex') })
  const store = createConnectionStore({ data, vault })
  const tasks = createTasks({
    now,
    changed(list) {
      changed('tasks')
      const running = list.filter(({ state }) => state === 'running' || state === 'waiting')
      deps.showProgress(running.length > 0 ? fractionOf(running) : null)
    },
  })
  const health = createServiceHealth({ now, changed: () => changed('health') })
  const accounts = createFormAccounts({ ...deps, data, store, observe: health.observe })
  const closing = new AbortController()
  const placeOf = async (id: string) => placeIn(await store.read(id))
  const platform = platformOf({ store, fetch, health }, deps.retryPolicy.timeoutMs)
  const shared = {
    ...deps,
    data,
    tasks,
    forms: accounts.forms,
    budget: accounts.budget,
    ledger: createLedger({ service: 'forms', data, now, changed }),
    platformLedger: createLedger({ service: 'platform', data, now, placeOf, changed }),
    readingOf: (connectionId: string, formId: number) => tasks.runningOn(`${connectionId}:${formId}`),
    language: () => deps.preferences.read().language,
    platform,
    times: createRequestTimes({ data, now }),
    ...longWorkOf(deps, platform, placeOf),
    accountId: async (id: string) => platformAddress(await store.read(id)).account_id,
    connectionNames: async () => new Map((await store.list()).map(({ id, name }) => [id, name])),
  }
  const sheets = createSheetsService(shared)
  const forgetSheet = async (id: string) => {
    await sheets['sheets.forget']({ id }, backgroundCall())
  }
  const forms = createFormsService(shared)
  const entries = createEntriesService({
    ...shared,
    listForms: async (id) => forms['forms.list']({ connection_id: id }, backgroundCall()),
    refreshForm: async (connection_id, id, signal) =>
      forms['forms.read']({ connection_id, id, fresh: true }, { signal, progress() {} }),
    closing: closing.signal,
    usage: createReadUsage(shared),
    wantsIdleReads: () => deps.preferences.read().idle_reads,
    mostIdleCalls: deps.mostIdleCalls ?? ordinaryIdleCalls,
    undoWindowMs: deps.undoWindowMs ?? tenSecondsMs,
  })
  const conversations = createConversationsService(shared)
  const readConversation = async (connection_id: string, id: number, signal: AbortSignal) =>
    conversations['conversations.read']({ connection_id, id }, { signal, progress() {} })
  const askCheaply = async (id: string, signal: AbortSignal) => {
    const { service } = await store.read(id)
    if (service === 'platform') return (await platform(id)).probeAccount(signal)
    return (await accounts.formsOnce(id)).account({ signal, priority: 'interactive' })
  }
  const handlers: Handlers<WorkspaceContract> = {
    ...createConnectionsService({
      ...deps,
      store,
      data,
      accounts,
      health,
      forgetSheet,
      leaveForms: leaving(tasks, data),
      leaveKept: leavingKept(tasks, data),
    }),
    ...forms,
    ...entries,
    ...createReviewsService({
      ...shared,
      baseUrl: async (id) => (await store.read(id)).base_url,
      account: accounts.account,
    }),
    ...createWebhooksService(shared),
    ...createAccountService(shared),
    ...createTablesService(shared),
    ...sheets,
    ...createCruzarService(shared),
    ...createTasksService(tasks),
    ...createHealthService({ health, ask: askCheaply }),
    ...conversations,
    ...createSendingService({ ...shared, readConversation }),
    ...createActivityService({
      ...shared,
      placeOf,
      resolveOutcome: firstResolved(
        createCaptainOutcomeResolver(shared),
        createMessageOutcomeResolver({ readConversation }),
      ),
    }),
    ...createContactsService({ ...shared, formConnections: async () => idsOf(await store.list(), 'forms') }),
    ...createReportsService(shared),
    ...createCaptainService(shared),
    ...createConsoleService({ ...shared, addressOf: async (id) => consoleAddress(await store.read(id)) }),
    ...createDatasetsService(shared),
    ...createDocumentationService({
      ...shared,
      documentation: documentationOf(store, fetch, deps.retryPolicy.timeoutMs),
    }),
    ...createDiagnosticsService({ ...shared, hostOf: async (id) => hostInUse(await store.read(id)) }),
  }
  return {
    handlers,
    tasks,
    async notice() {
      const records = await data.ask('records.list', { collection: recoveryRecord.collection })
      const what = records.find(({ id }) => id === recoveryRecord.id)?.value
      if (what === 'restored') return 'records_restored'
      return what === 'lost' ? 'records_lost' : null
    },
    isAlone: () => data.ask('folder.is_alone', {}),
    dismissNotice: () => data.ask('records.remove', recoveryRecord),
    async close() {
      closing.abort()
      await tasks.close()
      await data.close()
      vault.close()
    },
  }
}

const tenSecondsMs = 10_000
/** A small share of what any plan allows in a month. */
const ordinaryIdleCalls = 1000

/** A call of one feature to another: never cancelled, without progress. */
export function backgroundCall(): Call<unknown> {
  return { signal: new AbortController().signal, progress() {} }
}

type ResolveOutcome = Parameters<typeof createActivityService>[0]['resolveOutcome']

/** Each feature resolves its own writes and returns null for those of others. */
function firstResolved(...features: readonly ResolveOutcome[]): ResolveOutcome {
  return async (connectionId, write, signal) => {
    for (const became of features) {
      const state = await became(connectionId, write, signal)
      if (state !== null) return state
    }
    return null
  }
}

function idsOf(connections: readonly Pick<Connection, 'id' | 'service'>[], service: ServiceKind): string[] {
  return connections.filter((connection) => connection.service === service).map(({ id }) => id)
}

/** Stops what works on the forms of a connection, and forgets them with all entries and reviews where that is asked. */
function leaving(tasks: Tasks, data: Data) {
  return async (id: string, forget: boolean) => {
    await endTasksOf(tasks, id)
    if (forget) await data.ask('forms.forget_connection', { connection_id: id })
  }
}

/** Stops what works through a connection, and forgets what is kept of it besides sheets and forms. */
function leavingKept(tasks: Tasks, data: Data) {
  return async (id: string) => {
    await endTasksOf(tasks, id)
    await data.ask('platform.forget_connection', { connection_id: id })
  }
}

async function endTasksOf(tasks: Tasks, connectionId: string): Promise<void> {
  const own = tasks.list().filter(({ subject }) => subject === connectionId || subject.startsWith(`${connectionId}:`))
  await Promise.all(own.map(({ subject }) => tasks.endOn(subject)))
}

interface PlatformOfDeps {
  readonly store: ConnectionStore
  readonly fetch: Fetch
  readonly health: ServiceHealthLog
}

/** A connection's account, with its token read at each request: a replaced one counts at once, one of another host never. */
function platformOf({ store, fetch, health }: PlatformOfDeps, answerMs: number) {
  return async (id: string) => {
    const address = platformAddress(await store.read(id))
    // Read once now, so that a missing or locked secret is said before any work starts.
    await store.secret(id)
    const token = () => store.secretAt(id, address.base_url)
    const sameAccount = async () => {
      const { account_id, base_url, beta_url } = await store.read(id)
      const isHost = [base_url, beta_url].includes(address.base_url)
      if (account_id !== address.account_id || !isHost) throw new AppFailure('cancelled')
    }
    const platform = withAdministratorFailures(
      createPlatform({ fetch, address, token, answerMs, onOutcome: health.observe(id) }),
    )
    return onlyOfItsAccount(withMissingRouteFailures(platform, address.brand), sameAccount)
  }
}

/** The account of a connection at the pace that all long work of that account keeps together, and one work's share of it. */
function longWorkOf(
  { retryPolicy, preferences }: WorkspaceDeps,
  platform: (id: string) => Promise<Platform>,
  placeOf: (id: string) => Promise<string>,
) {
  const paces = new Map<string, Pace>()
  const paceOf = async (id: string) => {
    const place = await placeOf(id)
    const pace = paces.get(place) ?? createPace({ retryPolicy, most: () => preferences.read().requests_at_once })
    paces.set(place, pace)
    return pace
  }
  return {
    async longWork(id: string) {
      const account = await platform(id)
      const pace = await paceOf(id)
      pace.reopen()
      return paced(account, pace)
    },
    shareOf: async (id: string, wanted: number) => (await paceOf(id)).share(wanted),
  }
}

/** The public documentation of a connection's host: no secret is read for it, so it is there without one too. */
function documentationOf(store: ConnectionStore, fetch: Fetch, answerMs: number) {
  return async (id: string) => {
    const { base_url } = platformAddress(await store.read(id))
    return { base_url, remote: createDocumentation({ fetch, baseUrl: base_url, answerMs }) }
  }
}

/** The host that a platform connection asks now. */
function hostInUse(connection: StoredConnection) {
  const { host } = new URL(platformAddress(connection).base_url)
  return { host, on_beta: connection.on_beta && connection.beta_url !== null }
}

/** The host in use and the account, for the ledger. */
function placeIn(connection: StoredConnection): string {
  const { base_url, account_id } = platformAddress(connection)
  return `${base_url} ${account_id}`
}

/** Where a call of the console goes: the host in use. */
function consoleAddress(connection: StoredConnection) {
  const { service, account_id, brand } = connection
  const { base_url } = service === 'platform' ? platformAddress(connection) : connection
  return { service, base_url, account_id, brand }
}

function fractionOf(tasks: readonly { readonly done: number; readonly total: number | null }[]): number {
  const total = tasks.reduce((sum, task) => sum + (task.total ?? 0), 0)
  const done = tasks.reduce((sum, task) => sum + task.done, 0)
  return total > 0 ? Math.min(1, done / total) : 0
}

import type { Language } from '../preload/contract/app.ts'
import type { AppContract } from '../preload/contract/index.ts'
import type { Input, Output } from '../preload/contract/question.ts'
import { isUnderWay } from '../preload/values/progress.ts'
import { createFormAccounts, type FormAccounts } from './connections/form-accounts.ts'
import { type ConnectionStore, createConnectionStore, platformAddress } from './connections/store.ts'
import type { Data } from './data-calls.ts'
import { createExports, type Exports } from './exports.ts'
import { AppFailure } from './kernel/failure.ts'
import type { FileTickets, SaveTargets } from './kernel/host-files.ts'
import type { Fetch } from './kernel/http.ts'
import type { PreferenceStore } from './kernel/preferences.ts'
import type { RetryPolicy } from './kernel/retry.ts'
import type { Ticker } from './kernel/schedule.ts'
import { createTasks, type Tasks } from './kernel/tasks.ts'
import type { Vault } from './kernel/vault/vault.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createAccount } from './remotes/account.ts'
import type { Forms } from './remotes/forms.ts'
import { createPace, type Pace } from './remotes/pace.ts'
import { createPlatform, type Platform, type PlatformAddress } from './remotes/platform.ts'
import { createServiceHealth, type ServiceHealthLog } from './remotes/service-health.ts'
import { createRequestTimes, type RequestTimes } from './request-times.ts'

/** Every question but those of the app itself, which are answered before any data are open. */
export type AccountContract = Omit<AppContract, `app.${string}`>

/** The services that the host gives to an account. */
export interface HostServices {
  readonly version: string
  readonly fetch: Fetch
  readonly targets: SaveTargets
  readonly fileTickets: FileTickets
  readonly preferences: PreferenceStore
  readonly retryPolicy: RetryPolicy
  readonly now: () => Date
  /** The person's zone, IANA. */
  readonly zone: () => string
  /** `ids` names the only changed records, where they are known (preload/values/wire.ts). */
  changed(feature: string, ids?: readonly string[]): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  /**
   * Opens an address in the person's browser, or returns it where the page runs in that browser. Throws `bad_address`.
   */
  openOutside(url: string): Promise<{ readonly page_opens: string | null }>
  /** Prints what the window shows, as a PDF. Absent where the page prints itself, or there is none. */
  readonly printPage?: () => Promise<Uint8Array>
  /** Called for every page that a reading requests; the command line counts them. */
  requested?(): void
  /** The most requests in a day that read a connection's entries in idle time; 1,000 by default. */
  readonly mostIdleCalls?: number
  /** Starts what happens at a time of day. Absent where a command ends by itself. */
  readonly ticker?: Ticker
  /** How long the deletion of entries can be undone, in ms; ten seconds by default. */
  readonly undoWindowMs?: number
  /** A realistic list for the demonstration account, as CSV text. Throws `not_found` elsewhere. */
  exampleList(): { readonly name: string; readonly text: string }
}

/** Asks a question of the contract from another feature: without progress, and cancelled only by a given signal. */
export type AskFeature = <K extends keyof AccountContract>(
  name: K,
  input: Input<AccountContract[K]>,
  signal?: AbortSignal,
) => Promise<Output<AccountContract[K]>>

/**
 * The services for every feature of an open account. Functions of a connection throw `no_connection` and the vault's
 * errors.
 */
export interface Services extends HostServices {
  readonly data: Data
  readonly tasks: Tasks
  readonly times: RequestTimes
  readonly health: ServiceHealthLog
  readonly connections: ConnectionStore
  readonly accounts: FormAccounts
  /** The ledger of writes to the form service. */
  readonly ledger: Ledger
  readonly platformLedger: Ledger
  /** Aborted when the account closes. */
  readonly closing: AbortSignal
  readonly ask: AskFeature
  language(): Language
  /** How many versions of each sheet stay. */
  sheetVersions(): number
  /** The form service of a connection. */
  forms(connectionId: string): Promise<Forms>
  /** The platform account of a connection. Each request uses the token of that moment (`secretAt`). */
  platform(connectionId: string): Promise<Platform>
  /** The same at the pace of all long work of the account. */
  longWork(connectionId: string): Promise<Platform>
  /** How many of so many concurrent requests that pace allows in flight now. */
  shareOf(connectionId: string, requests: number): Promise<number>
  /** The current address of a platform connection. */
  addressOf(connectionId: string): Promise<PlatformAddress>
  /** The number of its account. */
  accountId(connectionId: string): Promise<number>
  /** Its current host and account, for the ledger. */
  placeOf(connectionId: string): Promise<string>
  connectionNames(): Promise<ReadonlyMap<string, string>>
  readonly exports: Exports
}

/** The services of one account, whose files `data` opens. */
export function createServices(
  host: HostServices,
  { data, vault, closing, ask }: Pick<Services, 'data' | 'closing' | 'ask'> & { readonly vault: Vault },
): Services {
  const { now, changed, preferences } = host
  const connections = createConnectionStore({ data, vault })
  const health = createServiceHealth({ now, changed: () => changed('health') })
  const accounts = createFormAccounts({ ...host, data, store: connections, observe: health.observe })
  const tasks = createTasks({
    now,
    changed(list) {
      changed('tasks')
      const running = list.filter(isUnderWay)
      host.showProgress(running.length > 0 ? fractionOf(running) : null)
    },
  })
  const platforms = createPlatforms(host, { connections, health })
  return {
    ...host,
    data,
    tasks,
    times: createRequestTimes({ data, now }),
    health,
    connections,
    accounts,
    ledger: createLedger({ service: 'forms', data, now, changed }),
    platformLedger: createLedger({ service: 'platform', data, now, placeOf: platforms.placeOf, changed }),
    closing,
    ask,
    language: () => preferences.read().language,
    sheetVersions: () => preferences.read().sheet_versions,
    forms: accounts.forms,
    ...platforms,
    connectionNames: async () => new Map((await connections.list()).map(({ id, name }) => [id, name])),
    exports: createExports({ ...host, data, connections }),
  }
}

/** The platform accounts of connections, and the pace that the long work of each shares. */
function createPlatforms(
  { fetch, retryPolicy, preferences }: HostServices,
  { connections, health }: Pick<Services, 'connections' | 'health'>,
) {
  const addressOf = async (id: string) => platformAddress(await connections.read(id))
  const placeOf = async (id: string) => {
    const { base_url, account_id } = await addressOf(id)
    return `${base_url} ${account_id}`
  }
  const accountOf = async (id: string, pace: Pace | null = null): Promise<Platform> => {
    const address = await addressOf(id)
    // Reads the secret now, so that a missing or locked one is reported before any work starts.
    await connections.secret(id)
    const token = () => connections.secretAt(id, address.base_url)
    const check = async () => {
      const { account_id, base_url, beta_url } = await connections.readRecent(id)
      const isHost = [base_url, beta_url].includes(address.base_url)
      if (account_id !== address.account_id || !isHost) throw new AppFailure('cancelled')
    }
    const remote = createPlatform({
      fetch,
      address,
      token,
      answerMs: retryPolicy.timeoutMs,
      onOutcome: health.observe(id),
    })
    return createAccount(remote, { brand: address.brand, check, pace })
  }
  const paces = new Map<string, Pace>()
  const paceOf = async (id: string) => {
    const place = await placeOf(id)
    const pace = paces.get(place) ?? createPace({ retryPolicy, most: () => preferences.read().requests_at_once })
    paces.set(place, pace)
    return pace
  }
  return {
    platform: (id: string) => accountOf(id),
    async longWork(id: string): Promise<Platform> {
      const pace = await paceOf(id)
      const account = await accountOf(id, pace)
      pace.reopen()
      return account
    },
    shareOf: async (id: string, requests: number) => (await paceOf(id)).share(requests),
    addressOf,
    accountId: async (id: string) => (await addressOf(id)).account_id,
    placeOf,
  }
}

function fractionOf(tasks: readonly { readonly done: number; readonly total: number | null }[]): number {
  const total = tasks.reduce((sum, task) => sum + (task.total ?? 0), 0)
  const done = tasks.reduce((sum, task) => sum + task.done, 0)
  return total > 0 ? Math.min(1, done / total) : 0
}

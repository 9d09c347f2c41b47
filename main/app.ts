import type { AppState, app as appContract, Preferences } from '../preload/contract/app.ts'
import { type AppContract, contract } from '../preload/contract/index.ts'
import type { Failure } from '../preload/values/failures.ts'
import { createDemoAccount } from './demo-account.ts'
import { type AheadStart, type ChildPort, startAhead, takeHeapRoom } from './kernel/child-process.ts'
import { AppFailure } from './kernel/failure.ts'
import {
  createFileTickets,
  createSavedFiles,
  type FilePrograms,
  type FileTickets,
  outsideAddress,
  type SaveTargets,
} from './kernel/host-files.ts'
import type { Fetch } from './kernel/http.ts'
import { createPreferences } from './kernel/preferences.ts'
import { createProxyLogins } from './kernel/proxy-logins.ts'
import { defaultRetryPolicy, type RetryPolicy, type WakeEvents } from './kernel/retry.ts'
import { createRouter, type Handlers, type Router } from './kernel/router.ts'
import { createTicker } from './kernel/schedule.ts'
import { clearTemporaryFolders } from './kernel/temporary-folders.ts'
import { createNotedSaves } from './kernel/unfinished-saves.ts'
import { type AccountHost, createOwnAccount, type OwnAccountDeps, openPhase } from './own-account.ts'
import type { AccountContract } from './services.ts'
import type { SharedDeps, Workspace } from './workspace.ts'

/** The host of the app: the window, the page, or the command line. */
interface Host extends AccountHost {
  readonly targets: SaveTargets
  /** Ends the app. Absent where a command ends by itself. */
  readonly quit?: () => void
  /** Gives a checked address to the person's browser or mail program. Absent where the page runs in that browser. */
  readonly openOutside?: (url: string) => Promise<void>
  /** Prints what the window shows, as a PDF. Absent where the page prints itself, or there is none. */
  readonly printPage?: () => Promise<Uint8Array>
  /** Absent where the host does not save on the person's own disk, or has no window. */
  readonly filePrograms?: FilePrograms
}

export interface AppDeps extends OwnAccountDeps {
  readonly host: Host
  readonly version: string
  /** The system's language, such as `pt-BR`. */
  readonly language: string
  readonly fetch: Fetch
  startData(): ChildPort
  readonly retryPolicy?: Omit<RetryPolicy, 'now' | 'resumes'>
  /** Reports when the computer has slept. */
  readonly resumes?: WakeEvents
  /** Called with each failure, by question and code, without personal data. */
  log(question: string, failure: Failure): void
  /** Called for every page that a pull requests. */
  requested?(): void
}

export interface App {
  readonly router: Router
  readonly fileTickets: FileTickets
  /** The current handlers, for the command line, which has no window. */
  handlers(): Handlers<AppContract>
  preferences(): Preferences
  /** Whether everything was erased: then the host also removes what it has in the folder. */
  isErased(): boolean
  isOpen(): boolean
  /** The open account, or the reason why there is none. */
  workspace(): Workspace
  close(): Promise<void>
}

/** The longest delay of what starts at a time of day. */
const tickMs = 15_000

/** Composes the app. Only this file, `workspace.ts` and `own-account.ts` know every feature. */
export async function createApp(deps: AppDeps): Promise<App> {
  takeHeapRoom()
  const data = startAhead(deps.startData)
  try {
    return await openApp(deps, data)
  } catch (error) {
    data.close()
    throw error
  }
}

async function openApp(deps: AppDeps, data: AheadStart): Promise<App> {
  const { host } = deps
  const saves = createNotedSaves(host.targets, deps.dataDir)
  const clearing = Promise.all([clearTemporaryFolders(deps.dataDir), saves.clear()])
  const preferences = createPreferences(deps.dataDir, deps.language)
  const fileTickets = createFileTickets()
  const savedFiles = createSavedFiles(saves.targets, host.filePrograms)
  const now = () => new Date()
  const proxies = createProxyLogins({
    fetch: deps.fetch,
    vault: () => ownAccount.vault(),
    environment: process.env,
    changed: () => host.push({ kind: 'changed', feature: 'app' }),
  })
  const shared: SharedDeps = {
    version: deps.version,
    fetch: proxies.fetch,
    startData: data.start,
    targets: savedFiles.targets,
    fileTickets,
    preferences,
    retryPolicy: {
      ...(deps.retryPolicy ?? defaultRetryPolicy),
      now,
      ...(deps.resumes ? { resumes: deps.resumes } : {}),
    },
    now,
    zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    changed: (feature, ids) => host.push({ kind: 'changed', feature, ...(ids ? { ids } : {}) }),
    showProgress: (fraction) => host.showProgress(fraction),
    async openOutside(url) {
      const address = outsideAddress(url)
      await host.openOutside?.(address)
      return { page_opens: host.openOutside ? null : address }
    },
    // A command ends when its work is done, so it has no idle work.
    ...(host.kind === 'cli' ? { mostIdleCalls: 0 } : { ticker: createTicker(tickMs) }),
    ...(deps.requested ? { requested: deps.requested } : {}),
    ...(host.printPage ? { printPage: host.printPage } : {}),
  }
  const ownAccount = createOwnAccount(deps, shared)
  const demo = createDemoAccount(shared, deps.dataDir)
  await ownAccount.open()
  if (deps.demo) await demo.enter()

  const state = async (): Promise<AppState> => {
    await ownAccount.settled()
    const isDemo = demo.workspace() !== undefined
    return {
      ...(isDemo && !ownAccount.isErased() ? openPhase : ownAccount.phase()),
      notice: isDemo ? null : ownAccount.notice(),
      proxy: proxies.pending(),
      vault: isDemo ? demoVault : await ownAccount.vaultStatus(),
      demo: isDemo,
      host: host.kind,
      version: deps.version,
      preferences: preferences.read(),
    }
  }
  /**
   * A handler that changes something, announces the change of one feature or of all, and answers with the new state.
   */
  const changing =
    <T>(feature: 'app' | 'all', change: (input: T) => unknown) =>
    async (input: T) => {
      await change(input)
      host.push({ kind: 'changed', feature })
      return state()
    }
  /** The same for questions that are refused once the data were erased. */
  const whileKept = <T>(feature: 'app' | 'all', change: (input: T) => unknown) =>
    changing<T>(feature, (input) => {
      ownAccount.requireKept()
      return change(input)
    })
  const openAccount = () => demo.workspace() ?? ownAccount.workspace()
  const workspace = (): Workspace => {
    const open = openAccount()
    if (!open) throw ownAccount.failure()
    return open
  }

  const appHandlers: Handlers<typeof appContract> = {
    'app.state': state,
    'app.prefer': whileKept('app', (change) => preferences.write(withoutUndefined(change))),
    'app.create_vault': whileKept('all', ({ passphrase }) => ownAccount.create(passphrase)),
    'app.unlock': whileKept('all', ({ passphrase }) => ownAccount.unlock(passphrase)),
    'app.retry_vault': changing('all', () => ownAccount.retry()),
    'app.enter_proxy_login': whileKept('all', (login) => proxies.enter(login)),
    'app.dismiss_notice': changing('app', () => ownAccount.dismissNotice()),
    'app.deletion_impact': async () => ({ folder: deps.dataDir, ...(await ownAccount.count()) }),
    'app.erase': changing('all', async ({ word }) => {
      if (!['apagar', 'erase'].includes(word.trim().toLowerCase())) throw new AppFailure('bad_request')
      await ownAccount.erase(demo.leave)
    }),
    async 'app.quit'() {
      if (!ownAccount.isErased()) throw new AppFailure('bad_request')
      host.quit?.()
      return {}
    },
    'app.enter_demo': whileKept('all', demo.enter),
    'app.leave_demo': changing('all', async () => {
      await demo.leave()
      if (deps.demo) void ownAccount.check()
    }),
    'app.open_outside': ({ url }) => shared.openOutside(url),
    async 'app.open_file'({ id }) {
      await savedFiles.open(id)
      return {}
    },
    async 'app.show_file'({ id }) {
      await savedFiles.show(id)
      return {}
    },
  }
  const handlers = (): Handlers<AppContract> => ({ ...workspaceHandlers(openAccount(), workspace), ...appHandlers })

  return {
    router: createRouter({ contract, handlers, log: deps.log }),
    fileTickets,
    handlers,
    preferences: preferences.read,
    isErased: ownAccount.isErased,
    isOpen: () => openAccount() !== undefined,
    workspace,
    async close() {
      await ownAccount.close()
      await demo.leave()
      data.close()
      await clearing
    },
  }
}

const demoVault = { kind: 'memory', state: 'open', backend: 'memory' } as const

/** The open account's handlers. Without an account, every question answers with the reason. */
function workspaceHandlers(open: Workspace | undefined, require: () => Workspace): Handlers<AccountContract> {
  if (open) return open.handlers
  // Requiring the account throws the reason why it is closed, so no handler answers with a workspace.
  return Object.fromEntries(Object.keys(contract).map((name) => [name, require])) as never
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // The type is true since undefined entries are dropped.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never
}

import type { AppState, app as appContract, Preferences } from '../preload/contract/app.ts'
import { type AppContract, contract } from '../preload/contract/index.ts'
import type { Failure, FailureCode, Push } from '../preload/contract/wire.ts'
import { openDemoAccount } from './demo-account.ts'
import { beginErasing, countFiles, eraseEverything, isErasing } from './erase-everything.ts'
import type { ChildPort } from './kernel/child-process.ts'
import { AppFailure, failureOf, thrown } from './kernel/failure.ts'
import {
  createFileTickets,
  createSavedFiles,
  type FilePrograms,
  type FileTickets,
  type SaveTargets,
} from './kernel/host-files.ts'
import type { Fetch } from './kernel/http.ts'
import { outsideAddress } from './kernel/outside-address.ts'
import { createPreferences } from './kernel/preferences.ts'
import { createProxyLogins } from './kernel/proxy-logins.ts'
import { defaultRetryPolicy, type RetryPolicy, type WakeEvents } from './kernel/retry.ts'
import { createRouter, type Handlers, type Router } from './kernel/router.ts'
import type { ScryptCost } from './kernel/sealed-bytes.ts'
import { folderNotice } from './kernel/unsafe-folder.ts'
import { type InstalledVault, openVault } from './kernel/vault/open-vault.ts'
import type { VaultStatus } from './kernel/vault/vault.ts'
import { openWorkspace, type Workspace, type WorkspaceContract, type WorkspaceDeps } from './workspace.ts'

/** What a host is to the app: the window, the page, or the command line. */
export interface Host {
  readonly kind: AppState['host']
  readonly targets: SaveTargets
  push(push: Push): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  /** macOS asks the person whether the keychain may be read. Absent where the page shows it. */
  readonly asking?: () => void
  /** Ends the app. Absent where a command ends by itself. */
  readonly quit?: () => void
  /** Gives a checked address to the person's browser or mail program. Absent where the page is in that browser itself. */
  readonly openOutside?: (url: string) => Promise<void>
  /** Absent where the host does not save on the person's own disk, or has no window. */
  readonly filePrograms?: FilePrograms
}

export interface AppDeps {
  readonly host: Host
  /** Absolute; made when it is not there. */
  readonly dataDir: string
  readonly version: string
  /** What the system speaks, such as `pt-BR`. */
  readonly language: string
  readonly fetch: Fetch
  startData(): ChildPort
  startKeychain(): ChildPort
  /** Opens or makes the passphrase vault (CRUZA_PASSPHRASE). */
  readonly passphrase?: string
  /** The demonstration account is open at first. */
  readonly demo?: boolean
  /** For a new passphrase vault; the tests ask for a quick one. */
  readonly scryptCost?: ScryptCost
  /** The tests are another system. */
  readonly platform?: NodeJS.Platform
  /** For one call to the keychain, in milliseconds; what `openVault` takes when left out. */
  readonly keychainTimeout?: number
  readonly retryPolicy?: Omit<RetryPolicy, 'now' | 'resumes'>
  /** Tells when the computer has slept. */
  readonly resumes?: WakeEvents
  /** Hears of failures by question and code; nothing personal. */
  log(question: string, failure: Failure): void
  /** Hears of every page of a pull that is asked for. */
  requested?(): void
}

export interface App {
  readonly router: Router
  readonly offers: FileTickets
  /** The handlers of now, for the command line, which asks without a window. */
  handlers(): Handlers<AppContract>
  preferences(): Preferences
  /** Everything was erased: whatever the host keeps in the folder goes too. */
  isErased(): boolean
  /** Whether there is an open account: the person's own or the demonstration. */
  isOpen(): boolean
  /** The open account, or the reason why there is none. */
  workspace(): Workspace
  /** Stops what runs and closes every file. */
  close(): Promise<void>
}

/** Composes the app: the one file, with `workspace.ts`, that knows every feature. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { host } = deps
  const preferences = createPreferences(deps.dataDir, deps.language)
  const offers = createFileTickets()
  const savedFiles = createSavedFiles(host.targets, host.filePrograms)
  const now = () => new Date()
  const proxies = createProxyLogins({
    fetch: deps.fetch,
    vault: () => openedVault(),
    environment: process.env,
    changed: () => host.push({ kind: 'changed', feature: 'app' }),
  })
  const shared: Omit<WorkspaceDeps, 'dir' | 'vault' | 'exampleList'> = {
    version: deps.version,
    fetch: proxies.fetch,
    startData: deps.startData,
    targets: savedFiles.targets,
    offers,
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
    // A command ends when its work is done: nothing of it is idle.
    ...(host.kind === 'cli' ? { mostIdleCalls: 0 } : {}),
    ...(deps.requested ? { requested: deps.requested } : {}),
  }
  /** The system asks the person whether the keychain may be read, which takes as long as they take. */
  let isAsking = false
  const askers = new Set<() => void>()
  const hearAsking = (now: boolean) => {
    isAsking = now
    if (now) {
      host.asking?.()
      for (const hear of askers) hear()
      host.push({ kind: 'changed', feature: 'app' })
    } else void openingOwn?.catch(() => undefined).then(() => host.push({ kind: 'changed', feature: 'all' }))
  }
  /** Waits for work that may need the keychain; where the system asks the person, it goes on without us, who show that. */
  const unlessAsking = (work: Promise<void>): Promise<void> => {
    // A command has nobody to show it to but the person, who sees the system's own question.
    if (host.kind === 'cli') return work
    if (isAsking) return Promise.race([work, Promise.resolve()])
    let hear = () => {}
    const asked = new Promise<void>((resolve) => {
      hear = resolve
      askers.add(hear)
    })
    return Promise.race([work, asked]).finally(() => askers.delete(hear))
  }
  let vault: InstalledVault | undefined
  /** Whoever asks while it is being opened gets the same. */
  let openingVault: Promise<InstalledVault> | undefined
  const openedVault = async () => {
    if (vault) return vault
    openingVault ??= openVault({
      dataDir: deps.dataDir,
      platform: deps.platform ?? process.platform,
      keychain: deps.startKeychain,
      asking: hearAsking,
      ...(deps.passphrase === undefined ? {} : { passphrase: deps.passphrase }),
      ...(deps.scryptCost ? { scryptCost: deps.scryptCost } : {}),
      ...(deps.keychainTimeout ? { keychainTimeout: deps.keychainTimeout } : {}),
    }).finally(() => {
      openingVault = undefined
    })
    vault = await openingVault
    return vault
  }

  let own: Workspace | undefined
  let demo: Workspace | undefined
  /** Two windows may ask for the demonstration at once: both get the same. */
  let opening: Promise<Workspace> | undefined
  let closed: AppFailure | undefined
  let notice: AppState['notice'] = null

  /** Two windows may try again at once: both wait for the same. */
  let openingOwn: Promise<void> | undefined
  /** Opens the person's own data where vault and folder allow it; otherwise remembers what is missing. */
  const openOwn = () => {
    openingOwn ??= tryOwn().finally(() => {
      openingOwn = undefined
    })
    return openingOwn
  }
  /** What could not be erased, once everything was. */
  let erased: readonly string[] | undefined
  const erase = async () => {
    const left = await eraseEverything({
      dataDir: deps.dataDir,
      keepsWindow: host.kind === 'electron',
      removeSecret: async (name) => (await openedVault()).remove(name),
    })
    vault?.close()
    vault = undefined
    return left
  }
  /** Two windows may ask at once: both wait for the same. */
  let erasing: Promise<void> | undefined
  const eraseAll = async () => {
    // What is being opened would make files again.
    if (isAsking) vault?.close()
    await openingOwn?.catch(() => undefined)
    if (own && !(await own.isAlone().catch(() => true))) throw new AppFailure('file_busy', { of: 'data' })
    await beginErasing(deps.dataDir)
    const open = [await opening?.catch(() => undefined), own]
    own = undefined
    demo = undefined
    opening = undefined
    notice = null
    for (const each of open) await each?.close().catch(() => undefined)
    host.showProgress(null)
    erased = await erase()
  }
  /** Nothing makes a file again once everything is erased. */
  const demandKept = () => {
    if (erased || erasing) throw new AppFailure('bad_request')
  }
  const tryOwn = async () => {
    if (own || erased || erasing) return
    try {
      // A kill stopped it: what is left has no use.
      if (isErasing(deps.dataDir)) {
        const left = await erase()
        if (left.length > 0) {
          erased = left
          return
        }
      }
      own = await openOwnWorkspace(await openedVault(), deps.dataDir, shared)
      closed = undefined
      // A command meets what is wrong itself, and says it. The demonstration touches nothing of the person's.
      if (host.kind !== 'cli' && !deps.demo) void checkOwn(own)
    } catch (error) {
      // A passphrase that the host was given and that will not do has no screen to be corrected on.
      if (!(error instanceof AppFailure) || ofPassphrase.includes(error.code)) throw error
      closed = error
    }
  }
  /** The data process starts while the page loads. Where it cannot open the folder, the page says why instead. */
  const checkOwn = async (opened: Workspace) => {
    try {
      notice = (await opened.notice()) ?? (await folderNotice(deps.dataDir))
      if (notice !== null) host.push({ kind: 'changed', feature: 'app' })
    } catch (error) {
      if (own !== opened || stopped) return
      own = undefined
      closed = thrown(failureOf(error))
      await opened.close().catch(() => undefined)
      host.push({ kind: 'changed', feature: 'all' })
    }
  }
  let stopped = false
  const enterDemo = async () => {
    opening ??= openDemoAccount(shared, preferences.read().language)
    try {
      demo = await opening
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  await unlessAsking(openOwn())
  if (deps.demo) await enterDemo()

  const state = async (): Promise<AppState> => {
    if (openingOwn) await unlessAsking(openingOwn).catch(() => undefined)
    const waits = isAsking && !own
    return {
      ...(demo || own ? openPhase : whyClosed(isAsking ? askingFailure : closed)),
      ...(erased ? ofErased(erased) : {}),
      notice: demo ? null : notice,
      proxy: proxies.pending(),
      vault: demo ? demoVault : await (waits ? askingKeychain : vaultStatus(vault)),
      demo: demo !== undefined,
      host: host.kind,
      version: deps.version,
      preferences: preferences.read(),
    }
  }
  const everythingChanged = () => {
    host.push({ kind: 'changed', feature: 'all' })
    return state()
  }

  const workspace = (): Workspace => {
    const open = demo ?? own
    if (open) return open
    throw closed ?? new AppFailure('vault_unavailable')
  }

  const appHandlers: Handlers<typeof appContract> = {
    'app.state': state,
    async 'app.prefer'(change) {
      demandKept()
      preferences.write(withoutUndefined(change))
      host.push({ kind: 'changed', feature: 'app' })
      return state()
    },
    async 'app.create_vault'({ passphrase }) {
      demandKept()
      await (await openedVault()).create(passphrase)
      await openOwn()
      return everythingChanged()
    },
    async 'app.unlock'({ passphrase }) {
      demandKept()
      await (await openedVault()).unlock(passphrase)
      await openOwn()
      return everythingChanged()
    },
    async 'app.retry_vault'() {
      if (erased) {
        erased = await erase()
        return everythingChanged()
      }
      if (isAsking) {
        // The system's question is taken back and put again.
        vault?.close()
        await openingOwn?.catch(() => undefined)
      }
      const again = async () => {
        await vault?.retry()
        await openOwn()
      }
      await unlessAsking(again())
      return everythingChanged()
    },
    async 'app.enter_proxy_login'(login) {
      demandKept()
      await proxies.enter(login)
      return everythingChanged()
    },
    async 'app.dismiss_notice'() {
      await own?.dismissNotice()
      notice = null
      host.push({ kind: 'changed', feature: 'app' })
      return state()
    },
    async 'app.weigh'() {
      const files = await countFiles(deps.dataDir)
      return { folder: deps.dataDir, ...files, ...(await countOpen(own)) }
    },
    async 'app.erase'({ word }) {
      if (!['apagar', 'erase'].includes(word.trim().toLowerCase())) throw new AppFailure('bad_request')
      erasing ??= eraseAll().finally(() => {
        erasing = undefined
      })
      await erasing
      return everythingChanged()
    },
    async 'app.quit'() {
      if (!erased) throw new AppFailure('bad_request')
      host.quit?.()
      return {}
    },
    async 'app.enter_demo'() {
      demandKept()
      await enterDemo()
      return everythingChanged()
    },
    async 'app.leave_demo'() {
      // Whoever leaves while another window still enters leaves what that one gets too.
      const left = await opening?.catch(() => undefined)
      demo = undefined
      opening = undefined
      await left?.close()
      host.showProgress(null)
      if (deps.demo && own) void checkOwn(own)
      return everythingChanged()
    },
    async 'app.open_outside'({ url }) {
      const address = outsideAddress(url)
      await host.openOutside?.(address)
      return { page_opens: host.openOutside ? null : address }
    },
    async 'app.open_file'({ id }) {
      await savedFiles.open(id)
      return {}
    },
    async 'app.show_file'({ id }) {
      await savedFiles.show(id)
      return {}
    },
  }
  const handlers = (): Handlers<AppContract> => ({ ...workspaceHandlers(demo ?? own, workspace), ...appHandlers })

  return {
    router: createRouter({ contract, handlers, log: deps.log }),
    offers,
    handlers,
    preferences: preferences.read,
    isErased: () => erased !== undefined,
    isOpen: () => (demo ?? own) !== undefined,
    workspace,
    async close() {
      stopped = true
      const entered = await opening?.catch(() => undefined)
      await entered?.close()
      await own?.close()
      vault?.close()
    },
  }
}

const demoVault = { kind: 'memory', state: 'open', backend: 'memory' } as const
const openPhase = { phase: 'ready', reason: null, details: null } as const
const askingFailure = new AppFailure('vault_asking')
/** Only macOS asks for so long. */
const askingKeychain = { kind: 'keychain', state: 'locked', backend: 'macOS Keychain' } as const
const ofPassphrase: readonly FailureCode[] = ['wrong_passphrase', 'passphrase_length']

/** The open account's handlers; without one, every question answers with the reason. */
function workspaceHandlers(open: Workspace | undefined, demand: () => Workspace): Handlers<WorkspaceContract> {
  if (open) return open.handlers
  // Whatever is asked, asking for the account throws the reason why it is closed: no handler answers with a workspace.
  return Object.fromEntries(Object.keys(contract).map((name) => [name, demand])) as never
}

async function openOwnWorkspace(
  vault: InstalledVault,
  dir: string,
  shared: Omit<WorkspaceDeps, 'dir' | 'vault' | 'exampleList'>,
): Promise<Workspace> {
  const { kind, state, reason } = await vault.status()
  if (reason) throw new AppFailure(reason)
  if (state === 'needs_passphrase') throw new AppFailure('vault_needs_passphrase')
  if (state === 'locked') throw new AppFailure('vault_locked', { kind })
  if (state === 'unavailable') throw new AppFailure('vault_unavailable')
  // The vault outlives a workspace that could not open its folder: the person tries again.
  return openWorkspace({ ...shared, dir, vault: { ...vault, close() {} }, exampleList: noExampleList })
}

/** The example list is of the demonstration account's people; elsewhere nobody would be found. */
function noExampleList(): never {
  throw new AppFailure('not_found')
}

/** What only the open account can tell: its connections, and what exists of its forms here alone. */
async function countOpen(own: Workspace | undefined) {
  if (!own) return { forms: null }
  const call = { signal: new AbortController().signal, progress() {} }
  const connections = await own.handlers['connections.list']({}, call)
  const forms = { entries: 0, reviewed: 0 }
  for (const { id } of connections.filter(({ service }) => service === 'forms')) {
    const { entries, reviewed } = await own.handlers['connections.weigh']({ id }, call)
    forms.entries += entries
    forms.reviewed += reviewed
  }
  return { connections: connections.length, forms }
}

function ofErased(left: readonly string[]): Pick<AppState, 'phase' | 'reason' | 'details'> {
  return { phase: 'erased', reason: null, details: left.length > 0 ? left.join('\n') : null }
}

function whyClosed(closed: AppFailure | undefined): Pick<AppState, 'phase' | 'reason' | 'details'> {
  const reason = closed?.code ?? null
  const details = closed?.details ?? null
  if (reason === 'vault_locked' || reason === 'vault_asking') return { phase: 'locked', reason, details }
  return { phase: reason === 'vault_needs_passphrase' ? 'needs_passphrase' : 'unavailable', reason, details }
}

/** A vault whose own files cannot be read is not open either; the reason says why. */
async function vaultStatus(vault: InstalledVault | undefined): Promise<VaultStatus> {
  return vault ? vault.status() : { kind: 'passphrase', state: 'unavailable', backend: '' }
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Dropping the undefined entries is what makes the type true.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never
}

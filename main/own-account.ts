import type { AppState } from '../preload/contract/app.ts'
import { factsOf } from '../preload/values/failures.ts'
import type { Push } from '../preload/values/wire.ts'
import { beginErasing, countFiles, eraseEverything, hasEncryptedFiles, isErasing } from './erase-everything.ts'
import type { ChildPort } from './kernel/child-process.ts'
import { AppFailure, failureOf, thrown } from './kernel/failure.ts'
import { folderNotice } from './kernel/folders.ts'
import type { ScryptCost } from './kernel/sealed-bytes.ts'
import { type InstalledVault, openVault } from './kernel/vault/open-vault.ts'
import type { VaultStatus } from './kernel/vault/vault.ts'
import { backgroundCall, openWorkspace, type SharedDeps, type Workspace } from './workspace.ts'

/** What a host is to an account. */
export interface AccountHost {
  readonly kind: AppState['host']
  push(push: Push): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  /** macOS asks the person whether the keychain may be read. Absent where the page shows it. */
  readonly asking?: () => void
}

export interface OwnAccountDeps {
  readonly host: AccountHost
  /** Absolute; made when it is not there. */
  readonly dataDir: string
  startKeychain(): ChildPort
  /** Opens or makes the passphrase vault (CRUZA_PASSPHRASE). */
  readonly passphrase?: string
  /** The demonstration account is open at first. */
  readonly demo?: boolean
  /** For a new passphrase vault; the tests use a quick one. */
  readonly scryptCost?: ScryptCost
  /** The tests are another system. */
  readonly platform?: NodeJS.Platform
  /** For one call to the keychain, in milliseconds; what `openVault` takes when left out. */
  readonly keychainTimeout?: number
}

/** What a screen shows of the person's own account. */
export type Phase = Pick<AppState, 'phase' | 'reason' | 'details'>

/** The person's own data with its vault: opened, unlocked, checked and erased. */
export interface OwnAccount {
  /** The open account, if any. */
  workspace(): Workspace | undefined
  /** Why there is none. */
  failure(): AppFailure
  /**
   * Opens the account where vault and folder allow it; otherwise remembers why not. Returns early while the system asks
   * the person.
   */
  open(): Promise<void>
  create(passphrase: string): Promise<void>
  unlock(passphrase: string): Promise<void>
  /** Opens again what could not be opened, or erases what could not be erased. */
  retry(): Promise<void>
  /** Waits while the account is being opened, unless the system asks the person. */
  settled(): Promise<void>
  phase(): Phase
  notice(): AppState['notice']
  dismissNotice(): Promise<void>
  vault(): Promise<InstalledVault>
  vaultStatus(): Promise<VaultStatus>
  /** Opens the files of the account in the background; where that fails, the account is closed with the reason. */
  check(): Promise<void>
  /** What would be erased. */
  count(): Promise<{
    sheets: number
    runs: number
    connections: number
    forms: { entries: number; reviewed: number } | null
  }>
  /**
   * Erases everything of the folder, after `closeOthers`. Throws `file_busy` while another process has the folder open.
   */
  erase(closeOthers: () => Promise<void>): Promise<void>
  isErased(): boolean
  /** Throws once everything is being erased: nothing may make a file again. */
  requireKept(): void
  close(): Promise<void>
}

/** The account in `deps.dataDir`. Nothing is opened before `open`. */
export function createOwnAccount(deps: OwnAccountDeps, shared: SharedDeps): OwnAccount {
  const { host, dataDir } = deps
  let workspace: Workspace | undefined
  /** Of the vault that has just opened the account: the page asks for it at once, and the keychain takes its time. */
  let openedWith: VaultStatus | undefined
  let opening: Promise<void> | undefined
  let closed: AppFailure | undefined
  let notice: AppState['notice'] = null
  /** What could not be erased, once everything was. */
  let erased: readonly string[] | undefined
  let erasing: Promise<void> | undefined
  let stopped = false
  const prompt = createKeychainPrompt(
    host,
    () => void opening?.catch(() => undefined).then(() => host.push({ kind: 'changed', feature: 'all' })),
  )
  const vault = createVaultSource(deps, prompt.change)

  const open = () => {
    opening ??= tryOpen().finally(() => {
      opening = undefined
    })
    return opening
  }
  const tryOpen = async () => {
    if (workspace || erased || erasing) return
    try {
      // A kill stopped an erasure: what is left has no use.
      if (isErasing(dataDir)) {
        const leftovers = await eraseFiles()
        if (leftovers.length > 0) {
          erased = leftovers
          return
        }
      }
      const used = await vault.open()
      openedWith = await openStatus(used)
      setTimeout(() => {
        openedWith = undefined
      }, momentMs).unref()
      // The vault outlives a workspace that could not open its folder: the person tries again.
      const keptOpen = { ...used, close() {} }
      workspace = await openWorkspace({ ...shared, dir: dataDir, vault: keptOpen, exampleList: noExampleList })
      closed = undefined
      // A command meets what is wrong itself, and prints it. The demonstration touches nothing of the person's.
      if (host.kind !== 'cli' && !deps.demo) void check()
    } catch (error) {
      // A passphrase that the host was given and that will not do has no screen to be corrected on.
      if (!(error instanceof AppFailure) || factsOf(error.code).about === 'passphrase') throw error
      closed = error
    }
  }
  const check = async () => {
    const opened = workspace
    if (!opened) return
    try {
      notice = (await opened.notice()) ?? (await folderNotice(dataDir))
      if (notice !== null) host.push({ kind: 'changed', feature: 'app' })
    } catch (error) {
      if (workspace !== opened || stopped) return
      workspace = undefined
      closed = thrown(failureOf(error))
      await opened.close().catch(() => undefined)
      host.push({ kind: 'changed', feature: 'all' })
    }
  }
  /** Takes the system's question back, and waits until the account is no longer being opened. */
  const endPrompt = async () => {
    if (prompt.isOpen()) vault.current()?.close()
    await opening?.catch(() => undefined)
  }

  const eraseFiles = async () => {
    const leftovers = await eraseEverything({
      dataDir,
      keepsWindow: host.kind === 'electron',
      removeSecret: async (name) => (await vault.open()).remove(name),
    })
    vault.forget()
    return leftovers
  }
  const eraseAll = async (closeOthers: () => Promise<void>) => {
    // What is being opened would make files again.
    await endPrompt()
    if (workspace && !(await workspace.isAlone().catch(() => true))) throw new AppFailure('file_busy', { of: 'data' })
    await beginErasing(dataDir)
    const opened = workspace
    workspace = undefined
    notice = null
    await closeOthers().catch(() => undefined)
    await opened?.close().catch(() => undefined)
    host.showProgress(null)
    erased = await eraseFiles()
  }

  return {
    workspace: () => workspace,
    failure: () => closed ?? new AppFailure('vault_unavailable'),
    open: () => prompt.unlessOpen(open()),
    async create(passphrase) {
      await (await vault.open()).create(passphrase)
      await open()
    },
    async unlock(passphrase) {
      await (await vault.open()).unlock(passphrase)
      await open()
    },
    async retry() {
      if (erased) {
        erased = await eraseFiles()
        return
      }
      if (prompt.isOpen()) await endPrompt()
      const again = async () => {
        await vault.current()?.retry()
        await open()
      }
      await prompt.unlessOpen(again())
    },
    async settled() {
      if (opening) await prompt.unlessOpen(opening).catch(() => undefined)
    },
    phase() {
      if (erased) return { phase: 'erased', reason: null, details: erased.length > 0 ? erased.join('\n') : null }
      return workspace ? openPhase : closedPhase(prompt.isOpen() ? new AppFailure('vault_asking') : closed)
    },
    notice: () => notice,
    async dismissNotice() {
      await workspace?.dismissNotice()
      notice = null
    },
    vault: vault.open,
    async vaultStatus() {
      if (prompt.isOpen() && !workspace) return askingKeychain
      if (workspace && openedWith) return openedWith
      // A vault whose own files cannot be read is not open either; the reason states why.
      return vault.current()?.status() ?? { kind: 'passphrase', state: 'unavailable', backend: '' }
    },
    check,
    count: async () => ({ ...(await countFiles(dataDir)), ...(await countOpen(workspace)) }),
    async erase(closeOthers) {
      erasing ??= eraseAll(closeOthers).finally(() => {
        erasing = undefined
      })
      await erasing
    },
    isErased: () => erased !== undefined,
    requireKept() {
      if (erased || erasing) throw new AppFailure('bad_request')
    },
    async close() {
      stopped = true
      await workspace?.close()
      vault.current()?.close()
    },
  }
}

/** The system's own question to the person whether the keychain may be read, which takes as long as they take. */
interface KeychainPrompt {
  isOpen(): boolean
  change(isOpen: boolean): void
  /** Waits for work that may need the keychain, until the system asks the person: then the work goes on alone. */
  unlessOpen(work: Promise<void>): Promise<void>
}

function createKeychainPrompt(host: AccountHost, onAnswer: () => void): KeychainPrompt {
  let isOpen = false
  const listeners = new Set<() => void>()
  return {
    isOpen: () => isOpen,
    change(asks) {
      isOpen = asks
      if (!asks) return onAnswer()
      host.asking?.()
      for (const listener of listeners) listener()
      host.push({ kind: 'changed', feature: 'app' })
    },
    unlessOpen(work) {
      // A command shows it to nobody but the person, who sees the system's own question.
      if (host.kind === 'cli') return work
      let listener = () => {}
      const opened = new Promise<void>((resolve) => {
        listener = resolve
      })
      if (isOpen) listener()
      listeners.add(listener)
      return Promise.race([work, opened]).finally(() => listeners.delete(listener))
    },
  }
}

/** The vault of the account; concurrent callers share one opening. */
function createVaultSource(deps: OwnAccountDeps, asking: (isAsking: boolean) => void) {
  let vault: InstalledVault | undefined
  let opening: Promise<InstalledVault> | undefined
  return {
    current: () => vault,
    async open() {
      if (vault) return vault
      opening ??= openVault({
        ...deps,
        platform: deps.platform ?? process.platform,
        hasFiles: () => hasEncryptedFiles(deps.dataDir),
        keychain: deps.startKeychain,
        asking,
      }).finally(() => {
        opening = undefined
      })
      vault = await opening
      return vault
    },
    forget() {
      vault?.close()
      vault = undefined
    },
  }
}

export const openPhase: Phase = { phase: 'ready', reason: null, details: null }
/** Only macOS asks for so long. */
const askingKeychain: VaultStatus = { kind: 'keychain', state: 'locked', backend: 'macOS Keychain' }

/** How long the status of the vault is that of the opening: a page starts meanwhile, also on a slow machine. */
const momentMs = 5000

/** The status of a vault that is open; throws why it is not. */
async function openStatus(vault: InstalledVault): Promise<VaultStatus> {
  const status = await vault.status()
  const { kind, state, reason } = status
  if (reason) throw new AppFailure(reason)
  if (state === 'needs_passphrase') throw new AppFailure('vault_needs_passphrase')
  if (state === 'locked') throw new AppFailure('vault_locked', { kind })
  if (state === 'unavailable') throw new AppFailure('vault_unavailable')
  return status
}

/** The example list is of the demonstration account's people; elsewhere nobody would be found. */
function noExampleList(): never {
  throw new AppFailure('not_found')
}

/** What only an open account can count: its connections, and what exists of its forms here alone. */
async function countOpen(workspace: Workspace | undefined) {
  if (!workspace) return { forms: null }
  const connections = await workspace.handlers['connections.list']({}, backgroundCall())
  const forms = { entries: 0, reviewed: 0 }
  for (const { id } of connections.filter(({ service }) => service === 'forms')) {
    const { entries, reviewed } = await workspace.handlers['connections.deletion_impact']({ id }, backgroundCall())
    forms.entries += entries
    forms.reviewed += reviewed
  }
  return { connections: connections.length, forms }
}

function closedPhase(closed: AppFailure | undefined): Phase {
  const reason = closed?.code ?? null
  const details = closed?.details ?? null
  if (reason === 'vault_locked' || reason === 'vault_asking') return { phase: 'locked', reason, details }
  return { phase: reason === 'vault_needs_passphrase' ? 'needs_passphrase' : 'unavailable', reason, details }
}

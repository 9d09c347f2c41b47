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

/** The host of an account. */
export interface AccountHost {
  readonly kind: AppState['host']
  push(push: Push): void
  /** A fraction for the task bar, or null when nothing runs. */
  showProgress(fraction: number | null): void
  /** Called when macOS asks the person whether the keychain may be read. Absent where the page shows it. */
  readonly asking?: () => void
}

export interface OwnAccountDeps {
  readonly host: AccountHost
  /** Absolute; made if needed. */
  readonly dataDir: string
  startKeychain(): ChildPort
  /** Opens or makes the passphrase vault (CRUZA_PASSPHRASE). */
  readonly passphrase?: string
  /** Whether the demonstration account is open at first. */
  readonly demo?: boolean
  /** For a new passphrase vault; the tests use a fast one. */
  readonly scryptCost?: ScryptCost
  /** The tests set another system. */
  readonly platform?: NodeJS.Platform
  /** For one call to the keychain, in milliseconds; the default is that of `openVault`. */
  readonly keychainTimeout?: number
}

/** The state of the person's own account, for the screens. */
export type Phase = Pick<AppState, 'phase' | 'reason' | 'details'>

/** The person's own data with their vault: opened, unlocked, checked and erased. */
export interface OwnAccount {
  workspace(): Workspace | undefined
  /** Why no account is open. */
  failure(): AppFailure
  /**
   * Opens the account where vault and folder allow it; otherwise stores the reason. Returns early while the system asks
   * the person.
   */
  open(): Promise<void>
  create(passphrase: string): Promise<void>
  unlock(passphrase: string): Promise<void>
  /** Opens again after a failure, or erases what could not be erased. */
  retry(): Promise<void>
  /** Waits while the account opens, except while the system asks the person. */
  settled(): Promise<void>
  phase(): Phase
  notice(): AppState['notice']
  dismissNotice(): Promise<void>
  vault(): Promise<InstalledVault>
  vaultStatus(): Promise<VaultStatus>
  /** Opens the files of the account in the background. If that fails, the account is closed with the reason. */
  check(): Promise<void>
  /** The numbers of what would be erased. */
  count(): Promise<{
    sheets: number
    runs: number
    connections: number
    forms: { entries: number; reviewed: number } | null
  }>
  /** Erases the whole folder, after `closeOthers`. Throws `file_busy` while another process has the folder open. */
  erase(closeOthers: () => Promise<void>): Promise<void>
  isErased(): boolean
  /** Throws once the erasure has begun, since nothing may make a file again. */
  requireKept(): void
  close(): Promise<void>
}

/** The account in `deps.dataDir`. Nothing is opened before `open`. */
export function createOwnAccount(deps: OwnAccountDeps, shared: SharedDeps): OwnAccount {
  const { host, dataDir } = deps
  let workspace: Workspace | undefined
  /**
   * The status of the vault that has just opened the account. The page asks for it at once, and the keychain is slow.
   */
  let openedWith: VaultStatus | undefined
  let opening: Promise<void> | undefined
  let closed: AppFailure | undefined
  let notice: AppState['notice'] = null
  /** What could not be erased; undefined before an erasure. */
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
      // A kill stopped an erasure: the rest is useless.
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
      // The vault outlives a workspace that could not open its folder, since the person tries again.
      const keptOpen = { ...used, close() {} }
      workspace = await openWorkspace({ ...shared, dir: dataDir, vault: keptOpen, exampleList: noExampleList })
      closed = undefined
      // A command meets a failure itself and prints it. The demonstration uses nothing of the person's.
      if (host.kind !== 'cli' && !deps.demo) void check()
    } catch (error) {
      // A wrong passphrase from the host has no screen where it could be corrected.
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
  /** Cancels the system's question, and waits until the account is no longer being opened. */
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
    // An account that is being opened would make files again.
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
      // A vault whose own files cannot be read is not open either; the reason says why.
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

/** The system's question to the person whether the keychain may be read. It takes as long as the person does. */
interface KeychainPrompt {
  isOpen(): boolean
  change(isOpen: boolean): void
  /**
   * Waits for work that may need the keychain. Once the system asks the person, the work continues without the caller.
   */
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
      // A command has no screen for it; the person sees the system's own question.
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

/** The vault of the account. Concurrent callers share one opening. */
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

/** How long the status from the opening stays valid: meanwhile a page starts, even on a slow machine. */
const momentMs = 5000

/** The status of an open vault; throws the reason where it is not open. */
async function openStatus(vault: InstalledVault): Promise<VaultStatus> {
  const status = await vault.status()
  const { kind, state, reason } = status
  if (reason) throw new AppFailure(reason)
  if (state === 'needs_passphrase') throw new AppFailure('vault_needs_passphrase')
  if (state === 'locked') throw new AppFailure('vault_locked', { kind })
  if (state === 'unavailable') throw new AppFailure('vault_unavailable')
  return status
}

/** The example list has the demonstration account's people; elsewhere nobody would be found. */
function noExampleList(): never {
  throw new AppFailure('not_found')
}

/** The numbers that only an open account knows: its connections, and what exists of its forms only here. */
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

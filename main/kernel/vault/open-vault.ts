import type { ChildPort } from '../child-process.ts'
import { AppFailure } from '../failure.ts'
import type { ScryptCost } from '../sealed-bytes.ts'
import { createKeychainVault, type KeychainVault } from './keychain-vault.ts'
import { createPassphraseVault, type PassphraseVault, type Vault, type VaultStatus } from './vault.ts'
import { openMarker } from './vault-files.ts'

interface OpenVaultDeps {
  /** Absolute path; made if needed. */
  readonly dataDir: string
  readonly platform: NodeJS.Platform
  /** Starts `keychain-process.ts` (`forkChild(file, { background: true })`, or Electron's utilityProcess). */
  readonly keychain?: () => ChildPort
  /** From the person (CRUZA_PASSPHRASE): opens the passphrase vault, or makes it when nothing is chosen. */
  readonly passphrase?: string | undefined
  /** Milliseconds for one call to the keychain; 15,000 by default. */
  readonly keychainTimeout?: number | undefined
  /** Called when macOS starts asking the person, and when it has its answer. */
  readonly asking?: (isAsking: boolean) => void
  /** Whether encrypted files exist, which need the vault's key: then no vault is made. False by default. */
  readonly hasFiles?: (() => boolean) | undefined
  /** For a new passphrase vault; N = 2^17, r = 8, p = 1 by default. */
  readonly scryptCost?: ScryptCost | undefined
}

/** The vault of one data directory. Its passphrase actions throw `bad_request` while the keychain is in use. */
export interface InstalledVault extends PassphraseVault {
  /** Searches for the keychain again if nothing was chosen yet: the person may have unlocked or started it. */
  retry(): Promise<VaultStatus>
}

/**
 * Opens the vault that the data directory uses, never another one. If nothing was chosen yet, it takes the passphrase
 * vault for a given passphrase, else a keychain that passes the probe. Else it is `needs_passphrase`, so that the
 * person chooses. A locked keychain stays in use. Where encrypted files exist without a vault that has their key, none
 * is made: `key_missing`, until the vault's files are put back. Throws `wrong_passphrase` for a passphrase that does
 * not fit, and `file_damaged` or `newer_version` for a marker or vault file that it cannot read.
 */
export async function openVault(deps: OpenVaultDeps): Promise<InstalledVault> {
  const { passphrase } = deps
  const marker = await openMarker(deps.dataDir)
  const byPassphrase = await createPassphraseVault({
    dataDir: deps.dataDir,
    marker,
    cost: deps.scryptCost,
  })
  const byKeychain = createKeychainVault({
    marker,
    platform: deps.platform,
    start: deps.keychain ?? absentChild,
    asking: deps.asking,
    timeout: deps.keychainTimeout,
  })

  /** The vault in use, or undefined while nothing is stored anywhere. */
  const inUse = async (): Promise<Vault | undefined> => {
    const content = await marker.read()
    if (content?.kind === 'keychain' && content.names.length > 0) return byKeychain
    const { state } = await byPassphrase.status()
    return state === 'needs_passphrase' ? undefined : byPassphrase
  }
  const make = async () => {
    requireNoFiles()
    if (passphrase === undefined) return firstChoice(byKeychain, byPassphrase)
    await byPassphrase.create(passphrase)
    return byPassphrase
  }
  const requireNoFiles = () => {
    if (deps.hasFiles?.()) throw new AppFailure('key_missing', {}, 'no vault beside the files')
  }
  // Of processes that start together, one makes the vault and the others find it.
  const choose = async () => (await inUse()) ?? marker.alone(async () => (await inUse()) ?? make())
  const chosen = await choose()
  const isOpen = async () => (await chosen.status()).state === 'open'
  if (passphrase !== undefined && chosen === byPassphrase && !(await isOpen())) await byPassphrase.unlock(passphrase)
  return installed({ chosen, inUse, choose, requireNoFiles, byKeychain, byPassphrase })
}

interface Choice {
  readonly chosen: Vault
  readonly inUse: () => Promise<Vault | undefined>
  /** The vault in use. Where there is none, the one that is made now or that the person has to make. */
  readonly choose: () => Promise<Vault>
  /** Throws where a new vault would lack the key of existing files. */
  readonly requireNoFiles: () => void
  readonly byKeychain: KeychainVault
  readonly byPassphrase: PassphraseVault
}

/** Forwards to the current vault, so that a later choice reaches every holder. */
function installed({ chosen, inUse, choose, requireNoFiles, byKeychain, byPassphrase }: Choice): InstalledVault {
  let current = chosen
  const passphraseVault = () => {
    if (current !== byPassphrase) throw new AppFailure('bad_request')
    return byPassphrase
  }
  return {
    get kind() {
      return current.kind
    },
    status: () => current.status(),
    read: (name) => current.read(name),
    write: (name, secret) => current.write(name, secret),
    remove: (name) => current.remove(name),
    alone: (work) => current.alone(work),
    async create(passphrase) {
      if (await inUse()) throw new AppFailure('bad_request')
      requireNoFiles()
      await byPassphrase.create(passphrase)
      current = byPassphrase
    },
    unlock: async (passphrase) => passphraseVault().unlock(passphrase),
    changePassphrase: async (old, next) => passphraseVault().changePassphrase(old, next),
    lock: () => byPassphrase.lock(),
    async retry() {
      current = await choose()
      return current.status()
    },
    close() {
      byKeychain.close()
      byPassphrase.close()
    },
  }
}

/** The keychain where it works or is only locked; otherwise the passphrase vault, which the person has to make. */
async function firstChoice(byKeychain: KeychainVault, byPassphrase: PassphraseVault): Promise<Vault> {
  try {
    await byKeychain.choose()
    return byKeychain
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error
    if (error.code === 'vault_locked' || error.code === 'vault_denied') return byKeychain
    if (error.code === 'vault_unavailable' || error.code === 'vault_no_session') return byPassphrase
    throw error
  }
}

/** The keychain process of a host that has none: it has already ended. */
function absentChild(): ChildPort {
  return { post() {}, onMessage() {}, onExit: (receive) => queueMicrotask(receive), kill() {} }
}

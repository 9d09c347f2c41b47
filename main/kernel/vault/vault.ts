import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { newPassphrase } from '../../../preload/contract/app.ts'
import type { FailureCode } from '../../../preload/values/failures.ts'
import { AppFailure } from '../failure.ts'
import {
  checkSealed,
  defaultCost,
  isSealedWith,
  newSealingKey,
  type ScryptCost,
  type SealedKind,
  type SealingKey,
  sealBytes,
  sealingKeyOf,
  unsealBytes,
} from '../sealed-bytes.ts'
import { type Marker, readVaultFile, removeLeftovers, writeVaultFile } from './vault-files.ts'

/**
 * The place of every token and of the random key of the data files. The marker of a data directory names its kind,
 * which never changes by itself. To add a kind: implement `Vault`, let `open-vault.ts` choose it, and add a word to
 * `VaultKind`.
 */
type VaultKind = 'keychain' | 'passphrase' | 'memory'

/**
 * - `open`: secrets can be read and written.
 * - `locked`: the keychain is locked, or the passphrase vault waits for its passphrase (`kind` shows which).
 * - `unavailable`: the vault in use cannot be reached, or its file is gone or damaged. No other one takes its place.
 * - `needs_passphrase`: there is no keychain here and no vault yet; the person may make one with a passphrase.
 */
export type VaultState = 'open' | 'locked' | 'unavailable' | 'needs_passphrase'

export interface VaultStatus {
  readonly kind: VaultKind
  readonly state: VaultState
  /** Why it is not open, where that has its own sentence: the person refused, or the session has no keychain. */
  readonly reason?: FailureCode
  /** The vault's proper name: `Secret Service (gnome-keyring)`, `macOS Keychain`, `passphrase file`, … */
  readonly backend: string
}

/**
 * Names are the app's own words (`data-key`, `connection-<id>`); secrets are non-empty text.
 * Every call may throw `vault_locked`, `vault_unavailable` or `vault_needs_passphrase`.
 */
export interface Vault {
  readonly kind: VaultKind
  /** The state of the vault. It does not throw for a locked or missing vault, and stores nothing. */
  status(): Promise<VaultStatus>
  /**
   * The secret, or undefined when none of this name was ever stored. For a stored secret that is gone it throws
   * `secret_missing`, or `key_missing` for the key of the data files.
   */
  read(name: string): Promise<string | undefined>
  /** Stores or replaces a secret, which survives a kill after the return. */
  write(name: string, secret: string): Promise<void>
  /** Deletes a secret, if there is one. */
  remove(name: string): Promise<void>
  /**
   * Runs work that no other change of this vault may overlap, in any process; inside it the vault can be read and
   * written. Throws `file_busy` when another process does not end its work.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Ends what the vault started and clears its memory; nothing stored changes. */
  close(): void
}

interface PassphraseActions {
  /** Makes and opens the vault. Throws `passphrase_length`, or `bad_request` when secrets are stored already. */
  create(passphrase: string): Promise<void>
  /** Opens it. Throws `wrong_passphrase`, `file_damaged` or `newer_version`; nothing stored changes. */
  unlock(passphrase: string): Promise<void>
  /**
   * Encrypts the vault again with another passphrase and a new salt. On `wrong_passphrase` and `passphrase_length`
   * nothing changes.
   */
  changePassphrase(current: string, next: string): Promise<void>
  lock(): void
}

export type PassphraseVault = Vault & PassphraseActions

/** Throws for a name or secret that no vault can keep. That is a caller's bug, so it is no failure for the person. */
export function checkEntry(name: string, secret?: string): void {
  if (!/^[\w.-]{1,100}$/.test(name)) throw new Error('a vault name has characters that are not allowed')
  if (secret === '') throw new Error('a secret may not be empty')
}

const dataKeyName = 'data-key'

/**
 * The 32 random bytes that encrypt the data files; made on the first start. Where `filesExist` (encrypted files are
 * there), a vault without the key throws `key_missing`, since a new key could not read them (docs/decisions/storage.md
 * §2). A stored value that is no key also throws `key_missing`. Vault failures pass through.
 */
export async function dataKey(vault: Vault, { filesExist }: { readonly filesExist: boolean }): Promise<Buffer> {
  const stored = async () => {
    const text = await vault.read(dataKeyName)
    if (text === undefined) return undefined
    if (!/^[0-9a-f]{64}$/.test(text)) throw new AppFailure('key_missing', {}, 'malformed')
    return Buffer.from(text, 'hex')
  }
  const make = async () => {
    if (filesExist) throw new AppFailure('key_missing', {}, 'files without key')
    const key = randomBytes(32)
    await vault.write(dataKeyName, key.toString('hex'))
    return key
  }
  // Of processes that start together, one makes the key and the others find it.
  return (await stored()) ?? vault.alone(async () => (await stored()) ?? make())
}

/** The failure for a stored secret that is gone; the key of the data files has its own code. */
export function lostSecret(name: string): AppFailure {
  return new AppFailure(name === dataKeyName ? 'key_missing' : 'secret_missing', {}, name)
}

/** The vault of the demonstration account; it ends with the process. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    kind: 'memory',
    status: async () => ({ kind: 'memory', state: 'open', backend: 'memory' }),
    async read(name) {
      checkEntry(name)
      return secrets.get(name)
    },
    async write(name, secret) {
      checkEntry(name, secret)
      secrets.set(name, secret)
    },
    async remove(name) {
      checkEntry(name)
      secrets.delete(name)
    },
    alone: (work) => work(),
    close: () => secrets.clear(),
  }
}

interface PassphraseVaultDeps {
  /** Absolute path of the folder that holds `vault.bin`. */
  readonly dataDir: string
  readonly marker: Marker
  /** For new files; an existing file states its own. */
  readonly cost?: ScryptCost | undefined
}

/**
 * A vault in a file of its own (scrypt, AES-256-GCM, 0600), for machines without a keychain. In memory it holds only
 * the derived key. It reads secrets from the file each time, so that the window and the command line see the same.
 */
export async function createPassphraseVault(deps: PassphraseVaultDeps): Promise<PassphraseVault> {
  const { marker, cost = defaultCost } = deps
  const file = path.join(deps.dataDir, 'vault.bin')
  let open: SealingKey | undefined
  await removeLeftovers(file)

  const lock = () => {
    open = undefined
  }
  const readFile = async () => {
    const bytes = await readVaultFile(file)
    if (bytes) checkSealed(sealedVault, bytes)
    return bytes
  }
  /**
   * Reads the marker first, since another process writes the file first. In the other order a new secret looks lost.
   */
  const readBoth = async () => {
    const content = await marker.read()
    return { content, bytes: await readFile() }
  }
  /** The file and its key, or the failure with the reason. */
  const opened = async () => {
    const { content, bytes } = await readBoth()
    if (!bytes && content?.kind === 'passphrase') throw new AppFailure('vault_unavailable', {}, 'no vault.bin')
    // Another process may have changed the passphrase; then this key is useless.
    if (bytes && open && !isSealedWith(bytes, open)) lock()
    if (!bytes || !open) throw new AppFailure('vault_needs_passphrase')
    return { key: open, secrets: unseal(open, bytes), names: content?.names ?? [] }
  }
  const state = async (): Promise<VaultState> => {
    try {
      const { content, bytes } = await readBoth()
      if (!bytes) return content?.kind === 'passphrase' ? 'unavailable' : 'needs_passphrase'
      return open && isSealedWith(bytes, open) ? 'open' : 'locked'
    } catch {
      // The file is damaged, too new or not readable; `unlock` reports which.
      return 'unavailable'
    }
  }
  const keyFor = async (passphrase: string) => {
    const bytes = await readFile()
    if (!bytes) throw new AppFailure('vault_unavailable', {}, 'no vault.bin')
    const key = await sealingKeyOf(bytes, passphrase)
    return { key, secrets: unseal(key, bytes) }
  }

  return {
    kind: 'passphrase',
    status: async () => ({ kind: 'passphrase', state: await state(), backend: 'passphrase file' }),
    async read(name) {
      checkEntry(name)
      const { secrets, names } = await opened()
      const secret = secrets.get(name)
      if (secret === undefined && names.includes(name)) throw lostSecret(name)
      return secret
    },
    write: (name, secret) =>
      marker.alone(async () => {
        checkEntry(name, secret)
        const { key, secrets } = await opened()
        await writeVaultFile(file, seal(key, secrets.set(name, secret)))
        await marker.choose('passphrase')
        await marker.remember(name)
      }),
    remove: (name) =>
      marker.alone(async () => {
        checkEntry(name)
        const { key, secrets } = await opened()
        if (secrets.delete(name)) await writeVaultFile(file, seal(key, secrets))
        await marker.choose('passphrase')
        await marker.forget(name)
      }),
    create: (passphrase) =>
      marker.alone(async () => {
        const content = await marker.read()
        const inUse = (await readVaultFile(file)) !== undefined || content?.kind === 'passphrase'
        if (inUse || content?.names.length) throw new AppFailure('bad_request')
        requireLength(passphrase)
        const key = await newSealingKey(sealedVault, passphrase, cost)
        await writeVaultFile(file, seal(key, new Map()), { isNew: true })
        await marker.choose('passphrase')
        open = key
      }),
    async unlock(passphrase) {
      const { key, secrets } = await keyFor(passphrase)
      await marker.choose('passphrase')
      // Repairs the marker if it was lost, or after a kill between the two files.
      for (const name of secrets.keys()) await marker.remember(name)
      open = key
    },
    changePassphrase: (current, next) =>
      marker.alone(async () => {
        requireLength(next)
        const { secrets } = await keyFor(current)
        const key = await newSealingKey(sealedVault, next, cost)
        await writeVaultFile(file, seal(key, secrets))
        open = key
      }),
    lock,
    alone: marker.alone,
    close: lock,
  }
}

/** One rule for the screen and for CRUZA_PASSPHRASE. */
function requireLength(passphrase: string): void {
  if (!newPassphrase.safeParse(passphrase).success) throw new AppFailure('passphrase_length')
}

/** `vault.bin`: the JSON of the secrets by name, sealed with the vault's passphrase (layout in sealed-bytes.ts). */
const sealedVault: SealedKind = { magic: 'CRZV', version: 1, name: 'vault.bin', damaged: 'file_damaged' }

function seal(key: SealingKey, secrets: ReadonlyMap<string, string>): Buffer {
  return sealBytes(key, Buffer.from(JSON.stringify(Object.fromEntries(secrets)), 'utf8'))
}

/** The secrets of a file that passed `checkSealed`. Throws `wrong_passphrase` when the key does not fit. */
function unseal(key: SealingKey, file: Buffer): Map<string, string> {
  const text = unsealBytes(key, file).toString('utf8')
  try {
    // The content is authenticated: these are the bytes that `seal` wrote.
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  } catch {
    throw new AppFailure('file_damaged', {}, sealedVault.name)
  }
}

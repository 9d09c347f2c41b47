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
 * Where Cruza keeps every token and the random key of its data files. There are three kinds; which
 * one a data directory uses is written in its marker and never changes by itself. To add one: implement `Vault`, let
 * `open-vault.ts` choose it, and give it a word in `VaultKind`.
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
  /** Why it is not open, where that has a sentence of its own: the person refused, or the session has no keychain. */
  readonly reason?: FailureCode
  /** The vault's proper name: `Secret Service (gnome-keyring)`, `macOS Keychain`, `passphrase file`, … */
  readonly backend: string
}

/**
 * Names are the app's own words (`data-key`, `connection-<id>`), secrets are non-empty text.
 * Every call may fail with `vault_locked`, `vault_unavailable` or `vault_needs_passphrase`.
 */
export interface Vault {
  readonly kind: VaultKind
  /** The state of the vault. Never throws for a vault that is locked or away, and stores nothing. */
  status(): Promise<VaultStatus>
  /**
   * The secret, or undefined when none of this name was ever stored. A secret that was stored and is gone is
   * `secret_missing`, for the key of the data files `key_missing`: never undefined.
   */
  read(name: string): Promise<string | undefined>
  /** Stores or replaces a secret; when it returns, the secret will survive a kill. */
  write(name: string, secret: string): Promise<void>
  /** Forgets a secret; one that is not there is fine. */
  remove(name: string): Promise<void>
  /**
   * Runs work that no other change of this vault may overlap, in whichever process; inside it the vault can be read and
   * written. `file_busy` when another one does not end.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Ends what the vault started and forgets what it holds in memory; nothing stored changes. */
  close(): void
}

/** What only a vault with a passphrase can do. */
interface PassphraseActions {
  /** Makes the vault; it is open afterwards. `passphrase_length`, or `bad_request` when secrets are stored already. */
  create(passphrase: string): Promise<void>
  /** Opens it. `wrong_passphrase`, `file_damaged` or `newer_version`; nothing stored changes. */
  unlock(passphrase: string): Promise<void>
  /**
   * Encrypts the vault anew under another passphrase, with a new salt. `wrong_passphrase` and `passphrase_length`
   * change nothing.
   */
  changePassphrase(current: string, next: string): Promise<void>
  /** Forgets the passphrase until the next `unlock`. */
  lock(): void
}

export type PassphraseVault = Vault & PassphraseActions

/** Stops a name or secret that no vault could keep: a bug of the caller, so not a failure for the person. */
export function checkEntry(name: string, secret?: string): void {
  if (!/^[\w.-]{1,100}$/.test(name)) throw new Error('a vault name has characters that are not allowed')
  if (secret === '') throw new Error('a secret may not be empty')
}

/** The entry of the vault that holds the key of the data files. */
const dataKeyName = 'data-key'

/**
 * The 32 random bytes that encrypt the data files; made on the first start. `filesExist`: whether encrypted files are
 * there: then a vault that knows no key is `key_missing`, because a new key would orphan them
 * (docs/decisions/storage.md §2). Passes on what the vault fails with; a stored key that is no key is `key_missing`
 * too.
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
  // Of processes that start together one makes the key, and the others find it.
  return (await stored()) ?? vault.alone(async () => (await stored()) ?? make())
}

/** The failure for a stored secret that is gone; the key of the data files has a code of its own. */
export function lostSecret(name: string): AppFailure {
  return new AppFailure(name === dataKeyName ? 'key_missing' : 'secret_missing', {}, name)
}

/** The vault of the demonstration account: gone when the process ends. */
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
  /** Absolute path; the vault is `vault.bin` in it. */
  readonly dataDir: string
  readonly marker: Marker
  /** For new files; an existing one says its own. */
  readonly cost?: ScryptCost | undefined
}

/**
 * A vault in a file of its own (scrypt, AES-256-GCM, 0600), for machines without a keychain. It holds the derived key
 * only: secrets are read from the file each time, so that the window and the command line see the same.
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
   * The marker first: another process writes the file before it notes what is in it. Read the other way round, what was
   * stored in between would look lost.
   */
  const readBoth = async () => {
    const content = await marker.read()
    return { content, bytes: await readFile() }
  }
  /** The file and its key, or the failure that states why not. */
  const opened = async () => {
    const { content, bytes } = await readBoth()
    if (!bytes && content?.kind === 'passphrase') throw new AppFailure('vault_unavailable', {}, 'no vault.bin')
    // Another process may have changed the passphrase; then the key here is worth nothing.
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
      // Damaged, of a newer version or not readable: `unlock` states which.
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
      // A kill between the two files, or a lost marker, is made good here.
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

/** `vault.bin`: the JSON of the secrets by name, sealed with the vault's passphrase (sealed-bytes.ts has the bytes). */
const sealedVault: SealedKind = { magic: 'CRZV', version: 1, name: 'vault.bin', damaged: 'file_damaged' }

/** The file's bytes for these secrets. */
function seal(key: SealingKey, secrets: ReadonlyMap<string, string>): Buffer {
  return sealBytes(key, Buffer.from(JSON.stringify(Object.fromEntries(secrets)), 'utf8'))
}

/** The secrets of a file that passed `checkSealed`. `wrong_passphrase` when the key does not fit. */
function unseal(key: SealingKey, file: Buffer): Map<string, string> {
  const text = unsealBytes(key, file).toString('utf8')
  try {
    // Authenticated: these are the bytes that `seal` wrote.
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  } catch {
    throw new AppFailure('file_damaged', {}, sealedVault.name)
  }
}

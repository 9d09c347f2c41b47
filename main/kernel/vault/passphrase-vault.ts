import path from 'node:path'
import { newPassphrase } from '../../../preload/contract/app.ts'
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
import type { Marker } from './marker.ts'
import { checkEntry, lostSecret, type PassphraseVault, type VaultState } from './vault.ts'
import { readVaultFile, removeLeftovers, writeVaultFile } from './vault-file.ts'

export interface PassphraseVaultDeps {
  /** Absolute path; the vault is `vault.bin` in it. */
  readonly dataDir: string
  readonly marker: Marker
  /** For new files; an existing one says its own. */
  readonly cost?: ScryptCost
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

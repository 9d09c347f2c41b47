import { AppFailure } from '../failure.ts'
import { type SealedKind, type SealingKey, sealBytes, unsealBytes } from '../sealed-bytes.ts'

/** `vault.bin`: the JSON of the secrets by name, sealed with the vault's passphrase (sealed-bytes.ts has the bytes). */
export const sealedVault: SealedKind = { magic: 'CRZV', version: 1, name: 'vault.bin', damaged: 'file_damaged' }

/** The file's bytes for these secrets. */
export function seal(key: SealingKey, secrets: ReadonlyMap<string, string>): Buffer {
  return sealBytes(key, Buffer.from(JSON.stringify(Object.fromEntries(secrets)), 'utf8'))
}

/** The secrets of a file that passed `checkSealed`. `wrong_passphrase` when the key does not fit. */
export function unseal(key: SealingKey, file: Buffer): Map<string, string> {
  const text = unsealBytes(key, file).toString('utf8')
  try {
    // Authenticated: these are the bytes that `seal` wrote.
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  } catch {
    throw new AppFailure('file_damaged', {}, sealedVault.name)
  }
}

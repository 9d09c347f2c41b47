import { randomBytes } from 'node:crypto'
import { AppFailure } from '../failure.ts'
import type { Vault } from './vault.ts'

/** The entry of the vault that holds the key of the data files. */
export const dataKeyName = 'data-key'

/**
 * The 32 random bytes that encrypt the data files; made on the first start. `filesExist` tells whether encrypted files
 * are there: then a vault that knows no key is `key_missing`, because a new key would orphan them (architecture.md §3).
 * Passes on what the vault fails with; a stored key that is no key is `key_missing` too.
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

/** Says that a secret which was stored is gone; the key of the data files has a code of its own. */
export function lostSecret(name: string): AppFailure {
  return new AppFailure(name === dataKeyName ? 'key_missing' : 'secret_missing', {}, name)
}

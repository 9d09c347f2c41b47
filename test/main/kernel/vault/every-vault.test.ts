import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forkChild } from '../../../../main/kernel/child-process.ts'
import { openVault } from '../../../../main/kernel/vault/open-vault.ts'
import { createMemoryVault, dataKey, type Vault } from '../../../../main/kernel/vault/vault.ts'
import { quickScrypt } from '../../../kit/in-process.ts'
import { keyringMissing, startKeyring } from '../../../kit/keyring.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

/** What holds for each vault, whatever keeps its secrets. */

async function passphraseVault(): Promise<Vault> {
  const options = { platform: 'linux', scryptCost: quickScrypt, passphrase: 'correct horse battery' } as const
  return openVault({ dataDir: await temporaryFolder(), ...options })
}

const keychainProcess = path.resolve(import.meta.dirname, '../../../../main/kernel/vault/keychain-process.ts')
async function keychainVault(): Promise<Vault> {
  const keyring = await startKeyring('unlocked')
  onTestFinished(() => keyring.stop())
  const keychain = () => forkChild(keychainProcess, { environment: keyring.environment, background: true })
  const vault = await openVault({ dataDir: await temporaryFolder(), platform: 'linux', keychain })
  onTestFinished(() => vault.close())
  return vault
}

const vaults = [
  ['memory', async () => createMemoryVault(), { kind: 'memory', backend: 'memory' }],
  ['passphrase', passphraseVault, { kind: 'passphrase', backend: 'passphrase file' }],
  ['keychain', keychainVault, { kind: 'keychain', backend: 'Secret Service (gnome-keyring)' }],
] as const

describe.each(vaults.filter(([kind]) => kind !== 'keychain' || !keyringMissing))('a vault of %s', (_, open, status) => {
  test('keeps, replaces and forgets secrets, many at once, and refuses what is none', async () => {
    const vault = await open()
    expect(await vault.status()).toEqual({ ...status, state: 'open' })
    expect(await vault.read('connection-1')).toBeUndefined()
    const names = Array.from({ length: 10 }, (_, index) => `connection-${index}`)
    await Promise.all(names.map((name) => vault.write(name, `segredo çã 🔑 ${name}`)))
    expect(await Promise.all(names.map(vault.read))).toEqual(names.map((name) => `segredo çã 🔑 ${name}`))
    await vault.write('connection-1', 'x'.repeat(2000))
    expect(await vault.read('connection-1')).toBe('x'.repeat(2000))
    await vault.remove('connection-1')
    await vault.remove('connection-1')
    expect(await vault.read('connection-1')).toBeUndefined()
    await expect(vault.write('connection-1', '')).rejects.toThrow('empty')
    await expect(vault.write('a/b', 'secret')).rejects.toThrow('characters')
    expect(await (await open()).read('connection-2')).toBeUndefined()
  })

  test('makes the data key once, of 32 bytes, and none where encrypted files are', async () => {
    const vault = await open()
    await expect(dataKey(vault, { filesExist: true })).rejects.toMatchObject({ code: 'key_missing' })
    expect(await vault.read('data-key')).toBeUndefined()
    const key = await dataKey(vault, { filesExist: false })
    expect(key).toHaveLength(32)
    expect(await dataKey(vault, { filesExist: true })).toEqual(key)
    expect(await dataKey(await open(), { filesExist: false })).not.toEqual(key)
    await vault.write('data-key', 'abc')
    await expect(dataKey(vault, { filesExist: false })).rejects.toMatchObject({ code: 'key_missing' })
  })
})

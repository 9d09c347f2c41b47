import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkChild } from '../../main/kernel/child-process.ts'
import { createKeychain } from '../../main/kernel/vault/keychain-vault.ts'
import { openVault } from '../../main/kernel/vault/open-vault.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

/**
 * The keychain of the system that this runs on, which is that of the person: `npm test -- machine` asks for it by name.
 */

const keychainProcess = path.resolve(import.meta.dirname, '../../main/kernel/vault/keychain-process.ts')
const start = () => forkChild(keychainProcess, { background: true })
/** What one entry of Windows holds. */
const mostBytes = 2_560
const secretOf = (bytes: number) => {
  const start = 'segredo ção 🔑 '
  return start + 'x'.repeat(bytes - Buffer.byteLength(start))
}

async function open(dataDir: string) {
  const vault = await openVault({ dataDir, platform: process.platform, keychain: start })
  onTestFinished(() => vault.close())
  return vault
}

test('the keychain of this system keeps a secret as long as an entry of Windows, and forgets it', async () => {
  const dataDir = await temporaryFolder()
  const secret = secretOf(mostBytes)
  expect(Buffer.byteLength(secret)).toBe(mostBytes)
  const vault = await open(dataDir)
  expect(await vault.status()).toMatchObject({ kind: 'keychain', state: 'open' })
  onTestFinished(() => vault.remove('connection-1'))
  await vault.write('connection-1', 'curto')
  await vault.write('connection-1', secret)
  expect(await (await open(dataDir)).read('connection-1')).toBe(secret)
  await vault.remove('connection-1')
  expect(await (await open(dataDir)).read('connection-1')).toBeUndefined()
})

test('a longer one is refused by Windows alone, and by the vault before Windows is asked', async () => {
  const vault = await open(await temporaryFolder())
  const keychain = createKeychain({ start, timeout: 60_000, idle: 60_000 })
  onTestFinished(() => keychain.close())
  onTestFinished(() => keychain.delete('machine-test'))
  onTestFinished(() => vault.remove('connection-1'))
  const longer = secretOf(mostBytes + 1)
  if (process.platform === 'win32') {
    await expect(keychain.set('machine-test', longer)).rejects.toThrow()
    await expect(vault.write('connection-1', longer)).rejects.toMatchObject({ code: 'secret_too_long' })
  } else {
    await keychain.set('machine-test', longer)
    expect(await keychain.get('machine-test')).toBe(longer)
    await vault.write('connection-1', longer)
    expect(await vault.read('connection-1')).toBe(longer)
  }
})

import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkChild } from '../../main/kernel/fork-child.ts'
import { openVault } from '../../main/kernel/vault/open-vault.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

/** The keychain of the system that this runs on, which is that of the person: `npm test -- machine` asks for it by name. */

const keychainProcess = path.resolve(import.meta.dirname, '../../main/kernel/vault/keychain-process.ts')

async function open(dataDir: string) {
  const keychain = () => forkChild(keychainProcess, { background: true })
  const vault = await openVault({ dataDir, platform: process.platform, keychain })
  onTestFinished(() => vault.close())
  return vault
}

test('the keychain of this system keeps a secret that is longer than one entry of Windows, and forgets it', async () => {
  const dataDir = await temporaryFolder()
  const secret = `segredo ${'ç'.repeat(1_350)} 🔑`
  expect(Buffer.byteLength(secret)).toBeGreaterThan(2_560)
  const vault = await open(dataDir)
  expect(await vault.status()).toMatchObject({ kind: 'keychain', state: 'open' })
  onTestFinished(() => vault.remove('connection-1'))
  await vault.write('connection-1', 'curto')
  await vault.write('connection-1', secret)
  expect(await (await open(dataDir)).read('connection-1')).toBe(secret)
  await vault.remove('connection-1')
  expect(await (await open(dataDir)).read('connection-1')).toBeUndefined()
})

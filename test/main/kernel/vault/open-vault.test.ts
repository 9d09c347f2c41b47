import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openVault } from '../../../../main/kernel/vault/open-vault.ts'
import { dataKey } from '../../../../main/kernel/vault/vault.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

/** A machine without any keychain. */
function open(dataDir: string, passphrase?: string) {
  const passphraseOption = passphrase === undefined ? {} : { passphrase }
  return openVault({ dataDir, platform: 'linux', scryptCost: { logN: 10, r: 8, p: 1 }, ...passphraseOption })
}

test('without a keychain the person is asked for a passphrase, and everyone who holds the vault gets it', async () => {
  const vault = await open(await temporaryFolder())
  expect(await vault.status()).toEqual({ kind: 'passphrase', state: 'needs_passphrase', backend: 'passphrase file' })
  await expect(dataKey(vault, { filesExist: false })).rejects.toMatchObject({ code: 'vault_needs_passphrase' })
  await vault.create('a passphrase')
  expect(await dataKey(vault, { filesExist: false })).toHaveLength(32)
})

test('nothing is written before something is chosen', async () => {
  const dataDir = path.join(await temporaryFolder(), 'not', 'made')
  const vault = await open(dataDir)
  await expect(readFile(path.join(dataDir, 'vault.json'))).rejects.toThrow('ENOENT')
  await vault.create('a passphrase')
  expect((await vault.status()).state).toBe('open')
})

test('a given passphrase makes the vault on the first start and opens it on the next', async () => {
  const dataDir = await temporaryFolder()
  const key = await dataKey(await open(dataDir, 'from the environment'), { filesExist: false })
  expect(await dataKey(await open(dataDir, 'from the environment'), { filesExist: true })).toEqual(key)
  await expect(open(dataDir, 'another')).rejects.toMatchObject({ code: 'wrong_passphrase' })
  const later = await open(dataDir)
  expect(await later.status()).toMatchObject({ kind: 'passphrase', state: 'locked' })
  await later.unlock('from the environment')
  expect(await dataKey(later, { filesExist: true })).toEqual(key)
})

test('a kill between the vault and its marker is made good at the next unlock', async () => {
  const dataDir = await temporaryFolder()
  await dataKey(await open(dataDir, 'a passphrase'), { filesExist: false })
  await rm(path.join(dataDir, 'vault.json'))
  const again = await open(dataDir)
  expect(await again.status()).toMatchObject({ kind: 'passphrase', state: 'locked' })
  await again.unlock('a passphrase')
  expect(JSON.parse(await readFile(path.join(dataDir, 'vault.json'), 'utf8'))).toMatchObject({
    kind: 'passphrase',
    names: ['data-key'],
  })
})

test.each([
  ['cut off', '{"version":1,"kind":"keych', 'file_damaged'],
  ['empty', '', 'file_damaged'],
  ['of another shape', '{"version":1,"kind":"plain","installId":"a","names":[]}', 'file_damaged'],
  ['of a later version', '{"version":2}', 'newer_version'],
])('a marker that is %s stops the start instead of starting anew', async (_what, text, code) => {
  const dataDir = await temporaryFolder()
  await writeFile(path.join(dataDir, 'vault.json'), text)
  await expect(open(dataDir, 'a passphrase')).rejects.toMatchObject({ code })
  expect(await readFile(path.join(dataDir, 'vault.json'), 'utf8')).toBe(text)
})

test('a marker that names the keychain keeps to it on a machine that has none', async () => {
  const dataDir = await temporaryFolder()
  const content = { version: 1, kind: 'keychain', installId: 'a1', names: ['data-key'] }
  await writeFile(path.join(dataDir, 'vault.json'), JSON.stringify(content))
  const vault = await open(dataDir, 'a passphrase')
  expect(await vault.status()).toEqual({ kind: 'keychain', state: 'unavailable', backend: 'Secret Service' })
  await expect(dataKey(vault, { filesExist: true })).rejects.toMatchObject({ code: 'vault_unavailable' })
})

test('a marker of a keychain that never stored anything binds nobody', async () => {
  const dataDir = await temporaryFolder()
  const content = { version: 1, kind: 'keychain', installId: 'a1', names: [] }
  await writeFile(path.join(dataDir, 'vault.json'), JSON.stringify(content))
  const vault = await open(dataDir)
  expect((await vault.status()).state).toBe('needs_passphrase')
  await vault.create('a passphrase')
  expect(await vault.status()).toMatchObject({ kind: 'passphrase', state: 'open' })
})

test('a folder in the way of the file is a failure with a name', async () => {
  const dataDir = await temporaryFolder()
  await mkdir(path.join(dataDir, 'vault.json'))
  await expect(open(dataDir)).rejects.toMatchObject({ code: 'file_unreadable' })
})

import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createPassphraseVault, dataKey } from '../../../../main/kernel/vault/vault.ts'
import { openMarker } from '../../../../main/kernel/vault/vault-files.ts'
import { hasModes } from '../../../kit/systems.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

const passphrase = 'correct horse battery'
const quick = { logN: 10, r: 8, p: 1 }

async function vaultIn(dataDir: string) {
  return createPassphraseVault({ dataDir, marker: await openMarker(dataDir), cost: quick })
}

async function vaultWith(secrets: Readonly<Record<string, string>>) {
  const dataDir = await temporaryFolder()
  const vault = await vaultIn(dataDir)
  await vault.create(passphrase)
  for (const [name, secret] of Object.entries(secrets)) await vault.write(name, secret)
  return { dataDir, vault, file: path.join(dataDir, 'vault.bin') }
}

test('opens again with its passphrase only', async () => {
  const { dataDir } = await vaultWith({ 'connection-1': 'token-a', 'connection-2': 'token-b' })
  const again = await vaultIn(dataDir)
  expect((await again.status()).state).toBe('locked')
  await expect(again.read('connection-1')).rejects.toMatchObject({ code: 'vault_needs_passphrase' })
  await again.unlock(passphrase)
  expect(await again.read('connection-1')).toBe('token-a')
  expect(await again.read('connection-2')).toBe('token-b')
  again.lock()
  expect((await again.status()).state).toBe('locked')
  await expect(again.read('connection-1')).rejects.toMatchObject({ code: 'vault_needs_passphrase' })
})

test('a wrong passphrase is a clear answer and changes no byte', async () => {
  const { dataDir, file } = await vaultWith({ 'connection-1': 'token-a' })
  const before = await readFile(file)
  const again = await vaultIn(dataDir)
  await expect(again.unlock('something else')).rejects.toMatchObject({ code: 'wrong_passphrase' })
  await expect(again.unlock('')).rejects.toMatchObject({ code: 'wrong_passphrase' })
  await expect(again.changePassphrase('something else', 'the next one')).rejects.toMatchObject({
    code: 'wrong_passphrase',
  })
  expect((await again.status()).state).toBe('locked')
  expect(await readFile(file)).toEqual(before)
})

test('the same accents typed as other code points open it', async () => {
  const dataDir = await temporaryFolder()
  await (await vaultIn(dataDir)).create('café da manhã'.normalize('NFC'))
  await expect((await vaultIn(dataDir)).unlock('café da manhã'.normalize('NFD'))).resolves.toBeUndefined()
})

test('another passphrase replaces the old one, with a new salt', async () => {
  const { dataDir, vault, file } = await vaultWith({ 'connection-1': 'token-a' })
  const before = await readFile(file)
  await expect(vault.changePassphrase(passphrase, 'seven77')).rejects.toMatchObject({ code: 'passphrase_length' })
  await vault.changePassphrase(passphrase, 'a new one')
  expect(await vault.read('connection-1')).toBe('token-a')
  expect((await readFile(file)).subarray(8, 40)).not.toEqual(before.subarray(8, 40))
  const again = await vaultIn(dataDir)
  await expect(again.unlock(passphrase)).rejects.toMatchObject({ code: 'wrong_passphrase' })
  await again.unlock('a new one')
  expect(await again.read('connection-1')).toBe('token-a')
})

test('two processes see what the other writes, and a passphrase changed by one locks the other', async () => {
  const { dataDir, vault } = await vaultWith({ 'connection-1': 'token-a' })
  const other = await vaultIn(dataDir)
  await other.unlock(passphrase)
  await vault.write('connection-2', 'token-b')
  await other.write('connection-3', 'token-c')
  expect(await vault.read('connection-3')).toBe('token-c')
  expect(await other.read('connection-2')).toBe('token-b')
  await vault.changePassphrase(passphrase, 'a new one')
  await expect(other.read('connection-1')).rejects.toMatchObject({ code: 'vault_needs_passphrase' })
})

test('forgets a secret for good', async () => {
  const { dataDir, vault } = await vaultWith({ 'connection-1': 'token-a' })
  await vault.remove('connection-1')
  const again = await vaultIn(dataDir)
  await again.unlock(passphrase)
  expect(await again.read('connection-1')).toBeUndefined()
})

test('a file that is cut or changed anywhere is damaged, not a wrong passphrase', async () => {
  const { dataDir, file } = await vaultWith({ 'connection-1': 'token-a' })
  const whole = await readFile(file)
  const damages = [0, 3, 39, 100, whole.length - 1].map((length) => whole.subarray(0, length))
  for (const offset of [0, 5, 6, 20, 45, 60, 80, whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset)
    damages.push(changed)
  }
  for (const bytes of damages) {
    await writeFile(file, bytes)
    const again = await vaultIn(dataDir)
    await expect(again.unlock(passphrase)).rejects.toMatchObject({ code: 'file_damaged' })
    await expect(again.create(passphrase)).rejects.toMatchObject({ code: 'bad_request' })
    expect((await again.status()).state).toBe('unavailable')
    expect(await readFile(file)).toEqual(bytes)
  }
})

test('a file of a later version is reported as that', async () => {
  const { dataDir, file } = await vaultWith({})
  const bytes = await readFile(file)
  bytes.writeUInt8(2, 4)
  await writeFile(file, bytes)
  await expect((await vaultIn(dataDir)).unlock(passphrase)).rejects.toMatchObject({ code: 'newer_version' })
})

test('a vault whose file is gone is unavailable and is never made anew', async () => {
  const { dataDir, file } = await vaultWith({ 'data-key': 'f'.repeat(64) })
  await rm(file)
  const again = await vaultIn(dataDir)
  expect((await again.status()).state).toBe('unavailable')
  await expect(again.create(passphrase)).rejects.toMatchObject({ code: 'bad_request' })
  await expect(again.unlock(passphrase)).rejects.toMatchObject({ code: 'vault_unavailable' })
  await expect(dataKey(again, { filesExist: true })).rejects.toMatchObject({ code: 'vault_unavailable' })
})

test('an older copy of the file put back does not make a new data key', async () => {
  const { dataDir, vault, file } = await vaultWith({})
  const older = await readFile(file)
  await dataKey(vault, { filesExist: false })
  await vault.write('connection-1', 'token-a')
  await writeFile(file, older)
  const again = await vaultIn(dataDir)
  await again.unlock(passphrase)
  await expect(dataKey(again, { filesExist: false })).rejects.toMatchObject({ code: 'key_missing' })
  await expect(again.read('connection-1')).rejects.toMatchObject({ code: 'secret_missing' })
})

test('is made only once, with a passphrase of eight characters or more', async () => {
  const vault = await vaultIn(await temporaryFolder())
  await expect(vault.create('seven77')).rejects.toMatchObject({ code: 'passphrase_length' })
  await vault.create(passphrase)
  await expect(vault.create(passphrase)).rejects.toMatchObject({ code: 'bad_request' })
})

test('only its owner can read the files, and no file holds a secret or the passphrase openly', async () => {
  const secret = randomBytes(24).toString('base64url')
  const { dataDir, vault } = await vaultWith({ 'connection-1': secret })
  await vault.changePassphrase(passphrase, 'a new one')
  expect((await readdir(dataDir)).sort()).toEqual([
    'vault.bin',
    'vault.json',
    expect.stringMatching(/^vault\.lock\.\d+\.free$/),
  ])
  for (const name of await readdir(dataDir)) {
    if (hasModes) expect((await stat(path.join(dataDir, name))).mode & 0o777).toBe(0o600)
    const text = await readFile(path.join(dataDir, name), 'latin1')
    for (const hidden of [secret, passphrase, 'a new one']) expect(text).not.toContain(hidden)
  }
})

test('uses scrypt with N = 2^17, r = 8, p = 1 when nothing else is given', async () => {
  const dataDir = await temporaryFolder()
  const vault = await createPassphraseVault({ dataDir, marker: await openMarker(dataDir) })
  await vault.create(passphrase)
  const bytes = await readFile(path.join(dataDir, 'vault.bin'))
  expect([...bytes.subarray(0, 8)]).toEqual([...Buffer.from('CRZV'), 1, 17, 8, 1])
  await expect((await vaultIn(dataDir)).unlock(passphrase)).resolves.toBeUndefined()
})

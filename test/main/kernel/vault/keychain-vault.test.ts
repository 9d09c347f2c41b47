import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forkChild } from '../../../../main/kernel/child-process.ts'
import { openVault } from '../../../../main/kernel/vault/open-vault.ts'
import { dataKey } from '../../../../main/kernel/vault/vault.ts'
import { environmentWithoutBus, type Keyring, keyringMissing, startKeyring } from '../../../kit/keyring.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

const keychainProcess = path.resolve(import.meta.dirname, '../../../../main/kernel/vault/keychain-process.ts')

/** A vault whose keychain process, and nothing else, sees the given environment. */
async function vaultSeeing(environment: Readonly<Record<string, string>>, dataDir: string) {
  const vault = await openVault({
    dataDir,
    platform: 'linux',
    keychain: () => forkChild(keychainProcess, { environment, background: true }),
    scryptCost: { logN: 10, r: 8, p: 1 },
  })
  onTestFinished(() => vault.close())
  return vault
}

async function keyringOfTest(kind: Parameters<typeof startKeyring>[0]): Promise<Keyring> {
  const keyring = await startKeyring(kind)
  onTestFinished(() => keyring.stop())
  return keyring
}

describe.skipIf(keyringMissing)(
  `keychain of a Linux desktop${keyringMissing ? ` (skipped: ${keyringMissing})` : ''}`,
  () => {
    describe('that is unlocked', () => {
      let keyring: Keyring
      beforeAll(async () => {
        keyring = await startKeyring('unlocked')
      })
      afterAll(() => keyring.stop())

      test('keeps secrets for the next start', async () => {
        const dataDir = await temporaryFolder()
        const vault = await vaultSeeing(keyring.environment, dataDir)
        await vault.write('connection-1', 'first')
        vault.close()
        expect(await (await vaultSeeing(keyring.environment, dataDir)).read('connection-1')).toBe('first')
      })

      test('keeps the entries of two data directories apart', async () => {
        const first = await vaultSeeing(keyring.environment, await temporaryFolder())
        const second = await vaultSeeing(keyring.environment, await temporaryFolder())
        await first.write('connection-1', 'of the first')
        expect(await second.read('connection-1')).toBeUndefined()
        await second.write('connection-1', 'of the second')
        expect(await first.read('connection-1')).toBe('of the first')
      })

      test('a stored entry that somebody deleted is missing, never unknown', async () => {
        const dataDir = await temporaryFolder()
        const vault = await vaultSeeing(keyring.environment, dataDir)
        await dataKey(vault, { filesExist: false })
        await vault.write('connection-1', 'token-a')
        const marker = path.join(dataDir, 'vault.json')
        await writeFile(
          marker,
          (await readFile(marker, 'utf8')).replace(/"installId": "[^"]*"/, '"installId": "other"'),
        )
        await expect(vault.read('connection-1')).rejects.toMatchObject({ code: 'secret_missing' })
        await expect(dataKey(vault, { filesExist: true })).rejects.toMatchObject({ code: 'key_missing' })
        await vault.write('connection-1', 'token-b')
        expect(await vault.read('connection-1')).toBe('token-b')
      })

      test('a lost marker makes no new data key where encrypted files are', async () => {
        const dataDir = await temporaryFolder()
        await dataKey(await vaultSeeing(keyring.environment, dataDir), { filesExist: false })
        await rm(path.join(dataDir, 'vault.json'))
        const again = await vaultSeeing(keyring.environment, dataDir)
        await expect(dataKey(again, { filesExist: true })).rejects.toMatchObject({ code: 'key_missing' })
      })

      test('the marker holds names but no secret', async () => {
        const dataDir = await temporaryFolder()
        const vault = await vaultSeeing(keyring.environment, dataDir)
        await vault.write('connection-1', 'a-very-secret-token')
        const text = await readFile(path.join(dataDir, 'vault.json'), 'utf8')
        expect(JSON.parse(text)).toMatchObject({ version: 1, kind: 'keychain', names: ['connection-1'] })
        expect(text).not.toContain('secret')
      })

      test('has no use for a passphrase', async () => {
        const vault = await vaultSeeing(keyring.environment, await temporaryFolder())
        await vault.write('connection-1', 'token-a')
        await expect(vault.create('a passphrase')).rejects.toMatchObject({ code: 'bad_request' })
        await expect(vault.unlock('a passphrase')).rejects.toMatchObject({ code: 'bad_request' })
        expect(vault.kind).toBe('keychain')
      })

      test.each([{ installed: [] }, { installed: ['gdbus'] }])(
        'works on a desktop without dbus-send, where only $installed can ask the bus',
        async ({ installed }) => {
          const PATH = await folderOfPrograms(installed)
          const vault = await vaultSeeing({ ...keyring.environment, PATH }, await temporaryFolder())
          expect((await vault.status()).state).toBe('open')
          expect(await vault.read('connection-1')).toBeUndefined()
          await vault.write('connection-1', 'token-a')
          expect(await vault.read('connection-1')).toBe('token-a')
        },
      )
    })

    describe('that was locked after use', () => {
      test.each([{ installed: undefined }, { installed: ['gdbus'] }, { installed: [] }])(
        'is reported as locked, and no key is made (bus programs: $installed)',
        async ({ installed }) => {
          const keyring = await keyringOfTest('unlocked')
          const dataDir = await temporaryFolder()
          const before = await vaultSeeing(keyring.environment, dataDir)
          const key = await dataKey(before, { filesExist: false })
          const marker = await readFile(path.join(dataDir, 'vault.json'), 'utf8')
          await keyring.lock()

          const PATH = installed ? await folderOfPrograms(installed) : (process.env.PATH ?? '')
          const vault = await vaultSeeing({ ...keyring.environment, PATH }, dataDir)
          expect(await vault.status()).toMatchObject({ kind: 'keychain', state: 'locked' })
          await expect(dataKey(vault, { filesExist: true })).rejects.toMatchObject({ code: 'vault_locked' })
          await expect(vault.read('connection-9')).rejects.toMatchObject({ code: 'vault_locked' })
          await expect(vault.write('connection-1', 'token')).rejects.toMatchObject({ code: 'vault_locked' })
          await expect(vault.remove('data-key')).rejects.toMatchObject({ code: 'vault_locked' })
          await expect(vault.create('a passphrase')).rejects.toMatchObject({ code: 'bad_request' })
          expect(await readFile(path.join(dataDir, 'vault.json'), 'utf8')).toBe(marker)
          expect(key).toHaveLength(32)
        },
      )

      test('is reported as locked on the first start too, and a passphrase may be chosen instead', async () => {
        const keyring = await keyringOfTest('unlocked')
        await keyring.lock()
        const vault = await vaultSeeing(keyring.environment, await temporaryFolder())
        expect(await vault.status()).toMatchObject({ kind: 'keychain', state: 'locked' })
        await expect(dataKey(vault, { filesExist: false })).rejects.toMatchObject({ code: 'vault_locked' })
        expect(await vault.retry()).toMatchObject({ kind: 'keychain', state: 'locked' })
        await vault.create('a passphrase')
        expect(await vault.status()).toMatchObject({ kind: 'passphrase', state: 'open' })
        await dataKey(vault, { filesExist: false })
      })
    })

    describe('that is not there', () => {
      test.each(['no_collection', 'no_service'] as const)(
        'asks for a passphrase on the first start (%s)',
        async (kind) => {
          const keyring = await keyringOfTest(kind)
          const vault = await vaultSeeing(keyring.environment, await temporaryFolder())
          expect(await vault.status()).toMatchObject({ kind: 'passphrase', state: 'needs_passphrase' })
          await expect(dataKey(vault, { filesExist: false })).rejects.toMatchObject({ code: 'vault_needs_passphrase' })
        },
      )

      test.each(['no_collection', 'no_service', 'no_bus', 'stale_bus'] as const)(
        'is unavailable when secrets are stored in it, and nothing replaces it (%s)',
        async (kind) => {
          const used = await keyringOfTest('unlocked')
          const dataDir = await temporaryFolder()
          await dataKey(await vaultSeeing(used.environment, dataDir), { filesExist: false })

          const vault = await vaultSeeing(await environmentOf(kind), dataDir)
          expect(await vault.status()).toMatchObject({ kind: 'keychain', state: 'unavailable' })
          await expect(dataKey(vault, { filesExist: true })).rejects.toMatchObject({ code: 'vault_unavailable' })
          await expect(vault.write('connection-1', 'token')).rejects.toMatchObject({ code: 'vault_unavailable' })
          await expect(vault.create('a passphrase')).rejects.toMatchObject({ code: 'bad_request' })
          expect((await vault.retry()).state).toBe('unavailable')
        },
      )

      test('is found when it comes up later, while nothing else was chosen', async () => {
        const dataDir = await temporaryFolder()
        const environments = [environmentWithoutBus()]
        const vault = await openVault({
          dataDir,
          platform: 'linux',
          keychain: () => forkChild(keychainProcess, { environment: environments[0] ?? {}, background: true }),
        })
        onTestFinished(() => vault.close())
        expect((await vault.status()).state).toBe('needs_passphrase')
        environments[0] = { ...(await keyringOfTest('unlocked')).environment }
        vault.close()
        expect(await vault.retry()).toMatchObject({ kind: 'keychain', state: 'open' })
        await dataKey(vault, { filesExist: false })
      })
    })

    test('the runner gives a command an open keyring and passes on its exit status', () => {
      const runner = path.resolve(import.meta.dirname, '../../../kit/with-keyring.sh')
      const script = `require('keytar').setPassword('Cruza', 'a', 'b').then(() => require('keytar').getPassword('Cruza', 'a'))
      .then((secret) => process.exit(secret === 'b' ? 42 : 1))`
      const result = spawnSync(runner, [process.execPath, '-e', script], { cwd: import.meta.dirname, timeout: 60_000 })
      expect(result.status).toBe(42)
    })
  },
)

async function environmentOf(
  kind: 'no_collection' | 'no_service' | 'no_bus' | 'stale_bus',
): Promise<Readonly<Record<string, string>>> {
  if (kind === 'no_bus') return environmentWithoutBus()
  if (kind === 'stale_bus')
    return { ...environmentWithoutBus(), DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }
  return (await keyringOfTest(kind)).environment
}

/** A folder for PATH in which only these programs are. */
async function folderOfPrograms(names: readonly string[]): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'bin')
  await mkdir(folder)
  for (const name of names) await symlink(`/usr/bin/${name}`, path.join(folder, name))
  return folder
}

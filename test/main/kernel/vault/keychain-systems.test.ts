import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDemo } from '../../../../main/demo/demo.ts'
import { forkChild } from '../../../../main/kernel/child-process.ts'
import { openVault } from '../../../../main/kernel/vault/open-vault.ts'
import type { AppState } from '../../../../preload/contract/app.ts'
import { ptBR } from '../../../../preload/messages/pt-BR/index.ts'
import { startTestHost } from '../../../kit/browser-host.ts'
import { startCommand } from '../../../kit/command.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'
import { until } from '../../../kit/until.ts'
import type { Played } from './children/played.ts'

/**
 * The keychains of Windows and macOS, played by a child that fails in the words of those systems (keytar's
 * src/keytar_*.cc).
 */

const child = path.join(import.meta.dirname, 'children', 'played.ts')
const startPlayed = (played: Played) => () =>
  forkChild(child, { environment: { ...process.env, PLAYED: JSON.stringify(played) }, background: true })

const installId = 'a1'
const account = (name: string) => `${installId}/${name}`

/** A folder whose secrets are in the keychain. */
async function usedFolder() {
  const dataDir = await temporaryFolder()
  const content = { version: 1, kind: 'keychain', installId, names: ['data-key'] }
  await writeFile(path.join(dataDir, 'vault.json'), JSON.stringify(content))
  return dataDir
}

async function vaultOn(played: Played, dataDir: string) {
  const vault = await openVault({ dataDir, platform: played.platform, keychain: startPlayed(played) })
  onTestFinished(() => vault.close())
  return vault
}

test('a secret that Windows has no room for is refused by its bytes, and the one before stays', async () => {
  const vault = await vaultOn({ platform: 'win32' }, await temporaryFolder())
  await vault.write('connection-1', 'ç'.repeat(1280))
  const tooLong = 'ç'.repeat(1281)
  await expect(vault.write('connection-1', tooLong)).rejects.toMatchObject({
    code: 'secret_too_long',
    params: { bytes: 2562, most: 2560 },
  })
  expect(await vault.read('connection-1')).toBe('ç'.repeat(1280))
  const mac = await vaultOn({ platform: 'darwin' }, await temporaryFolder())
  await mac.write('connection-1', tooLong)
  expect(await mac.read('connection-1')).toBe(tooLong)
})

test('a connection that moves with a key that Windows has no room for stays where it was, with its key', async () => {
  const demo = await startDemo({ leads: 5, entries: 5 })
  onTestFinished(() => demo.close())
  const { call, connect, enter } = await startTestHost({
    platform: 'win32',
    passphrase: null,
    startKeychain: startPlayed({ platform: 'win32' }),
  })
  await enter()
  const { id, ...draft } = await connect(demo.platform)
  const moved = { ...draft, id, base_url: 'https://outro.example', secret: 'k'.repeat(2561) }
  expect(await call('connections.save', moved)).toMatchObject({ failure: { code: 'secret_too_long' } })
  expect(await call('connections.list')).toMatchObject({ value: [{ base_url: demo.platform.url, has_secret: true }] })
  expect(await call('connections.check', { id })).toMatchObject({ value: { passed: true } })
})

test.each([
  ['win32', 'A specified logon session does not exist. It may already have been terminated.\r\n', 'vault_no_session'],
  [
    'win32',
    'Uma sess\ufffdo de logon especificada n\ufffdo existe. Ela talvez j\ufffd tenha sido conclu\ufffdda.\r\n',
    'vault_no_session',
  ],
  ['win32', 'Access is denied.\r\n', 'vault_unavailable'],
  ['darwin', 'User canceled the operation.', 'vault_denied'],
  ['darwin', 'The user name or passphrase you entered is not correct.', 'vault_denied'],
  ['darwin', 'An unknown error occurred.', 'vault_denied'],
  ['darwin', 'User interaction is not allowed.', 'vault_locked'],
  ['darwin', 'No keychain is available. You may need to restart your computer.', 'vault_unavailable'],
] as const)('on %s, "%s" is %s', async (platform, error, code) => {
  const dataDir = await usedFolder()
  const vault = await vaultOn({ platform, error }, dataDir)
  await expect(vault.read('data-key')).rejects.toMatchObject({ code })
  const { call, enter } = await startTestHost({
    dataDir,
    platform,
    passphrase: null,
    startKeychain: startPlayed({ platform, error }),
  })
  await enter()
  expect(await call('app.state')).toMatchObject({ value: { reason: code, vault: { kind: 'keychain' } } })
})

test('the first question of a page does not wait for the keychain that has just opened the account', async () => {
  const operations: unknown[] = []
  const entries = { [account('data-key')]: 'ab'.repeat(32) }
  const { call, enter } = await startTestHost({
    dataDir: await usedFolder(),
    platform: 'darwin',
    passphrase: null,
    startKeychain() {
      const port = startPlayed({ platform: 'darwin', entries })()
      return {
        ...port,
        post(message) {
          operations.push(message)
          port.post(message)
        },
      }
    },
  })
  await enter()
  const opening = operations.length
  expect(opening).toBeGreaterThan(0)
  expect(await call('app.state')).toMatchObject({
    value: { phase: 'ready', vault: { kind: 'keychain', state: 'open', backend: 'macOS Keychain' } },
  })
  expect(operations).toHaveLength(opening)
})

test('a Windows session without credentials leads to the passphrase vault where nothing is stored yet', async () => {
  const error = 'A specified logon session does not exist. It may already have been terminated.\r\n'
  const vault = await vaultOn({ platform: 'win32', error }, await temporaryFolder())
  expect(await vault.status()).toMatchObject({ kind: 'passphrase', state: 'needs_passphrase' })
  await vault.create('uma senha longa')
  expect((await vault.status()).state).toBe('open')
})

test('while macOS asks for permission the page shows it, and opens when the person has answered', async () => {
  const answeredBy = path.join(await temporaryFolder(), 'answered')
  const entries = { [account('data-key')]: 'ab'.repeat(32) }
  const { call, enter, host } = await startTestHost({
    dataDir: await usedFolder(),
    platform: 'darwin',
    passphrase: null,
    keychainTimeout: 250,
    startKeychain: startPlayed({ platform: 'darwin', answeredBy, entries }),
  })
  await enter()
  const state = async () => {
    const reply = (await call('app.state')) as { value: AppState }
    return reply.value
  }
  expect(await state()).toMatchObject({
    phase: 'locked',
    reason: 'vault_asking',
    vault: { kind: 'keychain', state: 'locked', backend: 'macOS Keychain' },
  })
  // A retry repeats the question.
  await call('app.retry_vault')
  expect(await state()).toMatchObject({ phase: 'locked', reason: 'vault_asking' })
  await writeFile(answeredBy, '')
  await until(async () => expect((await state()).phase).toBe('ready'))
  expect(host.app.workspace()).toBeDefined()
})

test('while macOS asks for permission a command prints it once, unless it is quiet, and goes on with the answer', async () => {
  const answeredBy = path.join(await temporaryFolder(), 'answered')
  const entries = { [account('data-key')]: 'ab'.repeat(32) }
  const options = async () => ({
    dataDir: await usedFolder(),
    env: { CRUZA_PASSPHRASE: undefined },
    platform: 'darwin' as const,
    keychainTimeout: 250,
    startKeychain: startPlayed({ platform: 'darwin', answeredBy, entries }),
  })
  const notice = `${ptBR.cli.asking}\n`
  const quiet = startCommand(['sheets', '--json', '--quiet'], await options())
  const asking = startCommand(['sheets', '--json'], await options())
  await until(() => expect(asking.err()).toBe(notice))
  await writeFile(answeredBy, '')
  expect(await asking.finished).toMatchObject({ code: 0, err: notice })
  expect(await quiet.finished).toMatchObject({ code: 0, err: '' })
})

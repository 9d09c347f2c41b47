import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ChildPort, forkChild } from '../../../../main/kernel/child-process.ts'
import { createKeychain } from '../../../../main/kernel/vault/keychain-vault.ts'
import { openVault } from '../../../../main/kernel/vault/open-vault.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'
import { until } from '../../../kit/until.ts'

const childFile = (name: string) => path.join(import.meta.dirname, 'children', `${name}.ts`)

/** Starts children of one kind and counts how many were started and have ended. */
function nursery(name: string) {
  const counts = { started: 0, ended: 0 }
  const start = (): ChildPort => {
    const child = forkChild(childFile(name), { background: true })
    counts.started += 1
    child.onExit(() => {
      counts.ended += 1
    })
    onTestFinished(() => child.kill())
    return child
  }
  return { counts, start }
}
test('a keychain that never answers is reported as locked, and its process is killed', async () => {
  const { counts, start } = nursery('silent')
  const keychain = createKeychain({ start, timeout: 300, idle: 60_000 })
  await expect(keychain.get('a')).rejects.toMatchObject({ code: 'vault_locked' })
  await until(() => expect(counts).toEqual({ started: 1, ended: 1 }))
  await expect(keychain.set('a', 'secret')).rejects.toMatchObject({ code: 'vault_locked' })
  await until(() => expect(counts).toEqual({ started: 2, ended: 2 }))
})
test('all calls to a killed process fail at once', async () => {
  const { start } = nursery('silent')
  const keychain = createKeychain({ start, timeout: 300, idle: 60_000 })
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((account) => keychain.get(account)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'vault_locked' } })
})
test('a crash of the keychain process is an answer, and the next call has a new process', async () => {
  const { counts, start } = nursery('crashing')
  const keychain = createKeychain({ start, timeout: 10_000, idle: 60_000 })
  await expect(keychain.get('a')).rejects.toMatchObject({ code: 'vault_unavailable' })
  await expect(keychain.inspect()).rejects.toMatchObject({ code: 'vault_unavailable' })
  await until(() => expect(counts).toEqual({ started: 2, ended: 2 }))
})
test('a process that cannot be started is an answer too', async () => {
  const missing = () => forkChild(childFile('silent'), { execPath: '/nonexistent/node', background: true })
  const keychain = createKeychain({ start: missing, timeout: 10_000, idle: 60_000 })
  await expect(keychain.get('a')).rejects.toMatchObject({ code: 'vault_unavailable' })
})
test('closing ends the process, and so does a while without calls', async () => {
  const { counts, start } = nursery('forgetful')
  const keychain = createKeychain({ start, timeout: 10_000, idle: 50 })
  await keychain.set('a', 'secret')
  await until(() => expect(counts).toEqual({ started: 1, ended: 1 }))
  await keychain.set('a', 'secret')
  keychain.close()
  await until(() => expect(counts).toEqual({ started: 2, ended: 2 }))
})
test('a keychain that keeps nothing is not chosen', async () => {
  const { start } = nursery('forgetful')
  const vault = await openVault({ dataDir: await temporaryFolder(), platform: 'linux', keychain: start })
  onTestFinished(() => vault.close())
  expect((await vault.status()).state).toBe('needs_passphrase')
})
test.each([
  ['silent', 'locked', 'keychain', 300],
  // A busy machine takes its time to start the process that crashes.
  ['crashing', 'needs_passphrase', 'passphrase', 15_000],
] as const)('the first start with a %s keychain process ends with %s', async (name, state, kind, keychainTimeout) => {
  const { start } = nursery(name)
  const dataDir = await temporaryFolder()
  const vault = await openVault({ dataDir, platform: 'linux', keychain: start, keychainTimeout })
  onTestFinished(() => vault.close())
  expect(await vault.status()).toMatchObject({ kind, state })
})
test.each([
  ['darwin', 'macOS Keychain'],
  ['win32', 'Windows Credential Manager'],
] as const)('the keychain of %s has its proper name', async (platform, backend) => {
  const { start } = nursery('silent')
  const vault = await openVault({ dataDir: await temporaryFolder(), platform, keychain: start, keychainTimeout: 5 })
  onTestFinished(() => vault.close())
  expect(await vault.status()).toEqual({ kind: 'keychain', state: 'locked', backend })
})
test('children see no secret in their arguments or environment', async () => {
  const environment = { ...process.env, CRUZA_PASSPHRASE: 'hidden-one', CRUZA_SECRET: 'hidden-two', KEPT: 'kept' }
  const child = forkChild(childFile('mirror'), { environment, background: true })
  onTestFinished(() => child.kill())
  const report = await new Promise((resolve) => {
    child.onMessage(resolve)
    child.post('tell')
  })
  expect(JSON.stringify(report)).not.toContain('hidden')
  expect(report).toMatchObject({ environment: { KEPT: 'kept' } })
})
test('a failure of the keychain carries no secret', async () => {
  const { start } = nursery('crashing')
  const keychain = createKeychain({ start, timeout: 10_000, idle: 60_000 })
  const failure: unknown = await keychain.set('account-of-x', 'a-very-secret-token').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  if (failure instanceof Error) {
    expect(JSON.stringify({ ...failure, message: failure.message, stack: failure.stack })).not.toContain('secret-token')
  }
})

import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createData } from '../../../../main/data-calls.ts'
import { forkChild } from '../../../../main/kernel/child-process.ts'
import { createProcessLock } from '../../../../main/kernel/process-lock.ts'
import { openVault } from '../../../../main/kernel/vault/open-vault.ts'
import { dataKey } from '../../../../main/kernel/vault/vault.ts'
import { startDataInProcess } from '../../../kit/in-process.ts'
import { keyringMissing, startKeyring } from '../../../kit/keyring.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'
import type { FirstStart, StartOutcome } from './children/first-start.ts'

const child = path.resolve(import.meta.dirname, 'children/first-start.ts')

/** What each start gives, once all processes are there and begin together. */
async function startTogether(processes: number, start: FirstStart): Promise<StartOutcome[]> {
  const ports = Array.from({ length: processes }, () => forkChild(child))
  onTestFinished(() => {
    for (const port of ports) port.kill()
  })
  const next = () => Promise.all(ports.map((port) => new Promise<unknown>((resolve) => port.onMessage(resolve))))
  await next()
  const outcomes = next()
  for (const port of ports) port.post(start)
  // The wire: what children/first-start.ts posts.
  return ((await outcomes) as StartOutcome[][]).flat()
}

test('fifty first starts at once make one vault, one key and one database, and every one of them works', async () => {
  const dataDir = path.join(await temporaryFolder(), 'new')
  const outcomes = await startTogether(5, { dataDir, count: 10, passphrase: 'a passphrase' })
  expect(outcomes).toEqual(Array(50).fill(expect.stringMatching(/^[0-9a-f]{8}$/)))
  expect(new Set(outcomes).size).toBe(1)

  const vault = await openVault({ dataDir, platform: 'linux', passphrase: 'a passphrase' })
  const key = await dataKey(vault, { filesExist: existsSync(path.join(dataDir, 'app.db')) })
  const data = createData({ start: startDataInProcess, dir: dataDir, key: key.toString('hex') })
  onTestFinished(() => data.close())
  const records = await data.ask('records.list', { collection: 'starts' })
  expect(records).toHaveLength(50)
  for (const { id } of records) expect(await vault.read(`connection-${id}`)).toBe(id)
})

test('first starts at once with different passphrases make one vault; the others fail with a wrong passphrase', async () => {
  const dataDir = await temporaryFolder()
  const open = (passphrase: string) =>
    openVault({ dataDir, platform: 'linux', scryptCost: { logN: 10, r: 8, p: 1 }, passphrase })
  const outcomes = await Promise.allSettled([open('the first one'), open('the second one'), open('the third one')])
  const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
  expect(refused).toEqual(['wrong_passphrase', 'wrong_passphrase'])
})

test('the lock of a start that was killed is taken over, by one of the waiting after the other', async () => {
  const dataDir = await temporaryFolder()
  writeFileSync(path.join(dataDir, 'vault.lock.7'), '')
  const renewMs = 50
  let holders = 0
  const attempts = Array.from({ length: 20 }, () =>
    createProcessLock({ folder: dataDir, name: 'vault.lock', longestWaitMs: 60_000, renewMs }).take(async () => {
      holders += 1
      // Longer than a holder may go without renewing its file.
      await new Promise((resolve) => setTimeout(resolve, holders === 1 ? 15 * renewMs : 0))
      const among = holders
      holders -= 1
      return among
    }),
  )
  expect(await Promise.all(attempts)).toEqual(Array(20).fill(1))
})

test.skipIf(keyringMissing)('first starts at once on a desktop agree on one entry of the keychain', async () => {
  const keyring = await startKeyring('unlocked')
  onTestFinished(() => keyring.stop())
  const dataDir = await temporaryFolder()
  const outcomes = await startTogether(3, { dataDir, count: 1, keychain: keyring.environment })
  expect(outcomes).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{8}$/)))
  expect(new Set(outcomes).size).toBe(1)
})

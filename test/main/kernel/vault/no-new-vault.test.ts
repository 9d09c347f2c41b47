import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startTestHost } from '../../../kit/browser-host.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

const vaultFiles = ['vault.bin', 'vault.json']

test('where both files of the vault are lost beside encrypted files no new one is made, and the old one opens again', async () => {
  const dataDir = await temporaryFolder()
  const first = await startTestHost({ dataDir })
  await first.enter()
  expect(await first.call('connections.list')).toMatchObject({ ok: true })
  await first.host.close()
  const aside = await temporaryFolder()
  for (const name of vaultFiles) await cp(path.join(dataDir, name), path.join(aside, name))
  for (const name of vaultFiles) await rm(path.join(dataDir, name))

  for (const passphrase of [null, 'outra senha, comprida']) {
    const host = await startTestHost({ dataDir, passphrase })
    await host.enter()
    expect(await host.call('app.state')).toMatchObject({ value: { phase: 'unavailable', reason: 'key_missing' } })
    const made = await host.call('app.create_vault', { passphrase: 'mais uma senha comprida' })
    expect(made).toMatchObject({ ok: false, failure: { code: 'key_missing' } })
    await host.host.close()
  }
  for (const name of vaultFiles) await cp(path.join(aside, name), path.join(dataDir, name))
  const again = await startTestHost({ dataDir })
  await again.enter()
  expect(await again.call('app.state')).toMatchObject({ value: { phase: 'ready' } })
})

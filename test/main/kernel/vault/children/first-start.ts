/** Opens one folder of data several times at once, as windows and command lines that start together do. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createData } from '../../../../../main/data-calls.ts'
import { forkChild, openParentPort } from '../../../../../main/kernel/child-process.ts'
import { openVault } from '../../../../../main/kernel/vault/open-vault.ts'
import { dataKey } from '../../../../../main/kernel/vault/vault.ts'
import { quickScrypt, startDataInProcess } from '../../../../kit/in-process.ts'

/** The passphrase, or the environment in which the keychain is found. */
export interface FirstStart {
  readonly dataDir: string
  readonly count: number
  readonly passphrase?: string
  readonly keychain?: Readonly<Record<string, string>>
}

/** The code of the failure, or the first digits of the key with which a record was written. */
export type StartOutcome = string

const keychainProcess = path.resolve(import.meta.dirname, '../../../../../main/kernel/vault/keychain-process.ts')

async function open({ dataDir, passphrase, keychain }: FirstStart, id: string): Promise<StartOutcome> {
  try {
    const vault = await openVault({
      dataDir,
      platform: 'linux',
      scryptCost: quickScrypt,
      ...(passphrase === undefined ? {} : { passphrase }),
      ...(keychain ? { keychain: () => forkChild(keychainProcess, { environment: keychain, background: true }) } : {}),
    })
    const key = (await dataKey(vault, { filesExist: existsSync(path.join(dataDir, 'app.db')) })).toString('hex')
    const data = createData({ start: startDataInProcess, dir: dataDir, key })
    await data.ask('records.put', { collection: 'starts', id, value: id })
    await vault.write(`connection-${id}`, id)
    await data.close()
    vault.close()
    return key.slice(0, 8)
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const port = openParentPort()
port.onMessage(async (message) => {
  // The wire: the only sender is the test.
  const asked = message as FirstStart
  const starts = Array.from({ length: asked.count }, (_, at) => open(asked, `${process.pid}-${at}`))
  port.post(await Promise.all(starts))
})
port.post('ready')

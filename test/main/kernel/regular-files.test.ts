import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { createPreferences } from '../../../main/kernel/preferences.ts'
import { readRegularFile } from '../../../main/kernel/replace-file.ts'
import { openVault } from '../../../main/kernel/vault/open-vault.ts'
import { readVaultFile } from '../../../main/kernel/vault/vault-files.ts'
import { readFileWhole } from '../../../main/lists/read-file.ts'
import { posixOnly } from '../../kit/systems.ts'
import { folderOfTest, openDataFolder, temporaryFolder } from '../../kit/temporary-folder.ts'

const most = 1_000_000

async function pipeNamed(name: string) {
  const dir = await temporaryFolder()
  execFileSync('mkfifo', [path.join(dir, name)])
  return { dir, file: path.join(dir, name) }
}

test(
  'a pipe in the place of a file is refused by everything that reads, and waited for by nothing',
  posixOnly('fifos'),
  async () => {
    const { file } = await pipeNamed('lista.csv')
    await expect(readFileWhole(file, most)).rejects.toMatchObject({ code: 'file_unreadable' })
    await expect(readRegularFile(file, most)).rejects.toMatchObject({ code: 'EINVAL' })
    await expect(readVaultFile(file)).rejects.toMatchObject({ code: 'file_unreadable' })
    expect(createPreferences((await pipeNamed('settings.json')).dir, 'pt-BR').read().language).toBe('pt-BR')
    for (const name of ['vault.bin', 'vault.json']) {
      const { dir } = await pipeNamed(name)
      const opening = openVault({ dataDir: dir, platform: 'linux', passphrase: 'senha que ninguém usa' })
      await expect(opening).rejects.toMatchObject({ code: 'file_unreadable' })
    }
  },
)

test('a device is refused, which might never end', posixOnly('fifos'), async () => {
  for (const device of ['/dev/zero', '/dev/null']) {
    await expect(readFileWhole(device, most)).rejects.toMatchObject({ code: 'file_unreadable' })
    await expect(readRegularFile(device, most)).rejects.toMatchObject({ code: 'EINVAL' })
  }
})

describe.each([
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a folder', (file: string) => mkdirSync(file)],
  ['a link to a device', (file: string) => symlinkSync('/dev/zero', file)],
])('%s', (_, put) => {
  it.each(['forms/c1.forms', 'platform/c1.platform'])(
    'in the place of %s is a damaged file, and stays',
    posixOnly('fifos'),
    async (name) => {
      const dir = folderOfTest()
      const file = path.join(dir, name)
      mkdirSync(path.dirname(file))
      put(file)
      const before = lstatSync(file).mode
      const folder = openDataFolder({ dir })
      const service = name.startsWith('forms') ? 'forms' : 'platform'
      const read = () => folder.ask('facts.read', { service, connection_id: 'c1', prefix: '' })
      await expect(read()).rejects.toMatchObject({ code: 'file_damaged' })
      expect(lstatSync(file).mode).toBe(before)
    },
  )

  it.each(['sheets/s1.sheet', 'runs/r1.run'])(
    'in the place of %s costs nothing else',
    posixOnly('fifos'),
    async (name) => {
      const dir = folderOfTest()
      const file = path.join(dir, name)
      mkdirSync(path.dirname(file))
      put(file)
      const folder = openDataFolder({ dir })
      expect([...(await folder.ask('sheets.list', {})), ...(await folder.ask('runs.list', {}))]).toHaveLength(1)
      expect(lstatSync(file).isFile()).toBe(false)
    },
  )

  it('in the place of app.db gives way to its copy', posixOnly('fifos'), async () => {
    const folder = openDataFolder()
    const record = { collection: 'reviewer', id: 'name' }
    await folder.ask('records.put', { ...record, value: 'Ana' })
    folder.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(path.join(folder.dir, `app.db${ending}`), { force: true })
    put(path.join(folder.dir, 'app.db'))
    folder.restart()
    expect(await folder.ask('records.list', record)).toEqual([{ id: 'name', value: 'Ana' }])
  })
})

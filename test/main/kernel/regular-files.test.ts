import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFileWhole } from '../../../main/data/lists/read-file.ts'
import { createPreferences } from '../../../main/kernel/preferences.ts'
import { readRegularFile } from '../../../main/kernel/replace-file.ts'
import { openVault } from '../../../main/kernel/vault/open-vault.ts'
import { readVaultFile } from '../../../main/kernel/vault/vault-files.ts'
import { posixOnly } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

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

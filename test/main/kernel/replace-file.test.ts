import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { failureOf } from '../../../main/kernel/failure.ts'
import { createPreferences } from '../../../main/kernel/preferences.ts'
import { createProcessLock } from '../../../main/kernel/process-lock.ts'
import { isInUse, removeFileSync, renameWithRetry, renameWithRetrySync } from '../../../main/kernel/replace-file.ts'
import { saveFile } from '../../../main/kernel/save-file.ts'
import { writeVaultFile } from '../../../main/kernel/vault/vault-files.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { windowsFiles } from './windows-files.ts'

const signal = new AbortController().signal
const text = (file: string) => readFile(file, 'utf8')
const renames = {
  'in main': renameWithRetry,
  'in the data process': async (...words: Parameters<typeof renameWithRetrySync>) => renameWithRetrySync(...words),
}

async function two(): Promise<readonly [from: string, to: string]> {
  const folder = path.join(await temporaryFolder(), 'Relatórios da Conceição')
  await mkdir(folder)
  const files = [path.join(folder, 'novo.tmp'), path.join(folder, 'leads de março.csv')] as const
  await writeFile(files[0], 'novo')
  await writeFile(files[1], 'antigo')
  return files
}

test.each(Object.entries(renames))(
  'a rename %s that a scanner refuses for a moment is done all the same',
  async (_name, rename) => {
    const [from, to] = await two()
    const files = windowsFiles()
    for (const code of ['EPERM', 'EACCES', 'EBUSY']) files.refuse('rename', /novo/, { code, times: 1 })
    await rename(from, to)
    expect(files.calls).toHaveLength(4)
    expect(await text(to)).toBe('novo')
  },
)

test.each(Object.entries(renames))(
  'a rename %s that is always refused throws the refusal and leaves both files',
  async (_name, rename) => {
    const [from, to] = await two()
    const files = windowsFiles()
    files.refuse('rename', /novo/)
    await expect(rename(from, to, { longestMs: 40 })).rejects.toMatchObject({ code: 'EPERM', syscall: 'rename' })
    expect(files.calls.length).toBeGreaterThan(1)
    expect([await text(from), await text(to)]).toEqual(['novo', 'antigo'])
  },
)

test.each(Object.entries(renames))('a rename %s is tried once where waiting changes nothing', async (_name, rename) => {
  const [from, to] = await two()
  const files = windowsFiles()
  files.refuse('rename', /novo/)
  await expect(rename(from, to, { platform: 'linux' })).rejects.toMatchObject({ code: 'EPERM' })
  await expect(rename(from, to, { platform: 'darwin' })).rejects.toMatchObject({ code: 'EPERM' })
  files.refuse('rename', /novo/, { code: 'EXDEV' })
  expect(files.calls).toHaveLength(2)
})

test('a file that another program holds stays and is no failure; one that is not there is fine', async () => {
  const [from] = await two()
  const files = windowsFiles()
  files.refuse('unlink', /novo/)
  expect(removeFileSync(from, { longestMs: 40 })).toBe(false)
  expect(removeFileSync(`${from}.falta`)).toBe(true)
  files.restore()
  expect(removeFileSync(from)).toBe(true)
  expect(removeFileSync(from)).toBe(true)
})

test.each([
  ['EPERM', 'rename', 'win32', true],
  ['EACCES', 'unlink', 'win32', true],
  ['EPERM', 'open', 'win32', false],
  ['EPERM', 'rename', 'linux', false],
  ['EACCES', 'unlink', 'darwin', false],
  ['EBUSY', 'open', 'linux', true],
] as const)('%s of %s on %s: in use is %s', (code, syscall, platform, expected) => {
  expect(isInUse(Object.assign(new Error(), { code, syscall }), platform)).toBe(expected)
})

test('an export, the vault and the preferences are written through a scanner that holds each new file for a moment', async () => {
  const folder = await temporaryFolder()
  const files = windowsFiles()
  files.refuse('rename', /./, { times: 2 })
  await saveFile({ path: path.join(folder, 'leads.csv'), signal }, (sink) => sink.write(Buffer.from('novo')))
  files.refuse('rename', /./, { times: 2 })
  await writeVaultFile(path.join(folder, 'vault.json'), '{}')
  files.refuse('rename', /./, { times: 2 })
  createPreferences(folder, 'pt-BR').write({ theme: 'dark' })
  expect(await text(path.join(folder, 'leads.csv'))).toBe('novo')
  expect(createPreferences(folder, 'pt-BR').read().theme).toBe('dark')
  expect((await readdir(folder)).toSorted()).toEqual(['leads.csv', 'settings.json', 'vault.json'])
})

test('preferences that cannot be written stay what they were, and the reason is the file’s use', async () => {
  const folder = await temporaryFolder()
  const preferences = createPreferences(folder, 'pt-BR')
  preferences.write({ theme: 'light' })
  const files = windowsFiles()
  files.refuse('rename', /settings/)
  const failure = await Promise.resolve()
    .then(() => preferences.write({ theme: 'dark' }))
    .catch(failureOf)
  expect(failure).toMatchObject({ code: 'file_busy', params: { of: 'data' } })
  expect(preferences.read().theme).toBe('light')
  expect(await readdir(folder)).toEqual(['settings.json'])
})

test('a lock is taken and let go where its files cannot be deleted', async () => {
  const folder = await temporaryFolder()
  const lock = createProcessLock({ folder, name: 'lock', longestWaitMs: 1_000 })
  const files = windowsFiles()
  files.refuse('unlink', /lock/)
  files.refuse('rename', /lock/, { times: 2 })
  expect(await lock.take(async () => 1)).toBe(1)
  expect(await lock.take(async () => 2)).toBe(2)
  files.restore()
  expect(await lock.take(async () => 3)).toBe(3)
  expect(await readdir(folder)).toEqual(['lock.3.free'])
})

test.each(['CON.csv', 'nul', 'leads: março.csv', 'leads. '])(
  'on Windows no file is made under the name %j',
  async (name) => {
    const folder = await temporaryFolder()
    windowsFiles()
    const saving = saveFile({ path: path.join(folder, name), signal }, (sink) => sink.write(Buffer.from('x')))
    await expect(saving).rejects.toMatchObject({ code: 'bad_request' })
    expect(await readdir(folder)).toEqual([])
  },
)

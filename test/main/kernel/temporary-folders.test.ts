import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, symlinkSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeFolder } from '../../../main/kernel/replace-file.ts'
import { clearTemporaryFolders, createTemporaryFolder } from '../../../main/kernel/temporary-folders.ts'
import { posixOnly, temporaryIn } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const ended = spawnSync(process.execPath, ['--version']).pid
const isRoot = process.getuid?.() === 0

/** A folder of data, the folder of temporary files that users share, and somebody's documents. */
async function startMachine() {
  const root = await temporaryFolder()
  const [dataDir, shared, documents] = ['data', 'shared', 'documents'].map((name) => path.join(root, name))
  if (!dataDir || !shared || !documents) throw new Error('three folders')
  for (const folder of [dataDir, shared, documents]) await mkdir(folder, { mode: 0o700 })
  await chmod(shared, 0o1777)
  for (const name of ['tese.odt', 'file', 'lock']) await writeFile(path.join(documents, name), 'meu')
  for (const [name, folder] of Object.entries(temporaryIn(shared))) vi.stubEnv(name, folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { dataDir, shared, documents }
}

const uses = ['download', 'demo', 'open', 'read'] as const

test('temporary files lie inside the folder of data, not in the folder that users share', async () => {
  const { dataDir, shared } = await startMachine()
  for (const use of ['download', 'demo'] as const) {
    const folder = await createTemporaryFolder(dataDir, use)
    expect(path.relative(dataDir, folder.path)).toMatch(/^temporary[\\/]cruza-/)
    await folder.remove()
  }
  expect(await readdir(shared)).toEqual([])
})

test('a start removes no folder behind a link, whatever its name', posixOnly('links'), async () => {
  const { dataDir, shared, documents } = await startMachine()
  await mkdir(path.join(dataDir, 'temporary'))
  for (const use of uses) {
    for (const parent of [shared, path.join(dataDir, 'temporary')]) {
      await symlink(documents, path.join(parent, `cruza-${use}-${ended}-abcdef`))
      await symlink(documents, path.join(parent, `cruza-${use}-abcdef`))
    }
  }
  await clearTemporaryFolders(dataDir)
  expect(await readdir(documents)).toHaveLength(3)
})

test('a link inside an abandoned folder goes with it, and what it leads to stays', posixOnly('links'), async () => {
  const { dataDir, shared, documents } = await startMachine()
  const abandoned = path.join(shared, `cruza-demo-${ended}-abcdef`)
  await mkdir(path.join(abandoned, 'sheets'), { recursive: true, mode: 0o700 })
  await symlink(documents, path.join(abandoned, 'sheets', 'fotos'))
  await symlink(path.join(documents, 'tese.odt'), path.join(abandoned, 'file'))
  await clearTemporaryFolders(dataDir)
  expect(existsSync(abandoned)).toBe(false)
  expect(await readFile(path.join(documents, 'tese.odt'), 'utf8')).toBe('meu')
})

test('a folder that others may open, or that another user owns, is left alone', posixOnly('modes'), async () => {
  const { dataDir, shared } = await startMachine()
  const open = path.join(shared, `cruza-download-${ended}-aaaaaa`)
  await mkdir(open)
  await chmod(open, 0o777)
  const foreign = path.join(shared, `cruza-download-${ended}-bbbbbb`)
  await mkdir(foreign, { mode: 0o700 })
  // Only root may give a folder away.
  if (isRoot) await chown(foreign, 65_534, 65_534)
  await clearTemporaryFolders(dataDir)
  expect(existsSync(open)).toBe(true)
  expect(existsSync(foreign)).toBe(isRoot)
})

test('a folder that is exchanged for a link during the walk leads it nowhere else', posixOnly('links'), async () => {
  const { shared, documents } = await startMachine()
  const outer = path.join(shared, 'cruza-demo-abcdef')
  const inner = path.join(outer, 'sheets')
  await mkdir(inner, { recursive: true, mode: 0o700 })
  const names = Array.from({ length: 200 }, (_, index) => `${index}.odt`)
  for (const name of names) for (const folder of [inner, documents]) await writeFile(path.join(folder, name), 'meu')
  const removing = removeFolder(outer).catch(() => undefined)
  while (readdirSync(inner).length === names.length) await new Promise((resolve) => setImmediate(resolve))
  renameSync(inner, path.join(shared, 'aside'))
  symlinkSync(documents, inner)
  await removing
  expect(await readdir(documents)).toHaveLength(names.length + 3)
})

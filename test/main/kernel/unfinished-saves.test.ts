import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { beginErasing, eraseEverything } from '../../../main/erase-everything.ts'
import { diskTarget, withTarget } from '../../../main/kernel/host-files.ts'
import { saveFile } from '../../../main/kernel/save-file.ts'
import { createNotedSaves } from '../../../main/kernel/unfinished-saves.ts'
import { startCommand, startScript } from '../../kit/command.ts'
import { posixOnly } from '../../kit/systems.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

const signal = new AbortController().signal

/** A process that has begun a save of people's rows and never ends it. */
async function startSave(dataDir: string, target: string) {
  const save = startScript('test/main/kernel/children/save-forever.ts', [dataDir, target])
  await expect.poll(() => save.out()).toContain('writing')
  return save
}

async function startPlace() {
  const dataDir = await temporaryFolder()
  const desktop = await temporaryFolder()
  const target = path.join(desktop, 'leads.csv')
  await writeFile(target, 'antigo')
  return { dataDir, desktop, target }
}

const savesIn = (dataDir: string) => createNotedSaves({ choose: async (name) => diskTarget(name) }, dataDir)
const notesIn = (dataDir: string) => readdir(path.join(dataDir, 'temporary')).catch(() => [])

test('what a killed save left in the folder of the person goes at the next start of any host', async () => {
  const { dataDir, desktop, target } = await startPlace()
  const save = await startSave(dataDir, target)
  expect(await readdir(desktop)).toHaveLength(2)
  await save.kill()
  await startCommand(['runs'], { dataDir }).finished
  expect(await readdir(desktop)).toEqual(['leads.csv'])
  expect(await readFile(target, 'utf8')).toBe('antigo')
  expect(await notesIn(dataDir)).toEqual([])
})

test('a save that is under way in another process keeps its file', async () => {
  const { dataDir, desktop, target } = await startPlace()
  const killed = await startSave(dataDir, target)
  const living = await startSave(dataDir, target)
  await killed.kill()
  await savesIn(dataDir).clear()
  expect(await readdir(desktop)).toHaveLength(3)
  await living.kill()
  await savesIn(dataDir).clear()
  expect(await readdir(desktop)).toEqual(['leads.csv'])
})

test('erasing everything removes what killed saves left', async () => {
  const { dataDir, desktop, target } = await startPlace()
  await (await startSave(dataDir, target)).kill()
  await beginErasing(dataDir)
  expect(await eraseEverything({ dataDir, removeSecret: async () => {}, keepsWindow: false })).toEqual([])
  expect(await readdir(desktop)).toEqual(['leads.csv'])
  expect(existsSync(dataDir)).toBe(false)
})

test('a folder that is away, such as a memory stick, is cleared when it is back', async () => {
  const { dataDir, desktop, target } = await startPlace()
  await (await startSave(dataDir, target)).kill()
  await rename(desktop, `${desktop}-away`)
  await savesIn(dataDir).clear()
  await rename(`${desktop}-away`, desktop)
  await savesIn(dataDir).clear()
  expect(await readdir(desktop)).toEqual(['leads.csv'])
})

test('only temporary files of that name go: no folders, no links, nothing else', posixOnly('links'), async () => {
  const { dataDir, desktop, target } = await startPlace()
  const others = ['.leads.csv.bak', 'leads.csv.cruza-tmp', '.outro.csv.0123456789ab.cruza-tmp']
  for (const name of others) await writeFile(path.join(desktop, name), 'meu')
  await mkdir(path.join(desktop, '.leads.csv.000000000000.cruza-tmp'))
  await symlink(target, path.join(desktop, '.leads.csv.111111111111.cruza-tmp'))
  const before = await readdir(desktop)
  await (await startSave(dataDir, target)).kill()
  await savesIn(dataDir).clear()
  expect(await readdir(desktop)).toEqual(before)
})

test('a finished save leaves no note, and neither does a failed one', async () => {
  const { dataDir, target } = await startPlace()
  const { targets } = savesIn(dataDir)
  const fixed = { choose: () => targets.choose(target) }
  await withTarget(fixed, 'leads.csv', async (chosen) => {
    expect(await notesIn(dataDir)).toHaveLength(1)
    await saveFile({ path: chosen.path, signal }, (sink) => sink.write(Buffer.from('novo')))
  })
  const failing = withTarget(fixed, 'leads.csv', () => Promise.reject(new Error('made for the test')))
  await expect(failing).rejects.toThrow()
  expect(await notesIn(dataDir)).toEqual([])
  expect(await readFile(target, 'utf8')).toBe('novo')
})

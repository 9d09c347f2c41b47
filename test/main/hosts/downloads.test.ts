import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createDownloads } from '../../../main/hosts/downloads.ts'
import { clearTemporaryFolders } from '../../../main/kernel/temporary-folders.ts'
import type { Push } from '../../../preload/values/wire.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

async function start(expireMs?: number) {
  const pushes: Push[] = []
  const dataDir = await temporaryFolder()
  const push = (message: Push) => void pushes.push(message)
  const downloads = createDownloads({ dataDir, push, ...(expireMs === undefined ? {} : { expireMs }) })
  onTestFinished(() => downloads.close())
  const choose = async (name: string) => {
    const target = await downloads.targets.choose(name)
    if (!target) throw new Error('nothing was chosen')
    return target
  }
  const ticket = () => pushes.map((push) => (push.kind === 'download' ? path.basename(push.path) : '')).at(-1) ?? ''
  return { downloads, choose, ticket }
}

test('a file that is whole waits under a ticket for one use, and goes when it was sent', async () => {
  const { downloads, choose, ticket } = await start()
  const target = await choose('saída.csv')
  await writeFile(target.path, 'a')
  await target.done()
  expect(downloads.take('other')).toBeUndefined()
  const download = downloads.take(ticket())
  expect(download?.path).toBe(target.path)
  expect(downloads.take(ticket())).toBeUndefined()
  await download?.remove()
  expect(existsSync(path.dirname(target.path))).toBe(false)
})

test('a file that was not finished, or that nobody fetched, goes with its folder', async () => {
  const { downloads, choose } = await start()
  const broken = await choose('a.csv')
  await broken.discard()
  expect(existsSync(path.dirname(broken.path))).toBe(false)
  const unwanted = await choose('b.csv')
  await writeFile(unwanted.path, 'b')
  await unwanted.done()
  await downloads.close()
  expect(existsSync(path.dirname(unwanted.path))).toBe(false)
})

test('a file that nobody fetches expires with its ticket', async () => {
  const { downloads, choose, ticket } = await start(1)
  const target = await choose('a.csv')
  await writeFile(target.path, 'a')
  await target.done()
  await expect.poll(() => existsSync(path.dirname(target.path))).toBe(false)
  expect(downloads.take(ticket())).toBeUndefined()
})

test('the start of any host clears what a killed one left, however young, and nothing of one that lives', async () => {
  const dataDir = await temporaryFolder()
  const { folder: living } = await startOther(dataDir)
  const killed = await startOther(dataDir)
  expect(path.dirname(path.dirname(killed.folder))).toBe(dataDir)
  await writeFile(path.join(killed.folder, 'file'), 'nome;telefone')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')

  await clearTemporaryFolders(dataDir)
  expect(existsSync(killed.folder)).toBe(false)
  expect(existsSync(living)).toBe(true)
})

/** Another process that has an export under way. */
async function startOther(dataDir: string): Promise<{ readonly child: ChildProcess; readonly folder: string }> {
  const module = pathToFileURL(path.resolve(import.meta.dirname, '../../../main/hosts/downloads.ts')).href
  const script = `
    const { createDownloads } = await import('${module}')
    const { targets } = createDownloads({ dataDir: process.argv[1], push() {} })
    console.log((await targets.choose('a.csv')).path)
    setInterval(() => {}, 60_000)`
  const words = ['--input-type=module', '-e', script, dataDir]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output] = await once(child.stdout, 'data')
  return { child, folder: path.dirname(String(output).trim()) }
}

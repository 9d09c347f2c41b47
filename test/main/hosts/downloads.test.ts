import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDownloads } from '../../../main/hosts/downloads.ts'
import type { Push } from '../../../preload/contract/wire.ts'

function start() {
  const pushes: Push[] = []
  const downloads = createDownloads((push) => pushes.push(push))
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
  const { downloads, choose, ticket } = start()
  const target = await choose('saída.csv')
  await writeFile(target.path, 'a')
  await target.done()
  expect(downloads.take('other')).toBeUndefined()
  const taken = downloads.take(ticket())
  expect(taken).toMatchObject({ path: target.path, name: 'saída.csv' })
  expect(downloads.take(ticket())).toBeUndefined()
  await taken?.remove()
  expect(existsSync(path.dirname(target.path))).toBe(false)
})

test('a file that was not finished, or that nobody fetched, goes with its folder', async () => {
  const { downloads, choose } = start()
  const broken = await choose('a.csv')
  await broken.discard()
  expect(existsSync(path.dirname(broken.path))).toBe(false)
  const unwanted = await choose('b.csv')
  await writeFile(unwanted.path, 'b')
  await unwanted.done()
  await downloads.close()
  expect(existsSync(path.dirname(unwanted.path))).toBe(false)
})

test('what a killed host left goes at a start a day later, and nothing younger or of others', async () => {
  const folders = await Promise.all(['cruza-download-', 'cruza-download-', 'cruza-other-'].map(makeFolder))
  const [old = '', young = '', other = ''] = folders
  const longAgo = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, longAgo, longAgo)
  await utimes(other, longAgo, longAgo)
  const { downloads } = start()
  await downloads.close()
  expect([existsSync(old), existsSync(young), existsSync(other)]).toEqual([false, true, true])
})

async function makeFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'inside'))
  return folder
}

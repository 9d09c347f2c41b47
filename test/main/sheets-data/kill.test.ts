import { type ChildProcess, fork } from 'node:child_process'
import { expect, it } from 'vitest'
import { leadOf, manyLeads, pagesOf, randomOf } from './lead-pages.ts'
import { columnOf, createSheet, openSheets, sheetOf, testKey } from './open-sheets.ts'

const pages = 200
const perPage = 400

/** A process that stores pages and tells of each. */
function storing(dir: string): ChildProcess {
  return fork(new URL('./store-pages.ts', import.meta.url), [dir, testKey, String(pages), String(perPage)])
}

/** Resolves with what the child told last, when that is so many pages or steps, or when it has ended. */
async function until(child: ChildProcess, wanted: number): Promise<number> {
  return await new Promise((resolve) => {
    let told = 0
    child.on('message', (message) => {
      told = Number(message)
      if (told >= wanted) resolve(told)
    })
    child.on('exit', () => resolve(told))
  })
}

async function killed(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.on('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

it('loses and repeats nothing when the process is killed twenty times while pages are stored', async () => {
  const sheets = openSheets()
  await createSheet(sheets)
  sheets.close()
  const random = randomOf(7)
  let stored = 0
  for (let round = 1; round <= 20; round++) {
    const child = storing(sheets.dir)
    const told = await until(child, stored + 1 + Math.floor(random() * (pages / 22)))
    // Somewhere inside the next pages: the child goes on storing while the signal travels.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    await killed(child)
    sheets.restart()
    const [sheet] = await sheets.ask('sheets.list', {})
    expect(sheet?.badge).toEqual({ kind: 'partial', reason: 'ended', failure: null })
    expect((sheet?.rows ?? 0) % perPage).toBe(0)
    expect((sheet?.rows ?? 0) / perPage).toBeGreaterThanOrEqual(Math.max(stored, told))
    stored = (sheet?.rows ?? 0) / perPage
    sheets.close()
  }
  expect(stored).toBeGreaterThan(20)
  const last = storing(sheets.dir)
  await until(last, pages)
  await killed(last)
  sheets.restart()
  const state = await sheets.ask('sheets.begin', { id: 's1', mode: 'full', updated_after: null })
  expect(state).toMatchObject({ next_page: pages + 1, rows: pages * perPage })
  const sheet = await sheets.ask('sheets.finish', { id: 's1', numbered: true })
  expect(sheet).toMatchObject({ rows: pages * perPage, repeated: 0, badge: { kind: 'complete' } })
  const ids = await columnOf(sheets, 'contato_id')
  expect(ids).toEqual(Array.from({ length: pages * perPage }, (_, index) => 1000 + index))
}, 180_000)

it('shows the old rows whole when the process is killed while a refresh is merged, and merges it then', async () => {
  const sheets = openSheets()
  await sheetOf(sheets, manyLeads(30_000))
  await sheets.ask('sheets.begin', { id: 's1', mode: 'quick', updated_after: '2026-01-01' })
  const [body = ''] = pagesOf([leadOf(90_000), { ...leadOf(3), nome: 'Mudou' }], 5)
  await sheets.ask('sheets.page', { id: 's1', page: 1, body })
  sheets.close()
  for (const step of [1, 2, 9, 17, 24]) {
    const child = fork(new URL('./finish-pull.ts', import.meta.url), [sheets.dir, testKey])
    await until(child, step)
    await killed(child)
    sheets.restart()
    const [sheet] = await sheets.ask('sheets.list', {})
    expect([30_000, 30_001]).toContain(sheet?.rows)
    expect(sheet?.interrupted).toBe(sheet?.rows === 30_000 ? 'quick' : null)
    expect(await columnOf(sheets, 'contato_id')).toHaveLength(sheet?.rows ?? 0)
    sheets.close()
  }
  sheets.restart()
  const [before] = await sheets.ask('sheets.list', {})
  if (before?.interrupted) await sheets.ask('sheets.finish', { id: 's1', numbered: true })
  const names = await columnOf(sheets, 'nome')
  expect(names).toHaveLength(30_001)
  expect(names[3]).toBe('Mudou')
  expect(names[4]).toBe(leadOf(4).nome)
}, 120_000)

import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { randomOf } from './lead-pages.ts'
import { columnOf, createSheet, openSheets, testKey } from './open-sheets.ts'

const pages = 330
const perPage = 400

/** Resolves when the child has told of so many pages, or has ended. */
async function untilPage(child: ChildProcess, page: number): Promise<void> {
  await new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (Number(message) >= page) resolve()
    })
    child.on('exit', () => resolve())
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
    const child = fork(path.join(import.meta.dirname, 'store-pages.ts'), [
      sheets.dir,
      testKey,
      String(pages),
      String(perPage),
    ])
    await untilPage(child, stored + 1 + Math.floor(random() * (pages / 22)))
    // Somewhere inside the next pages: the child goes on storing while the signal travels.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    await killed(child)
    sheets.restart()
    const [sheet] = await sheets.ask('sheets.list', {})
    expect(sheet?.badge).toEqual({ kind: 'partial', reason: 'ended', failure: null })
    expect((sheet?.rows ?? 0) % perPage).toBe(0)
    expect((sheet?.rows ?? 0) / perPage).toBeGreaterThanOrEqual(stored)
    stored = (sheet?.rows ?? 0) / perPage
    sheets.close()
  }
  expect(stored).toBeGreaterThan(20)
  const last = fork(path.join(import.meta.dirname, 'store-pages.ts'), [
    sheets.dir,
    testKey,
    String(pages),
    String(perPage),
  ])
  await untilPage(last, pages)
  await killed(last)
  sheets.restart()
  const state = await sheets.ask('sheets.begin', { id: 's1', mode: 'full', updated_after: null })
  expect(state).toMatchObject({ next_page: pages + 1, rows: pages * perPage })
  const sheet = await sheets.ask('sheets.finish', { id: 's1', numbered: true })
  expect(sheet).toMatchObject({ rows: pages * perPage, repeated: 0, badge: { kind: 'complete' } })
  const ids = await columnOf(sheets, 'contato_id')
  expect(ids).toEqual(Array.from({ length: pages * perPage }, (_, index) => 1000 + index))
}, 180_000)

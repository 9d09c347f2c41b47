import { type ChildProcess, fork } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../kit/temporary-folder.ts'
import { assign, type Desk, disagreeing, note, openDesk, randomOf, setState } from './review-kit.ts'

/** Node keeps what it compiled between the many starts of the process that is killed. */
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/node-compile')

const kills = 20
const entries = Array.from({ length: 5000 }, (_, index) => index + 1)

/** Starts a process that does deeds, and kills it so many milliseconds after one has begun. Gives what it told. */
async function killedDoing(words: readonly string[], moment: number): Promise<string[]> {
  const child = fork(new URL('./do-deeds.ts', import.meta.url), words)
  const told: string[] = []
  await new Promise<void>((resolve) => {
    child.on('message', (message) => {
      told.push(String(message))
      resolve()
    })
    child.on('exit', () => resolve())
  })
  await after(moment)
  await killed(child)
  return told.filter((word) => word !== 'begins')
}

async function killed(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    child.on('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

const count = (desk: Desk, sql: string) => Number(desk.database.prepare(sql).pluck().get())

it('a bulk change that is killed is done or not done, never half, and no finished one is lost', async () => {
  const desk = openDesk('Ana', { entries })
  await desk.change(entries, assign('primeira'))
  desk.close()
  const random = randomOf(3)
  let finished = 1
  for (let round = 0; round < kills; round++) {
    const told = await killedDoing([desk.dir, 'change', String(entries.length)], random() * 400)
    finished += told.length
    const found = openDesk('Ana', { dir: desk.dir, entries: [] })
    const batches = count(found, 'select count(*) from batches')
    expect([finished, finished + 1]).toContain(batches)
    expect(count(found, 'select count(*) from events')).toBe(batches * entries.length)
    const names = found.database.prepare('select distinct assignee from reviews').pluck().all()
    expect(names).toHaveLength(1)
    const [last] = told.slice(-1)
    if (last && batches === finished) expect(names).toEqual([last])
    expect(count(found, 'select count(*) from reviews')).toBe(entries.length)
    finished = batches
    found.close()
  }
  const found = openDesk('Ana', { dir: desk.dir, entries: [] })
  expect(disagreeing(found)).toEqual([])
  // What was killed can be undone and done again.
  expect(await found.undo()).toMatchObject({ changed: entries.length })
}, 120_000)

it('a merge that is killed is whole or has not been, and then merges', async () => {
  const some = entries.slice(0, 1600)
  const bruno = openDesk('Bruno', { entries: some })
  await bruno.change(some, setState('aprovada'))
  await bruno.change(some, note('boa'))
  const file = await bruno.pack()
  const base = openDesk('Ana', { entries: some })
  await base.change(some.slice(0, 400), setState('spam'))
  base.close()
  const copy = async () => {
    const dir = path.join(await temporaryFolder(), 'dados')
    cpSync(base.dir, dir, { recursive: true })
    return dir
  }
  const tried = openDesk('Ana', { dir: await copy(), entries: [] })
  const started = performance.now()
  await tried.merge(file)
  const took = performance.now() - started
  const whole = count(tried, 'select count(*) from events')
  expect(whole).toBe(400 + 2 * some.length + 400)
  tried.close()
  const random = randomOf(4)
  for (let round = 0; round < kills; round++) {
    const dir = await copy()
    // From the very beginning to about the end, however quick this machine is.
    const told = await killedDoing([dir, 'merge', file], (random() + round / kills) * took)
    const ana = openDesk('Ana', { dir, entries: [] })
    const events = count(ana, 'select count(*) from events')
    expect(told.length > 0 ? [whole] : [400, whole]).toContain(events)
    const merged = events === whole
    expect(count(ana, 'select count(*) from batches')).toBe(merged ? 2 : 1)
    expect(count(ana, 'select count(*) from reviews where notes = 1')).toBe(merged ? some.length : 0)
    expect(count(ana, `select count(*) from reviews where state = 'aprovada'`)).toBe(merged ? 1200 : 0)
    if (round === 0) expect(disagreeing(ana)).toEqual([])
    expect((await ana.merge(file)).changed).toBe(merged ? 0 : some.length)
    expect(count(ana, 'select count(*) from events')).toBe(whole)
    ana.close()
  }
}, 180_000)

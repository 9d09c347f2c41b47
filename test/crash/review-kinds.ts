import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { assign, type Desk, disagreeing, note, openDesk, setState } from '../main/reviews/review-kit.ts'
import { connection_id } from '../main/reviews/review-names.ts'
import { randomOf } from '../main/sheets/data/lead-pages.ts'
import { type CrashKind, startWriter } from './crash-kit.ts'

/** Reviews, killed while many are changed at once: a change is there whole or not at all. */

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const count = ({ database }: Desk, sql: string) => Number(database.prepare(sql).pluck().get())

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const reviewChange: CrashKind = {
  name: 'a bulk change of reviews is done or not done, never half, after SIGKILL',
  kills: 20,
  async prepare() {
    const entries = numbersTo(1500)
    const desk = openDesk('Ana', { entries })
    const took = await msOf(() => desk.change(entries, assign('primeira')))
    desk.close()
    const random = randomOf(3)
    let finished = 1
    return {
      attempt() {
        const { victim, lines } = startWriter('change-reviews.ts', desk.dir, 'change', String(entries.length))
        return {
          victim,
          mayStrike: () => lines().length > 0,
          momentMs: random() * 3 * took,
          check() {
            const changes = lines().filter((word) => word !== 'begins')
            finished += changes.length
            const reopened = openDesk('Ana', { dir: desk.dir, entries: [] })
            const batches = count(reopened, 'select count(*) from batches')
            expect([finished, finished + 1]).toContain(batches)
            expect(count(reopened, 'select count(*) from events')).toBe(batches * entries.length)
            const names = reopened.database.prepare('select distinct assignee from reviews').pluck().all()
            expect(names).toHaveLength(1)
            const last = changes.at(-1)
            if (last && batches === finished) expect(names).toEqual([last])
            expect(count(reopened, 'select count(*) from reviews')).toBe(entries.length)
            finished = batches
            reopened.close()
          },
        }
      },
      async finish() {
        const reopened = openDesk('Ana', { dir: desk.dir, entries: [] })
        expect(disagreeing(reopened)).toEqual([])
        // What was killed can be undone and done again.
        expect(await reopened.undo()).toMatchObject({ changed: entries.length })
      },
    }
  },
}

const reviewMerge: CrashKind = {
  name: 'a merge of a review package is whole or not begun after SIGKILL, and then merges',
  kills: 20,
  async prepare(kills) {
    const some = numbersTo(800)
    const spam = some.slice(0, some.length / 4)
    const bruno = openDesk('Bruno', { entries: some })
    await bruno.change(some, setState('aprovada'))
    await bruno.change(some, note('boa'))
    const file = await bruno.pack()
    const base = openDesk('Ana', { entries: some })
    await base.change(spam, setState('spam'))
    base.close()
    const copy = async () => {
      const dir = path.join(await temporaryFolder(), 'dados')
      cpSync(base.dir, dir, { recursive: true })
      return dir
    }
    const tried = openDesk('Ana', { dir: await copy(), entries: [] })
    const { package: opened } = await tried.open(file)
    const merge = { connection_id, package: opened, choices: [], in_my_name: false, who: 'Ana' }
    const took = await msOf(() => tried.ask('reviews.merge_package', merge))
    const whole = count(tried, 'select count(*) from events')
    expect(whole).toBe(2 * spam.length + 2 * some.length)
    tried.close()
    const random = randomOf(4)
    let struck = 0
    return {
      async attempt(round) {
        const dir = await copy()
        const { victim, lines } = startWriter('change-reviews.ts', dir, 'merge', file)
        return {
          victim,
          mayStrike: () => lines().length > 0,
          // From the very beginning to the end, however quick this machine is.
          momentMs: ((round + random()) / kills) * took,
          async check() {
            const ana = openDesk('Ana', { dir, entries: [] })
            const events = count(ana, 'select count(*) from events')
            expect(lines().includes('merged') ? [whole] : [spam.length, whole]).toContain(events)
            const merged = events === whole
            if (!merged) struck += 1
            expect(count(ana, 'select count(*) from batches')).toBe(merged ? 2 : 1)
            expect(count(ana, 'select count(*) from reviews where notes = 1')).toBe(merged ? some.length : 0)
            const approved = count(ana, `select count(*) from reviews where state = 'aprovada'`)
            expect(approved).toBe(merged ? some.length - spam.length : 0)
            if (round === 0) expect(disagreeing(ana)).toEqual([])
            expect((await ana.merge(file)).changed).toBe(merged ? 0 : some.length)
            expect(count(ana, 'select count(*) from events')).toBe(whole)
            ana.close()
          },
        }
      },
      async finish() {
        expect(struck).toBeGreaterThan(0)
      },
    }
  },
}

export const reviewKinds: readonly CrashKind[] = [reviewChange, reviewMerge]

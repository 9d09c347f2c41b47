import { describe, expect, test } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createTasks, type Work } from '../../../main/kernel/tasks.ts'
import type { Task } from '../../../preload/contract/tasks.ts'

const about = { kind: 'pull' as const, subject: 's1', name: 'Leads' }

function start() {
  let at = Date.parse('2026-11-20T12:00:00.000Z')
  const updates: (readonly Task[])[] = []
  const tasks = createTasks({ now: () => new Date(at), changed: (list) => updates.push(list) })
  return { tasks, updates, pass: (ms: number) => (at += ms) }
}
/** Work that the test holds in its hands. */
function held() {
  let work: Work | undefined
  let end: () => void = () => {}
  let fail: (error: unknown) => void = () => {}
  const run = (given: Work) => {
    work = given
    given.signal.addEventListener('abort', () => fail(given.signal.reason))
    return new Promise<void>((resolve, reject) => {
      end = resolve
      fail = reject
    })
  }
  const ready = async (): Promise<Work> => {
    await Promise.resolve()
    if (!work) throw new Error('not started')
    return work
  }
  return { run, ready, end: () => end(), fail: (error: unknown) => fail(error) }
}

describe('a task', () => {
  test('reports its progress, its rate and the time left', async () => {
    const { tasks, pass } = start()
    const { run, ready, end } = held()
    const { id } = tasks.start(about, run)
    const work = await ready()
    expect(tasks.list()).toMatchObject([{ id, state: 'running', done: 0, total: null, rate: 0, seconds_left: null }])
    work.report(0, 1000)
    pass(2000)
    work.report(200, 1000)
    expect(tasks.list()).toMatchObject([{ done: 200, total: 1000, rate: 100, seconds_left: 8 }])
    end()
    expect(await tasks.ended(id)).toMatchObject({ state: 'done', seconds_left: null, failure: null })
  })

  test('shows a wait as a wait, until it is over', async () => {
    const { tasks } = start()
    const { run, ready, end } = held()
    const { id } = tasks.start(about, run)
    const work = await ready()
    work.waiting({ for: 'rate_limited', until: Date.parse('2026-11-20T12:01:00.000Z') })
    expect(tasks.list()).toMatchObject([
      { state: 'waiting', waiting_for: 'rate_limited', waiting_until: '2026-11-20T12:01:00.000Z' },
    ])
    expect(tasks.runningOn('s1')).toBe(id)
    work.waiting(null)
    expect(tasks.list()).toMatchObject([{ state: 'running', waiting_for: null, waiting_until: null }])
    end()
    await tasks.ended(id)
  })

  test('fails with the code that it failed with, and a bug is internal', async () => {
    const { tasks } = start()
    const one = tasks.start(about, () => Promise.reject(new AppFailure('unauthorized', { host: 'casa.example' })))
    expect(await tasks.ended(one.id)).toMatchObject({
      state: 'failed',
      failure: { code: 'unauthorized', params: { host: 'casa.example' } },
    })
    const other = tasks.start({ ...about, subject: 's2' }, () => Promise.reject(new Error('bug')))
    expect(await tasks.ended(other.id)).toMatchObject({ state: 'failed', failure: { code: 'internal' } })
  })

  test('stops on its cancel, and runs alone on its subject', async () => {
    const { tasks } = start()
    const { run, ready } = held()
    const { id } = tasks.start(about, run)
    await ready()
    expect(() => tasks.start(about, run)).toThrow(expect.objectContaining({ code: 'already_running' }))
    tasks.cancel('unknown')
    tasks.cancel(id)
    expect(await tasks.ended(id)).toMatchObject({ state: 'cancelled', failure: null })
    expect(tasks.runningOn('s1')).toBeNull()
    const next = tasks.start(about, () => Promise.resolve())
    // The ended one makes room for it.
    expect(tasks.list()).toHaveLength(1)
    await tasks.ended(next.id)
  })

  test('can be dismissed once it has ended, not before', async () => {
    const { tasks } = start()
    const { run, ready, end } = held()
    const { id } = tasks.start(about, run)
    await ready()
    tasks.dismiss(id)
    expect(tasks.list()).toHaveLength(1)
    end()
    await tasks.ended(id)
    tasks.dismiss(id)
    expect(tasks.list()).toEqual([])
    expect(await tasks.ended(id)).toBeUndefined()
  })

  test('that moves fast is reported a few times a second, its end at once', async () => {
    const { tasks, updates } = start()
    const { run, ready, end } = held()
    const { id } = tasks.start(about, run)
    const work = await ready()
    for (let done = 0; done < 1000; done += 1) work.report(done, 1000)
    expect(updates).toHaveLength(0)
    end()
    await tasks.ended(id)
    expect(updates).toHaveLength(1)
    expect(updates[0]).toMatchObject([{ state: 'done', done: 999 }])
  })

  test('ends when everything is closed, and closing waits for it', async () => {
    const { tasks } = start()
    const { run, ready } = held()
    const { id } = tasks.start(about, run)
    await ready()
    await tasks.close()
    expect(tasks.list()).toMatchObject([{ id, state: 'cancelled' }])
  })
})

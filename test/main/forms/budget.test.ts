import { describe, expect, onTestFinished, test } from 'vitest'
import { type Demo, type DemoOptions, startDemo } from '../../../main/demo/demo.ts'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import type { Waiting } from '../../../main/kernel/retry.ts'
import { startService } from '../../kit/service.ts'
import { call, clientOf, readPages } from './forms-client.ts'

/** Windows of two seconds, so that a test sees several. */
async function started(options: DemoOptions = {}): Promise<Demo> {
  const demo = await startDemo({ leads: 1200, entries: 17_000, formsWindowSeconds: 2, ...options })
  onTestFinished(() => demo.close())
  return demo
}

const refusals = (demo: Demo) => demo.requests().filter(({ status }) => status === 429).length

describe('the budget of a key', () => {
  test('lets ten thousand entries through without one 429', async () => {
    const demo = await started()
    const { forms } = clientOf(demo.forms)
    // Ten thousand entries are 100 pages; read three times over they want more than three windows.
    const readings = await Promise.all([1, 2, 3].map(() => readPages(forms, 301, 102, 3)))
    const bodies = readings.flat()
    const ids = bodies.flatMap((body) => JSON.parse(body).data.map((entry: { id: number }) => entry.id))
    expect(bodies).toHaveLength(306)
    expect(new Set(ids).size).toBe(10_200)
    expect(refusals(demo)).toBe(0)
  }, 30_000)

  test('waits out what another program with the same key uses up, and loses nothing', async () => {
    const demo = await started()
    const ours = createNodeFetch()
    let [sent, refused] = [0, 0]
    const { forms } = clientOf(demo.forms, {
      async fetch(url, init) {
        sent += 1
        if (sent % 30 === 0) await spendAll(demo)
        const answer = await ours(url, init)
        if (answer.status === 429) refused += 1
        return answer
      },
    })
    const bodies = await readPages(forms, 301, 102)
    const ids = bodies.flatMap((body) => JSON.parse(body).data.map((entry: { id: number }) => entry.id))
    expect(new Set(ids).size).toBe(10_200)
    expect(refused).toBeGreaterThan(0)
  }, 60_000)

  test('keeps a reserve for people, who pass those who wait, and half for everything that is not idle', async () => {
    const demo = await started({ formsWindowSeconds: 3600, limits: { forms: 20 } })
    const { forms, budget } = clientOf(demo.forms, { windowMs: 60_000 })
    const stop = new AbortController()
    const { signal } = stop
    const several = (priority: 'idle' | 'background', count: number) =>
      Array.from({ length: count }, () => forms.account(call(priority, { signal })).catch(() => null))
    const remaining = () => budget.state().remaining
    const idle = several('idle', 30)
    await expect.poll(remaining).toBe(10)
    expect(budget.state().waiting).toBe(0)
    const background = several('background', 30)
    await expect.poll(remaining).toBe(1)
    expect(budget.state()).toMatchObject({ limit: 20, waiting: 21 })
    await forms.account(call('interactive'))
    expect(budget.state()).toMatchObject({ remaining: 0, waiting: 21 })
    stop.abort()
    await Promise.all([...idle, ...background])
    expect(budget.state().waiting).toBe(0)
    expect(refusals(demo)).toBe(0)
  })

  test('reports until when it waits, and the end of the wait', async () => {
    const demo = await started({ limits: { forms: 2 } })
    const { forms } = clientOf(demo.forms)
    const seenWaits: (Waiting | null)[] = []
    const calls = Array.from({ length: 3 }, () =>
      forms.account(call('interactive', { waiting: (waiting) => seenWaits.push(waiting) })),
    )
    await Promise.all(calls)
    expect(seenWaits.length).toBeGreaterThanOrEqual(2)
    expect(seenWaits[0]?.for).toBe('budget')
    expect(seenWaits.at(-1)).toBeNull()
    expect(refusals(demo)).toBe(0)
  }, 10_000)

  test('stops at once on cancellation', async () => {
    const demo = await started({ formsWindowSeconds: 3600, limits: { forms: 1 } })
    const { forms, budget } = clientOf(demo.forms)
    await forms.account(call('interactive'))
    const stop = new AbortController()
    const waiting = forms.account(call('interactive', { signal: stop.signal, waiting: () => stop.abort() }))
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(budget.state().waiting).toBe(0)
    await expect(forms.account(call('interactive', { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(demo.requests()).toHaveLength(1)
  })

  test('fails what a person waits for at once where the service asks for a long wait, and sends nothing until then', async () => {
    const service = await startService(() => ({ status: 429, json: { error: {} }, headers: { 'retry-after': '600' } }))
    const { forms, budget } = clientOf({ url: service.origin, key: 'chave' })
    const refused = await forms.account(call('interactive')).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'rate_limited', params: { seconds: 600 } })
    const again = await forms.createForm({ name: 'Aulas' }, call('interactive')).catch((error: unknown) => error)
    expect(again).toMatchObject({ code: 'rate_limited', params: { seconds: 600 } })
    expect(service.asked).toHaveLength(1)
    const stop = new AbortController()
    const work = forms.account(call('background', { signal: stop.signal }))
    expect(budget.state().waiting).toBe(1)
    stop.abort()
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('gives up on a service that never lets anybody in', async () => {
    const service = await startService(() => ({ status: 429, json: { error: {} }, headers: { 'retry-after': '1' } }))
    const { forms } = clientOf({ url: service.origin, key: 'chave' }, { retryPolicy: { delays: [1, 1] } })
    await expect(forms.account(call('interactive'))).rejects.toMatchObject({ code: 'rate_limited' })
    expect(service.asked).toHaveLength(2)
  })
})

/** Another program that asks whatever the window still has. */
async function spendAll(demo: Demo): Promise<void> {
  const headers = { authorization: `Bearer ${demo.forms.key}` }
  const answers = Array.from({ length: 101 }, () => fetch(`${demo.forms.url}/account`, { headers }))
  for (const answer of await Promise.all(answers)) await answer.text()
}

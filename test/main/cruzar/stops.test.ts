import { describe, expect, test } from 'vitest'
import { watchedFetch } from '../../kit/controls.ts'
import { phones, startRun } from '../../kit/leads.ts'
import type { Scripted } from '../../kit/service.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'
import { type AnswerKeys, good, outcomeOf, startCruzar } from './platform-that-answers.ts'

const broken: Scripted = { status: 500, text: '<html>500</html>' }
const never: Scripted = () => {}

const outcomesOf = async (workspace: TestWorkspace, id: string) => {
  const rows = await workspace.rows({ kind: 'run', id })
  return rows.map((row) => [row.cruzar_chave, row.cruzar_resultado, row.cruzar_motivo] as const)
}
/** Each key of these batches was answered once or requested again once. */
function expectOnceMore(batches: readonly string[][], answered: ReadonlySet<string>) {
  const again = batches.flat()
  expect(new Set(again).size).toBe(again.length)
  for (const key of again) expect(answered.has(key)).toBe(false)
}

async function begin(answer: AnswerKeys, count: number, more = {}) {
  const wire = watchedFetch()
  const options = { fetch: wire.fetch, retryPolicy: { delays: [3, 5] }, ...more }
  const { service, connection_id, ...workspace } = await startCruzar(answer, options)
  const started = await startRun(workspace, { list: phones(count).join('\n') })
  const runNow = () => workspace.ask('cruzar.run', { id: started.id })
  /** Goes on with the run to its end: the run, and the batches that were requested for it. */
  const resumed = async () => {
    const batchesBefore = service.batches().length
    await workspace.ended(await workspace.ask('cruzar.resume', { id: started.id }))
    return { run: await runNow(), batches: service.batches().slice(batchesBefore) }
  }
  return { service, wire, workspace, started, runNow, resumed }
}

test('a batch that fails and two more after it end the run: the rest waits', async () => {
  const { service, workspace, started, runNow } = await begin(() => broken, 9000)
  expect(await workspace.ended(started)).toMatchObject({ state: 'failed', failure: { code: 'service_failed' } })
  const run = await runNow()
  expect(run).toMatchObject({ state: 'interrupted', failure: 'service_failed', answered_keys: 0 })
  expect(run.outcomes).toMatchObject({
    com_conversa: 0,
    sem_conversa: 0,
    ausente: 0,
    invalida: 0,
    sem_resposta: 9000,
  })
  // Three batches, each tried three times, and sixteen of their parts twice.
  expect(service.batches().length).toBeLessThanOrEqual(3 * (3 + 16 * 2))
  expect(run.requests).toBe(service.batches().length)
})

describe('a run that stops', () => {
  test.each<[string, Scripted, string]>([
    ['a token that is withdrawn', { status: 401, json: { error: 'Token de acesso inválido' } }, 'unauthorized'],
    ['a right that is withdrawn', { status: 403, json: { error: 'não' } }, 'forbidden'],
    ['a page of a hotel network', { text: '<!doctype html><p>entre</p>' }, 'captive_portal'],
    ['a throttle that does not end', { status: 429, text: 'Retry later' }, 'rate_limited'],
  ])('on %s reports it, and goes on with the unanswered keys', async (_what, refusal, code) => {
    let refused = true
    const { service, workspace, started, runNow, resumed } = await begin(
      (batch, turn) => (refused && turn > 1 ? refusal : good(batch)),
      5000,
    )
    expect(await workspace.ended(started)).toMatchObject({ state: 'failed', failure: { code } })
    const answered = new Set(service.batches().slice(0, 2).flat())
    expect(await runNow()).toMatchObject({
      state: 'interrupted',
      failure: code,
      answered_keys: answered.size,
      task_id: null,
    })
    for (const [chave, outcome, reason] of await outcomesOf(workspace, started.id)) {
      if (answered.has(String(chave))) expect([outcome, reason]).toEqual([outcomeOf(String(chave)), null])
      else expect([outcome, reason]).toEqual(['sem_resposta', code])
    }
    refused = false
    const { run, batches } = await resumed()
    expectOnceMore(batches, answered)
    expect(run).toMatchObject({
      state: 'finished',
      failure: null,
      answered_keys: 5000,
      outcomes: { sem_resposta: 0 },
    })
  })

  test('on Cancel keeps every answer, and "continuar" sends the others only', async () => {
    let isHeld = true
    const { service, workspace, started, runNow, resumed } = await begin(
      (batch, turn) => (isHeld && turn > 2 ? never : good(batch)),
      6000,
    )
    await expect.poll(() => service.batches().length, { interval: 5 }).toBeGreaterThan(3)
    const answered = new Set(service.batches().slice(0, 3).flat())
    await expect.poll(() => workspace.task(started)?.done, { interval: 5 }).toBe(answered.size)
    await workspace.ask('tasks.cancel', { id: started.task_id ?? '' })
    expect(await workspace.ended(started)).toMatchObject({ state: 'cancelled' })
    expect(await runNow()).toMatchObject({
      state: 'interrupted',
      failure: 'cancelled',
      answered_keys: answered.size,
    })
    isHeld = false
    const { run, batches } = await resumed()
    expectOnceMore(batches, answered)
    expect(run).toMatchObject({ answered_keys: 6000 })
  })

  test('by a crash of the data process loses nothing that was stored', async () => {
    const { service, workspace, started, runNow, resumed } = await begin(
      async (batch, turn) => {
        if (turn === 3) await workspace.crash()
        return good(batch)
      },
      9000,
      { forked: true },
    )
    const ended = await workspace.ended(started)
    if (ended.state === 'failed') {
      expect(ended.failure?.code).toBe('data_process_ended')
      const run = await runNow()
      expect(run).toMatchObject({ state: 'interrupted' })
      expect(run.answered_keys).toBeGreaterThan(0)
      await resumed()
    }
    const run = await runNow()
    expect(run).toMatchObject({ state: 'finished', answered_keys: 9000 })
    for (const [chave, outcome] of await outcomesOf(workspace, started.id))
      expect(outcome).toBe(outcomeOf(String(chave)))
    // At most the batches that were on their way were requested again.
    expect(service.batches().flat().length - 9000).toBeLessThanOrEqual(4 * 4000)
  })

  test('by closing the app goes on in the next start', async () => {
    let isHeld = true
    const { service, workspace, resumed } = await begin(
      (batch, turn) => (isHeld && turn > 1 ? never : good(batch)),
      3000,
    )
    await expect.poll(() => service.batches().length, { interval: 5 }).toBeGreaterThan(2)
    await workspace.reopen()
    const [run] = await workspace.ask('cruzar.runs', {})
    expect(run).toMatchObject({ state: 'interrupted', failure: 'cancelled', task_id: null })
    isHeld = false
    expect((await resumed()).run).toMatchObject({ answered_keys: 3000 })
  })
})

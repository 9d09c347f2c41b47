import { describe, expect, test } from 'vitest'
import { parseModes } from '../../../main/demo/workplace.ts'
import { finishRun, phones, startAccount } from '../../kit/leads.ts'
import type { Scripted } from '../../kit/service.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'
import { type AnswerKeys, envelope, good, outcomeOf, resultOf, startCruzar } from './platform-that-answers.ts'

async function runAgainst(keys: readonly string[], answer: AnswerKeys) {
  const { service, ...workspace } = await startCruzar(answer, { retryPolicy: { delays: [1, 1] } })
  return { service, workspace, ...(await finishRun(workspace, { list: keys.join('\n') })) }
}

async function reasonsOf(workspace: TestWorkspace, id: string): Promise<Map<string, string>> {
  const rows = await workspace.rows({ kind: 'run', id })
  const open = rows.filter((row) => row.cruzar_resultado === 'sem_resposta')
  for (const row of rows)
    if (!open.includes(row)) expect(row.cruzar_resultado).toBe(outcomeOf(String(row.cruzar_chave)))
  return new Map(open.map((row) => [String(row.cruzar_chave), String(row.cruzar_motivo)]))
}

describe('an answer that leaves keys out', () => {
  test.each([
    ['answers the first 200 of a batch', 200],
    ['answers the first 7 of a batch', 7],
  ])(
    'of a service that %s is followed by requests for the rest, in smaller batches, within the run',
    async (_what, most) => {
      const keys = phones(most * 12)
      const { service, run } = await runAgainst(keys, (batch) => envelope(batch.slice(0, most).map(resultOf)))
      expect(run).toMatchObject({ state: 'finished', answered_keys: keys.length, outcomes: { sem_resposta: 0 } })
      expect(service.batches().length).toBeLessThanOrEqual(16)
    },
  )

  test('altogether, for batches that are too large, makes them smaller until they are answered', async () => {
    const { service, run } = await runAgainst(phones(1500), (batch) =>
      batch.length > 100 ? envelope([]) : good(batch),
    )
    expect(run).toMatchObject({ state: 'finished', answered_keys: 1500, outcomes: { sem_resposta: 0 } })
    expect(service.batches().length).toBeLessThan(40)
  })

  test('because the service has no word on some keys leaves those without an answer, and batches large', async () => {
    const keys = phones(6000)
    const dropped = new Set(keys.filter((_, at) => at % 100 === 3))
    const { service, workspace, run } = await runAgainst(keys, (batch) =>
      envelope(batch.filter((key) => !dropped.has(key)).map(resultOf)),
    )
    expect(run).toMatchObject({ state: 'finished', answered_keys: 6000 - dropped.size })
    const reasons = await reasonsOf(workspace, run.id)
    expect(new Set(reasons.keys())).toEqual(dropped)
    expect(new Set(reasons.values())).toEqual(new Set(['key_not_answered']))
    expect(run.unanswered).toMatchObject([{ reason: 'key_not_answered', keys: 60 }])
    expect(service.batches().length).toBeLessThan(40)
  })

  test('and then another one without an answer ends a run soon', async () => {
    const { service, task, run } = await runAgainst(phones(20_000), () => envelope([]))
    expect(task).toMatchObject({ state: 'failed', failure: { code: 'key_not_answered' } })
    expect(run).toMatchObject({ state: 'interrupted', answered_keys: 0 })
    expect(service.batches().length).toBeLessThan(150)
  })
})

describe('a key that makes the service fail', () => {
  test.each<[string, Scripted]>([
    ['500', { status: 500, text: '<html>500</html>' }],
    ['400', { status: 400, json: { error: 'chave inválida' } }],
    ['422', { status: 422, json: { error: 'chave inválida' } }],
    ['a body that is none', { json: { resultados: 'erro' } }],
  ])('with %s is found and named, and all others are answered', async (_status, refusal) => {
    const keys = phones(4000)
    const poison = [keys[0], keys[700], keys[3999]].map(String)
    const { service, workspace, task, run } = await runAgainst(keys, (batch) =>
      batch.some((key) => poison.includes(key)) ? refusal : good(batch),
    )
    expect(task).toMatchObject({ state: 'done' })
    expect(run).toMatchObject({ state: 'finished', answered_keys: 3997, outcomes: { sem_resposta: 3 } })
    expect(await reasonsOf(workspace, run.id)).toEqual(new Map(poison.map((key) => [key, 'key_refused'])))
    expect(run.unanswered).toEqual([{ reason: 'key_refused', keys: 3, examples: poison }])
    expect(service.batches().length).toBeLessThan(150)
    expect(Math.max(...service.batches().map(({ length }) => length))).toBeGreaterThanOrEqual(500)
  })

  test('in every batch stops none of them', async () => {
    const keys = phones(6000)
    const poison = keys.filter((_, at) => at % 400 === 17)
    const { workspace, run } = await runAgainst(keys, (batch) =>
      batch.some((key) => poison.includes(key)) ? { status: 400, json: { error: 'não' } } : good(batch),
    )
    expect(run).toMatchObject({ state: 'finished', answered_keys: 6000 - poison.length })
    expect([...(await reasonsOf(workspace, run.id)).keys()]).toEqual(poison)
  })

  test('beside as many others is not searched without end', async () => {
    const keys = phones(1200)
    const { service, run } = await runAgainst(keys, (batch) =>
      batch.length > 1 ? { status: 500, text: '500' } : good(batch),
    )
    expect(run).toMatchObject({ state: 'finished', unanswered: [{ reason: 'service_failed' }] })
    expect(run.answered_keys).toBeGreaterThan(0)
    expect(service.batches().length).toBeLessThan(600)
  })

  test('is sent again with the others that have no answer, and not with the rest', async () => {
    const keys = phones(900)
    let ill = true
    const { service, workspace, run } = await runAgainst(keys, (batch) =>
      ill && batch.includes(keys[70] ?? '') ? { status: 500, text: '500' } : good(batch),
    )
    ill = false
    const batchesBefore = service.batches().length
    await workspace.ended(await workspace.ask('cruzar.resume', { id: run.id }))
    expect(service.batches().slice(batchesBefore)).toEqual([[keys[70]]])
    expect(await workspace.ask('cruzar.run', { id: run.id })).toMatchObject({
      outcomes: { sem_resposta: 0 },
      unanswered: [],
    })
  })
})

describe('a service that repeats keys in its own form', () => {
  test.each<[string, (key: string) => unknown]>([
    ['with a plus', (key) => `+${key}`],
    ['without the code of the country', (key) => key.replace(/^55/, '')],
    ['with a mask', (key) => key.replace(/^55(..)(.....)(....)$/, '($1) $2-$3')],
    ['as a number', (key) => Number(key)],
    ['with zeros before', (key) => `0055${key.slice(2)}`],
  ])('%s is understood', async (_what, echo) => {
    const { service, run } = await runAgainst(phones(700), (batch) =>
      envelope(batch.map((key) => ({ ...resultOf(key), chave: echo(key) }))),
    )
    expect(run).toMatchObject({ state: 'finished', answered_keys: 700, outcomes: { sem_resposta: 0 } })
    expect(service.batches().flat()).toHaveLength(700)
  })

  test('is understood for e-mails that it writes in small letters', async () => {
    const { run } = await runAgainst(['e-mail', 'Ana@Exemplo.com.br', 'bia@exemplo.com.br'], (batch) =>
      envelope(batch.map((key) => ({ chave: ` ${key.toUpperCase()} `, encontrado: false, lead: null }))),
    )
    expect(run).toMatchObject({ answered_keys: 2, outcomes: { ausente: 2 } })
  })

  test('so that two keys of a batch are equal leaves both unanswered, with that reason', async () => {
    const keys = ['5534971234567', '34971234567', ...phones(3).slice(1)]
    const list = ['telefone', '(34) 97123-4567', '+34 971 234 567', ...phones(3).slice(1)].join('\n')
    const { service, connection_id, ...workspace } = await startCruzar((batch) =>
      envelope(batch.map((key) => ({ ...resultOf(key), chave: key.replace(/\D/g, '').replace(/^55/, '') }))),
    )
    const { rows } = await finishRun(workspace, { list })
    const sent = service.batches()[0] ?? []
    expect(sent.map((key) => key.replace(/\D/g, ''))).toEqual(keys)
    expect(rows.map((row) => [row.cruzar_resultado, row.cruzar_motivo])).toEqual([
      ['sem_resposta', 'answer_ambiguous'],
      ['sem_resposta', 'answer_ambiguous'],
      [outcomeOf(keys[2] ?? ''), null],
      [outcomeOf(keys[3] ?? ''), null],
    ])
  })
})

test('the demonstration that answers in part, fails with some keys and writes keys its own way is crossed all the same', async () => {
  const modes = parseModes('cruzar=incomplete,poison=500,echo=digits')
  const { connection_id, ...workspace } = await startAccount({ leads: 3000, modes }, { retryPolicy: { delays: [1] } })
  const { run } = await finishRun(workspace, { list: phones(3000).join('\n') })
  expect(run).toMatchObject({ state: 'finished', failure: null })
  const refused = run.unanswered.find(({ reason }) => reason === 'key_refused')?.keys ?? 0
  expect(refused).toBeGreaterThan(0)
  expect(run.answered_keys).toBe(3000 - refused)
})

import { describe, expect, test } from 'vitest'
import type { Demo } from '../../../main/demo/demo.ts'
import { sampleList } from '../../../main/demo/sample-list.ts'
import { failureOf } from '../../../main/kernel/failure.ts'
import { failureSentence } from '../../../preload/messages/catalogue.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { watchedFetch } from '../../kit/controls.ts'
import { finishRun, phones, startDemoServices, startRun } from '../../kit/leads.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { envelope, resultOf, startCruzar } from './platform-that-answers.ts'

/** What the service itself states about one key. */
async function truthOf(demo: Demo, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { url, accountId, brand, token } = demo.platform
  const response = await fetch(`${url}/api/v1/accounts/${accountId}/${brand}/leads/cruzar`, {
    method: 'POST',
    headers: { accept: 'application/json', api_access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify({ chaves: keys }),
  })
  const { resultados } = (await response.json()) as {
    resultados: { chave: string; encontrado: boolean; lead: { conversa_id: number | null } | null }[]
  }
  const outcome = ({ encontrado, lead }: (typeof resultados)[number]) => {
    if (!encontrado) return 'ausente'
    return lead?.conversa_id == null ? 'sem_conversa' : 'com_conversa'
  }
  return new Map(resultados.map((result) => [result.chave, outcome(result)]))
}

describe('a run of cruzar', () => {
  test('gives every row the outcome that the service gives its keys, and the lead with it', async () => {
    const demo = await startDemoServices()
    const wire = watchedFetch()
    const workspace = await startWorkspace({ fetch: wire.fetch })
    await workspace.connect(demo.platform)
    const list = sampleList(demo, 400)
    const requestsBefore = demo.requests().length
    const started = await startRun(workspace, { list })
    expect(started).toMatchObject({ state: 'running', rows: 400, task_id: expect.any(String) })
    expect(await workspace.ended(started)).toMatchObject({ kind: 'cruzar', state: 'done', done: started.keys })
    const run = await workspace.ask('cruzar.run', { id: started.id })
    expect(run).toMatchObject({ state: 'finished', failure: null, answered_keys: started.keys, task_id: null })
    const rows = await workspace.rows({ kind: 'run', id: run.id })
    expect(rows).toHaveLength(400)

    const countRows = (outcome: string) => rows.filter((row) => row.cruzar_resultado === outcome).length
    for (const [outcome, count] of Object.entries(run.outcomes)) expect(count).toBe(countRows(outcome))
    for (const outcome of ['com_conversa', 'sem_conversa', 'ausente', 'invalida'])
      expect(countRows(outcome)).toBeGreaterThan(0)
    expect(run.outcomes.sem_resposta).toBe(0)

    const keyed = rows.filter((row) => row.cruzar_resultado !== 'invalida')
    const truth = await truthOf(demo, [...new Set(keyed.map((row) => String(row.cruzar_chave)))])
    for (const row of keyed) expect(row.cruzar_resultado).toBe(truth.get(String(row.cruzar_chave)))
    for (const row of rows) {
      expect(row.lead_conversa_id !== null).toBe(row.cruzar_resultado === 'com_conversa')
      if (row.cruzar_resultado === 'invalida') expect(row.cruzar_motivo).toBeTruthy()
    }
    expect(demo.requests().length - requestsBefore).toBe(run.requests + 1)
  })

  test('sends each key once, and counts the repeated ones', async () => {
    const { service, connection_id, ...workspace } = await startCruzar()
    const keys = phones(900)
    const list = ['telefone', ...keys, ...keys.slice(0, 100), `+55 (11) 9${keys[0]?.slice(5)}`].join('\r\n')
    const { run, rows } = await finishRun(workspace, { list })
    expect(run).toMatchObject({ rows: 1001, keys: 900, repeated: 101 })
    const sent = service.batches().flat()
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent).toHaveLength(900)
    expect(run.requests).toBe(service.batches().length)
    expect(Object.values(run.outcomes).reduce((sum, count) => sum + count)).toBe(1001)
    expect(rows[1000]?.cruzar_resultado).toBe(rows[0]?.cruzar_resultado)
    expect(rows[1000]?.lead_contato_id).toBe(rows[0]?.lead_contato_id)
  })

  test('sends the filters that were chosen, and nothing of them otherwise', async () => {
    const { service, connection_id, ...workspace } = await startCruzar()
    const list = phones(3).join('\n')
    await finishRun(workspace, { list })
    const filter = { created_after: '2026-01-01', inbox_ids: [11], status: ['open' as const] }
    await finishRun(workspace, { list, filter })
    const bodies = service.asked.filter(({ path }) => path.endsWith('/cruzar')).map(({ body }) => JSON.parse(body))
    expect(bodies).toEqual([{ chaves: phones(3) }, { chaves: phones(3), ...filter }])
    expect(await workspace.ask('cruzar.runs', {})).toMatchObject([{ filter }, { filter: { inbox_ids: [] } }])
  })

  test('matches by key when the service shuffles, repeats, leaves out and makes up results', async () => {
    const isGiven = (chave: string) => Number(chave.slice(-3)) % 5 !== 0
    const { connection_id, ...workspace } = await startCruzar((keys) => {
      const results = keys.filter(isGiven).map(resultOf).reverse()
      const stranger = { chave: '5511000000000', encontrado: true, lead: { contato_id: 1, conversa_id: 1 } }
      const contrary = results.slice(0, 20).map(({ chave }) => ({ chave, encontrado: false, lead: null }))
      return envelope([stranger, null, ...results, ...contrary, { chave: 7 }, 'x'])
    })
    const keys = phones(600)
    const { task, rows } = await finishRun(workspace, { list: keys.join('\n') })
    expect(task).toMatchObject({ state: 'done' })
    for (const [index, row] of rows.entries()) {
      const chave = keys[index] ?? ''
      const { encontrado, lead } = resultOf(chave)
      expect(row.cruzar_chave).toBe(chave)
      if (!isGiven(chave))
        expect([row.cruzar_resultado, row.cruzar_motivo]).toEqual(['sem_resposta', 'key_not_answered'])
      else if (!encontrado) expect(row.cruzar_resultado).toBe('ausente')
      else expect(row.lead_contato_id).toBe(Reflect.get(lead ?? {}, 'contato_id'))
    }
  })

  test('goes out with no key twice when the list has two in a cell, and gives the row the better outcome', async () => {
    const answers = new Map([
      ['5511961234501', { encontrado: false, lead: null }],
      ['5511961234502', { encontrado: true, lead: { contato_id: 2, nome: 'Duas', conversa_id: 9 } }],
      ['5511961234503', { encontrado: true, lead: { contato_id: 3, nome: 'Três', conversa_id: null } }],
    ])
    const { service, connection_id, ...workspace } = await startCruzar((keys) =>
      envelope(keys.map((chave) => ({ chave, ...(answers.get(chave) ?? { encontrado: false, lead: null }) }))),
    )
    const list = 'nome,telefone\nA,11961234501 / 11961234502\nB,11961234501 ou 11961234503\nC,11961234501\n'
    const { rows } = await finishRun(workspace, { list })
    expect(service.batches()).toEqual([['5511961234501', '5511961234502', '5511961234503']])
    expect(rows.map((row) => [row.cruzar_resultado, row.cruzar_chave, row.lead_nome])).toEqual([
      ['com_conversa', '5511961234502', 'Duas'],
      ['sem_conversa', '5511961234503', 'Três'],
      ['ausente', '5511961234501', null],
    ])
  })

  test('reports what it would send and what it cannot before anything is sent', async () => {
    const { service, connection_id, ...workspace } = await startCruzar()
    const requestsBefore = service.asked.length
    const list = `telefone\n${phones(1200).join('\n')}\n1234567\n\n5,51199E+12\n${phones(1)[0]}\n`
    const ticket = workspace.fileTickets.put({ name: 'a.csv', source: { bytes: Buffer.from(list) } })
    const { list: id, inspection } = await workspace.ask('cruzar.stage', { from: 'file', ticket })
    expect(inspection.columns).toMatchObject([{ name: 'telefone', kind: 'phone' }])
    const budget = await workspace.ask('cruzar.budget', { list: id, settings: {} })
    expect(budget).toMatchObject({ keys: 1200, repeated: 1 })
    expect(budget.unusable.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['too_short', 'damaged_by_excel']),
    )
    expect(service.asked).toHaveLength(requestsBefore)
    await expect(workspace.ask('cruzar.stage', { from: 'file', ticket })).rejects.toMatchObject({
      code: 'file_unreadable',
    })
  })

  test('that cannot be read is named, and an address book has headings that people understand', async () => {
    const { stage } = await startWorkspace()
    const failure = await stage('<html><table></table></html>', 'clientes.xlsx').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'list_unreadable', params: { cause: 'web_page', file: 'clientes.xlsx' } })
    expect(failureSentence(ptBR, failureOf(failure))).toMatch(/^“clientes\.xlsx”: Por dentro/)
    const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nTEL:11988887771\r\nORG:Padaria\r\nEND:VCARD\r\n'
    const { inspection } = await stage(card, 'agenda.vcf')
    expect(inspection.columns.map(({ name }) => name)).toEqual(['Nome', 'Telefone', 'E-mail', 'Empresa'])
  })
})

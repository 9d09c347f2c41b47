import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { finishRun, phones, startRun } from '../../kit/leads.ts'
import { startCruzar } from './platform-that-answers.ts'

const original = [
  ['Nome', 'Telefone', 'Obs; livre', 'Código'],
  ['Ana "A" Souza', '+55 (11) 96123-4567', '=SOMA(A1)', '007'],
  ['José', '11961234604', 'duas\nlinhas', '1,50'],
  ['Édipo', '11 96123 4641', '', '2026-01-02'],
  ['Sem telefone', 'não tem', "'aspas", ' espaço '],
  ['Ana de novo', '5511961234567', '+5', '-3'],
]
const text = (rows: readonly string[][]) => Papa.unparse([...rows], { delimiter: ';', newline: '\r\n' })

async function finishedRun() {
  const { service, connection_id, ...workspace } = await startCruzar()
  const { run } = await finishRun(workspace, { list: text(original), name: 'campanha.csv' })
  return { service, workspace, connection_id, run }
}

describe('a run', () => {
  test('is stored with its list, filters, times and counts, and opens again without the service', async () => {
    const { workspace, run } = await finishedRun()
    expect(run).toMatchObject({
      name: 'campanha.csv',
      list_name: 'campanha.csv',
      rows: 5,
      keys: 3,
      repeated: 1,
      requests: 1,
    })
    expect(Date.parse(run.finished_at ?? '')).toBeGreaterThanOrEqual(Date.parse(run.started_at))
    const rowsBefore = await workspace.rows({ kind: 'run', id: run.id })
    await workspace.reopen()
    expect(await workspace.ask('cruzar.runs', {})).toEqual([{ ...run, bytes: expect.any(Number) }])
    expect(await workspace.rows({ kind: 'run', id: run.id })).toEqual(rowsBefore)
  })

  test('can be renamed, run again from its own list, and forgotten', async () => {
    const { workspace, run, connection_id, service } = await finishedRun()
    expect(await workspace.ask('cruzar.rename', { id: run.id, name: 'Março' })).toMatchObject({ name: 'Março' })
    const { list } = await workspace.ask('cruzar.stage', { from: 'run', id: run.id })
    const input = { list, settings: {}, connection_id, filter: {}, name: 'De novo', other_ninth: false }
    const again = await workspace.ask('cruzar.start', input)
    await workspace.ended(again)
    expect(service.batches()[1]).toEqual(service.batches()[0])
    expect((await workspace.ask('cruzar.run', { id: again.id })).outcomes).toEqual(run.outcomes)
    expect(await workspace.ask('cruzar.forget', { id: run.id })).toMatchObject([{ name: 'De novo' }])
    await expect(workspace.ask('cruzar.run', { id: run.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that is being sent can be forgotten: sending ends first', async () => {
    const { service, connection_id, ...workspace } = await startCruzar(() => () => {})
    const started = await startRun(workspace, { list: phones(30).join('\n') })
    expect(started).toMatchObject({ state: 'running', task_id: expect.any(String) })
    await expect.poll(() => service.batches().length, { interval: 5 }).toBe(1)
    await expect(workspace.ask('cruzar.resume', { id: started.id })).rejects.toMatchObject({ code: 'already_running' })
    expect(await workspace.ask('cruzar.forget', { id: started.id })).toEqual([])
    expect(workspace.task(started)).toMatchObject({ state: 'cancelled' })
  })

  test('is not made for a list without keys or a connection that is gone', async () => {
    const { workspace, connection_id } = await finishedRun()
    const { list } = await workspace.stage('telefone\nnão tem\ndepois\n', 'a.csv')
    const input = { list, settings: {}, connection_id, filter: {}, name: 'Sem chaves' }
    await expect(workspace.ask('cruzar.start', input)).rejects.toMatchObject({ code: 'list_no_keys' })
    // Another column can still be chosen.
    expect(await workspace.ask('cruzar.inspect', { list, settings: {} })).toMatchObject({ name: 'a.csv' })
    await expect(startRun(workspace, { connection_id: 'x', list: phones(2).join('\n') })).rejects.toMatchObject({
      code: 'no_connection',
    })
    expect(await workspace.ask('cruzar.runs', {})).toHaveLength(1)
  })

  test('can come from pasted text and from the example of the demonstration', async () => {
    const { workspace } = await finishedRun()
    const pasted = await workspace.ask('cruzar.stage', { from: 'text', text: '11961234567\n11961234604' })
    expect(await workspace.ask('cruzar.budget', { list: pasted.list, settings: {} })).toMatchObject({
      rows: 2,
      keys: 2,
    })
    const example = await workspace.ask('cruzar.stage', { from: 'example' })
    expect(example.inspection.name).toBe('lista.csv')
    await expect(workspace.ask('cruzar.stage', { from: 'run', id: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

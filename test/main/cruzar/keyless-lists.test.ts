import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Run } from '../../../preload/contract/cruzar.ts'
import { startAccount, startRun } from '../../kit/leads.ts'
import type { TestWorkspace } from '../../kit/workspace.ts'
import { startCruzar } from './platform-that-answers.ts'

const list = 'Nome,Telefone\nAna,(11) 99999-9999\nBia,11 90000-0000\nCaio,\n'

const rowsOf = async ({ rows }: TestWorkspace, { id }: Run) =>
  (await rows({ kind: 'run', id })).map((row) => [row.cruzar_resultado, row.cruzar_motivo])

const everyRow = [
  ['invalida', 'placeholder'],
  ['invalida', 'placeholder'],
  ['invalida', 'empty'],
]

describe('a list of which nobody can be asked', () => {
  test('is a finished run whose rows say why, without a request', async () => {
    const { service, ...workspace } = await startCruzar()
    const run = await startRun(workspace, { list, name: 'lista.csv' })
    expect(run).toMatchObject({ state: 'finished', keys: 0, rows: 3, requests: 0, task_id: null })
    expect(run.outcomes).toMatchObject({ invalida: 3 })
    expect(await rowsOf(workspace, run)).toEqual(everyRow)
    expect(service.batches()).toEqual([])
    await workspace.reopen()
    expect(await rowsOf(workspace, run)).toEqual(everyRow)
  })

  test('can be repeated, gone on with, compared, exported and forgotten like any other', async () => {
    const { service, connection_id: _, ...workspace } = await startCruzar()
    const { ask } = workspace
    const first = await startRun(workspace, { list, name: 'lista.csv' })
    const staged = await ask('cruzar.stage', { from: 'run', id: first.id })
    const { list_id } = first
    const order = { list: staged.list, settings: {}, filter: {}, name: 'De novo', list_id, other_ninth: false }
    const again = await ask('cruzar.start', order)
    expect(again).toMatchObject({ state: 'finished', list_id, outcomes: first.outcomes })
    const changes = await ask('cruzar.changes', { id: again.id })
    expect(changes).toMatchObject({ since: { id: first.id }, changed: 0, gone: 0, without_key: 3 })
    await workspace.ended(await ask('cruzar.resume', { id: again.id }))
    expect(await ask('cruzar.run', { id: again.id })).toMatchObject({ state: 'finished', failure: null, requests: 0 })
    const { path } = await workspace.exported({ kind: 'run', id: again.id }, 'csv-raw')
    const text = await readFile(path, 'utf8')
    expect(text.match(/^.*invalida.*$/gm)).toHaveLength(3)
    await ask('cruzar.forget', { id: first.id })
    expect(await ask('cruzar.runs', {})).toMatchObject([{ id: again.id }])
    expect(service.batches()).toEqual([])
  })

  test('is answered by sheets alike, and has nothing that could be checked', async () => {
    const account = await startAccount({ leads: 60 })
    const sheet = await account.readSheet()
    const run = await startRun(account, { list, name: 'lista.csv', sheet_id: sheet.id })
    expect(run).toMatchObject({ state: 'finished', keys: 0 })
    expect(await rowsOf(account, run)).toEqual(everyRow)
    await expect(account.ask('cruzar.check', { id: run.id })).rejects.toMatchObject({ code: 'bad_request' })
    const other = await account.ask('cruzar.answer_with_sheets', { id: run.id, sheet_ids: [sheet.id] })
    expect(other).toMatchObject({ state: 'finished', outcomes: { invalida: 3 } })
  })

  test('is refused where its key columns hold nothing that could ever be a key', async () => {
    const { connection_id, ...workspace } = await startCruzar()
    const words = 'Nome,Telefone\nAna,não tem\nBia,ver no sistema\n'
    const settings = { key_columns: [{ index: 1, kind: 'phone' as const }] }
    await expect(startRun(workspace, { list: words, settings })).rejects.toMatchObject({
      code: 'list_no_keys',
      params: { columns: '“Telefone”', reason: 'empty' },
    })
    expect(await workspace.ask('cruzar.runs', {})).toEqual([])
  })
})

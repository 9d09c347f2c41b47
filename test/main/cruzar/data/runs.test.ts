import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readState, runSchema } from '../../../../main/cruzar/data/run-file.ts'
import { openEncryptedFile } from '../../../../main/engine/store/encrypted-file.ts'
import { writeFact } from '../../../../main/engine/store/facts.ts'
import type { ListSettings } from '../../../../preload/contract/cruzar.ts'
import { fileKey } from '../../../kit/temporary-folder.ts'
import { queryOf } from '../../sheets/data/lead-pages.ts'
import { answerBody, asIs, createRunKit, type RunKit, result } from './run-kit.ts'

const list = [
  'Nome;Telefone;Outro;Cidade;Cidade',
  'Ana;(11) 98888-7777;;Recife;x',
  'Bruno;11 98888 6666;11 97777-5555;;',
  '"Silva; Caio";5,51199E+12;;São Paulo;',
  'Davi;;;;',
  'Elza;(11) 98888-7777;;Olinda;=1+1',
].join('\r\n')
const [first, second] = ['5511988887777', '5511988886666'] as const
const settings: ListSettings = {
  ...asIs,
  header: true,
  key_columns: [
    { index: 1, kind: 'phone' },
    { index: 2, kind: 'phone' },
  ],
}
const tableOf = (id: string) => ({ kind: 'run', id }) as const
const cost = { requests: 1, seconds: 0.5 }
const coded = (code: string) => expect.objectContaining({ code })
let kit: RunKit

beforeEach(() => {
  kit = createRunKit()
})

/** A run of the list that is being answered. */
async function begun(): Promise<string> {
  const { id } = await kit.make(list, settings)
  await kit.ask('runs.begin', { id })
  return id
}

function answer(id: string, results: readonly unknown[], [from, count] = [0, 3], ask = kit.ask) {
  return ask('runs.answer', { id, from, count, body: answerBody(results), ...cost })
}

describe('a new run', () => {
  it('shows the original columns untouched and in order, repeated headings included', async () => {
    const { id } = await kit.make(list, settings)
    const { columns: order } = await kit.ask('tables.shape', { table: tableOf(id), query: queryOf() })
    expect(order.slice(0, 5).map(({ heading }) => heading)).toEqual(['Nome', 'Telefone', 'Outro', 'Cidade', 'Cidade'])
    expect(order.slice(5, 10).map(({ key, type }) => `${key} ${type}`)).toEqual([
      'cruzar_resultado outcome',
      'cruzar_chave text',
      'cruzar_motivo reason',
      'cruzar_degrau code',
      'cruzar_candidatos integer',
    ])
    expect(order).toHaveLength(5 + 5 + 23)
    const phones = ['(11) 98888-7777', '11 98888 6666', '5,51199E+12', '', '(11) 98888-7777']
    expect(await kit.column(id, 'c1')).toEqual(phones)
    expect(await kit.column(id, 'c0')).toEqual(['Ana', 'Bruno', 'Silva; Caio', 'Davi', 'Elza'])
    expect(await kit.column(id, 'c4')).toEqual(['x', '', '', '', '=1+1'])
  })

  it('gives a reason for invalid rows and none for rows that wait for their answer', async () => {
    const id = await begun()
    expect(await kit.column(id, 'cruzar_motivo')).toEqual([null, null, 'damaged_by_excel', 'empty', null])
    expect(await kit.column(id, 'cruzar_chave')).toEqual([first, second, null, null, first])
  })

  it('keeps cells beyond the headings as columns without a heading', async () => {
    const wide = await kit.make('telefone\n11988887777\n11988886666;a mais;e mais', {
      ...settings,
      delimiter: ';',
      key_columns: [{ index: 0, kind: 'phone' }],
    })
    const { columns } = await kit.ask('tables.shape', { table: tableOf(wide.id), query: queryOf() })
    expect(columns.slice(0, 3).map(({ heading }) => heading)).toEqual(['telefone', '', ''])
    expect(await kit.column(wide.id, 'c2')).toEqual(['', 'e mais'])
  })

  it('is answered by the service where its file is older than runs answered by a sheet', async () => {
    const { id } = await kit.make(list, settings)
    kit.restart()
    const database = openEncryptedFile({
      path: path.join(kit.dir, 'runs', `${id}.run`),
      key: fileKey,
      schema: runSchema,
    })
    const { sheet_id, sheet_name, sheet_read_at, ...older } = readState(database)
    expect([sheet_id, sheet_name, sheet_read_at]).toEqual([null, null, null])
    writeFact(database, 'state', older)
    database.close()
    const service = { sheet_id: null, sheet_name: null, sheet_read_at: null }
    expect(await kit.ask('runs.list', {})).toMatchObject([service])
    expect(await kit.ask('runs.read', { id })).toMatchObject(service)
  })
})

describe('an answer', () => {
  it('ranks an unanswered key above an absent one, so that nobody is called absent too early', async () => {
    const id = await begun()
    await answer(id, [result(second)], [0, 2])
    const outcomes = ['sem_resposta', 'sem_resposta', 'invalida', 'invalida', 'sem_resposta']
    expect(await kit.column(id, 'cruzar_resultado')).toEqual(outcomes)
    await kit.ask('runs.unanswered', { id, from: 2, count: 1, reason: 'service_failed', ...cost })
    const reasons = ['key_not_answered', 'service_failed', 'damaged_by_excel', 'empty', 'key_not_answered']
    expect(await kit.column(id, 'cruzar_motivo')).toEqual(reasons)
  })

  it('with one result nested too deeply loses that result only', async () => {
    const id = await begun()
    const deep = `{"chave":"${first}","encontrado":true,"lead":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`
    const body = answerBody([result(second)]).replace('"resultados":[', `"resultados":[${deep},`)
    expect(await kit.ask('runs.answer', { id, from: 0, count: 2, body, ...cost })).toMatchObject({ answered: 1 })
    expect((await kit.column(id, 'cruzar_motivo'))[0]).toBe('key_not_answered')
  })

  it('with a found person but no lead means no conversation', async () => {
    const id = await begun()
    await answer(id, [result(first, null)], [0, 1])
    expect((await kit.column(id, 'cruzar_resultado'))[0]).toBe('sem_conversa')
    expect((await kit.column(id, 'lead_nome'))[0]).toBe(null)
  })

  it.each(['<html>', '{}', '{"resultados":{}}', '{"resultados":[1,2]}', ''])('of %s is refused whole', async (body) => {
    const id = await begun()
    const { outcomes } = await kit.ask('runs.read', { id })
    const refused = kit.ask('runs.answer', { id, from: 0, count: 3, body, ...cost })
    await expect(refused).rejects.toEqual(coded('unexpected_body'))
    expect(await kit.ask('runs.read', { id })).toMatchObject({ requests: 0, outcomes })
  })

  it('makes a new version of the table, whose original and lead columns are searched', async () => {
    const id = await begun()
    const shape = () => kit.ask('tables.shape', { table: tableOf(id), query: queryOf({ search: 'ana' }) })
    const previous = await shape()
    expect(previous.matching).toBe(1)
    expect((await kit.column(id, 'cruzar_resultado'))[1]).toBe('sem_resposta')
    await answer(id, [result(second, { conversa_id: 5, nome: 'Ana Maria' })], [1, 1])
    expect(await shape()).toMatchObject({ matching: 2, version: expect.not.stringMatching(previous.version) })
    expect((await kit.column(id, 'cruzar_resultado'))[1]).toBe('com_conversa')
  })

  it('that comes while the table is loaded shows whole or not at all, as its version says', async () => {
    const phones = Array.from({ length: 200 }, (_, at) => `5511988870${100 + at}`)
    const { id } = await kit.make(phones.join('\n'))
    await kit.ask('runs.begin', { id })
    const columns = ['cruzar_resultado', 'cruzar_chave', 'lead_nome']
    const rowAt = (from: number) =>
      kit.ask('tables.rows', { table: tableOf(id), query: queryOf(), from, count: 1, columns })
    const shown: boolean[] = []
    // One step later each time, until the table is there before.
    while (shown.at(-1) !== false) {
      const [at, key = ''] = [shown.length, phones[shown.length]]
      const { version: previousVersion } = await rowAt(0)
      // Another row of the list makes the table anew.
      await answer(id, [result(phones.at(-1 - at) ?? '')], [phones.length - 1 - at, 1])
      const loading = rowAt(at)
      for (let step = 0; step < at; step++) await null
      await answer(id, [result(key, { conversa_id: 5, nome: key })], [at, 1])
      const { rows, version } = await loading
      const { version: newest } = await rowAt(at)
      expect(version).not.toBe(previousVersion)
      shown.push(version === newest)
      expect(rows[0]?.cells).toEqual(shown.at(-1) ? ['com_conversa', key, key] : ['sem_resposta', key, null])
    }
    expect(shown.length).toBeGreaterThan(2)
  })
})

describe('a stored run', () => {
  it('has the name that it was given while its end was stored', async () => {
    const id = await begun()
    await answer(id, [result(first, { contato_id: 1, conversa_id: 2 })], [0, 1])
    const end = kit.ask('runs.finish', { id, failure: null })
    await kit.ask('runs.rename', { id, name: 'Outubro' })
    await end
    expect(await kit.ask('runs.read', { id })).toMatchObject({ name: 'Outubro', state: 'finished' })
  })

  it('is answered by one process at a time, and by the other once that one has stopped', async () => {
    const id = await begun()
    const other = kit.elsewhere()
    await expect(other('runs.begin', { id })).rejects.toEqual(coded('already_running'))
    await expect(other('runs.forget', { id })).rejects.toEqual(coded('already_running'))
    await answer(id, [result(first, { contato_id: 1, nome: 'Ana', conversa_id: 3 })], [0, 1])
    await kit.ask('runs.finish', { id, failure: 'cancelled' })
    expect(await other('runs.begin', { id })).toMatchObject({ pending: [{ from: 1, count: 2 }] })
  })

  it('shows no name, phone or e-mail on disk', async () => {
    const id = await begun()
    const lead = { contato_id: 1, nome: 'Zulmira Secreta', conversa_id: 31, email: 'zulmira@example.com' }
    await answer(id, [result(first, lead)], [0, 1])
    const folder = path.join(kit.dir, 'runs')
    const secrets = ['Zulmira', 'Silva; Caio', first, '98888-7777', 'Campanha', 'example.com']
    const leaks = () =>
      readdirSync(folder).flatMap((name) => {
        const bytes = readFileSync(path.join(folder, name))
        return secrets.filter((secret) => bytes.includes(secret))
      })
    expect(leaks()).toEqual([])
    await kit.ask('runs.finish', { id, failure: null })
    expect(leaks()).toEqual([])
    kit.restart()
    expect(leaks()).toEqual([])
  })

  it('keeps its name and column layout, and is forgotten with its file', async () => {
    const { id } = await kit.make(list, settings)
    await kit.ask('runs.rename', { id, name: 'Outubro' })
    expect(await kit.ask('runs.read', { id })).toMatchObject({ name: 'Outubro' })
    const table = tableOf(id)
    expect(await kit.ask('tables.layout', { table })).toEqual({ columns: [] })
    const layout = { columns: [{ key: 'c1', width: 90 }] }
    await kit.ask('tables.arrange', { table, layout })
    kit.restart()
    expect(await kit.ask('tables.layout', { table })).toEqual(layout)
    expect(await kit.ask('runs.list', {})).toMatchObject([{ name: 'Outubro' }])
    await kit.ask('runs.forget', { id })
    expect(readdirSync(path.join(kit.dir, 'runs'))).toEqual([])
    await expect(kit.ask('runs.read', { id })).rejects.toEqual(coded('not_found'))
    await expect(kit.ask('runs.read', { id: '../app' })).rejects.toEqual(coded('not_found'))
  })

  it('shows what another process did to it, and that it was forgotten there', async () => {
    const { id } = await kit.make(list, settings)
    await kit.ask('runs.read', { id })
    const other = kit.elsewhere()
    await other('runs.begin', { id })
    await answer(id, [result(first)], [0, 1], other)
    await other('runs.finish', { id, failure: 'offline' })
    const interruptedRun = { state: 'interrupted', failure: 'offline', answered_keys: 1 }
    expect(await kit.ask('runs.list', {})).toMatchObject([interruptedRun])
    expect(await kit.ask('runs.read', { id })).toMatchObject(interruptedRun)
    expect(await kit.column(id, 'cruzar_resultado')).toContain('ausente')
    await other('runs.forget', { id })
    await expect(kit.ask('runs.read', { id })).rejects.toEqual(coded('not_found'))
  })

  it('with a damaged file is listed with its failure beside the good ones, and can be forgotten', async () => {
    const { id } = await kit.make(list, settings)
    writeFileSync(path.join(kit.dir, 'runs', 'broken.run'), 'not one of ours, and longer than a mark')
    const listed = await kit.ask('runs.list', {})
    expect(listed.map((run) => run.id).sort()).toEqual([id, 'broken'].sort())
    expect(listed.find((run) => run.id === 'broken')).toMatchObject({ state: 'interrupted', failure: 'key_missing' })
    await expect(kit.ask('runs.read', { id: 'broken' })).rejects.toEqual(coded('key_missing'))
    await kit.ask('runs.forget', { id: 'broken' })
    expect(await kit.ask('runs.list', {})).toMatchObject([{ id }])
  })
})

it('the keys that rows are reached by are those of the list as they were sent, and what the lead has for a row that has none of the kind', async () => {
  const { id } = await kit.make(
    ['E-mail;Telefone', 'ana@x.com;(11) 98888-7777', 'bia@x.com;', ';11 98888 6666', 'abc;xyz'].join('\r\n'),
    {
      ...asIs,
      header: true,
      key_columns: [
        { index: 0, kind: 'email' },
        { index: 1, kind: 'phone' },
      ],
    },
  )
  await kit.ask('runs.begin', { id })
  const lead = { contato_id: 1, conversa_id: 2, telefone: '+5521977776666', telefone_digitos: '5521977776666' }
  const person = { ...lead, email: 'dois@x.com' }
  await answer(
    id,
    [result('ana@x.com', person), result(first), result('bia@x.com', person), result(second, person)],
    [0, 4],
  )
  const keysOf = (kind: 'phone' | 'email') =>
    kit.ask('tables.copy_keys', { table: tableOf(id), query: queryOf(), rows: null, kind })
  expect(await keysOf('phone')).toMatchObject({ text: [first, '5521977776666', second].join('\r\n'), without: 1 })
  expect(await keysOf('email')).toMatchObject({ text: 'ana@x.com\r\nbia@x.com\r\ndois@x.com', without: 1 })
})

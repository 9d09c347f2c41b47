import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readState, writeFact } from '../../../main/data/runs/run-file.ts'
import { createRunFolder } from '../../../main/data/runs/run-folder.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { answerBody, createRunKit, quiet, type RunKit, result } from './run-kit.ts'

const list = [
  'Nome;Telefone;Outro;Cidade;Cidade',
  'Ana;(11) 98888-7777;;Recife;x',
  'Bruno;11 98888 6666;11 97777-5555;;',
  '"Silva; Caio";5,51199E+12;;São Paulo;',
  'Davi;;;;',
  'Elza;(11) 98888-7777;;Olinda;=1+1',
].join('\r\n')
const settings = {
  encoding: null,
  delimiter: null,
  header: true,
  sheet: null,
  hidden_rows: null,
  key_columns: [
    { index: 1, kind: 'phone' as const },
    { index: 2, kind: 'phone' as const },
  ],
}
const cost = { requests: 1, seconds: 0.5 }
let kit: RunKit

beforeEach(() => {
  kit = createRunKit()
})
afterEach(() => kit.remove())

async function codeOf(action: () => unknown): Promise<string> {
  try {
    await action()
  } catch (error) {
    return error instanceof AppFailure ? error.code : String(error)
  }
  return 'nothing thrown'
}

async function made() {
  const run = await kit.make(list, settings as never)
  const calls = kit.runs().handlers
  const { keys } = await calls['runs.keys']({ id: run.id, from: 0, count: run.keys, most: run.keys }, quiet)
  return { id: run.id, run, calls, keys }
}

describe('a new run', () => {
  it('has the keys of the list once each, and counts rows without a key as invalid', async () => {
    const { run, keys } = await made()
    expect(keys).toEqual(['5511988887777', '5511988886666', '5511977775555'])
    expect(run).toMatchObject({ rows: 5, keys: 3, repeated: 1, answered_keys: 0, state: 'interrupted', failure: null })
    expect(run.outcomes).toEqual({ com_conversa: 0, sem_conversa: 0, ausente: 0, invalida: 2, sem_resposta: 3 })
    expect(run.bytes).toBeGreaterThan(0)
  })

  it('drops the staged list, and keeps it to be run again with the same columns', async () => {
    const { run } = await made()
    const staged = await kit
      .lists()
      ['lists.stage']({ list: 'again', name: run.list_name, source: { run: run.id } }, quiet)
    expect(staged.columns.map(({ kind }) => kind)).toEqual(['other', 'phone', 'phone', 'other', 'other'])
    const again = await kit.runs().handlers['runs.create'](
      {
        id: 'second',
        list: 'again',
        settings: { ...settings, key_columns: null, header: null },
        name: 'De novo',
        connection_id: 'one',
        sheet_id: null,
        filter: run.filter,
      },
      quiet,
    )
    expect(again).toMatchObject({ rows: 5, keys: 3 })
    expect(await codeOf(() => kit.lists()['lists.inspect']({ list: 'again', settings }, quiet))).toBe('not_found')
  })

  it('shows the original columns untouched and in order, headings that repeat included', async () => {
    const { id } = await made()
    const table = await kit.table(id)
    expect(table.order.slice(0, 5).map(({ heading }) => heading)).toEqual([
      'Nome',
      'Telefone',
      'Outro',
      'Cidade',
      'Cidade',
    ])
    expect(table.order.slice(5, 8).map(({ key, type }) => [key, type])).toEqual([
      ['cruzar_resultado', 'outcome'],
      ['cruzar_chave', 'text'],
      ['cruzar_motivo', 'reason'],
    ])
    expect(table.order).toHaveLength(5 + 3 + 23)
    expect(await kit.column(id, 'c1')).toEqual([
      '(11) 98888-7777',
      '11 98888 6666',
      '5,51199E+12',
      '',
      '(11) 98888-7777',
    ])
    expect(await kit.column(id, 'c0')).toEqual(['Ana', 'Bruno', 'Silva; Caio', 'Davi', 'Elza'])
    expect(await kit.column(id, 'c4')).toEqual(['x', '', '', '', '=1+1'])
  })

  it('tells why rows are invalid, and nothing of rows that wait for their answer', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    expect(await kit.column(id, 'cruzar_motivo')).toEqual([null, null, 'damaged_by_excel', 'empty', null])
    expect(await kit.column(id, 'cruzar_chave')).toEqual([
      '5511988887777',
      '5511988886666',
      null,
      null,
      '5511988887777',
    ])
  })

  it('takes rows longer than the headings, and a list without any usable key', async () => {
    const wide = await kit.make('telefone\n11988887777\n11988886666;a mais;e mais', {
      ...settings,
      delimiter: ';',
      key_columns: [{ index: 0, kind: 'phone' }],
    } as never)
    expect((await kit.table(wide.id)).order.slice(0, 3).map(({ heading }) => heading)).toEqual(['telefone', '', ''])
    expect(await kit.column(wide.id, 'c2')).toEqual(['', 'e mais'])
    const none = await kit.make('telefone\nabc\n12', settings as never)
    expect(none).toMatchObject({ rows: 2, keys: 0, outcomes: { invalida: 2 } })
    kit.restart()
    expect(await kit.column(none.id, 'cruzar_resultado')).toEqual(['invalida', 'invalida'])
    expect(await kit.runs().handlers['runs.begin']({ id: none.id }, quiet)).toEqual({ pending: [], keys: 0 })
  })

  it('says which sheet answers it, and when that had been read', async () => {
    await kit.lists()['lists.stage']({ list: 'a', name: 'a.csv', source: { bytes: Buffer.from(list) } }, quiet)
    const input = { id: 'x', list: 'a', settings, name: 'a', connection_id: 'one', filter: (await made()).run.filter }
    const create = kit.runs().handlers['runs.create']
    expect(await codeOf(() => create({ ...input, sheet_id: 'forgotten' }, quiet))).toBe('not_found')
    await create({ ...input, sheet_id: 'sheet' }, quiet)
    kit.restart()
    expect(await kit.runs().handlers['runs.read']({ id: 'x' }, quiet)).toMatchObject({
      sheet_id: 'sheet',
      sheet_name: 'Leads de novembro',
      sheet_read_at: '2026-11-19T08:00:00.000Z',
    })
  })

  it('is of the service where its file is older than runs answered by a sheet', async () => {
    const { id } = await made()
    kit.restart()
    const database = createRunFolder({ dir: kit.dir, key: kit.key }).open(id)
    const { sheet_id, sheet_name, sheet_read_at, ...older } = readState(database)
    expect([sheet_id, sheet_name, sheet_read_at]).toEqual([null, null, null])
    writeFact(database, 'state', older)
    database.close()
    const service = { sheet_id: null, sheet_name: null, sheet_read_at: null }
    expect(await kit.runs().handlers['runs.list']({}, quiet)).toMatchObject([service])
    expect(await kit.runs().handlers['runs.read']({ id }, quiet)).toMatchObject(service)
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const abort = new AbortController()
    await kit.lists()['lists.stage']({ list: 'a', name: 'a.csv', source: { bytes: Buffer.from(list) } }, quiet)
    abort.abort()
    const calls = kit.runs().handlers
    const { filter } = (await made()).run
    const input = { id: 'x', list: 'a', settings, name: 'a', connection_id: 'one', sheet_id: null, filter }
    const before = readdirSync(path.join(kit.dir, 'runs'))
    await expect(
      Promise.resolve(calls['runs.create'](input, { signal: abort.signal, progress: () => {} })),
    ).rejects.toMatchObject({ code: 'cancelled' })
    expect(readdirSync(path.join(kit.dir, 'runs'))).toEqual(before)
  })
})

describe('an answer', () => {
  it('is matched by chave, never by position, and gives each row the best of its keys', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    const body = answerBody([
      result('5511977775555', { contato_id: 7, nome: 'Bruno B', conversa_id: null }),
      result('5511988887777', { contato_id: 1, nome: 'Ana A', conversa_id: 31, telefone: '+5511988887777' }),
      result('5511988886666'),
    ])
    const stored = await calls['runs.answer']({ id, from: 0, count: 3, body, ...cost }, quiet)
    expect(stored).toEqual({
      answered: 3,
      missing: 0,
      answered_keys: 3,
      outcomes: { com_conversa: 2, sem_conversa: 1, ausente: 0, invalida: 2, sem_resposta: 0 },
    })
    expect(await kit.column(id, 'cruzar_chave')).toEqual([
      '5511988887777',
      '5511977775555',
      null,
      null,
      '5511988887777',
    ])
    expect(await kit.column(id, 'lead_nome')).toEqual(['Ana A', 'Bruno B', null, null, 'Ana A'])
    expect(await kit.column(id, 'lead_conversa_id')).toEqual([31, null, null, null, 31])
    expect(await calls['runs.finish']({ id, failure: null }, quiet)).toMatchObject({
      state: 'finished',
      failure: null,
      requests: 1,
      seconds: 0.5,
      finished_at: '2026-11-20T12:00:00.000Z',
    })
  })

  it('counts an unanswered key above an absent one, so that nobody is called absent too early', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    await calls['runs.answer']({ id, from: 0, count: 2, body: answerBody([result('5511988886666')]), ...cost }, quiet)
    expect(await kit.column(id, 'cruzar_resultado')).toEqual([
      'sem_resposta',
      'sem_resposta',
      'invalida',
      'invalida',
      'sem_resposta',
    ])
    await calls['runs.unanswered']({ id, from: 2, count: 1, reason: 'service_failed', requests: 5, seconds: 9 }, quiet)
    expect(await kit.column(id, 'cruzar_motivo')).toEqual([
      'key_not_answered',
      'service_failed',
      'damaged_by_excel',
      'empty',
      'key_not_answered',
    ])
  })

  it('that has one result nested too deeply is kept but for that', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    const deep = `{"chave":"5511988887777","encontrado":true,"lead":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`
    const body = answerBody([result('5511988886666')]).replace('"resultados":[', `"resultados":[${deep},`)
    expect(await calls['runs.answer']({ id, from: 0, count: 2, body, ...cost }, quiet)).toMatchObject({ answered: 1 })
    expect((await kit.column(id, 'cruzar_motivo'))[0]).toBe('key_not_answered')
  })

  it('leaves keys without a result unanswered, and ignores repeated and unknown ones', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    const body = answerBody([
      result('5511988887777', { contato_id: 1, nome: 'Ana A', conversa_id: 31 }),
      result('5511988887777'),
      result('0000'),
      'no result',
      { chave: 5 },
    ])
    const stored = await calls['runs.answer']({ id, from: 0, count: 3, body, ...cost }, quiet)
    expect(stored).toMatchObject({ answered: 1, missing: 2, answered_keys: 1 })
    const other = answerBody([result('5511988887777'), result('5511988886666')])
    expect(await calls['runs.answer']({ id, from: 0, count: 3, body: other, ...cost }, quiet)).toMatchObject({
      answered: 1,
      missing: 1,
      outcomes: { com_conversa: 2 },
    })
    await calls['runs.finish']({ id, failure: 'cancelled' }, quiet)
    expect(await calls['runs.begin']({ id }, quiet)).toEqual({ pending: [{ from: 2, count: 1 }], keys: 3 })
  })

  it('takes a found person without a lead for one without a conversation', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    await calls['runs.answer'](
      { id, from: 0, count: 1, body: answerBody([result('5511988887777', null)]), ...cost },
      quiet,
    )
    expect((await kit.column(id, 'cruzar_resultado'))[0]).toBe('sem_conversa')
    expect((await kit.column(id, 'lead_nome'))[0]).toBe(null)
  })

  it.each(['<html>', '{}', '{"resultados":{}}', '{"resultados":[1,2]}', ''])(
    'that is none stores nothing: %s',
    async (body) => {
      const { id, calls, run } = await made()
      await calls['runs.begin']({ id }, quiet)
      expect(await codeOf(() => calls['runs.answer']({ id, from: 0, count: 3, body, ...cost }, quiet))).toBe(
        'unexpected_body',
      )
      expect(await calls['runs.read']({ id }, quiet)).toMatchObject({ requests: 0, outcomes: run.outcomes })
    },
  )

  it('shows in the table while the run goes on, with a new version and the same original columns', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    const before = await kit.table(id)
    expect(before.version).toBe(kit.runs().tables.version(id))
    await calls['runs.answer']({ id, from: 0, count: 1, body: answerBody([result('5511988887777')]), ...cost }, quiet)
    expect(kit.runs().tables.version(id)).not.toBe(before.version)
    const after = await kit.table(id)
    expect(after.columns.get('c0')).toBe(before.columns.get('c0'))
    expect(before.columns.get('cruzar_resultado')?.cell(0)).toBe('sem_resposta')
    expect(after.columns.get('cruzar_resultado')?.cell(0)).toBe('ausente')
    expect(after.searchable).toEqual(
      expect.arrayContaining(['c0', 'c4', 'cruzar_chave', 'lead_nome', 'lead_telefone', 'lead_email']),
    )
  })
})

describe('what is stored', () => {
  it('is there after a restart, before and after the run was finished and resumed', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    const lead = { contato_id: 1, nome: 'Ana A', conversa_id: 31, etiquetas_contato: ['vip'], status: 'open' }
    await calls['runs.answer'](
      { id, from: 0, count: 1, body: answerBody([result('5511988887777', lead)]), ...cost },
      quiet,
    )
    const read = async () => ({
      cells: await Promise.all(
        ['cruzar_resultado', 'cruzar_chave', 'lead_nome', 'lead_etiquetas_contato', 'lead_status'].map((key) =>
          kit.column(id, key),
        ),
      ),
      counts: (await kit.runs().handlers['runs.read']({ id }, quiet)).outcomes,
    })
    const live = await read()
    kit.restart()
    expect(await read()).toEqual(live)
    await kit.runs().handlers['runs.finish']({ id, failure: 'offline' }, quiet)
    kit.restart()
    expect(await read()).toEqual(live)
    expect(await kit.column(id, 'cruzar_motivo')).toEqual([null, 'offline', 'damaged_by_excel', 'empty', null])
    const resumed = await kit.runs().handlers['runs.begin']({ id }, quiet)
    expect(resumed.pending).toEqual([{ from: 1, count: 2 }])
    const rest = answerBody([result('5511988886666', { contato_id: 2, nome: 'Bia', conversa_id: 4 })])
    await kit.runs().handlers['runs.answer']({ id, from: 1, count: 2, body: rest, ...cost }, quiet)
    await kit.runs().handlers['runs.finish']({ id, failure: null }, quiet)
    const whole = await read()
    kit.restart()
    expect(await read()).toEqual(whole)
    expect(whole.cells[2]).toEqual(['Ana A', 'Bia', null, null, 'Ana A'])
  })

  it('calls a run interrupted that nobody is answering any more, and lists the newest first', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    expect(await calls['runs.read']({ id }, quiet)).toMatchObject({ state: 'running' })
    kit.restart()
    expect(await kit.runs().handlers['runs.list']({}, quiet)).toMatchObject([
      { id, state: 'interrupted', failure: 'data_process_ended' },
    ])
    expect((await kit.column(id, 'cruzar_motivo'))[0]).toBe('data_process_ended')
  })

  it('is answered by one process at a time, and by the other once that one has stopped', async () => {
    const { id, calls } = await made()
    const other = kit.elsewhere().handlers
    await calls['runs.begin']({ id }, quiet)
    expect(() => other['runs.begin']({ id }, quiet)).toThrow(expect.objectContaining({ code: 'already_running' }))
    expect(() => other['runs.forget']({ id }, quiet)).toThrow(expect.objectContaining({ code: 'already_running' }))
    const body = answerBody([result('5511988887777', { contato_id: 1, nome: 'Ana', conversa_id: 3 })])
    await calls['runs.answer']({ id, from: 0, count: 1, body, ...cost }, quiet)
    await calls['runs.finish']({ id, failure: 'cancelled' }, quiet)
    expect(await other['runs.begin']({ id }, quiet)).toMatchObject({ pending: [{ from: 1, count: 2 }] })
  })

  it('shows no name, phone or e-mail on disk', async () => {
    const { id, calls } = await made()
    await calls['runs.begin']({ id }, quiet)
    const lead = { contato_id: 1, nome: 'Zulmira Secreta', conversa_id: 31, email: 'zulmira@example.com' }
    await calls['runs.answer'](
      { id, from: 0, count: 1, body: answerBody([result('5511988887777', lead)]), ...cost },
      quiet,
    )
    const folder = path.join(kit.dir, 'runs')
    const look = () => {
      for (const name of readdirSync(folder)) {
        const bytes = readFileSync(path.join(folder, name))
        for (const secret of ['Zulmira', 'Silva; Caio', '5511988887777', '98888-7777', 'Campanha', 'example.com']) {
          expect(bytes.includes(secret)).toBe(false)
        }
      }
    }
    look()
    await calls['runs.finish']({ id, failure: null }, quiet)
    look()
    kit.restart()
    look()
  })

  it('keeps a name and an arrangement of columns, and forgets a run with its file', async () => {
    const { id, calls } = await made()
    expect(await calls['runs.rename']({ id, name: 'Outubro' }, quiet)).toMatchObject({ name: 'Outubro' })
    expect(kit.runs().tables.layout(id)).toEqual({ columns: [] })
    kit.runs().tables.arrange(id, { columns: [{ key: 'c1', width: 90 }] })
    kit.restart()
    expect(kit.runs().tables.layout(id)).toEqual({ columns: [{ key: 'c1', width: 90 }] })
    expect(await kit.runs().handlers['runs.list']({}, quiet)).toMatchObject([{ name: 'Outubro' }])
    await kit.runs().handlers['runs.forget']({ id }, quiet)
    expect(readdirSync(path.join(kit.dir, 'runs'))).toEqual([])
    expect(await codeOf(() => kit.runs().handlers['runs.read']({ id }, quiet))).toBe('not_found')
    expect(await codeOf(() => kit.runs().handlers['runs.read']({ id: '../app' }, quiet))).toBe('not_found')
  })

  it('shows what another process did to a run, and that it was forgotten there', async () => {
    const { id, calls } = await made()
    await calls['runs.read']({ id }, quiet)
    const other = kit.elsewhere().handlers
    await other['runs.begin']({ id }, quiet)
    await other['runs.answer']({ id, from: 0, count: 1, body: answerBody([result('5511988887777')]), ...cost }, quiet)
    await other['runs.finish']({ id, failure: 'offline' }, quiet)
    const seen = { state: 'interrupted', failure: 'offline', answered_keys: 1 }
    expect(await calls['runs.list']({}, quiet)).toMatchObject([seen])
    expect(await calls['runs.read']({ id }, quiet)).toMatchObject(seen)
    expect(await kit.column(id, 'cruzar_resultado')).toContain('ausente')
    await other['runs.forget']({ id }, quiet)
    expect(await codeOf(() => calls['runs.read']({ id }, quiet))).toBe('not_found')
  })

  it('lists a damaged file with what is wrong beside the good runs, and forgets it', async () => {
    const { id } = await made()
    writeFileSync(path.join(kit.dir, 'runs', 'broken.run'), 'not one of ours, and longer than a mark')
    const listed = await kit.runs().handlers['runs.list']({}, quiet)
    expect(listed.map((run) => run.id).sort()).toEqual([id, 'broken'].sort())
    expect(listed.find((run) => run.id === 'broken')).toMatchObject({ state: 'interrupted', failure: 'key_missing' })
    expect(await codeOf(() => kit.runs().handlers['runs.read']({ id: 'broken' }, quiet))).toBe('key_missing')
    await kit.runs().handlers['runs.forget']({ id: 'broken' }, quiet)
    expect(await kit.runs().handlers['runs.list']({}, quiet)).toMatchObject([{ id }])
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runsAll } from '../../kit/systems.ts'
import { readWorkbook } from '../engine/export/read-workbook.ts'
import { leadOf, queryOf } from '../sheets/data/lead-pages.ts'
import { words } from '../sheets/data/open-sheets.ts'
import { openDatasets } from './open-datasets.ts'

const table = { kind: 'dataset', id: 'c1:d1' } as const

async function typesOf(records: readonly unknown[]): Promise<Record<string, string>> {
  const { store, shape } = openDatasets()
  await store(records)
  return Object.fromEntries((await shape()).columns.map(({ key, type }) => [key, type]))
}

describe('the type of a column', () => {
  it('is learnt from its values, not from what the service calls them', async () => {
    const choices = Array.from({ length: 6 }, (_, index) => ({ kind: index % 2 ? 'faq' : 'documento' }))
    const rest = {
      id: 7,
      rate: 0.25,
      when: '2026-11-20T11:12:00Z',
      labels: ['vip'],
      active: true,
      phone: '+5511988887777',
      digits: '0011',
      text: 'a',
      nothing: null,
    }
    expect(await typesOf(choices.map((choice, index) => ({ ...choice, ...rest, text: `texto ${index}` })))).toEqual({
      kind: 'choice',
      id: 'integer',
      rate: 'number',
      when: 'time',
      labels: 'list',
      active: 'code',
      phone: 'phone',
      digits: 'choice',
      text: 'text',
      nothing: 'text',
    })
  })

  it('takes seconds and milliseconds for moments only where the key speaks of one, and durations never', async () => {
    expect(
      await typesOf([
        {
          created_at: 1_763_640_000,
          snoozedUntil: null,
          updatedAt: 1_763_640_000_123,
          resolution_time: 5400,
          total: 1_763_640_000,
        },
        { created_at: 0, updatedAt: null, resolution_time: 86_400, total: 3 },
      ]),
    ).toEqual({
      created_at: 'time',
      snoozedUntil: 'text',
      updatedAt: 'time',
      resolution_time: 'integer',
      total: 'integer',
    })
  })

  it('is text where values are of several kinds, and nothing of them is lost', async () => {
    const { store, shape, cells } = openDatasets()
    await store([{ value: 1 }, { value: 'um' }, { value: { a: [1] } }, { value: [{ b: 2 }] }, { value: false }])
    expect((await shape()).columns.map(({ key, type }) => [key, type])).toEqual([
      ['value', 'text'],
      ['value.a', 'list'],
    ])
    expect(await cells('d1', ['value', 'value.a'])).toEqual([
      ['1', []],
      ['um', []],
      [null, ['1']],
      ['[{"b":2}]', []],
      ['false', []],
    ])
  })
})

describe('records of any shape', () => {
  it('lay nested objects out as columns of their own, and distinguish equal names', async () => {
    const { store, cells, shape } = openDatasets()
    await store([{ a: { b: 1, c: { d: 'x' } }, 'a.b': 2, lead_nome: 'Ana' }, { a: null }])
    const keys = (await shape()).columns.map(({ key }) => key)
    expect(keys).toEqual(['a.b', 'a.c.d', "a.b'", "lead_nome'", 'a'])
    expect(await cells('d1', keys)).toEqual([
      [1, 'x', 2, 'Ana', null],
      [null, null, null, null, null],
    ])
  })

  it('may be bare values, lists, or nothing', async () => {
    const { store, cells, shape } = openDatasets()
    await store(['a', 2, null, ['x', 'y']])
    expect(await cells('d1', ['value'])).toEqual([['a'], ['2'], [null], ['["x","y"]']])
    await store([], 'empty')
    expect(await shape('empty')).toMatchObject({ columns: [], total: 0 })
  })

  it('keep every key when there are very many of them', async () => {
    const { store, shape, cells } = openDatasets()
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`k${index}`, index]))
    await store([{ id: 1, map: many }])
    expect((await shape()).columns.map(({ key, type }) => [key, type])).toEqual([
      ['id', 'integer'],
      ['map', 'text'],
    ])
    await store([many, { k899: 'outro' }], 'flat')
    expect((await shape('flat')).columns).toHaveLength(401)
    const rest = (await cells('flat', ['…'])).map(([cell]) => JSON.parse(String(cell)) as Record<string, unknown>)
    expect(rest[0]).toMatchObject({ k400: 400, k899: 899 })
    expect(rest[1]).toEqual({ k899: 'outro' })
  })

  it('fit into memory where each has keys of its own', async () => {
    const count = runsAll ? 10_000 : 2000
    const { store, shape } = openDatasets()
    await store(Array.from({ length: count }, (_, index) => ({ [`k${index}`]: index, map: { [`m${index}`]: 1 } })))
    const { columns, total } = await shape()
    expect([columns.length, total]).toEqual([401, count])
  })

  it('cannot reach what every object has', async () => {
    const { store, cells } = openDatasets()
    await store([JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')])
    expect(await cells('d1', ['__proto__.polluted', 'constructor'])).toEqual([['true', 1]])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('a data set', () => {
  it('outlives a restart, in no plain text', async () => {
    const opened = openDatasets()
    const stored = await opened.store([{ nome: 'Assistente secreto' }])
    expect(stored).toMatchObject({ rows: 1, columns: ['nome'], join: null, origin: 'console' })
    opened.restart()
    expect(await opened.ask('datasets.list', { connection_id: 'c1' })).toEqual([stored])
    expect(await opened.cells('d1', ['nome'])).toEqual([['Assistente secreto']])
    const file = readFileSync(path.join(opened.dir, 'platform', 'c1.platform'))
    expect(file.includes('Assistente secreto')).toBe(false)
  })

  it('keeps its name, its layout and its join when its records are read anew', async () => {
    const { store, ask, shape, cells } = openDatasets()
    await store([{ id: 1, contato: 5 }])
    const before = (await shape()).version
    await ask('datasets.rename', { connection_id: 'c1', id: 'd1', name: 'Meu nome' })
    await ask('tables.arrange', { table, layout: { columns: [{ key: 'contato', hidden: true }] } })
    await ask('datasets.join', { connection_id: 'c1', id: 'd1', join: { column: 'contato', by: 'contato_id' } })
    const again = await store([
      { id: 1, contato: 5 },
      { id: 2, contato: 6 },
    ])
    expect(again).toMatchObject({ name: 'Meu nome', rows: 2, join: { column: 'contato', by: 'contato_id' } })
    expect(await ask('tables.layout', { table })).toEqual({ columns: [{ key: 'contato', hidden: true }] })
    expect((await shape()).version).not.toBe(before)
    expect(await cells('d1', ['id'])).toEqual([[1], [2]])
    expect(await store([{ id: 3 }])).toMatchObject({ join: null })
  })

  it('is gone when it is forgotten, and is not found by another id', async () => {
    const { store, ask, shape } = openDatasets()
    await store([{ id: 1 }])
    await ask('datasets.forget', { connection_id: 'c1', id: 'd1' })
    await ask('datasets.forget', { connection_id: 'c1', id: 'd1' })
    expect(await ask('datasets.list', { connection_id: 'c1' })).toEqual([])
    await expect(shape()).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask('tables.layout', { table: { kind: 'dataset', id: 'nonsense' } })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(ask('datasets.rename', { connection_id: 'c1', id: 'd1', name: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('makes no file where nothing was stored', async () => {
    const { ask, dir } = openDatasets()
    expect(await ask('datasets.list', { connection_id: 'c9' })).toEqual([])
    expect(() => readFileSync(path.join(dir, 'platform', 'c9.platform'))).toThrow()
  })

  it('is searched, filtered and sorted like every table, decimals too', async () => {
    const { store, cells } = openDatasets()
    await store([
      { nome: 'João', taxa: 1.5 },
      { nome: 'Ana', taxa: 0.25 },
      { nome: 'Bia', taxa: 12 },
    ])
    expect(await cells('d1', ['nome'], queryOf({ search: 'joao' }))).toEqual([['João']])
    expect(await cells('d1', ['taxa'], queryOf({ sort: [{ column: 'taxa', descending: true }] }))).toEqual([
      [12],
      [1.5],
      [0.25],
    ])
    const filters = [{ column: 'taxa', operator: 'between' as const, min: 0.5, max: 2.5 }]
    expect(await cells('d1', ['nome'], queryOf({ filters }))).toEqual([['João']])
  })

  it('is exported with its decimals: as numbers for Excel, with a comma in its CSV, as they are for systems', async () => {
    const { store, ask, dir } = openDatasets()
    await store([
      { nome: 'Ana', taxa: 1.5, ativo: true },
      { nome: 'Bia', taxa: -2, ativo: false },
    ])
    const columns = ['nome', 'taxa', 'ativo'].map((key) => ({ key, heading: key }))
    const job = {
      table,
      query: queryOf(),
      rows: null,
      columns,
      sheet_name: 'Dados',
      zone: 'America/Sao_Paulo',
      origin: null,
      account_folders: null,
    }
    const spoken = { ...words, codes: { '': { true: 'sim', false: 'não' } } }
    const save = async (format: 'xlsx' | 'csv-excel' | 'csv-raw') => {
      const file = path.join(dir, `saida-${format}`)
      await ask('tables.export', { ...job, words: spoken, format, path: file })
      return file
    }
    expect(readFileSync(await save('csv-excel'), 'utf8')).toBe('\ufeffnome;taxa;ativo\r\nAna;1,5;sim\r\nBia;-2;não\r\n')
    expect(readFileSync(await save('csv-raw'), 'utf8')).toBe('nome,taxa,ativo\nAna,1.5,true\nBia,-2,false\n')
    const [sheet] = (await readWorkbook(await save('xlsx'))).sheets
    expect(sheet?.cells.get('B2')).toEqual({ type: 'number', value: '1.5', format: '0' })
    expect(sheet?.cells.get('B3')).toEqual({ type: 'number', value: '-2', format: '0' })
    const copy = { table, query: queryOf(), rows: [0], columns: ['nome', 'taxa'], zone: 'UTC' }
    expect(await ask('tables.copy', { ...copy, headings: null, excel: false, words: spoken })).toEqual({
      text: 'Ana\t1,5',
      rows: 1,
    })
  })
})

describe('a data set joined with leads', () => {
  const ana = {
    ...leadOf(1),
    contato_id: 11,
    nome: 'Ana',
    telefone: '+5511988887777',
    telefone_digitos: '5511988887777',
    email: 'ana@example.com',
  }
  const bia = {
    ...leadOf(2),
    contato_id: 12,
    nome: 'Bia',
    telefone: '+5521977776666',
    telefone_digitos: '5521977776666',
    email: 'bia@example.com',
  }

  it('has the lead of each contact beside it, from the sheets of its own account', async () => {
    const { store, ask, cells, sheet, shape } = openDatasets()
    await sheet('s1', 'c1', [ana, bia])
    await sheet('other', 'c2', [{ ...ana, contato_id: 13, nome: 'Outra conta' }])
    await store([{ contact: { id: 12 } }, { contact: { id: 13 } }, { contact: null }, { contact: { id: 11 } }])
    await ask('datasets.join', { connection_id: 'c1', id: 'd1', join: { column: 'contact.id', by: 'contato_id' } })
    const outcomes = [leadOf(2), leadOf(1)].map(({ conversa_id }) =>
      conversa_id === null ? 'sem_conversa' : 'com_conversa',
    )
    expect(await cells('d1', ['lead_nome', 'lead_planilha', 'lead_resultado'])).toEqual([
      ['Bia', 'Planilha s1', outcomes[0]],
      [null, null, 'ausente'],
      [null, null, null],
      ['Ana', 'Planilha s1', outcomes[1]],
    ])
    expect((await shape()).columns.slice(0, 3).map(({ key }) => key)).toEqual([
      'contact.id',
      'lead_resultado',
      'lead_planilha',
    ])
    expect((await shape()).columns.find(({ key }) => key === 'lead_telefone')).toEqual({
      key: 'lead_telefone',
      type: 'phone',
      heading: null,
    })
    expect(await cells('d1', ['contact.id'], queryOf({ search: 'bia' }))).toEqual([[12]])
  })

  it('finds people by phone with the ninth digit and without, and by e-mail, and follows the sheets', async () => {
    const { store, ask, cells, sheet, shape } = openDatasets()
    await store([{ fone: '(11) 8888-7777', mail: 'BIA@example.com' }])
    const join = (column: string, by: 'telefone' | 'email') =>
      ask('datasets.join', { connection_id: 'c1', id: 'd1', join: { column, by } })
    await join('fone', 'telefone')
    expect(await cells('d1', ['lead_nome'])).toEqual([[null]])
    const before = (await shape()).version
    await sheet('s1', 'c2', [ana, bia])
    expect((await shape()).version).not.toBe(before)
    expect(await cells('d1', ['lead_nome', 'lead_motivo'])).toEqual([['Ana', 'match_without_ninth']])
    await sheet('s2', 'c2', [{ ...ana, contato_id: 14, telefone_digitos: '551188887777', conversa_id: null }])
    expect(await cells('d1', ['lead_nome', 'lead_motivo'])).toEqual([['Ana', 'two_cards']])
    await join('mail', 'email')
    expect(await cells('d1', ['lead_nome'])).toEqual([['Bia']])
    await ask('datasets.join', { connection_id: 'c1', id: 'd1', join: null })
    expect((await shape()).columns.map(({ key }) => key)).toEqual(['fone', 'mail'])
  })

  it('refuses a column that it has not', async () => {
    const { store, ask } = openDatasets()
    await store([{ id: 1 }])
    const join = { column: 'nope', by: 'email' as const }
    await expect(ask('datasets.join', { connection_id: 'c1', id: 'd1', join })).rejects.toMatchObject({
      code: 'bad_request',
    })
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DataCalls } from '../../../main/data-calls.ts'
import { noFileNotes } from '../../../preload/contract/saved-files.ts'
import type { DataFolder } from '../../kit/temporary-folder.ts'
import { type Lead, leadOf, leadsOf, manyLeads, queryOf } from '../sheets/data/lead-pages.ts'
import { exportOf, openSheets, sheetOf, sheetWith, words } from '../sheets/data/open-sheets.ts'

const table = { kind: 'sheet' as const, id: 's1' }
const zone = 'America/Sao_Paulo'

async function copied(sheets: DataFolder, input: Partial<DataCalls['tables.copy']['input']>): Promise<string> {
  const { text } = await sheets.ask('tables.copy', {
    table,
    query: queryOf(),
    rows: null,
    columns: ['nome'],
    headings: null,
    excel: false,
    words,
    zone,
    ...input,
  })
  return text
}

const exportTo = ({ dir }: DataFolder, input: Partial<DataCalls['tables.export']['input']> = {}) =>
  exportOf({
    table,
    path: path.join(dir, 'saida.csv'),
    columns: ['contato_id', 'nome'].map((key) => ({ key, heading: key })),
    ...input,
  })

const named = (index: number, lead: Lead): Lead => ({ ...leadOf(index), ...lead })

describe('copied rows', () => {
  it('paste into Excel: words for codes, the person’s time, quotes where Excel wants them', async () => {
    const sheets = await sheetWith([
      named(1, {
        nome: 'Ana\tSá',
        status: 'open',
        telefone: '+5511988887777',
        contato_criado_em: '2026-03-01T02:00:00Z',
        etiquetas_contato: ['vip', 'frio'],
        mensagens: 3,
      }),
      named(2, {
        nome: '"Zé" da\nSilva',
        status: null,
        telefone: '',
        contato_criado_em: null,
        etiquetas_contato: [],
        mensagens: null,
      }),
      named(3, { nome: '=1+1', status: 'snoozed', telefone: 'ramal 12', contato_criado_em: 'ontem', mensagens: 0 }),
    ])
    const columns = ['nome', 'status', 'telefone', 'contato_criado_em', 'mensagens']
    const headings = ['Nome', 'Situação', 'Telefone', 'Criado em', 'Mensagens']
    expect(await copied(sheets, { columns, headings, excel: true })).toBe(
      [
        'Nome\tSituação\tTelefone\tCriado em\tMensagens',
        '"Ana\tSá"\taberta\t="+5511988887777"\t28/02/2026 23:00:00\t3',
        '"""Zé"" da\nSilva"\t\t\t\t',
        "'=1+1\tadiada\tramal 12\tontem\t0",
      ].join('\r\n'),
    )
    expect(await copied(sheets, { columns: ['etiquetas_contato'], rows: [0] })).toBe('vip, frio')
  })

  it('are as they are shown when they do not go to Excel: plain phones, minutes, and an apostrophe before formulas alone', async () => {
    const sheets = await sheetWith([
      named(1, {
        nome: 'Ana\tSá\n2',
        telefone: '+5511988887777',
        identificador: '00123',
        contato_criado_em: '2026-03-01T02:00:45Z',
        mensagens: 1234,
      }),
      named(2, {
        nome: '=HYPERLINK("x")',
        telefone: '+351912345678',
        identificador: '@SUM(1)',
        contato_criado_em: null,
        mensagens: 0,
      }),
    ])
    const columns = ['nome', 'telefone', 'identificador', 'contato_criado_em', 'mensagens']
    expect(await copied(sheets, { columns })).toBe(
      [
        '"Ana\tSá\n2"\t(11) 98888-7777\t00123\t28/02/2026 23:00\t1234',
        '\'=HYPERLINK("x")\t+351 912 345 678\t\'@SUM(1)\t\t0',
      ].join('\r\n'),
    )
  })

  it('are all of 20,000 rows with every column', async () => {
    const sheets = await sheetWith(manyLeads(20_000))
    const shape = await sheets.ask('tables.shape', { table, query: queryOf() })
    const text = await copied(sheets, { columns: shape.columns.map(({ key }) => key) })
    const lines = text.replaceAll(/"[^"]*"/g, 'cell').split('\r\n')
    expect(lines).toHaveLength(20_000)
    expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([shape.columns.length]))
  }, 30_000)

  it('are the selected ones, in the order of the screen, then those it does not show', async () => {
    const sheets = openSheets()
    const names = ['Ana', 'Bia', 'Caio', 'Davi']
    await sheetOf(
      sheets,
      names.map((nome, index) => named(index, { nome, status: index === 0 ? 'open' : 'resolved' })),
    )
    const query = queryOf({
      sort: [{ column: 'nome', descending: true }],
      filters: [{ column: 'status', operator: 'in', values: ['resolved'] }],
    })
    expect(await copied(sheets, { query, rows: [0, 1, 3] })).toBe('Davi\r\nBia\r\nAna')
    expect(await copied(sheets, { query })).toBe('Davi\r\nCaio\r\nBia')
    await expect(copied(sheets, { rows: [4] })).rejects.toMatchObject({ code: 'bad_request' })
    await expect(copied(sheets, { columns: ['nada'] })).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('are not more than a clipboard holds', async () => {
    const sheets = await sheetWith(manyLeads(100_001))
    const columns = Array.from({ length: 20 }, () => 'nome')
    await expect(copied(sheets, { columns })).rejects.toMatchObject({ code: 'too_many_rows' })
  }, 30_000)
})

describe('the figures of cells', () => {
  const figuresOf = (sheets: DataFolder, input: Partial<DataCalls['tables.figures']['input']>) =>
    sheets.ask('tables.figures', { table, query: queryOf(), rows: null, columns: ['mensagens'], ...input })

  it('count what is filled and sum the numbers between two positions of the query', async () => {
    const sheets = await sheetWith(
      [5, null, 7, 100, 1].map((mensagens, index) => named(index, { nome: index === 2 ? '' : 'Ana', mensagens })),
    )
    const query = queryOf({ sort: [{ column: 'contato_id', descending: true }] })
    const rows = { first: 2, last: 4 }
    const figures = { filled: 4, numbers: 2, sum: 12, earliest: null, latest: null }
    expect(await figuresOf(sheets, { query, rows, columns: ['nome', 'mensagens'] })).toEqual(figures)
    expect(await copied(sheets, { query, rows, columns: ['mensagens'] })).toBe('7\r\n\r\n5')
    expect(await figuresOf(sheets, { rows: [0, 3] })).toMatchObject({ filled: 2, sum: 105 })
    expect(await figuresOf(sheets, {})).toMatchObject({ filled: 4, sum: 113 })
  })

  it('of times are the first and the last, and numbers that name a record have no sum', async () => {
    const times = ['2026-03-02T02:00:00Z', null, '2026-03-01T02:00:00Z']
    const sheets = await sheetWith(times.map((contato_criado_em, index) => named(index, { contato_criado_em })))
    expect(await figuresOf(sheets, { columns: ['contato_criado_em', 'contato_id'] })).toEqual({
      filled: 5,
      numbers: 0,
      sum: 0,
      earliest: Date.parse('2026-03-01T02:00:00Z'),
      latest: Date.parse('2026-03-02T02:00:00Z'),
    })
  })

  it('are of no rows where the query has fewer', async () => {
    const sheets = await sheetWith(leadsOf(3))
    expect(await figuresOf(sheets, { rows: { first: 5, last: 9 } })).toMatchObject({ filled: 0, sum: 0 })
  })
})

describe('an export', () => {
  it('writes the rows and columns of the query, with codes for systems and words for people', async () => {
    const sheets = await sheetWith(
      ['Ana', 'Zé', 'Caio'].map((nome, index) => named(index, { nome, status: 'open', mensagens: index })),
    )
    const query = queryOf({
      sort: [{ column: 'nome', descending: true }],
      filters: [{ column: 'nome', operator: 'not_contains', text: 'ana' }],
    })
    const columns = ['nome', 'status', 'mensagens'].map((key) => ({ key, heading: key.toUpperCase() }))
    const raw = exportTo(sheets, { query, columns })
    const { written } = await sheets.ask('tables.export', raw)
    expect(readFileSync(raw.path, 'utf8')).toBe('NOME,STATUS,MENSAGENS\nZé,open,1\nCaio,open,2\n')
    const { logged: _, ...notes } = noFileNotes
    expect(written).toEqual({ rows: 2, bytes: readFileSync(raw.path).length, ...notes })
    await sheets.ask('tables.export', { ...raw, format: 'csv-excel' })
    expect(readFileSync(raw.path, 'utf8')).toBe('\ufeffNOME;STATUS;MENSAGENS\r\nZé;aberta;1\r\nCaio;aberta;2\r\n')
  })

  it('writes times as they came for systems, with offset and precision', async () => {
    const sheets = openSheets()
    const times = ['2026-03-01T10:20:30.123456-03:00', '2026-03-01T10:20:30-03:00', '2026-03-01', 'ontem', null]
    await sheetOf(
      sheets,
      times.map((ultima_mensagem_em, index) => named(index, { ultima_mensagem_em })),
    )
    const columns = [{ key: 'ultima_mensagem_em', heading: 'em' }]
    const raw = exportTo(sheets, { columns })
    await sheets.ask('tables.export', raw)
    expect(readFileSync(raw.path, 'utf8')).toBe(`em\n${times.map((text) => text ?? '""').join('\n')}\n`)
    await sheets.ask('tables.export', { ...raw, format: 'csv-excel' })
    expect(readFileSync(raw.path, 'utf8')).toContain('\r\n01/03/2026 10:20:30\r\n')
  })

  it('writes a selection', async () => {
    const sheets = await sheetWith(leadsOf(10))
    const input = exportTo(sheets, { rows: [7, 2], columns: [{ key: 'contato_id', heading: 'id' }] })
    expect(await sheets.ask('tables.export', input)).toMatchObject({ written: { rows: 2 } })
    expect(readFileSync(input.path, 'utf8')).toBe('id\n1002\n1007\n')
  })
})

describe('the layout of a table', () => {
  it('is stored with the sheet, over a restart', async () => {
    const sheets = await sheetWith(leadsOf(3))
    expect(await sheets.ask('tables.layout', { table })).toEqual({ columns: [] })
    const layout = {
      columns: [
        { key: 'nome', width: 200, pinned: 'left' as const },
        { key: 'email', hidden: true },
      ],
      query: queryOf({ search: 'ana' }),
    }
    expect(await sheets.ask('tables.arrange', { table, layout })).toEqual(layout)
    sheets.restart()
    expect(await sheets.ask('tables.layout', { table })).toEqual(layout)
  })

  it('belongs to a sheet that is there', async () => {
    const sheets = openSheets()
    await expect(sheets.ask('tables.layout', { table })).rejects.toMatchObject({ code: 'not_found' })
    const run = { kind: 'run' as const, id: 'r1' }
    await expect(sheets.ask('tables.shape', { table: run, query: queryOf() })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

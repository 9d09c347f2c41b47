import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { ColumnFilter } from '../../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { finishRun, phones, startAccount } from '../../kit/leads.ts'
import { readParquet } from '../engine/export/read-parquet.ts'
import { readWorkbook } from '../engine/export/read-workbook.ts'
import { buildXlsx } from '../lists/build-xlsx.ts'

const cells = [
  ['Telefone', 'Valor', 'Compra', 'Ativo', 'CPF', 'Nome'],
  ['', 'R$ 1.234,56', '03/11/2026', 'Sim', '12345678901', 'Ana'],
  ['', '(R$ 5,00)', '3-nov-26', 'não', '98765432100', 'Bia'],
  ['', 'R$ 99,9', '2026-11-04 14:20', 'S', '11122233344', 'Caio'],
  ['', 'a combinar', '', 'NÃO', '', 'Davi'],
  ['', '1.000', '04/11/2026', 'sim', '55566677788', 'Érica'],
].map((row, at) => (at === 0 ? row : [phones(6)[at] ?? '', ...row.slice(1)]))
// More amounts, so that one text among them is little.
const more = Array.from({ length: 20 }, (_, at) => [
  `5511912340${String(100 + at)}`,
  `R$ ${2000 + at},00`,
  '',
  '',
  '',
  '',
])
const list = [...cells, ...more].map((row) => row.join(';')).join('\n')

async function runOf(text: string | Uint8Array, name = 'lista.csv', settings: Partial<ListSettings> = {}) {
  const { ask, connection_id, ...workspace } = await startAccount({ leads: 10 })
  const { run } = await finishRun({ ask, ...workspace }, { connection_id, list: text, name, settings })
  const table = { kind: 'run' as const, id: run.id }
  return {
    ask,
    table,
    workspace,
    rows: async (column: string, filter: ColumnFilter | null = null, descending: boolean | null = false) => {
      const sort = descending === null ? [] : [{ column, descending }]
      const query = { ...emptyQuery, sort, filters: filter ? [filter] : [] }
      const { rows } = await ask('tables.rows', { table, query, from: 0, count: 100, columns: [column] })
      return rows.map((row) => row.cells[0])
    },
    types: async () => {
      const { columns } = await ask('tables.shape', { table, query: emptyQuery })
      return columns.filter(({ key }) => /^c\d+$/.test(key)).map(({ type }) => type)
    },
  }
}

test('columns of a list have the types of their cells, by which they are ordered and filtered', async () => {
  const { rows, types } = await runOf(list)
  expect(await types()).toEqual(['text', 'number', 'time', 'choice', 'text', 'text'])
  const amounts = await rows('c1')
  expect(amounts.slice(0, 3)).toEqual(['(R$ 5,00)', 'R$ 99,9', '1.000'])
  expect(amounts.at(-1)).toBe('a combinar')
  expect((await rows('c1', null, true)).at(-1)).toBe('a combinar')
  expect((await rows('c2')).slice(0, 4)).toEqual(['03/11/2026', '3-nov-26', '04/11/2026', '2026-11-04 14:20'])
  expect((await rows('c4')).slice(0, 2)).toEqual(['11122233344', '12345678901'])
  expect(await rows('c1', { column: 'c1', operator: 'between', min: 99, max: 1234.56 })).toEqual([
    'R$ 99,9',
    '1.000',
    'R$ 1.234,56',
  ])
  const day = { from: '2026-11-04', to: '2026-11-04' }
  expect(await rows('c2', { column: 'c2', operator: 'between', min: 0, max: 1, days: day })).toEqual([
    '04/11/2026',
    '2026-11-04 14:20',
  ])
  expect(await rows('c2', { column: 'c2', operator: 'clock', unit: 'weekday', numbers: [2] })).toEqual([
    '03/11/2026',
    '3-nov-26',
  ])
  expect(await rows('c3', { column: 'c3', operator: 'in', values: ['sim'] }, null)).toEqual(['Sim', 'S', 'sim'])
  expect(await rows('c0', { column: 'c0', operator: 'ends_with', text: '2340-100' })).toEqual(['5511912340100'])
})

test('a column of amounts has sums and groups, and counts what is no amount', async () => {
  const { ask, table } = await runOf(list)
  const statistics = await ask('tables.statistics', { table, query: emptyQuery, column: 'c1' })
  expect(statistics).toMatchObject({ filled: 25, misfits: 1, minimum: -5, maximum: 2019 })
  const { search, filters, conditions } = emptyQuery
  const grouping = {
    query: { search, filters, conditions },
    by: [{ column: 'c2', unit: 'day' as const }],
    across: false,
    figures: [{ figure: 'sum' as const, column: 'c1' }],
  }
  const columns = ['day:c2', 'group_rows', 'sum:c1']
  const groups = await ask('tables.rows', {
    table: { ...table, grouping },
    query: emptyQuery,
    from: 0,
    count: 2,
    columns,
  })
  expect(groups.rows.map((row) => row.cells)).toEqual([
    ['2026-11-03', 2, 1229.56],
    ['2026-11-04', 2, 1099.9],
  ])
})

test('a list leaves as it was in a CSV, and by its values where a format has types', async () => {
  const { table, workspace } = await runOf(list)
  const exported = async (format: 'csv-raw' | 'xlsx' | 'parquet') =>
    (await workspace.exported(table, format, { columns: ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] })).path
  const csv = await readFile(await exported('csv-raw'), 'utf8')
  expect(csv.split('\n').slice(0, 6)).toEqual(
    cells.map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')),
  )
  const { sheets } = await readWorkbook(await exported('xlsx'))
  const cell = (reference: string) => sheets[0]?.cells.get(reference)
  expect(cell('B2')).toEqual({ type: 'number', value: '1234.56', format: '"R$"\\ #,##0.00' })
  expect(cell('B3')).toMatchObject({ type: 'number', value: '-5' })
  expect(cell('B5')).toMatchObject({ type: 'text', value: 'a combinar' })
  expect(cell('C2')).toEqual({ type: 'number', value: '46329', format: 'dd/mm/yyyy' })
  expect(cell('D2')).toMatchObject({ type: 'text', value: 'Sim' })
  expect(cell('E2')).toMatchObject({ type: 'text', value: '12345678901' })
  const { rows } = await readParquet(await exported('parquet'))
  expect(rows[0]).toMatchObject({ Valor: 1234.56, Valor_original: null, Ativo: 'Sim', CPF: '12345678901' })
  expect(rows[3]).toMatchObject({ Valor: null, Valor_original: 'a combinar' })
})

test('days and amounts of a spreadsheet are ordered and filtered by their values', async () => {
  const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/></cellXfs></styleSheet>'
  const rows = [
    text('Telefone') + text('Compra') + text('Valor'),
    text('11961234567') + number(46_330, 1) + number(1000.5, 2),
    text('11961234604') + number(46_001, 1) + number(99, 2),
    text('11961234641') + text('03/11/2026') + text('R$ 5,00'),
  ]
  const sheet = rows.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('')
  const run = await runOf(buildXlsx([{ name: 'Leads', rows: sheet }], { styles }), 'lista.xlsx')
  expect(await run.types()).toEqual(['text', 'time', 'number'])
  expect(await run.rows('c1')).toEqual(['10/12/2025', '03/11/2026', '04/11/2026'])
  expect(await run.rows('c2', { column: 'c2', operator: 'more', value: 50 })).toEqual(['99,00', '1.000,50'])
})

test('the person’s choice of a type decides, and a recipe of the list keeps it', async () => {
  const chosen = {
    column_types: [
      { index: 1, type: 'text' as const },
      { index: 4, type: 'number' as const },
    ],
  }
  const { types, ask, table, workspace } = await runOf(list, 'lista.csv', chosen)
  expect(await types()).toEqual(['text', 'text', 'time', 'choice', 'number', 'text'])
  const again = await ask('cruzar.stage', { from: 'run', id: table.id })
  expect(again.inspection.columns.map(({ type }) => type)).toEqual(['phone', 'text', 'day', 'yes_no', 'number', 'text'])
  const from = { of: 'list', list: again.list, settings: chosen, match: null, filter: {}, answerer: null } as const
  await ask('recipes.save', { name: 'Vendas', from })
  const other = `CPF;Telefone;Valor\n12345678901;${phones(1)[0]};R$ 5,00\n`
  const [fit] = await ask('recipes.for_list', await workspace.stage(other, 'outra.csv'))
  expect(fit?.settings?.column_types).toEqual([
    { index: 2, type: 'text' },
    { index: 0, type: 'number' },
  ])
})

test('the preview says what each column is, and how many cells are something else', async () => {
  const { stage } = await startAccount({ leads: 10 })
  const { inspection } = await stage(list, 'lista.csv')
  expect(inspection.columns.map(({ type, filled, misfits }) => [type, filled, misfits])).toEqual([
    ['phone', 0, 0],
    ['money', 25, 1],
    ['day', 4, 0],
    ['yes_no', 5, 0],
    ['text', 4, 0],
    ['text', 5, 0],
  ])
})

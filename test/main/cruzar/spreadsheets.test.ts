import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import { finishRun } from '../../kit/leads.ts'
import { readParquet } from '../engine/export/read-parquet.ts'
import { readWorkbook } from '../engine/export/read-workbook.ts'
import { buildXlsx, xlsxRow } from '../lists/build-xlsx.ts'
import { startCruzar } from './platform-that-answers.ts'

const real = '"R$"\\ #,##0.00'
const formats = [null, '14', '164', '165', '10', '166', '21'].map((id) => `<xf numFmtId="${id ?? 0}"/>`).join('')
const quoted = real.replaceAll('"', '&quot;')
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${quoted}"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="(00) 00000-0000"/></numFmts><cellXfs>${formats}</cellXfs></styleSheet>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`
const headings = ['Telefone', 'Compra', 'Valor', 'CEP', 'Desconto', 'Ativo', 'Hora', '2025', '']
const rows = [
  headings.map((heading) => (heading === '2025' ? number(2025, 0) : text(heading))).join(''),
  number(11961234567, 5) +
    number(45658, 1) +
    number(1234.5, 2) +
    number(1310, 3) +
    number(0.125, 4) +
    '<c t="b"><v>1</v></c>' +
    number(0.4375, 6) +
    number(0.5, 0) +
    text('x'),
  text('11 96123-4604') +
    text('amanhã') +
    number(-7, 2) +
    number(20040, 3) +
    number(1, 4) +
    '<c t="b"><v>0</v></c>' +
    number(0.5, 6) +
    number(10, 0) +
    text('y'),
  text('11 96123-4641') +
    '<c/>' +
    number(80, 2) +
    number(99, 3) +
    number(0, 4) +
    '<c/>' +
    number(0.25, 6) +
    number(9, 0),
]
  .map((cells, index) => `<row r="${index + 1}">${cells}</row>`)
  .join('')

/** The list of a file with such properties, cruzado and ready to be exported. */
async function finishedRun(workbookProperties = '') {
  const { service, connection_id, ...workspace } = await startCruzar()
  const { ask } = workspace
  const list = buildXlsx([{ name: 'Leads', rows }], { styles, workbookProperties })
  const { run } = await finishRun(workspace, { list, name: 'lista.xlsx' })
  const table = { kind: 'run' as const, id: run.id }
  return {
    ordered: async (column: string) => {
      const query = { sort: [{ column, descending: false }] }
      const { rows: ordered } = await ask('tables.rows', { table, query, from: 0, count: 10, columns: [column] })
      return ordered.map(({ cells }) => cells[0])
    },
    exported: async (format: ExportFormat) =>
      (await workspace.exported(table, format, { columns: headings.map((_, at) => `c${at}`) })).path,
  }
}

test('a spreadsheet leaves with the types and formats that the person saw, under the same headings', async () => {
  const run = await finishedRun()
  const { sheets } = await readWorkbook(await run.exported('xlsx'))
  const cell = (reference: string) => sheets[0]?.cells.get(reference)
  expect(headings.map((_, index) => cell(`${'ABCDEFGHI'[index]}1`)?.value ?? '')).toEqual(headings)
  expect(cell('A2')).toEqual({ type: 'number', value: '11961234567', format: '(00) 00000-0000' })
  expect(cell('B2')).toEqual({ type: 'number', value: '45658', format: 'dd/mm/yyyy' })
  expect(cell('C2')).toEqual({ type: 'number', value: '1234.5', format: real })
  expect(cell('D2')).toEqual({ type: 'number', value: '1310', format: '00000' })
  expect(cell('E2')).toEqual({ type: 'number', value: '0.125', format: '0.00%' })
  expect(cell('F2')).toMatchObject({ type: 'boolean', value: '1' })
  expect(cell('G2')).toMatchObject({ type: 'number', value: '0.4375' })
  expect(cell('H2')).toMatchObject({ type: 'number', value: '0.5', format: '0' })
  expect(cell('A3')).toMatchObject({ type: 'text', value: '11 96123-4604' })
  expect(cell('B3')).toMatchObject({ type: 'text', value: 'amanhã' })
  expect(cell('F3')).toMatchObject({ type: 'boolean', value: '0' })
  expect(cell('B4')).toBeUndefined()
})

test('a CSV has the texts that the person saw', async () => {
  const run = await finishedRun()
  const csv = await readFile(await run.exported('csv-raw'), 'utf8')
  expect(Papa.parse<string[]>(csv.trim()).data).toEqual([
    headings,
    ['(11) 96123-4567', '01/01/2025', 'R$ 1.234,50', '01310', '12,50%', 'VERDADEIRO', '10:30:00', '0,5', 'x'],
    ['11 96123-4604', 'amanhã', '-R$ 7,00', '20040', '100,00%', 'FALSO', '12:00:00', '10', 'y'],
    ['11 96123-4641', '', 'R$ 80,00', '00099', '0,00%', '', '06:00:00', '9', ''],
  ])
})

test('a Parquet file has numbers where a column has, other texts as they are, and null for an empty cell', async () => {
  const run = await finishedRun()
  const { rows: written } = await readParquet(await run.exported('parquet'))
  expect(written.map((row) => headings.map((heading) => row[heading || 'coluna_9']))).toEqual([
    ['(11) 96123-4567', '01/01/2025', 1234.5, '01310', 12.5, 'VERDADEIRO', '10:30:00', 0.5, 'x'],
    ['11 96123-4604', 'amanhã', -7, '20040', 100, 'FALSO', '12:00:00', 10, 'y'],
    ['11 96123-4641', null, 80, '00099', 0, null, '06:00:00', 9, null],
  ])
})

test('days of a file that counts from 1904 leave as the same days', async () => {
  const run = await finishedRun('<workbookPr date1904="1"/>')
  const { sheets } = await readWorkbook(await run.exported('xlsx'))
  expect(sheets[0]?.cells.get('B2')).toEqual({ type: 'number', value: '47120', format: 'dd/mm/yyyy' })
  expect(sheets[0]?.cells.get('G2')).toMatchObject({ value: '0.4375' })
})

test('a column of numbers alone is ordered as numbers, and one with texts as texts', async () => {
  const run = await finishedRun()
  expect(await run.ordered('c7')).toEqual(['0,5', '9', '10'])
  expect(await run.ordered('c3')).toEqual(['00099', '01310', '20040'])
  expect(await run.ordered('c1')).toEqual(['01/01/2025', 'amanhã', ''])
})

test('rows that Excel hides are counted, read unless they are left out, and keep their numbers', async () => {
  const { service, connection_id, ...workspace } = await startCruzar()
  const bytes = buildXlsx([
    {
      name: 'Lista',
      rows: [
        xlsxRow(1, ['Telefone', 'Nome']),
        xlsxRow(2, ['11961234567', 'Ana']),
        xlsxRow(3, ['11961234604', 'Filtrada'], 'hidden="1"'),
        xlsxRow(4, ['11961234641', 'Escondida'], 'hidden="true"'),
        xlsxRow(5, ['', ''], 'hidden="1"'),
        xlsxRow(6, ['11961234678', 'Sem altura'], 'ht="0" customHeight="1"'),
        xlsxRow(7, ['1234', 'Zé']),
      ].join(''),
    },
  ])
  const { list } = await workspace.stage(bytes, 'lista.xlsx')
  const all = await workspace.ask('cruzar.budget', { list, settings: {} })
  expect(all).toMatchObject({ rows: 5, keys: 4, hidden_rows: 3, unusable: [{ row: 7 }] })
  const settings = { hidden_rows: 'skip' as const }
  const visible = await workspace.ask('cruzar.budget', { list, settings })
  expect(visible).toMatchObject({ rows: 2, keys: 1, hidden_rows: 3, unusable: [{ row: 7 }] })
  const { preview } = await workspace.ask('cruzar.inspect', { list, settings })
  expect(preview.map(([, name]) => name)).toEqual(['Ana', 'Zé'])
  const run = await finishRun(workspace, { list: bytes, name: 'lista.xlsx', settings })
  expect(service.batches()).toEqual([['5511961234567']])
  expect(run.rows).toHaveLength(2)
})

import { describe, expect, it } from 'vitest'
import type { ListFile } from '../../../main/lists/plan.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { buildOds, odsRow } from './build-ods.ts'
import { buildXls, xlsRow } from './build-xls.ts'
import { buildXlsx, xlsxRow } from './build-xlsx.ts'
import { exportedList } from './list-run.ts'
import { keysOf, readWhole, textFile } from './read-whole.ts'

type Rows = readonly (readonly (string | number)[])[]
interface Sheet {
  readonly name: string
  readonly rows: Rows
}

const xlsx = (sheets: readonly Sheet[]) =>
  buildXlsx(sheets.map(({ name, rows }) => ({ name, rows: rows.map((row, at) => xlsxRow(at + 1, row)).join('') })))
const kinds: Readonly<Record<string, (sheets: readonly Sheet[]) => Uint8Array>> = {
  'lista.xlsx': xlsx,
  'lista.xls': (sheets) =>
    buildXls(sheets.map(({ name, rows }) => ({ name, records: rows.flatMap((row, at) => xlsRow(at, row)) }))),
  'lista.ods': (sheets) =>
    buildOds(sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => odsRow(row)).join('') }))),
}

const shop: readonly Sheet[] = [
  { name: 'Capa', rows: [['Campanha de novembro']] },
  {
    name: 'Loja A',
    rows: [
      ['Nome', 'Telefone'],
      ['Ana', '11988887771'],
      ['Bia', '11988887772'],
    ],
  },
  { name: 'Loja B', rows: [['Loja B'], [], ['Telefone', 'Cidade', 'Nome'], ['21988887773', 'Rio', 'Caio']] },
]
const headings = { vcard: [], whatsapp: [], sheet: 'Aba' }
const fileOf = (name: string, bytes: Uint8Array): ListFile => ({ ...textFile(bytes, name), headings })
const all = { sheets: 'all' as const }

describe('the sheets of a spreadsheet', () => {
  it.each(Object.entries(kinds))(
    'of %s with people are named, and read as one list where that is wanted',
    async (name, build) => {
      const file = fileOf(name, build(shop))
      const one = await readWhole(file)
      expect(one.inspection.key_sheets).toEqual([
        { name: 'Loja A', rows: 2, is_whole: true, is_read: true },
        { name: 'Loja B', rows: 1, is_whole: true, is_read: false },
      ])
      expect(one.rows).toHaveLength(2)
      const joined = await readWhole(file, all)
      expect(joined.inspection).toMatchObject({ sheet: null, header: true, hints: [] })
      expect(joined.inspection.key_sheets.every(({ is_read }) => is_read)).toBe(true)
      expect(joined.inspection.columns.map((column) => [column.name, column.kind])).toEqual([
        ['Nome', 'other'],
        ['Telefone', 'phone'],
        ['Cidade', 'other'],
        ['Aba', 'other'],
      ])
      expect(joined.rows).toEqual([
        ['Ana', '11988887771', '', 'Loja A'],
        ['Bia', '11988887772', '', 'Loja A'],
        ['Caio', '21988887773', 'Rio', 'Loja B'],
      ])
      expect(joined.inspection.preview).toEqual(joined.rows)
    },
  )

  it('are numbered as each of them is, so that a cell can be mended', async () => {
    const sheets = [...shop, { name: 'C', rows: [['Telefone'], ['123'], ['11988887774']] }]
    const { unusable, keys } = await keysOf(fileOf('lista.xlsx', xlsx(sheets)), all)
    expect(unusable).toMatchObject([{ row: 2, column: 'Telefone', text: '123' }])
    expect(keys).toHaveLength(4)
  })

  it('have their keys in whatever column each has them, and go on below the one with headings where they have none', async () => {
    const sheets = [
      {
        name: 'A',
        rows: [
          ['Nome', 'Celular'],
          ['Ana', '11988887771'],
        ],
      },
      { name: 'B', rows: [['E-mail'], ['bia@exemplo.com.br']] },
      {
        name: 'C',
        rows: [
          ['Caio', '11988887773'],
          ['Davi', '11988887774'],
        ],
      },
    ]
    const { inspection, rows } = await readWhole(fileOf('lista.xlsx', xlsx(sheets)), all)
    expect(inspection.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['Nome', 'other'],
      ['Celular', 'phone'],
      ['E-mail', 'email'],
      ['Aba', 'other'],
    ])
    expect(rows.map((row) => row[1])).toEqual(['11988887771', '', '11988887773', '11988887774'])
  })

  it('are one column less where one sheet alone has people, and the usual one where none has', async () => {
    const [cover, one] = shop as [Sheet, Sheet]
    const list = await readWhole(fileOf('lista.xlsx', xlsx([cover, one])), all)
    expect(list.inspection.columns.map(({ name }) => name)).toEqual(['Nome', 'Telefone'])
    const none = await readWhole(fileOf('lista.xlsx', xlsx([cover])), all)
    expect(none.inspection).toMatchObject({ sheet: 'Capa', key_sheets: [] })
  })

  it('leave out the hidden rows of each where that is wanted, and count them', async () => {
    const hidden = xlsxRow(2, ['Ana', '11988887771'], 'hidden="1"')
    const rows = xlsxRow(1, ['Nome', 'Telefone']) + hidden + xlsxRow(3, ['Bia', '11988887772'])
    const bytes = buildXlsx([
      { name: 'A', rows },
      { name: 'B', rows },
    ])
    expect((await readWhole(fileOf('lista.xlsx', bytes), all)).rows).toHaveLength(4)
    const visible = await readWhole(fileOf('lista.xlsx', bytes), { ...all, hidden_rows: 'skip' })
    expect(visible.rows.map((row) => row[2])).toEqual(['A', 'B'])
  })

  it('keep numbers and dates as what they are, and leave as they came', async () => {
    const sheets = [
      {
        name: 'A',
        rows: [
          ['Nome', 'Telefone', 'Valor'],
          ['Ana', '11988887771', 12],
        ],
      },
      {
        name: 'B',
        rows: [
          ['Valor', 'Telefone'],
          [3456.5, '11988887772'],
        ],
      },
    ]
    const list = await exportedList(textFile(xlsx(sheets), 'lista.xlsx'), all)
    expect(list.rows.map((row) => row.slice(0, 3))).toEqual([
      ['Ana', '11988887771', '12'],
      ['', '11988887772', '3456,5'],
    ])
    expect(list.keys).toEqual(['5511988887771', '5511988887772'])
  })

  it('that are not read are said with their rows, in the number that there are', () => {
    const { otherSheets } = ptBR.cruzar.list
    const sheet = { name: 'X', rows: 120, is_whole: true, is_read: false }
    expect(otherSheets('xlsx', [sheet])).toBe(
      'O arquivo tem mais 1 aba com telefones ou e-mails, que não entra: “X” (120 linhas).',
    )
    expect(otherSheets('html', [sheet, { ...sheet, rows: 999, is_whole: false }])).toBe(
      'O arquivo tem mais 2 tabelas com telefones ou e-mails, que não entram: “X” (120 linhas), “X” (999 linhas ou mais).',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { readList } from '../../../main/lists/read.ts'
import { readWhole, textFile, utf16, windows1252 } from './read-whole.ts'

const namespace = 'urn:schemas-microsoft-com:office:spreadsheet'
const row = (...cells: readonly string[]) =>
  `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`
const sheet = (name: string, rows: string, visible = 'SheetVisible') =>
  `<Worksheet ss:Name="${name}"><Table>${rows}</Table><WorksheetOptions><Visible>${visible}</Visible></WorksheetOptions></Worksheet>`
const styles =
  '<Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style><Style ss:ID="z"><NumberFormat ss:Format="00000"/></Style></Styles>'
const workbook = (...sheets: readonly string[]) =>
  `<?xml version="1.0"?>\r\n<?mso-application progid="Excel.Sheet"?>\r\n<Workbook xmlns="${namespace}" xmlns:ss="${namespace}">${styles}${sheets.join('')}</Workbook>`
const people = row('Nome', 'Telefone') + row('João &amp; Sá', '(11) 98888-7777') + row('Ana', '11977776666')
const book = (text: string | Uint8Array) => textFile(text, 'lista.xls')

describe('a spreadsheet in the XML of Excel 2003', () => {
  it('names its sheets and is read as the first visible one that holds people', async () => {
    const text = workbook(
      sheet('Oculta', people, 'SheetHidden'),
      sheet('Leia', row('Preencha')),
      sheet('Leads', people),
    )
    const list = await readWhole(book(text))
    expect(list.inspection).toMatchObject({
      file_kind: 'xls',
      encoding: null,
      sheet_names: ['Oculta', 'Leia', 'Leads'],
      sheet: 'Leads',
      header: true,
    })
    expect(list.rows).toEqual([
      ['João & Sá', '(11) 98888-7777'],
      ['Ana', '11977776666'],
    ])
    expect((await readWhole(book(text), { sheet: 'Oculta' })).rows).toHaveLength(2)
  })

  it.each([
    ['Windows-1252', windows1252],
    ['UTF-16', (text: string) => utf16(text, 'le', true)],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ])('in %s', async (_, encode) => {
    expect((await readWhole(book(encode(workbook(sheet('A', people)))))).rows[0]).toEqual([
      'João & Sá',
      '(11) 98888-7777',
    ])
  })

  it('shows numbers, days and booleans as they are formatted, keeps gaps, and leaves notes out', async () => {
    const cell = (type: string, value: string, more = '') =>
      `<Cell ${more}><Data ss:Type="${type}">${value}</Data></Cell>`
    const cells = [
      cell('Number', '5511988887777'),
      cell('Number', '1310', 'ss:StyleID="z"'),
      cell('DateTime', '2026-03-01T00:00:00.000', 'ss:StyleID="d"'),
      cell('DateTime', '2026-03-01T10:30:00.000'),
      cell('Boolean', '1', 'ss:Index="6"'),
      '<Cell ss:MergeAcross="1"><Data ss:Type="String">a&#10;b</Data><Comment><ss:Data>nota</ss:Data></Comment></Cell>',
      cell('Error', '#N/A'),
    ]
    const text = workbook(sheet('A', `<Row ss:Index="3">${cells.join('')}</Row>`))
    const list = await readWhole(book(text), { header: false })
    expect(list.rows).toEqual([
      ['5511988887777', '01310', '01/03/2026', '01/03/2026 10:30:00', '', 'VERDADEIRO', 'a\nb', '', '#N/A'],
    ])
    expect(list.numbers).toEqual([3])
    const block = (await readList(book(text), list.plan).next()).value
    expect(block?.values?.[0]?.[1]).toEqual({ number: 1310, format: '00000' })
  })

  it('marks hidden rows', async () => {
    const hidden = people.replace(
      '<Row><Cell><Data ss:Type="String">Ana',
      '<Row ss:Hidden="1"><Cell><Data ss:Type="String">Ana',
    )
    const text = workbook(sheet('A', hidden))
    expect((await readWhole(book(text), { hidden_rows: 'skip' })).rows).toHaveLength(1)
  })

  it.each([
    ['cut off', workbook(sheet('A', people)).slice(0, -200)],
    ['with entities that multiply', workbook().replace('<Workbook', '<!DOCTYPE a [<!ENTITY b "c">]><Workbook')],
    ['without a sheet', workbook()],
    ['with a cell beyond the last', workbook(sheet('A', '<Row><Cell ss:Index="99999"><Data>x</Data></Cell></Row>'))],
    ['with a row beyond the last', workbook(sheet('A', '<Row ss:Index="9999999"><Cell><Data>x</Data></Cell></Row>'))],
  ])('%s is refused as damaged', async (_, text) => {
    const refusal = { code: 'list_unreadable', params: { cause: 'damaged' } }
    await expect(readWhole(book(text))).rejects.toMatchObject(refusal)
  })
})

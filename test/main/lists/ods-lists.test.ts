import { describe, expect, it } from 'vitest'
import { readList } from '../../../main/lists/read.ts'
import { buildOds, odsContent, odsParts, odsRow } from './build-ods.ts'
import { buildZip } from './build-xlsx.ts'
import { outcomeOf, readWhole, textFile } from './read-whole.ts'

const people =
  odsRow(['Nome', 'Telefone']) + odsRow(['João &amp; Filhos', '(11) 98888-7777']) + odsRow(['Ana', 11977776666])
const book = (bytes: Uint8Array) => textFile(bytes, 'lista.ods')
const sheetOf = (rows: string) => book(buildOds([{ name: 'A', rows }]))
const cell = (inside: string, attributes = '') => `<table:table-cell ${attributes}>${inside}</table:table-cell>`
const p = (text: string) => `<text:p>${text}</text:p>`
const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const repeated = (times: number, inside: string) =>
  `<table:table-row table:number-rows-repeated="${times}">${inside}</table:table-row>`
const textsOf = async (...cells: readonly string[]) =>
  (await readWhole(sheetOf(row(...cells)), { header: false })).rows[0]

/** What the cells of the first row hold beside their texts. */
async function valuesOf(...cells: readonly string[]) {
  const file = sheetOf(row(...cells))
  const { plan } = await readWhole(file, { header: false })
  for await (const block of readList(file, plan)) return block.values?.[0]
  return []
}

describe('a spreadsheet of LibreOffice is read as text', () => {
  it('names its sheets and reads the first visible one that holds people', async () => {
    const file = book(
      buildOds([
        { name: 'Segredo', rows: odsRow(['11900000001']), hidden: true },
        { name: 'Instruções', rows: odsRow(['Preencha a outra aba']) },
        { name: 'Leads &amp; Cia', rows: people },
      ]),
    )
    const list = await readWhole(file)
    expect(list.inspection).toMatchObject({
      file_kind: 'ods',
      encoding: null,
      delimiter: null,
      header: true,
      sheet_names: ['Segredo', 'Instruções', 'Leads & Cia'],
      sheet: 'Leads & Cia',
      hints: ['several_sheets'],
    })
    expect(list.rows).toEqual([
      ['João & Filhos', '(11) 98888-7777'],
      ['Ana', '11977776666'],
    ])
    expect((await readWhole(file, { sheet: 'Segredo' })).rows).toEqual([['11900000001']])
  })

  it.each([
    ['paragraphs', p('Rua A') + p('casa 2'), 'Rua A\ncasa 2'],
    ['line breaks and tabs', p('a<text:line-break/>b<text:tab/>c'), 'a\nb\tc'],
    ['blanks', p('a<text:s text:c="3"/>b <text:s/>c'), 'a   b  c'],
    ['blanks that XML was laid out with', p('\n   a\n   b \n'), 'a b'],
    ['spans and links', p('<text:span>A<text:a>n</text:a></text:span> a'), 'An a'],
    ['blanks between spans', p('<text:span>Ana </text:span><text:span> Souza</text:span>'), 'Ana Souza'],
    ['a note', `<office:annotation>${p('ligar')}</office:annotation>${p('Ana')}`, 'Ana'],
    ['a drawing', `<draw:frame><draw:text-box>${p('x')}</draw:text-box></draw:frame>${p('Ana')}`, 'Ana'],
    ['entities', p('&lt;a&gt; &#x1F600;'), '<a> 😀'],
  ])('with %s', async (_, inside, text) => {
    expect(await textsOf(cell(inside), cell(p('x')))).toEqual([text, 'x'])
  })

  it('shows the value of a cell without a text, and all digits of a phone', async () => {
    const typed = (type: string, value: string, text = '') =>
      cell(text && p(text), `office:value-type="${type}" office:${value}`)
    expect(
      await textsOf(
        typed('float', 'value="11988887777"'),
        typed('float', 'value="5511988887777"', '5,51E+12'),
        typed('float', 'value="0.5"'),
        typed('date', 'date-value="2026-03-01"'),
        typed('time', 'time-value="PT10H30M00S"'),
        typed('boolean', 'boolean-value="true"'),
        typed('string', 'string-value="Ana"'),
        typed('date', 'date-value="1850-01-01"', '01/01/1850'),
        typed('float', 'value="x"', 'x'),
      ),
    ).toEqual(['11988887777', '5511988887777', '0,5', '01/03/2026', '10:30:00', 'VERDADEIRO', 'Ana', '01/01/1850', 'x'])
  })

  it('keeps what a cell holds where a format of Excel shows it alike', async () => {
    const typed = (type: string, value: string, text: string) =>
      cell(p(text), `office:value-type="${type}" office:${value}`)
    const values = await valuesOf(
      typed('float', 'value="1310"', '01310'),
      typed('currency', 'value="1234.5"', 'R$ 1.234,50'),
      typed('percentage', 'value="0.125"', '12,50%'),
      typed('date', 'date-value="2025-01-01T10:30:00"', '01/01/2025 10:30'),
      typed('float', 'value="3"', 'três'),
      typed('boolean', 'boolean-value="false"', 'FALSO'),
    )
    expect(values).toEqual([
      { number: 1310, format: '00000' },
      { number: 1234.5, format: '"R$" #,##0.00' },
      { number: 0.125, format: '0.00%' },
      { number: 45658.4375, format: 'dd/mm/yyyy hh:mm' },
      undefined,
      { number: 0, format: 'boolean' },
    ])
  })

  it('repeats cells and rows, counts blank ones, and leaves covered cells empty', async () => {
    const rows = [
      odsRow(['Relatório']),
      '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
      odsRow(['A', 'B', 'Fone']),
      row(
        cell(p('x'), 'table:number-columns-repeated="2"'),
        cell(p('11988887777')),
        cell('', 'table:number-columns-repeated="16381"'),
      ),
      `<table:table-row table:number-rows-repeated="2">${cell(p('y'), 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell(p('11977776666'))}</table:table-row>`,
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>',
    ]
    const list = await readWhole(sheetOf(rows.join('')))
    expect(list.plan).toMatchObject({ header: true, rowsAbove: 4, names: ['A', 'B', 'Fone'] })
    expect(list.rows).toEqual([
      ['x', 'x', '11988887777'],
      ['y', '', '11977776666'],
      ['y', '', '11977776666'],
    ])
    expect(list.numbers).toEqual([5, 6, 7])
  })

  it('marks rows that are hidden or filtered away, in groups as well', async () => {
    const rows =
      odsRow(['Fone']) +
      odsRow(['11988887771'], 'table:visibility="collapse"') +
      `<table:table-row-group>${odsRow(['11988887772'], 'table:visibility="filter"')}${odsRow(['11988887773'])}</table:table-row-group>`
    const skipped = await readWhole(sheetOf(rows), { hidden_rows: 'skip' })
    expect((await readWhole(sheetOf(rows))).rows).toHaveLength(3)
    expect(skipped.rows).toEqual([['11988887773']])
    expect(skipped.numbers).toEqual([4])
  })

  it('reads other prefixes, and 50,000 rows in order', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => odsRow([`Nome ${index}`, 11_900_000_001 + index]))
    const content = odsContent([
      { name: 'A', rows: odsRow(['x']) },
      { name: 'B', rows: rows.join('') },
    ])
    const prefixed = content.replaceAll('table:', 't:').replaceAll('xmlns:table', 'xmlns:t')
    const list = await readWhole(book(buildZip(odsParts(prefixed.replace('xmlns:t:1.0', 'xmlns:table:1.0')))))
    expect(list.rows).toHaveLength(50_000)
    expect(list.rows[49_999]).toEqual(['Nome 49999', '11900050000'])
  })
})

describe('a damaged or hostile spreadsheet of LibreOffice is refused', () => {
  const whole = buildOds([{ name: 'A', rows: people.repeat(300) }])
  const content = odsContent([{ name: 'A', rows: people }])
  const refusal = (cause: string) => ({ code: 'list_unreadable', params: { cause } })

  it('with any byte changed, it is read or refused and nothing else happens', async () => {
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = whole.slice()
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      expect(['read', 'list_unreadable', 'list_empty']).toContain(await outcomeOf(readWhole(book(bytes))))
    }
  })

  const partsOf = (rows: string) => odsParts(odsContent([{ name: 'A', rows }]))
  const entities = '<!DOCTYPE a [<!ENTITY b "c">]>'
  const wide = cell('', 'table:number-columns-repeated="99999"')
  const manifest = '<m:manifest xmlns:m="x"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>'
  const encrypted = odsParts('\x01\x02').map((part) =>
    part.name.startsWith('META') ? { ...part, bytes: manifest } : part,
  )

  it.each([
    ['a document of text', 'document', odsParts(odsContent([], 'text'))],
    ['one without a sheet', 'damaged', odsParts(odsContent([]))],
    ['cut off', 'damaged', odsParts(content.slice(0, -300))],
    ['not well-formed', 'damaged', odsParts(content.replace('</table:table-row>', '</x>'))],
    ['a table that ends twice', 'damaged', odsParts(content.replace('</table:table>', '</table:table></table:table>'))],
    ['a password for its parts', 'encrypted', encrypted],
    ['a password for all of it', 'encrypted', [{ name: 'encrypted-package', bytes: 'x' }]],
    ['entities that multiply', 'damaged', odsParts(content.replace('<office:doc', `${entities}<office:doc`))],
    ['a cell beyond the last', 'damaged', partsOf(row(wide, cell(p('x'))))],
    ['a row beyond the last', 'damaged', partsOf(repeated(1_048_576, cell(p('x'))) + odsRow(['x']))],
    ['blanks without an end', 'damaged', partsOf(row(cell(p('a<text:s text:c="900000"/>'.repeat(20)))))],
  ])('%s', async (_, cause, parts) => {
    await expect(readWhole(book(buildZip(parts)))).rejects.toMatchObject(refusal(cause))
  })

  it.each([
    ['cells', repeated(1_048_000, cell(p('1'), 'table:number-columns-repeated="16384"'))],
    ['characters', repeated(900_000, cell(p('x'.repeat(1000))))],
  ])('that repeats too many %s', async (what, rows) => {
    await expect(readWhole(sheetOf(people + rows))).rejects.toMatchObject({ code: 'list_too_large', params: { what } })
  })

  it.each([
    ['cells', row(cell(p('<text:s/>'), 'table:number-columns-repeated="16384"'))],
    ['characters', row(cell(p('<text:s text:c="1000000"/>'), 'table:number-columns-repeated="4"'))],
  ])('that repeats too many %s in blank rows', async (what, blankRow) => {
    const rss = process.memoryUsage().rss
    const file = sheetOf(people + blankRow.repeat(10_000))
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'list_too_large', params: { what } })
    expect(process.memoryUsage().rss - rss).toBeLessThan(600e6)
  })

  it('that fills one row with more than a row holds', async () => {
    const wide = cell(p('<text:s text:c="1000000"/>a')).repeat(5)
    await expect(readWhole(sheetOf(people + row(wide)))).rejects.toMatchObject(refusal('damaged'))
  })

  it('that has more sheets than anybody chooses from', async () => {
    const file = book(buildOds(Array.from({ length: 1001 }, () => ({ name: 'A', rows: '' }))))
    await expect(readWhole(file)).rejects.toMatchObject({ code: 'list_too_large', params: { what: 'sheets' } })
  })
})

import { describe, expect, it } from 'vitest'
import { buildOds } from './build-ods.ts'
import { buildXls, u16, u32, xlsRecord, xlsRow, xlsText } from './build-xls.ts'
import { buildXlsx, xlsxRow } from './build-xlsx.ts'
import { keysOf, readWhole, textFile } from './read-whole.ts'

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet whose cells B2, B3 and so on show `Chamar` and link to these. */
function linkedXlsx(targets: readonly string[], prefix = ''): Uint8Array {
  const rows = [xlsxRow(1, ['Nome', 'WhatsApp']), ...targets.map((_, at) => xlsxRow(at + 2, ['P', 'Chamar']))].join('')
  const links = targets.map((_, at) => `<${prefix}hyperlink ref="B${at + 2}" r:id="l${at}" display="x"/>`).join('')
  const relations = targets.map(
    (target, at) =>
      `<Relationship Id="l${at}" Type="${relationship}/hyperlink" Target="${target}" TargetMode="External"/>`,
  )
  const tail = `</sheetData><${prefix}hyperlinks>${links}</${prefix}hyperlinks><sheetData>`
  return buildXlsx([{ name: 'Leads', rows: rows + tail }], {
    extra: [
      { name: 'xl/worksheets/_rels/sheet1.xml.rels', bytes: `<Relationships>${relations.join('')}</Relationships>` },
    ],
  })
}

const targets = [
  'https://wa.me/5511987650001?text=Oi%20Ana',
  'tel:+55%2011%2098765-0002',
  'mailto:ana@exemplo.com?subject=x',
  'https://api.whatsapp.com/send?phone=5521987650003&amp;text=Oi',
]
const keys = ['5511987650001', '5511987650002', 'ana@exemplo.com', '5521987650003']

const xlsLink = (row: number, url: string) =>
  xlsRecord(
    0x1b8,
    ...[u16(row, row, 1, 1), Buffer.alloc(16, 7), u32(2), u32(3), Buffer.alloc(16, 9), u32(url.length * 2 + 2)],
    Buffer.from(`${url}\0`, 'utf16le'),
  )

/** `HYPERLINK("…","Chamar")` as a formula whose text follows. */
const xlsFormula = (row: number, url: string) => {
  const texts = [url, 'Chamar'].map((text) => Buffer.concat([Buffer.from([0x17, text.length]), xlsText(text)]))
  const tokens = Buffer.concat([...texts, Buffer.from([0x42, 2, 0x67, 0x01])])
  return [
    xlsRecord(0x06, u16(row, 1, 0), [0, 0, 0, 0, 0, 0, 0xff, 0xff], u16(0), u32(0), u16(tokens.length), tokens),
    xlsRecord(0x207, u16(6), xlsText('Chamar')),
  ]
}

describe('a cell that shows no phone and links to one', () => {
  it('of an .xlsx, by its links and by its formulas', async () => {
    expect((await keysOf(textFile(linkedXlsx(targets), 'a.xlsx'))).keys).toEqual(keys)
    const formulas = targets.map(
      (target, at) =>
        `<row r="${at + 2}"><c r="A${at + 2}" t="str"><f>HYPERLINK("${target}","Falar com P")</f><v>Falar com P</v></c></row>`,
    )
    const book = buildXlsx([{ name: 'Leads', rows: xlsxRow(1, ['WhatsApp']) + formulas.join('') }])
    const list = await readWhole(textFile(book, 'a.xlsx'))
    expect(list.rows[0]).toEqual(['Falar com P https://wa.me/5511987650001?text=Oi%20Ana'])
    expect((await keysOf(textFile(book, 'a.xlsx'))).keys).toEqual(keys)
  })

  it('of an .ods, by its links and by its formulas', async () => {
    const cell = (inside: string, formula = '') =>
      `<table:table-row><table:table-cell office:value-type="string" ${formula}><text:p>${inside}</text:p></table:table-cell></table:table-row>`
    const linked = targets.map((target, at) =>
      at % 2 === 0
        ? cell(`<text:a xlink:href="${target}" xmlns:xlink="x">Chamar</text:a>`)
        : cell('Chamar', `table:formula="of:=HYPERLINK(&quot;${target}&quot;;&quot;Chamar&quot;)"`),
    )
    const ods = buildOds([{ name: 'Leads', rows: cell('WhatsApp') + linked.join('') }])
    expect((await keysOf(textFile(ods, 'a.ods'))).keys).toEqual(keys)
  })

  it('of an .xls, by its links and by its formulas', async () => {
    const plain = targets.map((target) => target.replaceAll('&amp;', '&'))
    const head = xlsRow(0, ['Nome', 'WhatsApp'])
    const rows = plain.flatMap((_, at) => xlsRow(at + 1, ['P', 'Chamar']))
    const links = plain.map((target, at) => xlsLink(at + 1, target))
    const linked = buildXls([{ name: 'Leads', records: [...head, ...rows, ...links] }])
    expect((await keysOf(textFile(linked, 'a.xls'))).keys).toEqual(keys)
    const formulas = plain.flatMap((target, at) => xlsFormula(at + 1, target))
    const calculated = buildXls([{ name: 'Leads', records: [...head, ...formulas] }])
    expect((await keysOf(textFile(calculated, 'a.xls'))).keys).toEqual(keys)
  })

  it('stays as it is where it shows one, or where the link is of nobody', async () => {
    const rows = [xlsxRow(1, ['Site', 'E-mail']), xlsxRow(2, ['Chamar', 'ana@exemplo.com'])].join('')
    const tail =
      '</sheetData><hyperlinks><hyperlink ref="A2" r:id="a"/><hyperlink ref="B2" r:id="b"/></hyperlinks><sheetData>'
    const relation = (id: string, target: string) =>
      `<Relationship Id="${id}" Type="${relationship}/hyperlink" Target="${target}" TargetMode="External"/>`
    const relations = `<Relationships>${relation('a', 'https://exemplo.com/?id=11987650001')}${relation('b', 'mailto:outra@exemplo.com')}</Relationships>`
    const book = buildXlsx([{ name: 'Leads', rows: rows + tail }], {
      extra: [{ name: 'xl/worksheets/_rels/sheet1.xml.rels', bytes: relations }],
    })
    expect((await readWhole(textFile(book, 'a.xlsx'))).rows).toEqual([['Chamar', 'ana@exemplo.com']])
  })

  it('of a workbook with a prefix for its elements', async () => {
    expect((await keysOf(textFile(linkedXlsx(targets.slice(0, 1), 'x:'), 'a.xlsx'))).keys).toEqual(keys.slice(0, 1))
  })
})

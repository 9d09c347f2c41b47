import { describe, expect, it } from 'vitest'
import { attributesIn, createPageScanner } from '../../../main/lists/workbooks/html-tags.ts'
import { keysOf, readWhole, textFile, utf16, windows1252 } from './read-whole.ts'

const cells = (tag: string, texts: readonly string[]) => texts.map((text) => `<${tag}>${text}</${tag}>`).join('')
const tableOf = (...rows: readonly string[][]) =>
  `<table border="1">${rows.map((row, at) => `<tr>${cells(at === 0 ? 'th' : 'td', row)}</tr>`).join('\r\n')}</table>`
const people = tableOf(['Nome', 'Telefone'], ['João', '(11) 98888-7777'], ['Ana', '11977776666'])
const page = (text: string | Uint8Array, name = 'lista.xls') => textFile(text, name)
const rowsOf = async (text: string) => (await readWhole(page(text))).rows

describe('a table of a web page is a list', () => {
  it('as systems export it under the name .xls', async () => {
    const list = await readWhole(page(`<html><head><meta charset="utf-8"></head><body>${people}</body></html>`))
    expect(list.inspection).toMatchObject({
      file_kind: 'html',
      encoding: 'utf-8',
      delimiter: null,
      header: true,
      sheet: '1',
      sheet_names: ['1'],
      hints: [],
    })
    expect(list.plan.names).toEqual(['Nome', 'Telefone'])
    expect(list.rows).toEqual([
      ['João', '(11) 98888-7777'],
      ['Ana', '11977776666'],
    ])
    expect((await keysOf(page(people))).keys).toEqual(['5511988887777', '5511977776666'])
  })

  it.each([
    ['Windows-1252', 'windows-1252', windows1252(people)],
    ['UTF-8 with a mark', 'utf-8-bom', new TextEncoder().encode(`\ufeff${people}`)],
    ['UTF-16', 'utf-16le', utf16(people, 'le', true)],
    ['UTF-16 without a mark', 'utf-16le', utf16(people, 'le', false)],
    [
      'Windows-1252 by what the page says of itself, where a byte pair looks like UTF-8',
      'windows-1252',
      windows1252(`<meta http-equiv=Content-Type content="text/html; charset=iso-8859-1">${people}<p>Ã£ é é</p>`),
    ],
  ])('in %s', async (_, encoding, bytes) => {
    const list = await readWhole(page(bytes))
    expect(list.inspection).toMatchObject({ file_kind: 'html', encoding })
    expect(list.rows[0]).toEqual(['João', '(11) 98888-7777'])
  })

  it.each([
    ['entities', 'Jo&atilde;o&nbsp;&amp;&#32;Cia &lt;x&gt; &#x1F600; a & b', 'João\u00a0& Cia <x> 😀 a & b'],
    ['line breaks', ' Rua A<br>\r\n  casa 2<BR/>', 'Rua A\ncasa 2'],
    ['paragraphs', '<p>Rua A</p>\n<div>casa <b>2</b></div>', 'Rua A\ncasa 2'],
    ['blanks that a browser joins', '  a \r\n\t b  ', 'a b'],
    ['inline elements', '<font color="red"><span>Ana</span></font> <i>Souza</i>', 'Ana Souza'],
    ['what is not displayed', '<span style="display: none">20260102</span>02/01/2026', '02/01/2026'],
    ['comments, scripts and styles', 'A<!-- <td>x</td> --><script>"</td>"</script><style>td{}</style>na', 'Ana'],
    ['a sign that begins no tag', 'a < b > c <3', 'a < b > c <3'],
    ['a table within the cell', `x<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>y`, 'x\n1 2\n3\ny'],
    ['quotes in a tag', `<a title="1 > 0" href='x>y'>Ana</a>`, 'Ana'],
    ['a blank that fills an empty cell', '&nbsp;', ''],
  ])('with %s', async (_, inside, text) => {
    const rows = await rowsOf(tableOf(['Nome', 'Fone'], [inside, '11988887777']))
    expect(rows).toEqual([[text, '11988887777']])
  })

  it('whose ends of rows and cells are left out, in upper case, with sections', async () => {
    const text = '<TABLE><THEAD><TR><TH>Nome<TH>Fone<TBODY><TR><TD>Ana<TD>11988887777<TR><TD>Bia<TD>11977776666</TABLE>'
    const list = await readWhole(page(text))
    expect(list.plan.names).toEqual(['Nome', 'Fone'])
    expect(list.rows).toEqual([
      ['Ana', '11988887777'],
      ['Bia', '11977776666'],
    ])
  })

  it('whose cells span others, which stay empty, and whose title rows and blank rows are counted', async () => {
    const text = [
      '<table><tr><td colspan="3"><b>Relatório</b></td></tr><tr><td></td></tr>',
      '<tr><td>Empresa<td>Contato<td>Fone</tr>',
      '<tr><td rowspan=2>Loja<td>Ana<td>11988887777</tr>',
      '<tr><td>Bia<td>11977776666</tr>',
      '<tr><td colspan=2>Sem empresa<td>11966665555</tr></table>',
    ].join('')
    const list = await readWhole(page(text))
    expect(list.plan).toMatchObject({ names: ['Empresa', 'Contato', 'Fone'], rowsAbove: 3 })
    expect(list.rows).toEqual([
      ['Loja', 'Ana', '11988887777'],
      ['', 'Bia', '11977776666'],
      ['Sem empresa', '', '11966665555'],
    ])
    expect(list.numbers).toEqual([4, 5, 6])
  })

  it('whose numbers Excel wrote short keep all their digits', async () => {
    const text = `<table><tr><td>Fone</tr><tr><td x:num="5511988887777">5,51E+12</tr><tr><td x:num="0.5">50%</tr></table>`
    expect(await rowsOf(text)).toEqual([['5511988887777'], ['50%']])
  })

  it('whose rows are not displayed, which are marked as hidden', async () => {
    const text = people.replace('<tr><td>Ana', '<tr style="mso-x:y;display:none"><td>Ana')
    expect(await rowsOf(text)).toHaveLength(2)
    expect((await readWhole(page(text), { hidden_rows: 'skip' })).rows).toEqual([['João', '(11) 98888-7777']])
  })

  it('and the others are offered, but for those that lay it out', async () => {
    const others = tableOf(['Nome', 'Fone'], ['Caio', '11966665555'])
    const menu = '<table><tr><td>Menu</td></tr></table>'
    const text = `${menu}<table><tr><td>${people}</td></tr><tr><td>${others}</td></tr></table>`
    const list = await readWhole(page(text))
    expect(list.inspection).toMatchObject({ sheet: '2', sheet_names: ['1', '2', '3'] })
    expect(list.inspection.key_sheets).toMatchObject([
      { name: '2', is_read: true },
      { name: '3', is_read: false },
    ])
    expect(list.rows).toHaveLength(2)
    expect((await readWhole(page(text), { sheet: '3' })).rows).toEqual([['Caio', '11966665555']])
    await expect(readWhole(page(text), { sheet: '9' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that begins where another has no cell open is the next one', async () => {
    const text = `<table><tr>${people}`
    expect((await readWhole(page(text))).inspection).toMatchObject({ sheet_names: ['1', '2'], sheet: '2' })
  })

  it('behind text and warnings of the system, where the name says so', async () => {
    const text = `Relatório de clientes\n${people}`
    expect((await readWhole(page(text))).rows).toHaveLength(2)
    expect((await readWhole(page(text, 'lista.csv'))).inspection.file_kind).toBe('text')
    expect((await readWhole(page(`<br />\n<b>Notice</b>: x\n${people}`, 'lista.csv'))).rows).toHaveLength(2)
  })

  it('whose phones are all of no use, so that each shows its reason', async () => {
    const list = await readWhole(page(tableOf(['Nome', 'Telefone'], ['Ana', '5,51199E+12'])))
    expect(list.inspection).toMatchObject({ file_kind: 'html', hints: ['damaged_by_excel'] })
  })

  it('that lies across pieces of the file, and reports where the file was cut off', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ['Jo&atilde;o', String(11_900_000_000 + index)])
    const text = tableOf(['Nome', 'Fone'], ...rows)
    const list = await readWhole(page(text))
    expect(list.rows).toEqual(rows.map(([, phone = '']) => ['João', phone]))
    expect(list.inspection.hints).not.toContain('cut_off')
    const cut = await readWhole(page(text.slice(0, -500)))
    expect(cut.inspection.hints).toContain('cut_off')
  })
})

describe('a web page without a list', () => {
  const login = (inside: string) => `<html><form>${inside}<input name=s type="password"></form></html>`

  it.each([
    ['a page of a network', '<html><h1>Bem-vindo ao Wi-Fi</h1><form><input type=submit></form></html>', 'web_page'],
    ['a table of figures', tableOf(['Mês', 'Total'], ['maio', '2']), 'web_page'],
    ['a login page', login('<table><tr><td>Usuário</td><td><input></td></tr></table>'), 'login_page'],
    ['a login page that names a phone', login(tableOf(['Entrar', ''], ['Suporte', '(11) 4004-1234'])), 'login_page'],
    ['tables without rows', '<table></table>'.repeat(1000), 'web_page'],
  ])('is refused: %s', async (_, text, cause) => {
    const refusal = { code: 'list_unreadable', params: { cause } }
    await expect(readWhole(page(text, 'lista.csv'))).rejects.toMatchObject(refusal)
  })
})

it.each(['<Nome>;<Fone>\nAna;11988887777', '<ana@exemplo.com>\n<bia@exemplo.com>'])('%j is text', async (text) => {
  expect((await readWhole(page(text, 'lista.csv'))).inspection.file_kind).toBe('text')
})

/** The time limit of a test finds what is not linear. */
describe('a hostile page is read or refused in linear time', () => {
  const outcome = (text: string) =>
    readWhole(page(text)).then(
      ({ rows }) => rows.length,
      (error: { code?: string; details?: string }) => error.details ?? error.code,
    )

  it.each([
    ['tables within one another', `${'<table><tr><td>'.repeat(200_000)}11988887777`, 'html: no table of people'],
    ['tables in one another that end', `${'<table><tr><td>'.repeat(20_000)}x${'</table>'.repeat(20_000)}${people}`, 2],
    ['100,000 tables', '<table><tr><td>a</td></tr></table>'.repeat(100_000) + people, 2],
    ['the end of a tag is missing', `${people}<td a="${'x'.repeat(5_000_000)}`, 'html: a tag without an end'],
    ['quotes', `${people}${`<a b="'`.repeat(200_000)}`, 2],
    ['signs', people + '<'.repeat(2_000_000), 2],
    ['comments without an end', people + '<!--'.repeat(500_000), 2],
    ['scripts without an end', people + '<script>'.repeat(200_000), 2],
    ['entities', tableOf(['Fone'], ['11988887777'], ['&'.repeat(500_000)]), 2],
    ['a cell in pieces', tableOf(['Fone'], ['11988887777'], ['<b>x</b> '.repeat(200_000)]), 2],
    ['a cell without an end', `${people.slice(0, -8)}<tr><td>${'x '.repeat(3_000_000)}`, 'html: a cell without an end'],
    ['spans', `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(20_000)}${people}`, 'list_too_large'],
    ['columns', `<table><tr>${'<td>x'.repeat(20_000)}`, 'list_too_large'],
    ['wide spans of nothing', `${'<table><tr><td colspan=1000 rowspan=9></table>'.repeat(20_000)}${people}`, 2],
  ])('%s', async (_, text, expected) => {
    const result = await outcome(text)
    expect(String(result)).toMatch(new RegExp(`^${expected}|^more columns`))
  })

  it.each(['a ', 'a=', `a="`, 'a=" ', '/', "='", ' = '])('attributes of 200,000 %j', (bit) => {
    attributesIn(bit.repeat(200_000))
  })

  it.each(['<a ', '</', '<!', '&amp', '<a b="', '-->', '<style>'])('tags of 200,000 %j', (bit) => {
    const scanner = createPageScanner({ open() {}, close() {}, text() {} })
    const write = () => {
      for (let piece = 0; piece < 20; piece++) scanner.write(bit.repeat(10_000))
    }
    write()
    scanner.end()
  })
})

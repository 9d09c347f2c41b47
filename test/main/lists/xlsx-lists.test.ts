import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { AppFailure } from '../../../main/kernel/failure.ts'
import { listLimits } from '../../../main/lists/plan.ts'
import { createCellStyle } from '../../../main/lists/workbooks/number-formats.ts'
import { failureSentence } from '../../../preload/messages/catalogue.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { runsAll } from '../../kit/systems.ts'
import { buildXlsx, buildZip, xlsxParts, xlsxRow } from './build-xlsx.ts'
import { outcomeOf, readWhole, textFile } from './read-whole.ts'

const book = (bytes: Uint8Array, name = 'lista.xlsx') => textFile(bytes, name)
const people = [
  xlsxRow(1, ['Nome', 'Telefone']),
  xlsxRow(2, ['João &amp; Filhos', '(11) 98888-7777']),
  xlsxRow(3, ['Ana', 5511977776666]),
].join('')

const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/>
<numFmt numFmtId="165" formatCode="&quot;dias&quot; 0.00"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`

type Options = Parameters<typeof buildXlsx>[1]

/** A workbook with one sheet of these rows. */
const sheetOf = (rows: string, options?: Options) => buildXlsx([{ name: 'A', rows }], options)

/** The texts of one row of cells, given as XML. */
async function cells(inside: string, options: Options = {}): Promise<string[]> {
  const bytes = sheetOf(`<row r="1">${inside}</row>`, { styles, ...options })
  const list = await readWhole(book(bytes), { header: false })
  return list.rows[0] ?? []
}

describe('a spreadsheet is read as text', () => {
  it('names its sheets and reads the first visible one that holds anything', async () => {
    const bytes = buildXlsx([
      { name: 'Segredo', rows: xlsxRow(1, ['11900000001']), state: 'hidden' },
      { name: 'Vazia', rows: '' },
      { name: 'Leads &amp; Cia', rows: people },
    ])
    const list = await readWhole(book(bytes))
    expect(list.inspection).toMatchObject({
      file_kind: 'xlsx',
      encoding: null,
      delimiter: null,
      header: true,
      sheet_names: ['Segredo', 'Vazia', 'Leads & Cia'],
      sheet: 'Leads & Cia',
    })
    expect(list.inspection.hints).toContain('several_sheets')
    expect(list.rows).toEqual([
      ['João & Filhos', '(11) 98888-7777'],
      ['Ana', '5511977776666'],
    ])
    const hidden = await readWhole(book(bytes), { sheet: 'Segredo' })
    expect(hidden.rows).toEqual([['11900000001']])
    await expect(readWhole(book(bytes), { sheet: 'Outra' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(readWhole(book(bytes), { sheet: 'Vazia' })).rejects.toMatchObject({ code: 'list_empty' })
  })

  it('reads a spreadsheet under any name', async () => {
    expect((await readWhole(book(sheetOf(people), 'lista.csv'))).rows).toHaveLength(2)
  })

  it('writes numbers out in full', async () => {
    const texts = {
      '5.511988887777E12': '5511988887777',
      '5511988887777': '5511988887777',
      '5511988887777.0': '5511988887777',
      '0.10000000000000001': '0,1',
      '1.5E-7': '0,00000015',
      '-3': '-3',
      '1E21': '1000000000000000000000',
    }
    const inside = Object.keys(texts).map((value) => `<c><v>${value}</v></c>`)
    expect(await cells(inside.join(''))).toEqual(Object.values(texts))
  })

  it('reads shared and inline strings, rich text, escapes, formulas, booleans and errors', async () => {
    const strings =
      '<sst><si><t>Ângela</t></si><si><r><t>Bi</t></r><r><rPr/><t xml:space="preserve">a </t></r><rPh><t>x</t></rPh></si>' +
      '<si><t>a_x000D_\nb &#x41;&#66; &lt;c&gt; &#x1F600;</t></si><si><t/></si><si><t><![CDATA[a < b & c]]></t></si></sst>'
    const texts = await cells(
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v>4</v></c>' +
        '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t="str"><f>A1&amp;"x>"</f><v>1198888 &amp;</v></c>' +
        '<c><f>1+1</f><v>2</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c><c t="s"><v>99</v></c>' +
        '<c t="d"><v>2026-03-01</v></c>',
      { strings },
    )
    expect(texts).toEqual([
      'Ângela',
      'Bia ',
      'a\r\nb AB <c> 😀',
      '',
      'a < b & c',
      'inline',
      '1198888 &',
      '2',
      'VERDADEIRO',
      'FALSO',
      '#N/A',
      '',
      '2026-03-01',
    ])
  })

  it('keeps cells apart that hold half of a character each', async () => {
    const texts = ['_xD83D_', '_xDE00_', '11988887777'].map((text) => `<c t="str"><v>${text}</v></c>`)
    expect(await cells(texts.join(''))).toEqual(['\ufffd', '\ufffd', '11988887777'])
  })

  it('reads dates by their style, in both systems', async () => {
    const dated =
      '<c s="1"><v>45658</v></c><c s="2"><v>45658.4375</v></c><c s="3"><v>45658</v></c><c s="4"><v>0.4375</v></c>' +
      '<c s="1"><v>1</v></c><c s="1"><v>59</v></c><c s="1"><v>60</v></c><c s="1"><v>61</v></c><c s="1"><v>5511988887777</v></c>'
    expect(await cells(dated)).toEqual([
      '01/01/2025',
      '01/01/2025 10:30',
      'dias 45658,00',
      '10:30',
      '01/01/1900',
      '28/02/1900',
      '29/02/1900',
      '01/03/1900',
      '5511988887777',
    ])
    const old = { workbookProperties: '<workbookPr date1904="1"/>' }
    const inOld = '<c s="1"><v>44196</v></c><c s="1"><v>0</v></c><c s="4"><v>0.4375</v></c>'
    expect(await cells(inOld, old)).toEqual(['01/01/2025', '01/01/1904', '10:30'])
  })

  it.each([
    ['dd/mm/yyyy', '45658', '01/01/2025'],
    ['[$-416]d\\ mmm\\ yy;@', '45658', '1 jan 25'],
    ['[h]:mm:ss', '1.5', '36:00:00'],
    ['General', '0.5', '0,5'],
    ['General', '11988887777', '11988887777'],
    ['General', '5511988887777', '5511988887777'],
    ['0.00E+00', '5511988887777', '5511988887777'],
    ['"R$"\\ #,##0.00', '1234.5', 'R$ 1.234,50'],
    ['_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-', '1234.5', 'R$ 1.234,50'],
    ['"R$"\\ #,##0.00', '11988887777', '11988887777'],
    ['0.0%', '0.125', '12,5%'],
    ['00000', '1310', '01310'],
    ['(00) 00000-0000', '11988887777', '(11) 98888-7777'],
    ['"+351 "000000000', '912345678', '+351 912345678'],
    ['@', '5', '5'],
    [';;;', '11988887777', '11988887777'],
    ['no [[[ format', '12', '12'],
    ['['.repeat(200_000), '12', '12'],
  ])('the format %.50s shows %s as %s', (code, raw, text) => {
    expect(createCellStyle(code, false)(raw).text).toBe(text)
  })

  it('keeps gaps between cells and rows, and counts rows as Excel does', async () => {
    const rows = [
      xlsxRow(3, ['Relatório']),
      '<row r="5"><c r="B5" t="str"><v>Nome</v></c><c r="AA5" t="str"><v>Celular</v></c></row>',
      '<row r="6"/><row r="9"><c r="B9" t="str"><v>Ana</v></c><c r="AA9"><v>11988887777</v></c></row>',
    ].join('')
    const list = await readWhole(book(sheetOf(rows)))
    expect(list.plan).toMatchObject({ header: true, rowsAbove: 5, keyColumns: [{ index: 26, kind: 'phone' }] })
    expect(list.numbers).toEqual([9])
    expect(list.rows[0]?.[1]).toBe('Ana')
    expect(list.rows[0]).toHaveLength(27)
  })

  it('reads prefixed names, single quotes, comments and stored parts', async () => {
    const sheet =
      "<?xml version='1.0'?><!-- > --><x:worksheet xmlns:x='urn:x'><x:sheetData><x:row r='1'>" +
      "<x:c r='A1' t='inlineStr'><x:is><x:t>fone</x:t></x:is></x:c></x:row><x:row r='2'><x:c r='A2' note='a>b'><x:v>11988887777</x:v></x:c></x:row></x:sheetData></x:worksheet>"
    const parts = xlsxParts([{ name: 'A', rows: '' }]).map((part) =>
      part.name.endsWith('sheet1.xml') ? { ...part, bytes: sheet, stored: true } : part,
    )
    expect((await readWhole(book(buildZip(parts)))).rows).toEqual([['11988887777']])
  })

  it('reads 50,000 rows in order', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) =>
      xlsxRow(index + 1, [`Nome ${index}`, 5511900000001 + index]),
    )
    const list = await readWhole(book(sheetOf(rows.join(''))))
    expect(list.rows).toHaveLength(50_000)
    expect(list.rows[49_999]).toEqual(['Nome 49999', '5511900050000'])
    expect(list.numbers[49_999]).toBe(50_000)
  })
})

describe('a damaged or hostile spreadsheet is refused', () => {
  const unreadable = { code: 'list_unreadable' }
  const whole = sheetOf(people.repeat(200))
  const peopleParts = xlsxParts([{ name: 'A', rows: people }])
  const pieces = `<t>${'x'.repeat(1000)}</t>`.repeat(2000)
  const stopping = peopleParts.map((part) =>
    part.name.endsWith('sheet1.xml') ? { ...part, bytes: `<worksheet><sheetData>${people}` } : part,
  )
  const entities = '<!DOCTYPE a [<!ENTITY b "c">]><sst><si><t>&b;</t></si></sst>'

  it.each([0.02, 0.3, 0.6, 0.9, 0.999])('cut off at %d of its length', async (share) => {
    await expect(readWhole(book(whole.slice(0, Math.floor(whole.length * share))))).rejects.toMatchObject(unreadable)
  })

  it('with any byte changed, it is read or refused and nothing else happens', async () => {
    for (let at = 0; at < whole.length; at += 13) {
      const bytes = whole.slice()
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      expect(['read', 'list_unreadable', 'list_empty']).toContain(await outcomeOf(readWhole(book(bytes))))
    }
  })

  it.each([
    ['another kind of zip', 'zip: not a spreadsheet', buildZip([{ name: 'lista.csv', bytes: 'a;b' }])],
    ['encrypted', 'zip: encrypted', buildZip([{ name: 'xl/workbook.xml', bytes: 'x', encrypted: true }])],
    ['a zip that lost its directory', 'zip: no directory', new TextEncoder().encode('PK\x03\x04 e nada mais')],
    ['wrong checksum', 'zip: a part is damaged', buildZip(peopleParts.map((part) => ({ ...part, crc: 1 })))],
    ['a row beyond the last', 'a row outside of the sheet', sheetOf('<row r="99999999"><c><v>1</v></c></row>')],
    ['a cell beyond the last', 'a cell outside of the sheet', sheetOf('<row r="1"><c r="ZZZZ1"><v>1</v></c></row>')],
    ['entities that multiply', 'xml: a declaration', sheetOf('', { strings: entities })],
    ['a sheet that stops', 'xml: a part is cut off', buildZip(stopping)],
    ['a tag without an end', 'xml: a part without an end', sheetOf(`<row a="${'x'.repeat(2_000_000)}`)],
    ['elements without an end', 'xml: nested too deeply', sheetOf('<a>'.repeat(100_000))],
    ['a text in pieces', 'xml: a text without an end', sheetOf(`<row><c t="inlineStr">${pieces}</c></row>`)],
    ['a shared one', 'xml: a text without an end', sheetOf(people, { strings: `<sst><si>${pieces}</si></sst>` })],
  ])('%s: %s', async (_, details, bytes) => {
    await expect(readWhole(book(bytes))).rejects.toMatchObject({ ...unreadable, details })
  })

  const row = (last: string) => `<row><c r="${last}1"><v>1</v></c></row>`
  const tabs = Array.from({ length: 1001 }, () => ({ name: 'A', rows: '' }))
  const longText = { strings: `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>` }
  const manyStyles = `<styleSheet><cellXfs>${'<xf/>'.repeat(300_000)}</cellXfs></styleSheet>`

  it.each([
    ['gaps in one piece', 'cells', sheetOf(row('XFD').repeat(50_000))],
    ['200,000 rows of 1,951 columns', 'cells', sheetOf(row('BWA').repeat(200_000))],
    ['more tabs than anybody chooses from', 'sheets', buildXlsx(tabs)],
    ['a long text in every row', 'characters', sheetOf('<row><c t="s"><v>0</v></c></row>'.repeat(10_000), longText)],
    ['its declared inflated size', 'bytes', buildZip(peopleParts.map((part) => ({ ...part, size: 3e9 })))],
    ['300,000 formats of cells', 'styles', sheetOf(people, { styles: manyStyles })],
  ])('too large in %s, and the limit is reported: %s', async (_, what, bytes) => {
    const failure = await readWhole(book(bytes)).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'list_too_large', params: { what } })
    const sentence = failureSentence(ptBR, failure as AppFailure)
    expect(sentence).toContain(listLimits[what as keyof typeof listLimits].toLocaleString('pt-BR'))
  })

  // Takes seconds.
  if (runsAll) {
    it('that inflates to more than 1 GB, without holding it', async () => {
      // Blocks of deflate can follow one another: a megabyte of file inflates to 1.2 GB.
      const blockOf = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
      const block = blockOf(`<a/>${' '.repeat(500_000)}`.repeat(16))
      const blocks = [blockOf('<sst>'), ...Array.from({ length: 150 }, () => block)]
      const packed = Buffer.concat([...blocks, Buffer.from([0x03, 0x00])])
      const bytes = buildZip(
        peopleParts.map((part) => (part.name.endsWith('Strings.xml') ? { ...part, packed } : part)),
      )
      const rss = process.memoryUsage().rss
      const tooLarge = { code: 'list_too_large', params: { what: 'bytes' } }
      await expect(readWhole(book(bytes))).rejects.toMatchObject(tooLarge)
      expect(process.memoryUsage().rss - rss).toBeLessThan(400e6)
    }, 60_000)
  }
})

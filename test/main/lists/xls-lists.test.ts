import { describe, expect, it } from 'vitest'
import { readList } from '../../../main/lists/read.ts'
import { buildCompoundFile, buildXls, f64, u16, u32, xlsRecord, xlsRow, xlsStream, xlsText } from './build-xls.ts'
import { outcomeOf, readWhole, textFile } from './read-whole.ts'

const book = (bytes: Uint8Array) => textFile(bytes, 'lista.xls')
const people = [
  ...xlsRow(0, ['Nome', 'Telefone']),
  ...xlsRow(1, ['João', '(11) 98888-7777']),
  ...xlsRow(2, ['Ana', 11977776666]),
]
const sheetOf = (records: readonly Buffer[], options?: Parameters<typeof buildXls>[1]) =>
  book(buildXls([{ name: 'A', records }], options))
const bytesOf = (...records: readonly Buffer[]) => buildXls([{ name: 'A', records }])
const place = (column: number, format = 0) => u16(0, column, format)

describe('a spreadsheet of Excel 97 to 2003 is read as text', () => {
  it('names its sheets and reads the first visible one that holds people', async () => {
    const file = book(
      buildXls([
        { name: 'Segredo', records: xlsRow(0, ['11900000001']), hidden: true },
        { name: 'Instruções', records: xlsRow(0, ['Preencha a outra aba']) },
        { name: 'Москва', records: people },
      ]),
    )
    const list = await readWhole(file)
    expect(list.inspection).toMatchObject({
      file_kind: 'xls',
      encoding: null,
      header: true,
      sheet_names: ['Segredo', 'Instruções', 'Москва'],
      sheet: 'Москва',
      hints: ['several_sheets'],
    })
    expect(list.rows).toEqual([
      ['João', '(11) 98888-7777'],
      ['Ana', '11977776666'],
    ])
    expect((await readWhole(file, { sheet: 'Segredo' })).rows).toEqual([['11900000001']])
  })

  it('reads texts, numbers of every form, formulas, booleans and errors', async () => {
    const text = (value: string) => [u16(value.length), xlsText(value)]
    const cells = [
      xlsRecord(0xfd, place(0), u32(1)),
      xlsRecord(0x204, place(1), ...text('Ângela 😀')),
      xlsRecord(0x203, place(2), f64(5511988887777)),
      xlsRecord(0x27e, place(3), u32((123_456 << 2) | 3)),
      xlsRecord(0x27e, place(4), u32((-7 << 2) | 2)),
      xlsRecord(0xbd, u16(0, 5), u16(0), u32(0x3fe00000), u16(0), u32((5 << 2) | 2), u16(6)),
      xlsRecord(0x06, place(7), f64(0.25), Buffer.alloc(8)),
      xlsRecord(0x06, place(8), Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]), Buffer.alloc(8)),
      xlsRecord(0x4bc, Buffer.alloc(10)),
      xlsRecord(0x207, ...text('feito')),
      xlsRecord(0x06, place(9), Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff])),
      xlsRecord(0x06, place(10), Buffer.from([2, 0, 7, 0, 0, 0, 0xff, 0xff])),
      xlsRecord(0x205, place(11), [0, 0]),
      xlsRecord(0x205, place(12), [42, 1]),
      xlsRecord(0x201, place(13)),
      xlsRecord(0xfd, place(14), u32(99)),
      xlsRecord(0xd6, place(15), ...text('fim'), u16(0)),
    ]
    const list = await readWhole(sheetOf(cells, { strings: ['não', 'sim'] }), { header: false })
    const [texts = []] = list.rows
    expect(texts.slice(0, 9)).toEqual('sim|Ângela 😀|5511988887777|1234,56|-7|0,5|5|0,25|feito'.split('|'))
    expect(texts.slice(9)).toEqual('VERDADEIRO|#DIV/0!|FALSO|#N/A|||fim'.split('|'))
  })

  it('shows numbers and dates by their formats, in both systems, and keeps what they hold', async () => {
    const globals = [
      xlsRecord(0x41e, u16(164, 'dd/mm/yyyy hh:mm'.length), xlsText('dd/mm/yyyy hh:mm')),
      ...[0, 14, 164, 2].map((format) => xlsRecord(0xe0, u16(0, format), Buffer.alloc(16))),
    ]
    const cells = [45658, 45658.4375, 0.5].map((number, at) => xlsRecord(0x203, place(at, at + 1), f64(number)))
    const file = sheetOf(cells, { globals })
    const list = await readWhole(file, { header: false })
    expect(list.rows).toEqual([['01/01/2025', '01/01/2025 10:30', '0,50']])
    const blocks = readList(file, list.plan)
    expect((await blocks.next()).value?.values?.[0]?.[2]).toEqual({ number: 0.5, format: '0.00' })
    const old = sheetOf([xlsRecord(0x203, place(0, 1), f64(44196))], { globals: [xlsRecord(0x22, u16(1)), ...globals] })
    expect((await readWhole(old, { header: false })).rows).toEqual([['01/01/2025']])
  })

  it('reads shared texts that go on in further records, with formats and reading aids', async () => {
    const table = [
      xlsRecord(0xfc, u32(3), u32(3), u16(9), xlsText('11988')),
      xlsRecord(0x3c, xlsText('8877'), u16(3), Buffer.from([0x0d]), u16(1), u32(6), Buffer.from('An', 'utf16le')),
      xlsRecord(0x3c, xlsText('ã'), Buffer.alloc(3)),
      xlsRecord(0x3c, Buffer.alloc(7), u16(2), xlsText('oi')),
    ]
    const cells = [0, 1, 2].map((at) => xlsRecord(0xfd, place(at), u32(at)))
    const list = await readWhole(sheetOf(cells, { globals: table }), { header: false })
    expect(list.rows).toEqual([['119888877', 'Anã', 'oi']])
  })

  it('marks hidden rows, keeps gaps, and reads rows in their order whichever comes first', async () => {
    const hidden = xlsRecord(0x208, u16(2, 0, 2, 300, 0, 0), u32(0x20))
    const records = [...xlsRow(4, ['Bia', '11966665555']), hidden, ...people]
    const list = await readWhole(sheetOf(records))
    expect(list.numbers).toEqual([2, 3, 5])
    expect((await readWhole(sheetOf(records), { hidden_rows: 'skip' })).rows.map(([name]) => name)).toEqual([
      'João',
      'Bia',
    ])
  })

  it('reads texts that the file counts wrong, and a stream whose name is in capitals', async () => {
    for (const count of [1, 9]) {
      const table = xlsRecord(0xfc, u32(count), u32(count), u16(2), xlsText('oi'), u16(3), xlsText('tia'))
      const stream = xlsStream([{ name: 'A', records: [xlsRecord(0xfd, place(0), u32(1))] }], { globals: [table] })
      const file = book(buildCompoundFile({ WORKBOOK: stream }))
      expect((await readWhole(file, { header: false })).rows).toEqual([['tia']])
    }
  })

  it('reads small files and 60,000 rows alike', async () => {
    const records = Array.from({ length: 60_000 }, (_, at) => xlsRow(at, [`Nome ${at}`, 11_900_000_001 + at])).flat()
    const list = await readWhole(sheetOf(records), { header: false })
    expect(list.rows).toHaveLength(60_000)
    expect(list.rows[59_999]).toEqual(['Nome 59999', '11900060000'])
  })

  it('reads a sheet with a chart in it', async () => {
    const chart = [xlsRecord(0x809, u16(0x600, 0x20)), ...xlsRow(0, ['x', 'y']), xlsRecord(0x0a)]
    expect((await readWhole(sheetOf([...chart, ...people]))).plan.names).toEqual(['Nome', 'Telefone'])
  })
})

describe('a damaged or hostile spreadsheet of Excel 97 to 2003 is refused', () => {
  const whole = bytesOf(...people)
  const long = bytesOf(...Array.from({ length: 300 }, () => people).flat())
  const stream = xlsStream([{ name: 'A', records: people }])
  const refusal = (cause: string) => ({ code: 'list_unreadable', params: { cause } })

  it.each([0.01, 0.3, 0.6, 0.9])('cut off at %d of its length', async (share) => {
    await expect(readWhole(book(long.slice(0, Math.floor(long.length * share))))).rejects.toMatchObject(
      refusal('damaged'),
    )
  })

  it('with any byte changed, it is read or refused and nothing else happens', async () => {
    for (const value of [0xff, 0x01]) {
      for (let at = 8; at < whole.length; at++) {
        const bytes = whole.slice()
        bytes[at] = (bytes[at] ?? 0) ^ value
        const outcome = await outcomeOf(readWhole(book(bytes)))
        expect(['read', 'list_unreadable', 'list_empty', 'list_too_large']).toContain(outcome)
      }
    }
  }, 60_000)

  it.each([
    ['a number format longer than its record', xlsRecord(0x41e, u16(164, 500), [0], Buffer.from('0.00'))],
    ['a number format that is cut off', xlsRecord(0x41e, u16(164))],
    ['a format of cells that is cut off', xlsRecord(0xe0, u16(0))],
    ['a system of dates that is cut off', xlsRecord(0x22)],
    ['a code page that is cut off', xlsRecord(0x42)],
  ])('%s says nothing of cells: the list is read', async (_, record) => {
    const list = await readWhole(sheetOf(people, { globals: [record] }))
    expect(list.rows.length).toBeGreaterThan(0)
  })

  it('a link that is cut off says nothing of cells: the list is read', async () => {
    const list = await readWhole(sheetOf([xlsRecord(0x1b8, [1, 2]), ...people]))
    expect(list.rows.length).toBeGreaterThan(0)
  })

  it.each([
    ['a password', 'password', buildXls([{ name: 'A', records: people }], { globals: [xlsRecord(0x2f, u16(1))] })],
    ['a version that is none', 'old_excel', buildXls([{ name: 'A', records: people }], { version: 0x400 })],
    ['a cell beyond the last', 'damaged', bytesOf(xlsRecord(0x203, u16(0, 300, 0), f64(1)))],
    ['a record that is too short', 'damaged', bytesOf(xlsRecord(0x203, u16(0)))],
    ['a text that is too short', 'damaged', bytesOf(xlsRecord(0x204, u16(0, 0, 0, 500), xlsText('a')))],
    ['no sheet', 'damaged', buildXls([])],
    ['a missing end', 'damaged', buildCompoundFile({ Workbook: stream.subarray(0, -4) })],
  ])('with %s', async (_, cause, bytes) => {
    await expect(readWhole(book(bytes))).rejects.toMatchObject(refusal(cause))
  })
})

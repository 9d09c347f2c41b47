import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { unprotectCell } from '../../../../main/engine/export/protection.ts'
import type { ExportCell } from '../../../../main/engine/export/table.ts'
import { exported, type Headed, texts } from './export-kit.ts'

const hostile = [
  '=1+1',
  '+5511988887777',
  '+55 (11) 98888-7777',
  '00123',
  '-5',
  '@nome',
  "'aspas",
  "'=1",
  'a;b,c\td|e',
  'diz "oi"',
  'linha 1\nlinha 2\r\nlinha 3\rfim',
  ' espaços ',
  'João 😊 Ação',
  '5511988887777',
  '="0011"',
  'ł€漢字',
]

const mixed: readonly Headed[] = [
  { heading: 'Nome', kind: 'text' },
  { heading: 'Mensagens', kind: 'integer' },
  { heading: 'Criado em', kind: 'time' },
  { heading: 'Etiquetas', kind: 'list' },
]

async function fileText(file: string): Promise<string> {
  return (await readFile(file)).toString('utf8')
}

describe('a CSV for Excel', () => {
  it('is UTF-8 with BOM, semicolons and CRLF, with times and lists as people read them', async () => {
    const rows = [
      ['Ana', 12, Date.parse('2018-11-04T03:00:05.900Z'), ['quente', 'boleto']],
      [null, null, null, []],
    ]
    const { file, result } = await exported('csv-excel', mixed, rows)
    expect(await fileText(file)).toBe(
      '\ufeffNome;Mensagens;Criado em;Etiquetas\r\nAna;12;04/11/2018 01:00:05;quente, boleto\r\n;;;\r\n',
    )
    expect(result).toMatchObject({ rows: 2, long_cells: 0, cleaned_cells: 0 })
    expect(result.bytes).toBe((await readFile(file)).length)
  })

  it('gives back every hostile text once the one mark is taken off, in cells and in headings', async () => {
    const { file } = await exported('csv-excel', texts(...hostile), [hostile])
    const { data } = Papa.parse<string[]>((await fileText(file)).slice(1), { delimiter: ';', newline: '\r\n' })
    expect(data[0]?.map(unprotectCell)).toEqual(hostile)
    expect(data[1]?.map(unprotectCell)).toEqual(hostile)
  })

  it('begins no cell like a formula, save for phones and codes held as a text of digits', async () => {
    const { file } = await exported(
      'csv-excel',
      texts('a'),
      hostile.map((text) => [text]),
    )
    const { data } = Papa.parse<string[]>((await fileText(file)).slice(1), { delimiter: ';', newline: '\r\n' })
    const risky = data.map(([cell = '']) => cell).filter((cell) => /^[=+\-@\t\r]/.test(cell) && cell !== '-5')
    expect(risky).toEqual(['="+5511988887777"', '="+55 (11) 98888-7777"', '="00123"', '="5511988887777"'])
  })

  it('holds numbers that Excel would show as 1,2E+12', async () => {
    const rows = [
      [null, 123_456_789_012, null, null],
      [null, -7, null, null],
    ]
    const { file } = await exported('csv-excel', mixed, rows)
    expect(await fileText(file)).toContain('\r\n;"=""123456789012""";;\r\n;-7;;\r\n')
  })

  it('takes out control characters, at which Excel stops reading, and counts the cells', async () => {
    const { file, result } = await exported('csv-excel', texts('a', 'b'), [
      ['x\0y', '\u0001=1'],
      ['x\0y', 'z'],
    ])
    expect(await fileText(file)).toBe("\ufeffa;b\r\nxy;'=1\r\nxy;z\r\n")
    expect(result.cleaned_cells).toBe(3)
  })

  it.each(['csv-excel', 'csv-raw'] as const)(
    'as %s is whole, and counts what Excel does not open of it',
    async (format) => {
      const long = 'x'.repeat(32_768)
      const rows = function* () {
        yield [long, 'a']
        yield [long.slice(1), 'b']
        for (let count = 0; count < 1_048_576; count += 1) yield ['c', null]
      }
      const { file, result } = await exported(format, texts('a', 'b'), rows())
      expect(await fileText(file)).toContain(long)
      expect(result).toMatchObject({ rows: 1_048_578, long_cells: 1, cut_cells: 0, rows_beyond: 3 })
    },
  )
})

describe('a CSV for systems', () => {
  it('is UTF-8 without BOM, commas and LF, with times in UTC and values as they are', async () => {
    const rows: ExportCell[][] = [
      ['+5511988887777', -12, Date.parse('2018-11-04T03:00:05.900Z'), ['quente', 'boleto']],
      ['=1+1', 123_456_789_012, Date.parse('2018-11-04T03:00:05Z'), ['só']],
      ['00123\0', null, Number.NaN, null],
    ]
    const { file, result } = await exported('csv-raw', mixed, rows)
    expect(await fileText(file)).toBe(
      [
        'Nome,Mensagens,Criado em,Etiquetas',
        '+5511988887777,-12,2018-11-04T03:00:05.900Z,quente|boleto',
        '=1+1,123456789012,2018-11-04T03:00:05.000Z,só',
        '00123\0,,NaN,',
        '',
      ].join('\n'),
    )
    expect(result.cleaned_cells).toBe(0)
  })

  it('has only the headings for an empty table, and a row for every row of a single column', async () => {
    const empty = await exported('csv-raw', texts('a', 'b'), [])
    expect(await fileText(empty.file)).toBe('a,b\n')
    const single = await exported('csv-raw', texts('a'), [['x'], [null], ['y'], []])
    expect(await fileText(single.file)).toBe('a\nx\n""\ny\n""\n')
  })

  it('writes times far outside our years as ISO 8601', async () => {
    const rows = [[8.64e15], [-8.64e15], [Date.parse('0900-05-01T00:00:00Z')]]
    const { file } = await exported('csv-raw', [{ heading: 't', kind: 'time' }], rows)
    expect((await fileText(file)).split('\n').slice(1, 4)).toEqual([
      '+275760-09-13T00:00:00.000Z',
      '-271821-04-20T00:00:00.000Z',
      '0900-05-01T00:00:00.000Z',
    ])
  })
})

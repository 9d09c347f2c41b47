import { expect, it } from 'vitest'
import { buildOds, odsRow } from './build-ods.ts'
import { buildXls, xlsRow } from './build-xls.ts'
import { exportedList } from './list-run.ts'
import { textFile, utf16 } from './read-whole.ts'

type Row = readonly string[]

interface Case {
  readonly name: string
  /** Of the file, `lista.csv` otherwise. */
  readonly file?: string
  readonly content: string | Uint8Array
  /** `nome` and `fone` otherwise. */
  readonly headings?: Row
  /** Those of Ana and Bia otherwise. */
  readonly rows?: readonly Row[]
  /** Of each row; that of Ana alone otherwise, or those of both. */
  readonly keys?: Row
  readonly hints?: Row
}

const nameAndPhone = ['nome', 'fone']
const ana = ['Ana', '11988887777']
const bia = ['Bia', '11977776666']
const [keyAna, keyBia] = ['5511988887777', '5511977776666']
const csv = 'nome;fone\nAna;11988887777\nBia;11977776666\n'
const wide = Array.from({ length: 500 }, (_, at) => `c${at}`)

const cases: readonly Case[] = [
  {
    name: 'UTF-16 that lost its last byte',
    content: utf16(`${csv}x`, 'le', true).slice(0, -1),
    rows: [ana, bia, ['\ufffd', '']],
    keys: [keyAna, keyBia, ''],
    hints: ['replaced_characters', 'ragged_rows'],
  },
  {
    name: 'half of a character in UTF-16',
    content: Buffer.concat([utf16('nome;fone\n', 'le', true), Buffer.of(0, 0xd8), utf16(';11988887777', 'le', false)]),
    rows: [['\ufffd', '11988887777']],
    hints: ['replaced_characters'],
  },
  {
    name: 'Windows-1252 with curly quotes and the euro sign',
    content: Buffer.from('nome;fone\n\x93Z\xe9\x94 \x80\x965;11988887777', 'latin1'),
    rows: [['“Zé” €–5', '11988887777']],
  },
  {
    name: 'characters that are not seen, and both directions of writing',
    content: 'nome;fone\n\u200bAna\u00a0\u202e👩‍👧\u0301;\u202a+55 11 98888-7777\u202c\n',
    rows: [['\u200bAna\u00a0\u202e👩‍👧\u0301', '\u202a+55 11 98888-7777\u202c']],
  },
  {
    name: 'control characters in cells',
    content: 'nome;fone\nA\x0bn\x0ca\x1f;11988887777\n',
    rows: [['A\x0bn\x0ca\x1f', '11988887777']],
  },
  {
    name: 'missing headings',
    content: ';fone;\nAna;11988887777;x',
    headings: ['', 'fone', ''],
    rows: [['Ana', '11988887777', 'x']],
  },
  {
    name: 'headings in several lines',
    content: 'nome;"fone\r\ncelular"\nAna;11988887777',
    headings: ['nome', 'fone\r\ncelular'],
    rows: [ana],
  },
  { name: 'tabs under the name .xls', file: 'lista.xls', content: csv.replaceAll(';', '\t') },
  {
    name: '500 columns',
    content: `${wide.join(';')};fone\n${wide.join(';')};11988887777`,
    headings: [...wide, 'fone'],
    rows: [[...wide, '11988887777']],
  },
  {
    name: 'a mark at the start of each of two files put together',
    content: '\ufeffnome;fone\nAna;11988887777\n\ufeffBia;11977776666',
    rows: [ana, ['\ufeffBia', '11977776666']],
  },
  {
    name: 'ODS with a title above blank rows',
    file: 'lista.ods',
    content: buildOds([
      {
        name: 'Leads',
        rows: `${odsRow(['Campanha'])}<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="99"/></table:table-row>${[nameAndPhone, ana, bia].map((cells) => odsRow(cells)).join('')}`,
      },
    ]),
  },
  {
    name: 'a spreadsheet of Excel 97 with a number for a phone',
    file: 'lista.xls',
    content: buildXls([
      {
        name: 'Leads',
        records: [nameAndPhone, ana, ['Bia', 11977776666]].flatMap((cells, at) => xlsRow(at + 4, cells)),
      },
    ]),
  },
  {
    name: 'a chat of WhatsApp',
    file: '_chat.txt',
    content: '[12/03/2026, 14:22:01] \u202a+55 11 98888\u20117777\u202c: oi\n[12/03/2026, 14:22:02] Bia: 12/03/2026',
    headings: ['name', 'phone', 'messages', 'last'],
    rows: [
      ['', '+55 11 98888-7777', '1', '12/03/2026, 14:22:01'],
      ['Bia', '', '1', '12/03/2026, 14:22:02'],
    ],
    keys: [keyAna, ''],
  },
]

it.each(cases)('every cell of a file leaves as it came, in an export for systems: $name', async (each) => {
  const { file, content, headings = nameAndPhone, rows = [ana, bia], hints = [] } = each
  const { keys = [keyAna, keyBia].slice(0, rows.length) } = each
  const list = await exportedList(textFile(content, file))
  expect({ headings: list.headings, rows: list.rows, keys: list.keys }).toEqual({ headings, rows, keys })
  expect(list.inspection.hints).toEqual(hints)
})

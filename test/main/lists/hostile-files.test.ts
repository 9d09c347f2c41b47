import { describe, expect, it } from 'vitest'
import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import { buildOds, odsRow } from './build-ods.ts'
import { buildXls, xlsRow } from './build-xls.ts'
import { buildXlsx, buildZip, xlsxParts, xlsxRow } from './build-xlsx.ts'
import { exportedList } from './list-run.ts'
import { textFile, utf16, windows1252 } from './read-whole.ts'

type Row = readonly string[]

interface Readable {
  readonly name: string
  /** Of the file, `lista.csv` otherwise. */
  readonly file?: string
  readonly content: string | Uint8Array
  readonly settings?: Partial<ListSettings>
  readonly headings: Row
  readonly rows: readonly Row[]
  /** Of each row; all of `ana` and `bia` otherwise. */
  readonly keys?: Row
  readonly hints?: Row
}

const headings = ['nome', 'fone']
const ana = ['Ana', '11988887777']
const bia = ['Bia', '11977776666']
const keyAna = '5511988887777'
const keyBia = '5511977776666'
const rows = [ana, bia]
const csv = 'nome;fone\nAna;11988887777\nBia;11977776666\n'
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const tableOf = (cells: readonly Row[]) =>
  `<table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
const peopleRows = [xlsxRow(1, headings), xlsxRow(2, ana), xlsxRow(3, bia)].join('')
const inline = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const wide = Array.from({ length: 500 }, (_, at) => `c${at}`)
const long = 'palavra '.repeat(30_000)

const encodings: Readable[] = [
  { name: 'UTF-16 LE without a mark', content: utf16(csv, 'le', false), headings, rows },
  { name: 'UTF-16 BE without a mark', content: utf16(csv, 'be', false), headings, rows },
  {
    name: 'UTF-16 LE with old line ends of the Mac',
    content: utf16(csv.replaceAll('\n', '\r'), 'le', true),
    headings,
    rows,
  },
  {
    name: 'UTF-16 that lost its last byte',
    content: utf16(`${csv}x`, 'le', true).slice(0, -1),
    headings,
    rows: [...rows, ['\ufffd', '']],
    keys: [keyAna, keyBia, ''],
    hints: ['replaced_characters', 'ragged_rows'],
  },
  {
    name: 'half of a character in UTF-16',
    content: Buffer.concat([
      utf16('nome;fone\n', 'le', true),
      Buffer.from([0x00, 0xd8]),
      utf16(';11988887777', 'le', false),
    ]),
    headings,
    rows: [['\ufffd', '11988887777']],
    keys: [keyAna],
    hints: ['replaced_characters'],
  },
  {
    name: 'UTF-8 with bytes that are none',
    content: bytes(
      'nome;fone\nJoão é São;11988887777\nB',
      [0xff],
      ';11977776666\nAé;11966665555\nÁéíóúâêôãõç;11955554444',
    ),
    headings,
    rows: [
      ['João é São', '11988887777'],
      ['B\ufffd', '11977776666'],
      ['Aé', '11966665555'],
      ['Áéíóúâêôãõç', '11955554444'],
    ],
    keys: [keyAna, keyBia, '5511966665555', '5511955554444'],
    hints: ['replaced_characters'],
  },
  {
    name: 'Windows-1252 with curly quotes and the euro sign',
    content: bytes('nome;fone\n', [0x93], 'Z', [0xe9, 0x94, 0x20, 0x80, 0x96], '5;11988887777'),
    headings,
    rows: [['“Zé” €–5', '11988887777']],
    keys: [keyAna],
  },
  {
    name: 'lists in UTF-8 and Windows-1252 put together',
    content: Buffer.concat([Buffer.from('nome;fone\nJoão;11988887777\n'), windows1252('Conceição;11977776666\n')]),
    headings,
    rows: [
      ['João', '11988887777'],
      ['Conceição', '11977776666'],
    ],
    hints: ['mixed_encodings'],
  },
  {
    name: 'text that was encoded as UTF-8 twice',
    content: csv.replace('Ana', 'JoÃ£o'),
    headings,
    rows: [['JoÃ£o', '11988887777'], bia],
    hints: ['double_encoded'],
  },
  {
    name: 'NULs between characters and at the end',
    content: `n\0ome;fone\nA\0na;119888\x0087777\n${csv.slice(26)}${'\0'.repeat(4096)}`,
    headings,
    rows,
  },
  {
    name: 'characters that are not seen, and both directions of writing',
    content: 'nome;fone\n\u200bAna\u00a0\u202e👩‍👧\u0301;\u202a+55 11 98888-7777\u202c\n',
    headings,
    rows: [['\u200bAna\u00a0\u202e👩‍👧\u0301', '\u202a+55 11 98888-7777\u202c']],
    keys: [keyAna],
  },
  {
    name: 'control characters in cells',
    content: 'nome;fone\nA\x0bn\x0ca\x1f;11988887777\n',
    headings,
    rows: [['A\x0bn\x0ca\x1f', '11988887777']],
    keys: [keyAna],
  },
]

const separated: Readable[] = [
  { name: 'old line ends of the Mac', content: csv.replaceAll('\n', '\r'), headings, rows },
  { name: 'all line ends', content: 'nome;fone\rAna;11988887777\r\nBia;11977776666\r\r\n\n', headings, rows },
  { name: 'no line end', content: csv.trimEnd(), headings, rows },
  {
    name: 'title rows, a date and blank rows above the headings',
    content: 'Relatório de clientes;\nGerado em 22/11/2026 14:34;\n;\n\nnome;fone\nAna;11988887777\nBia;11977776666',
    headings,
    rows,
  },
  {
    name: 'the same heading twice',
    content: 'nome;fone;fone\nAna;11988887777;11977776666',
    headings: ['nome', 'fone', 'fone'],
    rows: [['Ana', '11988887777', '11977776666']],
    keys: [keyAna],
  },
  {
    name: 'missing headings',
    content: ';fone;\nAna;11988887777;x',
    headings: ['', 'fone', ''],
    rows: [['Ana', '11988887777', 'x']],
    keys: [keyAna],
  },
  { name: 'no headings', content: csv.slice(10), headings: ['', ''], rows },
  {
    name: 'headings in several lines',
    content: 'nome;"fone\r\ncelular"\nAna;11988887777',
    headings: ['nome', 'fone\r\ncelular'],
    rows: [ana],
    keys: [keyAna],
  },
  {
    name: 'rows of any length',
    content: 'nome;fone\nAna\nBia;11977776666;x;;y;;;\n;11988887777',
    headings: ['nome', 'fone', '', '', ''],
    rows: [
      ['Ana', '', '', '', ''],
      ['Bia', '11977776666', 'x', '', 'y'],
      ['', '11988887777', '', '', ''],
    ],
    keys: ['', keyBia, keyAna],
    hints: ['ragged_rows'],
  },
  { name: 'delimiters at the ends of all rows', content: csv.replaceAll('\n', ';;;\n'), headings, rows },
  {
    name: 'line breaks, quotes and delimiters in quotes',
    content: 'nome;fone;obs\n"A;na";11988887777;"um\r\ndois\r""três"""\n',
    headings: ['nome', 'fone', 'obs'],
    rows: [['A;na', '11988887777', 'um\r\ndois\r"três"']],
    keys: [keyAna],
  },
  {
    name: 'quotes inside cells',
    content: 'nome;fone\nAna "Nana" Sá;11988887777\n5" x 3";11977776666',
    headings,
    rows: [
      ['Ana "Nana" Sá', '11988887777'],
      ['5" x 3"', '11977776666'],
    ],
  },
  {
    name: 'a quote that never closes',
    content: 'nome;fone\n"Ana;11988887777\nBia;11977776666',
    headings,
    rows: [['"Ana', '11988887777'], bia],
  },
  { name: 'a line that names the delimiter', content: `sep=;\r\n${csv}`, headings, rows },
  { name: 'tabs under the name .xls', file: 'lista.xls', content: csv.replaceAll(';', '\t'), headings, rows },
  {
    name: 'bars, with commas in names',
    content: 'nome|fone\nSá, Ana|11988887777\n',
    headings,
    rows: [['Sá, Ana', '11988887777']],
    keys: [keyAna],
  },
  {
    name: 'what Excel would run, and what protects from it',
    content: `nome;fone;x\n=1+1;11988887777;@a\n"'=1+1";"=""+5511977776666""";-3`,
    headings: ['nome', 'fone', 'x'],
    rows: [
      ['=1+1', '11988887777', '@a'],
      ['=1+1', '+5511977776666', '-3'],
    ],
  },
  {
    name: 'blanks around cells',
    content: 'nome;fone\n  Ana  ; 11988887777 \n',
    headings,
    rows: [['  Ana  ', ' 11988887777 ']],
    keys: [keyAna],
  },
  {
    name: 'a cell of 240,000 characters',
    content: `nome;fone\n"${long}\n";11988887777`,
    headings,
    rows: [[`${long}\n`, '11988887777']],
    keys: [keyAna],
  },
  {
    name: '500 columns',
    content: `${wide.join(';')};fone\n${wide.join(';')};11988887777`,
    headings: [...wide, 'fone'],
    rows: [[...wide, '11988887777']],
    keys: [keyAna],
  },
  {
    name: 'phones alone',
    content: '11988887777\n(11) 97777-6666\n',
    headings: [''],
    rows: [['11988887777'], ['(11) 97777-6666']],
  },
  {
    name: 'phones that Excel damaged',
    content: 'nome;telefone\nAna;5,51199E+12\nBia;11977776666',
    headings: ['nome', 'telefone'],
    rows: [['Ana', '5,51199E+12'], bia],
    keys: ['', keyBia],
    hints: ['damaged_by_excel'],
  },
  {
    name: 'a mark at the start of each of two files put together',
    content: '\ufeffnome;fone\nAna;11988887777\n\ufeffBia;11977776666',
    headings,
    rows: [ana, ['\ufeffBia', '11977776666']],
  },
]

const workbooks: Readable[] = [
  {
    name: 'XLSX with instructions first and merged cells',
    file: 'lista.xlsx',
    content: buildXlsx([
      { name: 'Instruções', rows: xlsxRow(1, ['Preencha a aba Leads.']) + xlsxRow(2, ['Dúvidas', 'suporte']) },
      { name: 'Leads', rows: `${xlsxRow(1, ['Campanha'])}${xlsxRow(2, headings)}${xlsxRow(3, ana)}${xlsxRow(4, bia)}` },
    ]),
    headings,
    rows,
    hints: ['several_sheets'],
  },
  {
    name: 'XLSX of which another sheet is chosen',
    file: 'lista.xlsx',
    content: buildXlsx([
      { name: 'A', rows: xlsxRow(1, ['x']) + xlsxRow(2, ['11900000001']) },
      { name: 'B', rows: peopleRows },
    ]),
    settings: { sheet: 'B' },
    headings,
    rows,
    hints: [],
  },
  {
    name: 'XLSX with hidden rows left out and blanks kept',
    file: 'lista.xlsx',
    content: buildXlsx([
      {
        name: 'A',
        rows: `${xlsxRow(1, headings)}${xlsxRow(2, ['X', '11900000001'], 'hidden="1"')}<row r="5">${inline('A5', '  Ana\n ')}${inline('B5', '11988887777')}</row>`,
      },
    ]),
    settings: { hidden_rows: 'skip' },
    headings,
    rows: [['  Ana\n ', '11988887777']],
    keys: [keyAna],
  },
  {
    name: 'XLSX with phones as numbers of every kind',
    file: 'lista.csv',
    content: buildXlsx([
      {
        name: 'A',
        rows: `${xlsxRow(1, headings)}<row r="2">${inline('A2', 'Ana')}<c r="B2"><v>1.1988887777E10</v></c></row>${xlsxRow(3, ['Bia', 11977776666])}`,
      },
    ]),
    headings,
    rows,
  },
  {
    name: 'a CSV under the name .xlsx',
    file: 'lista.xlsx',
    content: csv,
    headings,
    rows,
  },
  {
    name: 'an HTML table in Windows-1252',
    file: 'lista.xls',
    content: windows1252(tableOf([headings, ['José', '11988887777'], bia])),
    headings,
    rows: [['José', '11988887777'], bia],
  },
  {
    name: 'an HTML table within the layout of a page',
    file: 'lista.xls',
    content: `<html><table><tr><td>Menu<td>${tableOf([headings, ['A&amp;na<br>Sá', '11988887777'], bia])}</table>`,
    headings,
    rows: [['A&na\nSá', '11988887777'], bia],
  },
  {
    name: 'ODS with instructions first, repeated and covered cells',
    file: 'lista.ods',
    content: buildOds([
      { name: 'Leia', rows: odsRow(['Preencha']) },
      {
        name: 'Leads',
        rows: `${odsRow(['Campanha'])}<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="99"/></table:table-row>${odsRow(headings)}${odsRow(ana)}${odsRow(bia)}`,
      },
    ]),
    headings,
    rows,
    hints: ['several_sheets'],
  },
  {
    name: 'a spreadsheet of Excel 97 with instructions first',
    file: 'lista.xls',
    content: buildXls([
      { name: 'Leia', records: xlsRow(0, ['Preencha']) },
      { name: 'Leads', records: [headings, ana, ['Bia', 11977776666]].flatMap((cells, at) => xlsRow(at + 4, cells)) },
    ]),
    headings,
    rows,
    hints: ['several_sheets'],
  },
  {
    name: 'an address book',
    file: 'contatos.vcf',
    content:
      'BEGIN:VCARD\rVERSION:2.1\rN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;Jo=C3=A3o\rTEL;CELL:11988887777\rEND:VCARD\r',
    headings: ['FN', 'TEL', 'EMAIL', 'ORG'],
    rows: [['João', '11988887777', '', '']],
    keys: [keyAna],
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
  {
    name: 'a ZIP with one list and what the Mac adds',
    file: 'lista.zip',
    content: buildZip([
      { name: '__MACOSX/._lista.csv', bytes: 'x' },
      { name: 'lista.csv', bytes: csv },
      { name: '.DS_Store', bytes: 'x' },
    ]),
    headings,
    rows,
  },
]

/** Cases of csv-spectrum (public domain), whose cells hold no phones. */
const spectrum: Readable[] = [
  {
    name: 'comma_in_quotes',
    content: 'first,last,address,city,zip\nJohn,Doe,120 any st.,"Anytown, WW",08123',
    headings: ['first', 'last', 'address', 'city', 'zip'],
    rows: [['John', 'Doe', '120 any st.', 'Anytown, WW', '08123']],
  },
  {
    name: 'empty',
    content: 'a,b,c\n1,"",""\n2,3,4',
    headings: ['a', 'b', 'c'],
    rows: [
      ['1', '', ''],
      ['2', '3', '4'],
    ],
  },
  {
    name: 'empty_crlf',
    content: 'a,b,c\r\n1,"",""\r\n2,3,4',
    headings: ['a', 'b', 'c'],
    rows: [
      ['1', '', ''],
      ['2', '3', '4'],
    ],
  },
  {
    name: 'escaped_quotes',
    content: 'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    headings: ['a', 'b'],
    rows: [
      ['1', 'ha "ha" ha'],
      ['3', '4'],
    ],
  },
  {
    name: 'json',
    content: 'key,val\n1,"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}"\n',
    headings: ['key', 'val'],
    rows: [['1', '{"type": "Point", "coordinates": [102.0, 0.5]}']],
  },
  {
    name: 'location_coordinates',
    content:
      'Contact Phone Number,Location Coordinates,Cities,Counties\n,"37°36\'37.8""N 121°2\'17.9""W",Tracy,San Joaquin\n',
    headings: ['Contact Phone Number', 'Location Coordinates', 'Cities', 'Counties'],
    rows: [['', '37°36\'37.8"N 121°2\'17.9"W', 'Tracy', 'San Joaquin']],
  },
  {
    name: 'newlines',
    content: 'a,b,c\n1,2,3\n"Once upon \na time",5,6\n7,8,9\n',
    headings: ['a', 'b', 'c'],
    rows: [
      ['1', '2', '3'],
      ['Once upon \na time', '5', '6'],
      ['7', '8', '9'],
    ],
  },
  {
    name: 'newlines_crlf',
    content: 'a,b,c\r\n1,2,3\r\n"Once upon \r\na time",5,6\r\n7,8,9\r\n',
    headings: ['a', 'b', 'c'],
    rows: [
      ['1', '2', '3'],
      ['Once upon \r\na time', '5', '6'],
      ['7', '8', '9'],
    ],
  },
  {
    name: 'quotes_and_newlines',
    content: 'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
    headings: ['a', 'b'],
    rows: [
      ['1', 'ha \n"ha" \nha'],
      ['3', '4'],
    ],
  },
  { name: 'simple', content: 'a,b,c\n1,2,3', headings: ['a', 'b', 'c'], rows: [['1', '2', '3']] },
  { name: 'simple_crlf', content: 'a,b,c\r\n1,2,3', headings: ['a', 'b', 'c'], rows: [['1', '2', '3']] },
  {
    name: 'utf8',
    content: 'a,b,c\n1,2,3\n4,5,ʤ',
    headings: ['a', 'b', 'c'],
    rows: [
      ['1', '2', '3'],
      ['4', '5', 'ʤ'],
    ],
  },
].map((each) => ({
  ...each,
  keys: each.rows.map(() => ''),
  // Where the first column holds words, the third has an e-mail that is none.
  settings: {
    header: true,
    key_columns: [
      { index: 0, kind: 'phone' },
      { index: 2, kind: 'email' },
    ],
  },
}))

describe('every cell of a file leaves as it came, in an export for systems', () => {
  it.each([...encodings, ...separated, ...workbooks, ...spectrum])(
    '$name',
    async ({ file = 'lista.csv', content, settings, keys = [keyAna, keyBia], hints = [], ...expected }) => {
      const list = await exportedList(textFile(content, file), settings)
      expect({ headings: list.headings, rows: list.rows, keys: list.keys }).toEqual({
        headings: expected.headings,
        rows: expected.rows,
        keys,
      })
      expect(list.inspection.hints.filter((hint) => hint !== 'no_key_column')).toEqual(hints)
    },
  )
})

const zipOf = (...names: readonly string[]) => buildZip(names.map((name) => ({ name, bytes: csv })))
const refused: readonly (readonly [
  name: string,
  file: string,
  content: string | Uint8Array,
  code: string,
  cause: string,
])[] = [
  ['nothing', 'lista.csv', '', 'list_empty', ''],
  ['delimiters alone', 'lista.csv', ';;;\n;;\n', 'list_empty', ''],
  ['NULs alone', 'lista.csv', '\0'.repeat(5000), 'list_empty', ''],
  ['headings alone', 'lista.csv', 'nome;fone\n', 'list_empty', ''],
  ['noise', 'lista.csv', Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 32), 'list_unreadable', 'not_text'],
  ['a row of 20,000 columns', 'lista.csv', `${'x;'.repeat(20_000)}11988887777`, 'list_too_large', ''],
  ['rows of 300,000 columns', 'lista.csv', `${'x;'.repeat(300_000)}11988887777\n`.repeat(3), 'list_too_large', ''],
  ['headings of 300,000 columns', 'lista.csv', `${'fone;'.repeat(300_000)}\n11988887777`, 'list_too_large', ''],
  ['a row without an end', 'lista.csv', `fone\n${'x'.repeat(5_000_000)}`, 'list_unreadable', 'not_text'],
  ['a login page', 'lista.csv', '<!doctype html><form><input type="password"></form>', 'list_unreadable', 'login_page'],
  [
    'the page of a network',
    'lista.csv',
    '<html><script>location="/login"</script></html>',
    'list_unreadable',
    'web_page',
  ],
  ['a ZIP of several lists', 'l.zip', zipOf('a.csv', 'b.csv'), 'list_unreadable', 'archive_several'],
  ['a ZIP in a ZIP', 'l.zip', zipOf('a.zip'), 'list_unreadable', 'archive_nested'],
  ['a ZIP of pictures', 'l.zip', zipOf('a.png', 'b.png'), 'list_unreadable', 'archive'],
  ['half of a ZIP', 'l.zip', zipOf('a.csv').slice(0, 50), 'list_unreadable', 'archive_damaged'],
  [
    'a ZIP with a password',
    'l.zip',
    buildZip([{ name: 'a.csv', bytes: csv, encrypted: true }]),
    'list_unreadable',
    'archive_password',
  ],
  ['a RAR', 'l.rar', 'Rar!\x1a\x07', 'list_unreadable', 'other_archive'],
  [
    'half of an XLSX',
    'l.xlsx',
    buildXlsx([{ name: 'A', rows: peopleRows }]).slice(0, 500),
    'list_unreadable',
    'damaged',
  ],
  [
    'an XLSX that lies about its bytes',
    'l.xlsx',
    buildZip(xlsxParts([{ name: 'A', rows: peopleRows }]).map((part) => ({ ...part, crc: 1 }))),
    'list_unreadable',
    'damaged',
  ],
  ['an empty XLSX', 'l.xlsx', buildXlsx([{ name: 'A', rows: '' }]), 'list_empty', ''],
  ['a lock file', '~$l.xlsx', '\x05Maria', 'list_unreadable', 'lock_file'],
  ['a sheet of Google', 'l.gsheet', '{"doc_id":"x"}', 'list_unreadable', 'google_file'],
  ['a PDF', 'l.pdf', '%PDF-1.7', 'list_unreadable', 'document'],
]

it.each(refused)('%s is refused by its own name', async (_, file, content, code, cause) => {
  const failure = await exportedList(textFile(content, file)).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code, ...(cause === '' ? {} : { params: { cause } }) })
})

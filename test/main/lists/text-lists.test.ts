import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { onePerLine } from '../../../main/cruzar/data/lists/staged-lists.ts'
import { unprotectCell } from '../../../main/engine/export/protection.ts'
import { readSeparated } from '../../../main/lists/separated.ts'
import { runsAll } from '../../kit/systems.ts'
import { randomNumbers, readWhole, rowsIn, textFile, utf16, windows1252 } from './read-whole.ts'

const table = [
  ['Nome', 'Telefone', 'E-mail', 'Observação'],
  ['João da Silva', '(11) 98888-7777', 'Joao@Exemplo.com.br', 'ligar "amanhã"'],
  ['Conceição', '21 3333-4444', '', 'duas\nlinhas'],
  ['Ângela; a, b | c\td', '', 'angela@exemplo.com.br', ' espaço '],
]
const encodings = {
  'utf-8': (text: string) => new TextEncoder().encode(text),
  'utf-8-bom': (text: string) => new TextEncoder().encode(`\ufeff${text}`),
  'windows-1252': windows1252,
  'utf-16le': (text: string) => utf16(text, 'le', true),
  'utf-16be': (text: string) => utf16(text, 'be', true),
}
const delimiters = [',', ';', '\t', '|'] as const

function written(rows: readonly (readonly string[])[], delimiter: string, newline: string): string {
  return rows
    .map((row) =>
      row.map((cell) => (/[",;|\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join(newline)
}

describe('a text list is recognised and read', () => {
  for (const [encoding, encode] of Object.entries(encodings)) {
    for (const delimiter of delimiters) {
      it.each([
        ['LF', '\n'],
        ['CRLF', '\r\n'],
        ['CR', '\r'],
      ])(`${encoding}, delimiter ${JSON.stringify(delimiter)}, %s`, async (_, newline) => {
        const list = await readWhole(textFile(encode(written(table, delimiter, newline) + newline)))
        expect(list.inspection).toMatchObject({ encoding, delimiter, header: true, file_kind: 'text', sheet: null })
        expect(list.rows).toEqual(table.slice(1))
        expect(list.numbers).toEqual([2, 3, 4])
        expect(list.inspection.columns.map((column) => column.kind)).toEqual(['other', 'phone', 'email', 'other'])
      })
    }
  }

  it('recognises UTF-16 without a mark by its zero bytes', async () => {
    for (const order of ['le', 'be'] as const) {
      const list = await readWhole(textFile(utf16(written(table, '\t', '\r\n'), order, false), 'lista.txt'))
      expect(list.inspection).toMatchObject({ encoding: `utf-16${order}`, delimiter: '\t' })
      expect(list.rows).toEqual(table.slice(1))
    }
  })

  it('reads the euro sign of Windows-1252, and follows an encoding that was chosen', async () => {
    const file = textFile(windows1252('nome;fone;preço\nAntônio;11988887777;€ 5'))
    expect((await readWhole(file)).rows).toEqual([['Antônio', '11988887777', '€ 5']])
    const chosen = await readWhole(textFile('nome;fone\nJoão;11988887777'), { encoding: 'windows-1252' })
    expect(chosen.rows).toEqual([['JoÃ£o', '11988887777']])
    expect(chosen.inspection.hints).toContain('double_encoded')
  })

  it('keeps UTF-8 when a few bytes are broken, reports it, and drops none of them', async () => {
    const bytes = new TextEncoder().encode(`nome;fone\n${'João;11988887777\n'.repeat(30)}Ana#;11977776666`)
    bytes[bytes.indexOf(35)] = 0xff
    const list = await readWhole(textFile(bytes))
    expect(list.inspection).toMatchObject({ encoding: 'utf-8', hints: ['replaced_characters'] })
    expect(list.rows.at(-1)).toEqual(['Ana\ufffd', '11977776666'])
  })

  it('does not see broken bytes where a character lies across the end of the sample', async () => {
    const list = await readWhole(textFile(`nome;fone\n${'ãã;11988887777\n'.repeat(20_000)}`))
    expect(list.inspection.hints).toEqual([])
    expect(list.rows).toHaveLength(20_000)
  })

  it('leaves out NUL characters', async () => {
    const list = await readWhole(textFile('nome,fone\nA\0na,11988\x0087777\n'))
    expect(list.rows).toEqual([['Ana', '1198887777']])
  })

  it.each([
    ['sep=;\r\nnome;fone\r\nAna, a;11988887777\r\n', ';'],
    ['"sep=|"\nnome|fone\nAna, a|11988887777', '|'],
    ['SEP=,\nnome,fone\n"Ana, a",11988887777', ','],
    ['sep=\t\nnome\tfone\nAna, a\t11988887777', '\t'],
  ])('honours and skips a sep= line, which Excel does not count: %j', async (text, delimiter) => {
    const list = await readWhole(textFile(text))
    expect(list.inspection).toMatchObject({ delimiter, header: true })
    expect(list.rows).toEqual([['Ana, a', '11988887777']])
    expect(list.numbers).toEqual([2])
  })

  it('skips the sep= line even when another delimiter is chosen', async () => {
    const list = await readWhole(textFile('sep=;\nnome,fone\nAna,11988887777'), { delimiter: ',' })
    expect(list.rows).toEqual([['Ana', '11988887777']])
  })

  it('takes ragged rows and blank columns at the end as they are', async () => {
    const list = await readWhole(textFile('nome;fone;;\nAna;11988887777;;\nBia\nCida;11977776666;x;y;z\n'))
    expect(list.rows).toEqual([['Ana', '11988887777', '', ''], ['Bia'], ['Cida', '11977776666', 'x', 'y', 'z']])
    expect(list.inspection.columns).toHaveLength(5)
    expect(list.inspection.hints).toContain('ragged_rows')
    const blank = await readWhole(textFile('nome;fone;;\nAna;11988887777;;\n'))
    expect(blank.inspection.columns.map((column) => column.name)).toEqual(['nome', 'fone'])
  })

  it('leaves out blank rows and still numbers rows as Excel does', async () => {
    const list = await readWhole(textFile('\n\nnome;fone\n\n;;;\nAna;11988887777\n  \n"B\nia";11977776666\n\n\n'))
    expect(list.inspection).toMatchObject({ header: true })
    expect(list.numbers).toEqual([6, 8])
  })

  it('takes a quote that never closes for a plain character', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `Nome ${index};11988887777`)
    const text = ['nome;fone', '"Ana;11988887777', ...rows, 'Tubo 5";"11977776666', 'Fim;11966665555'].join('\n')
    const list = await readWhole(textFile(text))
    expect(list.rows).toHaveLength(60_003)
    expect(list.rows[0]).toEqual(['"Ana', '11988887777'])
    expect(list.rows.at(-1)).toEqual(['Fim', '11966665555'])
    expect(list.rows.at(-2)).toEqual(['Tubo 5"', '"11977776666'])
    const crlf = await readWhole(textFile(text.replaceAll('\n', '\r\n')))
    expect(crlf.rows).toEqual(list.rows)
    expect(crlf.numbers).toEqual(list.numbers)
  })

  it('reads a quoted cell that lies across pieces of the file', async () => {
    const long = 'palavra '.repeat(20_000)
    const list = await readWhole(textFile(`nome;fone;obs\nAna;11988887777;"${long}\n${long}"\nBia;11977776666;x`))
    expect(list.rows).toEqual([
      ['Ana', '11988887777', `${long}\n${long}`],
      ['Bia', '11977776666', 'x'],
    ])
  })

  it('recognises the delimiter before a cell that is longer than the sample', async () => {
    const list = await readWhole(textFile(`nome;fone\n"${'palavra '.repeat(30_000)}\n";11988887777\n`))
    expect(list.inspection).toMatchObject({ delimiter: ';' })
    expect(list.rows.map(([, phone]) => phone)).toEqual(['11988887777'])
  })

  it('agrees with papaparse on random texts, however they are cut into windows', async () => {
    const random = randomNumbers(7)
    const bits = ['a', 'João', '"', '"', '""', ';', ';', ' ', ',', "'=", '11988887777', 'b'.repeat(90)]
    const row = () => Array.from({ length: random(9) }, () => bits[random(bits.length)]).join('')
    let compared = 0
    while (compared < (runsAll ? 1_000_000 : 20_000)) {
      const newline = random(2) === 0 ? '\n' : '\r\n'
      const quoted = () => `"${row().replaceAll('"', '""')}${random(4) === 0 ? newline : ''}"`
      // Quotes that are not doubled often never close, and then hide all behind them: such a text is short.
      const strict = random(2) === 0
      const plain = () => (strict ? row().replaceAll(/[";]/g, '') : row())
      const cell = () => (random(3) === 0 ? quoted() : plain())
      const rows = Array.from({ length: strict ? 50 : 5 }, () => Array.from({ length: 1 + random(4) }, cell).join(';'))
      const text = rows.join(newline) + newline
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ';', newline })
      if (errors.some(({ code }) => code === 'MissingQuotes')) continue
      const expected = data
        .map((cells) => cells.map(unprotectCell))
        .filter((cells) => cells.some((it) => it.trim() !== ''))
      if (expected.length === 0) continue
      const cut = Buffer.byteLength(text.slice(0, random(text.length)))
      expect((await rowsOf(text, ';', cut)).rows).toEqual(expected)
      compared += data.length
    }
  }, 120_000)
})

/** All rows of a text, the first one as well; a window may end before a byte. */
async function rowsOf(text: string, delimiter: ',' | ';', windowEnd?: number) {
  const rest = windowEnd === undefined ? null : { at: windowEnd, isTaken: async () => false }
  return rowsIn(readSeparated(Buffer.from(text), { encoding: 'utf-8', delimiter }, { rest }))
}

describe('one column, no header, pasted text', () => {
  it.each([
    ['11988887777\n(21) 97777-6666\n+55 31 96666-5555'],
    ['11988887777\r\n11977776666'],
    ['11988887777'],
    ['(11) 3333-4444 / (11) 98888-7777\n11977776666; 11966665555\n11955554444'],
  ])('a list of phones alone: %j', async (text) => {
    const list = await readWhole(textFile(text, 'lista.txt'))
    expect(list.inspection).toMatchObject({ delimiter: 'none', header: false })
    expect(list.rows).toEqual(text.split(/\r?\n/).map((line) => [line]))
    expect(list.inspection.columns).toMatchObject([{ index: 0, name: '', kind: 'phone' }])
    expect(list.numbers[0]).toBe(1)
  })

  it.each(['Telefone', 'WHATS', 'Celular c/ DDD', 'fone', 'Contatos', '"Número"'])(
    'with the header %s',
    async (heading) => {
      const list = await readWhole(textFile(`${heading}\n11988887777\n11977776666`))
      expect(list.inspection).toMatchObject({ delimiter: 'none', header: true })
      expect(list.rows).toEqual([['11988887777'], ['11977776666']])
      expect(list.numbers).toEqual([2, 3])
    },
  )

  it('a list of e-mails alone, and one of both', async () => {
    const emails = await readWhole(textFile('ana@exemplo.com\nbia@exemplo.com.br'))
    expect(emails.inspection.columns).toMatchObject([{ kind: 'email' }])
    const both = await readWhole(textFile('ana@exemplo.com\n11988887777\nbia@exemplo.com.br'))
    expect(both.inspection.columns).toMatchObject([{ kind: 'phone' }])
  })

  it('a list whose cells are all useless still has its column, so that each shows its reason', async () => {
    const list = await readWhole(textFile('sem telefone\nn/d\n-\n'))
    expect(list.inspection.columns).toMatchObject([{ kind: 'phone' }])
  })

  it('pasted from Excel', async () => {
    const list = await readWhole(onePerLine(textFile('Nome\tTelefone\r\nJoão\t(11) 98888-7777\r\n', '')))
    expect(list.inspection).toMatchObject({ encoding: 'utf-8', delimiter: '\t', header: true })
    expect(list.rows).toEqual([['João', '(11) 98888-7777']])
  })

  it('pasted side by side, one row for each key', async () => {
    const list = await readWhole(onePerLine(textFile('11988887777, (11) 97777-6666; ana@exemplo.com,', '')))
    expect(list.rows).toEqual([['11988887777'], ['(11) 97777-6666'], ['ana@exemplo.com']])
    const row = await readWhole(onePerLine(textFile('Ana;11988887777', '')))
    expect(row.rows).toEqual([['Ana', '11988887777']])
  })
})

describe('header and columns', () => {
  const phones = [{ index: 1, kind: 'phone' }]

  it.each([
    [
      'finds the header under title rows and blank rows',
      'Relatório de telefones 01/01/2026;;\n;;\nGerado por Ana;;\n\nNome;Celular;Cidade\nBia;11988887777;Itu\n',
      { rowsAbove: 5, names: ['Nome', 'Celular', 'Cidade'], keyColumns: phones },
    ],
    ['finds it under one title', 'Campanha\nTelefone\n11988887777', { rowsAbove: 2, names: ['Telefone'] }],
    ['finds unknown words above phones', 'Quem;Onde\nAna;11988887777\nBia;11977776666', { names: ['Quem', 'Onde'] }],
    ['finds it above rows without a phone', 'Nome;Whats\nAna;\nBia;\nCida;11988887777', { keyColumns: phones }],
    [
      'finds it above damaged phones',
      'nome;telefone\nAna;5,51199E+12\nBia;5,51198E+12',
      { rowsAbove: 1 },
      ['damaged_by_excel'],
    ],
    ['sees that there is none', 'Ana;11988887777\nBia;11977776666', { header: false, rowsAbove: 0, names: ['', ''] }],
    ['sees that no column has keys', 'nome;cidade\nAna;Itu\nBia;Salto', { keyColumns: [] }, ['no_key_column']],
  ])('%s', async (_, text, plan, hints: readonly string[] = []) => {
    const list = await readWhole(textFile(text))
    expect(list.plan).toMatchObject({ header: true, ...plan })
    expect(list.inspection.hints).toEqual(hints)
  })

  it('shows examples of filled cells', async () => {
    const { inspection } = await readWhole(textFile('Nome;Whats\nAna;\nBia;\nCida;11988887777'))
    expect(inspection.columns[1]?.samples).toEqual(['11988887777'])
  })

  it('follows what is chosen: header, columns', async () => {
    const file = textFile('nome;telefone\nAna;11988887777')
    const none = await readWhole(file, { header: false })
    expect(none.rows).toHaveLength(2)
    const columns = await readWhole(file, { key_columns: [{ index: 0, kind: 'phone' }] })
    expect(columns.inspection.columns.map((column) => column.kind)).toEqual(['phone', 'other'])
    const forced = await readWhole(textFile('Ana;11988887777\nBia;11977776666'), { header: true })
    expect(forced.plan).toMatchObject({ header: true, names: ['Ana', '11988887777'] })
    expect(forced.rows).toEqual([['Bia', '11977776666']])
  })

  it('knows several key columns from columns of other digits', async () => {
    const text = [
      'CPF;Pedido;Tel. Residencial;Celular;Tipo de telefone;CEP;E-mail comercial;Criado em',
      '12345678909;1199998888;(11) 3333-4444;11988887777;fixo;01310-100;ana@exemplo.com;2026-01-02',
      '98765432100;1199997777;;21977776666;móvel;20040-020;;2026-01-03',
    ].join('\n')
    const list = await readWhole(textFile(text))
    expect(list.plan.keyColumns).toEqual([
      { index: 2, kind: 'phone' },
      { index: 3, kind: 'phone' },
      { index: 6, kind: 'email' },
    ])
  })

  it('shows 50 rows of preview, and gives the same plan for the same file', async () => {
    const file = textFile(`nome;fone\n${'Ana;11988887777\n'.repeat(3000)}`)
    const first = await readWhole(file)
    expect(first.inspection.preview).toHaveLength(50)
    expect(first.rows).toHaveLength(3000)
    expect((await readWhole(file)).plan).toEqual(first.plan)
  })
})

/** Hostile ones would take minutes if the work were not linear: the time limit of a test finds it. */
describe('what is no list', () => {
  it.each([
    ['nothing', '', 'list_empty'],
    ['delimiters alone', '\n\n ;; \n', 'list_empty'],
    ['NULs alone', '\0'.repeat(5000), 'list_empty'],
    ['rich text', '{\\rtf1 a}', 'list_unreadable'],
    ['noise', Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 32), 'list_unreadable'],
    ['a row of 20,000 columns', `${'x;'.repeat(20_000)}11988887777`, 'list_too_large'],
    ['rows of 300,000 columns', `${'x;'.repeat(300_000)}11988887777\n`.repeat(3), 'list_too_large'],
    ['headings of 300,000 columns', `${'fone;'.repeat(300_000)}\n11988887777`, 'list_too_large'],
  ])('%s', async (_, content, code) => {
    await expect(readWhole(textFile(content))).rejects.toMatchObject({ code })
  })

  it('a row without an end', async () => {
    await expect(readWhole(textFile('a,"'.repeat(3_000_000)))).rejects.toMatchObject({ code: 'list_unreadable' })
  })

  it('thousands of quotes that never close', async () => {
    const list = await readWhole(textFile(`nome;fone\n${'"a;11988887777\n'.repeat(100_001)}`))
    expect(list.rows.length).toBeGreaterThan(20)
  })
})

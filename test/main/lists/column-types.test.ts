import { describe, expect, it } from 'vitest'
import { createZone } from '../../../main/kernel/times.ts'
import { readingOf } from '../../../main/lists/types/column-reading.ts'
import { createTypeFinder } from '../../../main/lists/types/column-types.ts'
import type { ListColumnType } from '../../../preload/values/list-column-types.ts'

const zone = 'America/Sao_Paulo'

function found(cells: readonly string[], chosen: ListColumnType | null = null, heading = '') {
  const finder = createTypeFinder(heading, chosen)
  for (const cell of cells) {
    const bytes = Buffer.from(cell)
    finder.add(bytes, 0, bytes.length)
  }
  return { ...finder.form(), ...finder.counts() }
}

/** The number of a cell, between cells of the same heap that go on where it ends. */
function readAs(type: ListColumnType, cell: string, { english = false, chosen = false } = {}): number {
  const reading = readingOf({ type, english, chosen }, zone)
  const size = Buffer.byteLength(cell)
  const values = ['5', '-', 'R$', '%', 'h', ':05', '.5', ')', ',5', ' pm', '/2026', ':20', 'Z', 'embro'].map((next) =>
    reading.read(Buffer.from(`1${cell}${next}`), 1, 1 + size),
  )
  expect(new Set(values).size).toBe(1)
  return values[0] ?? Number.NaN
}

const dayOf = (cell: string, english = false) => {
  const moment = readAs('day', cell, { english })
  return Number.isNaN(moment)
    ? null
    : new Date(createZone(zone).wallClockAt(moment)).toISOString().slice(0, 19).replace('T00:00:00', '')
}

describe('a number of a list', () => {
  it.each([
    ['1.234,56', 1234.56],
    ['R$ 1.234,56', 1234.56],
    ['R$\u00a01.234,56', 1234.56],
    ['r$1234,5', 1234.5],
    ['US$ 10,00', 10],
    ['10,00 €', 10],
    ['-R$ 5,00', -5],
    ['R$ -5,00', -5],
    ['− 3,5', -3.5],
    ['(1.234,56)', -1234.56],
    ['(R$ 1,50)', -1.5],
    ['1.234,56-', -1234.56],
    ['+7', 7],
    [' 42 ', 42],
    ['0', 0],
    ['0,05', 0.05],
    [',5', 0.5],
    ['1.234', 1234],
    ['12.345.678', 12_345_678],
    ['12,5%', 12.5],
    ['R$ 12345678901,00', 12_345_678_901],
  ])('%s is %d', (cell, value) => expect(readAs('money', cell)).toBe(value))

  it.each(['', ' ', '-', 'R$', '007', '00', '12345678901', '5511988887777', '123.456.789-01', '12.345.678/0001-90'])(
    '%s is none',
    (cell) => expect(readAs('number', cell)).toBeNaN(),
  )

  it.each([
    '1.5',
    '1,234.56',
    '1.23.4',
    '1..2',
    '5,',
    '1,2,3',
    '1e5',
    '10 kg',
    '01310-100',
    '(11) 98888',
    '(5',
    '5)',
    'R$ 5 R$',
    '--5',
  ])('%s is none by the rules of Brazil', (cell) => expect(readAs('number', cell)).toBeNaN())

  it.each([
    ['1,234.56', 1234.56],
    ['0.5', 0.5],
    ['$1,000', 1000],
    ['1.234', 1.234],
  ])('%s is %d where the whole column has decimal points', (cell, value) =>
    expect(readAs('number', cell, { english: true })).toBe(value),
  )

  it('is a code as well where the person said so', () => {
    expect(readAs('number', '007', { chosen: true })).toBe(7)
    expect(readAs('number', '123456789012345', { chosen: true })).toBe(123_456_789_012_345)
    expect(readAs('number', '1234567890123456', { chosen: true })).toBeNaN()
  })
})

describe('a day of a list', () => {
  it.each([
    ['03/11/2026', '2026-11-03'],
    ['3/1/26', '2026-01-03'],
    ['3/11/85', '1985-11-03'],
    ['03-11-2026', '2026-11-03'],
    ['03.11.2026', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
    ['2026/11/03', '2026-11-03'],
    ['3-nov-26', '2026-11-03'],
    ['03/NOV/2026', '2026-11-03'],
    ['3 nov. 2026', '2026-11-03'],
    ['3 de novembro de 2026', '2026-11-03'],
    ['1º de março de 2026', '2026-03-01'],
    ['terça-feira, 3 de novembro de 2026', '2026-11-03'],
    ['29/02/2024', '2024-02-29'],
    ['03/11/2026 14:20', '2026-11-03T14:20:00'],
    ['03/11/2026, 14:20:05', '2026-11-03T14:20:05'],
    ['03/11/2026 às 14h20', '2026-11-03T14:20:00'],
    ['03/11/2026 2:20 PM', '2026-11-03T14:20:00'],
    ['2026-11-03T14:20:05', '2026-11-03T14:20:05'],
    ['2026-11-03 14:20:05.123', '2026-11-03T14:20:05'],
    ['2026-11-03T14:20:05Z', '2026-11-03T11:20:05'],
    ['2026-11-03T14:20:05+0000', '2026-11-03T11:20:05'],
    ['2026-11-03 14:20:05 -03', '2026-11-03T14:20:05'],
    ['2026-11-03T00:30:00-02:00', '2026-11-02T23:30:00'],
  ])('%s is %s', (cell, day) => expect(dayOf(cell)).toBe(day))

  it.each([
    'nov/2026',
    '2026-11',
    '03/11',
    '31/02/2026',
    '29/02/2023',
    '13/13/2026',
    '00/01/2026',
    '12/31/2026',
    '1.12.20',
    '10-12-14',
    '192.168.0.1',
    '03/11/2026 25:00',
    '03/11/2026 14',
    '3demaio2026',
    '03/11/20266',
    '20261103',
    '11 98888-7777',
    'maio',
  ])('%s is none', (cell) => expect(dayOf(cell)).toBeNull())

  it('has its month first where the whole column does', () => expect(dayOf('12/31/2026', true)).toBe('2026-12-31'))

  it('begins where clocks skip its midnight', () => {
    expect(new Date(readAs('day', '04/11/2018')).toISOString()).toBe('2018-11-04T03:00:00.000Z')
  })
})

describe('yes and no of a list', () => {
  it.each(['sim', 'SIM', ' Sim ', 's', 'Yes', 'true', 'VERDADEIRO', '1'])('%s is yes', (cell) =>
    expect(readAs('yes_no', cell)).toBe(1),
  )
  it.each(['não', 'NÃO', 'Nao', 'n', 'no', 'FALSE', 'falso', '0'])('%s is no', (cell) =>
    expect(readAs('yes_no', cell)).toBe(0),
  )
  it.each(['talvez', 'sims', '2', '', 'não sei'])('%s is neither', (cell) => expect(readAs('yes_no', cell)).toBeNaN())
})

describe('the type of a column', () => {
  it.each<[string, ListColumnType, readonly string[]]>([
    ['words', 'text', ['Ana', 'Bia', 'Caio']],
    ['amounts with their currency', 'money', ['R$ 1,00', 'R$ 2.000,50', '3']],
    ['amounts', 'number', ['1,00', '2.000,50', '-3', '4-']],
    ['days of all spellings', 'day', ['03/11/2026', '2026-11-03', '3-nov-26', '']],
    ['sim and não', 'yes_no', ['sim', 'não', 'S', '']],
    ['words and digits for yes and no', 'yes_no', ['sim', '0', '1']],
    ['1 and 0 alone', 'number', ['1', '0', '1']],
    ['e-mails', 'email', ['ana@exemplo.com', 'b.c@d.com.br']],
    ['phones with their signs', 'phone', ['(11) 98888-7777', '+55 11 98888 7777']],
    ['CPFs', 'text', ['123.456.789-01', '987.654.321-00']],
    ['CPFs of digits', 'text', ['12345678901', '98765432100']],
    ['CNPJs', 'text', ['12.345.678/0001-90', '98.765.432/0001-00']],
    ['order codes', 'text', ['1234567890123456', '9876543210987654']],
    ['codes with leading zeros', 'text', ['0012', '0345', '6789']],
    ['postcodes', 'text', ['01310-100', '20040-002']],
    ['months', 'text', ['nov/2026', 'dez/2026']],
    ['one cell alone', 'text', ['R$ 1,00', '', '']],
    ['nothing', 'text', ['', ' ']],
    ['half of amounts', 'text', ['1,00', 'a combinar', '2,00', 'grátis']],
    ['amounts and signs of nothing', 'number', ['1,00', '-', '2,00', 'N/A', 'não informado', '3']],
  ])('of %s is %s', (_, type, cells) => expect(found(cells).type).toBe(type))

  it('has decimal points only where no cell has a decimal comma', () => {
    expect(found(['1.5', '1.234', '2,000.25'])).toMatchObject({ type: 'number', english: true })
    expect(found(['1.234', '2.000'])).toMatchObject({ type: 'number', english: false })
    expect(found([...Array<string>(30).fill('1,5'), '1.5'])).toMatchObject({
      type: 'number',
      english: false,
      misfits: 1,
    })
  })

  it('has months first only where no cell has a day first', () => {
    expect(found(['12/31/2026', '01/02/2026'])).toMatchObject({ type: 'day', english: true, misfits: 0 })
    expect(found(['10/11/2026', '01/02/2026'])).toMatchObject({ type: 'day', english: false })
    expect(found([...Array<string>(40).fill('31/12/2026'), '12/31/2026'])).toMatchObject({ english: false, misfits: 1 })
  })

  it('takes one cell in twenty that does not fit, and counts it', () => {
    const amounts = Array.from({ length: 19 }, (_, at) => `${at},50`)
    expect(found([...amounts, 'a combinar'])).toMatchObject({ type: 'number', filled: 20, misfits: 1 })
    expect(found([...amounts, 'a combinar', 'grátis'])).toMatchObject({ type: 'text' })
  })

  it.each(['ID', 'Cód. do cliente', 'código', 'CEP', 'CPF/CNPJ', 'Matrícula'])(
    'is text where %s says that numbers name something, and no amount',
    (heading) => {
      expect(found(['1', '23', '456'], null, heading)).toMatchObject({ type: 'text' })
      expect(found(['R$ 1,00', 'R$ 2,00'], null, heading)).toMatchObject({ type: 'money' })
    },
  )

  it.each(['Idade', 'Valor', 'Nfe', ''])('is number under %s', (heading) =>
    expect(found(['1', '23', '456'], null, heading)).toMatchObject({ type: 'number' }),
  )

  it('is text for good after a thousand cells of words', () => {
    const words = Array.from({ length: 1000 }, (_, at) => `Rua ${at}`)
    expect(found([...words, ...Array<string>(100_000).fill('1,5')])).toMatchObject({ type: 'text', filled: 1000 })
  })

  it('is what the person chose, in the spelling of its cells', () => {
    expect(found(['abc', '12/31/2026', '1/2/2026'], 'day')).toMatchObject({ type: 'day', english: true, misfits: 1 })
    expect(found(['007', '12345678901', 'abc'], 'number')).toMatchObject({ type: 'number', misfits: 1 })
    expect(found(['1,5', '2,5'], 'text')).toMatchObject({ type: 'text', misfits: 0 })
  })

  it('is decided in linear time whatever a cell has', () => {
    const cells = ['('.repeat(100_000), ' '.repeat(100_000), '1.'.repeat(50_000), `${'a@'.repeat(50_000)}.com`]
    expect(found(cells)).toMatchObject({ type: 'text' })
  })
})

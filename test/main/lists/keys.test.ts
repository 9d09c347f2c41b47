import { describe, expect, it } from 'vitest'
import { hashText } from '../../../main/engine/columns/key-index.ts'
import { unprotectCell } from '../../../main/engine/export/protection.ts'
import type { KeyMap } from '../../../main/lists/keys.ts'
import { inspectList } from '../../../main/lists/recognise/inspect.ts'
import { areaCodeOf, readCellKeys } from '../../../main/phones/cell-keys.ts'
import { writtenForms } from '../../../main/phones/phones.ts'
import { keyProblems } from '../../../preload/values/key-problems.ts'
import { runsAll } from '../../kit/systems.ts'
import { keysOf, randomNumbers, settings, textFile } from './read-whole.ts'

const keys = (text: string, kind: 'phone' | 'email' = 'phone', areaCode: string | null = null) => {
  const cell = readCellKeys(text, kind, areaCode)
  return [cell.keys.map((each) => each.key), cell.problem]
}

describe('the keys of a cell', () => {
  const two = ['5511988887777', '5511977776666']

  it.each([
    ['11988887777/11977776666', [two, null]],
    ['11988887777 / 11977776666 /', [two, null]],
    ['(11) 98888-7777 - (11) 97777-6666', [two, null]],
    ['11 98888-7777 (Ana) / 11 97777-6666 (recados)', [two, null]],
    ['5511988887777@c.us; 5511977776666@s.whatsapp.net', [two, null]],
    ["'51/98000-0801", [['5551980000801'], null]],
    ['="51/98000-0801"', [['5551980000801'], null]],
    ['11988887777 / Ana@Exemplo.com', [['5511988887777', 'ana@exemplo.com'], null]],
    ['11988887777 ou sem outro', [['5511988887777'], null]],
    ['(11) 3333-4444/5555', [['551133334444'], 'too_short']],
    ['11988887777 / 5,51199E+12', [['5511988887777'], 'damaged_by_excel']],
    ['5,51199E+12 / 5.51199E+12', [[], 'damaged_by_excel']],
    ['/', [[], 'empty']],
    ['não tem', [[], 'empty']],
    ['[object Object]', [[], 'empty']],
    ['sem zap do João', [[], 'no_digits']],
    ['51/98000-0801', [['5551980000801'], null]],
    ['22/11/2026 14:34', [[], 'no_digits']],
    ['1/12/26 às 9h05, (11) 98888-7777', [['5511988887777'], null]],
    ['(11) 98888-7777 em 22/11/2026 14:34', [['5511988887777'], null]],
    ['(51) / 98000-0801', [['5551980000801'], null]],
    ['051/98000-0801 / 3333-4444', [['5551980000801', '555133334444'], null]],
    ['(11) 3333-4444 Ramal: 12', [['551133334444'], null]],
    ['11 3333-4444, ramal 12', [['551133334444'], null]],
    ['11 3333-4444 ext. 12', [['551133334444'], null]],
    [`11988887777 / ${'x'.repeat(600)}`, [['5511988887777'], 'too_long']],
    [`11988887777; ${'1'.repeat(600)}`, [['5511988887777'], 'too_long']],
    ['1'.repeat(200_000), [[], 'too_long']],
    ['', [[], 'empty']],
    [" ' ", [[], 'empty']],
  ])('of a phone column: %j', (text, expected) => {
    expect(keys(text)).toEqual(expected)
  })

  it.each(['/', ';', '|', '\n', ', ', ' ou ', ' e ', ' or ', ' and ', ' & ', ' ::: '])(
    'of a phone column are separate on both sides of %j, so that a bad one spoils no good one',
    (separator) => {
      expect(keys(['1198765000O', '11988887777', '11977776666'].join(separator))).toEqual([two, 'bad_number'])
    },
  )

  it.each([
    [' Ana.Souza@Exemplo.COM.br ', [['ana.souza@exemplo.com.br'], null]],
    ['<ana@exemplo.com>', [['ana@exemplo.com'], null]],
    ['ana@exemplo.com; bia@exemplo.com', [['ana@exemplo.com', 'bia@exemplo.com'], null]],
    ['ana@exemplo.com / bia@exemplo', [['ana@exemplo.com'], 'bad_email']],
    ['josé@exemplo.com.br', [['josé@exemplo.com.br'], null]],
    ['ana@exemplo.com ::: bia@exemplo.com', [['ana@exemplo.com', 'bia@exemplo.com'], null]],
    ['ana@exemplo', [[], 'bad_email']],
    ['ana.exemplo.com', [[], 'bad_email']],
    ['ana@@exemplo.com', [[], 'bad_email']],
    ['ana@exemplo..com', [[], 'bad_email']],
    ['11988887777', [['5511988887777'], null]],
    ['NULL', [[], 'empty']],
    ['1234', [[], 'bad_email']],
    ['', [[], 'empty']],
  ])('of an e-mail column: %j', (text, expected) => {
    expect(keys(text, 'email')).toEqual(expected)
  })

  it('a phone without area code takes that of the DDD column', () => {
    expect(keys('98888-7777', 'phone', '11')).toEqual([['5511988887777'], null])
    expect(keys('3333-4444', 'phone', '11')).toEqual([['551133334444'], null])
    expect(keys('+55 98888-7777', 'phone', '11')).toEqual([['5511988887777'], null])
    expect(keys('0 98888-7777', 'phone', '11')).toEqual([['5511988887777'], null])
    expect(keys('21 98888-7777', 'phone', '11')).toEqual([['5521988887777'], null])
    expect(keys('4004-1234', 'phone', '11')).toEqual([[], 'service_number'])
    expect(keys('12345', 'phone', '11')).toEqual([[], 'too_short'])
  })

  it('are found in hostile text, which would take hours with a step that is not linear', () => {
    for (const part of ['1/', ' ou ', '1 ', 'a@', '<', '@a.', ' e', '1,1', 'phone=', '\n']) {
      readCellKeys(part.repeat(30_000), 'phone')
      readCellKeys(part.repeat(30_000), 'email')
    }
  })
})

const reasonsOf = ({ rowProblems }: Pick<KeyMap, 'rowProblems'>) =>
  Array.from(rowProblems, (code) => keyProblems[code - 1] ?? null)

describe('the keys of a list', () => {
  const list = [
    'nome;telefone;email',
    'Ana;(11) 98888-7777;ana@exemplo.com',
    'Bia;11988887777 / 21 97777-6666;',
    '',
    'Cida;5,51199E+12;',
    'Davi;;',
    'Eva;1234;eva@exemplo',
    'Fábio;5511988887777 ou 11 98888-7777;fabio@exemplo',
    'Gil;0800 722 1234;gil@exemplo.com',
  ].join('\n')

  it('go out once each, and every row knows its own', async () => {
    const map = await keysOf(textFile(list))
    expect(map.keys).toEqual(['5511988887777', 'ana@exemplo.com', '5521977776666', 'gil@exemplo.com'])
    expect(map).toMatchObject({ rows: 7, repeated: 3, unusableRows: 3 })
    expect([...map.rowKeys.offsets]).toEqual([0, 2, 4, 4, 4, 4, 6, 7])
    // Fábio's cell has the same key in two forms.
    expect([...map.rowKeys.indexes]).toEqual([0, 1, 0, 2, 0, 0, 3])
    expect([...map.rowKeys.forms].slice(4, 6)).toEqual([writtenForms.asKey, writtenForms.without55])
  })

  it('are counted with what is unusable, by row and reason', async () => {
    const map = await keysOf(textFile(list))
    expect(map.unusable).toEqual([
      { row: 5, column: 'telefone', reason: 'damaged_by_excel', text: '5,51199E+12', has_key: false },
      { row: 6, column: 'telefone', reason: 'empty', text: '', has_key: false },
      { row: 7, column: 'telefone', reason: 'too_short', text: '1234', has_key: false },
      { row: 7, column: 'email', reason: 'bad_email', text: 'eva@exemplo', has_key: false },
      { row: 8, column: 'email', reason: 'bad_email', text: 'fabio@exemplo', has_key: true },
      { row: 9, column: 'telefone', reason: 'service_number', text: '0800 722 1234', has_key: true },
    ])
    expect(map.problems).toEqual([
      { reason: 'empty', cells: 1 },
      { reason: 'too_short', cells: 1 },
      { reason: 'damaged_by_excel', cells: 1 },
      { reason: 'bad_email', cells: 2 },
      { reason: 'service_number', cells: 1 },
    ])
    expect(reasonsOf(map)).toEqual([null, null, 'damaged_by_excel', 'empty', 'too_short', null, null])
  })

  it('use the area code of a DDD column', async () => {
    const map = await keysOf(textFile('Nome;DDD;Telefone\nAna;11;98888-7777\nBia;021;3333-4444\nCida;;97777-6666'))
    expect(map.keys).toEqual(['5511988887777', '552133334444'])
    expect(reasonsOf(map)[2]).toBe('no_area_code')
  })

  it('report the first 500 unusable cells, and count all', async () => {
    const map = await keysOf(textFile(`nome;fone\nAna;11988887777\n${'Bia;123\n'.repeat(600)}`))
    expect(map.unusable).toHaveLength(500)
    expect(map.unusable.at(-1)).toMatchObject({ row: 502, text: '123' })
    expect(map.problems).toEqual([{ reason: 'service_number', cells: 600 }])
  })

  it('may all be unusable', async () => {
    const map = await keysOf(textFile('fone\nsem\n123'))
    expect(map).toMatchObject({ rows: 2, unusableRows: 2, keys: [] })
  })

  it('need a key column and a row', async () => {
    await expect(keysOf(textFile('nome;cidade\nAna;Itu\nBia;Itu'))).rejects.toMatchObject({ code: 'list_no_keys' })
    await expect(keysOf(textFile('nome;telefone\n'))).rejects.toMatchObject({ code: 'list_empty' })
  })
})

describe('keys that are read from bytes', () => {
  const random = randomNumbers(11)
  const pick = (of: readonly string[]) => of[random(of.length)] ?? ''
  const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('')
  const phone = () =>
    pick(['', '', '', '+55', '55', '+', '0', '00', '0055 ', '021 ', '+1 ', "'", ' ']) +
    pick(['', ' ', '(', '-']) +
    pick(['11', '71', '55', '20', '01', digits(2)]) +
    pick(['', ') ', ')', ' ', '-', '.', ' - ', ') -']) +
    pick(['9', '', '8', '3', '0', ' 9 ']) +
    digits(4) +
    pick(['', '-', ' ', '.', '/', '..', ' -', '--']) +
    pick([digits(4), digits(4), digits(3), digits(5), '0000', '00', '7777']) +
    pick(['', '', '', ' ', '.0', '-', '.', ' (ramal 2)', ', 11', '\u00a0', ' ou 11 98888-7777', ' 2', ' 12', ' casa 2'])
  const madeUp = () => {
    const [digit, area] = [String(random(10)), pick(['11', '55', '12', ''])]
    const subscriber = pick([digit.repeat(8), digit.repeat(8), '12345678', '34567890', `${digit.repeat(7)}1`])
    return (
      pick(['', '+55 ', '55', '0', '2 ']) + area + pick(['', ' ', '9', ' 9']) + subscriber + pick(['', ' 1', ' a 2'])
    )
  }
  const local = () =>
    pick(['', '', '', ' ', '+', '0', '55 ']) +
    pick(['9', '9', '', '', '8', '0']) +
    pick([digits(4), digits(4), '3003', '4004', '4020', '9999', '1234', '3456', '2']) +
    pick(['-', '-', '', '', ' ', '.', '--', '/']) +
    pick([digits(4), digits(4), digits(4), '0000', '9999', '5678', '7890', digits(3)]) +
    pick(['', '', '', ' ', '-', '-1', ' casa'])
  const areaCell = () => pick(['11', '11', ' 71', '(11)', '55', '20', '01', '021', '+5511', '', ' ', '5', 'SP', '1a1'])
  const email = () =>
    pick(['ana', 'Ana.Maria', 'a+b', '.a', 'a..b', '', 'ção', '11988887777', 'mailto:a', '<a', '%x_']) +
    pick(['@', '@', '@', '@@', ' @', '']) +
    pick(['exemplo', 'EX-emplo', 'c', 'g', 's', '', 'é', 'wa.gw', 'lid']) +
    pick(['.', '.', '..', '']) +
    pick(['com', 'us', 'com.br', 'whatsapp.net', 'msging.net', 'b', '-x', '']) +
    pick(['', '', '', '.', ';', ' ', '>', ', b@exemplo.com'])

  it('are those of their texts, in every form of a cell', { timeout: runsAll ? 600_000 : 60_000 }, async () => {
    for (let round = 0; round < (runsAll ? 50 : 4); round++) {
      const cells = Array.from({ length: 4000 }, () =>
        pick([phone(), phone(), local(), email(), madeUp()]).replaceAll('"', ''),
      )
      const areas = cells.map(areaCell)
      const near = { area_column: round % 2 ? ('none' as const) : 2, area_code: random(2) ? ('21' as const) : null }
      for (const kind of ['phone', 'email'] as const) {
        const file = textFile(cells.map((cell, at) => `x\t${cell}\t${areas[at]}`).join('\n'))
        const plan = { ...near, key_columns: [{ index: 1, kind }], header: false, delimiter: '\t' as const }
        const map = await keysOf(file, plan)
        const read = cells.map((cell, at) => {
          const code = near.area_column === 'none' || kind === 'email' ? null : areaCodeOf(areas[at] ?? '')
          return readCellKeys(unprotectCell(cell), kind, code ?? near.area_code)
        })
        const cellKeys = read.map(({ keys }) => keys)
        const textOf = (key: string | undefined, form: number | undefined, hash: number | undefined) =>
          `${key} in form ${form}, written ${hash}`
        const expected = cellKeys.map((keys) => [
          ...new Set(
            keys.map(({ key, form, written }) =>
              textOf(key, form, form === writtenForms.otherwise ? hashText(written) : 0),
            ),
          ),
        ])
        const { offsets, indexes, forms, hashes } = map.rowKeys
        const written = Array.from(indexes, (key, at) => textOf(map.keys[key], forms[at], hashes[at]))
        const rowKeys = cells.map((_, row) => written.slice(offsets[row], offsets[row + 1]))
        const beside = (keys: readonly unknown[]) => cells.map((cell, row) => [cell, keys[row]])
        expect(beside(rowKeys)).toEqual(beside(expected))
        const problems = read.map(({ keys, problem }) =>
          keys.length > 0 ? 0 : keyProblems.indexOf(problem ?? 'empty') + 1,
        )
        expect(beside([...map.rowProblems])).toEqual(beside(problems))
        expect(map.keys).toEqual([...new Set(cellKeys.flatMap((keys) => keys.map(({ key }) => key)))])
      }
    }
  })
})

it('a list of many columns is recognised while the event loop turns', async () => {
  const row = Array.from({ length: 200 }, (_, at) => `C00${at}00123`).join(';')
  const wide = textFile(`${row}\n`.repeat(1000))
  let turns = 0
  const clock = setInterval(() => turns++, 1)
  await inspectList(wide, settings())
  clearInterval(clock)
  expect(turns).toBeGreaterThan(20)
})

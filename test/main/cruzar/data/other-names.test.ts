import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { otherNames } from '../../../../main/cruzar/data/other-names.ts'
import { noRow } from '../../../../main/engine/columns/derived-columns.ts'
import { createTextColumn } from '../../../../main/engine/columns/text-column.ts'
import { textPartOf } from '../../../../main/engine/columns/text-part.ts'
import { openDataFolder } from '../../../kit/temporary-folder.ts'
import { leadOf, queryOf, randomOf } from '../../sheets/data/lead-pages.ts'
import { cellsOf, sheetOf } from '../../sheets/data/open-sheets.ts'
import { asIs, runOf } from './run-kit.ts'

const columnOf = (names: readonly (string | null)[]) => createTextColumn('text', textPartOf(names))

/** The other name of the base for one row; null where the names are of one person, or one is missing. */
function otherName(ofList: string | null, ofBase: string | null): unknown {
  return otherNames(columnOf([ofList]), columnOf([ofBase]), Uint32Array.of(0)).cell(0)
}

describe('the name of the base beside that of a list', () => {
  it.each([
    ['João da Silva', 'Maria da Costa'],
    ['ANA', 'Beatriz Souza'],
    ['Ana P.', 'P. Bruno'],
    ['Иван Петров', 'Maria'],
    ['Анна', 'Иван'],
    ['Rosa', 'Rosana'],
  ])('is shown where %s and %s have no word in common', (ofList, ofBase) => {
    expect(otherName(ofList, ofBase)).toBe(ofBase)
  })

  it.each([
    ['JOÃO DA SILVA', 'joao'],
    ['Silva, João', 'João Silva'],
    ['Joa\u0303o', 'JOÃO'],
    ['Ana 😊', 'ana-clara'],
    ['Иван', 'иван петров'],
    ['Conceição Sá', 'sá'],
    ["D'Ávila", 'avila'],
  ])('is not shown for %s and %s, which share one', (ofList, ofBase) => {
    expect(otherName(ofList, ofBase)).toBeNull()
  })

  it.each([
    [null, 'Maria'],
    ['', 'Maria'],
    ['Maria', null],
    ['😊', 'Maria'],
    ['A.', 'Maria'],
    ['5511987654321', 'Maria'],
    ['da', 'Maria'],
  ])('is not shown where one of %s and %s has no word', (ofList, ofBase) => {
    expect(otherName(ofList, ofBase)).toBeNull()
  })

  it('is what a comparison of words says, for any names', () => {
    const random = randomOf(7)
    const pieces = [
      'Ana',
      'ANA',
      'ána',
      'Silva',
      'SÍLVA',
      'de',
      'da',
      'X',
      '😊',
      '-',
      'Zoë',
      'Łucja',
      '李',
      '李娜',
      '12',
    ]
    const name = () =>
      Array.from({ length: Math.floor(random() * 4) }, () => pieces[Math.floor(random() * 15)]).join(' ')
    const [list, base] = [0, 1].map(() => Array.from({ length: 2000 }, () => name() || null)) as [
      (string | null)[],
      (string | null)[],
    ]
    const leads = Uint32Array.from(list, () => (random() < 0.1 ? noRow : Math.floor(random() * base.length)))
    const column = otherNames(columnOf(list), columnOf(base), leads)
    const wordsOf = (text: string | null) =>
      (text ?? '')
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .filter((word) => [...word].length > 1 && word !== 'de' && word !== 'da')
    const expected = list.map((one, row) => {
      const other = base[leads[row] ?? noRow] ?? null
      const [words, others] = [wordsOf(one), wordsOf(other)]
      return words.length > 0 && others.length > 0 && !words.some((word) => others.includes(word)) ? other : null
    })
    expect(expected.filter((one) => one !== null).length).toBeGreaterThan(100)
    expect(list.map((_, row) => column.cell(row))).toEqual(expected)
  })
})

describe('a run that a sheet answers', () => {
  const phones = ['5511987650001', '5511987650002', '5585987650003']
  const names = ['Ana Lima', 'Bruno Reis', 'Caio']

  async function crossed(text: string) {
    const folder = openDataFolder()
    const leads = phones.map((telefone_digitos, row) => ({
      ...leadOf(row),
      nome: names[row],
      telefone: `+${telefone_digitos}`,
      telefone_digitos,
    }))
    await sheetOf(folder, leads)
    const list = randomUUID()
    await folder.ask('lists.stage', { list, name: 'lista.csv', source: { bytes: Buffer.from(text) } })
    const { id } = await folder.ask('runs.create', { ...runOf(list), settings: asIs, sheet_id: 's1' })
    return { folder, table: { kind: 'run', id } as const }
  }

  it('shows other names beside those of the list, and finds their rows', async () => {
    const { folder, table } = await crossed(
      `Telefone;Nome;Cidade\n${phones[0]};ana;x\n${phones[1]};Davi;y\n${phones[2]};;z\n11900001111;Eva;w`,
    )
    const { derived } = await folder.ask('tables.shape', { table, query: queryOf() })
    expect(derived?.[0]).toMatchObject({ key: 'cruzar_outro_nome', beside: 'c1' })
    expect(await cellsOf(folder, table, 'cruzar_outro_nome')).toEqual([null, 'Bruno Reis', null, null])
    const filters = [{ column: 'cruzar_outro_nome', operator: 'not_blank' } as const]
    expect(await cellsOf(folder, table, 'c1', { filters })).toEqual(['Davi'])
    expect(await cellsOf(folder, table, 'lead_uf')).toEqual(['SP', 'SP', 'CE', null])
  })

  it('has no such column where no column of the list has names', async () => {
    const { folder, table } = await crossed(`Telefone;Nome da mãe\n${phones[0]};Rita`)
    const { derived } = await folder.ask('tables.shape', { table, query: queryOf() })
    expect(derived?.map(({ key }) => key)).not.toContain('cruzar_outro_nome')
  })
})

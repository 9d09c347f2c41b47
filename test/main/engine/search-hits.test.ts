import { describe, expect, it } from 'vitest'
import type { TableQuery } from '../../../preload/contract/table-queries.ts'
import { type Lead, leadOf, queryOf, randomOf } from '../sheets/data/lead-pages.ts'
import { columnOf, sheetWith } from '../sheets/data/open-sheets.ts'
import { queryRows } from './reference.ts'

const table = { kind: 'sheet' as const, id: 's1' }

/** A lead with this phone as it was written, and nothing else that has digits. */
function leadWith(telefone: string, index: number, more: Lead = {}): Lead {
  const telefone_digitos = telefone.replace(/\D/g, '')
  return { ...leadOf(index), nome: telefone, telefone, telefone_digitos, email: '', identificador: null, ...more }
}

async function foundBy(phones: readonly string[], search: string): Promise<readonly unknown[]> {
  return columnOf(await sheetWith(phones.map((phone, index) => leadWith(phone, index))), 'nome', { search })
}

async function hitsOf(leads: readonly Lead[], query: Partial<TableQuery>, columns: readonly string[]) {
  const sheets = await sheetWith(leads)
  return sheets.ask('tables.search_hits', { table, query: queryOf(query), columns: [...columns] })
}

describe('a whole phone that is searched', () => {
  const forms = ['+5521980000005', '(21) 98000-0005', '021 98000-0005', '552180000005', '21 8000-0005', '8000-0005']
  const others = ['+5511980000005', '(11) 8000-0005', '2180000006', '+55 11 80000-0051']

  it.each(['21 98000-0005', '+55 (21) 98000-0005', '0 21 98000-0005', '21 8000-0005'])(
    'finds by %s the same phone in every form, and no other',
    async (search) => {
      expect(await foundBy([...forms, ...others], search)).toEqual(forms)
    },
  )

  it('finds a number without area code in every area, and only itself where it is a landline', async () => {
    const phones = ['(21) 8000-0005', '+5511980000005', '(11) 3333-4444', '(11) 93333-4444', '1180000006']
    expect(await foundBy(phones, '98000-0005')).toEqual(phones.slice(0, 2))
    expect(await foundBy(phones, '11 3333-4444')).toEqual(['(11) 3333-4444'])
  })

  it('takes 55 for an area code where the length says so', async () => {
    const phones = ['(55) 8191-2345', '(55) 98191-2345', '+55 81 91234-5678']
    expect(await foundBy(phones, '55 98191-2345')).toEqual(phones.slice(0, 2))
  })

  it('gives the rows that the obvious way gives, at random', async () => {
    const random = randomOf(77)
    const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
    const phone = () => {
      const number = pick(['98000-0005', '8000-0005', '3333-4444', '93333-4444', '98191-2345', '8191-2345'])
      const area = pick(['11', '21', '55', '(81)', '20', ''])
      return pick(['', '+55 ', '55', '0', '0055']) + (area === '' ? '' : `${area} `) + number
    }
    const leads = Array.from({ length: 400 }, (_, index) => leadWith(phone(), index, { nome: `n${index}` }))
    const sheets = await sheetWith(leads)
    for (let round = 0; round < 60; round++) {
      const search = pick([phone, () => phone().slice(0, 8), () => '0800 800 0005', () => '0005'])()
      const phonesOf = (rows: readonly number[]) => rows.map((row) => leads[row]?.telefone)
      const expected = phonesOf(queryRows(leads, queryOf({ search })))
      expect({ search, phones: await columnOf(sheets, 'telefone', { search }) }).toEqual({ search, phones: expected })
    }
  })
})

describe('the hits of a search', () => {
  const nine = leadWith('+5521980000005', 1, { nome: 'Ana' })
  const eight = leadWith('+552180000005', 2, { nome: 'Bia' })

  it('say how many rows only the other ninth digit finds', async () => {
    expect(await hitsOf([nine, eight], { search: '21 98000-0005' }, ['nome', 'telefone'])).toEqual({
      with_ninth: 0,
      without_ninth: 1,
      hidden_rows: 0,
      hidden_columns: [],
    })
    const withNinth = await hitsOf([nine, eight], { search: '21 8000-0005' }, ['telefone'])
    expect(withNinth).toMatchObject({ with_ninth: 1, without_ninth: 0 })
    // A part of a phone has no other form.
    expect(await hitsOf([nine, eight], { search: '8000-0005' }, ['telefone'])).toMatchObject({ with_ninth: 0 })
  })

  it('count a row no more once the phone is in it as it was searched for', async () => {
    const both = { ...eight, identificador: '21980000005' }
    expect(await hitsOf([both], { search: '21 98000-0005' }, ['telefone'])).toMatchObject({ without_ninth: 0 })
  })

  it('name the hidden columns of rows that no shown column explains', async () => {
    const leads = [
      { ...nine, nome: 'Carla', email: 'carla@exemplo.com.br' },
      { ...eight, nome: 'Davi', email: 'c.davi@carla.com.br' },
      { ...leadWith('', 3), nome: 'Eva', identificador: 'carla-7' },
    ]
    const hits = await hitsOf(leads, { search: 'carla' }, ['nome', 'telefone'])
    expect(hits).toMatchObject({ hidden_rows: 2, hidden_columns: ['email', 'identificador'] })
    expect(await hitsOf(leads, { search: 'carla' }, ['email'])).toMatchObject({ hidden_columns: ['identificador'] })
    expect(await hitsOf(leads, { search: 'carla' }, ['nome', 'email', 'identificador'])).toMatchObject({
      hidden_rows: 0,
    })
  })

  it('are those of the rows that the filters leave', async () => {
    const filters = [{ column: 'nome', operator: 'equals', text: 'Ana' }] as const
    const hits = await hitsOf([nine, eight], { search: '21 98000-0005', filters: [...filters] }, ['telefone'])
    expect(hits).toMatchObject({ without_ninth: 0 })
  })
})

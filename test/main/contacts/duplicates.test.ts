import { describe, expect, test } from 'vitest'
import {
  type DuplicateReason,
  duplicateReasons,
  duplicatesTable,
  rungOfReason,
} from '../../../preload/values/duplicate-pairs.ts'
import type { DataFolder } from '../../kit/temporary-folder.ts'
import { lead } from '../people/links-kit.ts'
import { emailRung, phoneRung } from '../phones/pair-rungs.ts'
import { filterOf, type Lead, pagesOf, queryOf, randomOf } from '../sheets/data/lead-pages.ts'
import { createSheet, openSheets, pull } from '../sheets/data/open-sheets.ts'

const contact = (contato_id: number, telefone_digitos: string, more: Lead = {}) =>
  lead({ contato_id, nome: `Contato ${contato_id}`, telefone_digitos, ...more })
const talked = (day: number) => ({ conversa_id: 100 + day, conversa_criada_em: `2026-11-${10 + day}T12:00:00Z` })

async function addSheet(sheets: DataFolder, id: string, leads: readonly Lead[], connection_id = 'c1') {
  await createSheet(sheets, id, filterOf('conversa'), connection_id)
  await pull(sheets, pagesOf(leads, 500), { id })
}

async function baseOf(leads: readonly Lead[]) {
  const sheets = openSheets()
  await addSheet(sheets, 's1', leads)
  return sheets
}

const oneSheet = { connection_id: 'c1', sheet_id: 's1' }
const allSheets = { connection_id: 'c1', sheet_id: null }
type Scope = typeof oneSheet | typeof allSheets

const summaryOf = (sheets: DataFolder, scope: Scope = oneSheet) => sheets.ask('duplicates.summary', scope)
async function pairsOf(
  sheets: DataFolder,
  scope: Scope = oneSheet,
  columns = ['par_motivo', 'um_contato_id', 'outro_contato_id'],
) {
  const table = duplicatesTable(scope)
  const { rows } = await sheets.ask('tables.rows', { table, query: queryOf(), from: 0, count: 1000, columns })
  return rows.map(({ cells }) => cells)
}

describe('contacts that look like one person', () => {
  test.each([
    ['5511961234567', '5511961234567', 'same_phone'],
    ['5511961234567', '11961234567', 'country'],
    ['5511961234567', '011961234567', 'trunk'],
    ['11961234567', '005511961234567', 'trunk'],
    ['5511961234567', '551161234567', 'ninth'],
    ['11961234567', '01161234567', 'ninth'],
    ['351912345678', '351912345678', 'same_phone'],
    ['351912345678', '00351912345678', 'trunk'],
    ['56961234567', '56961234567', 'same_phone'],
  ] as const)('%s and %s are a pair: %s', async (one, other, reason) => {
    const sheets = await baseOf([contact(1, one), contact(2, other), contact(3, '5521999990001')])
    expect(await pairsOf(sheets)).toEqual([[reason, 1, 2]])
    expect(await summaryOf(sheets)).toMatchObject({
      contacts: 3,
      pairs: 1,
      reasons: [{ reason, pairs: 1 }],
      left_out: 0,
    })
  })

  test.each([
    ['a landline and the mobile that it would become', '551131234567', '5511931234567'],
    ['phones of different area codes', '5511961234567', '5521961234567'],
    ['a phone without an area code and one with it', '961234567', '5511961234567'],
    ['a number of a service', '08007221234', '08007221234'],
    ['the same digit again and again', '11111111111', '11111111111'],
    ['less than eight digits', '1234567', '1234567'],
    ['contacts without a phone', '', ''],
  ])('%s make none', async (_, one, other) => {
    const sheets = await baseOf([contact(1, one), contact(2, other)])
    expect(await pairsOf(sheets)).toEqual([])
    expect(await summaryOf(sheets)).toMatchObject({ contacts: 2, pairs: 0, reasons: [] })
  })

  test.each([
    ['ana@x.com', 'ana@x.com', 'same_email'],
    ['Ana@x.com', 'ana@x.com', 'email_case'],
    ['ana\u200b@x.com', 'ana@x.com', 'email_case'],
    ['josé@x.com', 'jose@x.com', null],
    ['a.na@gmail.com', 'ana@gmail.com', null],
  ] as const)('the e-mails %j and %j: %s', async (one, other, reason) => {
    const sheets = await baseOf([contact(1, '', { email: one }), contact(2, '', { email: other })])
    expect(await pairsOf(sheets)).toEqual(reason === null ? [] : [[reason, 1, 2]])
  })

  test('that match in several ways are one pair, by the surest', async () => {
    const sheets = await baseOf([
      contact(1, '5511961234567', { email: 'ana@x.com' }),
      contact(2, '551161234567', { email: 'ana@x.com' }),
      contact(3, '5521971234567', { email: 'Bia@x.com' }),
      contact(4, '21971234567', { email: 'bia@x.com' }),
    ])
    expect(await pairsOf(sheets)).toEqual([
      ['same_email', 1, 2],
      ['country', 3, 4],
    ])
  })

  test('stand with the newer conversation first, and the rung of the ladder', async () => {
    const sheets = await baseOf([
      contact(1, '5511961234567'),
      contact(2, '551161234567', talked(2)),
      contact(3, '5521971234567', talked(1)),
      contact(4, '21971234567', talked(3)),
    ])
    expect(
      await pairsOf(sheets, oneSheet, ['um_contato_id', 'outro_contato_id', 'par_degrau', 'um_nome', 'outro_telefone']),
    ).toEqual([
      [2, 1, 'ninth', 'Contato 2', '+5511961234567'],
      [4, 3, 'country', 'Contato 4', '+5521971234567'],
    ])
  })

  test('in groups make pairs with the one that has the newest conversation', async () => {
    const sheets = await baseOf([
      contact(1, '5511961234567'),
      contact(2, '11961234567', talked(2)),
      contact(3, '551161234567', talked(1)),
      contact(4, '011961234567'),
    ])
    expect(await pairsOf(sheets)).toEqual([
      ['country', 2, 1],
      ['ninth', 2, 3],
      ['trunk', 2, 4],
    ])
  })

  test('are none where the rows are of one contact', async () => {
    const sheets = await baseOf([
      contact(1, '5511961234567', talked(1)),
      contact(1, '11961234567', talked(2)),
      contact(2, '5521971234567', talked(3)),
    ])
    expect(await summaryOf(sheets)).toMatchObject({ contacts: 2, pairs: 0 })
  })

  test('of one phone beyond a thousand are left out, and counted', async () => {
    const leads = Array.from({ length: 1203 }, (_, index) => contact(index + 1, '5511961234567'))
    const sheets = await baseOf([...leads, contact(5001, '5521971234567'), contact(5002, '21971234567')])
    expect(await summaryOf(sheets)).toMatchObject({ contacts: 1205, pairs: 1001, left_out: 202 })
  })
})

describe('all sheets of a connection', () => {
  test('are compared together, without those of another account, and name the sheet of each contact', async () => {
    const sheets = openSheets()
    await addSheet(sheets, 's1', [contact(1, '5511961234567')])
    await addSheet(sheets, 's2', [contact(1, '5511961234567'), contact(2, '551161234567')])
    await addSheet(sheets, 's3', [contact(3, '11961234567')], 'c2')
    expect(await summaryOf(sheets, allSheets)).toMatchObject({ contacts: 2, pairs: 1, sheets: [{}, {}] })
    const [pair] = await pairsOf(sheets, allSheets, [
      'par_motivo',
      'um_contato_id',
      'outro_contato_id',
      'outro_planilha',
    ])
    expect(pair).toEqual(['ninth', 1, 2, 'Planilha s2'])
  })

  test('have no pairs where there are no sheets', async () => {
    const sheets = openSheets()
    expect(await summaryOf(sheets, allSheets)).toEqual({ contacts: 0, sheets: [], pairs: 0, reasons: [], left_out: 0 })
    expect(await pairsOf(sheets, allSheets)).toEqual([])
  })
})

describe('the table of pairs', () => {
  test('follows the sheet, and goes with it', async () => {
    const sheets = await baseOf([contact(1, '5511961234567')])
    expect(await summaryOf(sheets)).toMatchObject({ pairs: 0 })
    await pull(sheets, pagesOf([contact(1, '5511961234567'), contact(2, '11961234567')], 500))
    expect(await summaryOf(sheets)).toMatchObject({ pairs: 1 })
    expect(await pairsOf(sheets)).toHaveLength(1)
    await sheets.ask('sheets.forget', { id: 's1' })
    await expect(summaryOf(sheets)).rejects.toMatchObject({ code: 'not_found' })
    await expect(pairsOf(sheets)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is searched and filtered by both contacts', async () => {
    const sheets = await baseOf([
      contact(1, '5511961234567', { nome: 'Ana' }),
      contact(2, '11961234567', { nome: 'Bia' }),
      contact(3, '5521971234567', { nome: 'Caio' }),
      contact(4, '552171234567', { nome: 'Davi' }),
    ])
    const table = duplicatesTable(oneSheet)
    const matching = async (query: ReturnType<typeof queryOf>) =>
      (await sheets.ask('tables.shape', { table, query })).matching
    expect(await matching(queryOf({ search: 'davi' }))).toBe(1)
    expect(await matching(queryOf({ search: '(21) 97123' }))).toBe(1)
    const filters = [{ column: 'par_motivo', operator: 'in' as const, values: ['country'] }]
    expect(await matching(queryOf({ filters }))).toBe(1)
  })

  test('refuses a scope that is none', async () => {
    const sheets = await baseOf([contact(1, '5511961234567')])
    const table = { kind: 'duplicates' as const, id: 'nada' }
    await expect(sheets.ask('tables.shape', { table, query: queryOf() })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('pairs are those that the ladder finds contact by contact, at random', async () => {
  const random = randomOf(20_261_125)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const phones = ['11988887777', '1188887777', '1133334444', '11933334444', '55999998888', '5599998888']
  const digits = () => pick(['', '55', '0', '0055', '021', '55']) + pick(phones)
  const emails = ['ana@x.com', 'Ana@x.com', 'ANA@X.COM', 'josé@x.com', 'JOSÉ@x.com', 'bia@x.com']
  for (let round = 0; round < 20; round++) {
    const base = Array.from({ length: 12 }, (_, index) => ({
      contato_id: index + 1,
      telefone_digitos: random() < 0.7 ? digits() : '',
      email: random() < 0.4 ? pick(emails) : '',
      ...(random() < 0.5 ? { ...talked(Math.floor(random() * 9)), conversa_id: 200 + index } : {}),
    }))
    const sheets = await baseOf(
      base.map(({ telefone_digitos, contato_id, ...more }) => contact(contato_id, telefone_digitos, more)),
    )
    const reasonOf = (one: (typeof base)[number], other: (typeof base)[number]): DuplicateReason | undefined => {
      const rungs = {
        phone: phoneRung(one.telefone_digitos, other.telefone_digitos),
        email: emailRung(one.email, other.email),
      }
      return duplicateReasons.find((reason) => {
        const isOfEmail = reason === 'same_email' || reason === 'email_case'
        return rungs[isOfEmail ? 'email' : 'phone'] === rungOfReason[reason]
      })
    }
    const pairs = (await pairsOf(sheets)).map(([reason, one, other]) => ({
      reason,
      one: Number(one),
      other: Number(other),
    }))
    const expected = pairs.map(({ one, other }) => {
      const [first, second] = [base[one - 1], base[other - 1]]
      return { reason: first && second && reasonOf(first, second), one, other }
    })
    expect(pairs).toEqual(expected)
    const paired = new Set(pairs.flatMap(({ one, other }) => [one, other]))
    const alike = base.filter((one) => base.some((other) => one !== other && reasonOf(one, other)))
    expect([...paired].sort((one, other) => one - other)).toEqual(alike.map(({ contato_id }) => contato_id))
  }
})

import { describe, expect, it } from 'vitest'
import { columnsOf } from '../../../main/engine/columns/derived-columns.ts'
import { findEmptyColumns } from '../../../main/engine/tables/empty-columns.ts'
import { runSync } from '../../../main/kernel/schedule.ts'
import type { KeyKind } from '../../../preload/contract/tables.ts'
import type { DataFolder } from '../../kit/temporary-folder.ts'
import { type Lead, leadOf, manyLeads, pagesOf, queryOf } from '../sheets/data/lead-pages.ts'
import { openSheets, pull, sheetOf, sheetWith } from '../sheets/data/open-sheets.ts'

const table = { kind: 'sheet' as const, id: 's1' }
const copied = (sheets: DataFolder, kind: KeyKind, rows: number[] | null = null, query = queryOf()) =>
  sheets.ask('tables.copy_keys', { table, query, rows, kind })
const named = (index: number, lead: Lead): Lead => ({ ...leadOf(index), telefone_digitos: '', email: '', ...lead })
const emptyOf = async (sheets: DataFolder) => (await sheets.ask('tables.shape', { table, query: queryOf() })).empty

describe('copied keys', () => {
  it('are one a line, each once, in the order of the rows, and the rest of the rows is counted', async () => {
    const sheets = await sheetWith([
      named(1, { nome: 'Ana', telefone: '+5511988887777', email: 'Ana@x.com' }),
      named(2, { nome: 'Bia', telefone: '', telefone_digitos: '5511988886666', email: 'ana@X.com' }),
      named(3, { nome: 'Caio', telefone: '+55 (11) 98888-7777', email: 'sem arroba' }),
      named(4, { nome: 'Davi', telefone: 'não tem' }),
    ])
    expect(await copied(sheets, 'phone')).toEqual({
      text: '+5511988887777\r\n5511988886666',
      keys: 2,
      repeated: 1,
      without: 1,
    })
    expect(await copied(sheets, 'email')).toEqual({ text: 'Ana@x.com', keys: 1, repeated: 1, without: 2 })
    const downwards = queryOf({ sort: [{ column: 'nome', descending: true }] })
    expect((await copied(sheets, 'phone', [0, 1], downwards)).text).toBe('5511988886666\r\n+5511988887777')
  })

  it('run nothing when they are pasted, and none breaks its line', async () => {
    const sheets = await sheetWith([
      named(1, { telefone: '=HYPERLINK("x1")' }),
      named(2, { telefone: '+55 11\n98888-7777\t' }),
      named(3, { email: '@SUM(1)' }),
    ])
    expect((await copied(sheets, 'phone')).text).toBe(`'=HYPERLINK("x1")\r\n+55 11 98888-7777`)
    expect((await copied(sheets, 'email')).text).toBe("'@SUM(1)")
  })

  it('of a hundred thousand rows are as many as there are people', async () => {
    const leads = manyLeads(100_000)
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    const digits = leads.map(({ telefone_digitos }) => String(telefone_digitos)).filter((each) => each !== '')
    const { text, keys, repeated, without } = await copied(sheets, 'phone')
    expect(text.split('\r\n')).toHaveLength(keys)
    expect(keys).toBe(new Set(digits).size)
    expect([repeated, without]).toEqual([digits.length - keys, leads.length - digits.length])
  })
})

describe('empty columns', () => {
  it('are those without a value in any row, until one comes', async () => {
    const blank = { identificador: null, etiquetas_contato: [], agente: '', conversa_criada_em: null, mensagens: null }
    const sheets = await sheetWith([leadOf(1), leadOf(2)].map((lead) => ({ ...lead, nome: 'Ana', ...blank })))
    const empty = await emptyOf(sheets)
    expect(empty).toEqual(expect.arrayContaining(Object.keys(blank)))
    expect(empty).not.toContain('nome')
    await pull(sheets, pagesOf([{ ...leadOf(3), ...blank, identificador: 'x' }], 500))
    expect(await emptyOf(sheets)).not.toContain('identificador')
  })

  it('are unknown of a table without rows', () => {
    const { text } = columnsOf<string>([])
    const columns = new Map([['a', text('text', (row) => row)]])
    const order = [{ key: 'a', type: 'text', heading: null }] as const
    expect(runSync(findEmptyColumns({ columns, order, length: 0, version: '', searchable: [] }))).toEqual([])
  })
})

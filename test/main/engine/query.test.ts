import { describe, expect, it } from 'vitest'
import type { ColumnFilter, TableQuery } from '../../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import type { DataFolder } from '../../kit/temporary-folder.ts'
import { type Lead, leadOf, leadsOf, queryOf, randomOf } from '../sheets/data/lead-pages.ts'
import {
  beginPull,
  columnOf,
  finishPull,
  openSheets,
  sheetOf,
  sheetWith,
  storePage,
} from '../sheets/data/open-sheets.ts'
import { queryRows } from './reference.ts'

const table = { kind: 'sheet' as const, id: 's1' }

async function rowsOf(sheets: DataFolder, query: TableQuery): Promise<number[]> {
  const { matching } = await sheets.ask('tables.shape', { table, query })
  const rows: number[] = []
  while (rows.length < matching) {
    const page = await sheets.ask('tables.rows', { table, query, from: rows.length, count: 700, columns: [] })
    expect(page.matching).toBe(matching)
    rows.push(...page.rows.map(({ row }) => row))
  }
  return rows
}

/** Leads without `0` as a time, which the reference does not know. */
function plainLeads(count: number): Lead[] {
  return leadsOf(count, 42).map((lead) => ({ ...lead, ultima_mensagem_do_contato_em: null }))
}

const textColumns = ['nome', 'telefone', 'email', 'identificador', 'agente', 'caixa', 'etiquetas_contato', 'status']
const numberColumns = ['contato_id', 'conversa_id', 'mensagens', 'agente_id']
const timeColumns = ['contato_criado_em', 'ultima_mensagem_em']
const searches = '|joao|JOÃO silva|sá|9|(11) 9|55|crm-1|pessoa1|11 9 ana|-|ç|zzz|😊|ß'.split('|')
const needles = ['a', 'JOA', 'ção', 'ana', '55', '1', 'vip', 'pós', 'quente', '', "d'á", 'open', 'silva', '"']

describe('a query', () => {
  it('gives the rows that the obvious way gives, in its order, at random', async () => {
    const leads = plainLeads(3000)
    const sheets = await sheetWith(leads)
    const random = randomOf(2026)
    const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value

    const randomFilter = (): ColumnFilter => {
      const kind = random()
      if (kind < 0.35) {
        const operator = pick(['contains', 'not_contains', 'equals', 'starts_with', 'ends_with'] as const)
        const column = pick([...textColumns, 'contato_id'])
        const value = leads[Math.floor(random() * leads.length)]?.[column]
        const text = random() < 0.3 && typeof value === 'string' ? value.toUpperCase() : pick(needles)
        return { column, operator, text }
      }
      if (kind < 0.55) {
        const column = pick([...textColumns, ...numberColumns])
        const values = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
          const value = leads[Math.floor(random() * leads.length)]?.[column]
          if (value === null || value === '') return null
          return Array.isArray(value) ? String(value[0] ?? 'vip') : String(value)
        })
        return { column, operator: pick(['in', 'not_in', 'in', 'all_of'] as const), values }
      }
      if (kind < 0.6) {
        const operator = pick(['equal', 'not_equal', 'less', 'at_most', 'more', 'at_least'] as const)
        return { column: pick(numberColumns), operator, value: Math.floor(random() * 50) }
      }
      if (kind < 0.65) {
        const text = pick(['^jo.o', 'silva|souza', '[0-9]{3}$', '^$', 'a(b|n)*a', '\\d\\d\\d'])
        return { column: pick(textColumns), operator: 'matches', text }
      }
      if (kind < 0.75) {
        const column = pick([...numberColumns, ...timeColumns])
        const edge = () => {
          const value = leads[Math.floor(random() * leads.length)]?.[column] ?? null
          return typeof value === 'string' ? Date.parse(value) : (value as number | null)
        }
        return { column, operator: 'between', min: edge(), max: edge() }
      }
      return { column: pick([...textColumns, ...timeColumns]), operator: pick(['blank', 'not_blank'] as const) }
    }
    const switched = <Part extends object>(part: Part): Part => (random() < 0.2 ? { ...part, off: true } : part)
    const someFilters = (most: number) =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, () => switched(randomFilter()))
    const matches = ['all', 'any'] as const
    const randomConditions = (): TableQuery['conditions'] => {
      const groups = Array.from({ length: Math.floor(random() * 3) }, () =>
        switched({ match: pick(matches), filters: someFilters(3) }),
      )
      return random() < 0.5 ? null : { match: pick(matches), of: [...someFilters(2), ...groups] }
    }
    for (let round = 0; round < 250; round++) {
      const query = queryOf({
        search: random() < 0.5 ? pick(searches) : '',
        filters: someFilters(2),
        conditions: randomConditions(),
        sort: Array.from({ length: Math.floor(random() * 4) }, () => ({
          column: pick([...textColumns, ...numberColumns, ...timeColumns]),
          descending: random() < 0.5,
        })),
      })
      const rows = queryRows(leads, query)
      expect({ query, rows: await rowsOf(sheets, query) }).toEqual({ query, rows })
      const row = (round * 37) % leads.length
      const { position, before } = await sheets.ask('tables.position', { table, query, row })
      const ordered = queryRows(leads, { ...emptyQuery, sort: query.sort })
      const earlier = ordered.slice(0, ordered.indexOf(row)).filter((one) => rows.includes(one)).length
      const expected = { query, row, position: rows.indexOf(row), before: earlier }
      expect({ query, row, position: position ?? -1, before }).toEqual(expected)
    }
  }, 60_000)

  it.each([
    ['(11) 9 8888', true],
    ['11988887777', true],
    ['+55 11 98888-7777', true],
    ['7777', true],
    ['joao', true],
    ['JOÃO', true],
    ['joa\u0303o 8888', true],
    ['silva joão', true],
    ['joao 9999', false],
    ['8888 souza', false],
    ['JOAO.SILVA@', true],
    ['crm', true],
    ['crm-42', true],
    ['42', true],
  ])('by the search %s finds the lead: %s', async (search, found) => {
    const sheets = openSheets()
    const lead = {
      ...leadOf(1),
      nome: 'João da Silva',
      telefone: '+5511988887777',
      telefone_digitos: '5511988887777',
      email: 'Joao.Silva@exemplo.com.br',
      identificador: 'CRM-42',
    }
    await sheetOf(sheets, [lead])
    expect(await columnOf(sheets, 'nome', { search })).toEqual(found ? ['João da Silva'] : [])
  })

  it('searches the phone itself where its digits came otherwise', async () => {
    const sheets = await sheetWith([
      { ...leadOf(1), telefone: '+55 (11) 98888-7777', telefone_digitos: null, email: '' },
    ])
    expect(await columnOf(sheets, 'telefone', { search: '9888877' })).toHaveLength(1)
  })

  it('keeps the digits of one text apart from those of the next', async () => {
    const sheets = openSheets()
    const numbered = (telefone_digitos: string, index: number): Lead => ({
      ...leadOf(index),
      nome: `n${index}`,
      telefone: `+${telefone_digitos}`,
      telefone_digitos,
      email: '',
      identificador: null,
    })
    await sheetOf(sheets, ['5511', '9888', '511988', '11'].map(numbered))
    expect(await columnOf(sheets, 'nome', { search: '119' })).toEqual(['n2'])
    expect(await columnOf(sheets, 'nome', { search: '11' })).toEqual(['n0', 'n2', 'n3'])
  })

  it('refuses a filter of a column that is not there, and passes over such a sort', async () => {
    const sheets = await sheetWith(leadsOf(5))
    const filters: ColumnFilter[] = [{ column: 'nada', operator: 'blank' }]
    await expect(columnOf(sheets, 'nome', { filters })).rejects.toMatchObject({ code: 'bad_request' })
    expect(await columnOf(sheets, 'nome', { sort: [{ column: 'nada', descending: true }] })).toHaveLength(5)
  })

  it('dies with the rows that it was made for', async () => {
    const sheets = await sheetWith(leadsOf(5))
    const query = queryOf({ search: 'a' })
    const previous = await sheets.ask('tables.shape', { table, query })
    await beginPull(sheets, 'quick')
    const body = JSON.stringify({
      meta: { total: 1, has_more: false, next_page: null },
      leads: [{ ...leadOf(50), nome: 'Ana Nova' }],
    })
    await storePage(sheets, 1, body)
    await finishPull(sheets)
    const after = await sheets.ask('tables.shape', { table, query })
    expect(after.version).not.toBe(previous.version)
    expect(after).toMatchObject({ total: 6, matching: previous.matching + 1 })
  })
})

describe('the values of a column', () => {
  const valuesOf = (sheets: DataFolder, column: string, { filters = [] as ColumnFilter[], search = '' } = {}) =>
    sheets.ask('tables.values', { table, query: queryOf({ filters }), column, search })

  it('are counted over what the other filters leave, most frequent first', async () => {
    const leads = plainLeads(800)
    const sheets = await sheetWith(leads)
    const filters: ColumnFilter[] = [
      { column: 'status', operator: 'in', values: ['open'] },
      { column: 'caixa', operator: 'in', values: ['Site'] },
    ]
    const expected = new Map<string | null, number>()
    for (const { status, caixa } of leads) {
      if (caixa === 'Site') expected.set(status as string, (expected.get(status as string) ?? 0) + 1)
    }
    const { values, more } = await valuesOf(sheets, 'status', { filters })
    expect(new Map(values.map(({ value, rows }) => [value, rows]))).toEqual(expected)
    expect(values.map(({ rows }) => rows)).toEqual(values.map(({ rows }) => rows).toSorted((one, other) => other - one))
    expect(more).toBe(false)
  })

  it('of a list are its labels, with null for none', async () => {
    const leads = plainLeads(500)
    const sheets = await sheetWith(leads)
    const { values } = await valuesOf(sheets, 'etiquetas_contato')
    const has = (label: string) =>
      leads.filter(({ etiquetas_contato: list }) => (list as string[]).includes(label)).length
    expect(values.find(({ value }) => value === 'vip')?.rows).toBe(has('vip'))
    const none = leads.filter(({ etiquetas_contato: list }) => (list as string[]).length === 0).length
    expect(values.find(({ value }) => value === null)?.rows).toBe(none)
  })

  it('of a text with more than 500 are the 500 most frequent', async () => {
    const sheets = openSheets()
    const leads = leadsOf(2000).map((lead, index) => ({
      ...lead,
      nome: index < 600 ? 'Repetida' : `Nome ${index % 900}`,
    }))
    await sheetOf(sheets, leads)
    const { values, more } = await valuesOf(sheets, 'nome')
    expect(values).toHaveLength(500)
    expect(values[0]).toEqual({ value: 'Repetida', rows: 600 })
    expect(values[1]?.rows).toBe(2)
    expect(more).toBe(true)
  })

  it('are searched among all, without accents and case', async () => {
    const sheets = await sheetWith(
      leadsOf(2000).map((lead, index) => ({ ...lead, nome: index === 1999 ? 'Última Ação' : `Nome ${index}` })),
    )
    const { values } = await valuesOf(sheets, 'nome')
    expect(values.map(({ value }) => value)).not.toContain('Última Ação')
    const matching = await valuesOf(sheets, 'nome', { search: 'ultima aç' })
    expect(matching).toEqual({ values: [{ value: 'Última Ação', rows: 1 }], more: false })
    expect(await valuesOf(sheets, 'nome', { search: 'nome' })).toMatchObject({ values: { length: 500 }, more: true })
  })
})

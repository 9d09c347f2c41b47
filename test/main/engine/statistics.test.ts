import { describe, expect, it } from 'vitest'
import { type Lead, leadOf, leadsOf, queryOf } from '../sheets/data/lead-pages.ts'
import { sheetWith } from '../sheets/data/open-sheets.ts'

const table = { kind: 'sheet' as const, id: 's1' }

/** The statistics of a column whose cells are these values. */
async function statisticsOf(column: string, values: readonly unknown[], query = queryOf()) {
  const leads: Lead[] = values.map((value, index) => ({ ...leadOf(index), [column]: value }))
  const sheets = await sheetWith(leads)
  return sheets.ask('tables.statistics', { table, query, column })
}

describe('the statistics of a column', () => {
  it('of texts count the filled, the different and the most frequent ones', async () => {
    const values = ['Ana', 'Bia', 'Ana', '', null, 'Caio', 'Bia', 'Ana']
    expect(await statisticsOf('nome', values)).toEqual({
      rows: 8,
      filled: 6,
      distinct: 3,
      misfits: 0,
      minimum: null,
      maximum: null,
      sum: null,
      mean: null,
      frequent: [
        { value: 'Ana', rows: 3 },
        { value: 'Bia', rows: 2 },
        { value: 'Caio', rows: 1 },
      ],
      unit: null,
      bins: [],
    })
  })

  it('of labels count each label', async () => {
    const values = [['vip', 'frio'], ['vip'], [], ['boleto', 'vip']]
    expect(await statisticsOf('etiquetas_contato', values)).toMatchObject({
      filled: 3,
      distinct: 3,
      frequent: [{ value: 'vip', rows: 3 }, { rows: 1 }, { rows: 1 }],
    })
  })

  it.each([
    ['of a small span', [7, -2, 7, 0, 3, -2, 7]],
    ['of a large span', [7, -2, 7, 900_000, 3, -2, 7]],
  ])('of whole numbers %s are those of the numbers in order', async (_, values) => {
    const sorted = values.toSorted((one, other) => one - other)
    expect(await statisticsOf('mensagens', values)).toMatchObject({
      filled: 7,
      distinct: new Set(values).size,
      minimum: sorted[0],
      maximum: sorted.at(-1),
      sum: values.reduce((sum, value) => sum + value, 0),
      frequent: [{ value: '7', rows: 3 }, { value: '-2', rows: 2 }, { rows: 1 }, { rows: 1 }],
    })
  })

  it('of numbers have limits, sum, mean and a bin for each of a few whole numbers', async () => {
    expect(await statisticsOf('mensagens', [3, 1, 3, null, 6])).toEqual({
      rows: 5,
      filled: 4,
      distinct: 3,
      misfits: 0,
      minimum: 1,
      maximum: 6,
      sum: 13,
      mean: 3.25,
      frequent: [
        { value: '3', rows: 2 },
        { value: '1', rows: 1 },
        { value: '6', rows: 1 },
      ],
      unit: 'number',
      bins: [1, 2, 3, 4, 5, 6].map((from) => ({ from, to: from, days: null, rows: [1, 0, 2, 0, 0, 1][from - 1] })),
    })
  })

  it('of many numbers have bins of a round width that hold each number once', async () => {
    const values = Array.from({ length: 500 }, (_, index) => (index * 7919) % 1000)
    const { bins } = await statisticsOf('mensagens', values)
    expect(bins).toHaveLength(20)
    expect(bins[1]).toMatchObject({ from: 50, to: 99 })
    for (const { from, to, rows } of bins)
      expect(rows).toBe(values.filter((value) => value >= from && value <= to).length)
  })

  it('of numbers that name a record have neither sum nor bins', async () => {
    expect(await statisticsOf('agente_id', [7, 7, 9])).toMatchObject({ distinct: 2, sum: null, bins: [], maximum: 9 })
  })

  it('of times have days in the person’s zone, then months, then years', async () => {
    const days = await statisticsOf('contato_criado_em', [
      '2026-03-02T02:00:00Z',
      '2026-03-01T23:00:00-03:00',
      null,
      '2026-03-04T12:00:00Z',
    ])
    expect(days).toMatchObject({ filled: 3, distinct: 2, unit: 'day', frequent: [], sum: null })
    expect(days.bins.map(({ days: day, rows }) => [day?.from, rows])).toEqual([
      ['2026-03-01', 2],
      ['2026-03-02', 0],
      ['2026-03-03', 0],
      ['2026-03-04', 1],
    ])
    const months = await statisticsOf('contato_criado_em', ['2025-12-31T12:00:00Z', '2026-02-10T12:00:00Z'])
    expect(months.unit).toBe('month')
    expect(months.bins.map(({ days: month }) => month)).toEqual([
      { from: '2025-12-01', to: '2025-12-31' },
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
    ])
    const years = await statisticsOf('contato_criado_em', ['1950-12-31T12:00:00Z', '2026-02-10T12:00:00Z'])
    expect(years.unit).toBe('year')
    expect(years.bins).toHaveLength(30)
    expect(years.bins.at(-1)).toMatchObject({ rows: 1, days: { from: '2026-01-01', to: '2026-12-31' } })
  })

  it('are of the rows that pass the query, and each bin filters the rows that it counts', async () => {
    const sheets = await sheetWith(leadsOf(2000))
    const query = queryOf({ filters: [{ column: 'status', operator: 'in', values: ['open'] }] })
    const matching = async (filters: typeof query.filters) =>
      (await sheets.ask('tables.shape', { table, query: { ...query, filters: [...query.filters, ...filters] } }))
        .matching
    for (const column of ['mensagens', 'contato_criado_em']) {
      const { rows, bins } = await sheets.ask('tables.statistics', { table, query, column })
      expect(rows).toBe(await matching([]))
      expect(bins.length).toBeGreaterThan(2)
      for (const { from: min, to: max, days, rows: count } of bins.slice(0, 5)) {
        const filter = { column, operator: 'between' as const, min, max, ...(days ? { days } : {}) }
        expect(await matching([filter])).toBe(count)
      }
    }
    const { frequent } = await sheets.ask('tables.statistics', { table, query, column: 'agente' })
    for (const { value, rows } of frequent)
      expect(await matching([{ column: 'agente', operator: 'in', values: [value] }])).toBe(rows)
  })

  it('of no rows are empty', async () => {
    const query = queryOf({ search: 'ninguém' })
    const none = { rows: 0, filled: 0, distinct: 0, minimum: null, maximum: null, mean: null, bins: [] }
    expect(await statisticsOf('mensagens', [1, 2], query)).toMatchObject(none)
    expect(await statisticsOf('contato_criado_em', [null], query)).toMatchObject(none)
  })
})

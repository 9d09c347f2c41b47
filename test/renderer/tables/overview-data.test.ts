import { describe, expect, it } from 'vitest'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import type { Cell } from '../../../preload/contract/tables.ts'
import { overviewBlocks } from '../../../preload/values/overview.ts'
import { barsOf, columnsOf, heatOf, readDrawn } from '../../../renderer/tables/overview-data.ts'
import type { GroupChoice, GroupsOfRows } from '../../../renderer/tables/table-state.ts'

const row = (cells: Record<string, Cell>, at = 0) => ({ row: at, cells })
const choiceOf = (by: GroupChoice['by'], figures: GroupChoice['figures'] = []): GroupChoice => ({
  by,
  figures,
  across: false,
})
const columns = (named: Readonly<Record<string, TableColumn['type']>>) =>
  Object.entries(named).map(([key, type]) => ({ key, type }))

describe('which pictures a table has', () => {
  it('leads are drawn by day, status, agent, labels, waiting time, weekday and hour', () => {
    const blocks = overviewBlocks(
      columns({
        nome: 'text',
        conversa_criada_em: 'time',
        status: 'status',
        agente: 'choice',
        agente_email: 'choice',
        etiquetas_conversa: 'list',
        primeira_mensagem_do_contato_em: 'time',
        espera_horas: 'number',
      }),
    )
    expect(blocks.map(({ drawing, by, figures }) => [drawing, ...by, ...figures])).toEqual([
      ['days', { column: 'conversa_criada_em', unit: 'day' }],
      ['bars', { column: 'status', unit: null }],
      ['bars', { column: 'agente', unit: null }],
      ['bars', { column: 'etiquetas_conversa', unit: null }],
      ['bars', { column: 'agente', unit: null }, { figure: 'mean', column: 'espera_horas' }],
      ['bars', { column: 'conversa_criada_em', unit: 'weekday' }],
      [
        'heat',
        { column: 'primeira_mensagem_do_contato_em', unit: 'weekday' },
        { column: 'primeira_mensagem_do_contato_em', unit: 'hour' },
      ],
    ])
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
  })

  it('a run is drawn by its outcomes and the columns of its leads', () => {
    const blocks = overviewBlocks(columns({ c0: 'text', cruzar_resultado: 'outcome', lead_status: 'status' }))
    expect(blocks.map(({ by: [field] }) => field?.column)).toEqual(['cruzar_resultado', 'lead_status'])
  })

  it('any other table is drawn by its first moments and its values of few kinds', () => {
    const blocks = overviewBlocks(columns({ titulo: 'text', feito_em: 'time', tipo: 'code', area: 'choice' }))
    expect(blocks.map(({ drawing, by: [field] }) => [drawing, field?.column])).toEqual([
      ['days', 'feito_em'],
      ['bars', 'tipo'],
      ['bars', 'area'],
      ['bars', 'feito_em'],
      ['heat', 'feito_em'],
    ])
    expect(overviewBlocks(columns({ titulo: 'text' }))).toEqual([])
  })
})

describe('columns over time', () => {
  const [block] = overviewBlocks(columns({ criada_em: 'time' }))
  if (!block) throw new Error('no block')
  const groups = (days: readonly (string | null)[], unit: string): GroupsOfRows => ({
    rows: days.map((day, at) => row({ [`${unit}:criada_em`]: day, group_rows: at + 1 }, at)),
    matching: days.length,
  })

  it('days without rows have a column of zero, and rows without a day have none', async () => {
    const drawn = await readDrawn(block, async () => groups(['2026-11-03', '2026-11-01', null], 'day'))
    expect(columnsOf(drawn).map(({ at, rows }) => [at, rows])).toEqual([
      ['2026-11-01', 2],
      ['2026-11-02', 0],
      ['2026-11-03', 1],
    ])
  })

  it('more days than fit are drawn by week, more weeks by month', async () => {
    const asked: (string | null)[] = []
    const drawn = await readDrawn(block, async ({ by: [field] }) => {
      asked.push(field?.unit ?? null)
      if (field?.unit === 'day') return groups(['2026-11-20', '2020-01-01'], 'day')
      if (field?.unit === 'week') return groups(['2026-11-16', '2019-12-30'], 'week')
      return groups(['2026-02', '2025-12'], 'month')
    })
    expect(asked).toEqual(['day', 'week', 'month'])
    expect(columnsOf(drawn).map(({ at }) => at)).toEqual(['2025-12', '2026-01', '2026-02'])
  })

  it('one day is drawn by its hours', async () => {
    const drawn = await readDrawn(block, async ({ by: [field] }) =>
      field?.unit === 'day'
        ? groups(['2026-11-20'], 'day')
        : { rows: [row({ 'hour:criada_em': 9, group_rows: 4 })], matching: 1 },
    )
    const hours = columnsOf(drawn)
    expect(hours).toHaveLength(24)
    expect(hours[9]).toMatchObject({ at: '9', rows: 4 })
  })
})

describe('bars and hours of the week', () => {
  it('groups without a mean have no bar, and rows without any value draw nothing', () => {
    const figures = [{ figure: 'mean', column: 'espera_horas' }] as const
    const choice = choiceOf([{ column: 'agente', unit: null }], [...figures])
    const rows = [
      row({ agente: 'Ana', group_rows: 2, 'mean:espera_horas': 3.5 }),
      row({ agente: 'Zé', group_rows: 5, 'mean:espera_horas': null }),
    ]
    expect(barsOf({ choice, rows, matching: 2 }).map(({ cell, amount }) => [cell, amount])).toEqual([['Ana', 3.5]])
    const empty = [row({ agente: null, group_rows: 5, group_share: 1 })]
    expect(barsOf({ choice: choiceOf(choice.by), rows: empty, matching: 1 })).toEqual([])
  })

  it('rows stand at their weekday and hour', () => {
    const choice = choiceOf([
      { column: 'em', unit: 'weekday' },
      { column: 'em', unit: 'hour' },
    ])
    const lines = heatOf({ choice, rows: [row({ 'weekday:em': '2', 'hour:em': 14, group_rows: 7 })], matching: 1 })
    expect(lines).toHaveLength(7)
    expect(lines[1]?.[14]).toMatchObject({ rows: 7 })
    expect(lines.flat().filter((cell) => cell !== null)).toHaveLength(1)
    expect(heatOf({ choice, rows: [], matching: 0 })).toEqual([])
  })
})

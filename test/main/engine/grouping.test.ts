import { describe, expect, it } from 'vitest'
import type { ColumnFilter, Grouping, TableRef } from '../../../preload/contract/table-queries.ts'
import type { Cell } from '../../../preload/contract/tables.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import type { DataFolder } from '../../kit/temporary-folder.ts'
import { type Lead, leadsOf } from '../sheets/data/lead-pages.ts'
import { sheetWith } from '../sheets/data/open-sheets.ts'

const sheet = { kind: 'sheet' as const, id: 's1' }
const groupingOf = (by: Grouping['by'], more: Partial<Grouping> = {}): TableRef => ({
  ...sheet,
  grouping: { query: emptyQuery, by, across: false, figures: [], ...more },
})
const field = (column: string, unit: Grouping['by'][number]['unit'] = null) => ({ column, unit })

async function tableOf(sheets: DataFolder, table: TableRef, query = emptyQuery) {
  const shape = await sheets.ask('tables.shape', { table, query })
  const columns = shape.columns.map(({ key }) => key)
  const { rows } = await sheets.ask('tables.rows', { table, query, from: 0, count: 1000, columns })
  return { shape, lines: rows.map(({ cells }) => cells) }
}

/** Leads by the values of a field, in the order in which they appear. */
function grouped<Value>(leads: readonly Lead[], valuesOf: (lead: Lead) => readonly Value[]): Map<Value, Lead[]> {
  const groups = new Map<Value, Lead[]>()
  for (const lead of leads) {
    for (const value of valuesOf(lead)) groups.set(value, [...(groups.get(value) ?? []), lead])
  }
  return groups
}

const sorted = (lines: readonly (readonly Cell[])[]) => lines.map((line) => JSON.stringify(line)).sort()
const valuesOf = (lead: Lead, column: string): readonly (string | number | null)[] => {
  const value = lead[column]
  if (Array.isArray(value)) return value.length === 0 ? [null] : [...new Set(value)]
  return [value === '' || value === undefined ? null : (value as string | number | null)]
}
const saoPaulo = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
const dayOf = (time: unknown) => (typeof time === 'string' ? saoPaulo.format(new Date(time)) : null)

describe('a grouping of leads', () => {
  it.each(['status', 'agente', 'etiquetas_conversa', 'nome', 'mensagens', 'email'])(
    'by %s counts the rows of each value, and their part of all',
    async (column) => {
      const leads = leadsOf(600, 7)
      const { shape, lines } = await tableOf(await sheetWith(leads), groupingOf([field(column)]))
      const expected = [...grouped(leads, (lead) => valuesOf(lead, column))].map(([value, rows]) => [
        value,
        rows.length,
        rows.length / leads.length,
      ])
      expect(sorted(lines)).toEqual(sorted(expected))
      expect(shape.columns.map(({ key }) => key)).toEqual([column, 'group_rows', 'group_share'])
    },
  )

  it('by two fields has sums, means, limits, and the different values of each pair', async () => {
    const leads = leadsOf(500, 3)
    const figures = (['sum', 'mean', 'minimum', 'maximum'] as const).map((figure) => ({ figure, column: 'mensagens' }))
    const table = groupingOf([field('status'), field('etiquetas_contato')], {
      figures: [...figures, { figure: 'distinct', column: 'caixa' }],
    })
    const { lines } = await tableOf(await sheetWith(leads), table)
    const expected = [...grouped(leads, (lead) => valuesOf(lead, 'status'))].flatMap(([status, ofStatus]) =>
      [...grouped(ofStatus, (lead) => valuesOf(lead, 'etiquetas_contato'))].map(([label, rows]) => {
        const numbers = rows.flatMap(({ mensagens }) => (typeof mensagens === 'number' ? [mensagens] : []))
        const sum = numbers.reduce((total, one) => total + one, 0)
        const none = numbers.length === 0
        const inboxes = new Set(rows.flatMap((lead) => valuesOf(lead, 'caixa')).filter((inbox) => inbox !== null)).size
        return [
          ...[status, label, rows.length, rows.length / leads.length],
          ...(none
            ? [null, null, null, null]
            : [sum, sum / numbers.length, Math.min(...numbers), Math.max(...numbers)]),
          inboxes,
        ]
      }),
    )
    expect(sorted(lines)).toEqual(sorted(expected as Cell[][]))
  })

  it('by days, weeks and months goes on in time, by the calendar of the person', async () => {
    const leads = leadsOf(300, 11)
    const sheets = await sheetWith(leads)
    const { lines } = await tableOf(sheets, groupingOf([field('ultima_mensagem_em', 'day')]))
    const days = grouped(leads, ({ ultima_mensagem_em }) => [dayOf(ultima_mensagem_em)])
    expect(sorted(lines.map(([day, rows]) => [day as Cell, rows as Cell]))).toEqual(
      sorted([...days].map(([day, rows]) => [day, rows.length])),
    )
    const shown = lines.map(([day]) => day).filter((day) => day !== null)
    expect(shown).toEqual([...shown].sort())
    expect(lines.findIndex(([day]) => day === null)).toBeOneOf([-1, lines.length - 1])

    const weeks = await tableOf(sheets, groupingOf([field('ultima_mensagem_em', 'week')]))
    for (const [week] of weeks.lines) if (week !== null) expect(new Date(`${week}T12:00:00Z`).getUTCDay()).toBe(1)
    const months = await tableOf(sheets, groupingOf([field('ultima_mensagem_em', 'month')]))
    expect(months.lines.map(([month]) => month)).toEqual(
      [...new Set(shown.map((day) => String(day).slice(0, 7)))].concat(
        lines.length > shown.length ? [null as never] : [],
      ),
    )
  })

  it('by weekday and hour leads to the rows behind each by a filter', async () => {
    const leads = leadsOf(300, 5)
    const sheets = await sheetWith(leads)
    const column = 'ultima_mensagem_em'
    for (const unit of ['weekday', 'hour'] as const) {
      const { lines } = await tableOf(sheets, groupingOf([field(column, unit)]))
      for (const [value, rows] of lines) {
        if (value === null) continue
        const filter: ColumnFilter = { column, operator: 'clock', unit, numbers: [Number(value)] }
        const query = { ...emptyQuery, filters: [filter] }
        expect((await sheets.ask('tables.shape', { table: sheet, query })).matching).toBe(rows)
      }
    }
  })

  it('puts the values of the second field across, with empty cells where there is none', async () => {
    const leads = leadsOf(400, 9)
    const table = groupingOf([field('agente'), field('status')], { across: true })
    const { shape, lines } = await tableOf(await sheetWith(leads), table)
    const across = shape.columns.flatMap(({ across: one }) => (one ? [one.value] : []))
    expect(new Set(across)).toEqual(new Set(leads.map((lead) => valuesOf(lead, 'status')[0] as string | null)))
    const expected = [...grouped(leads, (lead) => valuesOf(lead, 'agente'))].map(([agent, rows]) => [
      agent,
      ...across.map((status) => rows.filter((lead) => valuesOf(lead, 'status')[0] === status).length || null),
      rows.length,
    ])
    expect(sorted(lines)).toEqual(sorted(expected))
  })

  it('is of the rows of its query, is filtered, sorted, and changes with the rows', async () => {
    const leads = leadsOf(300, 21)
    const sheets = await sheetWith(leads)
    const filter: ColumnFilter = { column: 'mensagens', operator: 'more', value: 5 }
    const table = groupingOf([field('agente')], { query: { ...emptyQuery, filters: [filter] } })
    const query = {
      ...emptyQuery,
      sort: [{ column: 'group_rows', descending: true }],
      filters: [{ column: 'agente', operator: 'not_blank' as const }],
    }
    const { lines } = await tableOf(sheets, table, query as never)
    const rows = leads.filter(({ mensagens, agente }) => Number(mensagens) > 5 && agente)
    const counts = [...grouped(rows, (lead) => valuesOf(lead, 'agente'))].map(([, { length }]) => length)
    expect(lines.map(([, count]) => count)).toEqual(counts.sort((one, other) => other - one))
  })

  it('of more values than can stand across is refused with what to do', async () => {
    const sheets = await sheetWith(leadsOf(300, 1))
    const table = groupingOf([field('status'), field('contato_id')], { across: true })
    await expect(tableOf(sheets, table)).rejects.toMatchObject({ code: 'too_many_across', params: { most: 200 } })
  })

  it('by a column that the table has not, or twice by one, is refused', async () => {
    const sheets = await sheetWith(leadsOf(5, 1))
    await expect(tableOf(sheets, groupingOf([field('cidade')]))).rejects.toMatchObject({ code: 'bad_request' })
    const twice = groupingOf([field('status'), field('status')])
    await expect(tableOf(sheets, twice)).rejects.toMatchObject({ code: 'bad_request' })
  })
})

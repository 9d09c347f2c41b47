import { describe, expect, it } from 'vitest'
import { momentsOfDays } from '../../../main/kernel/times.ts'
import type { ColumnFilter } from '../../../preload/contract/table-queries.ts'
import { type DayPeriod, daysOfPeriod, type Period } from '../../../preload/values/periods.ts'
import { openDataFolder } from '../../kit/temporary-folder.ts'
import { leadOf, queryOf } from '../sheets/data/lead-pages.ts'
import { sheetOf } from '../sheets/data/open-sheets.ts'

const days: readonly (readonly [DayPeriod, from: string | null, to: string])[] = [
  [{ name: 'today' }, '2026-03-01', '2026-03-01'],
  [{ name: 'yesterday' }, '2026-02-28', '2026-02-28'],
  [{ name: 'this_week' }, '2026-02-23', '2026-03-01'],
  [{ name: 'last_week' }, '2026-02-16', '2026-02-22'],
  [{ name: 'this_month' }, '2026-03-01', '2026-03-31'],
  [{ name: 'last_month' }, '2026-02-01', '2026-02-28'],
  [{ name: 'last_days', count: 1 }, '2026-03-01', '2026-03-01'],
  [{ name: 'last_days', count: 30 }, '2026-01-31', '2026-03-01'],
  [{ name: 'before_days', count: 3 }, null, '2026-02-25'],
]

describe('a period', () => {
  it.each(days)('%j has its days on Sunday 2026-03-01', (period, from, to) => {
    expect(daysOfPeriod(period, '2026-03-01')).toEqual({ from, to })
  })

  it('of days begins and ends with them in the zone, also where clocks skip midnight', () => {
    const [min, max] = ['2026-11-20T03:00:00.000Z', '2026-11-22T02:59:59.999Z'].map((iso) => Date.parse(iso))
    expect(momentsOfDays({ from: '2026-11-20', to: '2026-11-21' }, 'America/Sao_Paulo')).toEqual({ min, max })
    // On that day the clocks of Brazil went from midnight to one.
    const summer = momentsOfDays({ from: '2018-11-04', to: '2018-11-03' }, 'America/Sao_Paulo')
    expect(summer.min).toBe(Date.parse('2018-11-04T03:00:00Z'))
    expect(summer.max).toBe(Date.parse('2018-11-04T02:59:59.999Z'))
    expect(momentsOfDays({ from: null, to: null }, 'America/Sao_Paulo')).toEqual({ min: null, max: null })
  })

  it('in a query shows the rows that it has at each time, in the zone of the person', async () => {
    let now = '2026-11-20T12:00:00Z'
    const sheets = openDataFolder({ now: () => new Date(now) })
    const times = ['2026-11-20T02:59:59Z', '2026-11-20T03:00:00Z', '2026-11-20T10:30:00Z', null]
    await sheetOf(
      sheets,
      times.map((ultima_mensagem_em, place) => ({ ...leadOf(place + 1), ultima_mensagem_em })),
    )
    const shown = async (period: Period) => {
      const filter: ColumnFilter = { column: 'ultima_mensagem_em', operator: 'period', period }
      const query = queryOf({ filters: [filter] })
      const table = { kind: 'sheet' as const, id: 's1' }
      const { rows } = await sheets.ask('tables.rows', { table, query, from: 0, count: 10, columns: [] })
      return rows.map(({ row }) => row)
    }
    expect(await shown({ name: 'today' })).toEqual([1, 2])
    expect(await shown({ name: 'yesterday' })).toEqual([0])
    expect(await shown({ name: 'last_hours', count: 2 })).toEqual([2])
    expect(await shown({ name: 'before_days', count: 1 })).toEqual([])
    now = '2026-11-21T12:00:00Z'
    expect(await shown({ name: 'today' })).toEqual([])
    expect(await shown({ name: 'yesterday' })).toEqual([1, 2])
    expect(await shown({ name: 'before_days', count: 1 })).toEqual([0])
  })
})

it('a text that is no regular expression is refused with what to mend', async () => {
  const sheets = openDataFolder()
  await sheetOf(sheets, [leadOf(1)])
  const query = queryOf({ filters: [{ column: 'nome', operator: 'matches', text: '(ana' }] })
  const asked = sheets.ask('tables.shape', { table: { kind: 'sheet', id: 's1' }, query })
  await expect(asked).rejects.toMatchObject({ code: 'bad_pattern' })
})

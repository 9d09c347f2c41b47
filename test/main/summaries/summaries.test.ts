import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SummaryChoices } from '../../../preload/contract/summaries.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { comparedDays, summaryBlocks } from '../../../preload/values/summary.ts'
import { startAccount } from '../../kit/leads.ts'

const choicesWith = (sheet_id: string, part: Partial<SummaryChoices> = {}): SummaryChoices => ({
  name: 'Segunda-feira',
  sheet_id,
  view_id: null,
  period: { name: 'last_days', count: 30 },
  blocks: summaryBlocks.filter((block) => block !== 'reviews'),
  forms_id: null,
  with_people: false,
  ...part,
})

async function summaryKit(part: Partial<SummaryChoices> = {}) {
  const account = await startAccount({ leads: 300 })
  const { id } = await account.readSheet({ name: 'Leads' })
  const make = async (choices = choicesWith(id, part)) => {
    const saved = await account.ask('summaries.save', { id: null, ...choices })
    const made = await account.ask('summaries.make', { id: saved.id, refresh: false })
    if (!made.page) throw new Error('no page')
    return { id: made.id, page: made.page }
  }
  return { ...account, sheet: id, make }
}

describe('the days of a summary', () => {
  const compared = (name: 'this_week' | 'last_week' | 'this_month' | 'last_month', today: string) => {
    const { days, before } = comparedDays({ name }, today) ?? {}
    return [days?.from, days?.to, before?.from, before?.to]
  }

  test('a week that has begun is compared with the same weekdays of the week before', () => {
    expect(compared('this_week', '2026-11-25')).toEqual(['2026-11-23', '2026-11-25', '2026-11-16', '2026-11-18'])
    expect(compared('last_week', '2026-11-25')).toEqual(['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'])
  })

  test('a month is compared with the same days of the month before, a whole one with the whole month', () => {
    expect(compared('this_month', '2026-03-31')).toEqual(['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'])
    expect(compared('this_month', '2026-11-10')).toEqual(['2026-11-01', '2026-11-10', '2026-10-01', '2026-10-10'])
    expect(compared('last_month', '2026-03-10')).toEqual(['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'])
  })

  test('days up to today are compared with as many days before', () => {
    const compared7 = comparedDays({ name: 'last_days', count: 7 }, '2026-11-25')
    expect(compared7?.before).toEqual({ from: '2026-11-12', to: '2026-11-18' })
    expect(comparedDays({ name: 'before_days', count: 7 }, '2026-11-25')).toBeNull()
  })
})

describe('a summary', () => {
  test('counts what filters of the sheet count, in the period and the one before', async () => {
    const { ask, sheet, make } = await summaryKit()
    const { page } = await make()
    const table = { kind: 'sheet', id: sheet } as const
    const matching = async (days: { from: string; to: string }) => {
      const [min, max] = [`${days.from}T00:00:00`, `${days.to}T23:59:59.999`].map((at) => new Date(at).getTime())
      const filter = { column: 'conversa_criada_em', operator: 'between', min: min ?? 0, max: max ?? 0 } as const
      const { matching: rows } = await ask('tables.shape', { table, query: { ...emptyQuery, filters: [filter] } })
      return rows
    }
    const [figures] = page.sections
    const created = figures?.rows.find(({ value }) => value === 'new')
    expect(created).toMatchObject({ now: await matching(page.days), before: await matching(page.before) })
    expect(created?.now).toBeGreaterThan(0)
    const trend = page.sections.find(({ block }) => block === 'trend')
    expect(trend?.rows).toHaveLength(30)
    expect(trend?.rows.reduce((sum, { now }) => sum + now, 0)).toBe(created?.now)
    const byStatus = page.sections.find(({ column }) => column?.key === 'status')
    expect(byStatus?.rows.reduce((sum, { now }) => sum + now, 0)).toBe(created?.now)
  })

  test('names nobody unless the person asks for it', async () => {
    const { make } = await summaryKit()
    const { page } = await make()
    expect(page.people).toBeNull()
    expect(JSON.stringify(page)).not.toMatch(/\+55|@/)
  })

  test('names those who have waited longest where the person asks for it', async () => {
    const { make } = await summaryKit({ with_people: true })
    const { page } = await make()
    const hours = page.people?.map((person) => person.hours) ?? []
    expect(hours.length).toBeGreaterThan(0)
    expect(hours).toEqual(hours.toSorted((one, other) => other - one))
    const waiting = page.sections.find(({ block }) => block === 'waiting')
    expect(Math.max(...(waiting?.rows.map((row) => row.hours ?? 0) ?? []))).toBe(hours[0])
  })

  test('is of the rows of a view, and of all rows once the view is forgotten', async () => {
    const { ask, sheet, make } = await summaryKit()
    const table = { kind: 'sheet', id: sheet } as const
    const filters = [{ column: 'status', operator: 'in' as const, values: ['open'] }]
    const view = {
      id: 'v',
      name: 'Abertas',
      query: { ...emptyQuery, filters },
      columns: [],
      grouping: null,
      is_default: false,
    }
    await ask('views.save', { of: table, view })
    const { id, page } = await make(choicesWith(sheet, { view_id: 'v' }))
    expect(page.view_name).toBe('Abertas')
    expect(page.sections.find(({ column }) => column?.key === 'status')?.rows.map(({ value }) => value)).toEqual([
      'open',
    ])
    await ask('views.forget', { of: table, id: 'v' })
    expect((await ask('summaries.make', { id, refresh: false })).page?.view_name).toBeNull()
  })

  test('is made of stored rows when the service does not answer, and says so', async () => {
    const { ask, demo, make } = await summaryKit()
    const { id } = await make()
    await demo.close()
    const { page } = await ask('summaries.make', { id, refresh: true })
    expect(page?.refresh_failure).toBe('offline')
    expect(page?.sections.length).toBeGreaterThan(3)
  })

  test('has a name of its own, is renamed and forgotten, and its page goes with other choices', async () => {
    const { ask, sheet, make } = await summaryKit()
    const { id } = await make()
    await expect(ask('summaries.save', { id: null, ...choicesWith(sheet) })).rejects.toMatchObject({
      code: 'name_taken',
    })
    expect(await ask('summaries.rename', { id, name: 'Sexta' })).toMatchObject({ name: 'Sexta' })
    expect((await ask('summaries.save', { id, ...choicesWith(sheet) })).page).toBeNull()
    expect(await ask('summaries.forget', { id })).toEqual([])
  })

  test('is written as a table of its lines, beside the values of the period before', async () => {
    const { ask, make, saved } = await summaryKit()
    const { id, page } = await make()
    const file = await ask('summaries.export', { id, format: 'csv-raw' })
    const lines = (await readFile(path.join(saved, file.name), 'utf8')).split('\n')
    expect(lines[0]).toContain('Parte,Linha,Agora,Antes')
    const created = page.sections[0]?.rows[0]
    expect(lines[1]).toContain(`Conversas novas,${created?.now},${created?.before}`)
  })

  test('of a sheet that was forgotten is not made', async () => {
    const { ask, sheet, make } = await summaryKit()
    const { id } = await make()
    await ask('sheets.forget', { id: sheet })
    await expect(ask('summaries.make', { id, refresh: false })).rejects.toMatchObject({ code: 'not_found' })
  })
})

import { expect, test } from 'vitest'
import { startAccount } from '../../kit/leads.ts'

const everyDay = { on: true, time: '08:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }

test('a summary is made anew at a time of day from a refreshed sheet, until it is forgotten', async () => {
  let clock = new Date('2026-11-20T15:00:00Z')
  const { ask, readSheet, tick } = await startAccount({ leads: 30 }, { now: () => clock })
  const sheet = await readSheet({ name: 'Base' })
  const { id } = await ask('summaries.save', {
    id: null,
    name: 'Diário',
    sheet_id: sheet.id,
    view_id: null,
    period: { name: 'last_days', count: 7 },
    blocks: ['figures'],
    forms_id: null,
    with_people: false,
  })
  const target = { kind: 'summary', id } as const
  expect(await ask('schedules.of', { target })).toBeNull()
  expect(await ask('schedules.save', { target, ...everyDay })).toMatchObject({ next_at: '2026-11-21T11:00:00.000Z' })
  clock = new Date('2026-11-21T11:00:10Z')
  await tick()
  const [[made], [refreshed]] = [await ask('summaries.list', {}), await ask('sheets.list', {})]
  expect(refreshed?.refreshed_at).toEqual(expect.any(String))
  expect(made?.page).toMatchObject({ made_at: clock.toISOString(), refresh_failure: null })
  expect(made?.page?.read_at).toBe(refreshed?.refreshed_at)
  expect(await ask('schedules.of', { target })).toMatchObject({ last: { day: '2026-11-21', failure: null } })

  await ask('summaries.forget', { id })
  clock = new Date('2026-11-22T11:00:10Z')
  await tick()
  expect(await ask('schedules.of', { target })).toBeNull()
})

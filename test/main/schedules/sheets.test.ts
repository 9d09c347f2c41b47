import { describe, expect, test } from 'vitest'
import { reset } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { faultSwitch } from '../../kit/controls.ts'
import { startAccount } from '../../kit/leads.ts'

const everyDay = { on: true, time: '08:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }

/** A workspace whose clock the test sets, with a sheet that was read on 20 November at noon in Brazil. */
async function place() {
  let clock = new Date('2026-11-20T15:00:00Z')
  const faults = faultSwitch()
  const workspace = await startAccount({ leads: 30, faults }, { now: () => clock })
  const sheet = await workspace.readSheet({ name: 'Base' })
  const target = { kind: 'sheet' as const, id: sheet.id }
  const { ask } = workspace
  return {
    ...workspace,
    faults,
    sheet,
    async tickAt(text: string) {
      clock = new Date(text)
      await workspace.tick()
    },
    save: (change: Partial<typeof everyDay> & { readonly mode?: 'quick' | 'full' } = {}) =>
      ask('schedules.save', { target, ...everyDay, ...change }),
    schedule: () => ask('schedules.of', { target }),
    numbers: async () => (await ask('sheets.snapshots', { id: sheet.id })).snapshots.map(({ number }) => number),
  }
}

describe('a sheet that is refreshed at a time of day', () => {
  test('is so once, fully where that was chosen, and what changed since is known', async () => {
    const { ask, demo, sheet, save, schedule, tickAt, numbers } = await place()
    expect(await schedule()).toBeNull()
    expect(await save({ mode: 'full' })).toMatchObject({ mode: 'full', next_at: '2026-11-21T11:00:00.000Z' })
    demo.drift({ insert: 2, remove: 1 })
    await tickAt('2026-11-21T10:59:00Z')
    expect(await numbers()).toHaveLength(1)
    await tickAt('2026-11-21T11:00:10Z')
    await tickAt('2026-11-21T11:00:30Z')
    const [to, from, ...others] = await numbers()
    expect(others).toEqual([])
    expect(await schedule()).toMatchObject({
      last: { day: '2026-11-21', run_id: null, failure: null },
      next_at: '2026-11-22T11:00:00.000Z',
      running: false,
    })
    const pair = { from: { sheet: sheet.id, number: from ?? 0 }, to: { sheet: sheet.id, number: to ?? 0 } }
    expect(await ask('sheets.difference', pair)).toMatchObject({ new: 2, gone: 1 })
  })

  test('is refreshed quickly where nothing else was chosen', async () => {
    const { ask, save, tickAt } = await place()
    await save()
    await tickAt('2026-11-21T11:00:00Z')
    expect(await ask('sheets.list', {})).toMatchObject([{ refreshed_at: expect.any(String) }])
  })

  test('says why it was not, stays as it is, and is tried again the next day', async () => {
    const { ask, faults, save, schedule, tickAt } = await place()
    const [read] = await ask('sheets.list', {})
    await save({ mode: 'full' })
    faults.set(faultPlan().on(/leads$/, { times: 99, fault: reset() }))
    await tickAt('2026-11-21T11:00:00Z')
    expect(await schedule()).toMatchObject({ last: { failure: { code: 'offline' } } })
    expect(await ask('sheets.list', {})).toMatchObject([{ rows: 30, read_at: read?.read_at }])
    faults.set()
    await tickAt('2026-11-22T11:00:00Z')
    expect(await schedule()).toMatchObject({ last: { failure: null } })
  })

  test('is forgotten with the sheet', async () => {
    const { ask, save, tickAt, sheet, changes } = await place()
    await save()
    await ask('sheets.forget', { id: sheet.id })
    await tickAt('2026-11-21T11:00:00Z')
    expect(await ask('sheets.list', {})).toEqual([])
    expect(await ask('schedules.of', { target: { kind: 'sheet', id: sheet.id } })).toBeNull()
    expect(changes).toContain('schedules')
  })
})

import { describe, expect, test } from 'vitest'
import { createTicker } from '../../../main/kernel/schedule.ts'
import { reset } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { faultSwitch } from '../../kit/controls.ts'
import { everything, finishRun, phones, startAccount } from '../../kit/leads.ts'
import { createDataKit } from '../engine/data-kit.ts'

const list = ['telefone', ...phones(3)].join('\n')
const everyDay = { on: true, time: '08:00', weekdays: [0, 1, 2, 3, 4, 5, 6], refresh_sheets: false }

/** A workspace whose clock the test sets, with a run that was made on 20 November at noon in Brazil. */
async function place(answerer: 'service' | 'sheet' = 'service', text = list) {
  let clock = new Date('2026-11-20T15:00:00Z')
  const faults = faultSwitch()
  const workspace = await startAccount({ leads: 20, faults }, { now: () => clock })
  const { ask, connection_id } = workspace
  const sheet = answerer === 'sheet' ? await workspace.readSheet({ filter: everything, name: 'Base' }) : null
  const { run } = await finishRun(workspace, { connection_id, list: text, ...(sheet ? { sheet_id: sheet.id } : {}) })
  return {
    ...workspace,
    faults,
    run,
    /** Sets the clock and does what is due by then. */
    async tickAt(text: string) {
      clock = new Date(text)
      await workspace.tick()
    },
    setClock(text: string) {
      clock = new Date(text)
    },
    save: (change: Partial<typeof everyDay> = {}, of = run.id) =>
      ask('schedules.save', { target: { kind: 'run', id: of }, ...everyDay, ...change }),
    schedule: () => ask('schedules.of', { target: { kind: 'run', id: run.id } }),
    runs: () => ask('cruzar.runs', {}),
  }
}

describe('a list that is crossed again at a time of day', () => {
  test('is crossed once at that time in the same way, and shows when it was and comes next', async () => {
    const { run, save, schedule, tickAt, runs, changes } = await place()
    expect(await schedule()).toBeNull()
    expect(await save()).toMatchObject({ last: null, next_at: '2026-11-21T11:00:00.000Z', running: false })
    await tickAt('2026-11-21T10:59:00Z')
    expect(await runs()).toHaveLength(1)

    await tickAt('2026-11-21T11:00:10Z')
    await tickAt('2026-11-21T11:00:25Z')
    const [made, ...others] = await runs()
    expect(others.map(({ id }) => id)).toEqual([run.id])
    const { name, list_name, connection_id, filter, match, keys, outcomes } = run
    expect(made).toMatchObject({ name, list_name, connection_id, filter, match, keys, outcomes, state: 'finished' })
    expect(await schedule()).toMatchObject({
      last: { day: '2026-11-21', at: '2026-11-21T11:00:10.000Z', run_id: made?.id, failure: null },
      next_at: '2026-11-22T11:00:00.000Z',
      running: false,
    })
    expect(changes).toContain('schedules')
  })

  test('is so too where nobody of it can be asked', async () => {
    const { save, schedule, tickAt, runs } = await place('service', 'telefone\n(11) 99999-9999\n')
    await save()
    await tickAt('2026-11-21T11:00:10Z')
    const made = await runs()
    expect(made).toMatchObject([1, 2].map(() => ({ state: 'finished', keys: 0, outcomes: { invalida: 1 } })))
    expect(await schedule()).toMatchObject({ last: { run_id: made[0]?.id, failure: null } })
  })

  test('that was missed is made up for on the same day only, once, also after a restart', async () => {
    const kit = await place()
    await kit.save()
    // The app is closed at eight on both days.
    kit.setClock('2026-11-22T20:00:00Z')
    await kit.reopen()
    await kit.tick()
    await kit.tick()
    expect(await kit.runs()).toHaveLength(2)
    await kit.reopen()
    await kit.tick()
    expect(await kit.runs()).toHaveLength(2)
    await kit.tickAt('2026-11-23T10:00:00Z')
    expect(await kit.runs()).toHaveLength(2)
  })

  test('is started once by ticks that overlap', async () => {
    const { save, setClock, tick, runs } = await place()
    await save()
    setClock('2026-11-21T11:00:00Z')
    await Promise.all([tick(), tick(), tick()])
    expect(await runs()).toHaveLength(2)
  })

  test('that fails says why until the next day, and loses nothing', async () => {
    const { run, save, schedule, tickAt, runs, faults } = await place()
    await save()
    faults.set(faultPlan().on(/cruzar$/, { times: 99, fault: reset() }))
    await tickAt('2026-11-21T11:00:00Z')
    expect(await schedule()).toMatchObject({
      last: { failure: { code: 'offline' } },
      next_at: '2026-11-22T11:00:00.000Z',
    })
    expect(await runs()).toHaveLength(2)
    faults.set()
    await tickAt('2026-11-21T11:30:00Z')
    expect(await runs()).toHaveLength(2)
    await tickAt('2026-11-22T11:00:00Z')
    expect(await schedule()).toMatchObject({ last: { failure: null } })
    expect((await runs())[0]).toMatchObject({ state: 'finished', keys: run.keys })
  })

  test('says that Cruza was closed where a try never ended', async () => {
    const { save, tickAt, schedule, setClock, reopen, tick, faults, run, ask } = await place()
    await save()
    faults.set(faultPlan().on(/cruzar$/, { times: 99, fault: { kind: 'hang' } }))
    setClock('2026-11-21T11:00:00Z')
    const trying = tick()
    await expect.poll(async () => (await schedule())?.running).toBe(true)
    await expect.poll(async () => (await ask('cruzar.runs', {})).length).toBe(2)
    await reopen()
    await trying
    expect(await ask('schedules.of', { target: { kind: 'run', id: run.id } })).toMatchObject({
      last: { failure: { code: 'data_process_ended' } },
      running: false,
    })
    await tickAt('2026-11-21T12:00:00Z')
    expect(await ask('cruzar.runs', {})).toHaveLength(2)
  })

  test('rests where it is off, begins the day after it was turned on late, and ends with the last run of its list', async () => {
    const { run, save, tickAt, schedule, ask } = await place()
    await save({ on: false })
    await tickAt('2026-11-21T11:00:00Z')
    expect(await ask('cruzar.runs', {})).toHaveLength(1)
    expect(await schedule()).toMatchObject({ on: false, next_at: null })
    await save()
    await tickAt('2026-11-21T12:00:00Z')
    expect(await ask('cruzar.runs', {})).toHaveLength(1)
    await ask('cruzar.forget', { id: run.id })
    await tickAt('2026-11-22T12:00:00Z')
    expect(await ask('cruzar.runs', {})).toHaveLength(0)
  })

  test('keeps what was tried when it is changed, and follows the run that it made', async () => {
    const { save, tickAt, ask, runs } = await place()
    await save()
    await tickAt('2026-11-21T11:00:00Z')
    const [made] = await runs()
    expect(await save({ time: '18:30', weekdays: [5, 1, 1] }, made?.id)).toMatchObject({
      time: '18:30',
      weekdays: [1, 5],
      last: { run_id: made?.id },
      next_at: '2026-11-23T21:30:00.000Z',
    })
    expect(await ask('schedules.of', { target: { kind: 'run', id: made?.id ?? '' } })).toMatchObject({ time: '18:30' })
  })

  test('asks cached sheets without a request, and refreshes them first where that is wanted', async () => {
    const { demo, save, tickAt, schedule, runs, ask } = await place('sheet')
    const sent = () => demo.requests().length
    await save()
    const requestsBefore = sent()
    await tickAt('2026-11-21T11:00:00Z')
    expect(sent()).toBe(requestsBefore)
    expect((await runs())[0]).toMatchObject({ sheet_name: 'Base', requests: 0, state: 'finished' })
    await save({ refresh_sheets: true })
    await tickAt('2026-11-22T11:00:00Z')
    expect(sent()).toBeGreaterThan(requestsBefore)
    const [sheet] = await ask('sheets.list', {})
    expect(sheet?.refreshed_at).not.toBeNull()
    expect((await runs())[0]).toMatchObject({ sheet_read_at: sheet?.refreshed_at })
    expect(await schedule()).toMatchObject({ last: { failure: null } })
  })

  test('stays as it was where its sheets could not be refreshed', async () => {
    const { save, tickAt, schedule, runs, faults } = await place('sheet')
    await save({ refresh_sheets: true })
    faults.set(faultPlan().on(/leads$/, { times: 99, fault: reset() }))
    await tickAt('2026-11-21T11:00:00Z')
    expect(await runs()).toHaveLength(1)
    expect(await schedule()).toMatchObject({ last: { run_id: null, failure: { code: 'offline' } } })
  })
})

test('of two processes that claim a record at once one gets it', async () => {
  const { data, another } = createDataKit()
  const key = { collection: 'schedules', id: 'a' }
  const swap = (each: typeof data, from: unknown, to: unknown) => each.ask('records.swap', { ...key, from, to })
  const both = [data, another()]
  const made = await Promise.all(both.map((each, place) => swap(each, undefined, { place })))
  expect(made.toSorted()).toEqual([false, true])
  const [{ value } = { value: null }] = await data.ask('records.list', { collection: 'schedules' })
  const claimed = await Promise.all(both.map((each) => swap(each, value, { claimed: true })))
  expect(claimed.toSorted()).toEqual([false, true])
})

test('a ticker calls until its signal aborts', async () => {
  const closing = new AbortController()
  let ticks = 0
  createTicker(1)(async () => {
    ticks += 1
    if (ticks === 3) closing.abort()
  }, closing.signal)
  await expect.poll(() => ticks).toBe(3)
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(ticks).toBe(3)
})

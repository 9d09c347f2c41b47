import { describe, expect, test } from 'vitest'
import { updatedAfter } from '../../../main/sheets/pull.ts'
import { leadFilter } from '../../../preload/contract/sheets.ts'
import { delay, proxyPage, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { watchedFetch } from '../../kit/controls.ts'
import { everything, exportedLeads, type LeadRow, startAccount, startDemoServices } from '../../kit/leads.ts'
import { startWorkspace } from '../../kit/workspace.ts'

/** What a row is known by, whichever way they are grouped. */
const keyOf = (row: LeadRow) => `${row.contato_id} ${row.conversa_id}`
const textOf = (row: LeadRow) => JSON.stringify(row)
const sorted = (rows: readonly LeadRow[]) => [...rows].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

describe('a quick refresh', () => {
  test('requests what moved only, and merges exactly that', async () => {
    const demo = await startDemoServices({ leads: 2500 })
    const wire = watchedFetch()
    const { ask, connect, ended, rows, readSheet } = await startWorkspace({ fetch: wire.fetch })
    await connect(demo.platform)
    const filter = { ...everything, agrupar: 'conversa' as const }
    const sheet = await readSheet({ filter })
    const table = { kind: 'sheet' as const, id: sheet.id }
    const rowsBefore = new Map((await rows(table)).map((row) => [keyOf(row), textOf(row)]))
    const [read] = await ask('sheets.list', {})
    const touched = demo.touch(23)
    demo.drift({ insert: 2 })
    const first = wire.sent.length
    await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'quick' }))
    expect(new URL(wire.sent[first]?.url ?? '').searchParams.get('updated_after')).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(wire.sent.length - first).toBeLessThan(3)
    const after = await rows(table)
    const expected = await exportedLeads(demo, 'created_after=2020-01-01&agrupar=conversa')
    expect(sorted(after)).toEqual(sorted(expected))
    const changed = after.filter((row) => textOf(row) !== rowsBefore.get(keyOf(row)))
    expect(changed).toHaveLength(25)
    expect(changed.map((row) => row.contato_id)).toEqual(expect.arrayContaining([...touched]))
    const [now] = await ask('sheets.list', {})
    expect(now).toMatchObject({
      rows: rowsBefore.size + 2,
      badge: { kind: 'refreshed' },
      refreshed_at: expect.any(String),
    })
    expect(now?.read_at).toBe(read?.read_at)
  })

  test('of people reads those that moved again whole, with all their conversations of the period', async () => {
    const { demo, ask, ended, rows, readSheet } = await startAccount({ leads: 1200 })
    const sheet = await readSheet({ name: 'Pessoas' })
    demo.touch(23)
    demo.drift({ insert: 2 })
    await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'quick' }))
    expect(sorted(await rows({ kind: 'sheet', id: sheet.id }))).toEqual(sorted(await exportedLeads(demo)))
    expect(await ask('sheets.list', {})).toMatchObject([
      { badge: { kind: 'refreshed', reason: 'quick' }, unknown_counts: 0 },
    ])
  })

  test.each([
    ['is refused', refused(404)],
    ['is missing, with a page', proxyPage(404)],
    ['is for administrators', refused(403)],
  ])('of people whose route %s leaves their number of conversations empty, and reports how many', async (_, fault) => {
    const faults = faultPlan().on('/cruzar', { times: 99, fault })
    const { demo, ask, ended, rows, readSheet } = await startAccount({ leads: 1200, faults })
    const sheet = await readSheet({ name: 'Pessoas' })
    const rowsBefore = new Map((await rows({ kind: 'sheet', id: sheet.id })).map((row) => [row.contato_id, row]))
    demo.drift({ insert: 2 })
    const touched = new Set<unknown>(demo.touch(23))
    await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'quick' }))
    const [now] = await ask('sheets.list', {})
    const after = await rows({ kind: 'sheet', id: sheet.id })
    const unknown = after.filter((row) => row.conversas_no_periodo === null)
    expect(unknown).toHaveLength(now?.unknown_counts ?? 0)
    const truth = new Map((await exportedLeads(demo)).map((row) => [row.contato_id, row]))
    for (const row of after) {
      const isMoved = touched.has(row.contato_id) || !rowsBefore.has(row.contato_id)
      const count = truth.get(row.contato_id)?.conversas_no_periodo
      if (isMoved) expect([count, null]).toContain(row.conversas_no_periodo)
      else expect(row).toEqual(rowsBefore.get(row.contato_id))
    }
    expect(unknown.length).toBeGreaterThan(0)
    await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'full' }))
    expect(await ask('sheets.list', {})).toMatchObject([{ unknown_counts: 0, badge: { kind: 'complete' } }])
  })

  test('reports when the service counts other rows than the sheet has: some are gone or fit no longer', async () => {
    const { demo, ask, ended, readSheet } = await startAccount({ leads: 1200 })
    const sheet = await readSheet({ name: 'Pessoas' })
    demo.drift({ remove: 3 })
    await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'quick' }))
    const changed = { kind: 'changed', reason: 'total_changed', failure: null }
    expect(await ask('sheets.list', {})).toMatchObject([{ rows: 1200, total: 1197, badge: changed }])
    await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'full' }))
    expect(await ask('sheets.list', {})).toMatchObject([{ rows: 1197, badge: { kind: 'complete' } }])
  })

  test('of a sheet that was never read whole goes on reading it whole', async () => {
    const faults = faultPlan().on('/leads', { fromPage: 2, times: 9, fault: delay(60_000) })
    const { ask, ended, task } = await startAccount({ leads: 2500, faults })
    const sheet = await ask('sheets.create', { filter: everything, name: 'Tudo' })
    await expect.poll(() => task(sheet)?.done, { interval: 5 }).toBe(500)
    await ask('tasks.cancel', { id: sheet.task_id ?? '' })
    await ended(sheet)
    const again = await ask('sheets.refresh', { id: sheet.id, mode: 'quick' })
    await ask('tasks.cancel', { id: again.task_id ?? '' })
    await ended(again)
    expect(await ask('sheets.list', {})).toMatchObject([{ rows: 500, badge: { kind: 'partial', reason: 'cancelled' } }])
  })
})

describe('the day from which a quick refresh reads', () => {
  const sheet = { read_at: '2026-11-18T15:00:00.000Z', refreshed_at: null, echoed: null, filter: leadFilter.parse({}) }

  test('is that of one hour before the last reading', () => {
    expect(updatedAfter(sheet)).toBe('2026-11-18')
    expect(updatedAfter({ ...sheet, refreshed_at: '2026-11-19T15:00:00.000Z' })).toBe('2026-11-19')
  })

  test('is a day of the zone that the service shows', () => {
    const at = { ...sheet, read_at: '2026-11-18T03:59:00.000Z' }
    expect(updatedAfter({ ...at, echoed: { created_after: '2026-01-01T00:00:00-03:00' } })).toBe('2026-11-17')
    expect(updatedAfter({ ...at, echoed: { created_after: '2026-01-01T00:00:00+00:00' } })).toBe('2026-11-18')
    expect(updatedAfter({ ...at, echoed: { created_after: null, created_before: 'amanhã' } })).toBe('2026-11-17')
  })

  test("is never before the day of the sheet's own filter", () => {
    expect(updatedAfter({ ...sheet, filter: leadFilter.parse({ updated_after: '2026-12-01' }) })).toBe('2026-12-01')
    expect(updatedAfter({ ...sheet, filter: leadFilter.parse({ updated_after: '2026-01-01' }) })).toBe('2026-11-18')
  })

  test('is none for a sheet that was never read whole', () => {
    expect(updatedAfter({ ...sheet, read_at: null })).toBeNull()
  })
})

test('a full refresh replaces everything, in the order of the service', async () => {
  const { demo, ask, ended, rows, readSheet } = await startAccount({ leads: 1200 })
  const sheet = await readSheet()
  demo.drift({ insert: 3, remove: 5, rotate: 4 })
  await ended(await ask('sheets.refresh', { id: sheet.id, mode: 'full' }))
  expect(await rows({ kind: 'sheet', id: sheet.id })).toEqual(await exportedLeads(demo))
})

describe('a sheet', () => {
  test('can be renamed, but not to a name that another has', async () => {
    const { ask, ended } = await startAccount()
    const one = await ask('sheets.create', { filter: everything, name: 'Uma' })
    const other = await ask('sheets.create', { filter: everything, name: 'Outra' })
    await Promise.all([ended(one), ended(other)])
    expect(await ask('sheets.rename', { id: one.id, name: 'Primeira' })).toMatchObject({ name: 'Primeira' })
    await expect(ask('sheets.rename', { id: one.id, name: 'Outra' })).rejects.toMatchObject({ code: 'name_taken' })
    await expect(ask('sheets.rename', { id: 'x', name: 'Nova' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that is being read can be forgotten: reading ends first', async () => {
    const { ask, task } = await startAccount({ leads: 4000, latencyMs: 20 })
    const sheet = await ask('sheets.create', { filter: everything, name: 'Tudo' })
    await expect.poll(() => task(sheet)?.done ?? 0, { interval: 2 }).toBeGreaterThan(0)
    expect(await ask('sheets.forget', { id: sheet.id })).toEqual([])
    expect(task(sheet)).toMatchObject({ state: 'cancelled' })
  })
})

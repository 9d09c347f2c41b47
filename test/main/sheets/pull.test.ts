import { describe, expect, test } from 'vitest'
import { delay, refused } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { faultSwitch, watchedFetch } from '../../kit/controls.ts'
import { createGate } from '../../kit/fake-bridge.ts'
import { everything, exportedLeads, fromPage, pagesAsked, startAccount, startDemoServices } from '../../kit/leads.ts'
import { runsAll } from '../../kit/systems.ts'
import { startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'

async function sheetOf({ ask }: TestWorkspace, id: string) {
  const match = (await ask('sheets.list', {})).find((sheet) => sheet.id === id)
  if (!match) throw new Error('no such sheet')
  return match
}

describe('a pull', () => {
  test('of many pages brings every row as the service has it', { timeout: 60_000 }, async () => {
    const count = runsAll ? 20_000 : 3000
    const demo = await startDemoServices({ leads: count })
    const workspace = await startWorkspace()
    const { ask, connect, ended, rows, changes } = workspace
    await connect(demo.platform)
    const created = await ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await ended(created)).toMatchObject({ state: 'done', done: count, total: count, failure: null })
    expect(pagesAsked(demo).sort((one, other) => one - other)).toEqual(
      Array.from({ length: count / 500 }, (_, at) => at + 1),
    )
    const sheet = await sheetOf(workspace, created.id)
    expect(sheet).toMatchObject({ rows: count, total: count, repeated: 0, task_id: null, interrupted: null })
    expect(sheet.badge).toEqual({ kind: 'complete', reason: 'none', failure: null })
    expect(sheet.echoed).toMatchObject({ created_after: '2020-01-01T00:00:00-03:00' })
    expect(await rows({ kind: 'sheet', id: sheet.id })).toEqual(await exportedLeads(demo))
    expect(changes).toContain('sheets')
    expect(changes).toContain('tasks')
  })

  test('requests the first page alone, then up to four at once and never more', async () => {
    const demo = await startDemoServices({ leads: 5000 })
    const wire = watchedFetch()
    const { ask, connect, ended } = await startWorkspace({ fetch: wire.fetch })
    await connect(demo.platform)
    const requestsBefore = wire.sent.length
    // Four pages have been answered by then: the next four wait for one another.
    const isHeld = (url: string) => [5, 6, 7, 8].includes(Number(new URL(url).searchParams.get('page')))
    const { passed, open } = createGate<void>()
    let heldRequests = 0
    wire.beforeSending = async (url) => {
      if (!isHeld(url)) return
      heldRequests += 1
      if (heldRequests === 4) open()
      await passed
    }
    await ended(await ask('sheets.create', { filter: everything, name: 'Tudo' }))
    const widths = wire.sent.slice(requestsBefore).map(({ together }) => together)
    expect(widths.slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...widths)).toBe(4)
    expect(new URL(wire.sent.at(requestsBefore)?.url ?? '').searchParams.get('per_page')).toBe('500')
  })

  test('reports its progress, its rate and the time left', async () => {
    const workspace = await startAccount({ leads: 3000, latencyMs: 30 })
    const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(sheet).toMatchObject({ badge: { kind: 'reading' }, task_id: expect.any(String) })
    await expect.poll(() => workspace.task(sheet)?.rate ?? 0, { interval: 5 }).toBeGreaterThan(0)
    expect(workspace.task(sheet)).toMatchObject({ kind: 'pull', state: 'running', total: 3000 })
    expect(workspace.task(sheet)?.seconds_left).toBeGreaterThan(0)
    await workspace.ended(sheet)
  })

  test('sends every filter as the document names it, lists in array form', async () => {
    const demo = await startDemoServices()
    const wire = watchedFetch()
    const { ask, connect, ended } = await startWorkspace({ fetch: wire.fetch })
    await connect(demo.platform)
    const filter = {
      created_after: '2020-01-01',
      created_before: '2030-12-31',
      updated_after: '2020-02-02',
      inbox_ids: [11, 12],
      assignee_ids: [21],
      status: ['open' as const, 'pending' as const],
      with_labels: ['boleto', 'a&b=c'],
      without_labels: ['spam'],
      agrupar: 'conversa' as const,
    }
    await ended(await ask('sheets.create', { filter, name: 'Filtrada' }))
    expect([...new URL(wire.sent.at(-1)?.url ?? '').searchParams]).toEqual([
      ['created_after', '2020-01-01'],
      ['created_before', '2030-12-31'],
      ['updated_after', '2020-02-02'],
      ['inbox_ids[]', '11'],
      ['inbox_ids[]', '12'],
      ['assignee_ids[]', '21'],
      ['status[]', 'open'],
      ['status[]', 'pending'],
      ['with_labels[]', 'boleto'],
      ['with_labels[]', 'a&b=c'],
      ['without_labels[]', 'spam'],
      ['agrupar', 'conversa'],
      ['page', '1'],
      ['per_page', '500'],
    ])
  })

  test('by conversation brings one row a conversation', async () => {
    const { demo, ...workspace } = await startAccount()
    const filter = { ...everything, agrupar: 'conversa' as const }
    const sheet = await workspace.readSheet({ filter, name: 'Conversas' })
    const expected = await exportedLeads(demo, 'created_after=2020-01-01&agrupar=conversa')
    expect(await workspace.rows({ kind: 'sheet', id: sheet.id })).toEqual(expected)
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ badge: { kind: 'complete' }, rows: expected.length })
  })

  test('of a period without leads is a complete sheet without rows', async () => {
    const { demo, ...workspace } = await startAccount()
    const filter = { created_before: '2001-01-01' }
    const sheet = await workspace.ask('sheets.create', { filter, name: 'Vazia' })
    expect(await workspace.ended(sheet)).toMatchObject({ state: 'done', done: 0, total: 0 })
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ badge: { kind: 'complete' }, rows: 0, total: 0 })
    expect(pagesAsked(demo)).toEqual([1])
  })

  test('cannot be started twice at once, without a period, or under a name that is taken', async () => {
    const { ask, ended } = await startAccount({ latencyMs: 50 })
    const sheet = await ask('sheets.create', { filter: everything, name: 'Tudo' })
    await expect(ask('sheets.resume', { id: sheet.id })).rejects.toMatchObject({ code: 'already_running' })
    await expect(ask('sheets.create', { filter: everything, name: 'Tudo' })).rejects.toMatchObject({
      code: 'name_taken',
    })
    await expect(ask('sheets.create', { filter: { status: ['open'] }, name: 'Outra' })).rejects.toMatchObject({
      code: 'period_required',
    })
    await expect(
      ask('sheets.create', { connection_id: 'nenhuma', filter: everything, name: 'Outra' }),
    ).rejects.toMatchObject({ code: 'no_connection' })
    await ended(sheet)
    expect(await ask('sheets.list', {})).toHaveLength(1)
  })
})

describe('a pull that stops', () => {
  test('by cancel keeps its pages, and goes on from the next one without requesting any twice', async () => {
    const faults = faultSwitch()
    faults.set(faultPlan().on('/leads', { fromPage: 4, times: 9, fault: delay(60_000) }))
    const { demo, ...workspace } = await startAccount({ leads: 4000, faults })
    const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    // Pages 1 to 3 are answered, 4 and what was requested ahead of it hang.
    await expect.poll(() => workspace.task(sheet)?.done, { interval: 10 }).toBe(1500)
    await workspace.ask('tasks.cancel', { id: sheet.task_id ?? '' })
    expect(await workspace.ended(sheet)).toMatchObject({ state: 'cancelled', failure: null })
    const partial = await sheetOf(workspace, sheet.id)
    expect(partial).toMatchObject({ rows: 1500, badge: { kind: 'partial', reason: 'cancelled' } })
    expect(await workspace.rows({ kind: 'sheet', id: sheet.id })).toHaveLength(1500)
    const first = pagesAsked(demo)
    faults.set()
    await workspace.ended(await workspace.ask('sheets.resume', { id: sheet.id }))
    expect(first.sort()).toEqual([1, 2, 3])
    expect(pagesAsked(demo).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ rows: 4000, badge: { kind: 'complete' } })
  })

  test('by cancel while the rows are being sealed is cancelled, or done, and never failed', async () => {
    const workspace = await startAccount({ leads: 6000 })
    const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    await expect.poll(() => workspace.task(sheet)?.done, { interval: 1 }).toBe(6000)
    await workspace.ask('tasks.cancel', { id: sheet.task_id ?? '' })
    const { state } = await workspace.ended(sheet)
    expect(['cancelled', 'done']).toContain(state)
    const kind = state === 'done' ? 'complete' : 'partial'
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ rows: 6000, badge: { kind } })
    if (state === 'cancelled') await workspace.ended(await workspace.ask('sheets.resume', { id: sheet.id }))
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ rows: 6000, badge: { kind: 'complete' } })
  })

  test('by an administrator who has lost the role fails at once and keeps its rows', async () => {
    const workspace = await startAccount({ leads: 4000, faults: fromPage(3, refused(401)) })
    const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await workspace.ended(sheet)).toMatchObject({ state: 'failed', failure: { code: 'not_administrator' } })
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({
      rows: 1000,
      badge: { kind: 'partial', reason: 'failed', failure: 'not_administrator' },
    })
    expect(await workspace.ask('connections.list', {})).toMatchObject([{ has_secret: true }])
  })

  test('by a crash of the data process loses and repeats nothing', async () => {
    const { demo, ...workspace } = await startAccount({ leads: 4000, latencyMs: 15 }, { forked: true })
    const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    await expect.poll(() => workspace.task(sheet)?.done ?? 0, { interval: 2 }).toBeGreaterThan(0)
    await workspace.crash()
    const ended = await workspace.ended(sheet)
    // A crash between two calls is not even felt: the next call starts the process again.
    if (ended.state === 'failed') {
      expect(ended.failure?.code).toBe('data_process_ended')
      const partial = await sheetOf(workspace, sheet.id)
      expect(partial.badge).toEqual({ kind: 'partial', reason: 'failed', failure: 'data_process_ended' })
      expect(partial.rows).toBeGreaterThan(0)
      await workspace.ended(await workspace.ask('sheets.resume', { id: sheet.id }))
    }
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ badge: { kind: 'complete' } })
    expect(await workspace.rows({ kind: 'sheet', id: sheet.id })).toEqual(await exportedLeads(demo))
  })

  test('by closing the app goes on in the next start', async () => {
    const workspace = await startAccount({ leads: 4000, latencyMs: 15 })
    const sheet = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    await expect.poll(() => workspace.task(sheet)?.done ?? 0, { interval: 2 }).toBeGreaterThan(0)
    await workspace.reopen()
    const partial = await sheetOf(workspace, sheet.id)
    expect(partial).toMatchObject({ badge: { kind: 'partial', reason: 'cancelled' }, task_id: null })
    await workspace.ended(await workspace.ask('sheets.resume', { id: sheet.id }))
    expect(await sheetOf(workspace, sheet.id)).toMatchObject({ rows: 4000, badge: { kind: 'complete' } })
  })
})

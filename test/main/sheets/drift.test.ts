import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../main/demo/http-server.ts'
import { insertRows, removeRows, reorderRows } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { watchedFetch } from '../../kit/controls.ts'
import { everything, startDemoServices } from '../../kit/leads.ts'
import type { Asked } from '../../kit/service.ts'
import { startPlatformThat, startWorkspace } from '../../kit/workspace.ts'

test.each<[string, Fault, string, number]>([
  ['people who came on top', insertRows(7), 'total_changed', 1],
  ['people who vanished', removeRows(7), 'total_changed', 1],
  // What was skipped comes again on the last page only: until then nothing shows.
  ['another order', reorderRows(7), 'rows_repeated', 4],
])(
  'a pull while the rows move reports %s, and reads on with one request at a time',
  async (_what, drift, reason, widest) => {
    const faults = faultPlan().on('/leads', { after: 4, fault: drift })
    const demo = await startDemoServices({ leads: 10_000, faults, latencyMs: 15 })
    const wire = watchedFetch()
    const workspace = await startWorkspace({ fetch: wire.fetch })
    await workspace.connect(demo.platform)
    const first = wire.sent.length
    const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await workspace.ended(created)).toMatchObject({ state: 'done' })
    const [sheet] = await workspace.ask('sheets.list', {})
    expect(sheet?.badge).toEqual({ kind: 'changed', reason, failure: null })
    const widths = wire.sent.slice(first).map(({ together }) => together)
    expect(Math.max(...widths)).toBeGreaterThan(1)
    // The last pages were requested after the moved one was stored, since at most eight are requested ahead.
    expect(Math.max(...widths.slice(-3))).toBeLessThanOrEqual(widest)
    const stored = await workspace.rows({ kind: 'sheet', id: created.id })
    const ids = stored.map((row) => row.contato_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(sheet?.rows).toBe(ids.length)
  },
)

const row = (contato_id: number) => ({ contato_id, nome: `Pessoa ${contato_id}`, conversa_id: contato_id * 10 })
const rowsFrom = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(from + at))
/** Nine rows on three pages, as the document numbers them. */
const wellNumbered = (page: number) => ({
  meta: { total: 9, count: 3, page, per_page: 3, has_more: page < 3, next_page: page < 3 ? page + 1 : null },
  leads: rowsFrom(page * 3, 3),
})

/** Pulls from a service that answers pages of leads by `answer`, and knows nothing else. */
async function pullFrom(answer: (page: number) => { readonly meta: object; readonly leads: object[] }) {
  const isPage = ({ query }: Asked) => query.get('per_page') === '500'
  const { service, ...workspace } = await startPlatformThat((asked) =>
    isPage(asked) ? { json: answer(Number(asked.query.get('page'))) } : { status: 404, json: { error: 'nada' } },
  )
  const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
  const task = await workspace.ended(created)
  const [sheet] = await workspace.ask('sheets.list', {})
  const rows = await workspace.rows({ kind: 'sheet', id: created.id })
  const pages = service.asked.filter(isPage).map(({ query }) => Number(query.get('page')))
  return { task, sheet, pages, ids: rows.map((one) => one.contato_id) }
}

describe('a pull from a service with ways of its own', () => {
  test('reads pages that state nothing but whether there are more', async () => {
    const { sheet, pages, ids } = await pullFrom((page) => ({
      meta: { total: 9, has_more: page < 3 },
      leads: rowsFrom(page * 3, 3),
    }))
    expect(pages).toEqual([1, 2, 3])
    expect(ids).toEqual(rowsFrom(3, 9).map((one) => one.contato_id))
    expect(sheet?.badge).toEqual({ kind: 'complete', reason: 'none', failure: null })
  })

  test('counts on with pages that are numbered from zero, one at a time, and reports it', async () => {
    const { sheet, pages, ids } = await pullFrom((page) => {
      const { meta, leads } = wellNumbered(page)
      return { meta: { ...meta, page: page - 1 }, leads }
    })
    expect(pages).toEqual([1, 2, 3])
    expect(ids).toHaveLength(9)
    expect(sheet?.badge).toEqual({ kind: 'complete', reason: 'not_numbered', failure: null })
  })

  test('follows the numbers that the service gives, where they leap', async () => {
    const { sheet, pages, ids } = await pullFrom((page) => {
      const { meta, leads } = wellNumbered((page + 9) / 10)
      return { meta: { ...meta, page, next_page: meta.has_more ? page + 10 : null }, leads }
    })
    expect(pages.filter((page) => page % 10 === 1)).toEqual([1, 11, 21])
    expect(ids).toEqual(rowsFrom(3, 9).map((one) => one.contato_id))
    expect(sheet?.badge).toEqual({ kind: 'complete', reason: 'not_numbered', failure: null })
  })

  test('reads smaller pages than it requested', async () => {
    const { pages, ids } = await pullFrom(wellNumbered)
    expect([...pages].sort()).toEqual([1, 2, 3])
    expect(ids).toHaveLength(9)
  })

  test('ends where pages are empty, though the service promises more for ever', async () => {
    const { sheet, task, pages } = await pullFrom((page) => ({
      meta: { total: 9, count: page === 1 ? 3 : 0, page, per_page: 3, has_more: true, next_page: page + 1 },
      leads: page === 1 ? rowsFrom(1, 3) : [],
    }))
    expect(task.state).toBe('done')
    expect(pages.length).toBeLessThanOrEqual(3)
    expect(sheet?.badge).toEqual({ kind: 'changed', reason: 'rows_missing', failure: null })
  })

  test.each([
    ['always gives the first page', () => wellNumbered(1)],
    [
      'leads backwards',
      (page: number) => ({ ...wellNumbered(page), meta: { ...wellNumbered(page).meta, next_page: 1 } }),
    ],
  ])('stops, and keeps what it has, when the service %s', async (_what, answer) => {
    const { task, sheet } = await pullFrom(answer)
    expect(task).toMatchObject({ state: 'failed', failure: { code: 'unexpected_body' } })
    expect(sheet).toMatchObject({ badge: { kind: 'partial', reason: 'failed', failure: 'unexpected_body' } })
  })

  test.each<[string, (page: number) => number, string, number]>([
    ['all that it counts is here', () => 9, 'complete', 4],
    // Only pages in a row without anything new show it, and some are requested ahead.
    ['it counts ever more', (page) => 100 + page, 'changed', 15],
  ])('ends where the last page comes again for ever and %s, with each row once', async (_what, total, kind, most) => {
    const { sheet, task, pages, ids } = await pullFrom((page) => {
      const { meta, leads } = wellNumbered(Math.min(page, 3))
      return { meta: { ...meta, total: total(page), page, has_more: true, next_page: page + 1 }, leads }
    })
    expect(task.state).toBe('done')
    expect(pages.length).toBeLessThanOrEqual(most)
    expect(ids).toEqual(rowsFrom(3, 9).map((one) => one.contato_id))
    expect(sheet).toMatchObject({ rows: 9, badge: { kind, reason: 'endless' } })
    expect(sheet?.repeated).toBeGreaterThanOrEqual(3)
  })

  test('ends where far more rows come than the service counts', async () => {
    const { sheet, task, pages } = await pullFrom((page) => ({
      meta: { total: 900, count: 500, page, per_page: 500, has_more: true, next_page: page + 1 },
      leads: rowsFrom(page * 500, 500),
    }))
    expect(task.state).toBe('done')
    expect(pages.length).toBeLessThan(10)
    expect(sheet).toMatchObject({ rows: 3000, badge: { kind: 'changed', reason: 'endless' } })
  })

  test('goes on after an interruption, though as many people came meanwhile as it had read', async () => {
    let people = rowsFrom(1, 9)
    let isCut = true
    const isPage = ({ query }: Asked) => query.get('per_page') === '500'
    const workspace = await startPlatformThat((asked) => {
      const page = Number(asked.query.get('page'))
      if (!isPage(asked) || (isCut && page > 2)) return { status: 422, json: { error: 'nada' } }
      const leads = people.slice(page * 3 - 3, page * 3)
      const has_more = page * 3 < people.length
      return { json: { meta: { total: people.length, page, per_page: 3, has_more }, leads } }
    })
    const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await workspace.ended(created)).toMatchObject({ state: 'failed' })
    people = [...rowsFrom(100, 6), ...people]
    isCut = false
    const resumed = await workspace.ask('sheets.resume', { id: created.id })
    expect(await workspace.ended(resumed)).toMatchObject({ state: 'done' })
    const [sheet] = await workspace.ask('sheets.list', {})
    expect(sheet).toMatchObject({ rows: 9, repeated: 6, badge: { kind: 'changed', reason: 'total_changed' } })
  })

  test('reports when more rows came than the service counted', async () => {
    const { sheet } = await pullFrom((page) => {
      const { meta, leads } = wellNumbered(page)
      return { meta: { ...meta, total: 7 }, leads }
    })
    expect(sheet).toMatchObject({ rows: 9, badge: { kind: 'changed', reason: 'more_than_total' } })
  })
})

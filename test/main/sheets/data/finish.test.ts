import { describe, expect, it } from 'vitest'
import { emptyQuery } from '../../../../preload/values/empty-query.ts'
import { filterOf, type Lead, leadOf, leadsOf, manyLeads, pageOf, pagesOf } from './lead-pages.ts'
import {
  beginPull,
  columnOf,
  createSheet,
  finishPull,
  openSheets,
  pull,
  sheetOf,
  sheetWith,
  storePage,
} from './open-sheets.ts'

/** One page of a pull whose total the test decides. */
function page(leads: readonly Lead[], number: number, total: number, more: boolean): string {
  return pageOf({ leads, page: number, perPage: 3, total, more })
}

const leads = leadsOf(9)
const threes = [leads.slice(0, 3), leads.slice(3, 6), leads.slice(6, 9)]
const [one = [], two = [], three = []] = threes

describe('repeated rows', () => {
  it('are one row, at the position of the first and with the values of the last', async () => {
    const sheets = await createSheet()
    const newer = { ...(leads[1] as Lead), nome: 'Nome novo', mensagens: 99 }
    await pull(sheets, [page(one, 1, 6, true), page([newer, ...two.slice(0, 2)], 2, 6, false)])
    expect(await columnOf(sheets, 'contato_id')).toEqual([1000, 1001, 1002, 1003, 1004])
    expect((await columnOf(sheets, 'nome'))[1]).toBe('Nome novo')
    expect((await columnOf(sheets, 'mensagens'))[1]).toBe(99)
  })

  it('are conversations for agrupar=conversa, and persons where there is no conversation', async () => {
    const sheets = await createSheet(openSheets(), 's1', filterOf('conversa'))
    const row = (contato_id: number, conversa_id: number | null): Lead => ({ ...leadOf(1), contato_id, conversa_id })
    const rows = [row(7, 70), row(7, 71), row(8, null), row(8, null), row(70, null), row(9, 70)]
    const sheet = await pull(sheets, [page(rows, 1, 6, false)])
    expect(sheet).toMatchObject({ rows: 4, repeated: 2, badge: { kind: 'changed', reason: 'rows_repeated' } })
    expect(await columnOf(sheets, 'contato_id')).toEqual([9, 7, 8, 70])
    expect(await columnOf(sheets, 'conversa_id')).toEqual([70, 71, null, null])
  })

  it('stay separate rows when they have no key at all', async () => {
    const sheets = await createSheet()
    const unnamed = { ...leadOf(1), contato_id: null }
    const sheet = await pull(sheets, [page([leadOf(0), unnamed, unnamed], 1, 3, false)])
    expect(sheet).toMatchObject({ rows: 3, repeated: 0, badge: { kind: 'complete' } })
  })
})

describe('a quick refresh', () => {
  it('replaces the rows that changed, adds new ones at the end, and leaves the badge sound', async () => {
    let day = 0
    const sheets = openSheets(undefined, () => new Date(Date.UTC(2026, 0, ++day)))
    const previous = await sheetOf(sheets, leadsOf(40))
    const reading = await beginPull(sheets, 'quick')
    expect(reading).toMatchObject({ mode: 'quick', filter: { ...filterOf(), updated_after: '2026-01-01' }, rows: 0 })
    const changed = { ...leadOf(5), nome: 'Mudou' }
    const sheet = await pull(sheets, pagesOf([leadOf(100), changed, leadOf(101)], 2), { mode: 'quick' })
    expect(sheet).toMatchObject({ rows: 42, total: 42, badge: { kind: 'refreshed' }, read_at: previous.read_at })
    expect(Date.parse(sheet.refreshed_at ?? '')).toBeGreaterThan(Date.parse(previous.read_at ?? ''))
    expect((await columnOf(sheets, 'contato_id')).slice(-3)).toEqual([1039, 1100, 1101])
    const names = await columnOf(sheets, 'nome')
    expect(names[5]).toBe('Mudou')
    expect(names[6]).toBe(leadOf(6).nome)
  })

  it('leaves everything as it was when nothing is new', async () => {
    const sheets = await sheetWith(leadsOf(40))
    const shape = { table: { kind: 'sheet' as const, id: 's1' }, query: emptyQuery }
    const { version } = await sheets.ask('tables.shape', shape)
    const sheet = await pull(sheets, pagesOf([], 50), { mode: 'quick' })
    expect(sheet).toMatchObject({ rows: 40, badge: { kind: 'refreshed' } })
    expect((await sheets.ask('tables.shape', shape)).version).toBe(version)
  })

  it('makes the sheet less whole when its own pages moved', async () => {
    const sheets = await sheetWith(leadsOf(40))
    const sheet = await pull(sheets, [page(one, 1, 7, false)], { mode: 'quick' })
    expect(sheet).toMatchObject({ rows: 40, badge: { kind: 'changed', reason: 'rows_missing' } })
  })

  it('replaces a person without conversation by the first conversation, once', async () => {
    const row = (contato_id: number, conversa_id: number | null): Lead => ({ ...leadOf(1), contato_id, conversa_id })
    const sheets = await sheetWith([row(7, null), row(8, null), row(9, 90)], filterOf('conversa'))
    await pull(sheets, pagesOf([row(8, 80), row(8, 81), row(9, 91)], 10), { mode: 'quick' })
    expect(await columnOf(sheets, 'contato_id')).toEqual([7, 8, 9, 8, 9])
    expect(await columnOf(sheets, 'conversa_id')).toEqual([null, 80, 90, 81, 91])
  })

  it('keeps the newest conversation of a person, and leaves an unknown number of conversations empty', async () => {
    const sheets = openSheets()
    const row = (contato_id: number, conversa_id: number | null, day: number, conversas_no_periodo: number): Lead => ({
      ...leadOf(contato_id),
      contato_id,
      conversa_id,
      conversa_criada_em: conversa_id === null ? null : `2026-02-${String(day).padStart(2, '0')}T10:00:00-03:00`,
      status: conversa_id === null ? null : 'open',
      conversas_no_periodo,
    })
    await sheetOf(sheets, [
      row(1, 10, 5, 3),
      row(2, 20, 5, 2),
      row(3, 30, 5, 1),
      row(4, null, 0, 0),
      row(5, null, 0, 0),
    ])
    const older = { ...row(1, 9, 2, 1), nome: 'Novo Nome', status: 'resolved' }
    const same = { ...row(2, 20, 5, 1), status: 'resolved' }
    await pull(sheets, pagesOf([older, same, row(3, 31, 9, 1), row(4, 40, 9, 1), row(5, null, 0, 0)], 10), {
      mode: 'quick',
    })
    expect(await columnOf(sheets, 'conversa_id')).toEqual([10, 20, 31, 40, null])
    expect(await columnOf(sheets, 'conversas_no_periodo')).toEqual([3, 2, null, null, 0])
    expect((await columnOf(sheets, 'status')).slice(0, 2)).toEqual(['open', 'resolved'])
    expect((await columnOf(sheets, 'nome'))[0]).toBe('Novo Nome')
    expect(await sheets.ask('sheets.list', {})).toMatchObject([{ unknown_counts: 2 }])
  })

  it('reads people again whole, also when it was interrupted meanwhile, and takes no lead of somebody else', async () => {
    const sheets = openSheets()
    const lead = (contato_id: number, conversas_no_periodo: number): Lead => ({
      ...leadOf(contato_id),
      contato_id,
      conversas_no_periodo,
    })
    await sheetOf(sheets, [lead(1, 2), lead(2, 1), lead(4, 1)])
    await beginPull(sheets, 'quick')
    const moved = [1, 2, 4].map((contact): Lead => ({ ...lead(contact, 1), conversa_id: 9000 + contact }))
    await storePage(sheets, 1, pagesOf(moved, 5)[0])
    const { keys, next } = await sheets.ask('sheets.touched', { id: 's1', from: 0, most: 2 })
    expect(keys).toEqual(moved.slice(0, 2).map(({ telefone_digitos }) => telefone_digitos))
    const answer = (...leads: Lead[]) =>
      JSON.stringify({ resultados: leads.map((one) => ({ chave: one.telefone_digitos, encontrado: true, lead: one })) })
    const stranger = { ...lead(77, 5), conversa_id: 8 }
    const body = answer({ ...lead(1, 3), conversa_id: 9001 }, stranger)
    await sheets.ask('sheets.reread', { id: 's1', from: 0, next, body })
    sheets.restart()
    const reading = await beginPull(sheets, 'quick')
    expect(reading.reread).toMatchObject({ next: 2 })
    const rest = await sheets.ask('sheets.touched', { id: 's1', from: 2, most: 2 })
    expect(rest).toEqual({ keys: [moved[2]?.telefone_digitos], next: null })
    const last = answer({ ...lead(4, 4), conversa_id: 9004 })
    await sheets.ask('sheets.reread', { id: 's1', from: 2, next: null, body: last })
    const sheet = await finishPull(sheets)
    expect(sheet).toMatchObject({ rows: 3, badge: { kind: 'refreshed' }, unknown_counts: 1 })
    expect(await columnOf(sheets, 'conversas_no_periodo')).toEqual([3, null, 4])
  })

  it('needs rows that were read whole', async () => {
    const sheets = await createSheet()
    const begin = beginPull(sheets, 'quick')
    await expect(begin).rejects.toMatchObject({ code: 'bad_request' })
  })
})

describe('an interrupted refresh', () => {
  it('keeps the old rows on screen, reports the interruption, and goes on', async () => {
    const sheets = await sheetWith(leadsOf(40))
    await beginPull(sheets)
    await storePage(sheets, 1, page(one, 1, 6, true))
    const stop = { kind: 'partial' as const, reason: 'cancelled' as const, failure: null }
    expect(await sheets.ask('sheets.stop', { id: 's1', badge: stop })).toMatchObject({
      rows: 40,
      interrupted: 'full',
      badge: { kind: 'complete' },
    })
    sheets.restart()
    expect((await sheets.ask('sheets.list', {}))[0]).toMatchObject({ rows: 40, interrupted: 'full' })
    const reading = await beginPull(sheets)
    expect(reading).toMatchObject({ next_page: 2, rows: 3 })
    await storePage(sheets, 2, page(two, 2, 6, false))
    expect(await columnOf(sheets, 'contato_id')).toHaveLength(40)
    const sheet = await finishPull(sheets)
    expect(sheet).toMatchObject({ rows: 6, interrupted: null, badge: { kind: 'complete' } })
    expect(await columnOf(sheets, 'contato_id')).toEqual([1000, 1001, 1002, 1003, 1004, 1005])
  })

  it('is given up when the other kind begins', async () => {
    const sheets = await sheetWith(leadsOf(5))
    await beginPull(sheets)
    await storePage(sheets, 1, page(three, 1, 6, true))
    const quick = await beginPull(sheets, 'quick')
    expect(quick).toMatchObject({ mode: 'quick', next_page: 1, rows: 0 })
    const sheet = await pull(sheets, [page([], 1, 0, false)], { mode: 'quick' })
    expect(sheet).toMatchObject({ rows: 5, interrupted: null })
    expect(await columnOf(sheets, 'contato_id')).toEqual([1000, 1001, 1002, 1003, 1004])
  })
})

describe('finishing', () => {
  it('can be cancelled, changes nothing then, and is done by the next try', async () => {
    const sheets = await sheetWith(manyLeads(30_000))
    await beginPull(sheets, 'quick')
    await storePage(sheets, 1, pagesOf([leadOf(99_999)], 5)[0])
    const abort = new AbortController()
    const finish = { id: 's1', numbered: true }
    const cancelled = sheets.ask('sheets.finish', finish, { signal: abort.signal, progress: () => abort.abort() })
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    expect((await sheets.ask('sheets.list', {}))[0]).toMatchObject({ rows: 30_000 })
    expect(await sheets.ask('sheets.finish', finish)).toMatchObject({ rows: 30_001, badge: { kind: 'refreshed' } })
    expect((await columnOf(sheets, 'contato_id')).at(-1)).toBe(100_999)
  }, 60_000)

  it('lets rows be read meanwhile, and refuses whatever would change them', async () => {
    const sheets = await sheetWith(manyLeads(30_000))
    await columnOf(sheets, 'nome', { search: 'nobody' })
    await beginPull(sheets, 'quick')
    // So many that all rows are written anew.
    await storePage(sheets, 1, pagesOf([...manyLeads(5000), leadOf(99_999)], 5001)[0])
    let finished = false
    const finish = finishPull(sheets).finally(() => {
      finished = true
    })
    await expect(sheets.ask('sheets.forget', { id: 's1' })).rejects.toMatchObject({ code: 'already_running' })
    const begin = beginPull(sheets)
    await expect(begin).rejects.toMatchObject({ code: 'already_running' })
    await sheets.ask('sheets.rename', { id: 's1', name: 'Outro nome' })
    expect(await columnOf(sheets, 'nome', { search: 'nobody' })).toEqual([])
    expect(finished).toBe(false)
    expect(await finish).toMatchObject({ rows: 30_001, name: 'Outro nome' })
  }, 60_000)
})

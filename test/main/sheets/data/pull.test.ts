import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { onDay } from '../../../../preload/values/lead-filters.ts'
import { runsAll } from '../../../kit/systems.ts'
import type { DataFolder } from '../../../kit/temporary-folder.ts'
import { filterOf, leadOf, leadsOf, manyLeads, pageOf, pagesOf } from './lead-pages.ts'
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

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => 1000 + from + index)

describe('a pull of a lead sheet', () => {
  it('goes on with the next page after a restart, and then is complete', async () => {
    const sheets = await createSheet()
    const leads = leadsOf(260)
    const pages = pagesOf(leads, 50)
    await beginPull(sheets)
    for (const page of [1, 2])
      await sheets.ask('sheets.page', { id: 's1', page, body: Buffer.from(pages[page - 1] ?? '') })
    sheets.restart()
    expect((await sheets.ask('sheets.list', {}))[0]).toMatchObject({ badge: { kind: 'partial', reason: 'ended' } })
    const state = await beginPull(sheets)
    expect(state).toMatchObject({ next_page: 3, rows: 100, total: 260 })
    // The seam is known again as well: a row of page 1 that comes back is counted.
    const seam = pageOf({ leads: [leadOf(0), ...leads.slice(100, 149)], page: 3, perPage: 50, total: 260, more: true })
    expect(await storePage(sheets, 3, seam)).toMatchObject({ repeated: 1 })
  })

  it('keeps pages in order across many sealed segments', async () => {
    const sheets = openSheets()
    // A segment has 65,536 rows; the names of 200,000 are put in order by another thread.
    const count = runsAll ? 210_000 : 70_000
    const leads = manyLeads(count)
    await createSheet(sheets)
    const sheet = await pull(sheets, pagesOf(leads, 20_000))
    expect(sheet).toMatchObject({ rows: count, badge: { kind: 'complete' } })
    sheets.restart()
    expect(await columnOf(sheets, 'contato_id')).toEqual(ids(0, count))
    expect((await columnOf(sheets, 'nome')).at(-1)).toBe(leads.at(-1)?.nome)
  }, 60_000)

  it('refuses a page twice, and a page without a begun pull', async () => {
    const sheets = await createSheet()
    const [body = ''] = pagesOf(leadsOf(10), 50)
    const page = { id: 's1', page: 1, body: Buffer.from(body) }
    await expect(sheets.ask('sheets.page', page)).rejects.toMatchObject({ code: 'bad_request' })
    await beginPull(sheets)
    await sheets.ask('sheets.page', page)
    await expect(sheets.ask('sheets.page', page)).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('refuses whatever follows a restart until it is begun again, since pages may be missing', async () => {
    const sheets = await createSheet()
    const pages = pagesOf(leadsOf(150), 50)
    await beginPull(sheets)
    await storePage(sheets, 1, pages[0])
    await storePage(sheets, 2, pages[1])
    sheets.restart()
    const ended = { code: 'data_process_ended' }
    await expect(storePage(sheets, 3, pages[2])).rejects.toMatchObject(ended)
    await expect(finishPull(sheets)).rejects.toMatchObject(ended)
    expect(await beginPull(sheets)).toMatchObject({ next_page: 3, rows: 100 })
    await storePage(sheets, 3, pages[2])
    expect(await finishPull(sheets)).toMatchObject({ rows: 150, badge: { kind: 'complete' } })
  })

  it('of people that are read again does the same', async () => {
    const sheets = await sheetWith(leadsOf(3))
    await beginPull(sheets, 'quick')
    await storePage(sheets, 1, pageOf({ leads: leadsOf(1), page: 1, perPage: 50, total: 1, more: false }))
    sheets.restart()
    const ended = { code: 'data_process_ended' }
    await expect(sheets.ask('sheets.touched', { id: 's1', from: 0, most: 10 })).rejects.toMatchObject(ended)
    const again = { id: 's1', from: 0, next: null, body: '{}' }
    await expect(sheets.ask('sheets.reread', again)).rejects.toMatchObject(ended)
  })

  it.each([
    ['a captive portal', '<html><body>Bem-vindo</body></html>'],
    ['half a page', '{"meta":{"total":1,"has_more":fal'],
    ['JSON without meta', '{"leads":[]}'],
    ['JSON without leads', '{"meta":{"total":0,"has_more":false}}'],
    ['a total that is no number', '{"meta":{"total":"many","has_more":false},"leads":[]}'],
    ['nothing about further pages', '{"meta":{"total":0},"leads":[]}'],
    ['another count than rows', '{"meta":{"total":9,"count":2,"has_more":false},"leads":[{"contato_id":1}]}'],
    ['rows that are no leads', '{"meta":{"total":1,"has_more":false},"leads":[{"id":1}]}'],
    ['a list of numbers', '{"meta":{"total":1,"has_more":false},"leads":[1]}'],
    ['a list', '[]'],
  ])('names %s as an unexpected body and stores nothing', async (_, body) => {
    const sheets = await createSheet()
    await beginPull(sheets)
    await expect(storePage(sheets, 1, body)).rejects.toMatchObject({
      code: 'unexpected_body',
    })
    const again = await beginPull(sheets)
    expect(again).toMatchObject({ next_page: 1, rows: 0 })
  })

  it('keeps what the document does not know in a column of its own', async () => {
    const sheets = openSheets()
    const leads = [
      { ...leadOf(1), score: 7, tags: { a: [1] } },
      { ...leadOf(2), mensagens: 'muitas', contato_id: '77', nome: 12, etiquetas_contato: 'só uma' },
      leadOf(3),
    ]
    await sheetOf(sheets, leads)
    const extra = (await columnOf(sheets, 'extra')).map((text) => (text === null ? null : JSON.parse(String(text))))
    expect(extra).toEqual([{ score: 7, tags: { a: [1] } }, { mensagens: 'muitas' }, null])
    expect(await columnOf(sheets, 'contato_id')).toEqual([1001, 77, 1003])
    expect((await columnOf(sheets, 'nome'))[1]).toBe('12')
    expect((await columnOf(sheets, 'etiquetas_contato'))[1]).toEqual(['só uma'])
    expect((await columnOf(sheets, 'mensagens'))[1]).toBeNull()
  })

  it('quarantines leads that are nested too deeply or malformed, reports which, and keeps the others', async () => {
    const sheets = openSheets()
    const deep = `{"contato_id":7,"nome":"x","extra":${'{"a":['.repeat(9000)}1${']}'.repeat(9000)}}`
    const [body = ''] = pagesOf(leadsOf(3), 50)
    const damaged = body.replace('"leads":[', `"leads":[${deep},null,`).replace('"total":3', '"total":5')
    await createSheet(sheets)
    await beginPull(sheets)
    await storePage(sheets, 1, damaged.replace('"count":3', '"count":5'))
    expect(await finishPull(sheets)).toMatchObject({
      rows: 3,
      aside: { count: 2, contacts: [7] },
      badge: { kind: 'changed', reason: 'set_aside' },
    })
    expect(await columnOf(sheets, 'contato_id')).toEqual(ids(0, 3))
  })

  it('never follows an id out of its folder', async () => {
    const sheets = openSheets()
    await expect(createSheet(sheets, '../s1')).rejects.toMatchObject({ code: 'not_found' })
    await expect(sheets.ask('sheets.forget', { id: '../../x' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('gives the room of replaced rows back to the disk', async () => {
    const sheets = await sheetWith(manyLeads(40_000))
    const onDisk = () =>
      readdirSync(path.join(sheets.dir, 'sheets')).reduce(
        (sum, name) => sum + statSync(path.join(sheets.dir, 'sheets', name)).size,
        0,
      )
    const bytesBefore = onDisk()
    await pull(sheets, pagesOf(leadsOf(1000), 500))
    expect((await sheets.ask('sheets.list', {}))[0]).toMatchObject({ rows: 1000 })
    expect(onDisk()).toBeLessThan(bytesBefore / 4)
  }, 30_000)
})

describe('a folder of sheets', () => {
  it('lists them as they were made, each with its facts, without opening rows', async () => {
    let day = 0
    const now = () => new Date(Date.UTC(2026, 0, ++day))
    const sheets = openSheets(undefined, now)
    for (const id of ['zz', 'aa', 'mm']) await createSheet(sheets, id)
    sheets.restart()
    expect((await sheets.ask('sheets.list', {})).map(({ id }) => id)).toEqual(['zz', 'aa', 'mm'])
  })

  it('knows inboxes, agents and labels of a connection from the rows of its sheets', async () => {
    const leads = leadsOf(400)
    const sheets = await sheetWith(leads)
    await createSheet(sheets, 's2')
    await pull(sheets, pagesOf(leads.slice(0, 50), 50), { id: 's2' })
    sheets.restart()
    const names = await sheets.ask('sheets.known', { connection_id: 'c1' })
    const rowsWith = (holds: (lead: Record<string, unknown>) => boolean) => leads.filter(holds).length
    expect(new Map(names.inboxes.map(({ id, rows }) => [id, rows]))).toEqual(
      new Map([10, 11, 12].map((id) => [id, rowsWith(({ caixa_id }) => caixa_id === id)])),
    )
    expect(names.inboxes.find(({ id }) => id === 10)?.name).toBe('WhatsApp Vendas')
    expect(names.agents.find(({ id }) => id === 101)?.name).toBe('Otávio Reis')
    const has = (list: unknown, label: string) => Array.isArray(list) && list.includes(label)
    expect(names.labels.find(({ name }) => name === 'vip')?.rows).toBe(
      rowsWith((lead) => has(lead.etiquetas_contato, 'vip') || has(lead.etiquetas_conversa, 'vip')),
    )
    expect(await sheets.ask('sheets.known', { connection_id: 'other' })).toEqual({
      inboxes: [],
      agents: [],
      labels: [],
    })
  })
})

it('a sheet whose period moves is read by the days of each full reading, and says those of the shown rows', async () => {
  let now = '2026-11-20T12:00:00Z'
  const sheets = openSheets(undefined, () => new Date(now))
  const filter = onDay({ ...filterOf(), created_within: { name: 'last_days', count: 30 } }, '2026-11-20')
  await createSheet(sheets, 's1', filter)
  const read = async () => (await sheets.ask('sheets.read', { id: 's1' })).filter
  const { filter: first } = await beginPull(sheets)
  expect(first).toMatchObject({ created_after: '2026-10-22' })
  await storePages(sheets)
  // Two in the morning of UTC are still the day before in São Paulo.
  now = '2026-12-01T02:00:00Z'
  const { filter: second } = await beginPull(sheets)
  expect(second).toMatchObject({ created_after: '2026-11-01', created_within: { name: 'last_days', count: 30 } })
  expect(await read()).toMatchObject({ created_after: '2026-10-22' })
  const { filter: goesOn } = await beginPull(sheets)
  expect(goesOn).toEqual(second)
  await storePages(sheets)
  expect(await read()).toEqual(second)
  const { filter: quick } = await beginPull(sheets, 'quick')
  expect(quick).toMatchObject({ created_after: '2026-11-01', updated_after: '2026-01-01' })
})

async function storePages(sheets: DataFolder): Promise<void> {
  for (const [index, body] of pagesOf([leadOf(1), leadOf(2)], 50).entries()) await storePage(sheets, index + 1, body)
  await finishPull(sheets)
}

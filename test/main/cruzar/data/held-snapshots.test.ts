import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { leadFilter } from '../../../../preload/contract/sheets.ts'
import type { Cell } from '../../../../preload/contract/tables.ts'
import type { DataFolder } from '../../../kit/temporary-folder.ts'
import { type Lead, leadOf, leadsOf, manyLeads, pageOf, pagesOf, queryOf } from '../../sheets/data/lead-pages.ts'
import {
  beginPull,
  columnOf,
  createSheet,
  finishPull,
  openSheets,
  pull,
  sheetOf,
  storePage,
} from '../../sheets/data/open-sheets.ts'
import { answerBody, cross, result } from './run-kit.ts'

const leads = leadsOf(60)
/** All that the table of a run shows. */
async function shown({ ask }: Pick<DataFolder, 'ask'>, id: string): Promise<readonly (readonly Cell[])[]> {
  const table = { kind: 'run', id } as const
  const { columns } = await ask('tables.shape', { table, query: queryOf() })
  const page = { table, query: queryOf(), from: 0, count: 1000, columns: columns.map(({ key }) => key) }
  return (await ask('tables.rows', page)).rows.map(({ cells }) => cells)
}

const names = ({ dir }: Pick<DataFolder, 'dir'>, id = 's1') =>
  readdirSync(path.join(dir, 'sheets'))
    .filter((name) => name.startsWith(`${id}.sheet.`) && name.endsWith('.snapshot'))
    .map((name) => Number(name.split('.')[2]))
    .sort((one, other) => one - other)

const refresh = (sheets: DataFolder, ...changed: readonly Lead[]) =>
  pull(sheets, pagesOf(changed, 500), { mode: 'quick' })
const renamed = (index: number, nome: string): Lead => ({ ...leadOf(index), nome })
/** Overwrites a file of a sheet behind its first bytes, and opens the folder again. */
function damage(sheets: DataFolder, name: string): void {
  sheets.close()
  const file = path.join(sheets.dir, 'sheets', name)
  writeFileSync(file, readFileSync(file).fill(0x5a, 64))
  sheets.restart()
}

const openOnly = leadFilter.parse({ status: ['open'] })

describe('a run that a sheet answered', () => {
  for (const [name, filter] of [
    ['', undefined],
    [' with a filter of conversations', openOnly],
  ] as const) {
    it(`shows the same leads${name} whatever becomes of its sheet`, async () => {
      const sheets = openSheets()
      await sheetOf(sheets, leads)
      await refresh(sheets, renamed(2, 'Antes'))
      const id = await cross(sheets, { ...(filter ? { filter } : {}) })
      const before = await shown(sheets, id)
      expect(before.flat()).toContain('Antes')
      for (const round of [1, 2, 3]) await refresh(sheets, renamed(round, `Depois ${round}`))
      expect(await shown(sheets, id)).toEqual(before)
      await pull(sheets, pagesOf(leadsOf(60, 2), 500))
      await pull(sheets, pagesOf(leadsOf(60, 3), 500))
      // Those that the run shows stay, and the newest.
      expect(names(sheets)).toEqual([1, 2, 7])
      expect(await shown(sheets, id)).toEqual(before)
      sheets.restart()
      expect(await shown(sheets, id)).toEqual(before)
      await sheets.ask('sheets.forget', { id: 's1' })
      expect(names(sheets)).toEqual([])
      expect(await shown(sheets, id)).toEqual(before)
      sheets.restart()
      expect(await shown(sheets, id)).toEqual(before)
    })
  }

  it('is checked with the conversations outside of its filter, also after its sheet is forgotten', async () => {
    const outside = leads.filter(({ status, telefone_digitos }) => status === 'resolved' && telefone_digitos !== '')
    const check = async (sheets: DataFolder, id: string) => {
      await sheets.ask('runs.choose', { id, keys: null })
      await sheets.ask('runs.begin', { id, pass: 'check' })
      const { keys: count } = await sheets.ask('runs.read', { id })
      const body = answerBody(outside.map((lead) => result(String(lead.telefone_digitos), lead)))
      await sheets.ask('runs.answer', { id, pass: 'check', from: 0, count, body, requests: 1, seconds: 1 })
      await sheets.ask('runs.finish', { id, pass: 'check', failure: null })
      return await sheets.ask('runs.differences', { id, most: 100 })
    }
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    const id = await cross(sheets, { filter: openOnly, of: outside })
    const expected = await check(sheets, id)
    expect(expected.count).toBeGreaterThan(0)
    await sheets.ask('sheets.forget', { id: 's1' })
    expect(await check(sheets, id)).toEqual(expected)
    sheets.restart()
    expect(await check(sheets, id)).toEqual(expected)

    const unchecked = openSheets()
    await sheetOf(unchecked, leads)
    const other = await cross(unchecked, { filter: openOnly, of: outside })
    await unchecked.ask('sheets.forget', { id: 's1' })
    expect((await check(unchecked, other)).count).toBe(expected.count)
  })

  it('keeps its reading of the sheet, however few are to stay, so that what changed since can be seen', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    const id = await cross(sheets)
    for (const seed of [2, 3]) await pull(sheets, pagesOf(leadsOf(60, seed), 500))
    const kept = await sheets.ask('sheets.keep_snapshots', { id: 's1', keep: 1, versions: 2 })
    expect(kept.snapshots).toMatchObject([
      { number: 3, runs: 0 },
      { number: 1, runs: 1 },
    ])
    expect(kept.stays[0]?.readings).toBe(2)
    const pair = { from: { sheet: 's1', number: 1 }, to: { sheet: 's1', number: 3 } }
    expect((await sheets.ask('sheets.difference', pair)).changed).toBe(60)
    await sheets.ask('runs.forget', { id })
    expect(names(sheets)).toEqual([3])
  })

  it('lets the snapshot go when it is forgotten, also where its sheet is damaged', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    const [one, other] = [await cross(sheets), await cross(sheets)]
    await pull(sheets, pagesOf(leads, 500))
    expect(names(sheets)).toEqual([1, 2])
    await sheets.ask('runs.forget', { id: one })
    expect(names(sheets)).toEqual([1, 2])
    await sheets.ask('runs.forget', { id: other })
    expect(names(sheets)).toEqual([2])

    const last = await cross(sheets)
    damage(sheets, 's1.sheet')
    await sheets.ask('runs.forget', { id: last })
    expect(await sheets.ask('runs.list', {})).toEqual([])
  })

  it('of two sheets stays whole when one of them is forgotten, and when the other one is read anew', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads.slice(0, 30))
    await createSheet(sheets, 's2')
    await pull(sheets, pagesOf(leads.slice(20), 500), { id: 's2' })
    const id = await cross(sheets, { ids: ['s1', 's2'] })
    const before = await shown(sheets, id)
    await sheets.ask('sheets.forget', { id: 's1' })
    await pull(sheets, pagesOf(leadsOf(60, 2), 500), { id: 's2' })
    expect(names(sheets, 's2')).toEqual([1, 2])
    expect(await shown(sheets, id)).toEqual(before)
    sheets.restart()
    expect(await shown(sheets, id)).toEqual(before)
    await sheets.ask('runs.forget', { id })
    expect(names(sheets, 's2')).toEqual([2])
  })

  it('of two sheets gets the leads of the one that is forgotten while the other one is damaged', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads.slice(0, 30))
    await createSheet(sheets, 's2')
    await pull(sheets, pagesOf(leads.slice(20), 500), { id: 's2' })
    const id = await cross(sheets, { ids: ['s1'] })
    const both = await cross(sheets, { ids: ['s1', 's2'] })
    const [expected, expectedOfBoth] = [await shown(sheets, id), await shown(sheets, both)]
    damage(sheets, 's2.sheet')
    await sheets.ask('sheets.forget', { id: 's1' })
    expect(await shown(sheets, id)).toEqual(expected)
    await expect(shown(sheets, both)).rejects.toMatchObject({ code: 'file_damaged' })
    await sheets.ask('sheets.renew', { id: 's2' })
    expect(await shown(sheets, both)).toEqual(expectedOfBoth)
    await sheets.ask('sheets.forget', { id: 's2' })
    sheets.restart()
    expect(await shown(sheets, both)).toEqual(expectedOfBoth)
  })

  it('gets its leads also where the file of the sheet that is forgotten is damaged', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    await refresh(sheets, renamed(2, 'Antes'))
    const id = await cross(sheets)
    const expected = await shown(sheets, id)
    damage(sheets, 's1.sheet')
    await sheets.ask('sheets.forget', { id: 's1' })
    expect(await shown(sheets, id)).toEqual(expected)
    expect(readdirSync(path.join(sheets.dir, 'sheets')).filter((name) => name.startsWith('s1'))).toEqual([])
  })

  it('loses leads that cannot be copied only where that was said before', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    await createSheet(sheets, 's2')
    await pull(sheets, pagesOf(leads.slice(20), 500), { id: 's2' })
    const ofOther = await cross(sheets, { ids: ['s2'] })
    const expected = await shown(sheets, ofOther)
    for (const ids of [['s1'], ['s2', 's1']]) await cross(sheets, { ids })
    damage(sheets, 's1.sheet.1.snapshot')
    const forgotten = sheets.ask('sheets.forget', { id: 's1' })
    await expect(forgotten).rejects.toMatchObject({ code: 'leads_lost', params: { runs: 2 } })
    expect(await sheets.ask('sheets.list', {})).toHaveLength(2)
    await sheets.ask('sheets.forget', { id: 's1', lose_leads: true })
    expect(await sheets.ask('sheets.list', {})).toHaveLength(1)
    expect(await shown(sheets, ofOther)).toEqual(expected)
  })

  it('tells how many leads are copied before its sheet is forgotten', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    for (const _ of [1, 2]) await cross(sheets)
    const total = await sheets.ask('runs.leads_of_sheet', { id: 's1' })
    expect(total).toBeGreaterThan(50)
    const steps: unknown[] = []
    await sheets.ask('sheets.forget', { id: 's1' }, { progress: (step) => steps.push(step) })
    expect(steps.at(-1)).toEqual({ rows: total, total })
    expect(steps.length).toBeGreaterThan(20)
  })

  it('can be forgotten with its sheet cancelled in between: all is as it was', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    const ids = [await cross(sheets), await cross(sheets)]
    const expected = await shown(sheets, ids[0] as string)
    const abort = new AbortController()
    const call = { signal: abort.signal, progress: () => abort.abort() }
    await expect(sheets.ask('sheets.forget', { id: 's1' }, call)).rejects.toMatchObject({ code: 'cancelled' })
    for (const id of ids) expect(await shown(sheets, id)).toEqual(expected)
    expect(await sheets.ask('sheets.list', {})).toHaveLength(1)
    await sheets.ask('sheets.forget', { id: 's1' })
    sheets.restart()
    for (const id of ids) expect(await shown(sheets, id)).toEqual(expected)
  })

  for (const [name, last] of [
    ['', leads.slice(40)],
    [' with repeated rows', leads.slice(30)],
  ] as const) {
    it(`of a partial sheet stays as it was while that goes on and ends${name}`, async () => {
      const sheets = await createSheet()
      await beginPull(sheets)
      const page = (of: readonly Lead[], number: number) =>
        pageOf({ leads: of, page: number, perPage: 20, total: 60, more: number < 3 })
      await storePage(sheets, 1, page(leads.slice(0, 20), 1))
      await sheets.ask('sheets.stop', { id: 's1', badge: { kind: 'partial', reason: 'cancelled', failure: null } })
      const id = await cross(sheets)
      const before = await shown(sheets, id)
      await beginPull(sheets)
      await storePage(sheets, 2, page(leads.slice(20, 40), 2))
      expect(await shown(sheets, id)).toEqual(before)
      sheets.restart()
      await beginPull(sheets)
      await storePage(sheets, 3, page(last, 3))
      expect(await finishPull(sheets)).toMatchObject({ rows: 60 })
      expect(await shown(sheets, id)).toEqual(before)
      sheets.restart()
      expect(await shown(sheets, id)).toEqual(before)
      await sheets.ask('runs.forget', { id })
      expect(names(sheets)).toHaveLength(1)
    })
  }

  it('holds nothing where it was cancelled, or killed before it had its name', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    const abort = new AbortController()
    const cancelled = cross(sheets, {}, { signal: abort.signal, progress: () => abort.abort() })
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    await pull(sheets, pagesOf(leads, 500))
    expect(names(sheets)).toEqual([2])

    const killed = await cross(sheets)
    sheets.close()
    rmSync(path.join(sheets.dir, 'runs', `${killed}.run`))
    sheets.restart()
    await pull(sheets, pagesOf(leads, 500))
    expect(names(sheets)).toEqual([3])
  })

  it('shows its leads again when its damaged sheet is made anew and read', async () => {
    const sheets = openSheets()
    await sheetOf(sheets, leads)
    await refresh(sheets, renamed(2, 'Antes'))
    const id = await cross(sheets)
    const before = await shown(sheets, id)
    damage(sheets, 's1.sheet')
    await expect(shown(sheets, id)).rejects.toMatchObject({ code: 'file_damaged' })
    await sheets.ask('sheets.renew', { id: 's1' })
    expect(await shown(sheets, id)).toEqual(before)
    await pull(sheets, pagesOf(leadsOf(60, 2), 500))
    expect(await shown(sheets, id)).toEqual(before)
    expect(names(sheets)).toEqual([1, 2, 3])
    await sheets.ask('runs.forget', { id })
    expect(names(sheets)).toEqual([3])
  })

  it('of another process keeps its snapshot when the sheet is read here', async () => {
    const window = openSheets()
    await sheetOf(window, leads)
    const scheduled = openSheets(window.dir)
    const id = await cross(scheduled)
    const before = await shown(scheduled, id)
    await pull(window, pagesOf(leadsOf(60, 2), 500))
    for (const sheets of [window, scheduled]) expect(await shown(sheets, id)).toEqual(before)
    await window.ask('sheets.forget', { id: 's1' })
    for (const sheets of [window, scheduled]) expect(await shown(sheets, id)).toEqual(before)
  })

  it('of another process holds the snapshot of a sheet that was made anew here', async () => {
    const window = openSheets()
    await sheetOf(window, leads)
    const scheduled = openSheets(window.dir)
    expect(await columnOf(scheduled, 'contato_id')).toHaveLength(60)
    await window.ask('sheets.renew', { id: 's1' })
    await pull(window, pagesOf(leads, 500))
    const id = await cross(scheduled)
    const expected = await shown(scheduled, id)
    for (const _ of [1, 2]) await pull(window, pagesOf(leadsOf(60, 2), 500))
    for (const sheets of [window, scheduled]) expect(await shown(sheets, id)).toEqual(expected)
  })

  it('has its leads, or is not made, where the sheet is forgotten meanwhile', async () => {
    for (const steps of [1, 2, 3, 5, 8, 12]) {
      const sheets = openSheets()
      await sheetOf(sheets, leads)
      let count = 0
      let forgetting: Promise<unknown> = Promise.resolve()
      const progress = () => {
        if (++count === steps) forgetting = sheets.ask('sheets.forget', { id: 's1' })
      }
      const made = await cross(sheets, {}, { progress }).catch(({ code }: { code: string }) => ({ code }))
      await forgetting
      if (count < steps) await sheets.ask('sheets.forget', { id: 's1' })
      sheets.restart()
      if (typeof made === 'string') expect((await shown(sheets, made)).length).toBeGreaterThan(50)
      else expect(made).toEqual({ code: 'not_found' })
      expect(await sheets.ask('sheets.list', {})).toEqual([])
      expect(await sheets.ask('runs.list', {})).toHaveLength(typeof made === 'string' ? 1 : 0)
    }
  })

  it('that is being made keeps its snapshots when its sheet is made anew meanwhile, or is not made', async () => {
    let madeRuns = 0
    for (const steps of [1, 2, 3, 5, 8, 12]) {
      const sheets = openSheets()
      await sheetOf(sheets, leads)
      let count = 0
      let renewing: Promise<unknown> = Promise.resolve()
      const progress = () => {
        if (++count === steps) renewing = sheets.ask('sheets.renew', { id: 's1' })
      }
      const made = await cross(sheets, {}, { progress }).catch(({ code }: { code: string }) => ({ code }))
      await renewing
      for (const _ of [1, 2]) await pull(sheets, pagesOf(leadsOf(60, 2), 500))
      sheets.restart()
      if (typeof made !== 'string') expect(made).toEqual({ code: 'not_found' })
      else expect((await shown(sheets, made)).length).toBeGreaterThan(50)
      madeRuns += count >= steps && typeof made === 'string' ? 1 : 0
    }
    expect(madeRuns).toBeGreaterThan(0)
  })

  it('is shown beside as many others as are opened at the same time', async () => {
    const sheets = openSheets()
    const many = manyLeads(3000)
    await sheetOf(sheets, many)
    const ids: string[] = []
    for (let run = 0; run < 4; run++) ids.push(await cross(sheets, { of: many.slice(0, 1000 + run) }))
    sheets.restart()
    const all = await Promise.all(ids.map((id) => shown(sheets, id)))
    for (const [at, id] of ids.entries()) expect(await shown(sheets, id)).toEqual(all[at])
  })
})

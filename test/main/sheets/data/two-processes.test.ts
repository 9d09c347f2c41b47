import { describe, expect, it } from 'vitest'
import { leadsOf, pagesOf } from './lead-pages.ts'
import { beginPull, columnOf, createSheet, finishPull, openSheets, pull, sheetOf, storePage } from './open-sheets.ts'

/** The window and a scheduled command line on one folder of data. */
function two() {
  const window = openSheets()
  return { window, scheduled: openSheets(window.dir) }
}

describe('a sheet that another process changed', () => {
  it('is shown as that one left it, and refreshed on top of that', async () => {
    const { window, scheduled } = two()
    const leads = leadsOf(60)
    await sheetOf(window, leads.slice(0, 20))
    expect(await columnOf(window, 'contato_id')).toHaveLength(20)

    await pull(scheduled, pagesOf(leads.slice(0, 50), 500))
    expect(await window.ask('sheets.list', {})).toMatchObject([{ rows: 50, badge: { kind: 'complete' } }])
    expect(await columnOf(window, 'contato_id')).toHaveLength(50)

    const refreshed = await pull(window, pagesOf(leads.slice(40), 500), { mode: 'quick' })
    expect(refreshed).toMatchObject({ rows: 60, badge: { kind: 'refreshed' } })
    expect(await scheduled.ask('sheets.list', {})).toMatchObject([{ rows: 60 }])
    expect(await columnOf(scheduled, 'contato_id')).toEqual(leads.map((lead) => lead.contato_id))
  })

  it('is shown whole by one that showed the first rows of its pull', async () => {
    const { window, scheduled } = two()
    await createSheet(window)
    const [first, second] = pagesOf(leadsOf(40), 20)
    await beginPull(window)
    await storePage(window, 1, first)
    expect(await columnOf(scheduled, 'contato_id')).toHaveLength(20)
    await storePage(window, 2, second)
    await finishPull(window)
    expect(await columnOf(scheduled, 'contato_id')).toHaveLength(40)
  })

  it('is renamed, made and forgotten for both, opened or not', async () => {
    const { window, scheduled } = two()
    await sheetOf(window, leadsOf(20))
    expect(await scheduled.ask('sheets.list', {})).toMatchObject([{ name: 'Planilha s1' }])
    await window.ask('sheets.rename', { id: 's1', name: 'Base' })
    expect(await scheduled.ask('sheets.list', {})).toMatchObject([{ name: 'Base' }])
    await createSheet(scheduled, 's2')
    expect(await window.ask('sheets.list', {})).toHaveLength(2)
    await scheduled.ask('sheets.forget', { id: 's1' })
    expect(await window.ask('sheets.list', {})).toMatchObject([{ id: 's2' }])
    await expect(columnOf(window, 'nome')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a sheet that another process reads', () => {
  it('is not read twice at once, and by the other as soon as the first has stopped', async () => {
    const { window, scheduled } = two()
    const pages = pagesOf(leadsOf(40), 20)
    await createSheet(window)
    await beginPull(scheduled)
    await storePage(scheduled, 1, pages[0])
    await expect(beginPull(window)).rejects.toMatchObject({ code: 'already_running' })
    await scheduled.ask('sheets.stop', { id: 's1', badge: { kind: 'partial', reason: 'cancelled', failure: null } })
    expect(await beginPull(window)).toMatchObject({ next_page: 2, rows: 20 })
    await storePage(window, 2, pages[1])
    expect(await finishPull(window)).toMatchObject({ rows: 40 })
    expect(await beginPull(scheduled)).toMatchObject({ next_page: 1 })
  })

  it('is free again when that process closed its files', async () => {
    const { window, scheduled } = two()
    await createSheet(window)
    await beginPull(scheduled)
    scheduled.close()
    expect(await beginPull(window)).toMatchObject({ next_page: 1 })
  })
})

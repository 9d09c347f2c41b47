import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { badgeReason, canResume } from '../../../renderer/sheets/sheet-parts.tsx'
import type { Answers } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { fill, user } from '../../kit/render.tsx'
import { taskWith } from '../../kit/samples.ts'
import { sheetWith } from '../../kit/samples-platform.ts'
import { chooseItem, describedBy } from '../../kit/screen-parts.ts'

const texts = ptBR.sheets
const partial = sheetWith({
  badge: { kind: 'partial', reason: 'failed', failure: 'offline' },
  rows: 9500,
  read_at: null,
})

function open(sheets: readonly Sheet[], place: 'sheets' | 'create' | 'sheet', answers: Answers = {}) {
  const places = {
    sheets: { screen: 'sheets' },
    create: { screen: 'sheets', create: true },
    sheet: { screen: 'sheet', id: 's1' },
  } as const
  const all: Answers = {
    'sheets.list': () => sheets,
    'sheets.known': () => ({ inboxes: [{ id: 11, name: 'WhatsApp', rows: 1 }], agents: [], labels: [] }),
    'sheets.resume': () => sheetWith(sheets[0]),
    'sheets.plan': () => ({ total: 18204, requests: 37, seconds: 12, measured: true, echoed: null }),
    'sheets.create': ({ name }) => sheetWith({ id: 'new', name }),
    ...answers,
  }
  return openApp(all, { place: places[place] })
}

describe('the list of sheets', () => {
  it('shows rows, size, state and filter of each', async () => {
    const { place } = await open([sheetWith()], 'sheets')
    for (const words of ['18.204', '2,4 MB', 'completa', 'conversas criadas desde 01/01/2026, WhatsApp']) {
      expect(document.body.textContent).toContain(words)
    }
    await user.click(screen.getByRole('button', { name: 'Leads desde janeiro' }))
    expect(place()).toEqual({ screen: 'sheet', id: 's1' })
  })

  it.each([
    ['teaches one thing while it is empty', {}, texts.create, { screen: 'sheets', create: true }],
    [
      'asks for a connection first where there is none',
      { 'connections.list': () => [] },
      texts.connect,
      { screen: 'connections', create: true },
    ],
  ])('%s', async (_, answers, button, target) => {
    const { place } = await open([], 'sheets', answers)
    await user.click(screen.getByRole('button', { name: button }))
    expect(place()).toEqual(target)
  })

  it('shows how far a reading is, and stops it', async () => {
    const reading = sheetWith({ badge: { kind: 'reading', reason: 'none', failure: null }, task_id: 't1' })
    const { inputs } = await open([reading], 'sheets', { 'tasks.list': () => [taskWith()] })
    expect(document.body.textContent).toContain('9.500 de 18.204 linhas')
    await user.click(screen.getByRole('button', { name: ptBR.common.cancelReadingOf(reading.name) }))
    expect(inputs('tasks.cancel')).toEqual([{ id: 't1' }])
  })

  it('goes on with a partial sheet', async () => {
    const { inputs } = await open([partial], 'sheets')
    await user.click(screen.getByRole('button', { name: texts.resumeNamed(partial.name) }))
    expect(inputs('sheets.resume')).toEqual([{ id: 's1' }])
  })
})

describe('the form of a new sheet', () => {
  it('cannot be sent without a date, and shows its size once it has one', async () => {
    const { inputs, place } = await open([sheetWith()], 'create')
    expect(document.body.textContent).toContain(ptBR.leads.filter.periodRequired)
    expect(screen.getByRole('button', { name: ptBR.common.download })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: ptBR.leads.filter.presets.year }))
    await waitFor(() => expect(document.body.textContent).toContain('18.204 linhas, 37 consultas, cerca de 12 s.'))
    await user.click(screen.getByRole('button', { name: texts.new.downloadRows(18204) }))
    expect(inputs('sheets.create')).toMatchObject([
      { connection_id: 'c1', name: 'Leads desde 01/01/2026', filter: { created_after: '2026-01-01' } },
    ])
    expect(place()).toEqual({ screen: 'sheet', id: 'new' })
  })

  it('asks for nothing and offers nothing while a date is none of the calendar', async () => {
    const { inputs } = await open([sheetWith()], 'create')
    await fill(screen.getByLabelText(ptBR.leads.filter.createdAfter), '31/04/2026')
    expect(document.body.textContent).toContain(ptBR.tables.day.impossible)
    expect(document.body.textContent).toContain(ptBR.tables.day.mend)
    expect(screen.getByRole('button', { name: ptBR.common.download })).toHaveProperty('disabled', true)
    expect(inputs('sheets.plan')).toEqual([])
  })

  it('offers no download if no lead matches the filter', async () => {
    const plan = { total: 0, requests: 1, seconds: 1, measured: true, echoed: null }
    await open([sheetWith()], 'create', { 'sheets.plan': () => plan })
    await user.click(screen.getByRole('button', { name: ptBR.leads.filter.presets.year }))
    await waitFor(() => expect(document.body.textContent).toContain(texts.new.planEmpty))
    const button = screen.getByRole('button', { name: texts.new.downloadRows(0) })
    expect(button).toHaveProperty('disabled', true)
    expect(describedBy(button)).toBe(texts.new.planEmpty)
  })

  it('that is closed while the new sheet comes into the list does not lead to it', async () => {
    const { bridge, feature, place } = await open([sheetWith()], 'create')
    await user.click(screen.getByRole('button', { name: ptBR.leads.filter.presets.year }))
    await waitFor(() => screen.getByRole('button', { name: texts.new.downloadRows(18204) }))
    const list = bridge.hold('sheets.list')
    await user.click(screen.getByRole('button', { name: texts.new.downloadRows(18204) }))
    cleanup()
    list.open([sheetWith(), sheetWith({ id: 'new' })])
    const { store } = feature('sheets')
    await expect.poll(() => store.getState().list).toMatchObject({ value: [{ id: 's1' }, { id: 'new' }] })
    expect(place()).toMatchObject({ screen: 'sheets' })
  })
})

describe('a sheet', () => {
  it('shows what it is and leads on to cruzar', async () => {
    const { place, feature } = await open([sheetWith()], 'sheet')
    expect(screen.getByRole('heading', { name: 'Leads desde janeiro' })).toBeTruthy()
    expect(document.body.textContent).toContain('conversas criadas desde 01/01/2026, WhatsApp')
    await user.click(screen.getByRole('button', { name: texts.actions.cruzar }))
    expect(place()).toEqual({ screen: 'cruzar' })
    expect(feature('cruzar').draft.getState().sheetIds).toEqual(['s1'])
  })

  it.each([
    ['for the first time', null, ptBR.common.rowsSoFar],
    ['anew', '2026-11-20T11:00:00.000Z', ptBR.common.rowsBefore],
  ])('that is read %s says once how far that is, and once which rows the table shows', async (_, read_at, which) => {
    const reading = sheetWith({
      badge: { kind: 'reading', reason: 'none', failure: null },
      task_id: 't1',
      rows: 9000,
      read_at,
    })
    await open([reading], 'sheet', {
      'tasks.list': () => [taskWith()],
      'tables.shape': () => ({ columns: [], empty: [], keys: [], total: 9000, matching: 9000, version: '1' }),
    })
    await waitFor(() => expect(document.body.textContent).toContain(`9.000 linhas · ${which}`))
    expect(document.body.textContent).toContain('9.500 de 18.204 linhas')
    expect(document.body.textContent.match(/9\.000/g)).toHaveLength(1)
  })

  it.each([
    [ptBR.common.refresh, texts.actions.quick, 'sheets.refresh', { id: 's1', mode: 'quick' }],
    [ptBR.common.refresh, texts.actions.full, 'sheets.refresh', { id: 's1', mode: 'full' }],
    [ptBR.common.more, texts.actions.serverCsv, 'sheets.save_server_csv', { name: 'Leads desde janeiro' }],
  ] as const)('has in its menu “%s” “%s”', async (menu, item, question, input) => {
    const { inputs } = await open([sheetWith()], 'sheet')
    await chooseItem(menu, item)
    expect(inputs(question)).toMatchObject([input])
  })

  it('that is partial is marked so and can be continued', async () => {
    const { inputs } = await open([partial], 'sheet')
    for (const words of [texts.partial.title, texts.partial.read(9500, 18204), 'Sem conexão com Equipe Vendas']) {
      expect(document.body.textContent).toContain(words)
    }
    await user.click(screen.getByRole('button', { name: ptBR.common.continue }))
    expect(inputs('sheets.resume')).toEqual([{ id: 's1' }])
  })

  it('whose refresh was interrupted keeps its rows and shows the interruption', async () => {
    await open([sheetWith({ interrupted: 'quick' })], 'sheet')
    expect(document.body.textContent).toContain(texts.partial.interrupted)
  })

  it('without rows shows that there are none in the period', async () => {
    await open([sheetWith({ rows: 0, total: 0 })], 'sheet')
    expect(document.body.textContent).toContain(texts.noRows)
    // The same words stand in Ctrl K (test/renderer/search/search.test.ts).
    expect(screen.getByRole('button', { name: 'Exportar' }).title).toBe('Não há linhas')
  })
})

describe('the state of a sheet', () => {
  it.each([
    ['goes on where reading stopped', partial, true],
    ['goes on where a refresh stopped', sheetWith({ interrupted: 'full' }), true],
    ['does not go on while it is read', { ...partial, task_id: 't1' }, false],
    ['does not go on when it is whole', sheetWith(), false],
  ])('%s', (_, sheet, goesOn) => {
    expect(canResume(sheet)).toBe(goesOn)
  })

  it.each([
    [
      sheetWith({ badge: { kind: 'changed', reason: 'rows_repeated', failure: null }, repeated: 3 }),
      `${texts.reasons.rows_repeated} 3 linhas repetidas tiradas.`,
    ],
    [
      sheetWith({ badge: { kind: 'refreshed', reason: 'quick', failure: null }, unknown_counts: 2 }),
      `${texts.reasons.quick} ${texts.unknownCounts(2)}`,
    ],
    [{ ...partial, connection_name: '' }, ptBR.failures.offline({ host: ptBR.common.theService })],
  ])('has its reason, with what was dropped (%#)', (sheet, reason) => {
    expect(badgeReason(sheet, ptBR)).toBe(reason)
  })
})

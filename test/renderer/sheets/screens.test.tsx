import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../preload/contract/connections.ts'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import type { Task } from '../../../preload/contract/tasks.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createNewSheetStore } from '../../../renderer/sheets/new-sheet-store.ts'
import { createServerCsvStore } from '../../../renderer/sheets/server-csv.tsx'
import { SheetScreen } from '../../../renderer/sheets/sheet-screen.tsx'
import { badgeReason, canResume } from '../../../renderer/sheets/sheet-words.tsx'
import { SheetsScreen } from '../../../renderer/sheets/sheets-screen.tsx'
import { createSheetsStore } from '../../../renderer/sheets/sheets-store.ts'
import { createTables } from '../../../renderer/tables/table-store.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { connectionWith, taskWith } from '../../kit/samples.ts'
import { sheetWith } from '../../kit/samples-platform.ts'
import { describedBy } from '../../kit/screen-parts.ts'
import { until } from '../../kit/until.ts'

const texts = ptBR.sheets
const partial = sheetWith({
  badge: { kind: 'partial', reason: 'failed', failure: 'offline' },
  rows: 9500,
  read_at: null,
})

function setUp(sheets: readonly Sheet[]) {
  const bridge = createFakeBridge({
    'sheets.list': () => sheets,
    'sheets.known': () => ({ inboxes: [{ id: 11, name: 'WhatsApp', rows: 1 }], agents: [], labels: [] }),
    'sheets.resume': () => sheets[0],
    'sheets.plan': () => ({ total: 18204, requests: 37, seconds: 12, measured: true, echoed: null }),
    'sheets.create': ({ name }: { name: string }) => sheetWith({ id: 'new', name }),
    'tables.layout': () => ({ columns: [] }),
    'tables.shape': () => ({ columns: [], total: 0, matching: 0, version: 'v1' }),
  })
  const ask = createAsk(bridge)
  const tables = createTables({ ask })
  return {
    bridge,
    asked: bridge.inputs,
    store: createSheetsStore({ ask }),
    newSheet: createNewSheetStore({ ask, debounceMs: 0 }),
    csv: createServerCsvStore({ ask }),
    tableOf: ({ id }: { readonly id: string }) => tables.of({ kind: 'sheet', id }),
  }
}

interface ListOptions {
  readonly connections?: readonly Connection[]
  readonly tasks?: readonly Task[]
  readonly create?: boolean
}

async function openList(sheets: readonly Sheet[], options: ListOptions = {}) {
  const { connections = [connectionWith()], tasks = [], create = false } = options
  const parts = setUp(sheets)
  const went: string[] = []
  const screen = await render(
    <SheetsScreen
      {...parts}
      connections={{ status: 'ready', value: connections }}
      tasks={tasks}
      taskWords={() => '9.500 de 18.204 linhas'}
      create={create}
      now={() => Date.parse('2026-11-20T12:00:00Z')}
      onCreate={(open) => went.push(`create ${open}`)}
      onOpen={(id) => went.push(`open ${id}`)}
      onConnect={() => went.push('connect')}
      onUse={(id) => went.push(`use ${id}`)}
      onCancelTask={(id) => went.push(`cancel ${id}`)}
    />,
  )
  return { ...parts, went, screen }
}

async function openSheet(sheets: readonly Sheet[], tasks: readonly Task[] = []) {
  const parts = setUp(sheets)
  const went: string[] = []
  const screen = await render(
    <SheetScreen
      {...parts}
      table={parts.tableOf({ id: 's1' })}
      id="s1"
      tasks={tasks}
      taskWords={() => '9.500 de 18.204 linhas'}
      now={() => 0}
      rowActions={() => null}
      onBack={() => went.push('back')}
      onCruzar={() => went.push('cruzar')}
      onCancelTask={(id) => went.push(`cancel ${id}`)}
    />,
  )
  return { ...parts, went, screen }
}

describe('the list of sheets', () => {
  it('shows rows, size, state and filter of each', async () => {
    const { screen, went } = await openList([sheetWith()])
    for (const words of ['18.204', '2,4 MB', 'completa', 'conversas criadas desde 01/01/2026, WhatsApp']) {
      expect(screen.text()).toContain(words)
    }
    await screen.click(screen.byRole('button', 'Leads desde janeiro'))
    expect(went).toEqual(['open s1'])
  })

  it('teaches one thing while it is empty', async () => {
    const { screen, went } = await openList([])
    expect(screen.text()).toContain(texts.empty)
    await screen.click(screen.byRole('button', texts.create))
    expect(went).toEqual(['create true'])
  })

  it('asks for a connection first where there is none', async () => {
    const { screen, went } = await openList([], { connections: [] })
    await screen.click(screen.byRole('button', texts.connect))
    expect(went).toEqual(['connect'])
  })

  it('shows how far a reading is, and stops it', async () => {
    const reading = sheetWith({ badge: { kind: 'reading', reason: 'none', failure: null }, task_id: 't1' })
    const { screen, went } = await openList([reading], { tasks: [taskWith()] })
    expect(screen.text()).toContain('9.500 de 18.204 linhas')
    await screen.click(screen.byRole('button', texts.cancelReadingNamed(reading.name)))
    expect(went).toEqual(['cancel t1'])
  })

  it('goes on with a partial sheet', async () => {
    const { screen, asked } = await openList([partial])
    await screen.click(screen.byRole('button', texts.resumeNamed(partial.name)))
    expect(asked('sheets.resume')).toEqual([{ id: 's1' }])
  })
})

describe('the form of a new sheet', () => {
  it('cannot be sent without a date, and shows its size once it has one', async () => {
    const { screen, newSheet, went, asked } = await openList([sheetWith()], { create: true })
    expect(screen.text()).toContain(ptBR.leads.filter.periodRequired)
    expect(screen.byRole('button', texts.new.download)).toHaveProperty('disabled', true)
    await screen.click(screen.byRole('button', ptBR.leads.filter.presets.year))
    await until(() => expect(newSheet.getState().plan.status).toBe('ready'))
    await until(() => expect(screen.text()).toContain('18.204 linhas, 37 consultas, cerca de 12 s.'))
    await screen.click(screen.byRole('button', texts.new.downloadRows(18204)))
    expect(asked('sheets.create')).toMatchObject([
      { connection_id: 'c1', name: 'Leads desde 01/01/2026', filter: { created_after: '2026-01-01' } },
    ])
    expect(went).toContain('open new')
  })

  it('asks for nothing and offers nothing while a date is none of the calendar', async () => {
    const { screen, asked } = await openList([sheetWith()], { create: true })
    await screen.type(screen.byLabel(ptBR.leads.filter.createdAfter), '31/04/2026')
    expect(screen.text()).toContain(ptBR.tables.day.impossible)
    expect(screen.text()).toContain(ptBR.tables.day.mend)
    expect(screen.byRole('button', texts.new.download)).toHaveProperty('disabled', true)
    expect(asked('sheets.plan')).toEqual([])
  })

  it('offers no download if no lead matches the filter', async () => {
    const { screen, bridge } = await openList([sheetWith()], { create: true })
    bridge.answer('sheets.plan', () => ({ total: 0, requests: 1, seconds: 1, measured: true, echoed: null }))
    await screen.click(screen.byRole('button', ptBR.leads.filter.presets.year))
    await until(() => expect(screen.text()).toContain(texts.new.planEmpty))
    const button = screen.byRole('button', texts.new.downloadRows(0))
    expect(button).toHaveProperty('disabled', true)
    expect(describedBy(button)).toBe(texts.new.planEmpty)
  })

  it('that is closed while the new sheet comes into the list does not lead to it', async () => {
    const { screen, bridge, newSheet, store, went } = await openList([sheetWith()], { create: true })
    await screen.click(screen.byRole('button', ptBR.leads.filter.presets.year))
    await until(() => expect(newSheet.getState().plan.status).toBe('ready'))
    const list = createGate<readonly Sheet[]>()
    bridge.answer('sheets.list', () => list.passed)
    await screen.click(screen.byRole('button', texts.new.downloadRows(18204)))
    await screen.unmount()
    list.open([sheetWith(), sheetWith({ id: 'new' })])
    await until(() => expect(store.getState().list).toMatchObject({ value: [{ id: 's1' }, { id: 'new' }] }))
    expect(went).not.toContain('open new')
  })
})

describe('a sheet', () => {
  it('shows what it is and leads on to cruzar', async () => {
    const { screen, went } = await openSheet([sheetWith()])
    expect(screen.byRole('heading', 'Leads desde janeiro')).toBeTruthy()
    expect(screen.text()).toContain('conversas criadas desde 01/01/2026, WhatsApp')
    await screen.click(screen.byRole('button', texts.actions.cruzar))
    expect(went).toEqual(['cruzar'])
  })

  it('that is partial is marked so and can be continued', async () => {
    const { screen, asked } = await openSheet([partial])
    expect(screen.text()).toContain(texts.partial.title)
    expect(screen.text()).toContain(texts.partial.read(9500, 18204))
    expect(screen.text()).toContain('Sem conexão com Equipe Vendas')
    await screen.click(screen.byRole('button', texts.resume))
    expect(asked('sheets.resume')).toEqual([{ id: 's1' }])
  })

  it('whose refresh was interrupted keeps its rows and shows the interruption', async () => {
    const { screen } = await openSheet([sheetWith({ interrupted: 'quick' })])
    expect(screen.text()).toContain(texts.partial.interrupted)
  })

  it('without rows shows that there are none in the period', async () => {
    const { screen } = await openSheet([sheetWith({ rows: 0, total: 0 })])
    expect(screen.text()).toContain(texts.noRows)
    // The same words stand in Ctrl K (test/renderer/search/search.test.ts).
    expect(screen.byRole('button', 'Exportar').title).toBe('Não há linhas')
  })
})

describe('the state of a sheet', () => {
  it('can go on when reading stopped, and not while it is read', () => {
    expect(canResume(partial)).toBe(true)
    expect(canResume({ ...partial, task_id: 't1' })).toBe(false)
    expect(canResume(sheetWith())).toBe(false)
    expect(canResume(sheetWith({ interrupted: 'full' }))).toBe(true)
  })

  it('shows dropped rows beside its reason', () => {
    const changed = sheetWith({ badge: { kind: 'changed', reason: 'rows_repeated', failure: null }, repeated: 3 })
    expect(badgeReason(changed, ptBR)).toBe(`${texts.reasons.rows_repeated} 3 linhas repetidas tiradas.`)
    const refreshed = sheetWith({ badge: { kind: 'refreshed', reason: 'quick', failure: null }, unknown_counts: 2 })
    expect(badgeReason(refreshed, ptBR)).toBe(`${texts.reasons.quick} ${texts.unknownCounts(2)}`)
    expect(badgeReason({ ...partial, connection_name: '' }, ptBR)).toContain('Sem conexão com o serviço.')
  })
})

import { describe, expect, it } from 'vitest'
import type { Run } from '../../../preload/contract/cruzar.ts'
import { detectedSettings } from '../../../renderer/cruzar/list-state.ts'
import { createCruzarStore } from '../../../renderer/cruzar/list-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { emptyFilter } from '../../../renderer/leads/lead-filter.ts'
import { type Answer, createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { connectionWith } from '../../kit/samples.ts'
import { inspectionWith, listBudgetWith, runWith, sheetWith } from '../../kit/samples-platform.ts'

const inspection = inspectionWith()
const budget = listBudgetWith()
function open(answers: Readonly<Record<string, Answer>> = {}) {
  const bridge = createFakeBridge({
    'cruzar.stage': () => ({ list: 'l1', inspection }),
    'cruzar.inspect': () => inspection,
    'cruzar.budget': () => budget,
    'cruzar.start': () => runWith({ state: 'running' }),
    ...answers,
  })
  const started: Run[] = []
  const used: string[] = []
  const store = createCruzarStore({
    ask: createAsk(bridge),
    bridge,
    pastedName: () => 'Lista colada',
    use: (connection) => used.push(connection),
    onStarted: (run) => started.push(run),
  })
  return { bridge, store, started, used, inputs: bridge.inputs, state: store.getState }
}

const platform = { kind: 'connection', connection: connectionWith() } as const
const file = () => new File(['Telefone\n11988887777'], 'campanha_novembro.csv')

describe('a list that comes in', () => {
  it('is offered, staged and counted, and gets a name', async () => {
    const { store, state, inputs, bridge } = open()
    await store.getState().stageFile(file())
    expect(bridge.offered).toEqual(['campanha_novembro.csv'])
    expect(inputs('cruzar.stage')).toEqual([{ from: 'file', ticket: 'ticket of campanha_novembro.csv' }])
    expect(inputs('cruzar.budget')).toEqual([{ list: 'l1', settings: detectedSettings }])
    expect(state().counting).toEqual({ status: 'counted', budget })
    expect(state().name).toBe('campanha novembro')
  })

  it('is named by the moment when it was pasted', async () => {
    const { store, state } = open({ 'cruzar.stage': () => ({ list: 'l1', inspection: { ...inspection, name: '' } }) })
    await store.getState().stageText('11988887777')
    expect(state().name).toBe('Lista colada')
  })

  it('shows why it could not be read', async () => {
    const failure = { code: 'list_unreadable', params: {} } as const
    const { store, state } = open({
      'cruzar.stage': () => {
        throw new Refusal(failure)
      },
    })
    await store.getState().stageExample()
    expect(state().list).toEqual({ status: 'failed', failure })
  })

  it('gives way to the next one, whatever comes late of it', async () => {
    const slow = createGate<unknown>()
    const { store, state, bridge } = open({ 'cruzar.stage': () => slow.passed })
    const first = store.getState().stageText('first')
    await expect.poll(() => bridge.asked.length).toBe(1)
    bridge.answer('cruzar.stage', () => ({ list: 'l2', inspection }))
    await store.getState().stageText('second')
    slow.open({ list: 'l1', inspection })
    await first
    const { list } = state()
    expect(list.status === 'ready' && list.value.id).toBe('l2')
    expect(bridge.cancelled).toHaveLength(1)
  })

  it('of an earlier run brings its name and filters, and puts the connection that it asked in use', async () => {
    const { store, state, inputs, used } = open()
    const run = runWith({ filter: { ...emptyFilter, inbox_ids: [11] } })
    await store.getState().stageRun(run)
    expect(inputs('cruzar.stage')).toEqual([{ from: 'run', id: 'r1' }])
    expect(state().name).toBe('Campanha de novembro')
    expect(used).toEqual(['c1'])
    expect(state().sheetIds).toEqual([])
    expect(state().filter.inbox_ids).toEqual([11])
    await store.getState().stageRun(runWith({ sheet_id: 's1', sheet_ids: ['s2', 's3'] }))
    expect(state().sheetIds).toEqual(['s1', 's2', 's3'])
    expect(used).toEqual(['c1'])
  })
})

describe('entries that another feature has selected', () => {
  it('are staged as a list, which is named by its form', async () => {
    const { store, state, inputs } = open({
      'cruzar.stage': () => ({ list: 'l1', inspection: { ...inspection, name: 'Respostas de Contato do site' } }),
    })
    const source = { from: 'entries', table: { kind: 'entries', id: 'f1:301:' }, select: { ids: [1, 2] } } as const
    await store.getState().stage({ ...source, select: { ids: [1, 2] } })
    expect(inputs('cruzar.stage')).toEqual([source])
    expect(state().name).toBe('Respostas de Contato do site')
  })
})

describe('other settings', () => {
  it('inspect and count anew, and end the count that is under way', async () => {
    const slow = createGate<unknown>()
    const { store, state, inputs, bridge } = open({ 'cruzar.budget': () => slow.passed })
    const first = store.getState().stageFile(file())
    await expect.poll(() => state().counting.status).toBe('counting')
    bridge.answer('cruzar.budget', () => ({ ...budget, keys: 1 }))
    await store.getState().changeSettings({ delimiter: ',' })
    slow.open(budget)
    await first
    expect(bridge.cancelled).toHaveLength(1)
    expect(inputs('cruzar.inspect')).toEqual([{ list: 'l1', settings: { ...detectedSettings, delimiter: ',' } }])
    expect(state().counting).toMatchObject({ status: 'counted', budget: { keys: 1 } })
  })

  it('leave the former count in sight until the new one is there', async () => {
    const slow = createGate<unknown>()
    const { store, state, bridge } = open()
    await store.getState().stageFile(file())
    bridge.answer('cruzar.budget', () => slow.passed)
    const change = store.getState().changeSettings({ header: false })
    await expect.poll(() => state().counting.status).toBe('counting')
    expect(state().counting).toMatchObject({ last: budget })
    slow.open(budget)
    await change
  })

  it('stand as they were chosen when the list cannot be read by them, and can be taken back', async () => {
    const { store, state, bridge } = open()
    await store.getState().stageFile(file())
    bridge.answer('cruzar.inspect', refuses('list_empty'))
    await store.getState().changeSettings({ encoding: 'utf-16le' })
    expect(state().settingsFailure?.code).toBe('list_empty')
    const { list } = state()
    expect(list).toMatchObject({ value: { settings: { encoding: 'utf-16le' }, inspection } })
    bridge.answer('cruzar.inspect', () => inspection)
    await store.getState().resetSettings()
    expect(state().settingsFailure).toBeUndefined()
    expect(state().list).toMatchObject({ value: { settings: detectedSettings } })
  })

  it('make a column a key column', async () => {
    const { store, inputs } = open()
    await store.getState().stageFile(file())
    await store.getState().setColumnUse(2, 'email')
    expect(inputs('cruzar.inspect')).toMatchObject([
      {
        settings: {
          key_columns: [
            { index: 1, kind: 'phone' },
            { index: 2, kind: 'email' },
          ],
        },
      },
    ])
  })

  it('are tried to their end, although counting again is asked for meanwhile', async () => {
    const slow = createGate<unknown>()
    const { store, state, bridge, inputs } = open({
      'cruzar.budget': refuses('data_process_ended'),
      'cruzar.inspect': () => slow.passed,
    })
    await store.getState().stageFile(file())
    const change = store.getState().changeSettings({ header: false })
    bridge.answer('cruzar.budget', () => budget)
    await store.getState().recount()
    slow.open(inspection)
    await change
    expect(state()).toMatchObject({ inspecting: false, counting: { status: 'counted' } })
    expect(inputs('cruzar.budget')).toHaveLength(2)
  })

  it('count again after a count that failed', async () => {
    const { store, state, bridge } = open({
      'cruzar.budget': refuses('data_process_ended'),
    })
    await store.getState().stageFile(file())
    expect(state().counting.status).toBe('failed')
    bridge.answer('cruzar.budget', () => budget)
    await store.getState().recount()
    expect(state().counting.status).toBe('counted')
  })
})

describe('the one button', () => {
  it('sends the list, its settings, the connection, the filters and the name, and leads to the run', async () => {
    const { store, state, inputs, started } = open()
    await store.getState().stageFile(file())
    store.getState().setFilter({ ...emptyFilter, status: ['open'] })
    store.getState().setName('Minha lista')
    await store.getState().start(platform)
    expect(inputs('cruzar.start')).toEqual([
      {
        list: 'l1',
        settings: detectedSettings,
        connection_id: 'c1',
        filter: { ...emptyFilter, status: ['open'] },
        name: 'Minha lista',
      },
    ])
    expect(started.map(({ id }) => id)).toEqual(['r1'])
    expect(state().list.status).toBe('idle')
  })

  it('asks the chosen sheet, without filters', async () => {
    const { store, inputs } = open()
    await store.getState().stageFile(file())
    store.getState().setFilter({ ...emptyFilter, status: ['open'] })
    await store.getState().start({ kind: 'sheet', sheet: sheetWith(), others: [] })
    expect(inputs('cruzar.start')).toMatchObject([{ connection_id: 'c1', sheet_id: 's1', filter: emptyFilter }])
  })

  it('pressed twice sends once', async () => {
    const { store, inputs } = open()
    await store.getState().stageFile(file())
    await Promise.all([store.getState().start(platform), store.getState().start(platform)])
    expect(inputs('cruzar.start')).toHaveLength(1)
  })

  it('keeps the list when it could not be sent', async () => {
    const { store, state, started } = open({
      'cruzar.start': refuses('secret_missing'),
    })
    await store.getState().stageFile(file())
    await store.getState().start(platform)
    expect(state().startFailure?.code).toBe('secret_missing')
    expect(state().list.status).toBe('ready')
    expect(state().starting).toBe(false)
    expect(started).toEqual([])
  })
})

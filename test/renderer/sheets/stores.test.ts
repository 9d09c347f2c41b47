import { describe, expect, it } from 'vitest'
import type { Sheet } from '../../../preload/contract/sheets.ts'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { emptyFilter } from '../../../renderer/leads/lead-filter.ts'
import { createNewSheetStore } from '../../../renderer/sheets/new-sheet-store.ts'
import { createServerCsvStore } from '../../../renderer/sheets/server-csv.tsx'
import { createSheetsStore } from '../../../renderer/sheets/sheets-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { sheetWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

const january = { ...emptyFilter, created_after: '2026-01-01' }

describe('the list of sheets', () => {
  function setUp(sheets: readonly Sheet[]) {
    const bridge = createFakeBridge({
      'sheets.list': () => sheets,
      'sheets.known': () => ({ inboxes: [{ id: 11, name: 'WhatsApp', rows: 1 }], agents: [], labels: [] }),
    })
    return { bridge, store: createSheetsStore({ ask: createAsk(bridge) }) }
  }

  it('loads the names of each connection once', async () => {
    const { bridge, store } = setUp([sheetWith(), sheetWith({ id: 's2' })])
    await store.getState().load()
    await store.getState().load()
    expect(bridge.inputs('sheets.known')).toHaveLength(1)
    expect(store.getState().known.c1?.inboxes[0]?.name).toBe('WhatsApp')
  })

  it('is shown although the names cannot be loaded', async () => {
    const { bridge, store } = setUp([sheetWith()])
    bridge.answer('sheets.known', refuses('internal'))
    await store.getState().load()
    expect(readyValue(store.getState().list)).toHaveLength(1)
  })
})

describe('a new sheet', () => {
  const plan = { total: 18204, requests: 37, seconds: 12, measured: true, echoed: null }
  function setUp() {
    const bridge = createFakeBridge({
      'sheets.plan': () => plan,
      'sheets.create': ({ name }: { name: string }) => sheetWith({ name }),
    })
    const store = createNewSheetStore({ ask: createAsk(bridge), debounceMs: 1 })
    store.getState().setConnection('c1')
    const plans = () => bridge.inputs('sheets.plan')
    return { bridge, store, plans }
  }

  it('asks for its size by itself once it has a date', async () => {
    const { store, plans } = setUp()
    store.getState().setFilter({ ...emptyFilter, status: ['open'] })
    expect(store.getState().plan.status).toBe('idle')
    store.getState().setFilter(january)
    await until(() => expect(store.getState().plan).toEqual({ status: 'ready', value: plan }))
    expect(plans()).toHaveLength(1)
  })

  it('asks once for changes that follow one another', async () => {
    const { store, plans } = setUp()
    store.getState().setFilter(january)
    store.getState().setFilter({ ...january, status: ['open'] })
    store.getState().setFilter({ ...january, status: ['open', 'pending'] })
    await until(() => expect(store.getState().plan.status).toBe('ready'))
    expect(plans()).toEqual([{ connection_id: 'c1', filter: { ...january, status: ['open', 'pending'] } }])
  })

  it('drops a size that came too late', async () => {
    const { bridge, store } = setUp()
    const gate = createGate<unknown>()
    bridge.answer('sheets.plan', () => gate.passed)
    store.getState().setFilter(january)
    await until(() => expect(bridge.asked).toHaveLength(1))
    store.getState().setFilter(emptyFilter)
    gate.open(plan)
    await gate.passed
    expect(store.getState().plan.status).toBe('idle')
    expect(bridge.cancelled).toHaveLength(1)
  })

  it('shows why the size is not known, and asks again', async () => {
    const { bridge, store } = setUp()
    bridge.answer('sheets.plan', refuses('not_administrator'))
    store.getState().setFilter(january)
    await until(() => expect(store.getState().plan).toMatchObject({ failure: { code: 'not_administrator' } }))
    bridge.answer('sheets.plan', () => plan)
    store.getState().retryPlan()
    await until(() => expect(store.getState().plan.status).toBe('ready'))
  })

  it('forgets the numbers of another account', () => {
    const { store } = setUp()
    store.getState().setFilter({ ...january, inbox_ids: [11], assignee_ids: [21] })
    store.getState().setConnection('c2')
    expect(store.getState().filter).toEqual(january)
  })

  it('is made once, although the button is pressed twice', async () => {
    const { bridge, store } = setUp()
    store.getState().setFilter(january)
    const [made, again] = await Promise.all([store.getState().create('Um'), store.getState().create('Um')])
    expect([made?.name, again]).toEqual(['Um', null])
    expect(bridge.inputs('sheets.create')).toHaveLength(1)
  })
})

describe('the service’s own file', () => {
  const order = { connectionId: 'c1', filter: january, name: 'leads' }

  it('shows how much has come, and what was saved', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({ 'sheets.save_server_csv': () => gate.passed })
    const store = createServerCsvStore({ ask: createAsk(bridge) })
    const saving = store.getState().save(order)
    bridge.push({ kind: 'progress', id: bridge.asked[0]?.id ?? '', value: { bytes: 4096 } })
    expect(store.getState().received).toBe(4096)
    gate.open({ saved: true, name: 'leads.csv', rows: 0, bytes: 9000, ...noFileNotes })
    expect((await saving)?.name).toBe('leads.csv')
    expect(store.getState().working).toBeNull()
  })

  it('that was cancelled is no failure, one that broke is', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({ 'sheets.save_server_csv': () => gate.passed })
    const store = createServerCsvStore({ ask: createAsk(bridge) })
    const saving = store.getState().save(order)
    store.getState().cancel()
    gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
    expect(await saving).toBeNull()
    expect(store.getState().failure).toBeNull()
    bridge.answer('sheets.save_server_csv', refuses('disk_full'))
    await store.getState().save(order)
    expect(store.getState().failure?.code).toBe('disk_full')
  })
})

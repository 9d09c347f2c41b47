import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { emptyFilter } from '../../../preload/values/lead-filters.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { proposedName } from '../../../renderer/sheets/new-sheet-drawer.tsx'
import { createNewSheetStore, createServerCsvStore, createSheetsStore } from '../../../renderer/sheets/sheets-store.ts'
import { createFakeBridge, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { toastMessages } from '../../kit/render.tsx'
import { savedFileWith } from '../../kit/samples.ts'
import { sheetWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

const january = { ...emptyFilter, created_after: '2026-01-01' }

describe('the list of sheets', () => {
  function setUp() {
    const main = createFakeBridge({
      'sheets.list': () => [sheetWith(), sheetWith({ id: 's2' })],
      'sheets.known': () => ({ inboxes: [{ id: 11, name: 'WhatsApp', rows: 1 }], agents: [], labels: [] }),
    })
    return { ...main, ...createSheetsStore(main) }
  }

  it('loads the names of each connection once', async () => {
    const { inputs, getState } = setUp()
    await getState().load()
    await getState().load()
    expect(inputs('sheets.known')).toHaveLength(1)
    expect(getState().known.c1?.inboxes[0]?.name).toBe('WhatsApp')
  })

  it('is shown although the names cannot be loaded', async () => {
    const { answer, getState } = setUp()
    answer('sheets.known', refuses('internal'))
    await getState().load()
    expect(getState().list).toMatchObject({ status: 'ready', value: [{ id: 's1' }, { id: 's2' }] })
  })

  it('says that leads may be lost where that was shown before', async () => {
    const { answer, inputs, getState } = setUp()
    const sheets = [sheetWith(), sheetWith({ id: 's2', lost_runs: 2 })]
    answer('sheets.list', () => sheets)
    answer('sheets.forget', () => sheets)
    await getState().load()
    for (const id of ['s1', 's2']) await getState().forget(id)
    expect(inputs('sheets.forget')).toEqual([{ id: 's1' }, { id: 's2', lose_leads: true }])
    expect(ptBR.sheets.forget.lost({ rows: 3, lost_runs: 2 }).at(-1)).toMatch(/que 2 cruzamentos mostram dela/)
  })
})

describe('a new sheet', () => {
  const plan = { total: 18204, requests: 37, seconds: 12, measured: true, echoed: null }
  function setUp() {
    const main = createFakeBridge({
      'sheets.plan': () => plan,
      'sheets.create': ({ name }) => sheetWith({ name }),
    })
    const { getState: state } = createNewSheetStore({ ...main, debounceMs: 1 })
    state().setConnection('c1')
    return { bridge: main, inputs: main.inputs, hold: main.hold, answer: main.answer, state }
  }

  it('asks for its size by itself once it has a date, and once for changes that follow one another', async () => {
    const { state, inputs } = setUp()
    state().setFilter({ ...emptyFilter, status: ['open'] })
    expect(state().plan.status).toBe('idle')
    state().setFilter(january)
    state().setFilter({ ...january, status: ['open', 'pending'] })
    await until(() => expect(state().plan).toEqual({ status: 'ready', value: plan }))
    expect(inputs('sheets.plan')).toEqual([
      { connection_id: 'c1', filter: { ...january, status: ['open', 'pending'] } },
    ])
  })

  it('drops a size that came too late', async () => {
    const { state, bridge, hold } = setUp()
    const late = hold('sheets.plan')
    state().setFilter(january)
    await until(() => expect(bridge.asked).toHaveLength(1))
    state().setFilter(emptyFilter)
    late.open(plan)
    await Promise.resolve()
    expect(state().plan.status).toBe('idle')
    expect(bridge.cancelled).toHaveLength(1)
  })

  it('shows why the size is not known, and asks again', async () => {
    const { state, answer } = setUp()
    answer('sheets.plan', refuses('not_administrator'))
    state().setFilter(january)
    await until(() => expect(state().plan).toMatchObject({ failure: { code: 'not_administrator' } }))
    answer('sheets.plan', () => plan)
    state().retryPlan()
    await until(() => expect(state().plan.status).toBe('ready'))
  })

  it('forgets the numbers of another account', () => {
    const { state } = setUp()
    state().setFilter({ ...january, inbox_ids: [11], assignee_ids: [21] })
    state().setConnection('c2')
    expect(state().filter).toEqual(january)
  })

  it('is made once, although the button is pressed twice', async () => {
    const { state, inputs } = setUp()
    state().setFilter(january)
    const [made, again] = await Promise.all([state().create('Um'), state().create('Um')])
    expect([made?.name, again]).toEqual(['Um', null])
    expect(inputs('sheets.create')).toHaveLength(1)
  })

  it.each([
    ['Leads desde 01/01/2026', { created_after: '2026-01-01' }],
    ['Leads de 01/01/2026 a 01/02/2026', { created_after: '2026-01-01', created_before: '2026-02-01' }],
    ['Leads movimentados desde 01/01/2026', { updated_after: '2026-01-01' }],
    ['Leads', {}],
    ['Leads até 31/12/2025 (3)', { created_before: '2025-12-31' }],
  ])('is proposed the name “%s”, which is not taken', (name, dates) => {
    const usedNames = new Set(['Leads até 31/12/2025', 'Leads até 31/12/2025 (2)'])
    expect(proposedName({ ...emptyFilter, ...dates }, usedNames, ptBR, createFormat('pt-BR'))).toBe(name)
  })
})

describe('the service’s own file', () => {
  function save() {
    const main = createFakeBridge({})
    const answer = main.hold('sheets.save_server_csv')
    const { getState: state } = createServerCsvStore(main)
    const saveAgain = () => state().save('c1', january, 'leads')
    return { bridge: main, answer: main.answer, state, saveAgain, held: answer, saving: saveAgain() }
  }

  it('shows how much has come, and what was saved', async () => {
    const { state, bridge, held, saving } = save()
    bridge.push({ kind: 'progress', id: bridge.asked[0]?.id ?? '', value: { bytes: 4096 } })
    expect(state().received).toBe(4096)
    held.open(savedFileWith({ name: 'leads.csv', bytes: 9000 }))
    await saving
    expect(state().working).toBeNull()
    expect(toastMessages()).toHaveLength(1)
  })

  it('that was cancelled is no failure, one that broke is', async () => {
    const { state, answer, held, saving, saveAgain } = save()
    state().cancel()
    held.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await saving
    expect(state().failure).toBeNull()
    answer('sheets.save_server_csv', refuses('disk_full'))
    await saveAgain()
    expect(state().failure?.code).toBe('disk_full')
    expect(toastMessages()).toEqual([])
  })
})

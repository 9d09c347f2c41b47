import { describe, expect, it, vi } from 'vitest'
import type { Write } from '../../../preload/contract/writes.ts'
import { createBudgetStore } from '../../../renderer/forms/budget.tsx'
import { createFormMutationsStore, createFormStore } from '../../../renderer/forms/form-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createWritesStore } from '../../../renderer/kernel/writes-store.ts'
import { createFakeBridge, createGate, type FakeBridge, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { formDetailWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'

const form = { connection: 'c1', id: 301 }
describe('what is done with forms', () => {
  function setUp() {
    const bridge = createFakeBridge({
      'forms.update': () => formDetailWith(),
      'forms.duplicate': ({ name }: { name: string }) => formDetailWith({ id: 302, name }),
      'forms.keep': () => [],
    })
    const done = vi.fn(async () => undefined)
    return { bridge, done, deeds: createFormMutationsStore({ ask: createAsk(bridge), onSettled: done }) }
  }

  it('reads everything again afterwards, whatever came of it', async () => {
    const { bridge, deeds, done } = setUp()
    expect(await deeds.getState().keep(form, true)).toBe('done')
    bridge.answer('forms.update', () => {
      throw new Refusal({ code: 'validation_failed', params: {}, fields: { name: ['Muito longo.'] } })
    })
    expect(await deeds.getState().change(form, { name: 'x' })).toBe('failed')
    expect(deeds.getState().failures['c1:301']?.fields).toEqual({ name: ['Muito longo.'] })
    expect(done).toHaveBeenCalledTimes(2)
  })

  it('leaves a write that nobody confirmed to the ledger', async () => {
    const { bridge, deeds, done } = setUp()
    bridge.answer('forms.update', refuses('sent_unknown', { host: 'forms.vitrine.example' }))
    expect(await deeds.getState().change(form, { status: 'archived' })).toBe('unknown')
    expect(deeds.getState().failures).toEqual({})
    expect(done).toHaveBeenCalledOnce()
  })

  it('sends once, although the button is pressed twice', async () => {
    const { bridge, deeds } = setUp()
    const ends = await Promise.all([deeds.getState().duplicate(form, 'A'), deeds.getState().duplicate(form, 'A')])
    expect(ends.map(({ end }) => end)).toEqual(['done', 'failed'])
    expect(bridge.asked).toHaveLength(1)
  })
})
describe('two forms at once', () => {
  it('do not wait for each other, and each keeps its own failure', async () => {
    const gate = createGate<unknown>()
    const other = { connection: 'c1', id: 302 }
    const bridge = createFakeBridge({
      'forms.update': ({ id }: { id: number }) => (id === 301 ? gate.passed : formDetailWith({ id })),
    })
    const deeds = createFormMutationsStore({ ask: createAsk(bridge), onSettled: async () => undefined })
    const first = deeds.getState().change(form, { name: 'A' })
    expect(await deeds.getState().change(other, { name: 'B' })).toBe('done')
    gate.refuse(new Refusal({ code: 'offline', params: {} }))
    expect(await first).toBe('failed')
    expect(deeds.getState().failures).toMatchObject({ 'c1:301': { code: 'offline' } })
    expect(deeds.getState().failures['c1:302']).toBeUndefined()
    expect(deeds.getState().working.size).toBe(0)
  })
})
describe('a form that is open', () => {
  it('shows what is kept first, then what the service has', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({
      'forms.read': ({ fresh }: { fresh: boolean }) => (fresh ? gate.passed : formDetailWith({ name: 'Guardado' })),
    })
    const store = createFormStore({ ask: createAsk(bridge) })
    const opening = store.getState().open(form)
    await until(() => expect(readyValue(store.getState().detail)?.name).toBe('Guardado'))
    gate.open(formDetailWith({ name: 'Do serviço' }))
    await opening
    expect(readyValue(store.getState().detail)?.name).toBe('Do serviço')
  })

  it('stays as it was kept when the service does not answer', async () => {
    const bridge = createFakeBridge({
      'forms.read': ({ fresh }: { fresh: boolean }) => {
        if (fresh) throw new Refusal({ code: 'offline', params: {} })
        return formDetailWith()
      },
    })
    const store = createFormStore({ ask: createAsk(bridge) })
    await store.getState().open(form)
    expect(store.getState()).toMatchObject({
      refreshing: false,
      detail: { status: 'ready', failure: { code: 'offline' } },
    })
  })

  it('drops the answer for a form that was left', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({
      'forms.read': ({ id }: { id: number }) => (id === 301 ? gate.passed : formDetailWith({ id, name: 'Segundo' })),
    })
    const store = createFormStore({ ask: createAsk(bridge) })
    const first = store.getState().open(form)
    await store.getState().open({ connection: 'c1', id: 302 })
    gate.open(formDetailWith({ name: 'Primeiro' }))
    await first
    expect(readyValue(store.getState().detail)?.name).toBe('Segundo')
  })
})
describe('the ledger of writes', () => {
  const write: Write = {
    id: 'w1',
    at: '2026-11-20T12:00:00Z',
    kind: 'create_form',
    target: 'Pesquisa',
    state: 'unknown',
    failure: null,
    settles_at: null,
  }

  const ledgerOf = (bridge: FakeBridge) => {
    const ask = createAsk(bridge)
    return {
      list: (connection_id: string) => ask('forms.writes', { connection_id }),
      check: (connection_id: string, id: string) => ask('forms.check_write', { connection_id, id }),
    }
  }

  it('asks what became of a write, and reads itself again', async () => {
    const bridge = createFakeBridge({
      'forms.writes': () => [write],
      'forms.check_write': () => ({ ...write, state: 'confirmed' }),
    })
    const checked = vi.fn(async () => undefined)
    const store = createWritesStore({ ledger: ledgerOf(bridge), checked })
    await store.getState().open('c1')
    bridge.answer('forms.writes', () => [{ ...write, state: 'confirmed' }])
    expect((await store.getState().check('w1'))?.state).toBe('confirmed')
    expect(checked).toHaveBeenCalledWith({ ...write, state: 'confirmed' })
    expect(readyValue(store.getState().list)?.map(({ state }) => state)).toEqual(['confirmed'])
  })

  it('of one account shows nothing of what is asked in the one that was left', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({ 'forms.writes': () => [write], 'forms.check_write': () => gate.passed })
    const store = createWritesStore({ ledger: ledgerOf(bridge), checked: async () => undefined })
    await store.getState().open('c1')
    const checking = store.getState().check('w1')
    await store.getState().open('c2')
    expect(store.getState().working).toBeNull()
    gate.refuse(new Refusal({ code: 'offline', params: {} }))
    expect(await checking).toBeNull()
    expect(store.getState().failure).toBeNull()
  })

  it('says why that could not be asked', async () => {
    const bridge = createFakeBridge({
      'forms.writes': () => [write],
      'forms.check_write': refuses('offline'),
    })
    const store = createWritesStore({ ledger: ledgerOf(bridge), checked: async () => undefined })
    await store.getState().open('c1')
    expect(await store.getState().check('w1')).toBeNull()
    expect(store.getState()).toMatchObject({ failure: { code: 'offline' }, working: null })
  })
})
describe('the budget', () => {
  it('keeps its last figures when they cannot be had', async () => {
    const budget = { limit: 100, remaining: 40, resets_at: null, waiting: 0, waiting_until: null }
    const bridge = createFakeBridge({ 'forms.budget': () => budget })
    const store = createBudgetStore({ ask: createAsk(bridge) })
    await store.getState().open('c1')
    bridge.answer('forms.budget', refuses('host_gone'))
    await store.getState().load()
    expect(store.getState().budget).toEqual(budget)
    await store.getState().open('c2')
    expect(store.getState().budget).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import type { Form } from '../../../preload/contract/forms.ts'
import { createFormsStore, narrowed } from '../../../renderer/forms/forms-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { formWith } from '../../kit/samples-forms.ts'
import { until } from '../../kit/until.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const offline = new Refusal({ code: 'offline', params: { host: 'forms.vitrine.example' } })

function setUp(kept: readonly Form[], onService: readonly Form[] = kept) {
  const bridge = createFakeBridge({
    'forms.list': () => kept,
    'forms.refresh': () => ({ ids: onService.map(({ id }) => id), forms: onService }),
  })
  const store = createFormsStore({ ask: createAsk(bridge), now: () => now, askAfter: 0 })
  const names = () => readyValue(store.getState().list)?.map(({ name }) => name)
  return { bridge, store, asked: bridge.inputs, names }
}

describe('the list of forms', () => {
  it('is refreshed on opening when it is old, and not when it was just read', async () => {
    const old = setUp([formWith()], [formWith({ name: 'Contato' })])
    await old.store.getState().open('c1')
    expect(old.names()).toEqual(['Contato'])
    const fresh = setUp([formWith({ read_at: '2026-11-20T11:59:50Z' })])
    await fresh.store.getState().open('c1')
    expect(fresh.asked('forms.refresh')).toEqual([])
  })

  it('stays with the failure when the service does not answer', async () => {
    const { bridge, store, names } = setUp([formWith()])
    bridge.answer('forms.refresh', () => {
      throw offline
    })
    await store.getState().open('c1')
    expect(names()).toEqual(['Contato do site'])
    expect(store.getState()).toMatchObject({ failure: { code: 'offline' }, working: null })
  })

  it('is narrowed at once, and the service is asked once for the last query', async () => {
    const { store, asked } = setUp([formWith()])
    await store.getState().open('c1')
    for (const search of ['c', 'co', 'contáto']) store.getState().find({ search, status: 'active' })
    expect(narrowed([formWith(), formWith({ id: 2, name: 'Pedido' })], store.getState().query, null)).toHaveLength(1)
    await until(() => expect(store.getState().found).toEqual([301]))
    expect(asked('forms.refresh').slice(1)).toEqual([{ connection_id: 'c1', status: 'active', search: 'contáto' }])
  })

  it('drops the ids that the service found for an earlier query', async () => {
    const { bridge, store, asked } = setUp([formWith()])
    await store.getState().open('c1')
    const gate = createGate<unknown>()
    bridge.answer('forms.refresh', () => gate.passed)
    store.getState().find({ search: 'co', status: null })
    await until(() => expect(asked('forms.refresh')).toHaveLength(2))
    const offlineNow = createGate<unknown>()
    bridge.answer('forms.refresh', () => offlineNow.passed)
    store.getState().find({ search: 'copo', status: null })
    gate.open({ ids: [301], forms: [formWith()] })
    await until(() => expect(asked('forms.refresh')).toHaveLength(3))
    expect(store.getState().found).toBeNull()
    offlineNow.refuse(offline)
    await until(() => expect(store.getState().working).toBeNull())
    expect(store.getState().found).toBeNull()
  })

  it('includes what only the service finds', () => {
    const forms = [formWith(), formWith({ id: 2, name: 'Pedido' })]
    expect(narrowed(forms, { search: 'site', status: null }, [2]).map(({ id }) => id)).toEqual([301, 2])
    expect(narrowed(forms, { search: '', status: 'draft' }, null)).toEqual([])
  })

  it('drops the answer for a connection that was left', async () => {
    const { bridge, store, names } = setUp([formWith()])
    const gate = createGate<unknown>()
    bridge.answer('forms.refresh', () => gate.passed)
    const first = store.getState().open('c1')
    await until(() => expect(store.getState().working).toBe('refresh'))
    bridge.answer('forms.refresh', () => ({ ids: [], forms: [] }))
    bridge.answer('forms.list', () => [])
    await store.getState().open('c2')
    gate.open({ ids: [301], forms: [formWith()] })
    await first
    expect(names()).toEqual([])
  })
})

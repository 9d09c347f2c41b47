import { describe, expect, it } from 'vitest'
import type { CheckStep, ConnectionDraft } from '../../../preload/contract/connections.ts'
import { createConnectionsStore } from '../../../renderer/connections/store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { connectionWith } from '../../kit/samples.ts'

const connection = connectionWith({ sheets: 2 })
const draft: ConnectionDraft = {
  service: 'platform',
  name: 'Equipe Vendas',
  base_url: 'https://atendimento.exemplo.com.br',
  account_id: 7,
  brand: 'vitrine',
  beta_url: null,
  secret: 'token-do-teste',
}
const step = (name: CheckStep['step'], state: CheckStep['state']): CheckStep => ({
  step: name,
  state,
  finding: 'waiting',
  params: {},
})
const passed = { passed: true, steps: [step('reachable', 'passed')], checked_at: '2026-11-20T11:00:00.000Z' }

function createWorld() {
  const bridge = createFakeBridge({ 'connections.list': () => [connection] })
  return { bridge, store: createConnectionsStore({ ask: createAsk(bridge) }) }
}

describe('connections', () => {
  it('show each step of a check while it runs, then what it came to', async () => {
    const { bridge, store } = createWorld()
    const gate = bridge.hold('connections.save')
    const saving = store.getState().save(draft)
    expect(store.getState().check).toMatchObject({ id: null, running: true, steps: [] })
    const steps = [step('reachable', 'running')]
    bridge.push({ kind: 'progress', id: bridge.asked[0]?.id ?? '', value: steps })
    expect(store.getState().check?.steps).toEqual(steps)
    gate.open({ connection, check: passed })
    expect(await saving).toEqual(connection)
    expect(store.getState().check).toMatchObject({ id: 'c1', running: false, passed: true })
    expect(store.getState().list).toEqual({ status: 'ready', value: [connection] })
  })

  it('keep no trace of the secret, whether saving succeeds or not', async () => {
    const { bridge, store } = createWorld()
    bridge.answer('connections.save', () => ({ connection, check: passed }))
    await store.getState().save(draft)
    expect(JSON.stringify(store.getState())).not.toContain('token-do-teste')
    bridge.answer('connections.save', refuses('not_secure_address'))
    await store.getState().save(draft)
    expect(JSON.stringify(store.getState())).not.toContain('token-do-teste')
  })

  it('stop a running check without a failure', async () => {
    const { bridge, store } = createWorld()
    const gate = bridge.hold('connections.check')
    const running = store.getState().checkAgain('c1')
    store.getState().closeCheck()
    expect(bridge.cancelled).toEqual([bridge.asked[0]?.id])
    gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await running
    expect(store.getState().check).toBeUndefined()
  })

  it('show the check that was asked for last', async () => {
    const { bridge, store } = createWorld()
    const slow = createGate('connections.check')
    bridge.answer('connections.check', (input) => (input.id === 'slow' ? slow.passed : passed))
    const first = store.getState().checkAgain('slow')
    await store.getState().checkAgain('c1')
    slow.open({ ...passed, passed: false })
    await first
    expect(store.getState().check).toMatchObject({ id: 'c1', passed: true })
  })

  it('load what deleting loses, and show only the last requested', async () => {
    const { bridge, store } = createWorld()
    const gate = createGate('connections.deletion_impact')
    const impact = { conversation_sets: 0, datasets: 0, notes: 0, entries: 2000, reviewed: 37 }
    bridge.answer('connections.deletion_impact', ({ id }) => (id === 'c1' ? gate.passed : impact))
    const first = store.getState().loadImpact('c1')
    expect(store.getState().impact).toEqual({ status: 'loading' })
    await store.getState().loadImpact('f1')
    gate.open({ ...impact, entries: 1 })
    await first
    expect(store.getState().impact).toEqual({ status: 'ready', value: impact })
  })

  it('stay as they were, with the reason, when forgetting fails', async () => {
    const { bridge, store } = createWorld()
    await store.getState().load()
    bridge.answer('connections.forget', refuses('vault_locked'))
    expect(await store.getState().forget('c1', false)).toBe(false)
    expect(store.getState().failure).toMatchObject({ code: 'vault_locked' })
    expect(store.getState().list).toMatchObject({ value: [connection] })
  })
})

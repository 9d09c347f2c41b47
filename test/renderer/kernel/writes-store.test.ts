import { describe, expect, it, vi } from 'vitest'
import type { Write } from '../../../preload/contract/writes.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createWritesStore } from '../../../renderer/kernel/writes-store.ts'
import { type Answer, createFakeBridge, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'

const write: Write = {
  id: 'w1',
  at: '2026-11-20T12:00:00Z',
  kind: 'create_form',
  target: 'Pesquisa',
  state: 'unknown',
  failure: null,
  settles_at: null,
}
const confirmed: Write = { ...write, state: 'confirmed' }

async function setUp(check: Answer<'forms.check_write'>) {
  const bridge = createFakeBridge({ 'forms.writes': () => [write], 'forms.check_write': check })
  const ask = createAsk(bridge)
  const checked = vi.fn(async () => undefined)
  const store = createWritesStore({
    ledger: {
      list: (connection_id) => ask('forms.writes', { connection_id }),
      check: (connection_id, id) => ask('forms.check_write', { connection_id, id }),
    },
    checked,
  })
  await store.getState().open('c1')
  return { bridge, checked, state: store.getState }
}

describe('the ledger of writes', () => {
  it('checks a write and refetches itself', async () => {
    const { bridge, checked, state } = await setUp(() => confirmed)
    bridge.answer('forms.writes', () => [confirmed])
    expect(await state().check('w1')).toEqual(confirmed)
    expect(checked).toHaveBeenCalledWith(confirmed)
    expect(readyValue(state().list)).toEqual([confirmed])
  })

  it('drops the failure of a check when another account was opened meanwhile', async () => {
    const gate = createGate('forms.check_write')
    const { state } = await setUp(() => gate.passed)
    const checking = state().check('w1')
    await state().open('c2')
    expect(state().working).toBeNull()
    gate.refuse(new Refusal({ code: 'offline', params: {} }))
    expect(await checking).toBeNull()
    expect(state().failure).toBeNull()
  })

  it('keeps the failure of a check', async () => {
    const { state } = await setUp(refuses('offline'))
    expect(await state().check('w1')).toBeNull()
    expect(state()).toMatchObject({ failure: { code: 'offline' }, working: null })
  })
})

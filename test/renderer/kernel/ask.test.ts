import { describe, expect, it, vi } from 'vitest'
import { AskFailure, createAsk, failureOf, orNull, outcomeOf } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate, refuses } from '../../kit/fake-bridge.ts'

const checked = { passed: true, steps: [], checked_at: '2026-11-20T12:00:00.000Z' }

describe('calls to main', () => {
  it('gives the value of the answer', async () => {
    const ask = createAsk(createFakeBridge({ 'tasks.list': () => [] }))
    expect(await ask('tasks.list', {})).toEqual([])
  })

  it('throws the failure of the answer as data', async () => {
    const bridge = createFakeBridge({
      'tasks.list': refuses('vault_locked'),
    })
    const error = await createAsk(bridge)('tasks.list', {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AskFailure)
    expect(failureOf(error)).toEqual({ code: 'vault_locked', params: {} })
  })

  it('hands progress to the call that it belongs to, and to no other', async () => {
    const gate = createGate('connections.check')
    const bridge = createFakeBridge({ 'connections.check': () => gate.passed })
    const ask = createAsk(bridge)
    const received: string[] = []
    const first = ask('connections.check', { id: 'a' }, { progress: () => received.push('first') })
    const second = ask('connections.check', { id: 'b' }, { progress: () => received.push('second') })
    bridge.push({ kind: 'progress', id: bridge.asked[1]?.id ?? '', value: [] })
    gate.open(checked)
    await Promise.all([first, second])
    expect(received).toEqual(['second'])
  })

  it('cancels the call and its progress when its signal is aborted, and asks nothing when it was before', async () => {
    const gate = createGate('connections.check')
    const bridge = createFakeBridge({ 'connections.check': () => gate.passed })
    const ask = createAsk(bridge)
    const current = new AbortController()
    const progress = vi.fn()
    const running = ask('connections.check', { id: 'a' }, { signal: current.signal, progress })
    current.abort()
    bridge.push({ kind: 'progress', id: bridge.asked[0]?.id ?? '', value: [] })
    expect(progress).not.toHaveBeenCalled()
    expect(bridge.cancelled).toEqual([bridge.asked[0]?.id])
    gate.open(checked)
    await running
    await expect(ask('connections.check', { id: 'a' }, { signal: current.signal })).rejects.toThrow('cancelled')
    expect(bridge.asked).toHaveLength(1)
  })

  it('gives its failure as a value, or null where it only helps', async () => {
    const ask = createAsk(createFakeBridge({ 'tasks.list': refuses('vault_locked') }))
    const failing = () => ask('tasks.list', {})
    expect(await outcomeOf(failing())).toEqual({ ok: false, failure: { code: 'vault_locked', params: {} } })
    expect(await outcomeOf(Promise.resolve(1))).toEqual({ ok: true, value: 1 })
    expect(await orNull(failing())).toBeNull()
    expect(await orNull(failing(), 'vault_locked')).toBeNull()
    await expect(orNull(failing(), 'not_found')).rejects.toThrow('vault_locked')
  })
})

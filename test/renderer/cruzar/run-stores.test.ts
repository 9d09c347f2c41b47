import { describe, expect, it } from 'vitest'
import { createRunStore, createRunsStore } from '../../../renderer/cruzar/runs-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { runWith } from '../../kit/samples-platform.ts'

describe('the list of runs', () => {
  it('has the newest first', async () => {
    const runs = [
      runWith({ id: 'old', started_at: '2026-11-01T00:00:00.000Z' }),
      runWith({ id: 'new', started_at: '2026-11-20T00:00:00.000Z' }),
    ]
    const store = createRunsStore({ ask: createAsk(createFakeBridge({ 'cruzar.runs': () => runs })) })
    await store.getState().load()
    expect(store.getState().list).toMatchObject({ value: [{ id: 'new' }, { id: 'old' }] })
  })
})

describe('the run on screen', () => {
  it('follows pushes with its figures and its table', async () => {
    const reloaded: string[] = []
    const bridge = createFakeBridge({ 'cruzar.run': () => runWith({ state: 'running', answered_keys: 500 }) })
    const store = createRunStore({
      ask: createAsk(bridge),
      reloadTable: async (id) => void reloaded.push(id),
      restMs: 0,
    })
    await store.getState().open('r1')
    bridge.answer('cruzar.run', () => runWith({ answered_keys: 9412 }))
    await store.getState().reload()
    expect(store.getState().run).toMatchObject({ value: { state: 'finished', answered_keys: 9412 } })
    expect(reloaded).toEqual(['r1'])
  })

  it('costs one question, however many pushes come at once', async () => {
    const bridge = createFakeBridge({ 'cruzar.run': () => runWith({ state: 'running' }) })
    const store = createRunStore({ ask: createAsk(bridge), reloadTable: async () => undefined, restMs: 0 })
    await store.getState().open('r1')
    await Promise.all(Array.from({ length: 50 }, () => store.getState().reload()))
    expect(bridge.asked).toHaveLength(2)
  })

  it('never shows a late answer about the run before', async () => {
    const slow = createGate<unknown>()
    const bridge = createFakeBridge({ 'cruzar.run': () => slow.passed })
    const store = createRunStore({ ask: createAsk(bridge), reloadTable: async () => undefined, restMs: 0 })
    const first = store.getState().open('r1')
    bridge.answer('cruzar.run', () => runWith({ id: 'r2' }))
    await store.getState().open('r2')
    slow.open(runWith({ id: 'r1' }))
    await first
    expect(store.getState().run).toMatchObject({ value: { id: 'r2' } })
  })

  it('receives no pushes once it is left', async () => {
    const bridge = createFakeBridge({ 'cruzar.run': () => runWith() })
    const store = createRunStore({ ask: createAsk(bridge), reloadTable: async () => undefined, restMs: 0 })
    await store.getState().open('r1')
    store.getState().close()
    await store.getState().reload()
    expect(bridge.asked).toHaveLength(1)
    expect(store.getState().run.status).toBe('idle')
  })
})

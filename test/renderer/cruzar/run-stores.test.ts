import { describe, expect, it } from 'vitest'
import { noFileNotes } from '../../../preload/contract/tables.ts'
import { createRunExportStore } from '../../../renderer/cruzar/run-export-store.ts'
import { createRunStore } from '../../../renderer/cruzar/run-store.ts'
import { createRunsStore } from '../../../renderer/cruzar/runs-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { runWith } from '../../kit/samples-platform.ts'

const saved = { saved: true, name: 'a.xlsx', rows: 3, bytes: 9, ...noFileNotes }

describe('the list of runs', () => {
  it('has the newest first', async () => {
    const runs = [
      runWith({ id: 'old', started_at: '2026-11-01T00:00:00.000Z' }),
      runWith({ id: 'new', started_at: '2026-11-20T00:00:00.000Z' }),
    ]
    const store = createRunsStore({ ask: createAsk(createFakeBridge({ 'cruzar.runs': () => runs })), rest: 0 })
    await store.getState().load()
    expect(store.getState().runs).toMatchObject({ value: [{ id: 'new' }, { id: 'old' }] })
  })

  it('is not asked for by pushes while nobody has looked at it', async () => {
    const bridge = createFakeBridge({ 'cruzar.runs': () => [] })
    const store = createRunsStore({ ask: createAsk(bridge), rest: 0 })
    await store.getState().reload()
    expect(bridge.asked).toHaveLength(0)
    await store.getState().load()
    await store.getState().reload()
    expect(bridge.asked).toHaveLength(2)
  })

  it('says why a run could not be renamed', async () => {
    const bridge = createFakeBridge({
      'cruzar.rename': refuses('name_taken'),
    })
    const store = createRunsStore({ ask: createAsk(bridge), rest: 0 })
    expect(await store.getState().rename('r1', 'x')).toBe(false)
    expect(store.getState().failure?.code).toBe('name_taken')
    expect(store.getState().working).toBe(false)
  })

  it('is read again when a run was forgotten', async () => {
    const bridge = createFakeBridge({ 'cruzar.runs': () => [runWith()], 'cruzar.forget': () => [] })
    const store = createRunsStore({ ask: createAsk(bridge), rest: 0 })
    await store.getState().load()
    bridge.answer('cruzar.runs', () => [])
    expect(await store.getState().forget('r1')).toBe(true)
    expect(store.getState().runs).toEqual({ status: 'ready', value: [] })
  })
})

describe('the run on screen', () => {
  it('follows pushes with its figures and its table', async () => {
    const reloaded: string[] = []
    const bridge = createFakeBridge({ 'cruzar.run': () => runWith({ state: 'running', answered_keys: 500 }) })
    const store = createRunStore({
      ask: createAsk(bridge),
      reloadTable: async (id) => void reloaded.push(id),
      rest: 0,
    })
    await store.getState().open('r1')
    bridge.answer('cruzar.run', () => runWith({ answered_keys: 9412 }))
    await store.getState().reload()
    expect(store.getState().run).toMatchObject({ value: { state: 'finished', answered_keys: 9412 } })
    expect(reloaded).toEqual(['r1'])
  })

  it('costs one question, however many pushes come at once', async () => {
    const bridge = createFakeBridge({ 'cruzar.run': () => runWith({ state: 'running' }) })
    const store = createRunStore({ ask: createAsk(bridge), reloadTable: async () => undefined, rest: 0 })
    await store.getState().open('r1')
    await Promise.all(Array.from({ length: 50 }, () => store.getState().reload()))
    expect(bridge.asked).toHaveLength(2)
  })

  it('never shows a late answer about the run before', async () => {
    const slow = createGate<unknown>()
    const bridge = createFakeBridge({ 'cruzar.run': () => slow.passed })
    const store = createRunStore({ ask: createAsk(bridge), reloadTable: async () => undefined, rest: 0 })
    const first = store.getState().open('r1')
    bridge.answer('cruzar.run', () => runWith({ id: 'r2' }))
    await store.getState().open('r2')
    slow.open(runWith({ id: 'r1' }))
    await first
    expect(store.getState().run).toMatchObject({ value: { id: 'r2' } })
  })

  it('hears no pushes once it is left', async () => {
    const bridge = createFakeBridge({ 'cruzar.run': () => runWith() })
    const store = createRunStore({ ask: createAsk(bridge), reloadTable: async () => undefined, rest: 0 })
    await store.getState().open('r1')
    store.getState().close()
    await store.getState().reload()
    expect(bridge.asked).toHaveLength(1)
    expect(store.getState().run.status).toBe('idle')
  })
})

describe('an export of a run', () => {
  const wanted = { run: runWith(), outcomes: ['ausente'], format: 'xlsx', name: 'Campanha - ausentes' } as const

  it('takes every column, and only rows of the chosen outcomes', async () => {
    const bridge = createFakeBridge({ 'tables.export': () => saved })
    const store = createRunExportStore({ ask: createAsk(bridge) })
    expect(await store.getState().save(wanted)).toEqual(saved)
    expect(bridge.asked[0]?.input).toEqual({
      table: { kind: 'run', id: 'r1' },
      query: { filters: [{ column: 'cruzar_resultado', operator: 'in', values: ['ausente'] }] },
      columns: null,
      format: 'xlsx',
      name: 'Campanha - ausentes',
    })
  })

  it('shows how far it is', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({ 'tables.export': () => gate.passed })
    const store = createRunExportStore({ ask: createAsk(bridge) })
    const saving = store.getState().save(wanted)
    bridge.push({ kind: 'progress', id: bridge.asked[0]?.id ?? '', value: { rows: 2, total: 3 } })
    expect(store.getState().exporting).toEqual({ state: 'running', run: 'r1', done: 2, total: 3 })
    gate.open(saved)
    await saving
    expect(store.getState().exporting).toBeNull()
  })

  it('keeps the reason when it fails, and none when the person cancelled or chose no place', async () => {
    const bridge = createFakeBridge({ 'tables.export': refuses('file_busy') })
    const store = createRunExportStore({ ask: createAsk(bridge) })
    expect(await store.getState().save(wanted)).toBeNull()
    expect(store.getState().exporting).toMatchObject({ state: 'failed', failure: { code: 'file_busy' } })
    store.getState().dismiss()
    bridge.answer('tables.export', () => {
      store.getState().cancel()
      return refuses('cancelled')()
    })
    expect(await store.getState().save(wanted)).toBeNull()
    expect(store.getState().exporting).toBeNull()
    bridge.answer('tables.export', () => ({ ...saved, saved: false }))
    expect(await store.getState().save(wanted)).toBeNull()
  })
})

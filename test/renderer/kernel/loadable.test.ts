import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand'
import { AskFailure } from '../../../renderer/kernel/ask.ts'
import { createLatest, keyed, type Loadable, partOf } from '../../../renderer/kernel/loadable.ts'
import { createGate } from '../../kit/fake-bridge.ts'

const offline = new AskFailure({ code: 'offline', params: { host: 'exemplo.com.br' } })

describe('the latest answer', () => {
  function setUp() {
    const store = createStore<{ connection: string | null; list: Loadable<string>; busy: boolean }>()(() => ({
      connection: 'c1',
      list: { status: 'idle' },
      busy: false,
    }))
    const { getState, setState } = store
    const scope = () => getState().connection
    const list = createLatest({ get: getState, set: setState, key: 'list', busy: 'busy', scope })
    return { list, setState, state: getState }
  }
  const ready = (value: string) => ({ status: 'ready', value }) as const

  it('passes through loading to ready, and belongs to its scope', async () => {
    const { list, state, setState } = setUp()
    const loading = list.load(async (connection) => `rows of ${connection}`)
    expect(state()).toMatchObject({ list: { status: 'loading' }, busy: true })
    expect(await loading).toBe(true)
    expect(state()).toMatchObject({ list: ready('rows of c1'), busy: false })
    setState({ connection: null })
    expect(await list.load(async () => 'rows of nobody')).toBe(false)
    expect(state().list).toEqual(ready('rows of c1'))
  })

  it('keeps the value before, with the failure that followed it', async () => {
    const { list, state } = setUp()
    await list.load(() => Promise.reject(offline))
    expect(state().list).toEqual({ status: 'failed', failure: offline.failure })
    await list.load(async () => 'rows')
    const gate = createGate<string>()
    const failing = list.load(() => gate.passed)
    expect(state()).toMatchObject({ list: ready('rows'), busy: true })
    gate.refuse(offline)
    await failing
    expect(state()).toMatchObject({ list: { ...ready('rows'), failure: offline.failure }, busy: false })
  })

  it('shows loading instead of the value before where that answers something else', async () => {
    const { list, state } = setUp()
    await list.load(async () => 'rows')
    const loading = list.load(async () => 'other rows', { keep: false })
    expect(state().list).toEqual({ status: 'loading' })
    await loading
    expect(state().list).toEqual(ready('other rows'))
  })

  it('is aborted by a later one, and resolves when that is shown', async () => {
    const { list, state } = setUp()
    const gates = [createGate<string>(), createGate<string>()]
    const signals: AbortSignal[] = []
    const [first, second] = gates.map((gate) =>
      list.load((_, { signal }) => {
        signals.push(signal)
        return gate.passed
      }),
    )
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    gates[0]?.open('old rows')
    gates[1]?.open('new rows')
    expect(await first).toBe(false)
    expect(state().list).toEqual(ready('new rows'))
    expect(await second).toBe(true)
  })

  it('is dropped when another scope is shown, the state was set to idle or it was cancelled', async () => {
    const { list, state, setState } = setUp()
    const leave = [
      () => setState({ connection: 'c2' }),
      () => setState({ list: { status: 'idle' } }),
      list.cancel,
      list.clear,
    ]
    for (const left of leave) {
      setState({ connection: 'c1', list: { status: 'idle' }, busy: false })
      const gate = createGate<string>()
      const loading = list.load(() => gate.passed)
      left()
      const { list: before } = state()
      gate.open('rows')
      expect(await loading).toBe(false)
      expect(state().list).toEqual(before)
    }
  })

  it('shows what is stored before the service answers, and what another way brought', async () => {
    const { list, state } = setUp()
    const gate = createGate<string>()
    const loading = list.load((_, { show }) => {
      show('stored rows')
      return gate.passed
    })
    expect(state()).toMatchObject({ list: ready('stored rows'), busy: true })
    list.show('rows of a mutation')
    gate.open('rows of the service')
    await loading
    expect(state()).toMatchObject({ list: ready('rows of a mutation'), busy: false })
  })

  it('is requested once for several loads that are to wait', async () => {
    const { list, state } = setUp()
    const fetched: string[] = []
    const load = (value: string) =>
      list.load(
        async () => {
          fetched.push(value)
          return value
        },
        { afterMs: 5 },
      )
    await Promise.all([load('a'), load('ab')])
    expect(fetched).toEqual(['ab'])
    expect(state().list).toEqual(ready('ab'))
  })

  it('is kept for each key of a record', async () => {
    const store = createStore<{ rows: Readonly<Record<number, Loadable<string>>> }>()(() => ({ rows: {} }))
    const rows = partOf({ get: store.getState, set: store.setState }, 'rows')
    const row = keyed((key: number) => createLatest({ ...rows, key }))
    await Promise.all([1, 2].map((id) => row(id).load(async () => `row ${id}`)))
    expect(row(1)).toBe(row(1))
    expect(store.getState().rows).toEqual({ 1: ready('row 1'), 2: ready('row 2') })
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand'
import { AskFailure } from '../../../renderer/kernel/ask.ts'
import { keyed, partOf } from '../../../renderer/kernel/loadable.ts'
import {
  createMutation,
  type MutationOptions,
  type MutationState,
  noMutation,
} from '../../../renderer/kernel/mutation.ts'
import { createGate } from '../../kit/fake-bridge.ts'

interface State extends MutationState {
  readonly connection: string | null
}

const failureWith = (code: 'offline' | 'sent_unknown') => new AskFailure({ code, params: {} })

function setUp(options: Partial<MutationOptions<MutationState, string>> = {}) {
  const store = createStore<State>()(() => ({ connection: 'c1', ...noMutation }))
  const mutation = createMutation<string, string>({
    get: store.getState,
    set: store.setState,
    scope: () => store.getState().connection,
    ...options,
  })
  return { store, mutation, state: store.getState }
}

describe('a mutation', () => {
  it('returns the answer and names what works until what follows it has ended', async () => {
    const reloaded = createGate<void>()
    const { mutation, state } = setUp({ onSuccess: () => reloaded.passed })
    const answer = mutation.run('row 1', async (connection) => `renamed in ${connection}`)
    expect(state().working).toBe('row 1')
    reloaded.open()
    expect(await answer).toBe('renamed in c1')
    expect(state()).toMatchObject(noMutation)
  })

  it('keeps its failure until the next one starts or it is dismissed', async () => {
    const { mutation, state } = setUp()
    expect(await mutation.succeeds('row 1', () => Promise.reject(failureWith('offline')))).toBe(false)
    expect(state()).toMatchObject({ working: null, failure: { code: 'offline' } })
    expect(await mutation.succeeds('row 1', async () => undefined)).toBe(true)
    expect(state().failure).toBeNull()
    expect(await mutation.run('row 1', () => Promise.reject(failureWith('offline')))).toBeNull()
    mutation.dismissFailure()
    expect(state().failure).toBeNull()
  })

  it('leaves an unknown write to the ledger, which is read again', async () => {
    const onSettled = vi.fn()
    const { mutation, state } = setUp({ onSettled })
    expect(await mutation.end('row 1', () => Promise.reject(failureWith('sent_unknown')))).toBe('unknown')
    expect(state().failure).toBeNull()
    expect(onSettled).toHaveBeenCalledOnce()
  })

  it('does not start while another one runs, nor without a scope', async () => {
    const { mutation, store } = setUp()
    const gate = createGate<void>()
    const first = mutation.end('row 1', () => gate.passed)
    const act = vi.fn(async () => undefined)
    expect(await mutation.end('row 2', act)).toBe('failed')
    gate.open()
    expect(await first).toBe('done')
    store.setState({ connection: null })
    expect(await mutation.end('row 2', act)).toBe('failed')
    expect(act).not.toHaveBeenCalled()
  })

  it('replaces the running one if the store allows it', async () => {
    const { mutation, state } = setUp({ concurrency: 'replace' })
    const gate = createGate<void>()
    const shown = vi.fn()
    const signals: AbortSignal[] = []
    const first = mutation.run(
      'row 1',
      (_, { signal }) => {
        signals.push(signal)
        return gate.passed
      },
      shown,
    )
    const next = createGate<void>()
    const second = mutation.run('row 2', () => next.passed)
    expect(signals[0]?.aborted).toBe(true)
    gate.open()
    await first
    expect(state().working).toBe('row 2')
    expect(shown).not.toHaveBeenCalled()
    next.open()
    await second
    expect(state().working).toBeNull()
  })

  it.each([
    ['abort', 'is aborted and works until it ends', { aborted: true, working: 'row 1' }],
    ['cancel', 'is aborted and frees the store at once', { aborted: true, working: null }],
    ['detach', 'goes on and frees the store at once', { aborted: false, working: null }],
  ] as const)('after %s %s, and shows no failure', async (leave, _, expected) => {
    const { mutation, state } = setUp()
    const gate = createGate<void>()
    const signals: AbortSignal[] = []
    const left = mutation.end('row 1', (_, { signal }) => {
      signals.push(signal)
      return gate.passed
    })
    mutation[leave]()
    expect({ aborted: signals[0]?.aborted, working: state().working }).toEqual(expected)
    gate.refuse(failureWith('offline'))
    expect(await left).toBe('failed')
    expect(state()).toMatchObject(noMutation)
  })

  it('runs beside others if the store allows it, and the store works until the last one ends', async () => {
    const { mutation, state } = setUp({ concurrency: 'parallel' })
    const gates = [createGate<void>(), createGate<void>()]
    const shown = vi.fn()
    const [first, second] = gates.map((gate, place) => mutation.end(`row ${place}`, () => gate.passed, shown))
    gates[0]?.open()
    expect(await first).toBe('done')
    expect(state().working).toBe('row 1')
    gates[1]?.open()
    expect(await second).toBe('done')
    expect(state().working).toBeNull()
    expect(shown).toHaveBeenCalledTimes(2)
  })

  it('ends as unknown for a write whose response was lost', async () => {
    const { mutation, state } = setUp({ showUnknown: true })
    expect(await mutation.end('row 1', () => Promise.reject(failureWith('sent_unknown')))).toBe('unknown')
    expect(state().failure).toMatchObject({ code: 'sent_unknown' })
  })

  it('of a connection that was left shows neither its answer nor its failure, and returns how it ended', async () => {
    const { mutation, store, state } = setUp()
    const shown = vi.fn()
    const gates = [createGate<string>(), createGate<string>()]
    for (const [place, gate] of gates.entries()) {
      store.setState({ connection: 'c1' })
      const ended = mutation.end('row 1', () => gate.passed, shown)
      store.setState({ connection: 'c2' })
      if (place === 0) gate.open('renamed')
      else gate.refuse(failureWith('offline'))
      expect(await ended).toBe(place === 0 ? 'done' : 'failed')
      expect(state()).toMatchObject(noMutation)
    }
    expect(shown).not.toHaveBeenCalled()
  })

  it('runs beside that of another key of a record', async () => {
    const store = createStore<{ threads: Readonly<Record<number, MutationState & { words: string }>> }>()(() => ({
      threads: {},
    }))
    const threads = partOf({ get: store.getState, set: store.setState }, 'threads')
    const mutations = keyed((id: number) =>
      createMutation<string>(partOf(threads, id, { ...noMutation, words: 'none yet' })),
    )
    const gate = createGate<void>()
    const first = mutations(1).run('send', () => gate.passed)
    await mutations(2).run('send', () => Promise.reject(failureWith('offline')))
    const words = 'none yet'
    expect(store.getState().threads).toMatchObject({
      1: { words, working: 'send', failure: null },
      2: { words, working: null, failure: { code: 'offline' } },
    })
    gate.open()
    await first
    expect(store.getState().threads[1]).toEqual({ words, ...noMutation })
  })
})

import { describe, expect, test } from 'vitest'
import { createConsoleStore } from '../../../renderer/console/console-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { type Answers, createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { callWith, ranWith, routeWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

const list = routeWith({ method: 'GET', path: '/captain/assistants' })
const create = routeWith({ method: 'POST', path: '/captain/assistants', body: '{}' })
const preview = { url: 'https://a.example/x', effect: 'writes', route: create.id, body: '{}', curl: 'curl' } as const

describe('the console', () => {
  function setUp(more: Answers = {}) {
    const bridge = createFakeBridge({
      'console.routes': () => [list, create],
      'console.history': () => [callWith()],
      'console.run': () => ranWith(),
      'console.preview': () => preview,
      'console.forget': () => [],
      ...more,
    })
    const store = createConsoleStore({ ask: createAsk(bridge) })
    return { bridge, store, asked: bridge.inputs }
  }

  test('asks for what would be sent, and not for what was changed or left before the question came', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('p1')
    for (const goOn of [
      () => store.getState().change({ body: '{"name":"outro"}' }),
      () => store.getState().pick(list),
      () => void store.getState().open('p2'),
    ]) {
      store.getState().pick(create)
      const gate = bridge.hold('console.preview')
      const sending = store.getState().send()
      goOn()
      gate.open(preview)
      await sending
      expect(store.getState().preview).toBeNull()
    }
  })

  test.each([
    ['reads is stopped', list, false],
    ['writes goes on, and shows the secret that it made,', create, true],
  ] as const)('what %s when another connection is open', async (_, route, goesOn) => {
    const gate = createGate('console.run')
    const { bridge, store, asked } = setUp({ 'console.run': () => gate.passed })
    await store.getState().open('p1')
    store.getState().pick(route)
    const sending = store.getState().send()
    await until(() => expect(asked('console.run').length + Number(store.getState().preview !== null)).toBe(1))
    const confirming = store.getState().confirm()
    await store.getState().open('p2')
    expect(bridge.cancelled).toHaveLength(goesOn ? 0 : 1)
    expect(store.getState().call.working).toBeNull()
    gate.open({ ...ranWith(), secret: 'whsec_1' })
    await Promise.all([sending, confirming])
    expect(store.getState()).toMatchObject({ shown: null, secrets: [{ secret: 'whsec_1' }] })
  })

  test('previews once and sends once where both were pressed twice', async () => {
    const { bridge, store, asked } = setUp()
    await store.getState().open('p1')
    store.getState().pick(create)
    const gate = bridge.hold('console.preview')
    const sending = [store.getState().send(), store.getState().send()]
    gate.open(preview)
    await Promise.all(sending)
    expect(store.getState().preview).toEqual(preview)
    await Promise.all([store.getState().confirm(), store.getState().confirm()])
    expect(store.getState().preview).toBeNull()
    expect(asked('console.preview')).toHaveLength(1)
    expect(asked('console.run')).toHaveLength(1)
  })

  test('leaves alone what the user has open by the time the answer comes', async () => {
    const { bridge, store } = setUp()
    const other = callWith({ id: 'c2' })
    for (const [goOn, shown] of [
      [() => store.getState().show(other), other],
      [() => store.getState().pick(create), null],
    ] as const) {
      await store.getState().open('p1')
      store.getState().pick(list)
      const gate = bridge.hold('console.run')
      const sending = store.getState().send()
      goOn()
      gate.open(ranWith())
      await sending
      expect(store.getState()).toMatchObject({ shown, call: { working: null } })
    }
  })

  test('keeps each secret of a webhook that was made until it was seen, whatever is open by then', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('p1')
    const make = async () => {
      store.getState().pick(create)
      await store.getState().send()
      return store.getState().confirm()
    }
    const gate = bridge.hold('console.run')
    const making = make()
    await expect.poll(() => store.getState().call.working).toBe('writes')
    await store.getState().open('p2')
    bridge.answer('console.run', () => ({ ...ranWith(), secret: 'whsec_2' }))
    await make()
    gate.open({ ...ranWith(), secret: 'whsec_1' })
    await making
    expect(store.getState().secrets).toEqual([
      { connection: 'p2', secret: 'whsec_2' },
      { connection: 'p1', secret: 'whsec_1' },
    ])
    store.getState().dismissSecret()
    expect(store.getState().secrets).toMatchObject([{ connection: 'p1' }])
  })

  test('sends nothing that is not complete', async () => {
    const { store, asked } = setUp()
    await store.getState().open('p1')
    store.getState().pick(create)
    store.getState().change({ body: '{' })
    await store.getState().send()
    expect(await store.getState().curl()).toBeNull()
    expect(store.getState().tried).toBe(true)
    expect([...asked('console.preview'), ...asked('console.run')]).toEqual([])
  })
})

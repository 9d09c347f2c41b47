import { describe, expect, test } from 'vitest'
import { createAnswerStore } from '../../../renderer/console/answer-store.ts'
import { createConsoleStore } from '../../../renderer/console/console-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { type Answer, createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { refuses } from '../../kit/fake-main.ts'
import { callWith, ranWith, routeWith } from '../../kit/samples-platform.ts'
import { until } from '../../kit/until.ts'

const list = routeWith({ method: 'GET', path: '/captain/assistants' })
const create = routeWith({ method: 'POST', path: '/captain/assistants', body: '{}' })
const preview = { url: 'https://a.example/x', effect: 'writes', route: create.id, body: '{}', curl: 'curl' }

describe('the console', () => {
  function setUp(more: Readonly<Record<string, Answer>> = {}) {
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

  test('sends what reads at once, and shows its answer', async () => {
    const { store, asked } = setUp()
    await store.getState().open('p1')
    store.getState().pick(list)
    await store.getState().send()
    expect(asked('console.run')).toMatchObject([{ connection_id: 'p1', confirmed: false }])
    expect(store.getState()).toMatchObject({ shown: { id: 'c1' }, call: { working: null }, preview: null })
  })

  test('asks before it writes, and sends nothing when the user leaves', async () => {
    const { store, asked } = setUp()
    await store.getState().open('p1')
    store.getState().pick(create)
    await store.getState().send()
    expect(store.getState().preview).toEqual(preview)
    expect(asked('console.run')).toEqual([])
    store.getState().closePreview()
    expect(store.getState().preview).toBeNull()
    await store.getState().send()
    await store.getState().confirm()
    expect(asked('console.run')).toMatchObject([{ confirmed: true }])
  })

  test('shows no late failure of another connection', async () => {
    const { bridge, store } = setUp()
    for (const request of [() => store.getState().forget(null), () => store.getState().curl()]) {
      await store.getState().open('p1')
      store.getState().pick(list)
      const gate = createGate<never>()
      for (const name of ['console.forget', 'console.preview']) bridge.answer(name, () => gate.passed)
      const asked = request()
      await store.getState().open('p2')
      gate.refuse(new Refusal({ code: 'disk_full', params: {} }))
      await asked
      expect(store.getState().failure).toBeNull()
    }
  })

  test('asks for what would be sent, and not for what was changed or left before the question came', async () => {
    const { bridge, store } = setUp()
    await store.getState().open('p1')
    for (const goOn of [
      () => store.getState().change({ body: '{"name":"outro"}' }),
      () => store.getState().pick(list),
      () => void store.getState().open('p2'),
    ]) {
      store.getState().pick(create)
      const gate = createGate<unknown>()
      bridge.answer('console.preview', () => gate.passed)
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
    const gate = createGate<unknown>()
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
    const gate = createGate<unknown>()
    bridge.answer('console.preview', () => gate.passed)
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
      const gate = createGate<unknown>()
      bridge.answer('console.run', () => gate.passed)
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
    const gate = createGate<unknown>()
    bridge.answer('console.run', () => gate.passed)
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

  test('keeps the call and shows why when no answer came; a cancelled one is no failure', async () => {
    const { store, bridge } = setUp({
      'console.run': refuses('offline', { host: 'a.example' }),
    })
    await store.getState().open('p1')
    store.getState().pick(list)
    await store.getState().send()
    expect(store.getState()).toMatchObject({
      call: { working: null, failure: { code: 'offline' } },
      draft: { route: list },
    })
    bridge.answer('console.run', refuses('cancelled'))
    await store.getState().send()
    expect(store.getState().failure).toBeNull()
  })

  test('of another connection begins anew', async () => {
    const { store } = setUp()
    await store.getState().open('p1')
    store.getState().pick(list)
    await store.getState().send()
    await store.getState().open('p2')
    expect(store.getState()).toMatchObject({ connection: 'p2', draft: null, shown: null })
  })
})

describe('an answer', () => {
  const look = { matches: 1, root: { key: '$', kind: 'object', size: 1, text: '' }, table: null }
  const lists = [{ expression: '$.payload', rows: 2 }]
  const table = { columns: ['id'], rows: 2 }

  function setUp(more: Readonly<Record<string, Answer>> = {}) {
    const bridge = createFakeBridge({
      'console.look': ({ expression }: { expression: string }) => {
        if (expression === '$[') throw new Refusal({ code: 'bad_request', params: { place: 'expression' } })
        return { ...look, lists, table: expression === '$.payload' ? table : null }
      },
      'console.nodes': ({ from }: { from: number }) => [{ key: from, kind: 'null', size: 0, text: 'null' }],
      'console.rows': ({ from }: { from: number }) => (from === 0 ? [['1']] : [['2']]),
      'console.text': ({ from }: { from: number }) => ({ text: from === 0 ? 'ab' : 'c', total: 3 }),
      'console.type': () => ({ answers: 1, since: '2026-11-20T12:00:00.000Z', fields: [] }),
      ...more,
    })
    return { bridge, store: createAnswerStore({ ask: createAsk(bridge) }) }
  }

  test('opens as a tree, and reads more of a branch when asked', async () => {
    const { store } = setUp()
    await store.getState().open('p1', callWith())
    expect(store.getState().branches['[]']?.nodes).toHaveLength(1)
    await store.getState().unfold([])
    expect(store.getState().branches['[]']?.nodes.map(({ key }) => key)).toEqual([0, 1])
    store.getState().fold([])
    expect(store.getState().branches).toEqual({})
  })

  test('as a table shows its longest list where it is none itself', async () => {
    const { store } = setUp()
    await store.getState().open('p1', callWith())
    await store.getState().show('table')
    expect(store.getState()).toMatchObject({ expression: '$.payload', rows: [['1']] })
    await store.getState().moreRows()
    expect(store.getState().rows).toEqual([['1'], ['2']])
  })

  test('keeps what was found when an expression is none', async () => {
    const { store } = setUp()
    await store.getState().open('p1', callWith())
    await store.getState().find('$.payload')
    await store.getState().find('$[')
    expect(store.getState()).toMatchObject({ refusal: 'invalid', expression: '$.payload' })
    await store.getState().find('')
    expect(store.getState()).toMatchObject({ refusal: null, expression: '$' })
  })

  test('that is a page is shown as text, piece by piece, and never parsed', async () => {
    const { store, bridge } = setUp()
    await store.getState().open('p1', callWith({ kind: 'page' }))
    expect(store.getState()).toMatchObject({ view: 'text', text: 'ab', textTotal: 3 })
    await store.getState().moreText()
    expect(store.getState().text).toBe('abc')
    expect(bridge.asked.map(({ name }) => name)).not.toContain('console.look')
  })
})

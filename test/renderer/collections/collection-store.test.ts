import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../../renderer/collections/collection-store.ts'
import { createSetsStore } from '../../../renderer/conversations/conversation-sets.tsx'
import { createRunsStore } from '../../../renderer/cruzar/runs.ts'
import { createDatasetsStore } from '../../../renderer/datasets/feature.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { createSheetsStore } from '../../../renderer/sheets/sheets-store.ts'
import { createFakeBridge, createGate, refuses } from '../../kit/fake-bridge.ts'
import { conversationSetWith, datasetWith, runWith, sheetWith } from '../../kit/samples-platform.ts'

const collections = [
  {
    name: 'sheets',
    create: createSheetsStore,
    itemWith: sheetWith,
    isByConnection: false,
    calls: { list: 'sheets.list', rename: 'sheets.rename', forget: 'sheets.forget', resume: 'sheets.resume' },
  },
  {
    name: 'runs',
    create: createRunsStore,
    itemWith: runWith,
    isByConnection: false,
    calls: { list: 'cruzar.runs', rename: 'cruzar.rename', forget: 'cruzar.forget', resume: 'cruzar.resume' },
  },
  {
    name: 'conversation sets',
    create: createSetsStore,
    itemWith: conversationSetWith,
    isByConnection: true,
    calls: {
      list: 'conversations.sets',
      rename: 'conversations.rename_set',
      forget: 'conversations.forget_set',
      resume: 'conversations.refresh',
    },
  },
  {
    name: 'data sets',
    create: createDatasetsStore,
    itemWith: datasetWith,
    isByConnection: true,
    calls: { list: 'datasets.list', rename: 'datasets.rename', forget: 'datasets.forget', resume: null },
  },
] as const

describe.each(collections)('the store of $name', ({ create, itemWith, isByConnection, calls }) => {
  async function opened() {
    const items = [itemWith({ id: 'one' })]
    const bridge = createFakeBridge({ [calls.list]: () => items })
    const store = create({ ask: createAsk(bridge) })
    const state = () => store.getState()
    await (isByConnection ? state().open('c1') : state().load())
    return { bridge, items, state, ids: () => readyValue<readonly StoredItem[]>(state().list)?.map(({ id }) => id) }
  }
  const key = isByConnection ? { connection_id: 'c1', id: 'one' } : { id: 'one' }

  it.each(['rename', 'forget', 'resume'] as const)('loads the list again after %s', async (action) => {
    const name = calls[action]
    if (name === null) return
    const { bridge, items, state, ids } = await opened()
    const added = itemWith({ id: 'two' })
    bridge.answerAll({
      [name]: () => {
        items.push(added)
        return action === 'forget' ? items : added
      },
    })
    expect(await state()[action]('one', 'Outro nome')).toBe(true)
    expect(bridge.inputs(name)).toEqual([action === 'rename' ? { ...key, name: 'Outro nome' } : key])
    expect(ids()?.toSorted()).toEqual(['one', 'two'])
    expect(state()).toMatchObject({ working: null, failure: null })
  })

  it('shows why a change failed and keeps the list, until that is dismissed', async () => {
    const { bridge, state, ids } = await opened()
    bridge.answer(calls.rename, refuses('name_taken'))
    expect(await state().rename('one', 'x')).toBe(false)
    expect(state()).toMatchObject({ working: null, failure: { code: 'name_taken' } })
    expect(ids()).toEqual(['one'])
    state().dismissFailure()
    expect(state().failure).toBeNull()
  })

  it('changes an item while the answer for another one is awaited', async () => {
    const { bridge, state } = await opened()
    const gate = bridge.hold(calls.rename)
    bridge.answer(calls.forget, () => [])
    const renaming = state().rename('one', 'x')
    expect(state().working).toBe('one')
    expect(await state().forget('two')).toBe(true)
    gate.open(itemWith({ id: 'one' }))
    expect(await renaming).toBe(true)
    expect(bridge.cancelled).toEqual([])
  })

  it('keeps the list, with the failure, when it cannot be loaded again', async () => {
    const { bridge, state, ids } = await opened()
    bridge.answer(calls.list, refuses('internal'))
    await state().reload()
    expect(ids()).toEqual(['one'])
    expect(state().list).toMatchObject({ failure: { code: 'internal' } })
  })

  it('is not loaded by a push before it was loaded once', async () => {
    const bridge = createFakeBridge()
    await create({ ask: createAsk(bridge) })
      .getState()
      .reload()
    expect(bridge.asked).toEqual([])
  })
})

describe.each(collections.filter((one) => one.isByConnection))(
  'the store of $name of another connection',
  ({ create, itemWith, calls }) => {
    it('drops late answers and failures of the connection before', async () => {
      const [list, change] = [createGate<unknown>(), createGate<unknown>()]
      const bridge = createFakeBridge({
        [calls.list]: ({ connection_id }: { connection_id: string }) => (connection_id === 'c1' ? list.passed : []),
        [calls.rename]: () => change.passed,
      })
      const { getState } = create({ ask: createAsk(bridge) })
      const [opening, renaming] = [getState().open('c1'), getState().rename('one', 'x')]
      await getState().open('c2')
      list.open([itemWith()])
      change.refuse(new Error('late'))
      await Promise.all([opening, renaming])
      expect(getState()).toMatchObject({ connection: 'c2', list: { status: 'ready', value: [] }, failure: null })
    })
  },
)

import { describe, expect, it } from 'vitest'
import type { Conversation, ConversationFilter } from '../../../preload/contract/conversations.ts'
import { type SavedView, savedView } from '../../../preload/contract/views.ts'
import { emptyQuery } from '../../../preload/values/empty-query.ts'
import { openConversations } from '../../../renderer/conversations/conversation-filter.ts'
import {
  createSetsStore,
  createStoredConversationStore,
  isInterrupted,
  isReading,
} from '../../../renderer/conversations/conversation-sets.tsx'
import {
  createConversationsStore,
  isShownAs,
  shownConversation,
} from '../../../renderer/conversations/conversations-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { type Answers, createFakeBridge, createGate, refuses } from '../../kit/fake-bridge.ts'
import { conversationPageOf, conversationSetWith, conversationWith, knownNames } from '../../kit/samples-platform.ts'

const offline = refuses('offline', { host: 'atendimento.exemplo.com.br' })
const pending: ConversationFilter = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['pending'] }]

/** As main gives a conversation that the service shows. */
const read = (conversation: Conversation) => ({ state: 'read', conversation }) as const

async function opened(answers: Answers = {}) {
  const bridge = createFakeBridge({
    'conversations.known': () => knownNames,
    'views.list': () => [],
    'conversations.page': ({ page }) =>
      page === 1 ? conversationPageOf([1, 2, 3]) : conversationPageOf([3, 4], { page, has_more: false }),
    ...answers,
  })
  const store = createConversationsStore({ ask: createAsk(bridge), now: () => 1000 })
  await store.getState().open('c1')
  await store.getState().start()
  const state = () => store.getState()
  const ids = () => readyValue(state().list)?.conversations.map(({ id }) => id)
  return { bridge, state, ids, asked: bridge.inputs }
}

describe('the conversations on the service', () => {
  it('begin with those that are open, and know names', async () => {
    const { state, ids, asked } = await opened()
    expect(asked('conversations.page')).toEqual([
      {
        connection_id: 'c1',
        filter: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
        page: 1,
      },
    ])
    expect(ids()).toEqual([1, 2, 3])
    expect(state().known.agents).toHaveLength(2)
    expect(readyValue(state().list)).toMatchObject({ all_count: 60, readAt: 1000 })
  })

  it('go on page by page, and list a conversation that moved between pages once', async () => {
    const { state, ids, asked } = await opened()
    await state().loadMore()
    expect(ids()).toEqual([1, 2, 3, 4])
    await state().loadMore()
    expect(asked('conversations.page')).toHaveLength(2)
  })

  it('keep what is there when the next page cannot be had, and ask again only on request', async () => {
    const { bridge, state, ids, asked } = await opened()
    bridge.answer('conversations.page', offline)
    await state().loadMore()
    expect(state().more.failure?.code).toBe('offline')
    expect(ids()).toEqual([1, 2, 3])
    bridge.answer('conversations.page', () => conversationPageOf([4], { page: 2, has_more: false }))
    await state().loadMore()
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(asked('conversations.page')).toHaveLength(3)
  })

  it('of a service that repeats a page are not requested endlessly', async () => {
    const { state, ids } = await opened({
      'conversations.page': ({ page }) => conversationPageOf([1, 2], { page }),
    })
    await state().loadMore()
    expect(ids()).toEqual([1, 2])
    expect(readyValue(state().list)).toMatchObject({ hasMore: true, repeated: true })
  })

  it('drop the answer that another filter has overtaken, and cancel its question', async () => {
    const { bridge, state, ids } = await opened()
    const gate = bridge.hold('conversations.page')
    const first = state().refresh()
    const late = bridge.asked.at(-1)?.id
    bridge.answer('conversations.page', () => conversationPageOf([8]))
    await state().search(pending)
    gate.open(conversationPageOf([1]))
    await first
    expect(ids()).toEqual([8])
    expect(bridge.cancelled).toContain(late)
  })

  it('read anew while the next page is on its way begin at the first page, and leave none out between', async () => {
    const { bridge, state, ids } = await opened()
    const [first, next] = [createGate('conversations.page'), createGate('conversations.page')]
    bridge.answer('conversations.page', ({ page }) => (page === 1 ? first.passed : next.passed))
    await state().start()
    const refreshing = state().refresh()
    const reading = state().loadMore()
    first.open(conversationPageOf([9, 1, 2]))
    await refreshing
    next.open(conversationPageOf([4, 5], { page: 2, has_more: false }))
    await reading
    expect(ids()).toEqual([9, 1, 2])
    expect(state()).toMatchObject({ more: { working: null }, list: { value: { page: 1, hasMore: true } } })
  })

  it('keep what is shown, under the reason, when it cannot be read anew', async () => {
    const { bridge, state, ids } = await opened()
    bridge.answer('conversations.page', offline)
    await state().refresh()
    expect(state().list).toMatchObject({ status: 'ready', failure: { code: 'offline' } })
    expect(ids()).toEqual([1, 2, 3])
  })

  it('are those of one account: another begins anew, and coming back finds its filter', async () => {
    const { state, asked } = await opened()
    await state().search(pending)
    await state().open('c2')
    expect(state().list.status).toBe('idle')
    expect(state().filter).not.toEqual(pending)
    await state().open('c1')
    await state().start()
    expect(asked('conversations.page').at(-1)).toMatchObject({ connection_id: 'c1', filter: pending })
  })

  it('stop being requested when the screen is left, and are requested again on return', async () => {
    const { bridge, state, ids } = await opened()
    const gate = bridge.hold('conversations.page')
    const searching = state().search(pending)
    state().close()
    expect(bridge.cancelled).toContain(bridge.asked.at(-1)?.id)
    gate.open(conversationPageOf([1]))
    await searching
    bridge.answer('conversations.page', () => conversationPageOf([5]))
    await state().start()
    expect(ids()).toEqual([5])
  })
})

describe('a conversation that is open', () => {
  it('is the one of the list, and its neighbours are a step away', async () => {
    const { state } = await opened()
    state().show(2)
    expect(state().opened).toMatchObject({ id: 2, found: { status: 'ready' }, expected: null })
    state().step(1)
    expect(state().opened?.id).toBe(3)
    state().step(1)
    expect(state().opened?.id).toBe(3)
    state().hide()
    expect(state().opened).toBeNull()
  })

  it('is shown as the list has it when that is read anew', async () => {
    const { bridge, state } = await opened()
    state().show(2)
    const resolved = { ...conversationPageOf([2, 1]), conversations: [conversationWith({ id: 2, status: 'resolved' })] }
    bridge.answer('conversations.page', () => resolved)
    await state().refresh()
    expect(shownConversation(state().opened)?.status).toBe('resolved')
  })

  it('is asked for by its number when a row leads to it, with the contact that it should be of', async () => {
    const { bridge, state, asked } = await opened({ 'conversations.read': () => read(conversationWith({ id: 77 })) })
    await state().openById(77, 9000)
    expect(asked('conversations.read')).toEqual([{ connection_id: 'c1', id: 77, contact_id: 9000 }])
    expect(state().opened).toMatchObject({ id: 77, expected: 9000, found: { status: 'ready' } })
    bridge.answer('conversations.read', () => ({ state: 'absent' }))
    await state().openById(78, 9000)
    expect(state().opened?.found).toEqual({ status: 'ready', value: { state: 'absent' } })
    bridge.answer('conversations.read', offline)
    await state().openById(79, null)
    expect(state().opened?.found.status).toBe('failed')
  })

  it('is read anew in the list as well', async () => {
    const { state } = await opened({
      'conversations.read': () => read(conversationWith({ id: 2, status: 'resolved' })),
    })
    state().show(2)
    await state().reread(2)
    expect(readyValue(state().list)?.conversations[1]?.status).toBe('resolved')
    expect(shownConversation(state().opened)?.status).toBe('resolved')
  })

  it.each(['search', 'open'] as const)('is not waited for any more after “%s”', async (action) => {
    const gate = createGate('conversations.read')
    const { state } = await opened({ 'conversations.read': () => gate.passed })
    const looking = state().openById(77, null)
    await (action === 'search' ? state().search(pending) : state().open('c2'))
    gate.open(read(conversationWith({ id: 77 })))
    await looking
    expect(state().opened).toBeNull()
  })

  it('that was read anew in one account is not put into the list of another', async () => {
    const gate = createGate('conversations.read')
    const { state } = await opened({ 'conversations.read': () => gate.passed })
    const reading = state().reread(2)
    await state().open('c2')
    await state().start()
    gate.open(read(conversationWith({ id: 2, status: 'resolved' })))
    await reading
    expect(readyValue(state().list)?.conversations[1]?.status).not.toBe('resolved')
  })

  it('that was read anew while the next page came stays so', async () => {
    const { bridge, state } = await opened({
      'conversations.read': () => read(conversationWith({ id: 2, status: 'resolved' })),
    })
    const gate = bridge.hold('conversations.page')
    const reading = state().loadMore()
    await state().reread(2)
    gate.open(conversationPageOf([4], { page: 2, has_more: false }))
    await reading
    expect(readyValue(state().list)?.conversations[1]?.status).toBe('resolved')
  })

  it('continues to be searched while another is read anew', async () => {
    const gate = createGate('conversations.read')
    const { bridge, state } = await opened({ 'conversations.read': () => gate.passed })
    const looking = state().openById(77, null)
    bridge.answer('conversations.read', () => read(conversationWith({ id: 2, status: 'resolved' })))
    await state().reread(2)
    gate.open(read(conversationWith({ id: 77 })))
    await looking
    expect(state().opened).toMatchObject({ id: 77, found: { status: 'ready', value: { conversation: { id: 77 } } } })
  })

  it('stays as it was, under the reason, when it cannot be read anew', async () => {
    const { state } = await opened({ 'conversations.read': offline })
    state().show(2)
    await state().reread(2)
    expect(state().opened?.found).toMatchObject({
      status: 'ready',
      value: { conversation: { id: 2 } },
      failure: { code: 'offline' },
    })
  })
})

describe('pages of other days alone', () => {
  it('are read on their own a few times, and then on request, since a service may repeat one for ever', async () => {
    const outside = conversationPageOf([], { all_count: null, outside: 25 })
    const { bridge, state } = await opened()
    bridge.answer('conversations.page', () => outside)
    const loads: (boolean | undefined)[] = []
    for (let times = 0; times < 4; times += 1) {
      await state().loadMore()
      loads.push(readyValue(state().list)?.repeated)
    }
    expect(loads).toEqual([false, false, false, true])
  })
})

describe('views of conversations', () => {
  const view: SavedView = {
    id: 'v1',
    name: 'Pendentes que esperam',
    query: { ...emptyQuery, sort: [{ column: 'wait', descending: true }] },
    columns: [],
    grouping: null,
    filter: pending,
    is_default: false,
  }

  it('hold the filter and the order, and belong to the account', async () => {
    const { state, asked } = await opened({ 'views.save': ({ view }) => [savedView.parse(view)] })
    state().orderBy('wait')
    await state().search(pending)
    expect(await state().saveView('Pendentes que esperam')).toBe(true)
    expect(asked('views.save')).toEqual([
      { of: { connection_id: 'c1', kind: 'live_conversations' }, view: { ...view, id: expect.any(String) } },
    ])
    expect(state()).toMatchObject({ savedViews: [{ filter: pending }], savedView: expect.any(String) })
    await state().open('c2')
    expect(state()).toMatchObject({ savedViews: [], savedView: null })
  })

  it('are shown with one request, and say when they were changed since', async () => {
    const { state, asked } = await opened({ 'views.list': () => [view] })
    await state().showView('v1')
    expect(asked('conversations.page')).toMatchObject([{ filter: openConversations }, { filter: pending }])
    expect([state().order, isShownAs(view, state())]).toEqual(['wait', true])
    state().orderBy('movement')
    expect(isShownAs(view, state())).toBe(false)
    await state().showView(null)
    expect(state()).toMatchObject({ savedView: null, filter: openConversations, order: 'movement' })
  })

  it('are what the screen opens with, where one of them is the first', async () => {
    const { state, asked } = await opened({ 'views.list': () => [{ ...view, is_default: true }] })
    expect(asked('conversations.page')).toMatchObject([{ filter: pending }])
    expect(state()).toMatchObject({ savedView: 'v1', order: 'wait' })
  })

  it('stay as the person left them while another account was open', async () => {
    const { state } = await opened({ 'views.list': () => [view] })
    await state().showView('v1')
    await state().open('c2')
    await state().open('c1')
    expect(state()).toMatchObject({ savedView: 'v1', filter: pending })
  })

  it('do not take the place of a filter that was asked for while they were loaded', async () => {
    const gate = createGate('views.list')
    const bridge = createFakeBridge({
      'conversations.known': () => knownNames,
      'views.list': () => gate.passed,
      'conversations.page': () => conversationPageOf([1]),
    })
    const store = createConversationsStore({ ask: createAsk(bridge), now: () => 1000 })
    const opening = store.getState().open('c1')
    await store.getState().find(openConversations)
    gate.open([{ ...view, is_default: true }])
    await opening
    expect(store.getState()).toMatchObject({ savedView: null, filter: openConversations })
  })

  it('are awaited by the first request, which a screen that was left does not make', async () => {
    const gate = createGate('views.list')
    const bridge = createFakeBridge({ 'conversations.known': () => knownNames, 'views.list': () => gate.passed })
    const store = createConversationsStore({ ask: createAsk(bridge), now: () => 1000 })
    void store.getState().open('c1')
    const starting = store.getState().start()
    store.getState().close()
    gate.open([])
    await starting
    expect(bridge.inputs('conversations.page')).toEqual([])
  })
})

describe('sets of conversations', () => {
  async function openedSets(answers: Answers = {}) {
    const bridge = createFakeBridge({ 'conversations.sets': () => [conversationSetWith()], ...answers })
    const store = createSetsStore({ ask: createAsk(bridge) })
    await store.getState().open('c1')
    return { bridge, state: () => store.getState() }
  }

  it('are those of the account, and a new one is given back', async () => {
    const { bridge, state } = await openedSets({ 'conversations.keep': () => conversationSetWith({ id: 's2' }) })
    expect(readyValue(state().list)).toHaveLength(1)
    expect(await state().create(pending, 'Pendentes')).toMatchObject({ id: 's2' })
    expect(bridge.inputs('conversations.keep')[0]).toEqual({
      connection_id: 'c1',
      filter: pending,
      name: 'Pendentes',
    })
  })

  it('are being read, or were interrupted, by the pushes of main', () => {
    expect(isReading(conversationSetWith({ task_id: 't1' }))).toBe(true)
    expect(isInterrupted(conversationSetWith({ state: 'partial' }))).toBe(true)
    expect(isInterrupted(conversationSetWith({ state: 'partial', task_id: 't1' }))).toBe(false)
    expect(isInterrupted(conversationSetWith({ state: 'changed' }))).toBe(false)
  })
})

describe('a kept conversation', () => {
  it('is shown with when it was read, and the one before is not awaited', async () => {
    const first = createGate('conversations.stored')
    const bridge = createFakeBridge({ 'conversations.stored': () => first.passed })
    const store = createStoredConversationStore({ ask: createAsk(bridge) })
    const earlier = store.getState().open({ connection_id: 'c1', set: 's1', id: 1 })
    const read_at = '2026-11-20T11:12:00.000Z'
    bridge.answer('conversations.stored', () => ({ conversation: conversationWith({ id: 2 }), read_at }))
    await store.getState().open({ connection_id: 'c1', set: 's1', id: 2 })
    first.open({ conversation: conversationWith({ id: 1 }), read_at })
    await earlier
    expect(store.getState()).toMatchObject({
      id: 2,
      conversation: { status: 'ready', value: { conversation: { id: 2 } } },
    })
    store.getState().close()
    expect(store.getState()).toMatchObject({ id: null, conversation: { status: 'idle' } })
  })
})

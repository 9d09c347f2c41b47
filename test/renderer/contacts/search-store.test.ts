import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createContactSearchStore } from '../../../renderer/contacts/contact-stores.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate, refuses } from '../../kit/fake-bridge.ts'
import { foundContactsOf } from '../../kit/samples-platform.ts'

const answerOf = (ids: readonly number[], more = {}) => foundContactsOf(ids, { sent: 'x', ...more })

beforeEach(() => void vi.useFakeTimers())

function setUp() {
  const bridge = createFakeBridge({ 'contacts.search': ({ text }) => answerOf([text.length]) })
  const store = createContactSearchStore({ ask: createAsk(bridge), clock: () => Date.now() })
  store.getState().open('c1')
  const texts = () => bridge.asked.map(({ input }) => (input as { text: string }).text)
  return { bridge, store, asked: texts, state: () => store.getState() }
}

describe('searching while typing', () => {
  it('asks once typing rests, and never for less than two characters', async () => {
    const { asked, state } = setUp()
    for (const text of ['m', ' ', 'm ', '']) state().setText(text)
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toEqual([])
    for (const text of ['ma', 'mar', 'mari']) state().setText(text)
    await vi.advanceTimersByTimeAsync(349)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(['mari'])
    expect(state()).toMatchObject({ working: null, found: { contacts: [{ id: 4 }], sent: 'x' } })
    state().setText('m')
    expect(state()).toMatchObject({ found: null, working: null })
  })

  it('calls back what is under way, and keeps two questions apart', async () => {
    const { bridge, asked, state } = setUp()
    const gate = createGate('contacts.search')
    bridge.answer('contacts.search', ({ text }) => (text === 'mari' ? gate.passed : answerOf([9])))
    state().setText('mari')
    await vi.advanceTimersByTimeAsync(350)
    state().setText('maria')
    expect(bridge.cancelled).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(899)
    expect(asked()).toEqual(['mari'])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(['mari', 'maria'])
    gate.open(answerOf([1, 2, 3]))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().found?.contacts).toMatchObject([{ id: 9 }])
  })

  it('shows why it failed, and shows another account nothing of the first', async () => {
    const { bridge, state, asked } = setUp()
    state().setText('maria')
    await state().search()
    bridge.answer('contacts.search', refuses('rate_limited'))
    state().setText('mariana')
    await state().search()
    expect(state()).toMatchObject({ failure: { code: 'rate_limited' }, working: null, found: null })
    state().open('c2')
    expect(state()).toMatchObject({ found: null, failure: null, working: 'search' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked()).toEqual(['maria', 'mariana', 'mariana'])
  })
})

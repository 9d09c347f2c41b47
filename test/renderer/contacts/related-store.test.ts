import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Related } from '../../../preload/contract/contacts.ts'
import { createRelatedStore } from '../../../renderer/contacts/contact-stores.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, refuses } from '../../kit/fake-bridge.ts'
import { nothingRelated } from '../../kit/samples-platform.ts'

beforeEach(() => void vi.useFakeTimers())

const relatedTo = (name: string): Related => ({
  ...nothingRelated,
  runs: [{ run_id: 'r1', run_name: name, at: '2026-11-20T11:12:00.000Z', matched_by: 'email', outcome: 'ausente' }],
})
const person = { connection: 'c1', contact: 55, phone: null, email: null }

function setUp() {
  const bridge = createFakeBridge({
    'contacts.related': ({ contact_id, phones }) => relatedTo([contact_id, ...phones].join(' ')),
  })
  const store = createRelatedStore({ ask: createAsk(bridge) })
  return { bridge, state: () => store.getState() }
}

describe('stored rows of the open person', () => {
  it('are not searched while the user steps through people', async () => {
    const { bridge, state } = setUp()
    for (const contact of [1, 2, 3]) void state().show({ ...person, contact })
    await vi.advanceTimersByTimeAsync(199)
    expect(bridge.asked).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(bridge.asked).toHaveLength(1)
    expect(state().related).toMatchObject({ status: 'ready', value: relatedTo('3') })
  })

  it('stays, with the reason, when it cannot be read again', async () => {
    const { bridge, state } = setUp()
    void state().show(person)
    await vi.advanceTimersByTimeAsync(200)
    bridge.answer('contacts.related', refuses('data_process_ended'))
    await state().reload()
    expect(state().related).toMatchObject({ status: 'ready', failure: { code: 'data_process_ended' } })
  })

  it('stays while more is learnt of the same person, and goes with another', async () => {
    const { state } = setUp()
    void state().show(person)
    await vi.advanceTimersByTimeAsync(200)
    const again = state().show({ ...person, phone: '+5511987654321' })
    expect(state().related.status).toBe('ready')
    await again
    expect(state().related).toMatchObject({ value: relatedTo('55 +5511987654321') })
    void state().show({ ...person, contact: null, phone: '1' })
    expect(state().related.status).toBe('loading')
    await vi.advanceTimersByTimeAsync(200)
    void state().show({ ...person, contact: null, phone: '2' })
    expect(state().related.status).toBe('loading')
  })
})

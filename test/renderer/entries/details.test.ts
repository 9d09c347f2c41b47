import { describe, expect, it } from 'vitest'
import { createDetails, type ShownEntry } from '../../../renderer/entries/caches.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { entryDetailWith } from '../../kit/samples-forms.ts'

describe('an entry that is loaded while it changes', () => {
  it('is loaded again when it is opened next, although the first load ended after the change', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({ 'entries.read': () => gate.passed })
    let shown: ShownEntry | null = null
    const details = createDetails({
      ask: createAsk(bridge),
      table: { connection_id: 'c1', form_id: 301, set: '' },
      read: () => shown,
      show: (now) => {
        shown = now
      },
    })
    const first = details.open(10)
    bridge.answer('entries.read', ({ id }: { id: number }) => entryDetailWith({ id, state: 'aprovada' }))
    await details.open(9)
    await details.refresh([10])
    gate.open(entryDetailWith({ id: 10 }))
    await first
    await details.open(10)
    expect(shown).toMatchObject({ id: 10, detail: { status: 'ready', value: { state: 'aprovada' } } })
  })
})

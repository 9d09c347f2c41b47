import { describe, expect, it } from 'vitest'
import type { Write } from '../../../preload/contract/writes.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ActivityScreen } from '../../../renderer/activity/screen.tsx'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { checkedSentence, createWritesStore } from '../../../renderer/kernel/writes-store.ts'
import { createTestApp, render } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'

const texts = ptBR.activity
const settles = Date.parse('2026-11-20T15:02:10Z')
const write: Write = {
  id: 'w1',
  at: '2026-11-20T15:00:00Z',
  kind: 'call',
  target: 'POST /captain/assistants',
  state: 'unknown',
  failure: null,
  settles_at: new Date(settles).toISOString(),
}
const from = (now: number) => createFormat('pt-BR').moment(Date.parse('2026-11-20T15:03:00Z'), now)

async function shownAt(now: number) {
  const store = createWritesStore({
    ledger: { list: async () => [write], check: async () => write, settle: async () => write },
    checked: async () => undefined,
  })
  const shown = await render(
    <AppProvider value={createTestApp({ activity: store }, { now })}>
      <ActivityScreen connection={connectionWith()} />
    </AppProvider>,
  )
  await shown.until(() => shown.byRole('button', texts.check))
  await shown.click(shown.byRole('button', texts.more(texts.kinds.call, '')))
  await shown.until(() => shown.byRole('menuitem', texts.confirmedByHand))
  return shown
}

describe('a write that was never confirmed', () => {
  it('shows when it can be marked as not done, and does not offer it before', async () => {
    const now = settles - 100_000
    const shown = await shownAt(now)
    expect(shown.text()).toContain(texts.settling(from(now)))
    expect(() => shown.byRole('menuitem', texts.notDoneByHand)).toThrow()
    expect(checkedSentence(write, 'x', now)).toBe(texts.notYetKnown('x', from(now)))
  })

  it('can be marked as not done by the user, once it has settled', async () => {
    const shown = await shownAt(settles)
    expect(shown.text()).not.toContain(texts.settling(from(settles)))
    shown.byRole('menuitem', texts.notDoneByHand)
    expect(checkedSentence(write, 'x', settles)).toBe(texts.checked.unknown('x'))
  })
})

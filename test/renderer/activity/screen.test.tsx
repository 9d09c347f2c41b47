import { describe, expect, it } from 'vitest'
import type { Exported, Write } from '../../../preload/contract/writes.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createExportsStore } from '../../../renderer/activity/exports-store.ts'
import { ActivityScreen } from '../../../renderer/activity/screen.tsx'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider, type Features } from '../../../renderer/kernel/feature.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { checkedSentence, createWritesStore } from '../../../renderer/kernel/writes-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
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

/** An app with what the screen uses, on the connection `c1`. */
function testApp(activity: Partial<Features['activity']>, now = 0) {
  return createTestApp({ activity, connections: { useInUse: () => connectionWith() } }, { now })
}

async function shownAt(now: number) {
  const store = createWritesStore({
    ledger: { list: async () => [write], check: async () => write, settle: async () => write },
    checked: async () => undefined,
  })
  const shown = await render(
    <AppProvider value={testApp({ writes: store }, now)}>
      <ActivityScreen place={{ screen: 'activity' }} />
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

const sheetExport: Exported = {
  id: '1',
  at: '2026-11-20T15:00:00Z',
  account: 'Equipe Vendas',
  kind: 'sheet',
  name: 'Leads de novembro',
  file: 'Leads de novembro.xlsx',
  format: 'xlsx',
  rows: 1234,
  people: 1234,
}

async function showExports(all: readonly Exported[]) {
  const bridge = createFakeBridge({
    'activity.exports': ({ from, count }: { from: number; count: number }) => ({
      exports: all.slice(from, from + count),
      total: all.length,
    }),
  })
  const exports = createExportsStore({ ask: createAsk(bridge) })
  const shown = await render(
    <AppProvider value={testApp({ exports })}>
      <ActivityScreen place={{ screen: 'activity', part: 'exports' }} />
    </AppProvider>,
  )
  await shown.until(() => expect(exports.getState().list.status).toBe('ready'))
  return { shown, exports, bridge }
}

describe('the exports of the activity', () => {
  it('show what left, of which account, with at most how many people', async () => {
    const report = { ...sheetExport, id: '2', kind: 'report', name: 'Agentes', rows: 7, people: null } as const
    const { shown } = await showExports([sheetExport, report])
    for (const text of ['Leads de novembro', 'Leads de novembro.xlsx', 'Equipe Vendas', '1.234', 'até 1.234', '—']) {
      expect(shown.text()).toContain(text)
    }
    expect(() => shown.byRole('button', ptBR.common.showMore)).toThrow()
  })

  it('say that there are none, and what will stand there', async () => {
    const { shown } = await showExports([])
    expect(shown.text()).toContain(texts.exports.empty)
  })

  it('come a hundred at a time, and stay as many when another export is added', async () => {
    const all = Array.from({ length: 620 }, (_, index) => ({ ...sheetExport, id: String(index) }))
    const { shown, exports, bridge } = await showExports(all)
    const listed = () => readyValue(exports.getState().list)?.exports.length
    expect(listed()).toBe(100)
    for (let times = 0; times < 5; times++) await shown.click(shown.byRole('button', ptBR.common.showMore))
    await shown.until(() => expect(listed()).toBe(600))
    expect(bridge.inputs('activity.exports').slice(-2)).toEqual([
      { from: 0, count: 500 },
      { from: 500, count: 100 },
    ])
    await exports.getState().reload()
    expect(listed()).toBe(600)
  })
})

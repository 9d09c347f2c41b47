import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Exported, SentList, SentWrite, Write } from '../../../preload/contract/writes.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createExportsStore } from '../../../renderer/activity/feature.ts'
import { ActivityScreen } from '../../../renderer/activity/screen.tsx'
import { createSentStore } from '../../../renderer/activity/sent-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider, type Features } from '../../../renderer/kernel/feature.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { checkedSentence } from '../../../renderer/kernel/writes-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { containing, createTestApp, render, user } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'

const texts = ptBR.activity
const settles = Date.parse('2026-11-20T15:02:10Z')
const call: Write = {
  id: 'w1',
  at: '2026-11-20T15:00:00Z',
  kind: 'call',
  target: 'POST /captain/assistants',
  state: 'unknown',
  failure: null,
  settles_at: new Date(settles).toISOString(),
}
const write: SentWrite = { ...call, connection_id: 'c1', service: 'platform', account: 'Equipe Vendas' }
const from = (now: number) => createFormat('pt-BR').moment(Date.parse('2026-11-20T15:03:00Z'), now)

/** An app with what the screen uses, on the connection `c1`. */
function testApp(activity: Partial<Features['activity']>, now = 0) {
  return createTestApp({ activity, connections: { useInUse: () => connectionWith() } }, { now })
}

async function showSent(sent: { writes?: readonly SentWrite[]; lists?: readonly SentList[] }, now = 0) {
  const bridge = createFakeBridge({
    'activity.sent': () => ({ writes: [], lists: [], ...sent }),
    'activity.check': () => call,
    'forms.check_write': () => call,
  })
  const shown = await render(
    <AppProvider value={testApp({ sent: createSentStore({ ask: createAsk(bridge) }) }, now)}>
      <ActivityScreen place={{ screen: 'activity' }} />
    </AppProvider>,
  )
  return { shown, bridge }
}

async function shownAt(now: number) {
  const { shown } = await showSent({ writes: [write] }, now)
  await waitFor(() => screen.getByRole('button', { name: containing(texts.check) }))
  await user.click(screen.getByRole('button', { name: containing(texts.more(texts.kinds.call, '')) }))
  await waitFor(() => screen.getByRole('menuitem', { name: texts.confirmedByHand }))
  return shown
}

describe('a write that was never confirmed', () => {
  it('shows when it can be marked as not done, and does not offer it before', async () => {
    const now = settles - 100_000
    await shownAt(now)
    expect(document.body.textContent).toContain(texts.settling(from(now)))
    expect(screen.queryByRole('menuitem', { name: containing(texts.notDoneByHand) })).toBeNull()
    expect(checkedSentence(write, 'x', now)).toBe(texts.notYetKnown('x', from(now)))
  })

  it('can be marked as not done by the user, once it has settled', async () => {
    await shownAt(settles)
    expect(document.body.textContent).not.toContain(texts.settling(from(settles)))
    screen.getByRole('menuitem', { name: texts.notDoneByHand })
    expect(checkedSentence(write, 'x', settles)).toBe(
      'O que o serviço mostra não diz o que aconteceu com “x”. Confira por lá.',
    )
  })
})

describe('what was sent', () => {
  it('is of both services and all accounts, with the lists that were crossed, the newest first', async () => {
    const form = { ...write, id: 'w2', service: 'forms', connection_id: 'f1', account: 'Formulários' } as const
    const deleted = { ...form, kind: 'delete_form', target: 'Contato do site', at: '2026-11-20T16:00:00Z' } as const
    const list = { run_id: 'r1', name: 'Campanha', at: '2026-11-20T15:30:00Z', account: 'Equipe Vendas', keys: 460 }
    const { bridge } = await showSent({ writes: [deleted, write], lists: [list] })
    await waitFor(() =>
      screen.getByRole('button', { name: texts.checkNamed(texts.kinds.delete_form, 'Contato do site') }),
    )
    const lines = [...document.querySelectorAll('.activity-list > li')].map(({ textContent }) => textContent)
    expect(lines).toEqual([
      expect.stringMatching(/^Excluir formulário Contato do site.*Formulários/),
      expect.stringMatching(/^Cruzar lista Campanha.*Equipe Vendas · 460 telefones e e-mails consultados/),
      expect.stringMatching(/^Chamada.*Equipe Vendas/),
    ])
    await user.click(screen.getByRole('button', { name: texts.checkNamed(texts.kinds.delete_form, 'Contato do site') }))
    expect(bridge.inputs('forms.check_write')).toEqual([{ connection_id: 'f1', id: 'w2' }])
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
  contacts: 987,
}

async function showExports(all: readonly Exported[]) {
  const bridge = createFakeBridge({
    'activity.exports': ({ from, count }) => ({
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
  await waitFor(() => expect(exports.getState().list.status).toBe('ready'))
  return { shown, exports, bridge }
}

describe('the exports of the activity', () => {
  it('show what left, of which account, with how many people where they were counted', async () => {
    const report = { ...sheetExport, id: '2', kind: 'report', name: 'Agentes', rows: 7, contacts: null } as const
    await showExports([sheetExport, report])
    for (const text of ['Leads de novembro', 'Leads de novembro.xlsx', 'Equipe Vendas', '1.234', '987', '—']) {
      expect(document.body.textContent).toContain(text)
    }
    expect(screen.queryByRole('button', { name: containing(ptBR.common.showMore) })).toBeNull()
  })

  it('say that there are none, and what will stand there', async () => {
    await showExports([])
    expect(document.body.textContent).toContain(texts.exports.empty)
  })

  it('come a hundred at a time, and stay as many when another export is added', async () => {
    const all = Array.from({ length: 620 }, (_, index) => ({ ...sheetExport, id: String(index) }))
    const { exports, bridge } = await showExports(all)
    const listed = () => readyValue(exports.getState().list)?.exports.length
    expect(listed()).toBe(100)
    for (let times = 0; times < 5; times++) await user.click(screen.getByRole('button', { name: ptBR.common.showMore }))
    await waitFor(() => expect(listed()).toBe(600))
    expect(bridge.inputs('activity.exports').slice(-2)).toEqual([
      { from: 0, count: 500 },
      { from: 500, count: 100 },
    ])
    await exports.getState().reload()
    expect(listed()).toBe(600)
  })
})

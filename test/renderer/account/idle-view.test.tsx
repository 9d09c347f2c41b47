import { expect, it } from 'vitest'
import type { IdleReads } from '../../../preload/contract/entries.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { IdleView } from '../../../renderer/account/screen.tsx'
import { render } from '../../kit/render.tsx'

const texts = ptBR.account.idle
const today: IdleReads = {
  ...{ on: true, reading: false, day: '2026-11-20', calls: 73, most: 1000, stopped: null },
  forms: [{ id: 301, name: 'Contato do site', entries: 72 }],
}

it('shows what was read in idle time today, of which forms, and with how many requests', async () => {
  await render(<IdleView idle={today} />)
  for (const words of ['73 consultas', '1.000 por dia', '72 respostas de “Contato do site”', texts.states.on]) {
    expect(document.body.textContent).toContain(words)
  }
})

it.each([
  [{ why: 'plan', used: 901, limit: 1000 }, '901 de 1.000 consultas do mês'],
  [{ why: 'plan_unknown' }, texts.stopped.plan_unknown],
  [{ why: 'day' }, texts.stopped.day],
  [{ why: 'failed' }, texts.stopped.failed],
] as const)('shows why idle reads stopped: %j', async (stopped, words) => {
  await render(<IdleView idle={{ ...today, stopped }} />)
  expect(document.body.textContent).toContain(words)
})

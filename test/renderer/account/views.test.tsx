import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { IdleReads } from '../../../preload/contract/entries.ts'
import type { Usage } from '../../../preload/contract/form-service.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { IdleView } from '../../../renderer/account/screen.tsx'
import { UsageView } from '../../../renderer/account/usage.tsx'
import { render } from '../../kit/render.tsx'

const texts = ptBR.account.idle
const today: IdleReads = {
  on: true,
  reading: false,
  day: '2026-11-20',
  calls: 73,
  most: 1000,
  stopped: null,
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

it('shows a use near its limit in words', async () => {
  const [forms, entries, api_calls, storage_mb] = [79, 83, 97, 120].map((used) => ({ used, limit: 100 }))
  const used = { forms, entries, api_calls, storage_mb } as Pick<
    Usage,
    'forms' | 'entries' | 'api_calls' | 'storage_mb'
  >
  await render(<UsageView usage={{ period: '2026-11', ...used, read_at: '2026-11-20T12:00:00Z' }} />)
  expect(screen.getByRole('status').textContent).toBe(
    [
      'Respostas: 83% do limite do plano já foi usado.',
      'Consultas à API: 97% do limite do plano já foi usado.',
      'Armazenamento: o limite do plano foi atingido (120%).',
    ].join(''),
  )
  for (const words of ['perto do limite: 83%', 'quase no limite: 97%'])
    expect(document.body.textContent).toContain(words)
})

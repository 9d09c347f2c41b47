import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Diagnosis, Probe } from '../../../preload/contract/health.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createDiagnosticsStore } from '../../../renderer/diagnostics/feature.ts'
import { DiagnosticsScreen } from '../../../renderer/diagnostics/screen.tsx'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { createFakeBridge, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { createTestApp, render, user } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'

const texts = ptBR.diagnostics
const probe = (change: Partial<Probe>): Probe => ({
  step: 'token',
  state: 'known',
  finding: 'token_accepted',
  params: {},
  failure: null,
  ...change,
})
const diagnosis: Diagnosis = {
  host: 'atendimento.exemplo.com.br',
  on_beta: false,
  checked_at: '2026-11-20T11:00:00Z',
  probes: [
    probe({}),
    probe({ step: 'administrator', state: 'failed', finding: 'failed', failure: 'not_administrator' }),
    probe({ step: 'report_teams', finding: 'report', params: { kind: 'csv' } }),
  ],
}

async function open(last: Diagnosis | null) {
  const bridge = createFakeBridge({ 'diagnostics.read': () => last })
  const store = createDiagnosticsStore({ ask: createAsk(bridge) })
  await render(
    <AppProvider value={createTestApp({ diagnostics: store })}>
      <DiagnosticsScreen connection={connectionWith()} />
    </AppProvider>,
  )
  await expect.poll(() => store.getState().last.status).toBe('ready')
  return { bridge, store }
}

describe('the diagnostics screen', () => {
  it('teaches what it asks while nothing was asked, and asks', async () => {
    const { bridge, store } = await open(null)
    expect(document.body.textContent).toContain(texts.emptyText)
    bridge.answer('diagnostics.run', () => diagnosis)
    await user.click(screen.getByRole('button', { name: ptBR.common.askService }))
    await expect.poll(() => store.getState().working).toBeNull()
    expect(document.body.textContent).toContain(texts.steps.report_teams)
  })

  it('shows what was found in words, and what failed as everywhere else', async () => {
    await open(diagnosis)
    expect(document.body.textContent).toContain('Responde em CSV.')
    expect(document.body.textContent).toContain(
      'A chave é válida, mas não é de um administrador da conta, e o serviço pede isso aqui. Use a chave de um administrador.',
    )
    expect(document.body.textContent).toContain('atendimento.exemplo.com.br')
  })

  it('keeps the last answers when a probe is stopped or fails', async () => {
    const { bridge, store } = await open(diagnosis)
    const gate = bridge.hold('diagnostics.run')
    await user.click(screen.getByRole('button', { name: ptBR.common.askAgain }))
    await user.click(screen.getByRole('button', { name: ptBR.common.stop }))
    gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
    expect(store.getState()).toMatchObject({
      working: null,
      failure: null,
      last: { status: 'ready', value: diagnosis },
    })
    bridge.answer('diagnostics.run', refuses('secret_missing'))
    await user.click(screen.getByRole('button', { name: ptBR.common.askAgain }))
    await expect.poll(() => store.getState().failure?.code).toBe('secret_missing')
    expect(document.body.textContent).toContain('Responde em CSV.')
  })

  it('shows nothing of a file that could not be saved of the connection that was left', async () => {
    const { bridge, store } = await open(diagnosis)
    const gate = bridge.hold('diagnostics.export')
    const saving = store.getState().save()
    await store.getState().show('c9', false)
    gate.refuse(new Refusal({ code: 'disk_full', params: {} }))
    expect(await saving).toBeNull()
    expect(store.getState().failure).toBeNull()
  })
})

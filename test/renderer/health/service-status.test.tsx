import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ServiceHealth } from '../../../preload/contract/health.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createHealthStore } from '../../../renderer/health/feature.ts'
import { ServiceStatus } from '../../../renderer/health/service-status.tsx'
import { createFakeBridge, refuses } from '../../kit/fake-bridge.ts'
import { createTestApp, InApp, render, user } from '../../kit/render.tsx'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'

const at = new Date(2026, 10, 20, 5, 23).toISOString()
const healthWith = (change: Partial<ServiceHealth>): ServiceHealth => ({
  connection_id: 'c1',
  state: 'answers',
  since: at,
  at,
  failure: null,
  ...change,
})

async function open(list: readonly ServiceHealth[]) {
  const main = createFakeBridge({ 'health.list': () => [...list] })
  const store = createHealthStore(main)
  await store.getState().load()
  const connections = [connectionWith({ name: 'Vendas' }), formsConnectionWith({ name: 'Site' })]
  const app = createTestApp(
    { health: { store }, connections: { useList: () => connections } },
    { now: new Date(2026, 10, 20, 9, 0).getTime() },
  )
  await render(<InApp app={app}>{() => <ServiceStatus />}</InApp>)
  return { ...main, place: () => app.navigation.getState().place }
}

const down = healthWith({ state: 'silent', failure: { code: 'offline', params: { host: 'casa.example' } } })

describe('the state of the services', () => {
  it.each([
    ['silent', 'Vendas não responde desde 05:23'],
    ['failing', 'Vendas está com problemas desde 05:23'],
    ['offline', 'Vendas: sem internet desde 05:23'],
  ] as const)('is shown in words where one is %s, and it is asked again from there', async (state, words) => {
    const { answer, inputs } = await open([{ ...down, state }, healthWith({ connection_id: 'f1' })])
    expect(document.body.textContent).toContain(words)
    expect(document.body.textContent).not.toContain(ptBR.health.states.answers())
    answer('health.probe', () => [healthWith({})])
    await user.click(screen.getByRole('button', { name: ptBR.health.tryNamed('Vendas') }))
    expect(inputs('health.probe')).toEqual([{ id: 'c1' }])
    await waitFor(() => expect(document.body.textContent).toContain(ptBR.health.states.answers()))
    expect(document.body.textContent).not.toContain(words)
  })

  it.each([
    ['header_dropped', 'Vendas não recebe a chave de acesso desde 05:23'],
    ['shield_page', 'Vendas: uma proteção barra o Cruza desde 05:23'],
    ['service_failed', 'Vendas está com problemas desde 05:23'],
  ] as const)('names what stands before the service after %s', async (code, words) => {
    const params = { host: 'casa.example', shield: 'Cloudflare', status: 403 }
    await open([{ ...down, state: 'failing', failure: { code, params } }])
    expect(document.body.textContent).toContain(words)
  })

  it('is asked again by itself, but for a refused key, until it has passed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = healthWith({ connection_id: 'f1', state: 'refused' })
    const { answer, inputs } = await open([down, refused])
    answer('health.probe', () => [healthWith({}), refused])
    await act(async () => void vi.advanceTimersByTime(60_000))
    await waitFor(() => expect(inputs('health.probe')).toEqual([{ id: 'c1' }]))
    await waitFor(() => expect(document.body.textContent).not.toContain('não responde'))
    await act(async () => void vi.advanceTimersByTime(600_000))
    expect(inputs('health.probe')).toHaveLength(1)
  })

  it('leads to the refused key, which a retry does not repair', async () => {
    const { place } = await open([{ ...down, state: 'refused' }])
    expect(document.body.textContent).toContain('Vendas recusa a chave de acesso desde 05:23')
    await user.click(screen.getByRole('button', { name: ptBR.health.replace }))
    expect(place()).toEqual({ screen: 'connections', replace: 'c1' })
  })

  it('is online only after an answer', async () => {
    await open([])
    expect(document.body.textContent).toContain(ptBR.health.states.unknown())
    expect(document.body.textContent).not.toContain('online')
  })

  it('counts several in trouble, and shows each with its reason', async () => {
    const { place, answer } = await open([down, healthWith({ connection_id: 'f1', state: 'refused' })])
    await user.click(screen.getByRole('button', { name: '2 contas com problemas' }))
    await waitFor(() => expect(document.body.textContent).toContain('não responde desde 05:23'))
    expect(document.body.textContent).toContain(
      'Sem conexão com casa.example. O que está guardado continua aqui; tente de novo quando a rede voltar.',
    )
    answer('health.probe', refuses('vault_locked'))
    await user.click(screen.getByRole('button', { name: ptBR.health.tryNamed('Vendas') }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('trancado'))
    await user.click(screen.getByRole('button', { name: ptBR.connections.replaceSecret }))
    expect(place()).toEqual({ screen: 'connections', replace: 'f1' })
  })

  it('asks those that were not reached when the computer has a network again', async () => {
    const { answer, inputs } = await open([down, healthWith({ connection_id: 'f1', state: 'refused' })])
    answer('health.probe', () => [healthWith({}), healthWith({ connection_id: 'f1', state: 'refused' })])
    await act(async () => window.dispatchEvent(new Event('offline')))
    expect(document.body.textContent).toContain(ptBR.health.states.offline())
    expect(inputs('health.probe')).toEqual([])
    await act(async () => window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(inputs('health.probe')).toEqual([{ id: 'c1' }]))
    await waitFor(() => expect(document.body.textContent).toContain('Site recusa a chave de acesso'))
  })
})

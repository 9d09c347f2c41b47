import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../preload/contract/app.ts'
import type { Connection } from '../../../preload/contract/connections.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createRuntime, RuntimeContext } from '../../../renderer/app/runtime.ts'
import { Shell } from '../../../renderer/app/shell.tsx'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { createFakeBridge, type FakeBridge } from '../../kit/fake-bridge.ts'
import { fill, render, user } from '../../kit/render.tsx'
import { appStateWith, connectionWith } from '../../kit/samples.ts'
import { submit } from '../../kit/screen-parts.ts'
import { until } from '../../kit/until.ts'

const texts = ptBR.app

async function show(bridge: FakeBridge) {
  const runtime = createRuntime({ bridge })
  await render(
    <RuntimeContext value={runtime}>
      <AppProvider value={runtime}>
        <Shell />
      </AppProvider>
    </RuntimeContext>,
  )
  return { runtime }
}

async function open(state: AppState, connections: readonly Connection[] = []) {
  const bridge = createFakeBridge({
    'app.state': () => state,
    'connections.list': () => connections,
    'tasks.list': () => [],
    'sheets.list': () => [],
    'cruzar.runs': () => [],
  })
  const { runtime } = await show(bridge)
  await act(async () => {
    await runtime.feature('app').store.getState().load()
    await until(() => expect(runtime.feature('search').getState().findable.status).not.toBe('loading'))
  })
  // Where there is a connection, the list of sheets is the first screen; its code comes when it is needed.
  if (connections.length > 0) await waitFor(() => screen.getByRole('heading', { name: ptBR.sheets.title }))
  return { bridge, runtime }
}

const press = (key: string) =>
  act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

describe('the window', () => {
  it('offers a newcomer two ways and nothing else', async () => {
    await open(appStateWith())
    expect(screen.getByRole('button', { name: texts.welcome.demo })).toBeTruthy()
    expect(screen.getByRole('button', { name: ptBR.common.connectAccount })).toBeTruthy()
    expect(document.querySelectorAll('button')).toHaveLength(2)
  })

  it('leads from forms without an account to the form of one', async () => {
    const { runtime } = await open(appStateWith(), [connectionWith()])
    await act(async () => runtime.navigation.getState().go({ screen: 'forms' }))
    await user.click(await screen.findByRole('button', { name: ptBR.forms.connect }))
    expect(runtime.navigation.getState().place).toEqual({ screen: 'connections', create: true, service: 'forms' })
  })

  it('asks for a passphrase only when a newcomer connects, and then leads to the form', async () => {
    const { bridge, runtime } = await open(
      appStateWith({
        phase: 'needs_passphrase',
        vault: { kind: 'passphrase', state: 'needs_passphrase', backend: '' },
      }),
    )
    await user.click(screen.getByRole('button', { name: ptBR.common.connectAccount }))
    expect(screen.getByRole('heading', { name: texts.vault.createTitle })).toBeTruthy()
    bridge.answer('app.create_vault', () => appStateWith())
    await fill(screen.getByLabelText(texts.vault.passphrase), 'quatro palavras longas')
    await fill(screen.getByLabelText(ptBR.common.passphrase.repeat), 'quatro palavras longas')
    await submit(document.body)
    expect(runtime.navigation.getState().place).toEqual({ screen: 'connections', create: true })
  })

  it('keeps the demonstration in sight while it is open', async () => {
    const { bridge } = await open(appStateWith({ demo: true }), [connectionWith()])
    expect(document.body.textContent).toContain(texts.demo.band)
    for (const question of ['app.leave_demo', 'app.state'] as const) bridge.answer(question, () => appStateWith())
    bridge.answer('connections.list', () => [])
    await user.click(screen.getByRole('button', { name: texts.demo.leave }))
    await waitFor(() => expect(screen.getByRole('button', { name: texts.welcome.demo })).toBeTruthy())
  })

  it('opens the screen of its shortcut, and moves the focus to the heading there', async () => {
    await open(appStateWith(), [connectionWith()])
    await press('g')
    await press('a')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: ptBR.settings.title })))
    expect(document.title).toBe(`${ptBR.settings.title} · ${ptBR.common.appName}`)
  })

  it.each([
    ['the welcome page', []],
    ['a screen', [connectionWith()]],
  ])('carries out the items of the native menu on %s', async (_, connections) => {
    const { bridge } = await open(appStateWith(), connections)
    await act(async () => bridge.push({ kind: 'command', command: 'shortcuts' }))
    await waitFor(() => expect(document.body.textContent).toContain(texts.shortcuts.everywhere))
    await act(async () => bridge.push({ kind: 'command', command: 'connections' }))
    expect(screen.getByRole('heading', { name: ptBR.connections.title })).toBeTruthy()
  })

  it('shows why it could not even start, and offers to try again', async () => {
    const { runtime } = await show(createFakeBridge())
    await act(() => runtime.feature('app').store.getState().load())
    expect(document.body.textContent).toContain('Isto não existe mais. Volte à lista e escolha de novo.')
    expect(screen.getByRole('button', { name: ptBR.common.tryAgain })).toBeTruthy()
  })
})

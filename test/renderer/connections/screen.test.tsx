import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { useStore } from 'zustand'
import type { Connection } from '../../../preload/contract/connections.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ConnectionsScreen } from '../../../renderer/connections/screen.tsx'
import { createConnectionsStore } from '../../../renderer/connections/store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { readyValue } from '../../../renderer/kernel/loadable.ts'
import { type Answer, createFakeBridge, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { createTestApp, InApp, type Rendered, render } from '../../kit/render.tsx'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'

const texts = ptBR.connections
const connection = connectionWith({ sheets: 2 })

const nothing = { entries: 0, reviewed: 0, conversation_sets: 0, datasets: 0 }

async function open(connections: readonly Connection[], create: boolean) {
  const bridge = createFakeBridge({ 'connections.list': () => connections })
  const store = createConnectionsStore({ ask: createAsk(bridge) })
  await store.getState().load()
  const app = createTestApp(
    {
      connections: { store, useList: () => readyValue(useStore(store, ({ list }) => list)) ?? [] },
      health: { useTroubleOf: () => () => null },
    },
    { place: create ? { screen: 'connections', create } : { screen: 'connections' } },
  )
  const screen = await render(
    <InApp app={app}>{(place) => (place.screen === 'connections' ? <ConnectionsScreen place={place} /> : null)}</InApp>,
  )
  return { bridge, store, screen }
}

/** Fills in the form of a new connection; gives the field of its secret. */
async function fill(screen: Rendered): Promise<HTMLInputElement> {
  await screen.type(screen.byLabel(ptBR.common.fields.name), 'Equipe Vendas')
  await screen.type(screen.byLabel(texts.form.address), 'https://atendimento.exemplo.com.br')
  await screen.type(screen.byLabel(texts.form.account), '7')
  await screen.type(screen.byLabel(texts.form.brand), 'vitrine')
  const secret = screen.byLabel(texts.form.secret)
  await screen.type(secret, 'token-do-teste')
  return secret
}

describe('the connections screen', () => {
  it('teaches one thing and offers one action while there is none', async () => {
    const { screen } = await open([], false)
    expect(screen.text()).toContain(texts.emptyText)
    expect(screen.byRole('button', texts.create)).toBeTruthy()
  })

  it('shows beside each field what is missing, and sends nothing', async () => {
    const { bridge, screen } = await open([], true)
    await screen.click(screen.byRole('button', texts.form.save))
    for (const sentence of [texts.form.nameMissing, texts.form.addressMissing, texts.form.secretMissing]) {
      expect(screen.text()).toContain(sentence)
    }
    expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.list'])
  })

  it('empties the secret the moment it is sent, before anything is known of the answer', async () => {
    const { bridge, screen } = await open([], true)
    bridge.hold('connections.save')
    const secret = await fill(screen)
    expect(secret.type).toBe('password')
    expect(secret.autocomplete).toBe('off')
    await screen.click(screen.byRole('button', texts.form.save))
    expect(bridge.asked.at(-1)).toMatchObject({ name: 'connections.save', input: { secret: 'token-do-teste' } })
    expect(secret.value).toBe('')
    expect(document.body.innerHTML).not.toContain('token-do-teste')
  })

  it('waits after “stop” until it is known what was stored, so that nothing is saved twice', async () => {
    const { bridge, screen, store } = await open([], true)
    const saved = createGate('connections.save')
    const listed = createGate('connections.list')
    bridge.answer('connections.save', () => saved.passed)
    bridge.answer('connections.list', () => listed.passed)
    await fill(screen)
    await screen.click(screen.byRole('button', texts.form.save))
    await screen.click(screen.byRole('button', ptBR.common.stop))
    saved.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await screen.until(() => expect(bridge.asked.at(-1)?.name).toBe('connections.list'))
    expect(screen.byRole('button', texts.form.save)).toHaveProperty('disabled', true)
    listed.open([connection])
    await screen.until(() => expect(readyValue(store.getState().list)).toHaveLength(1))
    expect(screen.text()).toContain(ptBR.common.editNamed(connection.name))
    expect(screen.byRole('button', texts.form.save)).toHaveProperty('disabled', false)
  })

  it('shows at once that an address is not secure', async () => {
    const { screen } = await open([], true)
    await screen.type(screen.byLabel(texts.form.address), 'http://atendimento.exemplo.com.br')
    expect(screen.text()).toContain(texts.form.addressNotSecure)
  })

  it('shows the one in use, and never shows a secret when one is edited', async () => {
    const { screen } = await open([connection], false)
    expect(screen.text()).toContain(texts.inUse)
    await screen.click(screen.byRole('button', ptBR.common.editNamed('Equipe Vendas')))
    expect(screen.byLabel(texts.form.secret).value).toBe('')
    expect(screen.text()).toContain(texts.form.secretKept)
  })
})

describe('a connection whose change was refused', () => {
  it('is saved again by its form: what is stored is not checked in its place', async () => {
    const { bridge, screen } = await open([connection], false)
    await screen.click(screen.byRole('button', ptBR.common.editNamed('Equipe Vendas')))
    await screen.type(screen.byLabel(ptBR.common.fields.name), 'Já existe')
    bridge.answer('connections.save', refuses('name_taken'))
    await screen.click(screen.byRole('button', texts.form.save))
    expect(screen.text()).toContain(ptBR.failures.name_taken({}))
    expect(() => screen.byRole('button', ptBR.common.tryAgain)).toThrow()
    expect(screen.byRole('button', texts.form.save)).toHaveProperty('disabled', false)
  })
})

describe('a connection that does not work', () => {
  const step = { step: 'token', state: 'failed', finding: 'token_refused', params: {} } as const
  const failed = { passed: false, steps: [step], checked_at: '2026-11-20T11:00:00Z' }
  const why = texts.findings.token_refused?.({}) ?? ''

  it('shows the failure below the save button', async () => {
    const { bridge, screen } = await open([connection], false)
    await screen.click(screen.byRole('button', ptBR.common.editNamed('Equipe Vendas')))
    bridge.answer('connections.save', () => ({ connection, check: failed }))
    await screen.click(screen.byRole('button', texts.form.save))
    await screen.until(() => expect(screen.text()).toContain(texts.check.failed))
    const result = document.querySelector('.check') ?? document.body
    const button = screen.byRole('button', texts.form.save)
    expect(button.compareDocumentPosition(result) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('shows in the list since when and why, and nothing once it works', async () => {
    const { bridge, screen, store } = await open([connectionWith({ last_check: failed })], false)
    expect(screen.text()).toContain(why)
    bridge.answer('connections.list', () => [connectionWith({ last_check: { ...failed, passed: true } })])
    await act(() => store.getState().load())
    expect(screen.text()).not.toContain(why)
  })
})

describe('a connection whose leads alone are refused', () => {
  const account = { step: 'account', state: 'passed', finding: 'account_allowed', params: {} } as const
  const leads = { step: 'lead_export', state: 'failed', finding: 'lead_export_refused', params: {} } as const
  const check = { passed: false, steps: [account, leads], checked_at: '2026-11-20T11:00:00Z' }

  it('is not called one that does not work', async () => {
    const { bridge, screen } = await open([connectionWith({ last_check: check })], false)
    expect(screen.text()).toContain('A exportação de leads não funcionou')
    await screen.click(screen.byRole('button', ptBR.common.editNamed('Equipe Vendas')))
    bridge.answer('connections.save', () => ({ connection, check }))
    await screen.click(screen.byRole('button', texts.form.save))
    await screen.until(() => expect(screen.text()).toContain(texts.check.withoutLeads))
    expect(screen.text()).not.toContain(texts.check.failed)
  })
})

describe('a connection that is moved to an address of another account', () => {
  it('stays as it was, and another one is offered with what was filled in', async () => {
    const { bridge, screen } = await open([connection], false)
    await screen.click(screen.byRole('button', ptBR.common.editNamed('Equipe Vendas')))
    await screen.type(screen.byLabel(texts.form.address), 'https://outra.exemplo.com.br')
    await screen.type(screen.byLabel(texts.form.secret), 'outro-token')
    bridge.answer('connections.save', refuses('other_data'))
    await screen.click(screen.byRole('button', texts.form.save))
    expect(screen.text()).toContain(ptBR.failures.other_data({}))
    expect(() => screen.byRole('button', ptBR.common.tryAgain)).toThrow()
    await screen.click(screen.byRole('button', texts.check.separate))
    expect(screen.text()).toContain(texts.create)
    expect(screen.byLabel(texts.form.address).value).toBe('https://outra.exemplo.com.br')
    await screen.type(screen.byLabel(texts.form.secret), 'outro-token')
    bridge.answer('connections.save', refuses('name_taken'))
    await screen.click(screen.byRole('button', texts.form.save))
    const [, made] = bridge.inputs('connections.save')
    expect(made).toMatchObject({ name: 'Equipe Vendas (2)', base_url: 'https://outra.exemplo.com.br' })
    expect(made).not.toHaveProperty('id')
  })
})

describe('a connection with a second host', () => {
  const both = connectionWith({ beta_url: 'https://beta.exemplo.com.br' })
  const check = { passed: true, steps: [], checked_at: '2026-11-20T11:00:00Z' }

  it('shows which host is asked, and switches to the other and checks it', async () => {
    const { bridge, store, screen } = await open([both], false)
    bridge.answer('connections.switch_host', () => [{ ...both, on_beta: true }])
    bridge.answer('connections.check', () => check)
    expect(screen.text()).toContain('atendimento.exemplo.com.br')
    expect(screen.text()).not.toContain(texts.beta.mark)
    await screen.click(screen.byRole('button', ptBR.common.moreOf(both.name)))
    await screen.click(screen.byRole('menuitem', texts.beta.useBeta))
    await expect.poll(() => store.getState().check?.running).toBe(false)
    expect(bridge.asked.slice(1)).toMatchObject([
      { name: 'connections.switch_host', input: { id: 'c1', on_beta: true } },
      { name: 'connections.check', input: { id: 'c1' } },
    ])
    expect(screen.text()).toContain(texts.beta.mark)
    expect(screen.text()).toContain('beta.exemplo.com.br')
  })
})

/** Chooses "forget" in the menu of the connection, of which this is kept. */
async function askToForget(one: Connection, impact: Answer<'connections.deletion_impact'>) {
  const { bridge, screen } = await open([one], false)
  bridge.answer('connections.deletion_impact', impact)
  bridge.answer('connections.forget', () => [])
  await screen.click(screen.byRole('button', ptBR.common.moreOf(one.name)))
  await screen.click(screen.byRole('menuitem', ptBR.common.forgetMore))
  await screen.until(() => screen.byRole('dialog', ptBR.common.forgetTitle(one.name)))
  const confirm = () => screen.byRole('button', ptBR.common.forget)
  return { screen, confirm, forgotten: () => bridge.inputs('connections.forget') }
}

describe('forgetting a connection', () => {
  const form = formsConnectionWith()

  it('of a platform names the conversations and data that go with it, and asks about the sheets', async () => {
    const impact = { ...nothing, conversation_sets: 2, datasets: 1 }
    const { screen, forgotten, confirm } = await askToForget(connection, () => impact)
    for (const sentence of [texts.forgetLosesConversations(2), texts.forgetLosesDatasets(1), texts.forgetSheets(2)]) {
      expect(screen.text()).toContain(sentence)
    }
    await screen.click(confirm())
    expect(forgotten()).toEqual([{ id: 'c1', forget_sheets: false }])
  })

  it('of forms shows how many entries and reviews go, and wants the name typed', async () => {
    const impact = { ...nothing, entries: 2000, reviewed: 37 }
    const { screen, forgotten, confirm } = await askToForget(form, () => impact)
    for (const sentence of [texts.forgetLosesEntries(2000), texts.forgetLosesReviews(37), texts.forgetKeepsEntries]) {
      expect(screen.text()).toContain(sentence)
    }
    expect(confirm()).toHaveProperty('disabled', true)
    await screen.type(screen.byLabel(ptBR.common.typeToConfirm('Formulários')), 'formulários')
    await screen.click(confirm())
    expect(forgotten()).toEqual([{ id: form.id, forget_sheets: true }])
  })

  it('asks for no typing where nothing was reviewed', async () => {
    const { screen, confirm } = await askToForget(form, () => nothing)
    expect(confirm()).toHaveProperty('disabled', false)
    expect(screen.text()).toContain(texts.forgetKeeps)
  })

  it('is possible although the losses are unknown', async () => {
    const { screen, confirm } = await askToForget(form, refuses('file_damaged'))
    expect(screen.text()).toContain(texts.forgetLosesForms)
    expect(confirm()).toHaveProperty('disabled', true)
    await screen.type(screen.byLabel(ptBR.common.typeToConfirm('Formulários')), 'Formulários')
    expect(confirm()).toHaveProperty('disabled', false)
  })
})

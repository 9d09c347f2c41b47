import { screen, waitFor } from '@testing-library/react'
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
import { containing, createTestApp, fill, first, InApp, render, user } from '../../kit/render.tsx'
import { connectionWith, formsConnectionWith } from '../../kit/samples.ts'

const texts = ptBR.connections
const connection = connectionWith({ sheets: 2 })

const nothing = { entries: 0, reviewed: 0, conversation_sets: 0, datasets: 0, notes: 0 }

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
  await render(
    <InApp app={app}>{(place) => (place.screen === 'connections' ? <ConnectionsScreen place={place} /> : null)}</InApp>,
  )
  return { bridge, store }
}

/** Fills in the form of a new connection; gives the field of its secret. */
async function fillIn(): Promise<HTMLInputElement> {
  await fill(screen.getByLabelText(ptBR.common.fields.name, { exact: false }), 'Equipe Vendas')
  await fill(screen.getByLabelText(texts.form.address, { exact: false }), 'https://atendimento.exemplo.com.br')
  await fill(screen.getByLabelText(texts.form.account, { exact: false }), '7')
  await fill(screen.getByLabelText(texts.form.brand, { exact: false }), 'vitrine')
  const secret = screen.getByLabelText<HTMLInputElement>(texts.form.secret, { exact: false })
  await fill(secret, 'token-do-teste')
  return secret
}

describe('the connections screen', () => {
  it('teaches one thing and offers one action while there is none', async () => {
    await open([], false)
    expect(document.body.textContent).toContain(texts.emptyText)
    expect(screen.getByRole('button', { name: texts.create })).toBeTruthy()
  })

  it('shows beside each field what is missing, and sends nothing', async () => {
    const { bridge } = await open([], true)
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    for (const sentence of [texts.form.nameMissing, texts.form.addressMissing, texts.form.secretMissing]) {
      expect(document.body.textContent).toContain(sentence)
    }
    expect(bridge.asked.map(({ name }) => name)).toEqual(['connections.list'])
  })

  it('empties the secret the moment it is sent, before anything is known of the answer', async () => {
    const { bridge } = await open([], true)
    bridge.hold('connections.save')
    const secret = await fillIn()
    expect(secret.type).toBe('password')
    expect(secret.autocomplete).toBe('off')
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    expect(bridge.asked.at(-1)).toMatchObject({ name: 'connections.save', input: { secret: 'token-do-teste' } })
    expect(secret.value).toBe('')
    expect(document.body.innerHTML).not.toContain('token-do-teste')
  })

  it('waits after “stop” until it is known what was stored, so that nothing is saved twice', async () => {
    const { bridge, store } = await open([], true)
    const saved = createGate('connections.save')
    const listed = createGate('connections.list')
    bridge.answer('connections.save', () => saved.passed)
    bridge.answer('connections.list', () => listed.passed)
    await fillIn()
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    await user.click(first(screen.getAllByRole('button', { name: containing(ptBR.common.stop) })))
    saved.refuse(new Refusal({ code: 'cancelled', params: {} }))
    await waitFor(() => expect(bridge.asked.at(-1)?.name).toBe('connections.list'))
    expect(screen.getByRole('button', { name: texts.form.save })).toHaveProperty('disabled', true)
    listed.open([connection])
    await waitFor(() => expect(readyValue(store.getState().list)).toHaveLength(1))
    expect(document.body.textContent).toContain(ptBR.common.editNamed(connection.name))
    expect(screen.getByRole('button', { name: texts.form.save })).toHaveProperty('disabled', false)
  })

  it('shows at once that an address is not secure', async () => {
    await open([], true)
    await fill(screen.getByLabelText(texts.form.address, { exact: false }), 'http://atendimento.exemplo.com.br')
    expect(document.body.textContent).toContain(texts.form.addressNotSecure)
  })

  it('shows the one in use, puts another in use, and never shows a secret when one is edited', async () => {
    const { bridge } = await open([connection, connectionWith({ id: 'c2', name: 'Suporte', current: false })], false)
    expect(document.body.textContent).toContain(texts.inUse)
    bridge.answer('connections.use', () => [connection])
    await user.click(screen.getByRole('button', { name: texts.chooseNamed('Suporte') }))
    expect(bridge.inputs('connections.use')).toEqual([{ id: 'c2' }])
    await user.click(screen.getByRole('button', { name: ptBR.common.editNamed('Equipe Vendas') }))
    expect(screen.getByLabelText<HTMLInputElement>(texts.form.secret).value).toBe('')
    expect(document.body.textContent).toContain(texts.form.secretKept)
  })
})

describe('a connection whose change was refused', () => {
  it('is saved again by its form: what is stored is not checked in its place', async () => {
    const { bridge } = await open([connection], false)
    await user.click(screen.getByRole('button', { name: ptBR.common.editNamed('Equipe Vendas') }))
    await fill(screen.getByLabelText(ptBR.common.fields.name, { exact: false }), 'Já existe')
    bridge.answer('connections.save', refuses('name_taken'))
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    expect(document.body.textContent).toContain('Já existe algo com este nome. Escolha outro.')
    expect(screen.queryByRole('button', { name: containing(ptBR.common.tryAgain) })).toBeNull()
    expect(screen.getByRole('button', { name: texts.form.save })).toHaveProperty('disabled', false)
  })
})

describe('a connection that does not work', () => {
  const step = { step: 'token', state: 'failed', finding: 'token_refused', params: {} } as const
  const failed = { passed: false, steps: [step], checked_at: '2026-11-20T11:00:00Z' }
  const why = texts.findings.token_refused?.({}) ?? ''

  it('shows the failure below the save button', async () => {
    const { bridge } = await open([connection], false)
    await user.click(screen.getByRole('button', { name: ptBR.common.editNamed('Equipe Vendas') }))
    bridge.answer('connections.save', () => ({ connection, check: failed }))
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    await waitFor(() => expect(document.body.textContent).toContain(texts.check.failed))
    const result = document.querySelector('.check') ?? document.body
    const button = screen.getByRole('button', { name: texts.form.save })
    expect(button.compareDocumentPosition(result) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('shows in the list since when and why, and nothing once it works', async () => {
    const { bridge, store } = await open([connectionWith({ last_check: failed })], false)
    expect(document.body.textContent).toContain(why)
    bridge.answer('connections.list', () => [connectionWith({ last_check: { ...failed, passed: true } })])
    await act(() => store.getState().load())
    expect(document.body.textContent).not.toContain(why)
  })
})

describe('a connection whose leads alone are refused', () => {
  const account = { step: 'account', state: 'passed', finding: 'account_allowed', params: {} } as const
  const leads = { step: 'lead_export', state: 'failed', finding: 'lead_export_refused', params: {} } as const
  const check = { passed: false, steps: [account, leads], checked_at: '2026-11-20T11:00:00Z' }

  it('is not called one that does not work', async () => {
    const { bridge } = await open([connectionWith({ last_check: check })], false)
    expect(document.body.textContent).toContain('A exportação de leads não funcionou')
    await user.click(screen.getByRole('button', { name: ptBR.common.editNamed('Equipe Vendas') }))
    bridge.answer('connections.save', () => ({ connection, check }))
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    await waitFor(() => expect(document.body.textContent).toContain(texts.check.withoutLeads))
    expect(document.body.textContent).not.toContain(texts.check.failed)
  })
})

describe('a connection that is moved to an address of another account', () => {
  it('stays as it was, and another one is offered with what was filled in', async () => {
    const { bridge } = await open([connection], false)
    await user.click(screen.getByRole('button', { name: ptBR.common.editNamed('Equipe Vendas') }))
    await fill(screen.getByLabelText(texts.form.address, { exact: false }), 'https://outra.exemplo.com.br')
    await fill(screen.getByLabelText(texts.form.secret), 'outro-token')
    bridge.answer('connections.save', refuses('other_data'))
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    expect(document.body.textContent).toContain(
      'Este endereço mostra dados diferentes dos que estão guardados desta conexão. Nada mudou e nada foi misturado; para usá-lo, crie uma conexão só para ele.',
    )
    expect(screen.queryByRole('button', { name: containing(ptBR.common.tryAgain) })).toBeNull()
    await user.click(screen.getByRole('button', { name: texts.check.separate }))
    expect(document.body.textContent).toContain(texts.create)
    expect(screen.getByLabelText<HTMLInputElement>(texts.form.address, { exact: false }).value).toBe(
      'https://outra.exemplo.com.br',
    )
    await fill(screen.getByLabelText(texts.form.secret, { exact: false }), 'outro-token')
    bridge.answer('connections.save', refuses('name_taken'))
    await user.click(screen.getByRole('button', { name: texts.form.save }))
    const [, made] = bridge.inputs('connections.save')
    expect(made).toMatchObject({ name: 'Equipe Vendas (2)', base_url: 'https://outra.exemplo.com.br' })
    expect(made).not.toHaveProperty('id')
  })
})

describe('a connection with a second host', () => {
  const both = connectionWith({ beta_url: 'https://beta.exemplo.com.br' })
  const check = { passed: true, steps: [], checked_at: '2026-11-20T11:00:00Z' }

  it('shows which host is asked, and switches to the other and checks it', async () => {
    const { bridge, store } = await open([both], false)
    bridge.answer('connections.switch_host', () => [{ ...both, on_beta: true }])
    bridge.answer('connections.check', () => check)
    expect(document.body.textContent).toContain('atendimento.exemplo.com.br')
    expect(document.body.textContent).not.toContain(texts.beta.mark)
    await user.click(screen.getByRole('button', { name: ptBR.common.moreOf(both.name) }))
    await user.click(screen.getByRole('menuitem', { name: texts.beta.useBeta }))
    await expect.poll(() => store.getState().check?.running).toBe(false)
    expect(bridge.asked.slice(1)).toMatchObject([
      { name: 'connections.switch_host', input: { id: 'c1', on_beta: true } },
      { name: 'connections.check', input: { id: 'c1' } },
    ])
    expect(document.body.textContent).toContain(texts.beta.mark)
    expect(document.body.textContent).toContain('beta.exemplo.com.br')
  })
})

/** Chooses "forget" in the menu of the connection, of which this is kept. */
async function askToForget(one: Connection, impact: Answer<'connections.deletion_impact'>) {
  const { bridge } = await open([one], false)
  bridge.answer('connections.deletion_impact', impact)
  bridge.answer('connections.forget', () => [])
  await user.click(screen.getByRole('button', { name: ptBR.common.moreOf(one.name) }))
  await user.click(screen.getByRole('menuitem', { name: ptBR.common.forgetMore }))
  await waitFor(() => screen.getByRole('dialog', { name: ptBR.common.forgetTitle(one.name) }))
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: ptBR.common.forget })
  return { confirm, forgotten: () => bridge.inputs('connections.forget') }
}

describe('forgetting a connection', () => {
  const form = formsConnectionWith()

  it('of a platform names the conversations and data that go with it, and asks about the sheets', async () => {
    const impact = { ...nothing, conversation_sets: 2, datasets: 1 }
    const { forgotten, confirm } = await askToForget(connection, () => impact)
    for (const sentence of [texts.forgetLosesConversations(2), texts.forgetLosesDatasets(1), texts.forgetSheets(2)]) {
      expect(document.body.textContent).toContain(sentence)
    }
    await user.click(confirm())
    expect(forgotten()).toEqual([{ id: 'c1', forget_sheets: false }])
  })

  it('of forms shows how many entries and reviews go, and wants the name typed', async () => {
    const impact = { ...nothing, entries: 2000, reviewed: 37 }
    const { forgotten, confirm } = await askToForget(form, () => impact)
    for (const sentence of [texts.forgetLosesEntries(2000), texts.forgetLosesReviews(37), texts.forgetKeepsEntries]) {
      expect(document.body.textContent).toContain(sentence)
    }
    expect(confirm()).toHaveProperty('disabled', true)
    await fill(screen.getByLabelText(ptBR.common.typeToConfirm('Formulários')), 'formulários')
    await user.click(confirm())
    expect(forgotten()).toEqual([{ id: form.id, forget_sheets: true }])
  })

  it('asks for no typing where nothing was reviewed', async () => {
    const { confirm } = await askToForget(form, () => nothing)
    expect(confirm()).toHaveProperty('disabled', false)
    expect(document.body.textContent).toContain(texts.forgetKeeps)
  })

  it('is possible although the losses are unknown', async () => {
    const { confirm } = await askToForget(form, refuses('file_damaged'))
    expect(document.body.textContent).toContain(texts.forgetLosesForms)
    expect(confirm()).toHaveProperty('disabled', true)
    await fill(screen.getByLabelText(ptBR.common.typeToConfirm('Formulários')), 'Formulários')
    expect(confirm()).toHaveProperty('disabled', false)
  })
})

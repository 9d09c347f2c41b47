import { cleanup, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormsStore } from '../../../renderer/forms/forms-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { WebhooksScreen } from '../../../renderer/webhooks/screen.tsx'
import { createWebhooksStore } from '../../../renderer/webhooks/webhooks-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { containing, createTestApp, fill, render, user } from '../../kit/render.tsx'
import { formsConnectionWith } from '../../kit/samples.ts'
import { webhookWith } from '../../kit/samples-forms.ts'
import { chooseItem, submit } from '../../kit/screen-parts.ts'

const texts = ptBR.webhooks
const read_at = '2026-11-20T12:00:00Z'
const webhook = webhookWith({ events: ['entry.created', 'entry.moved'] })
const made = { webhook: { ...webhook, id: 81 }, secret: 'whsec_de_teste' }

async function setUp() {
  const [updating, replacing] = [createGate('webhooks.update'), createGate('webhooks.replace')]
  const bridge = createFakeBridge({
    'webhooks.list': () => ({ webhooks: [webhook], read_at }),
    'webhooks.create': ({ secret = 'whsec_de_teste' }) => ({ webhook, secret }),
    'webhooks.update': () => updating.passed,
    'webhooks.replace': () => replacing.passed,
    'webhooks.delete': () => [],
  })
  const ask = createAsk(bridge)
  const store = createWebhooksStore({ ask, done: async () => undefined })
  await store.getState().open('c1')
  const app = createTestApp({ webhooks: store, forms: { store: createFormsStore({ ask, now: () => 0 }) } })
  const screenOf = (id: string) => (
    <AppProvider value={app}>
      <WebhooksScreen connection={formsConnectionWith({ id })} />
    </AppProvider>
  )
  return { bridge, updating, replacing, store, screenOf, element: screenOf('c1') }
}

const choose = (action: string) =>
  chooseItem(ptBR.common.moreOf(`${webhook.url} ${ptBR.common.numbered(webhook.id)}`), action)
const otherUrl = 'https://a.exemplo.com.br'
const urlField = () => screen.getByRole('dialog').querySelector<HTMLInputElement>('input[type="url"]')

async function sendOtherUrl() {
  await choose(ptBR.common.editMore)
  await fill(screen.getByLabelText(texts.form.url, { exact: false }), otherUrl)
  await submit()
}

describe('the list of webhooks', () => {
  it('teaches to read it while nothing was read, and retries', async () => {
    const { bridge, store, element } = await setUp()
    bridge.answer('webhooks.list', ({ fresh }) => {
      if (fresh) throw new Refusal({ code: 'forbidden', params: {} })
      return { webhooks: [], read_at: null }
    })
    store.setState(store.getInitialState(), true)
    await render(element)
    await waitFor(() => expect(document.body.textContent).toContain(texts.neverRead))
    bridge.answer('webhooks.list', () => ({ webhooks: [webhook], read_at }))
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    await waitFor(() => expect(document.body.textContent).toContain(webhook.url))
  })

  it('changes one webhook at a time', async () => {
    const { bridge, updating, element } = await setUp()
    const other = webhookWith({ id: 72, url: 'https://outro.exemplo.com.br' })
    bridge.answer('webhooks.list', () => ({ webhooks: [webhook, other], read_at }))
    await render(element)
    const switchOf = ({ url, id }: typeof webhook) =>
      screen.getByRole<HTMLButtonElement>('switch', { name: texts.pauseNamed(`${url} ${ptBR.common.numbered(id)}`) })
    await waitFor(() => switchOf(other))
    await user.click(switchOf(webhook))
    expect(switchOf(other)).toHaveProperty('disabled', true)
    await act(async () => updating.open(webhook))
    await waitFor(() => expect(switchOf(other)).toHaveProperty('disabled', false))
    await user.click(switchOf(other))
    expect(bridge.inputs('webhooks.update')).toMatchObject([{ id: 71 }, { id: 72 }])
  })

  it('names what goes before it deletes', async () => {
    const { bridge, element } = await setUp()
    await render(element)
    await choose(ptBR.common.deleteMore)
    expect(screen.getByRole('dialog').textContent).toContain(texts.remove.willBeLost)
    expect(screen.getByRole('dialog').textContent).toContain(texts.remove.loses(webhook.url))
    await submit()
    expect(bridge.inputs('webhooks.delete')).toEqual([{ connection_id: 'c1', id: 71 }])
    expect(screen.queryByRole('dialog', { name: containing(texts.remove.title) })).toBeNull()
  })
})

describe('the form of a webhook', () => {
  it('keeps a dialog that was opened after another was closed and before its answer', async () => {
    const { updating, store, element } = await setUp()
    await render(element)
    await sendOtherUrl()
    expect(store.getState().working).toBe(71)
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    await user.click(screen.getByRole('button', { name: texts.create }))
    updating.refuse(new Refusal({ code: 'sent_unknown', params: {} }))
    await waitFor(() => expect(store.getState().working).toBeNull())
    expect(screen.getByRole('dialog', { name: texts.create }).textContent).toContain(texts.form.url)
  })

  it('keeps its fields when it was left during a request that fails', async () => {
    const { updating, element } = await setUp()
    const shown = await render(element)
    await sendOtherUrl()
    await shown.rerender(<p>Conversas</p>)
    await act(async () => updating.refuse(new Refusal({ code: 'offline', params: { host: 'a' } })))
    await shown.rerender(element)
    await choose(ptBR.common.editMore)
    expect(urlField()?.value).toBe(otherUrl)
  })

  it('names unknown events, and what the service refuses of parts without a field', async () => {
    const { updating, element } = await setUp()
    await render(element)
    await sendOtherUrl()
    expect(screen.getByRole('dialog').textContent).toContain(
      'Este webhook também recebe entry.moved, que o Cruza não conhece. Salvar os eventos tira isso.',
    )
    const fields = { url: ['Não responde.'], limit: ['Plano cheio.'], 'secret.0': ['Fraco.'], 'secret.1': ['Curto.'] }
    await act(async () => updating.refuse(new Refusal({ code: 'validation_failed', params: {}, fields })))
    const lines = [...screen.getByRole('dialog').querySelectorAll('[role="alert"]')].map(
      ({ textContent }) => textContent,
    )
    expect(lines).toEqual(['limit: Plano cheio.', 'secret: Fraco. Curto.'])
  })

  it('sends a secret of one’s own, which must not be blank', async () => {
    const { bridge, store, element } = await setUp()
    await render(element)
    await user.click(screen.getByRole('button', { name: texts.create }))
    await fill(screen.getByLabelText(texts.form.url, { exact: false }), 'https://proprio.example/x')
    await user.click(screen.getByLabelText(texts.form.secretOwn))
    await fill(screen.getByLabelText(texts.secret), ' ')
    await submit()
    expect(document.body.textContent).toContain(texts.form.secretRequired)
    await fill(screen.getByLabelText(texts.secret), 'um segredo só meu')
    await submit()
    expect(bridge.inputs('webhooks.create')).toMatchObject([{ secret: 'um segredo só meu' }])
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(texts.form.secret).value).toBe('um segredo só meu'),
    )
    await user.click(screen.getByRole('button', { name: texts.shown.done }))
    await user.click(screen.getByRole('button', { name: texts.shown.leave }))
    expect(store.getState().made).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the replacement of a webhook', () => {
  it('cannot be closed while it is made, is made once, and pauses the old one at its end', async () => {
    const { bridge, replacing, element } = await setUp()
    await render(element)
    await choose(texts.actions.replace)
    await user.click(screen.getByRole('button', { name: texts.replace.create }))
    await user.click(screen.getByRole('button', { name: ptBR.common.close }))
    await act(async () => replacing.open(made))
    await user.click(screen.getByLabelText(texts.replace.placed))
    await user.click(screen.getByRole('button', { name: ptBR.common.continue }))
    expect(document.body.textContent).toContain(texts.replace.pauseText(webhook.url))
    await user.click(screen.getByRole('button', { name: texts.replace.pause }))
    expect(bridge.inputs('webhooks.update')).toEqual([{ connection_id: 'c1', id: 71, is_active: false }])
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('resumes where it was when the screen was left before it was made', async () => {
    const { bridge, replacing, element } = await setUp()
    await render(element)
    await choose(texts.actions.replace)
    await user.click(screen.getByRole('button', { name: texts.replace.create }))
    cleanup()
    await render(element)
    await choose(texts.actions.replace)
    replacing.open(made)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(texts.form.secret).value).toBe(made.secret))
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('opens by itself when it was made while the screen was left', async () => {
    const { replacing, store, element } = await setUp()
    const replaced = store.getState().replace(webhook.id, null)
    replacing.open(made)
    await replaced
    await render(element)
    await waitFor(() => screen.getByRole('dialog', { name: texts.replace.title }))
    expect(document.body.textContent).toContain(texts.replace.placed)
  })
})

it('the secret of a new webhook is shown in its own account alone', async () => {
  const { bridge, store, element, screenOf } = await setUp()
  const gate = bridge.hold('webhooks.create')
  const creating = store.getState().create({ url: webhook.url, events: ['entry.created'], form_id: null })
  const shown = await render(screenOf('c2'))
  await act(async () => {
    gate.open({ webhook, secret: 'whsec_de_teste' })
    await creating
  })
  await shown.rerender(screenOf('c2'))
  expect(document.body.textContent).not.toContain(texts.shown.title)
  await shown.rerender(element)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(texts.form.secret).value).toBe('whsec_de_teste'))
})

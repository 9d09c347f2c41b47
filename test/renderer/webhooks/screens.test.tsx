import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormsStore } from '../../../renderer/forms/forms-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { WebhooksScreen } from '../../../renderer/webhooks/screen.tsx'
import { createWebhooksStore } from '../../../renderer/webhooks/webhooks-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { createTestApp, render } from '../../kit/render.tsx'
import { formsConnectionWith } from '../../kit/samples.ts'
import { webhookWith } from '../../kit/samples-forms.ts'
import { chooseItem, findButton, findDialog, findField, press, submit, write } from '../../kit/screen-parts.ts'

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
  return { bridge, updating, replacing, store, screenOf, screen: screenOf('c1') }
}

const choose = (action: string) =>
  chooseItem(ptBR.common.moreOf(`${webhook.url} ${ptBR.common.numbered(webhook.id)}`), action)
const otherUrl = 'https://a.exemplo.com.br'
const urlField = () => findDialog().querySelector<HTMLInputElement>('input[type="url"]')

async function sendOtherUrl() {
  await choose(ptBR.common.editMore)
  await write(findField(texts.form.url), otherUrl)
  await submit()
}

describe('the list of webhooks', () => {
  it('teaches to read it while nothing was read, and retries', async () => {
    const { bridge, store, screen } = await setUp()
    bridge.answer('webhooks.list', ({ fresh }) => {
      if (fresh) throw new Refusal({ code: 'forbidden', params: {} })
      return { webhooks: [], read_at: null }
    })
    store.setState(store.getInitialState(), true)
    const shown = await render(screen)
    await shown.until(() => expect(shown.text()).toContain(texts.neverRead))
    bridge.answer('webhooks.list', () => ({ webhooks: [webhook], read_at }))
    await press(findButton(ptBR.common.tryAgain))
    await shown.until(() => expect(shown.text()).toContain(webhook.url))
  })

  it('changes one webhook at a time', async () => {
    const { bridge, updating, screen } = await setUp()
    const other = webhookWith({ id: 72, url: 'https://outro.exemplo.com.br' })
    bridge.answer('webhooks.list', () => ({ webhooks: [webhook, other], read_at }))
    const shown = await render(screen)
    const switchOf = ({ url, id }: typeof webhook) =>
      shown.byRole('switch', texts.pauseNamed(`${url} ${ptBR.common.numbered(id)}`))
    await shown.until(() => switchOf(other))
    await press(switchOf(webhook))
    expect(switchOf(other)).toHaveProperty('disabled', true)
    await act(async () => updating.open(webhook))
    await shown.until(() => expect(switchOf(other)).toHaveProperty('disabled', false))
    await press(switchOf(other))
    expect(bridge.inputs('webhooks.update')).toMatchObject([{ id: 71 }, { id: 72 }])
  })

  it('names what goes before it deletes', async () => {
    const { bridge, screen } = await setUp()
    const shown = await render(screen)
    await choose(ptBR.common.deleteMore)
    expect(findDialog().textContent).toContain(texts.remove.willBeLost)
    expect(findDialog().textContent).toContain(texts.remove.loses(webhook.url))
    await submit()
    expect(bridge.inputs('webhooks.delete')).toEqual([{ connection_id: 'c1', id: 71 }])
    expect(() => shown.byRole('dialog', texts.remove.title)).toThrow()
  })
})

describe('the form of a webhook', () => {
  it('keeps a dialog that was opened after another was closed and before its answer', async () => {
    const { updating, store, screen } = await setUp()
    const shown = await render(screen)
    await sendOtherUrl()
    expect(store.getState().working).toBe(71)
    await press(findButton(ptBR.common.cancel))
    await press(findButton(texts.create))
    updating.refuse(new Refusal({ code: 'sent_unknown', params: {} }))
    await shown.until(() => expect(store.getState().working).toBeNull())
    expect(shown.byRole('dialog', texts.create).textContent).toContain(texts.form.url)
  })

  it('keeps its fields when it was left during a request that fails', async () => {
    const { updating, screen } = await setUp()
    const shown = await render(screen)
    await sendOtherUrl()
    await shown.rerender(<p>Conversas</p>)
    await act(async () => updating.refuse(new Refusal({ code: 'offline', params: { host: 'a' } })))
    await shown.rerender(screen)
    await choose(ptBR.common.editMore)
    expect(urlField()?.value).toBe(otherUrl)
  })

  it('names unknown events, and what the service refuses of parts without a field', async () => {
    const { updating, screen } = await setUp()
    await render(screen)
    await sendOtherUrl()
    expect(findDialog().textContent).toContain(texts.form.unknownEvents('entry.moved'))
    const fields = { url: ['Não responde.'], limit: ['Plano cheio.'], 'secret.0': ['Fraco.'], 'secret.1': ['Curto.'] }
    await act(async () => updating.refuse(new Refusal({ code: 'validation_failed', params: {}, fields })))
    const lines = [...findDialog().querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)
    expect(lines).toEqual(['limit: Plano cheio.', 'secret: Fraco. Curto.'])
  })

  it('sends a secret of one’s own, which must not be blank', async () => {
    const { bridge, store, screen } = await setUp()
    const shown = await render(screen)
    await press(findButton(texts.create))
    await write(findField(texts.form.url), 'https://proprio.example/x')
    await press(shown.byLabel(texts.form.secretOwn))
    await write(findField(texts.secret), ' ')
    await submit()
    expect(shown.text()).toContain(texts.form.secretRequired)
    await write(findField(texts.secret), 'um segredo só meu')
    await submit()
    expect(bridge.inputs('webhooks.create')).toMatchObject([{ secret: 'um segredo só meu' }])
    await shown.until(() => expect(findField(texts.form.secret).value).toBe('um segredo só meu'))
    await press(findButton(texts.shown.done))
    await press(findButton(texts.shown.leave))
    expect(store.getState().made).toEqual([])
    expect(() => findDialog()).toThrow()
  })
})

describe('the replacement of a webhook', () => {
  it('cannot be closed while it is made, is made once, and pauses the old one at its end', async () => {
    const { bridge, replacing, screen } = await setUp()
    const shown = await render(screen)
    await choose(texts.actions.replace)
    await press(findButton(texts.replace.create))
    await press(findButton(ptBR.common.close))
    await act(async () => replacing.open(made))
    await press(shown.byLabel(texts.replace.placed))
    await press(findButton(ptBR.common.continue))
    expect(shown.text()).toContain(texts.replace.pauseText(webhook.url))
    await press(findButton(texts.replace.pause))
    expect(bridge.inputs('webhooks.update')).toEqual([{ connection_id: 'c1', id: 71, is_active: false }])
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('resumes where it was when the screen was left before it was made', async () => {
    const { bridge, replacing, screen } = await setUp()
    const before = await render(screen)
    await choose(texts.actions.replace)
    await press(findButton(texts.replace.create))
    await before.unmount()
    const after = await render(screen)
    await choose(texts.actions.replace)
    replacing.open(made)
    await after.until(() => expect(findField(texts.form.secret).value).toBe(made.secret))
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('opens by itself when it was made while the screen was left', async () => {
    const { replacing, store, screen } = await setUp()
    const replaced = store.getState().replace(webhook.id, null)
    replacing.open(made)
    await replaced
    const shown = await render(screen)
    await shown.until(() => shown.byRole('dialog', texts.replace.title))
    expect(shown.text()).toContain(texts.replace.placed)
  })
})

it('the secret of a new webhook is shown in its own account alone', async () => {
  const { bridge, store, screen, screenOf } = await setUp()
  const gate = bridge.hold('webhooks.create')
  const creating = store.getState().create({ url: webhook.url, events: ['entry.created'], form_id: null })
  const shown = await render(screenOf('c2'))
  await act(async () => {
    gate.open({ webhook, secret: 'whsec_de_teste' })
    await creating
  })
  await shown.rerender(screenOf('c2'))
  expect(shown.text()).not.toContain(texts.shown.title)
  await shown.rerender(screen)
  await shown.until(() => expect(findField(texts.form.secret).value).toBe('whsec_de_teste'))
})

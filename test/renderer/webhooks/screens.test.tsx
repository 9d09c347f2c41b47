import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormsStore } from '../../../renderer/forms/forms-store.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { ReplaceDialog } from '../../../renderer/webhooks/replace-dialog.tsx'
import { WebhooksScreen } from '../../../renderer/webhooks/screen.tsx'
import { createWebhooksStore } from '../../../renderer/webhooks/webhooks-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { createTestApp } from '../../kit/in-app.tsx'
import { render } from '../../kit/render.tsx'
import { formsConnectionWith } from '../../kit/samples.ts'
import { webhookWith } from '../../kit/samples-forms.ts'
import { findButton, submit } from '../../kit/screen-parts.ts'

const texts = ptBR.webhooks
const webhook = webhookWith()

async function setUp() {
  const gate = createGate<unknown>()
  const bridge = createFakeBridge({
    'webhooks.list': () => ({ webhooks: [webhook], read_at: '2026-11-20T12:00:00Z' }),
    'webhooks.create': ({ secret = 'whsec_de_teste' }: { secret?: string }) => ({ webhook, secret }),
    'webhooks.update': () => gate.passed,
    'webhooks.replace': () => gate.passed,
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
  return { bridge, gate, store, screenOf, screen: screenOf('c1') }
}

type Shown = Awaited<ReturnType<typeof render>>

async function choose(shown: Shown, action: string) {
  await shown.click(shown.byRole('button', texts.actions.more(webhook.url)))
  await shown.until(() => shown.byRole('menuitem', action))
  await shown.click(shown.byRole('menuitem', action))
}

async function sendOtherUrl(shown: Shown) {
  await choose(shown, texts.actions.edit)
  await shown.type(shown.byLabel(texts.form.url), 'https://a.exemplo.com.br')
  await submit()
}

describe('the list of webhooks', () => {
  it('teaches to read it while nothing was read, and retries', async () => {
    const { bridge, store, screen } = await setUp()
    const list = bridge.answerOf('webhooks.list')
    bridge.answer('webhooks.list', ({ fresh }: { fresh: boolean }) => {
      if (fresh) throw new Refusal({ code: 'forbidden', params: {} })
      return { webhooks: [], read_at: null }
    })
    store.setState(store.getInitialState(), true)
    const shown = await render(screen)
    await shown.until(() => expect(shown.text()).toContain(texts.neverRead))
    if (list) bridge.answer('webhooks.list', list)
    await shown.click(shown.byRole('button', ptBR.common.tryAgain))
    await shown.until(() => expect(shown.text()).toContain(webhook.url))
  })

  it('changes one webhook at a time', async () => {
    const { bridge, gate, screen } = await setUp()
    const other = webhookWith({ id: 72, url: 'https://outro.exemplo.com.br' })
    bridge.answer('webhooks.list', () => ({ webhooks: [webhook, other], read_at: '2026-11-20T12:00:00Z' }))
    const shown = await render(screen)
    const switchOf = ({ url, id }: typeof webhook) =>
      shown.byRole('switch', texts.pauseNamed(`${url} ${texts.number(id)}`))
    await shown.until(() => switchOf(other))
    await shown.click(switchOf(webhook))
    expect(switchOf(other)).toHaveProperty('disabled', true)
    await act(async () => gate.open(webhook))
    await shown.until(() => expect(switchOf(other)).toHaveProperty('disabled', false))
    await shown.click(switchOf(other))
    expect(bridge.inputs('webhooks.update')).toMatchObject([{ id: 71 }, { id: 72 }])
  })
})

describe('the form of a webhook', () => {
  it('keeps a dialog that was opened after another was closed and before its answer', async () => {
    const { gate, store, screen } = await setUp()
    const shown = await render(screen)
    await sendOtherUrl(shown)
    expect(store.getState().working).toBe(71)
    await shown.click(shown.byRole('button', ptBR.common.cancel))
    await shown.click(shown.byRole('button', texts.create))
    await shown.until(() => shown.byRole('dialog', texts.form.newTitle))
    gate.refuse(new Refusal({ code: 'sent_unknown', params: {} }))
    await shown.until(() => expect(store.getState().working).toBeNull())
    expect(shown.byRole('dialog', texts.form.newTitle).textContent).toContain(texts.form.url)
  })

  it('keeps its fields when it was left during a request that fails', async () => {
    const { gate, screen } = await setUp()
    const shown = await render(screen)
    await sendOtherUrl(shown)
    await shown.rerender(<p>Conversas</p>)
    await act(async () => gate.refuse(new Refusal({ code: 'offline', params: { host: 'a' } })))
    await shown.rerender(screen)
    await choose(shown, texts.actions.edit)
    expect(shown.byLabel(texts.form.url).value).toBe('https://a.exemplo.com.br')
  })

  it('sends a secret of one’s own, which must not be blank', async () => {
    const { bridge, store, screen } = await setUp()
    const shown = await render(screen)
    await shown.click(shown.byRole('button', texts.create))
    await shown.until(() => shown.byRole('dialog', texts.form.newTitle))
    await shown.type(shown.byLabel(texts.form.url), 'https://proprio.example/x')
    await shown.click(shown.byLabel(texts.form.secretOwn))
    await shown.type(shown.byLabel(texts.form.secretOwnLabel), ' ')
    await submit()
    expect(shown.text()).toContain(texts.form.secretRequired)
    await shown.type(shown.byLabel(texts.form.secretOwnLabel), 'um segredo só meu')
    await submit()
    expect(bridge.inputs('webhooks.create')).toMatchObject([{ secret: 'um segredo só meu' }])
    await shown.until(() => expect(shown.byLabel(texts.shown.label).value).toBe('um segredo só meu'))
    await shown.click(findButton(texts.shown.done))
    await shown.click(findButton(texts.shown.leave))
    expect(store.getState().made).toEqual([])
  })
})

describe('the replacement of a webhook', () => {
  const made = { webhook: { ...webhook, id: 81 }, secret: 'whsec_de_teste' }

  it('cannot be closed while it is made, and is made once', async () => {
    const { bridge, gate, store } = await setUp()
    const onClose = vi.fn()
    const shown = await render(
      <ReplaceDialog store={store} webhook={webhook} onFinished={() => undefined} onClose={onClose} />,
    )
    await shown.click(shown.byRole('button', texts.replace.create))
    await shown.click(shown.byRole('button', ptBR.common.close))
    expect(onClose).not.toHaveBeenCalled()
    gate.open(made)
    await shown.until(() => expect(shown.text()).toContain(texts.replace.placed))
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('resumes where it was when the screen was left before it was made', async () => {
    const { bridge, gate, screen } = await setUp()
    const before = await render(screen)
    await choose(before, texts.actions.replace)
    await before.click(before.byRole('button', texts.replace.create))
    await before.unmount()
    const after = await render(screen)
    await choose(after, texts.actions.replace)
    gate.open(made)
    await after.until(() => expect(after.text()).toContain(texts.replace.placed))
    expect(after.byLabel(texts.shown.label).value).toBe(made.secret)
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('opens by itself when it was made while the screen was left', async () => {
    const { gate, store, screen } = await setUp()
    const replacing = store.getState().replace(webhook.id, null)
    gate.open(made)
    await replacing
    const shown = await render(screen)
    await shown.until(() => shown.byRole('dialog', texts.replace.title))
    await shown.click(shown.byLabel(texts.replace.placed))
    await shown.click(shown.byRole('button', texts.replace.next))
    expect(shown.text()).toContain(texts.replace.pauseText(webhook.url))
  })
})

it('the secret of a new webhook is shown in its own account alone', async () => {
  const { bridge, store, screen, screenOf } = await setUp()
  const gate = createGate<unknown>()
  bridge.answer('webhooks.create', () => gate.passed)
  const creating = store.getState().create({ url: webhook.url, events: ['entry.created'], form_id: null })
  const shown = await render(screenOf('c2'))
  await act(async () => {
    gate.open({ webhook, secret: 'whsec_de_teste' })
    await creating
  })
  await shown.rerender(screenOf('c2'))
  expect(shown.text()).not.toContain(texts.shown.title)
  await shown.rerender(screen)
  await shown.until(() => expect(shown.byLabel(texts.shown.label).value).toBe('whsec_de_teste'))
})

import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { ReplaceDialog } from '../../../renderer/webhooks/replace-dialog.tsx'
import { WebhooksScreen } from '../../../renderer/webhooks/screen.tsx'
import { createWebhooksStore } from '../../../renderer/webhooks/webhooks-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { webhookWith } from '../../kit/samples-forms.ts'
import { submit } from '../../kit/screen-parts.ts'

const texts = ptBR.webhooks
const webhook = webhookWith()

async function setUp() {
  const gate = createGate<unknown>()
  const bridge = createFakeBridge({
    'webhooks.list': () => ({ webhooks: [webhook], read_at: '2026-11-20T12:00:00Z' }),
    'webhooks.update': () => gate.passed,
    'webhooks.replace': () => gate.passed,
  })
  const store = createWebhooksStore({ ask: createAsk(bridge), done: async () => undefined })
  await store.getState().open('c1')
  return { bridge, gate, store }
}

describe('the webhooks on screen', () => {
  it('keep a dialog open that was opened after another one was closed and before its answer', async () => {
    const { gate, store } = await setUp()
    const shown = await render(<WebhooksScreen store={store} connection="c1" forms={[]} now={() => 0} />)
    await shown.click(shown.byRole('button', texts.actions.more(webhook.url)))
    await shown.until(() => shown.byRole('menuitem', texts.actions.edit))
    await shown.click(shown.byRole('menuitem', texts.actions.edit))
    await shown.type(shown.byLabel(texts.form.url), 'https://a.exemplo.com.br')
    await submit()
    expect(store.getState().working).toBe(71)
    await shown.click(shown.byRole('button', ptBR.common.cancel))
    await shown.click(shown.byRole('button', texts.create))
    await shown.until(() => shown.byRole('dialog', texts.form.newTitle))
    gate.refuse(new Refusal({ code: 'sent_unknown', params: {} }))
    await shown.until(() => expect(store.getState().working).toBeNull())
    expect(shown.byRole('dialog', texts.form.newTitle).textContent).toContain(texts.form.url)
  })
})

describe('a change of a webhook', () => {
  it('that was left while it was sent has its fields when it is refused', async () => {
    const { gate, store } = await setUp()
    const screen = <WebhooksScreen store={store} connection="c1" forms={[]} now={() => 0} />
    const shown = await render(screen)
    const edit = async () => {
      await shown.click(shown.byRole('button', texts.actions.more(webhook.url)))
      await shown.until(() => shown.byRole('menuitem', texts.actions.edit))
      await shown.click(shown.byRole('menuitem', texts.actions.edit))
    }
    await edit()
    await shown.type(shown.byLabel(texts.form.url), 'https://a.exemplo.com.br')
    await submit()
    await shown.rerender(<p>Conversas</p>)
    await act(async () => gate.refuse(new Refusal({ code: 'offline', params: { host: 'a' } })))
    await shown.rerender(screen)
    await edit()
    expect(shown.byLabel(texts.form.url).value).toBe('https://a.exemplo.com.br')
  })

  it('is not offered while another is on its way', async () => {
    const { bridge, gate, store } = await setUp()
    const other = webhookWith({ id: 72, url: 'https://outro.exemplo.com.br' })
    bridge.answer('webhooks.list', () => ({ webhooks: [webhook, other], read_at: '2026-11-20T12:00:00Z' }))
    const shown = await render(<WebhooksScreen store={store} connection="c1" forms={[]} now={() => 0} />)
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

describe('a webhook that takes the place of another', () => {
  it('is waited for: its secret is shown once, and it is not made twice', async () => {
    const { bridge, gate, store } = await setUp()
    const onClose = vi.fn()
    const shown = await render(
      <ReplaceDialog store={store} webhook={webhook} onFinished={() => undefined} onClose={onClose} />,
    )
    await shown.click(shown.byRole('button', texts.replace.create))
    await shown.click(shown.byRole('button', ptBR.common.close))
    expect(onClose).not.toHaveBeenCalled()
    gate.open({ webhook: { ...webhook, id: 81 }, secret: 'whsec_de_teste' })
    await shown.until(() => expect(shown.text()).toContain(texts.replace.placed))
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('goes on where it was for whoever left the screen before it was made, and is not begun again', async () => {
    const { bridge, gate, store } = await setUp()
    const screen = <WebhooksScreen store={store} connection="c1" forms={[]} now={() => 0} />
    const askToReplace = async (shown: Awaited<ReturnType<typeof render>>) => {
      await shown.click(shown.byRole('button', texts.actions.more(webhook.url)))
      await shown.until(() => shown.byRole('menuitem', texts.actions.replace))
      await shown.click(shown.byRole('menuitem', texts.actions.replace))
      await shown.until(() => shown.byRole('dialog', texts.replace.title))
    }
    const before = await render(screen)
    await askToReplace(before)
    await before.click(before.byRole('button', texts.replace.create))
    await before.unmount()
    const after = await render(screen)
    await askToReplace(after)
    gate.open({ webhook: { ...webhook, id: 81 }, secret: 'whsec_de_teste' })
    await after.until(() => expect(after.text()).toContain(texts.replace.placed))
    expect(after.byLabel(texts.shown.label).value).toBe('whsec_de_teste')
    expect(bridge.inputs('webhooks.replace')).toHaveLength(1)
  })

  it('shows its secret in the steps of the replacement when the person comes back to the screen', async () => {
    const { gate, store } = await setUp()
    const replacing = store.getState().replace(webhook.id, null)
    gate.open({ webhook: { ...webhook, id: 81 }, secret: 'whsec_de_teste' })
    await replacing
    const shown = await render(<WebhooksScreen store={store} connection="c1" forms={[]} now={() => 0} />)
    await shown.until(() => shown.byRole('dialog', texts.replace.title))
    await shown.click(shown.byLabel(texts.replace.placed))
    await shown.click(shown.byRole('button', texts.replace.next))
    expect(shown.text()).toContain(texts.replace.pauseText(webhook.url))
  })
})

describe('the secret of a webhook that was made', () => {
  it('is never shown in another account, and waits for its own', async () => {
    const { bridge, store } = await setUp()
    const made = createGate<unknown>()
    bridge.answer('webhooks.create', () => made.passed)
    const making = store.getState().create({ url: webhook.url, events: ['entry.created'], form_id: null })
    const other = <WebhooksScreen store={store} connection="c2" forms={[]} now={() => 0} />
    const shown = await render(other)
    made.open({ webhook, secret: 'whsec_de_teste' })
    await making
    await shown.rerender(other)
    expect(shown.text()).not.toContain(texts.shown.title)
    await shown.rerender(<WebhooksScreen store={store} connection="c1" forms={[]} now={() => 0} />)
    await shown.until(() => expect(shown.byLabel(texts.shown.label).value).toBe('whsec_de_teste'))
  })
})

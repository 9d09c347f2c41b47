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
})

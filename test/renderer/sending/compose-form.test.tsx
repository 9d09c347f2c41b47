import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { ComposeForm } from '../../../renderer/sending/compose-form.tsx'
import { createSendingStore } from '../../../renderer/sending/sending-store.ts'
import { createFakeBridge, createGate, type FakeBridge, Refusal } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { conversationWith, recipientWith } from '../../kit/samples-platform.ts'
import { submit } from '../../kit/screen-parts.ts'

const texts = ptBR.sending
const recipient = recipientWith({ conversation: conversationWith({ id: 7 }) })

function storeOver(bridge: FakeBridge) {
  const nothing = () => undefined
  const newId = () => crypto.randomUUID()
  return createSendingStore({
    ask: createAsk(bridge),
    newId,
    onSent: nothing,
    onUnknownInBackground: nothing,
    onRefusedInBackground: nothing,
  })
}

describe('the texts that were kept', () => {
  it('are not shown as none while they are read, or where they cannot be read', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({ 'sending.open': () => recipient, 'sending.texts': () => gate.passed })
    const store = storeOver(bridge)
    const opening = store.getState().open({ connection: 'c1', conversation: 7, contact: 9007 })
    const shown = await render(<ComposeForm store={store} recipient={recipient} now={0} />)
    await shown.click(shown.byRole('button', texts.texts))
    await shown.until(() => expect(shown.text()).toContain(ptBR.common.loading))
    expect(shown.text()).not.toContain(texts.textsEmpty)
    gate.refuse(new Refusal({ code: 'disk_full', params: {} }))
    await act(() => opening)
    expect(shown.text()).toContain(ptBR.failures.disk_full({}))
    expect(shown.text()).not.toContain(texts.textsEmpty)
  })
})

describe('a text that is kept', () => {
  it('is kept once, however often Enter is pressed before the answer', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({
      'sending.open': () => recipient,
      'sending.texts': () => [],
      'sending.save_text': () => gate.passed,
    })
    const store = storeOver(bridge)
    await store.getState().open({ connection: 'c1', conversation: 7, contact: 9007 })
    store.getState().write('Olá')
    const shown = await render(<ComposeForm store={store} recipient={recipient} now={0} />)
    await shown.click(shown.byRole('button', texts.saveText))
    await shown.until(() => shown.byLabel(texts.textName))
    await shown.type(shown.byLabel(texts.textName), 'Abertura')
    await submit()
    await submit()
    gate.open([{ id: 'x', name: 'Abertura', text: 'Olá' }])
    await shown.until(() => expect(store.getState().texts).toMatchObject({ value: [{ name: 'Abertura' }] }))
    expect(bridge.inputs('sending.save_text')).toHaveLength(1)
  })
})

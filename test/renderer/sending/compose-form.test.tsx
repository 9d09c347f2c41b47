import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { ComposeForm } from '../../../renderer/sending/compose-form.tsx'
import { createSendingStore } from '../../../renderer/sending/sending-store.ts'
import { createFakeBridge, createGate } from '../../kit/fake-bridge.ts'
import { render } from '../../kit/render.tsx'
import { conversationWith, recipientWith } from '../../kit/samples-platform.ts'
import { submit } from '../../kit/screen-parts.ts'

const texts = ptBR.sending
const recipient = recipientWith({ conversation: conversationWith({ id: 7 }) })

describe('a text that is kept', () => {
  it('is kept once, however often Enter is pressed before the answer', async () => {
    const gate = createGate<unknown>()
    const bridge = createFakeBridge({
      'sending.open': () => recipient,
      'sending.texts': () => [],
      'sending.save_text': () => gate.passed,
    })
    const nothing = () => undefined
    const newId = () => crypto.randomUUID()
    const store = createSendingStore({ ask: createAsk(bridge), newId, sent: nothing, lostUnseen: nothing })
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

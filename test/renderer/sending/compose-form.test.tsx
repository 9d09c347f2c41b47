import { act } from 'react'
import { expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { ComposeForm } from '../../../renderer/sending/compose-form.tsx'
import { createSendingStore } from '../../../renderer/sending/sending-store.ts'
import { createFakeBridge, createGate, Refusal } from '../../kit/fake-bridge.ts'
import { createTestApp, render } from '../../kit/render.tsx'
import { conversationWith, recipientWith } from '../../kit/samples-platform.ts'
import { submit } from '../../kit/screen-parts.ts'

const texts = ptBR.sending
const recipient = recipientWith({ conversation: conversationWith({ id: 7 }) })

async function setUp(answers: Parameters<typeof createFakeBridge>[0]) {
  const bridge = createFakeBridge({ 'sending.open': () => recipient, ...answers })
  const nothing = () => undefined
  const store = createSendingStore({
    ask: createAsk(bridge),
    newId: () => crypto.randomUUID(),
    onSent: nothing,
    onUnknownInBackground: nothing,
    onRefusedInBackground: nothing,
  })
  const opening = store.getState().open({ connection: 'c1', conversation: 7, contact: 9007 })
  const shown = await render(
    <AppProvider value={createTestApp({ sending: store })}>
      <ComposeForm recipient={recipient} />
    </AppProvider>,
  )
  return { bridge, store, opening, shown }
}

it('the saved texts are not shown as none while they are read, or where they cannot be read', async () => {
  const gate = createGate('sending.texts')
  const { shown, opening } = await setUp({ 'sending.texts': () => gate.passed })
  await shown.click(shown.byRole('button', texts.texts))
  await shown.until(() => expect(shown.text()).toContain(ptBR.common.loading))
  expect(shown.text()).not.toContain(texts.textsEmpty)
  gate.refuse(new Refusal({ code: 'disk_full', params: {} }))
  await act(() => opening)
  expect(shown.text()).toContain(ptBR.failures.disk_full({}))
  expect(shown.text()).not.toContain(texts.textsEmpty)
})

it('a text is saved once, however often Enter is pressed before the answer', async () => {
  const gate = createGate('sending.save_text')
  const { bridge, store, shown } = await setUp({ 'sending.texts': () => [], 'sending.save_text': () => gate.passed })
  await act(async () => store.getState().write('Olá'))
  await shown.click(shown.byRole('button', texts.saveText))
  await shown.until(() => shown.byLabel(texts.textName))
  await shown.type(shown.byLabel(texts.textName), 'Abertura')
  await submit()
  await submit()
  gate.open([{ id: 'x', name: 'Abertura', text: 'Olá' }])
  await shown.until(() => expect(store.getState().texts).toMatchObject({ value: [{ name: 'Abertura' }] }))
  expect(bridge.inputs('sending.save_text')).toHaveLength(1)
})

import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import type { Bridge } from '../../../preload/values/wire.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { AppProvider } from '../../../renderer/kernel/feature.ts'
import { ComposeForm } from '../../../renderer/sending/compose-form.tsx'
import { SendDialog } from '../../../renderer/sending/send-dialog.tsx'
import { createSendingStore } from '../../../renderer/sending/sending-store.ts'
import { createFakeBridge, createGate, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { createTestApp, fill, render, user } from '../../kit/render.tsx'
import { conversationWith, recipientWith } from '../../kit/samples-platform.ts'
import { submit } from '../../kit/screen-parts.ts'

const texts = ptBR.sending
const recipient = recipientWith({ conversation: conversationWith({ id: 7 }) })

const nothing = () => undefined
const createStore = (bridge: Bridge) =>
  createSendingStore({
    ask: createAsk(bridge),
    newId: () => crypto.randomUUID(),
    onSent: nothing,
    onUnknownInBackground: nothing,
    onRefusedInBackground: nothing,
  })

async function setUp(answers: Parameters<typeof createFakeBridge>[0]) {
  const bridge = createFakeBridge({ 'sending.open': () => recipient, ...answers })
  const store = createStore(bridge)
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
  const { opening } = await setUp({ 'sending.texts': () => gate.passed })
  await user.click(screen.getByRole('button', { name: texts.texts }))
  await waitFor(() => expect(document.body.textContent).toContain(ptBR.common.loading))
  expect(document.body.textContent).not.toContain(texts.textsEmpty)
  gate.refuse(new Refusal({ code: 'disk_full', params: {} }))
  await act(() => opening)
  expect(document.body.textContent).toContain(
    'O disco está cheio. Libere espaço e tente de novo; o que já estava guardado continua aqui.',
  )
  expect(document.body.textContent).not.toContain(texts.textsEmpty)
})

it('a message whose answer was lost shows so, is not offered again, and leads to the activity', async () => {
  const bridge = createFakeBridge({
    'sending.open': () => recipient,
    'sending.texts': () => [],
    'sending.send': refuses('sent_unknown'),
  })
  const store = createStore(bridge)
  await store.getState().open({ connection: 'c1', conversation: 7, contact: 9007 })
  const app = createTestApp({ sending: store })
  await render(
    <AppProvider value={app}>
      <SendDialog />
    </AppProvider>,
  )
  await fill(screen.getByLabelText('Mensagem'), 'Chegou bem?')
  await user.click(screen.getByRole('button', { name: texts.review }))
  await user.click(screen.getByRole('button', { name: texts.send('Pessoa 7') }))
  expect(screen.getByRole('alert').textContent).toContain(texts.unknownTitle)
  expect(screen.queryByRole('button', { name: texts.send('Pessoa 7') })).toBeNull()
  await user.click(screen.getByRole('button', { name: texts.seeActivity }))
  expect(app.navigation.getState().place).toEqual({ screen: 'activity' })
  expect(bridge.inputs('sending.send')).toHaveLength(1)
})

it('a text is saved once, however often Enter is pressed before the answer', async () => {
  const gate = createGate('sending.save_text')
  const { bridge, store } = await setUp({ 'sending.texts': () => [], 'sending.save_text': () => gate.passed })
  await act(async () => store.getState().write('Olá'))
  await user.click(screen.getByRole('button', { name: texts.saveText }))
  await waitFor(() => screen.getByLabelText(texts.textName))
  await fill(screen.getByLabelText(texts.textName), 'Abertura')
  await submit()
  await submit()
  gate.open([{ id: 'x', name: 'Abertura', text: 'Olá' }])
  await waitFor(() => expect(store.getState().texts).toMatchObject({ value: [{ name: 'Abertura' }] }))
  expect(bridge.inputs('sending.save_text')).toHaveLength(1)
})

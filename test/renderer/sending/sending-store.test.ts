import { describe, expect, it } from 'vitest'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { createSendingStore } from '../../../renderer/sending/sending-store.ts'
import { createFakeBridge, Refusal, refuses } from '../../kit/fake-bridge.ts'
import { conversationWith, recipientWith } from '../../kit/samples-platform.ts'

const target = { connection: 'c1', conversation: 1042, contact: 55 }

const recipient = (name: string, id = 55) =>
  recipientWith({
    conversation: conversationWith({ id: 1042, contact: { ...conversationWith().contact, id, name } }),
  })

const idOf = (count: number) => `00000000-0000-4000-8000-00000000000${count}`

function setUp() {
  let made = 0
  const notices: string[] = []
  const bridge = createFakeBridge({
    'sending.open': () => recipient('Maria'),
    'sending.texts': () => [],
    'sending.send': () => ({ message_id: 1, status: 'sent' }),
  })
  const store = createSendingStore({
    ask: createAsk(bridge),
    newId: () => idOf(++made),
    onSent: ({ conversation }, to, status) => notices.push(`sent ${conversation} ${to} ${status}`),
    onUnknownInBackground: (to) => notices.push(`unknown ${to}`),
    onRefusedInBackground: (to, { code }) => notices.push(`refused ${to} ${code}`),
  })
  const sends = () => bridge.inputs('sending.send')
  return { bridge, store, notices, sends, state: () => store.getState() }
}

/** A message that is on its way when its dialog is closed; the gate lets its answer come. */
async function closedWhileSending() {
  const made = setUp()
  const gate = made.bridge.hold('sending.send')
  await made.state().open(target)
  made.state().write('Olá')
  made.state().review('Olá, Maria')
  const sending = made.state().send()
  made.state().close()
  return { ...made, gate, sending }
}

describe('a message that is written', () => {
  it('goes to the person whose name was confirmed, with the previewed text', async () => {
    const { state, sends, notices } = setUp()
    await state().open({ ...target, contact: null })
    state().write('Olá')
    state().review('Olá, Maria')
    await state().send()
    expect(sends()).toEqual([
      { connection_id: 'c1', conversation: 1042, contact_id: 55, content: 'Olá, Maria', once: idOf(1), insist: false },
    ])
    expect(notices).toEqual(['sent 1042 Maria sent'])
    expect(state().target).toBeNull()
    await state().open(target)
    expect(state().draft).toBe('')
  })

  it('is asked for once, however often the button is pressed', async () => {
    const { bridge, state, sends } = setUp()
    const gate = bridge.hold('sending.send')
    await state().open(target)
    state().review('Olá')
    const all = [state().send(), state().send(), state().send()]
    state().back()
    expect(state().reviewing).not.toBeNull()
    gate.open({ message_id: 1, status: null })
    await Promise.all(all)
    expect(sends()).toHaveLength(1)
  })

  it.each(['sent_unknown', 'host_gone', 'internal', 'cancelled'] as const)(
    'is lost after %s: nothing sends it again from here',
    async (code) => {
      const { bridge, state, sends } = setUp()
      bridge.answer('sending.send', refuses(code))
      await state().open(target)
      state().write('Olá')
      state().review('Olá')
      await state().send()
      expect(state()).toMatchObject({ unknown: true, sending: false, failure: null })
      await state().send()
      expect(sends()).toHaveLength(1)
      state().close()
      await state().open(target)
      expect(state()).toMatchObject({ unknown: false, draft: 'Olá', reviewing: null })
    },
  )

  it('that was refused may be sent again by hand, as another one', async () => {
    const { bridge, state, sends } = setUp()
    bridge.answer('sending.send', refuses('service_refused'))
    await state().open(target)
    state().review('Olá')
    await state().send()
    expect(state()).toMatchObject({ unknown: false, failure: { code: 'service_refused' } })
    await state().send()
    expect(sends()).toMatchObject([{ once: idOf(1) }, { once: idOf(2) }])
  })

  it('shows its end after the dialog was closed, and changes no other one', async () => {
    const { gate, sending, state, notices } = await closedWhileSending()
    await state().open({ ...target, conversation: 7 })
    state().write('Outra')
    gate.refuse(new Refusal({ code: 'sent_unknown', params: {} }))
    await sending
    expect(notices).toEqual(['unknown Maria'])
    expect(state()).toMatchObject({ draft: 'Outra', unknown: false, failure: null, target: { conversation: 7 } })
  })

  it('that was refused after its dialog was closed is shown as refused, and stays a draft', async () => {
    const { gate, sending, state, notices } = await closedWhileSending()
    gate.refuse(new Refusal({ code: 'service_refused', params: {} }))
    await sending
    expect(notices).toEqual(['refused Maria service_refused'])
    await state().open(target)
    expect(state()).toMatchObject({ draft: 'Olá', unknown: false })
  })

  it('whose end comes after another vault was opened names nobody there', async () => {
    for (const end of ['opened', 'refused'] as const) {
      const { gate, sending, state, notices } = await closedWhileSending()
      state().reset()
      if (end === 'opened') gate.open({ message_id: 1, status: 'sent' })
      else gate.refuse(new Refusal({ code: 'cancelled', params: {} }))
      await sending
      expect(notices).toEqual([])
    }
  })

  it('is found under way by who opens its conversation again, and not as a draft to be sent', async () => {
    const { gate, sending, state, sends, notices } = await closedWhileSending()
    await state().open({ ...target })
    expect(state()).toMatchObject({ sending: true, reviewing: { content: 'Olá, Maria' } })
    await state().send()
    gate.open({ message_id: 1, status: 'sent' })
    await sending
    expect(sends()).toHaveLength(1)
    expect(notices).toEqual(['sent 1042 Maria sent'])
    expect(state()).toMatchObject({ target: null, draft: '', sending: false })
  })

  it('never shows the person of a conversation that was opened before', async () => {
    const { bridge, state } = setUp()
    const gate = bridge.hold('sending.open')
    const first = state().open(target)
    bridge.answer('sending.open', () => recipient('Ana', 9))
    await state().open({ connection: 'c1', conversation: 7, contact: 9 })
    gate.open(recipient('Maria'))
    await first
    expect(state().recipient).toMatchObject({ value: { conversation: { contact: { name: 'Ana' } } } })
  })

  it('is forgotten with the account, and kept while the dialog is merely closed', async () => {
    const { state } = setUp()
    await state().open(target)
    state().write('Rascunho')
    state().close()
    await state().open(target)
    expect(state().draft).toBe('Rascunho')
    state().reset()
    await state().open(target)
    expect(state().draft).toBe('')
  })

  it('is offered the texts of its own account', async () => {
    const { bridge, state } = setUp()
    await state().open(target)
    state().write('Olá')
    const gate = bridge.hold('sending.save_text')
    const saving = state().saveText('Abertura')
    await state().open({ ...target, connection: 'c2' })
    gate.open([{ id: idOf(1), name: 'Abertura', text: 'Olá' }])
    await saving
    expect(state().texts).toEqual({ status: 'ready', value: [] })
  })

  it('can be kept as a text, and shows why not', async () => {
    const { bridge, state } = setUp()
    bridge.answer('sending.save_text', ({ text }) => [text])
    await state().open(target)
    state().write('Olá {{nome}}')
    expect(await state().saveText('Abertura')).toBe(true)
    expect(state().texts).toMatchObject({ value: [{ name: 'Abertura', text: 'Olá {{nome}}' }] })
    bridge.answer('sending.save_text', refuses('name_taken'))
    expect(await state().saveText('Abertura')).toBe(false)
    expect(state().failure).toMatchObject({ code: 'name_taken' })
  })
})

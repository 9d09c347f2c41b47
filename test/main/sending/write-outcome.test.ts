import { describe, expect, test } from 'vitest'
import { type Chat, chatAccount, chatNumber, openChat, resets, startChat } from './chat-service.ts'

/** A workspace whose clock a test moves. */
async function clocked() {
  let at = Date.parse('2026-11-20T15:00:00Z')
  const now = () => new Date(at)
  const chat = await openChat({ now })
  const pass = (seconds: number) => {
    at += seconds * 1000
  }
  return { chat, now, pass, seconds: () => Math.floor(at / 1000) }
}

async function lose(chat: Chat, stored: boolean): Promise<string> {
  chat.onMessage = { stored, answer: resets }
  await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
  chat.onMessage = { stored: true, answer: null }
  return (await chat.latest())?.id ?? ''
}

const check = ({ workspace }: Chat, id: string) => workspace.ask('activity.check', { id })

describe('the outcome of a message', () => {
  test('is confirmed where the conversation shows it, in any words for its kind', async () => {
    for (const message_type of [1, 'outgoing']) {
      const { chat } = await clocked()
      const id = await lose(chat, true)
      const last = { ...chat.messages.at(-1), message_type, content: 'Olá, Maria\n' }
      chat.conversation = { messages: [], last_non_activity_message: last }
      expect(await check(chat, id)).toMatchObject({ state: 'confirmed', failure: null })
      expect(chat.posts).toHaveLength(1)
    }
  })

  test('is not decided too early: a slow service may still process it', async () => {
    const { chat, pass } = await clocked()
    const id = await lose(chat, false)
    expect(await check(chat, id)).toMatchObject({ state: 'unknown' })
    pass(119)
    expect(await check(chat, id)).toMatchObject({ state: 'unknown' })
    pass(1)
    expect(await check(chat, id)).toMatchObject({ state: 'not_done', failure: null })
    expect(chat.posts).toHaveLength(1)
  })

  test('is unknown once something newer hides it; then the person decides', async () => {
    const { chat, pass, seconds } = await clocked()
    const id = await lose(chat, true)
    pass(600)
    chat.messages.push({ id: 990, content: 'Obrigada!', created_at: seconds(), message_type: 0 })
    expect(await check(chat, id)).toMatchObject({ state: 'unknown' })
    const settle = { connection_id: chat.connection_id, id, state: 'confirmed' } as const
    expect(await chat.workspace.ask('activity.settle', settle)).toMatchObject({ state: 'confirmed' })
    expect(chat.posts).toHaveLength(1)
  })

  test('is not taken from the same words that were there before, from the contact or a private note', async () => {
    const { chat, pass, seconds } = await clocked()
    chat.messages.push({ id: 901, content: 'Olá, Maria', created_at: seconds(), message_type: 1 })
    const id = await lose(chat, false)
    pass(200)
    expect(await check(chat, id)).toMatchObject({ state: 'not_done' })

    const other = await lose(chat, false)
    chat.messages.push({ id: 970, content: 'Olá, Maria', created_at: seconds(), message_type: 0 })
    expect(await check(chat, other)).toMatchObject({ state: 'unknown' })
    Object.assign(chat.messages.at(-1) ?? {}, { message_type: 1, private: true })
    expect(await check(chat, other)).toMatchObject({ state: 'unknown' })
  })

  test('stays unknown while the service cannot be asked, or has no such conversation', async () => {
    const { chat, pass } = await clocked()
    const id = await lose(chat, true)
    pass(600)
    chat.broken = true
    await expect(check(chat, id)).rejects.toMatchObject({ code: 'service_failed' })
    chat.broken = false
    chat.conversation = { id: chatNumber + 1 }
    expect(await check(chat, id)).toMatchObject({ state: 'unknown' })
  })

  test('is decided by times where messages have no ids', async () => {
    const { chat, pass, seconds } = await clocked()
    chat.conversation = { messages: [], last_non_activity_message: null }
    const id = await lose(chat, false)
    chat.conversation = {
      messages: [{ content: 'Olá, Maria', message_type: 1, created_at: new Date(seconds() * 1000).toISOString() }],
      last_non_activity_message: null,
    }
    expect(await check(chat, id)).toMatchObject({ state: 'confirmed' })
    chat.conversation = { messages: [], last_non_activity_message: null }
    // The newest write is identified by its time.
    pass(1)
    const other = await lose(chat, false)
    pass(121)
    expect(await check(chat, other)).toMatchObject({ state: 'not_done' })
  })
})

describe('a message is not reported as undone', () => {
  test.each([
    ['by a conversation that shows no messages', () => ({ messages: undefined, last_non_activity_message: undefined })],
    [
      'by a newer message with a time alone, of a clock that is an hour behind',
      (seconds: number) => ({ messages: [], last_non_activity_message: { created_at: seconds - 3600 } }),
    ],
  ])('%s', async (_, fieldsAt) => {
    const { chat, pass, seconds } = await clocked()
    chat.conversation = fieldsAt(seconds() - 60)
    const id = await lose(chat, true)
    chat.conversation = fieldsAt(seconds())
    pass(600)
    expect(await check(chat, id)).toMatchObject({ state: 'unknown' })
  })

  test('by another host, which does not have it', async () => {
    const { chat, now, pass } = await clocked()
    const { connection_id, workspace } = chat
    const other = await startChat(now)
    const [connection] = await workspace.ask('connections.list', {})
    const { name = '', base_url = '' } = connection ?? {}
    await workspace.ask('connections.save', {
      id: connection_id,
      service: 'platform',
      name,
      base_url,
      account_id: chatAccount,
      brand: 'house',
      beta_url: other.service.origin,
      secret: 'token-de-teste',
    })
    const id = await lose(chat, true)
    pass(600)
    for (const [on_beta, state] of [
      [true, 'unknown'],
      [false, 'confirmed'],
    ] as const) {
      await workspace.ask('connections.switch_host', { id: connection_id, on_beta })
      expect(await workspace.ask('activity.check', { connection_id, id })).toMatchObject({ state })
    }
  })
})

describe('who a message would go to', () => {
  test('is returned with the fields for its text', async () => {
    const { workspace } = await openChat()
    const recipient = await workspace.ask('sending.open', { conversation: chatNumber, contact_id: 55 })
    expect(recipient).toMatchObject({
      conversation: { id: chatNumber, contact: { id: 55, name: 'Maria Souza' }, can_reply: true },
      fields: { nome: 'Maria Souza', telefone: '+5511987654321', email: 'maria@exemplo.com', conversa_id: chatNumber },
      lead: null,
      unknown: [],
    })
  })

  test('comes with what was sent there before and never confirmed', async () => {
    const { chat } = await clocked()
    const { workspace } = chat
    const id = await lose(chat, true)
    const recipient = await workspace.ask('sending.open', { conversation: chatNumber, contact_id: null })
    expect(recipient.unknown).toMatchObject([{ id, state: 'unknown' }])
    expect(recipient.unknown[0]).not.toHaveProperty('check')
  })
})

describe('texts to begin with', () => {
  test('are sorted by name, replaced by id, and forgotten', async () => {
    const { workspace } = await openChat()
    const save = (text: { id: string; name: string; text: string }) => workspace.ask('sending.save_text', { text })
    expect(await workspace.ask('sending.texts', {})).toEqual([])
    await save({ id: 'b', name: 'Retorno', text: 'Olá {{nome}}' })
    await save({ id: 'a', name: 'Abertura', text: 'Bom dia' })
    await expect(save({ id: 'c', name: 'Retorno', text: 'x' })).rejects.toMatchObject({ code: 'name_taken' })
    await save({ id: 'b', name: 'Volta', text: 'Oi {{nome}}' })
    await workspace.reopen()
    const list = await workspace.ask('sending.texts', {})
    expect(list).toEqual([
      { id: 'a', name: 'Abertura', text: 'Bom dia' },
      { id: 'b', name: 'Volta', text: 'Oi {{nome}}' },
    ])
    expect(await workspace.ask('sending.forget_text', { id: 'a' })).toHaveLength(1)
  })
})

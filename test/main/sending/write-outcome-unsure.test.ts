import { expect, test } from 'vitest'
import { chatAccount, openChat, resets, startChat } from './chat-service.ts'

const start = Date.parse('2026-11-20T15:00:00Z')

test.each([
  ['that shows no messages', () => ({ messages: undefined, last_non_activity_message: undefined })],
  [
    'that shows a newer one by times alone, by a clock that is an hour behind',
    (now: number) => ({ messages: [], last_non_activity_message: { created_at: now / 1000 - 3600 } }),
  ],
])('a message is not reported as undone by a conversation %s', async (_, fields) => {
  let at = start
  const chat = await openChat({ now: () => new Date(at) })
  chat.conversation = fields(start - 60_000)
  chat.onMessage = { stored: true, answer: resets }
  await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
  chat.conversation = fields(start)
  at += 600_000
  const { workspace } = chat
  const id = (await chat.latest())?.id ?? ''
  expect(await workspace.ask('activity.check', { id })).toMatchObject({ state: 'unknown' })
})

test('a message is not reported as undone by another host, which does not have it', async () => {
  let at = start
  const now = () => new Date(at)
  const [chat, other] = [await openChat({ now }), await startChat(now)]
  const { connection_id, workspace } = chat
  const [connection] = await workspace.ask('connections.list', {})
  const { name = '', base_url = '' } = connection ?? {}
  const beta_url = other.service.origin
  const draft = {
    id: connection_id,
    service: 'platform' as const,
    name,
    base_url,
    account_id: chatAccount,
    brand: 'house',
  }
  await workspace.ask('connections.save', { ...draft, beta_url, secret: 'token-de-teste' })
  chat.onMessage = { stored: true, answer: resets }
  await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
  at += 600_000
  const write = { connection_id, id: (await chat.latest())?.id ?? '' }
  await workspace.ask('connections.switch_host', { id: connection_id, on_beta: true })
  expect(await workspace.ask('activity.check', write)).toMatchObject({ state: 'unknown' })
  await workspace.ask('connections.switch_host', { id: connection_id, on_beta: false })
  expect(await workspace.ask('activity.check', write)).toMatchObject({ state: 'confirmed' })
})

import { describe, expect, test } from 'vitest'
import { settlingMs } from '../../../main/ledger.ts'
import { movableClock } from '../../kit/controls.ts'
import type { Scripted } from '../../kit/service.ts'
import {
  type ChatService,
  chatAccount,
  chatNumber,
  cutsAfterHead,
  cutsInBody,
  hangs,
  hangsInBody,
  openChat,
  resets,
} from './chat-service.ts'

const page = '<!doctype html><html><body>Entrar</body></html>'
const html = { 'content-type': 'text/html' }

/** What may happen after a message has arrived, so that nobody can know whether it was taken. */
const losses: Readonly<Record<string, Scripted>> = {
  'the service never answers': hangs,
  'the connection is reset': resets,
  'the connection ends after the head of the answer': cutsAfterHead,
  'the answer ends in its middle': cutsInBody,
  'the rest of the answer never comes': hangsInBody,
  'the service breaks': { status: 500, json: { error: 'Internal Server Error' } },
  'the service is overloaded': { status: 503, text: 'busy' },
  'a proxy gives up': { status: 504, text: page, headers: html },
  'a proxy cannot reach the service': { status: 502, text: page, headers: html },
  'a proxy answers with a page': { status: 200, text: page, headers: html },
  'a page answers with 404': { status: 404, text: page, headers: html },
  'it is answered by another address': { status: 303, text: '', headers: { location: '/app/conversas' } },
  'the same address is named for a repetition': { status: 307, text: '', headers: { location: '/again' } },
  'the service times out': { status: 408, json: { error: 'timeout' } },
}

describe('a message whose answer is lost', () => {
  test.each(Object.keys(losses))('is sent once and is unknown when %s', async (name) => {
    const chat = await openChat({ retryPolicy: { timeoutMs: 2000 } })
    chat.onMessage = { stored: true, answer: losses[name] ?? null }
    await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
    expect(chat.posts).toHaveLength(1)
    expect(await chat.latest()).toMatchObject({
      kind: 'send_message',
      target: String(chatNumber),
      state: 'unknown',
      failure: 'sent_unknown',
    })

    chat.onMessage = { stored: true, answer: null }
    // Neither the same text, nor a check, nor a restart of the app sends it again.
    await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
    await expect(chat.send('  Olá, Maria\r\n')).rejects.toMatchObject({ code: 'sent_unknown' })
    await chat.workspace.reopen()
    await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
    const { id = '' } = (await chat.latest()) ?? {}
    const checked = await chat.workspace.ask('activity.check', { id })
    expect(checked).toMatchObject({ id, state: 'confirmed', failure: null })
    expect(chat.posts).toHaveLength(1)
  })

  test('is sent once when the keep-alive connection that it is sent on breaks', async () => {
    const chat = await openChat({ retryPolicy: { timeoutMs: 2000 } })
    // The conversation is read first, on a connection that both sides keep alive.
    await chat.workspace.ask('sending.open', { conversation: chatNumber, contact_id: null })
    chat.onMessage = { stored: false, answer: resets }
    await expect(chat.send('Olá')).rejects.toMatchObject({ code: 'sent_unknown' })
    expect(chat.posts).toHaveLength(1)
  })

  test('lets another text be sent, and the same one when it is known not to have arrived', async () => {
    const clock = movableClock()
    const chat = await openChat({ now: clock.now, retryPolicy: { timeoutMs: 2000 } })
    chat.onMessage = { stored: false, answer: resets }
    await expect(chat.send('Primeira')).rejects.toMatchObject({ code: 'sent_unknown' })
    chat.onMessage = { stored: true, answer: null }
    await chat.send('Segunda')
    expect(chat.posts).toHaveLength(2)
    const writes = await chat.workspace.ask('activity.list', {})
    const id = writes.find(({ state }) => state === 'unknown')?.id ?? ''
    const settle = { connection_id: chat.connection_id, id, state: 'not_done' } as const
    // So soon after the send it cannot be known not to have arrived.
    expect(await chat.workspace.ask('activity.settle', settle)).toMatchObject({ state: 'unknown' })
    await expect(chat.send('Primeira')).rejects.toMatchObject({ code: 'sent_unknown' })
    clock.pass(settlingMs)
    await chat.workspace.ask('activity.settle', settle)
    await chat.send('Primeira')
    expect(chat.messages.map(({ content }) => content)).toEqual(['Bom dia!', 'Segunda', 'Primeira'])
  })

  test('is unknown after the app ended in its middle', async () => {
    const chat = await openChat({ forked: true, retryPolicy: { timeoutMs: 60_000 } })
    chat.onMessage = { stored: true, answer: hangs }
    void chat.send('Olá').catch(() => undefined)
    await expect.poll(() => chat.posts.length).toBe(1)
    expect(await chat.latest()).toMatchObject({ state: 'sending' })
    void chat.workspace.crash()
    await chat.workspace.reopen()
    expect(await chat.latest()).toMatchObject({ state: 'unknown', failure: 'sent_unknown' })
    await expect(chat.send('Olá')).rejects.toMatchObject({ code: 'sent_unknown' })
    expect(chat.posts).toHaveLength(1)
  })
})

describe('a message', () => {
  test('is sent once as documented, and is logged without its text', async () => {
    const chat = await openChat()
    expect(await chat.send('Olá, Maria')).toEqual({ message_id: 902, status: 'sent' })
    const [post] = chat.posts
    expect(post).toMatchObject({
      method: 'POST',
      path: `/api/v1/accounts/${chatAccount}/conversations/${chatNumber}/messages`,
    })
    expect(JSON.parse(post?.body ?? '')).toEqual({ content: 'Olá, Maria', message_type: 'outgoing' })
    expect(post?.headers.api_access_token).toBe('token-de-teste')
    expect(chat.posts).toHaveLength(1)
    const write = await chat.latest()
    expect(write).toMatchObject({ kind: 'send_message', target: String(chatNumber), state: 'confirmed' })
    expect(JSON.stringify(write)).not.toMatch(/Maria|Olá|98765/)
    expect(chat.workspace.changes).toContain('activity')
  })

  test.each([
    ['an empty 200', { text: '' }],
    ['a 204', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(204).end()],
    ['words', { text: 'ok' }],
    ['an array', { json: [] }],
    ['an envelope', { json: { payload: { id: 902, status: 'sent' } } }],
  ] as const)('is sent for good when the answer is %s', async (_, answer) => {
    const chat = await openChat()
    chat.onMessage = { stored: true, answer: answer as Scripted }
    await chat.send('Olá')
    expect(chat.posts).toHaveLength(1)
    expect(await chat.latest()).toMatchObject({ state: 'confirmed' })
  })

  test('is sent once for any number of calls with its `once`', async () => {
    const chat = await openChat()
    const once = crypto.randomUUID()
    const results = await Promise.allSettled([1, 2, 3].map(() => chat.send('Olá', { once })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(chat.send('Olá', { once })).rejects.toMatchObject({ code: 'already_running' })
    await chat.workspace.reopen()
    await expect(chat.send('Olá', { once })).rejects.toMatchObject({ code: 'already_running' })
    expect(chat.posts).toHaveLength(1)
  })

  test('waits until the one before it in the conversation has gone', async () => {
    const chat = await openChat({ retryPolicy: { timeoutMs: 2000 } })
    chat.onMessage = { stored: true, answer: hangs }
    const first = chat.send('Olá').catch(() => undefined)
    await expect.poll(() => chat.posts.length).toBe(1)
    await expect(chat.send('Olá')).rejects.toMatchObject({ code: 'already_running' })
    await first
    expect(chat.posts).toHaveLength(1)
  })

  test('that was begun is not cancelled by its caller, and its outcome is known', async () => {
    const chat = await openChat()
    const asking = new AbortController()
    chat.onMessage = {
      stored: true,
      answer: (response) => {
        asking.abort()
        setImmediate(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": 902}'))
      },
    }
    expect(await chat.send('Olá', { signal: asking.signal })).toEqual({ message_id: 902, status: null })
    expect(await chat.latest()).toMatchObject({ state: 'confirmed' })
    expect(chat.posts).toHaveLength(1)
  })

  test.each([
    // The account's other routes accept the key.
    [401, 'forbidden'],
    [402, 'payment_required'],
    [403, 'forbidden'],
    [404, 'service_not_found'],
    [413, 'too_large'],
    [422, 'service_refused'],
    [429, 'rate_limited'],
  ] as const)('that the service refuses with %i was not sent, and may be sent again by hand', async (status, code) => {
    const chat = await openChat()
    chat.onMessage = { stored: false, answer: { status, json: { error: 'não' } } }
    await expect(chat.send('Olá')).rejects.toMatchObject({ code })
    expect(chat.posts).toHaveLength(1)
    expect(await chat.latest()).toMatchObject({ state: 'failed', failure: code })
    chat.onMessage = { stored: true, answer: null }
    await chat.send('Olá')
    expect(chat.posts).toHaveLength(2)
  })
})

describe('nothing is sent', () => {
  test.each<[string, string, Partial<ChatService>, { contact_id?: number }, object]>([
    ['to a conversation of another person', 'Olá', {}, { contact_id: 56 }, { code: 'other_contact' }],
    ['to a conversation that is not shown', 'Olá', { conversation: { id: 9 } }, {}, { code: 'conversation_hidden' }],
    ['while the conversation cannot be read', 'Olá', { broken: true }, {}, { code: 'service_failed' }],
    ['without words', '  \n ', {}, {}, {}],
  ])('%s', async (_, text, service, more, failure) => {
    const chat = Object.assign(await openChat(), service)
    await expect(chat.send(text, more)).rejects.toMatchObject(failure)
    expect(chat.posts).toHaveLength(0)
    expect(await chat.latest()).toBeUndefined()
  })

  test('where the channel is closed, unless the person insists', async () => {
    const chat = await openChat()
    chat.conversation = { can_reply: false }
    await expect(chat.send('Olá')).rejects.toMatchObject({ code: 'cannot_reply' })
    expect(chat.posts).toHaveLength(0)
    await chat.send('Olá', { insist: true })
    expect(chat.posts).toHaveLength(1)
  })
})

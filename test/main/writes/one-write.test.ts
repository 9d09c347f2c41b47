import { expect, test } from 'vitest'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { createLedger, entryCheck, saltedDigest } from '../../../main/ledger.ts'
import { movableClock } from '../../kit/controls.ts'
import { startFormServiceThat } from '../../kit/workspace.ts'
import { createDataKit } from '../engine/data-kit.ts'
import { chatAccount, openChat, resets, startChat } from '../sending/chat-service.ts'

const connection = 'c1'
const dayMs = 86_400_000

/** Two processes of data over one folder, each with a ledger, as the window and a scheduled command have. */
function startTwo() {
  const kit = createDataKit()
  const deps = { service: 'forms', now: () => new Date(), changed() {} } as const
  return [kit.data, kit.another()].map((data) => createLedger({ ...deps, data }))
}

test('of two processes that make the same at once, one sends it and the other is refused', async () => {
  const ledgers = startTwo()
  for (let round = 0; round < 5; round += 1) {
    let sent = 0
    const about = { kind: 'create_entry', target: 'Contato', check: entryCheck(round, { nome: 'Ana' }) } as const
    const send = async () => {
      sent += 1
      // Still on its way while the other process looks.
      await Promise.all(ledgers.map((ledger) => ledger.list(connection)))
    }
    const results = await Promise.allSettled(ledgers.map((ledger) => ledger.write(connection, about, send)))
    expect(sent).toBe(1)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('what another process made between the look and the note is not made a second time', async () => {
  const kit = createDataKit()
  const other = kit.another()
  const deps = { service: 'forms', now: () => new Date(), changed() {} } as const
  const first = createLedger({ ...deps, data: kit.data })
  const about = { kind: 'create_entry', target: 'Contato', check: entryCheck(1, { nome: 'Ana' }) } as const
  let sent = 0
  const send = async () => {
    sent += 1
  }
  let isMade = false
  const ask: typeof other.ask = async (...question) => {
    if (question[0] === 'writes.begin' && !isMade) {
      isMade = true
      await first.write(connection, about, send)
    }
    return other.ask(...question)
  }
  const second = createLedger({ ...deps, data: { ...other, ask } })
  await expect(second.write(connection, about, send)).rejects.toMatchObject({ code: 'already_running' })
  expect(sent).toBe(1)
  // One that is requested afterwards is another one.
  await second.write(connection, about, send)
  expect(sent).toBe(2)
})

const newHook = { url: 'https://a.example/novo', events: ['entry.created' as const], form_id: null }

test('what was sent with an unknown outcome is not made a second time before that is found out', async () => {
  const clock = movableClock()
  let posts = 0
  const { ask } = await startFormServiceThat(
    ({ method }) => {
      if (method !== 'POST') return { json: [] }
      posts += 1
      return resets
    },
    { now: clock.now },
  )
  await expect(ask('webhooks.create', newHook)).rejects.toMatchObject({ code: 'sent_unknown' })
  await expect(ask('webhooks.create', newHook)).rejects.toMatchObject({ code: 'sent_unknown' })
  expect(posts).toBe(1)
  // Something else may be made meanwhile.
  await expect(ask('webhooks.create', { ...newHook, url: 'https://a.example/outro' })).rejects.toBeDefined()
  expect(posts).toBe(2)
  // What nobody knows stays a question, however old it is.
  clock.pass(40 * dayMs)
  await expect(ask('webhooks.create', newHook)).rejects.toMatchObject({ code: 'sent_unknown' })
  expect(posts).toBe(2)
})

test('a thing that is deleted by two quick clicks is deleted once', async () => {
  let deletions = 0
  const hook = { id: 71, url: newHook.url, events: newHook.events, form_id: null, is_active: true }
  const { ask } = await startFormServiceThat(({ method }) => {
    if (method !== 'DELETE') return { json: [hook] }
    deletions += 1
    return { status: 204, text: '' }
  })
  await ask('webhooks.list', { fresh: true })
  const both = [ask('webhooks.delete', { id: 71 }), ask('webhooks.delete', { id: 71 })]
  expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(ask('webhooks.delete', { id: 71 })).rejects.toMatchObject({ code: 'not_found' })
  expect(deletions).toBe(1)
})

test.each([
  ['a zero-width space', 'Olá\u200b, Maria'],
  ['a byte order mark', '\ufeffOlá, Maria'],
  ['letters in two parts', 'Ola\u0301, Maria'],
  ['a blank that does not break', 'Olá,\u00a0Maria'],
])('a message that differs by %s from one whose outcome is unknown is not sent', async (_, same) => {
  const chat = await openChat()
  chat.onMessage = { stored: true, answer: resets }
  await expect(chat.send('Olá, Maria')).rejects.toMatchObject({ code: 'sent_unknown' })
  await expect(chat.send(same)).rejects.toMatchObject({ code: 'sent_unknown' })
  expect(chat.posts).toHaveLength(1)
  expect(saltedDigest('Olá', 's')).not.toBe(saltedDigest('Ola', 's'))
})

test('a message is sent nowhere when the host is switched between the reading of its conversation and it', async () => {
  const beta = await startChat()
  const nodeFetch = createNodeFetch()
  let onRead = async () => {}
  const chat = await openChat({
    fetch: async (address, init) => {
      const answer = await nodeFetch(address, init)
      if (String(address).includes('/conversations/filter')) await onRead()
      return answer
    },
  })
  const { workspace, connection_id: id } = chat
  const hosts = { base_url: chat.service.origin, beta_url: beta.service.origin, account_id: chatAccount }
  await workspace.ask('connections.save', {
    id,
    service: 'platform',
    name: 'Conta',
    brand: 'house',
    secret: 's',
    ...hosts,
  })
  onRead = async () => {
    onRead = async () => {}
    await workspace.ask('connections.switch_host', { id, on_beta: true })
  }
  await expect(chat.send('Olá')).rejects.toMatchObject({ code: 'other_host' })
  expect([...chat.posts, ...beta.posts]).toEqual([])
})

test('a clock that runs a month ahead for one write takes nothing out of the ledger', async () => {
  const clock = movableClock()
  const chat = await openChat({ now: clock.now })
  await chat.send('Primeira')
  chat.onMessage = { stored: false, answer: resets }
  await expect(chat.send('Segunda')).rejects.toMatchObject({ code: 'sent_unknown' })
  chat.onMessage = { stored: true, answer: null }
  clock.pass(31 * dayMs)
  await chat.send('Terceira')
  clock.pass(-31 * dayMs)
  const states = (await chat.workspace.ask('activity.list', {})).map(({ state }) => state)
  expect(states.sort()).toEqual(['confirmed', 'confirmed', 'unknown'])
})

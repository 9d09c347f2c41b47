import { describe, expect, test } from 'vitest'
import type { Scripted } from '../../kit/service.ts'
import { startAnswering } from './account.ts'

const nina = { id: 3, name: 'Nina' }
const list = { resource: 'assistants' as const, parent: null, page: 1, filter: {}, fresh: true }
const json = (value: unknown): Scripted => ({ json: value })

describe('a list of the AI module', () => {
  test.each<[string, Scripted, number | null]>([
    ['{payload, meta}', json({ payload: [nina], meta: { total_count: 9, page: 1 } }), 9],
    ['{data}', json({ data: [nina] }), null],
    ['{data: {payload, meta}}', json({ data: { payload: [nina], meta: { total_count: '4' } } }), 4],
    ['a bare array', json([nina]), null],
    ['a key of its own', json({ assistants: [nina], total: 1 }), 1],
    ['ids as text', json([{ ...nina, id: '3' }]), null],
    ['the only thing there is', json({ ...nina, tools: ['a'] }), null],
  ])('is understood as %s', async (_, answer, total) => {
    const { ask, connection_id } = await startAnswering(() => answer)
    const page = await ask('captain.list', { ...list, connection_id })
    expect(page).toMatchObject({ total, records: [{ id: 3, fields: { name: 'Nina' } }] })
  })

  test.each<[string, Scripted]>([
    ['a 204', { status: 204, text: '' }],
    ['{}', json({})],
    ['{payload: []}', json({ payload: [] })],
  ])('is empty as %s', async (_, answer) => {
    const { ask, connection_id } = await startAnswering(() => answer)
    expect((await ask('captain.list', { ...list, connection_id })).records).toEqual([])
  })

  test('shows things without a number, and words alone', async () => {
    const { ask, connection_id } = await startAnswering(() => json(['handoff', { title: 'x' }]))
    expect((await ask('captain.list', { ...list, connection_id })).records).toEqual([
      { id: null, fields: { value: 'handoff' } },
      { id: null, fields: { title: 'x' } },
    ])
  })

  test.each<[string, string, Scripted]>([
    [
      'captive_portal',
      'a page with 200',
      { text: '<!doctype html><p>Bem-vindo', headers: { 'content-type': 'text/html' } },
    ],
    ['service_failed', "a proxy's page", { status: 502, text: '<html>Bad gateway</html>' }],
    ['unexpected_body', 'no JSON', { text: 'ok' }],
    ['payment_required', 'a plan without the module', { status: 402, json: { error: 'upgrade' } }],
    ['forbidden', 'a part that is off', { status: 403, json: { error: 'Custom tools are off' } }],
    ['rate_limited', 'a throttle in plain text', { status: 429, text: 'Retry later' }],
    ['service_refused', 'an empty 422', { status: 422, text: '' }],
  ])('fails as %s for %s', async (code, _, answer) => {
    const { ask, connection_id } = await startAnswering(({ path }) =>
      path.endsWith('/conversations/filter') ? json({ payload: [] }) : answer,
    )
    await expect(ask('captain.list', { ...list, connection_id })).rejects.toMatchObject({ code })
  })

  test.each<[string, number]>([
    ['not_administrator', 200],
    ['unauthorized', 401],
  ])('that is refused with a 401 is told as %s where a cheap route answers %d', async (code, status) => {
    const { ask, connection_id } = await startAnswering(({ path }) =>
      path.endsWith('/conversations/filter')
        ? { status, json: { payload: [] } }
        : { status: 401, json: { error: 'You are not authorized to do this action' } },
    )
    await expect(ask('captain.list', { ...list, connection_id })).rejects.toMatchObject({ code })
  })
})

describe('the answer to a write of the AI module', () => {
  test.each<[string, Scripted, unknown]>([
    ['bare', json(nina), { id: 3, fields: nina }],
    ['{data}', json({ data: nina }), { id: 3, fields: nina }],
    ['its root key', json({ assistant: nina }), { id: 3, fields: nina }],
    ['an empty 204', { status: 204, text: '' }, null],
    ['words', { text: 'created' }, null],
  ])('is understood as %s', async (_, answer, record) => {
    const { ask, connection_id } = await startAnswering(() => answer)
    const fields = { name: 'Nina' }
    expect(await ask('captain.create', { connection_id, resource: 'assistants', parent: null, fields })).toEqual({
      record,
    })
    expect((await ask('activity.list', { connection_id }))[0]).toMatchObject({ state: 'confirmed' })
  })

  test('that never comes leaves it unknown, sent once', async () => {
    const { ask, connection_id, service } = await startAnswering(() => () => undefined)
    const fields = { name: 'Nina' }
    const made = ask('captain.create', { connection_id, resource: 'assistants', parent: null, fields })
    await expect(made).rejects.toMatchObject({ code: 'sent_unknown' })
    const sent = service.asked.filter(({ path }) => path.includes('/captain/'))
    expect(sent.map(({ body }) => body)).toEqual(['{"assistant":{"name":"Nina"}}'])
  })

  test('in a PUT carries everything but what only the service writes', async () => {
    const sent: unknown[] = []
    const { ask, connection_id } = await startAnswering(({ method, body }) => {
      if (method === 'PUT') sent.push(JSON.parse(body))
      const assistant = { id: 3, name: 'Nina' }
      return json({ id: 8, account_id: 7, question: 'a', answer: 'b', assistant, created_at: 1, updated_at: 2 })
    })
    const one = { connection_id, resource: 'responses' as const, parent: null, id: 8 }
    await ask('captain.change', { ...one, method: 'PUT', fields: { answer: 'c' } })
    expect(sent).toEqual([{ assistant_response: { question: 'a', answer: 'c', assistant_id: 3 } }])
  })
})

describe('what an assistant says', () => {
  test.each<[string, unknown, string | null]>([
    ['response', { response: 'Olá' }, 'Olá'],
    ['message.content', { message: { content: 'Olá' } }, 'Olá'],
    ['payload', { payload: { answer: 'Olá' } }, 'Olá'],
    ['the last of many', [{ content: 'Oi' }, { content: 'Olá' }], 'Olá'],
    ['nothing that is words', { ok: true }, null],
  ])('is found in %s', async (_, answer, text) => {
    const { ask, connection_id } = await startAnswering(() => json(answer))
    const said = await ask('captain.play', { connection_id, assistant: 3, message: 'Oi', history: [] })
    expect(said).toMatchObject({ text, answer })
  })
})

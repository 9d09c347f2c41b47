import { describe, expect, test } from 'vitest'
import type { Asked, Scripted } from '../../kit/service.ts'
import { startAnswering } from './account.ts'

const nina = { id: 3, name: 'Nina' }
const list = { resource: 'assistants' as const, parent: null, page: 1, filter: {}, fresh: true }
const json = (value: unknown): Scripted => ({ json: value })

/** The likely shapes (docs/services.md §7.2), and others that a service may have. */
describe('a list of the AI module', () => {
  test('is understood in every shape', async () => {
    const { ask, answer } = await startAnswering()
    const shapes: readonly (readonly [name: string, scripted: Scripted, total: number | null])[] = [
      ['{payload, meta}', json({ payload: [nina], meta: { total_count: 9, page: 1 } }), 9],
      ['{data}', json({ data: [nina] }), null],
      ['{data: {payload, meta}}', json({ data: { payload: [nina], meta: { total_count: '4' } } }), 4],
      ['a bare array', json([nina]), null],
      ['a key of its own', json({ assistants: [nina], total: 1 }), 1],
      ['ids as text', json([{ ...nina, id: '3' }]), null],
      ['the only thing there is', json({ ...nina, tools: ['a'] }), null],
    ]
    for (const [name, scripted, total] of shapes) {
      answer(() => scripted)
      const page = await ask('captain.list', { ...list })
      expect(page, name).toMatchObject({ total, records: [{ id: 3, fields: { name: 'Nina' } }] })
    }
    const empty: readonly Scripted[] = [{ status: 204, text: '' }, json({}), json({ payload: [] }), json([])]
    for (const scripted of empty) {
      answer(() => scripted)
      expect((await ask('captain.list', { ...list })).records).toEqual([])
    }
    answer(() => json(['handoff', { title: 'x' }]))
    expect((await ask('captain.list', { ...list })).records).toEqual([
      { id: null, fields: { value: 'handoff' } },
      { id: null, fields: { title: 'x' } },
    ])
  })

  const things = (count: number, from = 1) =>
    Array.from({ length: Math.max(0, count) }, (_, place) => ({ id: from + place, name: `Coisa ${from + place}` }))
  const pageOf = ({ query }: Asked) => Number(query.get('page') ?? 1)

  test.each([
    ['assistants', null],
    ['scenarios', 1],
    ['custom_tools', null],
    ['inboxes', 1],
    ['assistant_mcp_servers', 1],
  ] as const)('of %s is read to its end where the answer counts more than it holds', async (resource, parent) => {
    const { ask, answer, asked } = await startAnswering()
    answer((one) => {
      const from = (pageOf(one) - 1) * 25
      return json({ payload: things(Math.min(25, 40 - from), from + 1), meta: { total_count: 40 } })
    })
    const page = await ask('captain.list', { ...list, resource, parent })
    expect(page).toMatchObject({ total: 40, records: { length: 40 } })
    expect(asked().map(({ query }) => query.get('page'))).toEqual([null, '2'])
    const stored = await ask('captain.list', { ...list, resource, parent, fresh: false })
    expect(stored.records).toHaveLength(40)
  })

  test('is asked for no page more than it takes to see that there is none', async () => {
    const { ask, answer, asked } = await startAnswering()
    const unnumbered = things(25).map(({ name }) => ({ name }))
    const services: readonly (readonly [
      name: string,
      scripted: (one: Asked) => Scripted,
      records: number,
      asks: number,
    ])[] = [
      ['ignores page', () => json({ payload: things(25), meta: { total_count: 40 } }), 25, 2],
      ['ignores page and numbers nothing', () => json({ payload: unnumbered, meta: { total_count: 40 } }), 25, 2],
      ['counts what it does not list', (one) => json({ payload: pageOf(one) > 1 ? [] : things(3), total: 5 }), 3, 2],
      [
        'refuses page',
        (one) => (pageOf(one) > 1 ? { status: 422, text: '' } : json({ payload: things(3), total: 5 })),
        3,
        2,
      ],
      ['does not count', () => json({ payload: things(25) }), 25, 1],
      ['has no end', (one) => json({ payload: things(25, pageOf(one) * 25), total: 99_999 }), 1000, 40],
    ]
    for (const [name, scripted, records, asks] of services) {
      const before = asked().length
      answer(scripted)
      const page = await ask('captain.list', { ...list })
      expect(page.records.length, name).toBe(records)
      expect(asked().length - before, name).toBe(asks)
    }
  })

  test('that is refused has the reason of the service', async () => {
    const { ask, answer, accountAnswers } = await startAnswering()
    const page = { text: '<!doctype html><p>Bem-vindo', headers: { 'content-type': 'text/html' } }
    const role = { status: 401, json: { error: 'You are not authorized to do this action' } }
    const refusals: readonly (readonly [code: string, scripted: Scripted, account?: number])[] = [
      ['captive_portal', page],
      ['unexpected_body', { text: 'ok' }],
      ['forbidden', { status: 403, json: { error: 'Custom tools are off' } }],
      ['not_administrator', role, 200],
      ['unauthorized', role, 401],
    ]
    for (const [code, scripted, account = 200] of refusals) {
      answer(() => scripted)
      accountAnswers(account)
      await expect(ask('captain.list', { ...list }), code).rejects.toMatchObject({ code })
    }
  })
})

describe('the answer to a write of the AI module', () => {
  test('is understood in every shape; what cannot be understood may well have been done', async () => {
    const { ask, answer } = await startAnswering()
    const shapes: readonly (readonly [name: string, scripted: Scripted, record: unknown])[] = [
      ['bare', json(nina), { id: 3, fields: nina }],
      ['{data}', json({ data: nina }), { id: 3, fields: nina }],
      ['its root key', json({ assistant: nina }), { id: 3, fields: nina }],
      ['an empty 204', { status: 204, text: '' }, null],
      ['words', { text: 'created' }, null],
    ]
    for (const [name, scripted, record] of shapes) {
      answer(() => scripted)
      const input = { resource: 'assistants' as const, parent: null, fields: { name: 'Nina' } }
      expect(await ask('captain.create', input), name).toEqual({ record })
    }
    const entries = await ask('activity.list', {})
    expect(entries.map(({ state }) => state)).toEqual(shapes.map(() => 'confirmed'))
  })

  test('that is a failure inside the service leaves a record unknown, and a mere try failed', async () => {
    const { ask, answer } = await startAnswering()
    answer(() => ({ status: 500, text: '<h1>Rack::Timeout</h1>' }))
    const input = { resource: 'assistants' as const, parent: null, fields: { name: 'Nina' } }
    await expect(ask('captain.create', input)).rejects.toMatchObject({ code: 'sent_unknown' })
    const play = { assistant: 1, message: 'Oi', history: [] }
    await expect(ask('captain.play', play)).rejects.toMatchObject({ code: 'service_failed' })
    const entries = await ask('activity.list', {})
    expect(entries.map(({ state }) => state).sort()).toEqual(['failed', 'unknown'])
  })

  test('in a PUT comes to everything but what only the service writes', async () => {
    const { ask, answer, asked } = await startAnswering()
    const assistant = { id: 3, name: 'Nina' }
    answer(() => json({ id: 8, account_id: 7, question: 'a', answer: 'b', assistant, created_at: 1, updated_at: 2 }))
    const one = { resource: 'responses' as const, parent: null, id: 8 }
    await ask('captain.change', { ...one, method: 'PUT', fields: { answer: 'c' } })
    const put = asked().find(({ method }) => method === 'PUT')
    expect(JSON.parse(put?.body ?? '')).toEqual({
      assistant_response: { question: 'a', answer: 'c', assistant_id: 3 },
    })
  })
})

test('the text of an assistant is found wherever the answer has it', async () => {
  const { ask, answer } = await startAnswering()
  const answers: readonly (readonly [answer: unknown, text: string | null])[] = [
    [{ response: 'Olá' }, 'Olá'],
    [{ message: { content: 'Olá' } }, 'Olá'],
    [{ payload: { answer: 'Olá' } }, 'Olá'],
    [[{ content: 'Oi' }, { content: 'Olá' }], 'Olá'],
    [{ ok: true }, null],
  ]
  for (const [reply, text] of answers) {
    answer(() => json(reply))
    const played = await ask('captain.play', { assistant: 3, message: 'Oi', history: [] })
    expect(played).toMatchObject({ text, answer: reply })
  }
})

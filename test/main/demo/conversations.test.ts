import { afterAll, describe, expect, test } from 'vitest'
import { leadsPath, platform, startSmall } from './kit.ts'

const demo = await startSmall()
afterAll(() => demo.close())

const item = (key: string, operator: string, values: readonly unknown[], next: string | null = null) => ({
  attribute_key: key,
  filter_operator: operator,
  values,
  query_operator: next,
})
const filter = (payload: unknown, page = 1) =>
  platform(demo, `/conversations/filter?page=${page}`, { body: { payload } })

describe('the conversation filter', () => {
  test('gives twenty-five conversations a page, last movement first, and each conversation once', async () => {
    const payload = [item('status', 'equal_to', ['open', 'pending'])]
    const total = (await filter(payload)).body.meta.all_count
    const seen: { id: number; status: string; last_activity_at: number }[] = []
    for (let page = 1; page <= Math.ceil(total / 25); page++) seen.push(...(await filter(payload, page)).body.payload)
    expect(new Set(seen.map((one) => one.id)).size).toBe(total)
    expect(seen.slice(0, 25)).toHaveLength(25)
    expect(seen.every((one) => ['open', 'pending'].includes(one.status))).toBe(true)
    expect(seen.map((one) => one.last_activity_at)).toEqual(
      seen.map((one) => one.last_activity_at).sort((a, b) => b - a),
    )
  })

  test('carries the fields that the document names, and null for who is not there', async () => {
    const [one] = (await filter([item('assignee_id', 'is_present', [])])).body.payload
    const sender = { name: expect.any(String), created_at: expect.any(Number) }
    const fields = { status: expect.any(String), labels: expect.any(Array) }
    expect(one).toMatchObject({ ...fields, meta: { sender, assignee: { name: expect.any(String) } } })
    const { body } = await filter([item('assignee_id', 'is_not_present', [])])
    expect(body.payload[0].meta).toHaveProperty('assignee', null)
    expect(body.meta.unassigned_count).toBe(body.meta.all_count)
  })

  test.each([
    ['status', 'equal_to', ['resolved']],
    ['assignee_id', 'equal_to', [22]],
    ['inbox_id', 'not_equal_to', [11]],
    ['team_id', 'equal_to', [2]],
    ['contact_id', 'equal_to', [1001]],
    ['priority', 'equal_to', ['high']],
    ['display_id', 'equal_to', [50_001]],
    ['campaign_id', 'is_present', []],
    ['labels', 'contains', ['orç']],
    ['mail_subject', 'contains', ['boleto']],
    ['created_at', 'is_greater_than', ['2026-06-01']],
    ['created_at', 'is_less_than', ['2026-06-01']],
    ['last_activity_at', 'days_before', [30]],
  ])('cuts by %s %s', async (key, operator, values) => {
    const all = (await filter([])).body.meta.all_count
    const { status, body } = await filter([item(key, operator, values)])
    expect(status).toBe(200)
    expect(body.meta.all_count).toBeGreaterThan(0)
    expect(body.meta.all_count).toBeLessThan(all)
  })

  test('chains with AND and OR', async () => {
    const count = async (payload: unknown) => (await filter(payload)).body.meta.all_count
    const [open, whatsapp] = [item('status', 'equal_to', ['open']), item('inbox_id', 'equal_to', [11])]
    const both = await count([{ ...open, query_operator: 'AND' }, whatsapp])
    const either = await count([{ ...open, query_operator: 'OR' }, whatsapp])
    expect(both + either).toBe((await count([open])) + (await count([whatsapp])))
  })

  test.each([
    ['an unknown attribute', [item('cor', 'equal_to', ['azul'])], 422],
    ['an operator of another kind', [item('created_at', 'equal_to', ['2026-01-01'])], 422],
    ['a date that is none', [item('created_at', 'is_less_than', ['ontem'])], 422],
    ['a last item that asks for more', [item('status', 'equal_to', ['open'], 'AND')], 500],
    ['no payload', undefined, 422],
  ])('refuses %s', async (_, payload, status) => {
    const reply = await filter(payload)
    expect(reply.status).toBe(status)
    expect(reply.body.error).toEqual(expect.any(String))
  })
})

describe('contacts and messages', () => {
  test('a search by digits finds the person whose lead row has them', async () => {
    const { body } = await platform(demo, leadsPath(demo, '?created_after=2025-01-01&per_page=500'))
    const lead = body.leads.find((row: { telefone_digitos: string | null }) => row.telefone_digitos?.length === 13)
    for (const q of [lead.telefone_digitos, lead.telefone_digitos.slice(2), lead.telefone]) {
      const reply = await platform(demo, `/contacts/search?q=${encodeURIComponent(q)}`)
      expect(reply.body.payload.map((one: { id: number }) => one.id)).toContain(lead.contato_id)
    }
  })

  test('a search by a part of a name pages by fifteen', async () => {
    const first = (await platform(demo, '/contacts/search?q=ANA')).body
    const second = (await platform(demo, '/contacts/search?q=ANA&page=2')).body
    expect(first.payload).toHaveLength(15)
    expect(first.meta.has_more).toBe(true)
    expect(second.payload[0].id).not.toBe(first.payload[0].id)
  })

  test('a message is stored, opens the conversation and moves its lead', async () => {
    const sent = await platform(demo, '/conversations/50001/messages', {
      body: { content: 'Oi!', message_type: 'outgoing' },
    })
    expect(sent.body).toMatchObject({ content: 'Oi!', message_type: 1, conversation_id: 50_001, private: false })
    const [conversation] = (
      await platform(demo, '/conversations/filter', {
        body: { payload: [item('display_id', 'equal_to', [50_001])] },
      })
    ).body.payload
    expect(conversation.status).toBe('open')
    expect(conversation.messages[0].content).toBe('Oi!')
  })
})

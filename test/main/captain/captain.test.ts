import { describe, expect, test } from 'vitest'
import { settlingMs } from '../../../main/ledger.ts'
import { cut } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { startCaptain } from './account.ts'

const prefix = '/api/v1/accounts/7/captain'
const first = { page: 1, filter: {}, fresh: true }

describe('the AI module', () => {
  test('lists its things page by page, filtered, and keeps the first page for who has no network', async () => {
    const { ask, demo } = await startCaptain()
    const kind = { resource: 'responses' as const, parent: null }
    expect(await ask('captain.list', { ...kind, ...first, fresh: false })).toMatchObject({ records: [], read_at: null })
    const page = await ask('captain.list', { ...kind, ...first })
    expect(page).toMatchObject({ total: 60, records: { length: 25 } })
    const second = await ask('captain.list', { ...kind, ...first, page: 2 })
    expect(second.records[0]?.id).toBe(26)
    const matches = await ask('captain.list', { ...kind, ...first, filter: { search: 'garantia', assistant_id: '1' } })
    expect(matches.records.every(({ fields }) => fields.assistant_id === 1)).toBe(true)
    expect(matches.total).toBeLessThan(10)
    await demo.close()
    expect(await ask('captain.list', { ...kind, ...first, fresh: false })).toEqual(page)
    await expect(ask('captain.list', { ...kind, ...first })).rejects.toMatchObject({ code: 'offline' })
  })

  test('creates, updates and deletes a record with one request each, listed in the activity', async () => {
    const { ask, requests } = await startCaptain()
    const kind = { resource: 'scenarios' as const, parent: 1 }
    const fields = { title: 'Frete', description: 'Pergunta do frete', instruction: 'Peça o CEP.' }
    const { record } = await ask('captain.create', { ...kind, fields })
    expect(record).toMatchObject({ fields: { title: 'Frete', assistant_id: 1 } })
    const id = record?.id ?? 0
    await ask('captain.change', { ...kind, id, method: 'PATCH', fields: { title: 'Frete e prazo' } })
    await ask('captain.change', { ...kind, id, method: 'PUT', fields: { enabled: false } })
    expect(await ask('captain.read', { ...kind, id })).toMatchObject({
      fields: { title: 'Frete e prazo', instruction: 'Peça o CEP.', enabled: false },
    })
    expect(await ask('captain.remove', { ...kind, id })).toEqual({})
    await expect(ask('captain.read', { ...kind, id })).rejects.toMatchObject({ code: 'service_not_found' })
    const writes = requests
      .filter(({ method, path }) => method !== 'GET' && path.includes('/captain/'))
      .map(({ method, path }) => `${method} ${path}`)
    const one = `${prefix}/assistants/1/scenarios/${id}`
    expect(writes).toEqual([`POST ${prefix}/assistants/1/scenarios`, `PATCH ${one}`, `PUT ${one}`, `DELETE ${one}`])
    const entries = await ask('activity.list', {})
    expect(entries.map(({ target, state }) => `${target} ${state}`)).toEqual([
      `DELETE /captain/assistants/1/scenarios/${id} confirmed`,
      `PUT /captain/assistants/1/scenarios/${id} confirmed`,
      `PATCH /captain/assistants/1/scenarios/${id} confirmed`,
      'POST /captain/assistants/1/scenarios confirmed',
    ])
  })

  test('offers no method that a row of the document does not have', async () => {
    const { ask, sent } = await startCaptain()
    const kind = { resource: 'documents' as const, parent: null }
    const change = ask('captain.change', { ...kind, id: 1, method: 'PATCH', fields: { name: 'x' } })
    await expect(change).rejects.toMatchObject({ code: 'bad_request' })
    expect(sent('PATCH')).toEqual([])
  })

  test('covers secrets in whatever it shows, and sends them back as they were', async () => {
    const { ask, demo } = await startCaptain()
    const kind = { resource: 'mcp_servers' as const, parent: null }
    const shown = await ask('captain.read', { ...kind, id: 1 })
    expect(JSON.stringify(shown)).not.toContain('exemplo-de-segredo')
    const { auth_config } = shown.fields
    const { record } = await ask('captain.change', {
      ...kind,
      id: 1,
      method: 'PUT',
      fields: { auth_config, name: 'Lojas' },
    })
    expect(JSON.stringify(record)).not.toContain('exemplo-de-segredo')
    // The demonstration shows what it holds to whoever asks it directly.
    const headers = { accept: 'application/json', api_access_token: demo.platform.token }
    const raw = await (await fetch(`${demo.platform.url}${prefix}/mcp_servers/1`, { headers })).json()
    expect(raw).toMatchObject({ name: 'Lojas', auth_config: { token: 'exemplo-de-segredo-do-estoque' } })
    const gone = { auth_config: { other: '••••••' } }
    await expect(ask('captain.change', { ...kind, id: 1, method: 'PATCH', fields: gone })).rejects.toMatchObject({
      code: 'bad_request',
    })
    const tool = await ask('captain.list', { ...kind, resource: 'custom_tools', ...first })
    const { answer } = await ask('captain.test', { id: 1, fields: tool.records[0]?.fields ?? {} })
    expect(answer).toEqual({ status: 200, body: '{"situacao":"em transporte"}' })
  })

  test('names the assistant beside the tools of an installation that keeps them by assistant', async () => {
    const { ask, requests, faults, clock } = await startCaptain({ captain: 'nested' })
    const kind = { resource: 'custom_tools' as const, parent: 1 }
    const all = ask('captain.list', { ...kind, parent: null, ...first })
    await expect(all).rejects.toMatchObject({ code: 'service_not_found' })
    const [tool] = (await ask('captain.list', { ...kind, ...first })).records
    const id = tool?.id ?? 0
    expect(await ask('captain.read', { ...kind, id })).toMatchObject({ fields: { title: 'Consultar pedido' } })
    await ask('captain.change', { ...kind, id, method: 'PUT', fields: { title: 'Pedido' } })
    await ask('captain.test', { id, parent: 1, fields: tool?.fields ?? {} })
    const made = { title: 'Frete', endpoint_url: 'https://erp.vitrine.example/frete' }
    faults.set(faultPlan().on('/custom_tools', { method: 'POST', fault: cut() }))
    await expect(ask('captain.create', { ...kind, fields: made })).rejects.toMatchObject({ code: 'sent_unknown' })
    faults.set()
    clock.pass(settlingMs)
    const [lost] = await ask('activity.list', {})
    expect(await ask('activity.check', { id: lost?.id ?? '' })).toMatchObject({ state: 'confirmed' })
    await ask('captain.remove', { ...kind, id })
    const requestsOfTools = requests.filter(({ path }) => path.includes('/custom_tools')).slice(1)
    expect(requestsOfTools.every(({ query }) => query.get('assistant_id') === '1')).toBe(true)
  })

  test('answers questions in the zone of the person, and discovers MCP servers', async () => {
    const { ask, requests } = await startCaptain()
    const about = { id: 1, slug: null }
    const stats = await ask('captain.ask', { ...about, question: 'stats', query: { range: '7' } })
    expect(stats.answer).toMatchObject({ range: 7, conversations_handled: { current: 70 } })
    expect(requests.at(-1)?.query.get('timezone_offset')).toBe('-3')
    const query = { range: '7', 'stats[conversations_handled]': '70' }
    expect((await ask('captain.ask', { ...about, question: 'summary', query })).answer).toHaveProperty('message')
    const page = { metric: 'handoff_rate', page: '1', per_page: '5' }
    const rows = await ask('captain.ask', { ...about, question: 'drilldown', query: page })
    expect(rows.answer).toMatchObject({ payload: { length: 5 }, meta: { total_count: 120 } })
    expect((await ask('captain.ask', { ...about, id: null, question: 'tools', query: {} })).answer).toHaveLength(3)
    const server = await ask('captain.ask', { ...about, question: 'discover_server', query: {} })
    expect(server.answer).toMatchObject({ grant_types_supported: ['authorization_code', 'refresh_token'] })
    await ask('captain.ask', { ...about, slug: 'meu estoque', question: 'discover_resource', query: {} })
    expect(requests.at(-1)?.path).toBe('/.well-known/oauth-protected-resource/mcp/7/meu%20estoque')
    const without = ask('captain.ask', { ...about, question: 'discover_resource', query: {} })
    await expect(without).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('does many things at once, and keeps what it deletes as a data set', async () => {
    const { ask } = await startCaptain()
    const kind = { resource: 'responses' as const, parent: null }
    const page = await ask('captain.list', { ...kind, ...first, filter: { status: 'pending' } })
    const records = page.records.flatMap(({ id, fields }) => (id === null ? [] : [{ id, fields }]))
    const bulk = { name: 'Respostas excluídas', records: records.slice(0, 2) }
    expect((await ask('captain.bulk', { ...bulk, action: 'approve' })).answer).toHaveLength(2)
    expect(await ask('datasets.list', {})).toEqual([])
    await ask('captain.bulk', { ...bulk, action: 'delete' })
    expect(await ask('captain.list', { ...kind, ...first })).toMatchObject({ total: 58 })
    expect(await ask('datasets.list', {})).toMatchObject([{ name: 'Respostas excluídas', rows: 2 }])
  })
})

describe('a write whose answer is lost', () => {
  test('is sent once, is unknown without an answer, and gets its outcome by reading', async () => {
    const { ask, faults, sent, clock } = await startCaptain()
    const kind = { resource: 'responses' as const, parent: null }
    const fields = { question: 'Tem brinde?', answer: 'Não.', assistant_id: 1 }
    const last = async () => (await ask('activity.list', {}))[0]
    const check = async () => ask('activity.check', { id: (await last())?.id ?? '' })
    const lost = async (method: string, write: Promise<unknown>) => {
      await expect(write).rejects.toMatchObject({ code: 'sent_unknown' })
      expect(await last()).toMatchObject({ state: 'unknown' })
      expect(sent(method)).toHaveLength(1)
    }

    faults.set(faultPlan().on('/assistant_responses', { method: 'POST', fault: cut() }))
    await lost('POST', ask('captain.create', { ...kind, fields }))
    expect(await check()).toMatchObject({ state: 'confirmed' })

    faults.set(faultPlan().on(/responses\/61$/, { method: 'PATCH', fault: cut() }))
    await lost('PATCH', ask('captain.change', { ...kind, id: 61, method: 'PATCH', fields: { answer: 'Sim!' } }))
    expect(await check()).toMatchObject({ state: 'confirmed' })

    faults.set(faultPlan().on(/responses\/61$/, { method: 'DELETE', fault: { kind: 'reset' } }))
    await lost('DELETE', ask('captain.remove', { ...kind, id: 61 }))
    expect(await check()).toMatchObject({ state: 'unknown' })
    clock.pass(settlingMs)
    expect(await check()).toMatchObject({ state: 'not_done' })
  })

  test('stays unknown while a new record may be its result', async () => {
    const { ask, faults } = await startCaptain()
    const lost = async (resource: 'inboxes' | 'threads', parent: number | null, fields: Record<string, unknown>) => {
      faults.set(faultPlan().on(/captain/, { method: 'POST', fault: cut() }))
      const made = ask('captain.create', { resource, parent, fields })
      await expect(made).rejects.toMatchObject({ code: 'sent_unknown' })
      const [write] = await ask('activity.list', {})
      return (await ask('activity.check', { id: write?.id ?? '' })).state
    }
    expect(await lost('inboxes', 1, { inbox_id: 11 })).toBe('confirmed')
    expect(await lost('threads', null, { message: 'Oi', assistant_id: 1 })).toBe('unknown')
  })

  test('of an action stays unknown until the person has checked', async () => {
    const { ask, faults, sent } = await startCaptain()
    faults.set(faultPlan().on('/playground', { fault: cut() }))
    const play = ask('captain.play', { assistant: 1, message: 'Oi', history: [] })
    await expect(play).rejects.toMatchObject({ code: 'sent_unknown' })
    expect(sent('POST').filter((path) => path.endsWith('/playground'))).toHaveLength(1)
    const [write] = await ask('activity.list', {})
    expect(await ask('activity.check', { id: write?.id ?? '' })).toMatchObject({ state: 'unknown' })
  })
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { secretMask } from '../../../main/kernel/mask-secrets.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import type { Scripted } from '../../kit/service.ts'
import { startFormServiceThat } from '../../kit/workspace.ts'
import { startConsole, startConsoleThat } from './console-kit.ts'

const account = '/api/v1/accounts/{account_id}'

describe('a call of the console', () => {
  test('puts the account and the credential in, and keeps head and body', async () => {
    const { run, look, text, history, demo } = await startConsole()
    const { secret: _, ...call } = await run('GET', `${account}/captain/assistants`)
    expect(call).toMatchObject({
      path: `/api/v1/accounts/${demo.platform.accountId}/captain/assistants`,
      route: 'GET /api/v1/accounts/{account_id}/captain/assistants',
      status: 200,
      kind: 'json',
      failure: null,
      cut: false,
      drift: null,
    })
    expect(call.bytes).toBe(Buffer.byteLength(await text(call.id)))
    const { root, table, lists } = await look(call.id)
    expect(root).toMatchObject({ key: '$', kind: 'object' })
    expect(table).toBeNull()
    expect(lists[0]?.expression).toBe('$.payload')
    expect(await history()).toEqual([call])
  })

  test('keeps a refusal, a page and an empty answer as what they are', async () => {
    const { run, text, ask } = await startConsole({
      faults: faultPlan().on(/assistants\/tools$/, { times: 1, fault: fault.captivePortal() }),
    })
    expect(await run('GET', `${account}/captain/assistants/99999`)).toMatchObject({ status: 404, kind: 'json' })
    const page = await run('GET', `${account}/captain/assistants/tools`)
    expect(page).toMatchObject({ status: 200, kind: 'page', drift: null })
    expect(await text(page.id)).toMatch(/^\s*</)
    expect(await ask('console.type', { route: page.route })).toMatchObject({ answers: 0 })
  })

  test('that is in no document is made on the same host alone', async () => {
    const { run, demo } = await startConsole()
    const call = await run('GET', '/api/v1/accounts/{account_id}/pessoas/11987654321/ana@exemplo.com/agents')
    expect(call).toMatchObject({ status: 404, route: 'GET /pessoas/…/…/agents' })
    const origin = demo.platform.url
    for (const where of [
      'api/docs',
      '//outro.example/x',
      '/\\outro.example',
      '/api/../x',
      '/api/%2e%2e/x',
      '/x?q=1',
      '/x#a',
      '/{id}/x',
      `${origin}/api/docs`,
    ]) {
      await expect(run('GET', where), where).rejects.toMatchObject({ code: 'bad_request', params: { place: 'path' } })
    }
  })

  test('sends no token to the documentation', async () => {
    const { service, run } = await startConsoleThat(() => ({ json: { articles: [] } }))
    const before = service.asked.length
    await run('GET', '/api/docs')
    await run('GET', '/llms.txt')
    await run('GET', '/api/v1/accounts/7/captain/assistants')
    expect(service.asked.slice(before).map(({ headers }) => headers.api_access_token)).toEqual([
      undefined,
      undefined,
      'chave-1',
    ])
  })

  test('of a list in array form and of words in any language arrives as it was written', async () => {
    const { service, run } = await startConsoleThat(() => ({ json: {} }))
    await run('GET', `${account}/contacts/search`, {
      query: [
        ['inbox_ids[]', '1'],
        ['inbox_ids[]', '2'],
        ['q', 'João & Cia'],
      ],
    })
    const request = service.asked.at(-1)
    expect(request?.query.getAll('inbox_ids[]')).toEqual(['1', '2'])
    expect(request?.query.get('q')).toBe('João & Cia')
  })

  test('without an answer is kept with its reason, and thrown', async () => {
    const { run, history, demo } = await startConsole()
    await demo.close()
    await expect(run('GET', `${account}/captain/assistants`)).rejects.toMatchObject({ code: 'offline' })
    expect(await history()).toMatchObject([{ status: null, failure: 'offline', bytes: 0, kind: 'empty' }])
  })

  test('whose answer breaks off keeps what came', async () => {
    const { run, text, history } = await startConsole({
      faults: faultPlan().on(/assistants$/, { times: 1, fault: fault.cut() }),
    })
    await expect(run('GET', `${account}/captain/assistants`)).rejects.toMatchObject({ code: 'offline' })
    const [call] = await history()
    expect(call).toMatchObject({ status: 200, failure: 'offline', cut: true })
    expect((await text(call?.id ?? '')).length).toBeGreaterThan(0)
  })

  test('can be cancelled while it waits', async () => {
    const { history, ask, connection_id } = await startConsoleThat(({ path }) =>
      path.endsWith('/x') ? () => undefined : { json: {} },
    )
    const controller = new AbortController()
    const call = { connection_id, method: 'GET' as const, path: '/api/v1/accounts/7/x', query: [], body: null }
    const running = ask('console.run', call, { signal: controller.signal })
    await expect.poll(async () => (await history()).length).toBe(1)
    controller.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(await history()).toMatchObject([{ status: null, failure: 'cancelled' }])
  })
})

describe('a write of the console', () => {
  const path = `${account}/captain/assistants`
  const body = JSON.stringify({ assistant: { name: 'Teste do console', description: 'x' } })

  test('needs a word of the person, and stands in the activity with method and path alone', async () => {
    const { run, ask } = await startConsole()
    await expect(run('POST', path, { body })).rejects.toMatchObject({
      code: 'bad_request',
      params: { place: 'confirmed' },
    })
    expect(await ask('activity.list', {})).toEqual([])
    const call = await run('POST', path, { body, confirmed: true })
    expect(call.status).toBe(200)
    expect(await ask('activity.list', {})).toMatchObject([
      { kind: 'call', target: 'POST /captain/assistants', state: 'confirmed' },
    ])
  })

  test('that is refused shows the refusal, and was not done', async () => {
    const { run, ask } = await startConsole()
    const call = await run('POST', path, { body: '{}', confirmed: true })
    expect(call.status).toBe(422)
    expect(await ask('activity.list', {})).toMatchObject([{ state: 'failed', failure: 'service_refused' }])
  })

  const bulk = '/api/v1/accounts/7/captain/bulk_actions'
  const page = { text: '<html>Entrar</html>', headers: { 'content-type': 'text/html; charset=utf-8' } }
  const unanswered = { status: null, failure: 'sent_unknown' }
  test.each<readonly [string, string, Scripted, object]>([
    ['whose answer is lost', bulk, (response) => response.destroy(), unanswered],
    ['that another address answers', bulk, { status: 303, text: '', headers: { location: '/app' } }, unanswered],
    ['that a gateway gave up on', bulk, { status: 504, text: 'Timeout' }, { status: 504 }],
    ['that failed inside', '/api/v1/accounts/7/conversations/12/messages', { status: 500, text: '' }, { status: 500 }],
    ['that a page answers', '/api/v1/accounts/7/captain/assistants', page, { status: 200, kind: 'page' }],
  ])('%s is sent once, and unknown', async (_, path, answer, heard) => {
    const { service, run, history, ask } = await startConsoleThat(({ method }) =>
      method === 'POST' ? answer : { json: {} },
    )
    const before = service.asked.length
    const sent = run('POST', path, { body: '{"ids":[1]}', confirmed: true })
    if (heard === unanswered) await expect(sent).rejects.toMatchObject({ code: 'sent_unknown' })
    else expect(await sent).toMatchObject(heard)
    expect(service.asked.slice(before)).toHaveLength(1)
    const target = `POST ${path.replace('/api/v1/accounts/7', '')}`
    expect(await ask('activity.list', {})).toMatchObject([{ target, state: 'unknown' }])
    expect(await history()).toMatchObject([heard])
  })

  test('to the form service that a page answers is unknown, too', async () => {
    const { ask } = await startFormServiceThat(({ method }) => (method === 'POST' ? page : { json: { data: [] } }))
    const write = { method: 'POST' as const, path: '/forms', query: [], body: '{"name":"x"}', confirmed: true }
    expect(await ask('console.run', write)).toMatchObject({ status: 200, kind: 'page' })
    expect(await ask('forms.writes', {})).toMatchObject([{ target: 'POST /forms', state: 'unknown' }])
  })

  test('is not sent with what is no JSON, nor with secrets that are covered', async () => {
    const { service, run } = await startConsoleThat(() => ({ json: {} }))
    const before = service.asked.length
    const send = (text: string) =>
      run('POST', '/api/v1/accounts/7/captain/custom_tools', { body: text, confirmed: true })
    await expect(send('{"a":')).rejects.toMatchObject({ params: { place: 'body' } })
    await expect(send(`{"secret":"${secretMask}"}`)).rejects.toMatchObject({ params: { place: 'covered' } })
    await expect(run('GET', '/x', { body: '{}' })).rejects.toMatchObject({ params: { place: 'body' } })
    expect(service.asked).toHaveLength(before)
  })
})

describe('secrets', () => {
  const answer = {
    payload: [
      {
        id: 1,
        title: 'Consulta',
        auth_config: { token: 'segredo-visto-1' },
        headers: [{ name: 'X-Key', value: 'segredo-visto-2' }],
        secret: 'segredo-visto-3',
      },
    ],
  }

  test('are covered in tree, table, text, file, data set and history', async () => {
    const {
      run,
      history,
      ask,
      rows,
      connection_id,
      saved: folder,
    } = await startConsoleThat(() => ({
      json: answer,
      headers: { 'set-cookie': 'sessao=segredo-visto-4', 'x-request-id': 'r1' },
    }))
    const sent = JSON.stringify({ custom_tool: { title: 'x', auth_config: { token: 'segredo-visto-5' } } })
    const call = await run('POST', '/api/v1/accounts/7/captain/custom_tools', {
      body: sent,
      query: [['api_key', 'segredo-visto-6']],
      confirmed: true,
    })
    const part = { connection_id, id: call.id, expression: '$.payload' }
    const dataset = await ask('console.store', { ...part, name: 'Ferramentas' })
    const saved = await ask('console.save', { id: call.id })
    const shown = JSON.stringify([
      call,
      await history(),
      await ask('console.inspect', part),
      await ask('console.nodes', { ...part, place: [0], from: 0, count: 50 }),
      await ask('console.rows', { ...part, from: 0, count: 10 }),
      await ask('console.text', { id: call.id, from: 0, count: 10_000 }),
      await rows({ kind: 'dataset', id: `${connection_id}:${dataset.id}` }),
      await readFile(path.join(folder, saved?.name ?? ''), 'utf8'),
    ])
    expect(shown).toContain(secretMask)
    expect(shown).toContain('Consulta')
    expect(shown).not.toContain('segredo-visto')
    expect(call.headers).toContainEqual(['x-request-id', 'r1'])
  })

  test('are covered in what is shown before sending, where the credential is only named', async () => {
    const { ask, connection_id } = await startConsoleThat(() => ({ json: {} }))
    const input = {
      connection_id,
      method: 'POST' as const,
      path: `${account}/captain/custom_tools`,
      query: [['token', 'segredo-visto-1'] as [string, string]],
      body: JSON.stringify({ custom_tool: { title: "d'água", headers: { 'X-Key': 'segredo-visto-2' } } }),
    }
    const preview = await ask('console.preview', input)
    expect(preview.effect).toBe('writes')
    expect(preview.curl).toContain("-H 'api_access_token: <ACCESS_TOKEN>'")
    expect(preview.curl).toContain("d'\\''água")
    expect(preview.curl).toContain('/api/v1/accounts/7/captain/custom_tools')
    expect(JSON.stringify(preview)).not.toContain('segredo-visto')
    expect(JSON.stringify(preview)).not.toContain('chave-1')
    const open = await ask('console.preview', { ...input, method: 'GET', path: '/api/docs', query: [], body: null })
    expect(open.curl).not.toContain('ACCESS_TOKEN')
  })
})

describe('the form service', () => {
  test('is asked with its key, within its budget, with a history of its own', async () => {
    const { run, history, ask } = await startConsole({}, 'forms')
    const call = await run('GET', '/forms', { query: [['per_page', '2']] })
    expect(call).toMatchObject({ status: 200, route: 'GET /forms', kind: 'json' })
    expect((await ask('forms.budget', {})).remaining).not.toBeNull()
    expect(await history()).toHaveLength(1)
    const { curl } = await ask('console.preview', { method: 'GET', path: '/account', query: [], body: null })
    expect(curl).toContain("-H 'Authorization: Bearer <API_KEY>'")
  })

  test('is written to through its own ledger, with what later determines the outcome', async () => {
    const { run, ask } = await startConsole({}, 'forms')
    const body = JSON.stringify({ name: 'Do console', status: 'draft' })
    expect((await run('POST', '/forms', { body, confirmed: true })).status).toBe(201)
    expect(await ask('forms.writes', {})).toMatchObject([{ kind: 'call', target: 'POST /forms', state: 'confirmed' }])
    // Nothing could tell what became of these: they are sent, and their refusals are there to see.
    expect(await run('POST', '/forms', { body: '{}', confirmed: true })).toMatchObject({ status: 422 })
    expect(await run('POST', '/outros', { body: '{"name":"x"}', confirmed: true })).toMatchObject({ status: 404 })
    expect(await ask('forms.writes', {})).toMatchObject([{ state: 'failed' }, { state: 'failed' }, {}])
  })

  test('gives the secret of a new webhook once, and covers it in what it keeps', async () => {
    const { run, text, history, reopen } = await startConsole({}, 'forms')
    const body = JSON.stringify({ url: 'https://integra.exemplo.com/x', events: ['entry.created'] })
    const call = await run('POST', '/webhooks', { body, confirmed: true })
    expect(call.secret).toMatch(/^whsec_/)
    expect(await text(call.id)).toContain(`"secret":"${secretMask}"`)
    await reopen()
    expect(JSON.stringify(await history())).not.toContain(call.secret)
  })
})

test('a history outlives a restart and can be emptied', async () => {
  const { run, look, history, ask, reopen } = await startConsole()
  const first = await run('GET', `${account}/captain/assistants`)
  await run('GET', `${account}/captain/documents`)
  await reopen()
  expect(await history()).toHaveLength(2)
  expect((await look(first.id)).lists).not.toEqual([])
  expect(await ask('console.forget', { id: first.id })).toHaveLength(1)
  await expect(look(first.id)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await ask('console.forget', { id: null })).toEqual([])
})

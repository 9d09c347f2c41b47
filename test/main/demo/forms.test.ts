import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { forms, startSmall } from './kit.ts'

const demo = await startSmall()
afterAll(() => demo.close())

const webhook = { url: 'https://a.example/x', events: ['entry.created'] }

describe('each row of the form document', () => {
  test.each([
    ['GET', '/forms', undefined, 200, 'data'],
    ['POST', '/forms', { name: 'Pesquisa' }, 201, 'data'],
    ['GET', '/forms/301', undefined, 200, 'data'],
    ['PUT', '/forms/301', { description: 'nova' }, 200, 'data'],
    ['GET', '/forms/301/entries', undefined, 200, 'meta'],
    ['DELETE', '/forms/303', undefined, 200, 'message'],
    ['GET', '/entries/9001', undefined, 200, 'data'],
    ['POST', '/entries', { form_id: 301, fields: { Nome: 'Ana', Email: 'ana@a.example' } }, 201, 'data'],
    ['DELETE', '/entries/9001', undefined, 200, 'message'],
    ['GET', '/webhooks', undefined, 200, 'data'],
    ['POST', '/webhooks', webhook, 201, 'data'],
    ['PUT', '/webhooks/71', { is_active: false }, 200, 'data'],
    ['DELETE', '/webhooks/72', undefined, 200, 'message'],
    ['GET', '/account', undefined, 200, 'data'],
    ['GET', '/account/usage?period=previous', undefined, 200, 'data'],
  ])('%s %s answers as written, with the rate headers', async (method, path, body, status, key) => {
    const reply = await forms(demo, path, { method, body })
    expect(reply.status).toBe(status)
    expect(reply.body).toHaveProperty(key)
    for (const name of ['limit', 'remaining', 'reset'])
      expect(reply.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
  })

  const keyOf = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
  test.each([
    ['no key', '/forms', { headers: {} }, 401, 'unauthorized'],
    ['a wrong key', '/forms', keyOf('nada'), 401, 'unauthorized'],
    ['a plan without access', '/forms', keyOf(demo.forms.keyWithoutAccess), 403, 'forbidden'],
    ['an unknown form', '/forms/1', {}, 404, 'resource_not_found'],
    ['an unknown entry', '/entries/1', {}, 404, 'resource_not_found'],
    ['an unknown route', '/nada', {}, 404, 'resource_not_found'],
    ['a body that is not JSON', '/forms', { method: 'POST', body: '{"name":' }, 400, 'bad_request'],
  ])('%s is refused', async (_, path, options, status, code) => {
    const reply = await forms(demo, path, options)
    expect(reply).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } })
    expect(reply.headers.has('x-ratelimit-limit')).toBe(true)
  })

  test.each([
    ['POST', '/forms', {}, ['name']],
    ['POST', '/forms', { name: 'a'.repeat(256) }, ['name']],
    ['POST', '/forms', { name: 'a', status: 'archived' }, ['status']],
    [
      'POST',
      '/forms',
      { name: 'a', fields: [{ type: 'nada', label: 'x' }, {}] },
      ['fields.0.type', 'fields.1.label', 'fields.1.type'],
    ],
    ['PUT', '/forms/301', { status: 'deleted', settings: 3 }, ['settings', 'status']],
    ['POST', '/entries', { fields: [] }, ['fields', 'form_id']],
    ['POST', '/entries', { form_id: 301, fields: {} }, ['fields.fld_con1', 'fields.fld_con2']],
    ['POST', '/webhooks', {}, ['events', 'url']],
    ['POST', '/webhooks', { url: 'http://a.example', events: ['x'], form_id: 1 }, ['events.0', 'form_id', 'url']],
    ['PUT', '/webhooks/71', { is_active: 'yes' }, ['is_active']],
    ['GET', '/forms?per_page=101&page=0', undefined, ['page', 'per_page']],
    ['GET', '/forms?status=deleted', undefined, ['status']],
    ['GET', '/forms/301/entries?since=ontem', undefined, ['since']],
    ['GET', '/account/usage?period=2026-13', undefined, ['period']],
  ])('%s %s with a wrong value names the field', async (method, path, body, paths) => {
    const reply = await forms(demo, path, { method, body })
    expect(reply.status).toBe(422)
    expect(reply.body.error.code).toBe('validation_error')
    expect(Object.keys(reply.body.error.details).sort()).toEqual(paths)
    for (const messages of Object.values(reply.body.error.details)) expect(messages).toEqual([expect.any(String)])
  })
})

describe('forms', () => {
  test('a change replaces fields, merges settings and answers with the short record', async () => {
    const field = { type: 'text', label: 'Nome', required: true }
    const made = await forms(demo, '/forms', { body: { name: 'Ação & Reação', fields: [field], settings: { a: 1 } } })
    expect(made.body.data).toMatchObject({
      slug: 'acao-reacao',
      status: 'draft',
      entries_count: 0,
      public_url: expect.any(String),
    })
    expect(made.body.data.fields[0].id).toMatch(/^fld_/)
    const { id } = made.body.data
    const changed = await forms(demo, `/forms/${id}`, {
      method: 'PUT',
      body: { fields: [], settings: { b: 2 }, status: 'archived' },
    })
    expect(Object.keys(changed.body.data)).toEqual(['id', 'name', 'slug', 'status', 'updated_at'])
    const read = (await forms(demo, `/forms/${id}`)).body.data
    expect(read).toMatchObject({ fields: [], settings: { a: 1, b: 2 }, status: 'archived', name: 'Ação & Reação' })
  })

  test('a deleted form takes its entries along', async () => {
    const { id } = (await forms(demo, '/forms', { body: { name: 'Breve' } })).body.data
    const entry = (await forms(demo, '/entries', { body: { form_id: id, fields: { a: 1 } } })).body.data
    await forms(demo, `/forms/${id}`, { method: 'DELETE' })
    expect((await forms(demo, `/entries/${entry.id}`)).status).toBe(404)
  })
})

describe('entries', () => {
  test('a new entry is read back whole, its keys in snake case', async () => {
    const body = { form_id: 301, fields: { Nome: 'Zé', Email: 'ze@a.example' }, metadata: { source: 'teste' } }
    const made = (await forms(demo, '/entries', { body })).body.data
    expect(made).toMatchObject({ form_id: 301, fields: { nome: 'Zé', email: 'ze@a.example' }, is_complete: true })
    const read = (await forms(demo, `/entries/${made.id}`)).body.data
    expect(read).toMatchObject({ ...made, form_name: 'Contato do site', metadata: { source: 'teste' } })
    expect((await forms(demo, '/forms/301/entries?per_page=1')).body.data[0].id).toBe(made.id)
  })
})

describe('the rate limit', () => {
  test('the request after the hundredth of a minute is a 429 with the seconds to wait', async () => {
    const other = await startSmall({ limits: {} })
    onTestFinished(() => other.close())
    const replies = await Promise.all(Array.from({ length: 101 }, () => forms(other, '/account')))
    const refused = replies.filter((reply) => reply.status === 429)
    // The window is the minute of the epoch: only a test that crosses its end sees none refused.
    const windows = new Set(replies.map((reply) => reply.headers.get('x-ratelimit-reset')))
    expect(refused).toHaveLength(windows.size === 1 ? 1 : 0)
    for (const reply of refused) {
      expect(reply.body.error).toMatchObject({ code: 'rate_limit_exceeded', retry_after: expect.any(Number) })
      expect(reply.headers.get('retry-after')).toBe(String(reply.body.error.retry_after))
      expect(reply.headers.get('x-ratelimit-remaining')).toBe('0')
    }
  })
})

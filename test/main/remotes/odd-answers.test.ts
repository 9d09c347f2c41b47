import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { catalogues, failureSentence } from '../../../preload/messages/catalogue.ts'
import { everything } from '../../kit/leads.ts'
import type { Asked, Scripted } from '../../kit/service.ts'
import { startPlatformThat } from '../../kit/workspace.ts'

const lead = { contato_id: 1, nome: 'João Ação', telefone: '+5511987654321', conversa_id: 10 }
const page = { meta: { total: 1, count: 1, page: 1, per_page: 500, has_more: false, next_page: null }, leads: [lead] }
const inTexts = { total: '1', count: '1', page: '1', per_page: '500', has_more: 'false', next_page: null }

const isLeads = ({ path }: Asked) => path.endsWith('/leads')
const raw =
  (body: string | Buffer, headers: Record<string, string>, status = 200): Scripted =>
  (response) =>
    response.writeHead(status, headers).end(body)
const json = 'application/json'
const latin1 = Buffer.from(JSON.stringify(page), 'latin1')

describe('a page of leads is read', () => {
  test.each<[string, Scripted]>([
    ['with a mark of byte order', raw(`\uFEFF${JSON.stringify(page)}`, { 'content-type': json })],
    ['whose numbers are texts', { json: { ...page, meta: inTexts } }],
    ['in Latin-1, as its heading says', raw(latin1, { 'content-type': `${json}; charset=iso-8859-1` })],
    ['in Latin-1, though nothing says it', raw(latin1, { 'content-type': json })],
  ])('%s', async (_what, answer) => {
    const { service, ...workspace } = await startPlatformThat((asked) => (isLeads(asked) ? answer : { json: {} }))
    const plan = await workspace.ask('sheets.plan', { filter: everything })
    expect(plan.total).toBe(1)
    const created = await workspace.ask('sheets.create', { filter: everything, name: 'Tudo' })
    expect(await workspace.ended(created)).toMatchObject({ state: 'done' })
    const rows = await workspace.rows({ kind: 'sheet', id: created.id })
    expect(rows).toMatchObject([{ contato_id: 1, nome: 'João Ação' }])
  })
})

/** 64 KB that are 60 MB of brackets, of which the parser of JSON would make gigabytes. */
const brackets = gzipSync('['.repeat(60_000_000))
const packed = { 'content-type': json, 'content-encoding': 'gzip' }

test.each([
  [200, 'unexpected_body'],
  [422, 'service_refused'],
])('a body of nothing but brackets with status %d is refused without being parsed', async (status, code) => {
  const { ask } = await startPlatformThat(() => raw(brackets, packed, status))
  await expect(ask('sheets.plan', { filter: everything })).rejects.toMatchObject({ code })
  await expect(ask('contacts.search', { text: 'Ana', page: 1, other_ninth: false })).rejects.toMatchObject({ code })
})

describe('a page in place of an answer', () => {
  const challenge =
    '<!DOCTYPE html><html><head><title>Just a moment...</title></head><script src="/cdn-cgi/x"></script>'
  const plain = '<html><body><h1>Forbidden</h1></body></html>'
  test.each([
    [403, challenge, 'Cloudflare'],
    [400, challenge, 'Cloudflare'],
    [503, challenge, 'Cloudflare'],
    [403, plain, ''],
  ])('with status %d is one of a shield, and asked for once more', async (status, html, shield) => {
    const { ask, service } = await startPlatformThat(() => raw(html, { 'content-type': 'text/html' }, status))
    const before = service.asked.length
    const failure = await ask('sheets.plan', { filter: everything }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'shield_page', params: { shield, status } })
    expect(service.asked.length - before).toBe(2)
    const sentence = failureSentence(catalogues['pt-BR'], {
      code: 'shield_page',
      params: { host: 'x', shield, status },
    })
    expect(sentence).toContain(shield || 'firewall')
    expect(sentence).not.toContain('hotel')
  })

  test('lets the read through that is asked for once more', async () => {
    let pages = 1
    const { ask } = await startPlatformThat((asked) => {
      if (!isLeads(asked)) return { json: {} }
      return pages-- > 0 ? raw(challenge, { 'content-type': 'text/html' }, 403) : { json: page }
    })
    expect(await ask('sheets.plan', { filter: everything })).toMatchObject({ total: 1 })
  })
})

describe('behind a proxy that drops headers with underscores', () => {
  const refusal = { status: 401, json: { error: 'Invalid Access Token' } }
  const conversations = { json: { meta: { all_count: 0 }, payload: [] } }

  test('the key is not blamed, and the administrator is told what to change', async () => {
    const { ask, connection_id } = await startPlatformThat(({ path, headers }) => {
      if (path === '/api/docs') return { json: {} }
      return headers['api-access-token'] === 'chave-1' ? conversations : refusal
    })
    const { steps } = await ask('connections.check', { id: connection_id })
    const token = steps.find(({ step }) => step === 'token')
    expect(token).toMatchObject({ state: 'failed', finding: 'header_dropped' })
    const { findings } = catalogues['pt-BR'].connections
    expect(findings.header_dropped?.(token?.params ?? {})).toContain('underscores_in_headers on')
    await expect(ask('sheets.plan', { filter: everything })).rejects.toMatchObject({ code: 'header_dropped' })
    expect(await ask('health.list', {})).toMatchObject([{ state: 'failing', failure: { code: 'header_dropped' } }])
  })

  test('a route that is closed to the role refuses no key, though it answers as to a bad one', async () => {
    const { ask, connection_id } = await startPlatformThat(({ path }) =>
      path.endsWith('/conversations/filter') ? conversations : refusal,
    )
    const { steps } = await ask('connections.check', { id: connection_id })
    expect(steps).toContainEqual(expect.objectContaining({ step: 'lead_export', finding: 'lead_export_refused' }))
    expect(await ask('health.list', {})).toMatchObject([{ state: 'answers' }])
  })
})

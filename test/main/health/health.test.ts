import { describe, expect, test } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createServiceHealth, stateOf } from '../../../main/remotes/service-health.ts'
import type { Scripted } from '../../kit/scripted-service.ts'
import { closedPort, startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'

const account: Scripted = { json: { meta: { all_count: 0 }, payload: [] } }
const formsAccount: Scripted = { json: { data: { id: 1, name: 'Site', plan: { name: 'Pro' } } } }

/** A workspace with a connection to a service that answers as `service.answer` says. */
async function open(kind: 'platform' | 'forms' = 'platform') {
  const service: { answer: Scripted } = { answer: kind === 'forms' ? formsAccount : account }
  const { origin, asked } = await startService(() => service.answer)
  const { ask, changes } = await startWorkspace()
  const draft = { name: 'Vendas', secret: 'segredo-de-teste' }
  const at = { service: 'platform', base_url: origin, account_id: 3, brand: 'casa' } as const
  const input = kind === 'forms' ? { service: 'forms' as const, base_url: `${origin}/api/v1` } : at
  const { connection } = await ask('connections.save', { ...draft, ...input })
  const { id } = connection
  const probe = async () => (await ask('health.probe', { id })).find(({ connection_id }) => connection_id === id)
  return { ask, changes, asked, service, id, probe, input: { ...draft, ...input } }
}

describe.each(['platform', 'forms'] as const)('the service of a connection to %s', (kind) => {
  test('is what its last answers say, since the first of them, and recovers with the next answer', async () => {
    const { service, probe, changes, asked } = await open(kind)
    expect(await probe()).toMatchObject({ state: 'answers', failure: null })
    const before = asked.length
    service.answer = { status: 503, json: { error: 'maintenance' } }
    const down = await probe()
    expect(down).toMatchObject({ state: 'failing', failure: { code: 'service_failed' } })
    expect((await probe())?.since).toBe(down?.since)
    service.answer = (response) => response.destroy()
    expect(await probe()).toMatchObject({ state: 'silent', failure: { code: 'offline' } })
    service.answer = { status: 401, json: { error: 'Invalid Access Token' } }
    expect(await probe()).toMatchObject({ state: 'refused', failure: { code: 'unauthorized' } })
    service.answer = { text: '<html>entre na rede</html>', headers: { 'content-type': 'text/html' } }
    expect(await probe()).toMatchObject({ state: 'failing', failure: { code: 'captive_portal' } })
    service.answer = { status: 403, json: { error: 'Not for you' } }
    expect(await probe()).toMatchObject({ state: 'answers', failure: null })
    // Each of them was one request, and a key that the platform refuses is tried again under both headers.
    expect(asked.length - before).toBe(kind === 'platform' ? 8 : 6)
    expect(changes.filter((feature) => feature === 'health').length).toBeGreaterThanOrEqual(5)
  })
})

describe('the service of a connection', () => {
  test('is in another trouble, since another time, where something before it fails in its place', async () => {
    const { service, probe, changes } = await open()
    service.answer = { status: 500, json: { error: 'boom' } }
    const failing = await probe()
    service.answer = { status: 403, text: '<html><title>Just a moment…</title>', headers: { server: 'cloudflare' } }
    const before = changes.length
    const shielded = await probe()
    expect(shielded).toMatchObject({ state: 'failing', failure: { code: 'shield_page' } })
    expect(Date.parse(shielded?.since ?? '')).toBeGreaterThan(Date.parse(failing?.since ?? ''))
    expect(changes.slice(before)).toContain('health')
  })

  test('is known from any request, and unknown without one', async () => {
    const { ask, service, id } = await open()
    service.answer = { status: 500, json: { error: 'boom' } }
    await expect(ask('contacts.search', { connection_id: id, text: 'maria' })).rejects.toMatchObject({
      code: 'service_failed',
    })
    expect(await ask('health.list', {})).toMatchObject([{ connection_id: id, state: 'failing' }])
    service.answer = account
    await ask('connections.check', { id })
    expect(await ask('health.list', {})).toMatchObject([{ state: 'answers' }])
    expect(await (await startWorkspace()).ask('health.list', {})).toEqual([])
  })

  test('does not answer where nobody listens, and is forgotten with its connection', async () => {
    const { ask, id, input, service } = await open()
    service.answer = (response) => response.destroy()
    const base_url = await closedPort()
    await ask('connections.save', { ...input, id, base_url })
    expect(await ask('health.list', {})).toMatchObject([{ state: 'silent' }])
    await ask('health.probe', { id })
    expect(await ask('health.list', {})).toMatchObject([{ state: 'silent' }])
    await ask('connections.forget', { id, forget_sheets: true })
    expect(await ask('health.list', {})).toEqual([])
    await expect(ask('health.probe', { id })).rejects.toMatchObject({ code: 'no_connection' })
  })

  test('answers while one request of several is slow, and does not follow a former address', () => {
    const log = createServiceHealth({ now: () => new Date(0), changed() {} })
    const record = log.observe('c1')
    const sentAt = performance.now()
    record({ failure: null, sentAt: sentAt + 1 })
    record({ failure: new AppFailure('timeout'), sentAt })
    expect(log.list()).toMatchObject([{ state: 'answers' }])
    log.forget('c1')
    record({ failure: new AppFailure('unauthorized'), sentAt: performance.now() })
    expect(log.list()).toEqual([])
  })

  test.each([
    ['offline', 'ERR_INTERNET_DISCONNECTED', 'offline'],
    ['offline', 'ENETUNREACH', 'offline'],
    ['offline', 'ECONNREFUSED', 'silent'],
    ['offline', 'ENOTFOUND', 'silent'],
    ['offline', 'TLS', 'failing'],
    ['timeout', undefined, 'silent'],
    ['redirected', undefined, 'failing'],
    ['rate_limited', undefined, 'answers'],
    ['vault_locked', undefined, undefined],
    ['secret_missing', undefined, undefined],
  ] as const)('says of %s (%s): %s', (code, details, state) => {
    expect(stateOf(new AppFailure(code, {}, details))).toBe(state)
  })
})

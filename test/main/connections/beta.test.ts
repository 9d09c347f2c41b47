import { describe, expect, test } from 'vitest'
import { hang } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { everything, startAccount, startDemoServices } from '../../kit/leads.ts'
import { startService } from '../../kit/service.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { draftAt, startLeadHost } from './lead-host.ts'

const lost = { status: 404, json: {} }

describe('a connection with a second host', () => {
  test('uses the host that was switched to, after the next start too', async () => {
    const demo = await startDemoServices()
    const beta = await startDemoServices()
    const { ask, reopen } = await startWorkspace()
    const draft = { ...draftAt(demo.platform), beta_url: `${beta.platform.url}/` }
    const { connection, check } = await ask('connections.save', draft)
    expect(check.passed).toBe(true)
    expect(connection).toMatchObject({ base_url: demo.platform.url, beta_url: beta.platform.url, on_beta: false })
    expect(beta.requests()).toEqual([])

    const [switched] = await ask('connections.switch_host', { id: connection.id, on_beta: true })
    expect(switched).toMatchObject({ on_beta: true })
    const before = demo.requests().length
    await reopen()
    expect(await ask('connections.check', { id: connection.id })).toMatchObject({ passed: true })
    const sheet = { connection_id: connection.id, filter: everything }
    await ask('sheets.plan', sheet)
    expect(demo.requests()).toHaveLength(before)
    expect(beta.requests().some(({ path }) => path.endsWith('/leads'))).toBe(true)

    await ask('connections.switch_host', { id: connection.id, on_beta: false })
    await ask('sheets.plan', sheet)
    expect(demo.requests().length).toBeGreaterThan(before)
  })

  test('is not switched to a host that shows other data while something is stored of the first', async () => {
    const hostWith = (from: number) =>
      startLeadHost(() =>
        [1, 2, 3].map((one) => ({ contato_id: one, contato_criado_em: `2026-0${from + one}-01T10:00:00-03:00` })),
      )
    const [first, other, same] = [await hostWith(0), await hostWith(5), await hostWith(0)]
    const { ask, ended } = await startWorkspace()
    const base = { service: 'platform' as const, name: 'A', base_url: first.origin, account_id: 3, brand: 'casa' }
    const { connection } = await ask('connections.save', { ...base, beta_url: other.origin, secret: 'segredo' })
    const { id } = connection
    const switchTo = (on_beta: boolean) => ask('connections.switch_host', { id, on_beta })
    expect(await switchTo(true)).toMatchObject([{ on_beta: true }])
    await switchTo(false)
    await ended(await ask('sheets.create', { connection_id: id, filter: everything, name: 'Tudo' }))
    await expect(switchTo(true)).rejects.toMatchObject({ code: 'other_data' })
    expect(await ask('connections.list', {})).toMatchObject([{ on_beta: false }])
    await ask('connections.save', { ...base, id, beta_url: same.origin, secret: 'segredo' })
    expect(await switchTo(true)).toMatchObject([{ on_beta: true }])
  })

  test('stays on it when it is edited, and is on the first again without it', async () => {
    const first = await startService(() => lost)
    const second = await startService(() => lost)
    const { ask } = await startWorkspace()
    const base = { service: 'platform' as const, name: 'A', base_url: first.origin, account_id: 3, brand: 'casa' }
    const secret = 'segredo-de-teste'
    const { connection } = await ask('connections.save', { ...base, beta_url: second.origin, secret })
    await ask('connections.switch_host', { id: connection.id, on_beta: true })
    const { id } = connection
    const renamed = await ask('connections.save', { ...base, id, name: 'B', beta_url: `${second.origin}/pasta` })
    expect(renamed.connection).toMatchObject({ on_beta: true, beta_url: `${second.origin}/pasta`, has_secret: true })
    expect((await ask('connections.save', { ...base, id })).connection).toMatchObject({
      on_beta: false,
      beta_url: null,
    })
    await expect(ask('connections.switch_host', { id, on_beta: true })).rejects.toMatchObject({
      code: 'bad_request',
      params: { place: 'beta_url' },
    })
  })

  test('never sends the token to a host that it was not typed for', async () => {
    const first = await startService(() => lost)
    const stranger = await startService(() => lost)
    const { ask } = await startWorkspace()
    const base = { service: 'platform' as const, name: 'A', base_url: first.origin, account_id: 3, brand: 'casa' }
    const { connection } = await ask('connections.save', { ...base, secret: 'primeiro-segredo' })
    const { id } = connection
    const added = { ...base, id, beta_url: stranger.origin }
    const refused = { code: 'bad_request', params: { place: 'secret' } }
    await expect(ask('connections.save', added)).rejects.toMatchObject(refused)
    await expect(ask('connections.save', { ...base, id, base_url: stranger.origin })).rejects.toMatchObject(refused)
    await expect(ask('connections.save', { ...added, beta_url: `${first.origin}/` })).rejects.toMatchObject({
      params: { place: 'beta_url' },
    })
    expect(stranger.asked).toEqual([])
    await ask('connections.save', { ...added, secret: 'segundo-segredo' })
    await ask('connections.switch_host', { id, on_beta: true })
    await ask('connections.check', { id })
    const sent = stranger.asked.map(({ headers }) => headers.api_access_token).filter((token) => token !== undefined)
    expect(new Set(sent)).toEqual(new Set(['segundo-segredo']))
    // Both hosts have it now: they may change places.
    await ask('connections.save', { ...base, id, base_url: stranger.origin, beta_url: first.origin })
  })

  test('refuses a second host that is not secure', async () => {
    const { ask } = await startWorkspace()
    const base = { service: 'platform' as const, name: 'A', base_url: 'http://127.0.0.1:1', account_id: 3, brand: 'b' }
    await expect(
      ask('connections.save', { ...base, beta_url: 'http://casa.example', secret: 'x' }),
    ).rejects.toMatchObject({ code: 'not_secure_address' })
  })
})

describe('a platform connection that is forgotten', () => {
  test('reports what its deletion takes, ends its readings, and leaves no file', async () => {
    const {
      connection_id: id,
      ask,
      task,
    } = await startAccount({ faults: faultPlan().on(/filter$/, { fault: hang(), after: 1 }) })
    const filter = [{ attribute_key: 'status' as const, filter_operator: 'equal_to' as const, values: ['open'] }]
    const set = await ask('conversations.keep', { connection_id: id, filter, name: 'Abertas' })
    expect(await ask('connections.deletion_impact', { id })).toEqual({
      entries: 0,
      reviewed: 0,
      conversation_sets: 1,
      datasets: 0,
      notes: 0,
    })
    await ask('connections.forget', { id, forget_sheets: false })
    expect(task(set)).toMatchObject({ state: 'cancelled' })
    expect(await ask('conversations.sets', { connection_id: id })).toEqual([])
  })
})

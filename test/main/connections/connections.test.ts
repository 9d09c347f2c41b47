import { describe, expect, test } from 'vitest'
import { hang } from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import { createGate } from '../../kit/fake-bridge.ts'
import { everything, startAccount, startDemoServices, startRun } from '../../kit/leads.ts'
import { startService } from '../../kit/service.ts'
import { until } from '../../kit/until.ts'
import { startWorkspace } from '../../kit/workspace.ts'
import { draftAt, startLeadHost } from './lead-host.ts'

const draft = {
  service: 'platform' as const,
  name: 'Atendimento',
  base_url: 'http://127.0.0.1:1',
  account_id: 3,
  brand: 'casa',
  secret: 'segredo-de-teste',
}

describe('a connection', () => {
  test('is listed without its secret, the first one current until another is chosen', async () => {
    const { demo, connection_id: one, ask, connect } = await startAccount()
    const other = await connect(demo.platform)
    const list = await ask('connections.list', {})
    expect(list.map(({ id, current, has_secret }) => [id, current, has_secret])).toEqual([
      [one, true, true],
      [other, false, true],
    ])
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      [
        'account_id',
        'base_url',
        'beta_url',
        'brand',
        'current',
        'has_secret',
        'id',
        'last_check',
        'name',
        'on_beta',
        'service',
        'sheets',
      ].sort(),
    )
    expect((await ask('connections.use', { id: other })).map(({ current }) => current)).toEqual([false, true])
    await expect(ask('connections.use', { id: 'x' })).rejects.toMatchObject({ code: 'no_connection' })
  })

  test('opens its records where the web app has them as a rule, at the host in use, and asks the service nothing', async () => {
    const { ask } = await startWorkspace()
    const beta_url = 'http://127.0.0.1:1/novo/'
    const { connection } = await ask('connections.save', { ...draft, beta_url })
    const open = (record: 'conversation' | 'contact') =>
      ask('connections.open_record', { connection_id: connection.id, record, id: 123 })
    expect(await open('conversation')).toEqual({ page_opens: 'http://127.0.0.1:1/app/accounts/3/conversations/123' })
    await ask('connections.switch_host', { id: connection.id, on_beta: true })
    expect(await open('contact')).toEqual({ page_opens: 'http://127.0.0.1:1/novo/app/accounts/3/contacts/123' })
    await ask('connections.forget', { id: connection.id, forget_sheets: false })
    await expect(open('contact')).rejects.toMatchObject({ code: 'no_connection' })
  })

  test('is in use for its service alone, and the oldest takes the place of one that is forgotten', async () => {
    const demo = await startDemoServices()
    const { ask, connect } = await startWorkspace()
    const [sales, support] = [await connect(demo.platform), await connect(demo.platform)]
    const connectForms = async (name: string) => {
      const at = { service: 'forms' as const, base_url: 'http://127.0.0.1:1/api/v1', secret: 'segredo-de-teste' }
      return (await ask('connections.save', { ...at, name })).connection.id
    }
    const [site, shop] = [await connectForms('Site'), await connectForms('Loja')]
    const inUse = async () => (await ask('connections.list', {})).filter(({ current }) => current).map(({ id }) => id)
    expect(await inUse()).toEqual([sales, site])
    await ask('connections.use', { id: support })
    await ask('connections.use', { id: shop })
    expect(await inUse()).toEqual([support, shop])
    await ask('connections.forget', { id: support, forget_sheets: true })
    expect(await inUse()).toEqual([sales, shop])
  })

  test('is refused with what is missing or cannot be, and nothing is stored', async () => {
    const { ask } = await startWorkspace()
    const { secret: _, ...withoutSecret } = draft
    const refused = {
      account_id: [{ ...draft, account_id: null }],
      brand: [null, '//', '..', 'a/b', 'a b'].map((brand) => ({ ...draft, brand })),
      secret: [withoutSecret, ...['a\nb', '“abc”', 'a b'].map((secret) => ({ ...draft, secret }))],
    }
    for (const [place, drafts] of Object.entries(refused)) {
      for (const one of drafts) {
        await expect(ask('connections.save', one)).rejects.toMatchObject({ code: 'bad_request', params: { place } })
      }
    }
    expect(await ask('connections.list', {})).toEqual([])
  })

  test('is refused under a name that is taken, and at an address that is not secure', async () => {
    const { ask } = await startWorkspace()
    await ask('connections.save', draft)
    await expect(ask('connections.save', draft)).rejects.toMatchObject({ code: 'name_taken' })
    const open = { ...draft, name: 'Outra', base_url: 'http://casa.example' }
    await expect(ask('connections.save', open)).rejects.toMatchObject({ code: 'not_secure_address' })
    expect(await ask('connections.list', {})).toHaveLength(1)
  })

  test('keeps its secret when it is edited, but not at another origin or for another service', async () => {
    const service = await startService(() => ({ status: 404, json: {} }))
    const stranger = await startService(() => ({ status: 404, json: {} }))
    const { ask } = await startWorkspace()
    const { connection } = await ask('connections.save', { ...draft, base_url: service.origin })
    const { secret: _, ...stored } = { ...draft, id: connection.id, base_url: `${service.origin}/prefixo` }
    await ask('connections.save', { ...stored, name: 'Novo nome' })
    expect(await ask('connections.list', {})).toMatchObject([{ name: 'Novo nome', has_secret: true }])
    expect(service.asked.at(-1)?.path).toMatch(/^\/prefixo\//)
    const elsewhere = { ...stored, base_url: stranger.origin }
    const refused = { code: 'bad_request', params: { place: 'secret' } }
    await expect(ask('connections.save', elsewhere)).rejects.toMatchObject(refused)
    await expect(ask('connections.save', { ...stored, service: 'forms' })).rejects.toMatchObject(refused)
    expect(stranger.asked).toEqual([])
    await ask('connections.save', { ...elsewhere, secret: 'outro-segredo' })
    const sent = stranger.asked.map(({ headers }) => headers.api_access_token).filter((token) => token !== undefined)
    expect(new Set(sent)).toEqual(new Set(['outro-segredo']))
  })

  test('keeps what its last check found until it is changed', async () => {
    const { demo, connection_id: id, ask, reopen } = await startAccount()
    const lastCheck = async () => (await ask('connections.list', {}))[0]?.last_check
    const passed = await ask('connections.check', { id })
    await reopen()
    expect(await lastCheck()).toEqual(passed)
    const at = { ...draftAt(demo.platform), id }
    const failed = await ask('connections.save', { ...at, account_id: at.account_id + 1 })
    expect(failed.check.passed).toBe(false)
    expect(await lastCheck()).toEqual(failed.check)
    const stopped = new AbortController()
    stopped.abort()
    await expect(ask('connections.save', at, { signal: stopped.signal })).rejects.toThrow()
    expect(await lastCheck()).toBeNull()
  })

  test('stays one of its account while anything of it is stored here', async () => {
    const { demo, connection_id: id, ask, ended } = await startAccount()
    const { accountId } = demo.platform
    const change = (account_id: number) => ask('connections.save', { ...draftAt(demo.platform), id, account_id })
    expect((await change(accountId + 1)).connection).toMatchObject({ account_id: accountId + 1 })
    await change(accountId)
    await ended(await ask('sheets.create', { connection_id: id, filter: everything, name: 'Tudo' }))
    await expect(change(accountId + 1)).rejects.toMatchObject({ code: 'account_kept' })
    expect((await ask('connections.list', {}))[0]).toMatchObject({ account_id: accountId })
  })

  test('may be of another account when only the speed of its service is still known', async () => {
    const { demo, connection_id: id, ask, readSheet } = await startAccount({ leads: 2500 })
    const sheet = await readSheet({ connection_id: id })
    expect(await ask('sheets.plan', { connection_id: id, filter: everything })).toMatchObject({ measured: true })
    await ask('sheets.forget', { id: sheet.id })
    const account_id = demo.platform.accountId + 1
    const { connection } = await ask('connections.save', { ...draftAt(demo.platform), id, account_id })
    expect(connection).toMatchObject({ account_id })
  })

  test('stays one of its account while there is a run of it', async () => {
    const { demo, connection_id: id, ...workspace } = await startAccount()
    const { ask, ended } = workspace
    await ended(await startRun(workspace, { connection_id: id, list: 'telefone\n11988887777\n' }))
    const other = { ...draftAt(demo.platform), id, account_id: demo.platform.accountId + 1 }
    await expect(ask('connections.save', other)).rejects.toMatchObject({ code: 'account_kept' })
  })

  describe('that is moved to another address', () => {
    const lead = (contato_id: number, contato_criado_em: string) => ({
      contato_id,
      contato_criado_em,
      conversa_criada_em: contato_criado_em,
    })
    const here = [lead(1, '2026-01-01T10:00:00-03:00'), lead(2, '2026-02-01T10:00:00-03:00')]
    const elsewhere = [lead(1, '2025-05-05T10:00:00-03:00')]
    const hostOf = (leads: readonly ReturnType<typeof lead>[]) => startLeadHost(() => leads)
    const at = ({ origin }: { readonly origin: string }) => ({ ...draft, base_url: origin, account_id: 3, secret: 'x' })

    test('goes there only where the rows of its sheets are known', async () => {
      const [first, same, other] = [await hostOf(here), await hostOf([...here].reverse()), await hostOf(elsewhere)]
      const down = await startService(() => ({ status: 503, json: {} }))
      const { ask, ended } = await startWorkspace()
      const { id } = (await ask('connections.save', at(first))).connection
      const move = (to: typeof first) => ask('connections.save', { ...at(to), id })
      expect((await move(other)).connection).toMatchObject({ base_url: other.origin })
      await move(first)
      await ended(await ask('sheets.create', { connection_id: id, filter: everything, name: 'Tudo' }))
      await expect(move(other)).rejects.toMatchObject({ code: 'other_data' })
      await expect(move(down)).rejects.toMatchObject({ code: 'data_uncompared' })
      expect(await ask('connections.list', {})).toMatchObject([{ base_url: first.origin, sheets: 1 }])
      expect(await ask('connections.check', { id })).toMatchObject({ passed: true })
      expect((await move(same)).connection).toMatchObject({ base_url: same.origin })
    })

    test('goes there without a sheet only where both addresses show a contact in common', async () => {
      const [first, same, other] = [await hostOf(here), await hostOf(here), await hostOf(elsewhere)]
      const { ask } = await startWorkspace()
      const { id } = (await ask('connections.save', at(first))).connection
      const question = { connection_id: id, report: 'inboxes' as const, since: '2026-11-01', until: '2026-11-20' }
      await ask('reports.read', { ...question, fresh: true })
      await expect(ask('connections.save', { ...at(other), id })).rejects.toMatchObject({ code: 'other_data' })
      expect((await ask('connections.save', { ...at(same), id })).connection).toMatchObject({ base_url: same.origin })
    })

    test('is still known by its check when everybody in its sheets has left their filter', async () => {
      const lead = (number: number, day: string, status: string) => ({
        contato_id: number,
        contato_criado_em: `${day}T08:00:00-03:00`,
        conversa_id: number + 100,
        conversa_criada_em: `${day}T10:00:00-03:00`,
        status,
      })
      let leads = [lead(1, '2026-03-01', 'open'), lead(2, '2026-05-01', 'open')]
      const host = await startLeadHost((query) => {
        const states = query.getAll('status[]')
        return leads.filter(
          ({ status, conversa_criada_em }) =>
            (states.length === 0 || states.includes(status)) &&
            conversa_criada_em >= (query.get('created_after') ?? '0') &&
            conversa_criada_em.slice(0, 10) <= (query.get('created_before') ?? '9'),
        )
      })
      const { ask, ended } = await startWorkspace()
      const { id } = (await ask('connections.save', at(host))).connection
      const filter = { ...everything, status: ['open' as const] }
      await ended(await ask('sheets.create', { connection_id: id, filter, name: 'Abertas' }))
      leads = [...leads.map((one) => ({ ...one, status: 'resolved' })), lead(9, '2026-11-01', 'open')]
      expect(await ask('connections.check', { id })).toMatchObject({ passed: true })
      leads = leads.map((one) => ({ ...one, contato_criado_em: '2025-12-31T08:00:00-03:00' }))
      expect(await ask('connections.check', { id })).toMatchObject({ passed: false })
    })

    test('fails its check where it has begun to show other data', async () => {
      let leads = here
      const host = await startLeadHost(() => leads)
      const { ask, ended } = await startWorkspace()
      const { id } = (await ask('connections.save', at(host))).connection
      await ended(await ask('sheets.create', { connection_id: id, filter: everything, name: 'Tudo' }))
      leads = elsewhere
      const { passed, steps } = await ask('connections.check', { id })
      expect(passed).toBe(false)
      expect(steps).toContainEqual({ step: 'account', state: 'failed', finding: 'other_data', params: {} })
    })
  })

  test.each([
    ['with another account number', { account_id: 8 }],
    ['at another address', { base_url: 'http://127.0.0.1:2' }],
  ])('stores no answer to a request from before it was saved %s', async (_, change) => {
    const late = createGate<void>()
    const service = await startService(async ({ path }) => {
      if (path.includes('/reports/')) await late.passed
      return {
        json: path.includes('/reports/') ? [{ name: 'Caixa', count: 3 }] : { meta: { all_count: 0 }, payload: [] },
      }
    })
    const { ask, connect } = await startWorkspace()
    const at = { url: service.origin, accountId: 7, brand: 'casa', token: 'segredo' }
    const id = await connect(at)
    const question = { connection_id: id, report: 'inboxes' as const, since: '2026-11-01', until: '2026-11-20' }
    const reading = ask('reports.read', { ...question, fresh: true })
    const refused = expect(reading).rejects.toMatchObject({ code: 'cancelled' })
    await until(() => expect(service.asked.some(({ path }) => path.includes('/accounts/7/reports/'))).toBe(true))
    await ask('connections.save', { ...draft, id, base_url: service.origin, account_id: 7, ...change })
    late.open()
    await refused
    expect(await ask('reports.stored', { connection_id: id })).toEqual([])
  })

  test('is forgotten with its secret; its sheets stay unless the person wants them gone', async () => {
    const { demo, connection_id: one, ask, connect, ended, rows } = await startAccount()
    const other = await connect(demo.platform)
    const remaining = await ask('sheets.create', { connection_id: one, filter: everything, name: 'Fica' })
    const gone = await ask('sheets.create', { connection_id: other, filter: everything, name: 'Vai' })
    await Promise.all([ended(remaining), ended(gone)])
    expect(await ask('connections.forget', { id: one, forget_sheets: false })).toHaveLength(1)
    expect(await ask('connections.forget', { id: other, forget_sheets: true })).toEqual([])
    expect(await ask('sheets.list', {})).toMatchObject([{ name: 'Fica', connection_name: '' }])
    expect(await rows({ kind: 'sheet', id: remaining.id })).toHaveLength(1200)
    await expect(ask('sheets.refresh', { id: remaining.id, mode: 'full' })).rejects.toMatchObject({
      code: 'no_connection',
    })
    await expect(ask('connections.check', { id: one })).rejects.toMatchObject({ code: 'no_connection' })
  })

  test('that is forgotten with its sheets first ends what reads them', async () => {
    const { connection_id: id, ask, task } = await startAccount({ leads: 4000, latencyMs: 20 })
    const sheet = await ask('sheets.create', { connection_id: id, filter: everything, name: 'Tudo' })
    await expect.poll(() => task(sheet)?.done ?? 0, { interval: 2 }).toBeGreaterThan(0)
    await ask('connections.forget', { id, forget_sheets: true })
    expect(task(sheet)).toMatchObject({ state: 'cancelled' })
    expect(await ask('sheets.list', {})).toEqual([])
  })

  test('to a form service gets the end of its address', async () => {
    const demo = await startDemoServices()
    const { ask } = await startWorkspace()
    const base_url = demo.forms.url.replace('/api/v1', '/')
    const input = { service: 'forms' as const, name: 'Formulários', base_url, secret: demo.forms.key }
    const { check, connection } = await ask('connections.save', input)
    expect(connection).toMatchObject({ base_url: demo.forms.url, account_id: null, brand: null })
    expect(check.passed).toBe(true)
    await expect(
      ask('sheets.create', { connection_id: connection.id, filter: everything, name: 'X' }),
    ).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('whose check is stopped stays', async () => {
    const demo = await startDemoServices({ faults: faultPlan().on(/filter$/, { fault: hang() }) })
    const { ask } = await startWorkspace()
    const stop = new AbortController()
    const saving = ask('connections.save', draftAt(demo.platform), {
      signal: stop.signal,
      progress: (steps) => steps[1]?.state === 'running' && stop.abort(),
    })
    await expect(saving).rejects.toMatchObject({ name: 'AbortError' })
    expect(await ask('connections.list', {})).toMatchObject([{ has_secret: true }])
  })
})

import { describe, expect, test } from 'vitest'
import { checkForms, checkPlatform } from '../../../main/connections/check.ts'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { createBudget } from '../../../main/kernel/budget.ts'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createForms } from '../../../main/remotes/forms.ts'
import { createPlatform } from '../../../main/remotes/platform.ts'
import type { Check, CheckStep } from '../../../preload/contract/connections.ts'
import * as messages from '../../../preload/messages/catalogue.ts'
import * as fault from '../../faults/faults.ts'
import { faultPlan } from '../../faults/plan.ts'
import type { PlatformAt } from '../../kit/connection-drafts.ts'
import { startDemoServices } from '../../kit/leads.ts'
import { closedPort, type Scripted, startService } from '../../kit/service.ts'

const brief = ({ steps }: Check) => steps.map(({ step, state, finding }) => `${step} ${state} ${finding}`)

interface Circumstances {
  readonly now?: () => Date
  readonly signal?: AbortSignal
}

function circumstances({ now = () => new Date(), signal = new AbortController().signal }: Circumstances) {
  const reports: CheckStep[][] = []
  return {
    reports,
    deps: { now, signal, report: (steps: CheckStep[]) => void reports.push(steps), belongs: async () => true },
  }
}

async function checked(at: PlatformAt, given: Circumstances = {}) {
  const { reports, deps } = circumstances(given)
  const address = { base_url: at.url, account_id: at.accountId, brand: at.brand }
  const platform = createPlatform({ fetch: createNodeFetch(), address, token: async () => at.token })
  return { check: await checkPlatform(platform, '2026-11-20', deps), reports }
}

function checkedForms(baseUrl: string, key: string) {
  const now = () => new Date()
  const forms = createForms({
    fetch: createNodeFetch(),
    baseUrl,
    key: async () => key,
    budget: createBudget({ now, changed() {} }),
    retryPolicy: { delays: [], timeoutMs: 5000, now },
  })
  return checkForms(forms, { ...circumstances({}).deps, belongs: async () => true })
}

describe('the check of a platform', () => {
  test('passes step by step and reports each step', async () => {
    const demo = await startDemoServices()
    const { check, reports } = await checked(demo.platform)
    expect(check.passed).toBe(true)
    expect(brief(check)).toEqual([
      'reachable passed reached',
      'service passed service_recognised',
      'token passed token_accepted',
      'account passed account_allowed',
      'lead_export passed lead_export_allowed',
      'clock passed clock_ok',
    ])
    expect(reports[0]?.map(({ state }) => state)).toEqual(['running', ...Array(5).fill('waiting')])
    expect(reports.at(-1)).toEqual(check.steps)
    const finds = (step: CheckStep) =>
      Object.values(messages.catalogues).every(({ connections }) =>
        Boolean(connections.findings[step.finding]?.(step.params)),
      )
    expect(reports.flat().every(finds)).toBe(true)
  })

  test('reads only, and one lead at most', async () => {
    const demo = await startDemoServices()
    await checked(demo.platform)
    const sent = demo.requests().map(({ method, path, query }) => `${method} ${path.split('/').at(-1)} ${query}`)
    expect(sent).toEqual([
      'GET docs ',
      'POST filter page=1',
      expect.stringMatching(/^GET leads created_after=\d{4}-\d\d-\d\d&agrupar=contato&page=1&per_page=1$/),
    ])
  })

  test('is content with a service that has the lead routes alone', async () => {
    const service = await startService(({ path, headers }): Scripted => {
      if (headers.api_access_token !== 'chave') return { status: 401, json: { error: 'Invalid Access Token' } }
      const meta = { total: 0, count: 0, page: 1, per_page: 1, has_more: false, next_page: null, filtros: {} }
      return path === '/api/v1/accounts/3/house/leads' ? { json: { meta, leads: [] } } : { status: 404, json: {} }
    })
    const at = { url: service.origin, accountId: 3, brand: 'house' }
    expect((await checked({ ...at, token: 'chave' })).check.passed).toBe(true)
    expect(brief((await checked({ ...at, token: 'outra' })).check)).toContain('token failed token_refused')
  })

  test('works below a path prefix', async () => {
    const demo = await startDemoServices()
    const service = await startService(async ({ path, query, headers, method, body }): Promise<Scripted> => {
      if (!path.startsWith('/atende/')) return { status: 404, text: '' }
      const { api_access_token = '' } = headers
      const init = { method, headers: { accept: 'application/json', api_access_token: String(api_access_token) } }
      const url = `${demo.platform.url}${path.slice('/atende'.length)}?${query}`
      const passed = await fetch(url, method === 'GET' ? init : { ...init, body })
      return { status: passed.status, text: await passed.text() }
    })
    const { check } = await checked({ ...demo.platform, url: `${service.origin}/atende` })
    expect(check.passed).toBe(true)
  })

  test.each<[string, (at: PlatformAt & { agentToken: string }) => PlatformAt, string[]]>([
    [
      'a token of an agent: the export is refused, the token accepted',
      (at) => ({ ...at, token: at.agentToken }),
      ['token passed token_accepted', 'account passed account_allowed', 'lead_export failed lead_export_refused'],
    ],
    [
      'a token that nobody knows',
      (at) => ({ ...at, token: 'nunca-visto' }),
      ['service passed ok', 'token failed token_refused', 'account skipped skipped', 'lead_export skipped skipped'],
    ],
    [
      'an account that does not exist',
      (at) => ({ ...at, accountId: 999 }),
      ['token passed ok', 'account failed account_unknown', 'lead_export skipped skipped'],
    ],
    [
      'an account of others',
      (at) => ({ ...at, accountId: at.accountId + 1 }),
      ['token passed ok', 'account failed account_refused'],
    ],
    [
      'a wrong brand',
      (at) => ({ ...at, brand: 'outra' }),
      ['account passed account_allowed', 'lead_export failed brand_unknown'],
    ],
  ])('names %s', async (_what, change, expected) => {
    const demo = await startDemoServices()
    const { check } = await checked(change(demo.platform))
    expect(check.passed).toBe(false)
    expect(brief(check)).toEqual(expect.arrayContaining(expected))
    expect(brief(check)).toContain('clock passed clock_ok')
  })

  test.each<[string, RegExp, ReturnType<typeof fault.hang>, string]>([
    ['a redirect', /./, fault.redirect(), 'reachable failed redirected'],
    ['a page of a hotel network', /./, fault.captivePortal(), 'service failed html_answer'],
    ['a page of a proxy', /./, fault.proxyPage(502), 'reachable failed service_failed'],
    ['a reset connection', /./, fault.reset(), 'reachable failed unreachable'],
    ['a throttle of everything', /./, fault.throttled(600), 'service failed rate_limited'],
    ['a throttle', /filter$/, fault.throttledText(), 'service failed rate_limited'],
    ['a proxy before the account', /filter$/, fault.proxyPage(403), 'service failed shield_page'],
    ['a page in place of the export', /leads$/, fault.captivePortal(), 'lead_export failed html_answer'],
    ['a redirect of the export', /leads$/, fault.redirect(), 'lead_export failed redirected'],
    ['a plan without the export', /leads$/, fault.refused(402), 'lead_export failed lead_export_refused'],
    ['a broken export', /leads$/, fault.refused(500), 'lead_export failed service_failed'],
    ['a throttled export', /leads$/, fault.throttled(30), 'lead_export failed rate_limited'],
  ])('names %s as such', async (_what, route, struck, expected) => {
    const demo = await startDemoServices({ faults: faultPlan().on(route, { times: 9, fault: struck }) })
    const { check } = await checked(demo.platform)
    expect(brief(check)).toContain(expected)
    expect(check.passed).toBe(false)
  })

  test('names an address where nobody is', async () => {
    const { check } = await checked({ url: await closedPort(), accountId: 3, brand: 'casa', token: 'segredo' })
    expect(brief(check)).toEqual([
      'reachable failed unreachable',
      ...['service', 'token', 'account', 'lead_export'].map((step) => `${step} skipped skipped`),
      'clock skipped clock_unknown',
    ])
  })

  test.each<[string, Scripted]>([
    ['JSON of something else', { json: { hello: 'world' } }],
    ['text', { text: 'It works!' }],
    ['a page', { text: '<!doctype html>', headers: { 'content-type': 'text/html' } }],
    ['nothing', { text: '' }],
  ])('does not take a service that answers %s for the platform', async (_what, answer) => {
    const service = await startService(() => answer)
    const { check } = await checked({ url: service.origin, accountId: 3, brand: 'casa', token: 'segredo' })
    expect(check.passed).toBe(false)
    expect(brief(check)[1]).toMatch(/^service failed (not_this_service|html_answer)$/)
  })

  test('does not take an answer without its counts for the lead export', async () => {
    const service = await startService(({ path }) => ({ json: path.endsWith('/filter') ? [] : { leads: [] } }))
    const { check } = await checked({ url: service.origin, accountId: 3, brand: 'casa', token: 'segredo' })
    expect(brief(check)).toContain('lead_export failed not_this_service')
  })

  test.each<[string, unknown]>([
    ['wrapped in data', { data: { meta: {}, payload: [] } }],
    ['bare', []],
  ])('takes the conversations of other versions: %s', async (_what, conversations) => {
    const service = await startService(({ path }) => {
      if (path.endsWith('/filter')) return { json: conversations }
      if (path.endsWith('/casa/leads')) return { json: { meta: { total: 0 }, leads: [] } }
      return { status: 404, json: { error: 'nada' } }
    })
    const { check } = await checked({ url: service.origin, accountId: 3, brand: 'casa', token: 'segredo' })
    expect(check.passed).toBe(true)
    expect(service.asked[0]?.headers.api_access_token).toBeUndefined()
  })

  test.each([
    [3, 'passed', 'clock_ok', {}],
    [42, 'failed', 'clock_skewed', { minutes: 42 }],
    [-42, 'failed', 'clock_skewed', { minutes: -42 }],
  ])('reports a clock that is %d minutes ahead without failing the connection', async (ahead, ...expected) => {
    const demo = await startDemoServices()
    const now = () => new Date(Date.now() + ahead * 60_000)
    const { check } = await checked(demo.platform, { now })
    const clock = check.steps.find(({ step }) => step === 'clock')
    expect([clock?.state, clock?.finding, clock?.params]).toEqual(expected)
    expect(check.passed).toBe(true)
  })

  test('does not blame the service when the vault is locked meanwhile', async () => {
    const demo = await startDemoServices()
    const address = { base_url: demo.platform.url, account_id: 3, brand: 'casa' }
    const token = () => Promise.reject(new AppFailure('vault_locked'))
    const platform = createPlatform({ fetch: createNodeFetch(), address, token })
    await expect(checkPlatform(platform, '2026-11-20', circumstances({}).deps)).rejects.toMatchObject({
      code: 'vault_locked',
    })
  })
})

describe('the check of a form service', () => {
  test('passes', async () => {
    const demo = await startDemoServices()
    const check = await checkedForms(demo.forms.url, demo.forms.key)
    expect(check.passed).toBe(true)
    expect(brief(check)).toEqual([
      'reachable passed reached',
      'service passed service_recognised',
      'token passed token_accepted',
      'account passed account_allowed',
      'clock passed clock_ok',
    ])
  })

  test('names a wrong key, and a plan without the API', async () => {
    const { forms } = await startDemoServices()
    expect(brief(await checkedForms(forms.url, 'fk_errada'))).toContain('token failed token_refused')
    const refused = await checkedForms(forms.url, forms.keyWithoutAccess)
    expect(brief(refused)).toEqual(
      expect.arrayContaining(['token passed ok', 'account failed forms_api_refused', 'clock skipped clock_unknown']),
    )
    expect(refused.passed).toBe(false)
  })

  test.each<[string, Parameters<typeof startDemoServices>[0], string]>([
    ['a throttle', { limits: { forms: 0 } }, 'service failed rate_limited'],
    [
      'a page of a hotel network',
      { faults: faultPlan().on(/./, { times: 9, fault: fault.captivePortal() }) },
      'service failed html_answer',
    ],
    [
      'a redirect',
      { faults: faultPlan().on(/./, { times: 9, fault: fault.redirect() }) },
      'reachable failed redirected',
    ],
  ])('names %s', async (_what, options, expected) => {
    const demo = await startDemoServices(options)
    expect(brief(await checkedForms(demo.forms.url, demo.forms.key))).toContain(expected)
  })

  test('names a plan that has to be paid as one without the API', async () => {
    const service = await startService(() => ({ status: 402, json: { error: { code: 'payment_required' } } }))
    expect(brief(await checkedForms(service.origin, 'fk'))).toContain('account failed forms_api_refused')
  })

  test('does not take the platform for it, nor a service whose answers are something else', async () => {
    const demo = await startDemoServices()
    const other = await startService(() => ({ json: { data: { id: 1, api_access: true } } }))
    for (const url of [`${demo.platform.url}/api/v1`, other.origin]) {
      expect(brief(await checkedForms(url, demo.forms.key))).toContain('service failed not_this_service')
    }
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { routeOfCall, routesOf } from '../../../main/console/catalogue.ts'
import { startConsole } from './console-kit.ts'

/** The rows of a document's tables of endpoints, as `METHOD path`. */
function rowsOf(file: string, prefix: string): string[] {
  const text = readFileSync(new URL(`./documented/${file}`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [methods = '', path = ''] = line.split(' ')
      return methods.split(',').map((method) => `${method} ${path.startsWith('+') ? prefix + path.slice(1) : path}`)
    })
}

describe('the catalogue', () => {
  test('has every documented route of the platform, and no other', () => {
    const documented = rowsOf('agent-platform.txt', '/api/v1/accounts/{account_id}/captain')
    expect(
      routesOf('platform')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(documented.sort())
  })

  test('has every documented route of the form service, and no other', () => {
    expect(
      routesOf('forms')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(rowsOf('form-collection.txt', '').sort())
  })

  test('starts every body with JSON, and puts reading before writing where a POST only asks', () => {
    const all = [...routesOf('platform'), ...routesOf('forms')]
    for (const { body, id } of all) expect(() => body === null || JSON.parse(body), id).not.toThrow()
    expect(all.filter(({ method, effect }) => method !== 'GET' && effect === 'reads').map(({ path }) => path)).toEqual([
      '/api/v1/accounts/{account_id}/conversations/filter',
      '/api/v1/accounts/{account_id}/{brand}/leads/cruzar',
    ])
    expect(all.filter(({ method, effect }) => method === 'DELETE' && effect !== 'destroys')).toEqual([])
  })

  test('knows a call by its path, fixed words before numbers', () => {
    const prefix = '/api/v1/accounts/7/captain/assistants'
    expect(routeOfCall('platform', 'GET', `${prefix}/tools`)?.path).toMatch(/\/tools$/)
    expect(routeOfCall('platform', 'GET', `${prefix}/12`)?.path).toMatch(/\/\{id\}$/)
    expect(routeOfCall('platform', 'GET', `${prefix}/doze`)).toBeUndefined()
    expect(routeOfCall('platform', 'GET', '/api/v1/accounts/7/minha-marca/leads')?.path).toMatch(/\{brand\}/)
    expect(routeOfCall('platform', 'GET', '/api/docs/conversas/abrir')?.open).toBe(true)
    expect(routeOfCall('forms', 'GET', `${prefix}/12`)).toBeUndefined()
  })
})

describe('every documented GET', () => {
  /** What routes need to be answered with 200, by parameter; every number is that of a record of the demonstration. */
  const ordinary: Readonly<Record<string, string>> = {
    id: '1',
    assistant_id: '1',
    copilot_thread_id: '1',
    slug: 'estoque',
    q: 'a',
    type: 'account',
    stats: '{}',
    since: '2026-01-01',
    until: '2026-12-31',
    created_after: '2020-01-01',
    metric: 'conversations_handled',
  }

  test.each(['platform', 'forms'] as const)('of the %s is answered and stands in the history', async (service) => {
    const { run, text, history } = await startConsole({}, service)
    const read = async (path: string, query: readonly (readonly [string, string])[] = []) =>
      JSON.parse(await text((await run('GET', path, { query })).id))
    const special: Record<string, Readonly<Record<string, string>>> = {}
    if (service === 'platform') {
      const account = '/api/v1/accounts/{account_id}'
      await run('POST', `${account}/captain/copilot_threads`, {
        body: '{"message":"Oi","assistant_id":1}',
        confirmed: true,
      })
      const { payload } = await read(`${account}/contacts/search`, [['q', 'a']])
      const [, categoria = '', slug = ''] =
        /\/api\/docs\/([^/]+)\/([^/]+)$/.exec((await read('/api/docs')).articles[0].url) ?? []
      special[`${account}/contacts/{id}/conversations`] = { id: String(payload[0].id) }
      special['/api/docs/{categoria}/{slug}'] = { categoria, slug }
    } else {
      const { data } = await read('/forms/301/entries')
      special['/forms/{id}'] = { id: '301' }
      special['/forms/{id}/entries'] = { id: '301', since: '', until: '' }
      special['/entries/{id}'] = { id: String(data[0].id) }
    }
    const routes = routesOf(service).filter(({ method }) => method === 'GET')
    for (const { id, path, parameters } of routes) {
      const values = { ...ordinary, ...special[path] }
      const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
      const query = parameters.flatMap(({ name, type, in: place }) => {
        const value = values[name]
        if (place !== 'query' || !value) return []
        return [[name, type === 'unix' ? String(Date.parse(value) / 1000) : value]]
      })
      expect(await run('GET', filled, { query }), id).toMatchObject({ status: 200, route: id })
    }
    const called = (await history()).map(({ route }) => route)
    expect(called).toEqual(expect.arrayContaining(routes.map(({ id }) => id)))
  })
})

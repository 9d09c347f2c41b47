import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { routeOfCall, routesOf } from '../../../main/console/catalogue.ts'

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

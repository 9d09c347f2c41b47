import { describe, expect, test } from 'vitest'
import { routesOf } from '../../../main/console/catalogue.ts'
import { catalogues } from '../../../preload/messages/catalogue.ts'
import {
  bodyProblem,
  draftOfCall,
  draftOfRoute,
  freeDraft,
  isReady,
  requestOf,
} from '../../../renderer/console/draft.ts'
import { routeTitle, shortPath } from '../../../renderer/console/route-list.tsx'
import { callWith, parameterWith, routeWith } from '../../kit/samples-platform.ts'

const leads = routeWith({
  method: 'GET',
  path: '/api/v1/accounts/{account_id}/{brand}/leads/{id}',
  parameters: [
    parameterWith({ name: 'id', type: 'integer', in: 'path' }),
    parameterWith({ name: 'inbox_ids', type: 'integers' }),
    parameterWith({ name: 'q', type: 'text' }),
    parameterWith({ name: 'since', type: 'unix' }),
  ],
})

describe('a call that is being written', () => {
  test('becomes path and query: lists in array form, days as seconds, what is empty left out', () => {
    const draft = {
      ...draftOfRoute(leads),
      values: { id: ' 12 ', inbox_ids: '1, 2,', q: '', since: '2026-11-20' },
      extra: [['sort', 'nome'] as const, ['', 'x'] as const],
    }
    expect(requestOf(draft)).toEqual({
      method: 'GET',
      path: '/api/v1/accounts/{account_id}/{brand}/leads/12',
      query: [
        ['inbox_ids[]', '1'],
        ['inbox_ids[]', '2'],
        ['since', String(Math.floor(new Date('2026-11-20T00:00').getTime() / 1000))],
        ['sort', 'nome'],
      ],
      body: null,
    })
    expect(isReady(draft)).toBe(true)
    expect(isReady({ ...draft, values: {} })).toBe(false)
  })

  test.each([
    ['{\n  "a": x\n}', { kind: 'at', line: 2, column: 8 }],
    ['{"a": [1, "b" 2]}', { kind: 'at', line: 1, column: 15 }],
    ["{'a': 1}", { kind: 'at', line: 1, column: 2 }],
    ['{"a": 1,}', { kind: 'at', line: 1, column: 9 }],
    ['{"a": 1} x', { kind: 'at', line: 1, column: 10 }],
    ['{"a": {"b": [1, 2]', { kind: 'end' }],
    ['{"a":', { kind: 'end' }],
    ['{"secret":"••••••"}', { kind: 'covered' }],
    ['', null],
  ])('the body %j has the problem %o', (body, problem) => {
    expect(bodyProblem({ ...freeDraft, method: 'POST', body })).toEqual(problem)
    expect(bodyProblem({ ...freeDraft, method: 'GET', body })).toBeNull()
  })

  test('comes back from the history with its values in their fields', () => {
    const made = callWith({
      route: leads.id,
      path: '/api/v1/accounts/7/marca/leads/12',
      query: [
        ['inbox_ids[]', '1'],
        ['inbox_ids[]', '2'],
        ['sort', 'nome'],
      ],
    })
    expect(draftOfCall(made, [leads])).toMatchObject({
      route: leads,
      values: { id: '12', inbox_ids: '1, 2' },
      extra: [['sort', 'nome']],
    })
    expect(draftOfCall({ ...made, route: 'GET /outra' }, [leads])).toMatchObject({ route: null, path: made.path })
  })
})

describe('the catalogue', () => {
  test('has words for every documented route, in both languages', () => {
    for (const one of [...routesOf('platform'), ...routesOf('forms')]) {
      for (const { console } of Object.values(catalogues)) {
        expect(routeTitle(one, console), one.id).not.toBe(shortPath(one.path))
        expect(console.groups[one.group], one.group).toBeDefined()
      }
    }
  })

  test('shortens paths by what they have in common', () => {
    expect(shortPath('/api/v1/accounts/7/captain/assistants')).toBe('/captain/assistants')
    expect(shortPath('/api/v2/accounts/{account_id}/reports/summary')).toBe('/v2/reports/summary')
    expect(shortPath('/api/docs')).toBe('/api/docs')
  })
})

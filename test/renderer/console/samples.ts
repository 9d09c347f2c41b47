import type { ConsoleCall, Route, RouteParameter } from '../../../preload/contract/console.ts'

/** A route as main tells it. */
export function route(method: Route['method'], path: string, more: Partial<Route> = {}): Route {
  return {
    id: `${method} ${path}`,
    service: 'platform',
    group: 'captain',
    method,
    path,
    parameters: [],
    body: null,
    effect: method === 'GET' ? 'reads' : 'writes',
    open: false,
    ...more,
  }
}

export function parameter(
  name: string,
  type: RouteParameter['type'],
  where: 'path' | 'query' = 'query',
): RouteParameter {
  return { name, in: where, type, required: where === 'path', choices: [] }
}

export function call(more: Partial<ConsoleCall> = {}): ConsoleCall {
  return {
    id: 'c1',
    at: '2026-11-20T12:00:00.000Z',
    method: 'GET',
    path: '/api/v1/accounts/7/captain/assistants',
    query: [],
    body: null,
    route: 'GET /api/v1/accounts/{account_id}/captain/assistants',
    status: 200,
    failure: null,
    ms: 12,
    headers: [],
    kind: 'json',
    bytes: 100,
    cut: false,
    drift: null,
    ...more,
  }
}

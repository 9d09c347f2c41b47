import type { Route, RouteParameter } from '../../preload/contract/console.ts'

/** A row of a document, with what it does not say itself. */
export interface RouteRow {
  readonly group: string
  readonly method: Route['method']
  readonly path: string
  readonly query?: readonly RouteParameter[]
  readonly body?: unknown
  /** A GET reads, a DELETE destroys, anything else writes unless it is said. */
  readonly effect?: Route['effect']
  readonly open?: true
}

/** A row as the contract shows it; its path parameters follow from the braces. */
export function routeOf(service: Route['service'], row: RouteRow): Route {
  const { group, method, path, query = [], body, effect = effectOf(method), open = false } = row
  return {
    id: `${method} ${path}`,
    service,
    group,
    method,
    path,
    parameters: [...parametersIn(path), ...query],
    body: body === undefined ? null : JSON.stringify(body, null, 2),
    effect,
    open,
  }
}

/** What a method does where no document says more. */
export function effectOf(method: Route['method']): Route['effect'] {
  if (method === 'GET') return 'reads'
  return method === 'DELETE' ? 'destroys' : 'writes'
}

/** The parts of a path that are the connection's own and no parameter. */
export const ownParts = new Set(['account_id', 'brand'])
/** Identifiers in paths are integers but for these (agent-platform.md, "MCP discovery routes", "Documentation-reading API"). */
const texts = new Set(['slug', 'categoria'])

function parametersIn(path: string): RouteParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !ownParts.has(name))
    .map((name) => ({ name, in: 'path', type: texts.has(name) ? 'text' : 'integer', required: true, choices: [] }))
}

type QueryType = Exclude<RouteParameter['type'], 'choice' | 'choices'>

/** A query parameter that may be left out. */
export function query(name: string, type: QueryType): RouteParameter {
  return { name, in: 'query', type, required: false, choices: [] }
}

/** One of some words; with `many` any of them, in array form. */
export function choice(name: string, choices: readonly string[], many = false): RouteParameter {
  return { name, in: 'query', type: many ? 'choices' : 'choice', required: false, choices: [...choices] }
}

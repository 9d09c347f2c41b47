import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { CallMethod, Route, RouteParameter } from '../../preload/contract/console.ts'
import {
  type CaptainResourceName,
  captainActions,
  captainQuestions,
  captainResource,
  captainResources,
} from '../../preload/values/captain-resources.ts'
import { effectOf, formsRows, platformRows, query, type RouteRow } from './routes.ts'

const prefix = '/api/v1/accounts/{account_id}/captain'

function row(
  method: RouteRow['method'],
  of: {
    readonly path: string
    readonly query?: Readonly<Record<string, 'integer' | 'text'>> | undefined
    readonly example?: unknown
  },
): RouteRow {
  const sends = method !== 'GET' && method !== 'DELETE' && of.example !== undefined
  return {
    group: 'captain',
    method,
    path: prefix + of.path,
    ...(method === 'GET' && of.query
      ? { query: Object.entries(of.query).map(([name, type]) => query(name, type)) }
      : {}),
    ...(sends ? { body: of.example } : {}),
    // It can delete responses for good.
    ...(of.path === captainActions.bulk.path ? { effect: 'destroys' as const } : {}),
  }
}

function resourceRows(name: CaptainResourceName): RouteRow[] {
  const resource = captainResource(name)
  const { names, root, one, query: parameters } = resource
  const path = resource.path.replace('{parent}', `{${names?.parent}}`)
  const of = { path, query: parameters, example: root === null ? resource.example : { [root]: resource.example } }
  return [
    row('GET', of),
    row('POST', of),
    ...one.map((method) => row(method, { path: `${path}/{${names?.id ?? 'id'}}`, example: of.example })),
  ]
}

/** `{id}` sorts before words, and words before the parameters of a subordinate record. */
const orderOf = ({ path }: RouteRow) => path.replaceAll('{id}', ' ')

/** Every route of the AI module, one for each method, in the order of the document. */
const captainRows: readonly RouteRow[] = [
  ...(Object.keys(captainResources) as CaptainResourceName[]).flatMap(resourceRows),
  ...Object.values(captainQuestions)
    .filter(({ path }) => !path.startsWith('/.well-known'))
    .map((question) => row('GET', question)),
  ...Object.values(captainActions).map((action) => row('POST', action)),
].toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : Number(orderOf(one) > orderOf(other))))

/** The parts of a path that come from the connection and are no parameters. */
const ownParts = new Set(['account_id', 'brand'])
/** Identifiers in paths are integers except these (docs/services.md §7.1 and §8.1). */
const texts = new Set(['slug', 'categoria'])

const catalogue: Readonly<Record<ServiceKind, readonly Route[]>> = {
  platform: [...platformRows, ...captainRows].map((row) => routeOf('platform', row)),
  forms: formsRows.map((row) => routeOf('forms', row)),
}

export function routesOf(service: ServiceKind): readonly Route[] {
  return catalogue[service]
}

/** The documented route of a call, by its path without query; fixed words win over parameters. */
export function routeOfCall(service: ServiceKind, method: CallMethod, path: string): Route | undefined {
  return catalogue[service]
    .filter((route) => route.method === method && patternOf(route).test(path))
    .sort((one, other) => one.parameters.length - other.parameters.length)[0]
}

function patternOf({ path, parameters }: Route): RegExp {
  const isText = (name: string) => parameters.some((parameter) => parameter.name === name && parameter.type === 'text')
  const source = path
    .replace(/[.]/g, '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => (name === 'brand' || isText(name) ? '[^/]+' : '\\d+'))
  return new RegExp(`^${source}$`)
}

/**
 * A call by method and path, for the ledger and for the known types of its answers. It leaves out the account, and,
 * where the path is not documented, everything that may name a person.
 */
export function describedCall(method: CallMethod, path: string, route: Route | undefined): string {
  return `${method} ${withoutAccount(route ? path : path.split('/').map(shownWord).join('/'))}`
}

const withoutAccount = (path: string) =>
  path.replace(/^\/api\/(v\d+)\/accounts\/\d+(?=\/)/, (_, version: string) => (version === 'v1' ? '' : `/${version}`))
/**
 * Words of a path consist of letters and program signs. Numbers are record numbers if they are too short for a phone.
 */
const shownWord = (word: string) => (/^([a-z_.-]*|v\d|\d{1,7})$/i.test(word) ? word : '…')

/** A row in the contract's form; its path parameters follow from the braces. */
function routeOf(service: Route['service'], row: RouteRow): Route {
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

function parametersIn(path: string): RouteParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !ownParts.has(name))
    .map((name) => ({ name, in: 'path', type: texts.has(name) ? 'text' : 'integer', required: true, choices: [] }))
}

import type { ServiceKind } from '../../preload/contract/connections.ts'
import type { CallMethod, Route } from '../../preload/contract/console.ts'
import { captainRows } from './captain-routes.ts'
import { formsRows } from './forms-routes.ts'
import { platformRows } from './platform-routes.ts'
import { routeOf } from './route-row.ts'

const catalogue: Readonly<Record<ServiceKind, readonly Route[]>> = {
  platform: [...platformRows, ...captainRows].map((row) => routeOf('platform', row)),
  forms: formsRows.map((row) => routeOf('forms', row)),
}

/** Every documented row of a service, as agent-platform.md and form-collection.md name them. */
export function routesOf(service: ServiceKind): readonly Route[] {
  return catalogue[service]
}

/** The documented row of a call, by its path without query; fixed words win over parameters. */
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
 * A call by method and path for the ledger and for what is known of its answers: without the account, and where the path is in no
 * document without anything that may name a person.
 */
export function describedCall(method: CallMethod, path: string, route: Route | undefined): string {
  return `${method} ${withoutAccount(route ? path : path.split('/').map(shownWord).join('/'))}`
}

const withoutAccount = (path: string) =>
  path.replace(/^\/api\/(v\d+)\/accounts\/\d+(?=\/)/, (_, version: string) => (version === 'v1' ? '' : `/${version}`))
/** Words of a path are letters and signs of programs; numbers are those of records, as long as they can be no phone. */
const shownWord = (word: string) => (/^([a-z_.-]*|v\d|\d{1,7})$/i.test(word) ? word : '…')

import type { ConsoleCall, Route } from '../../preload/contract/console.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'
import { foldText } from '../tables/words.ts'

/** Method and path without what is the same in every path of an account. */
export function shortPath(path: string): string {
  return path.replace(/^\/api\/(v\d+)\/accounts\/(?:\d+|\{account_id\})(?=\/)/, (_, version: string) =>
    version === 'v1' ? '' : `/${version}`,
  )
}

/** What a route does, in words. */
export function routeTitle({ id, path }: Route, texts: Messages['console']): string {
  return texts.routes.titles[id] ?? shortPath(path)
}

export interface RouteGroup {
  readonly group: string
  readonly routes: readonly Route[]
}

const methodOrder = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

/**
 * The routes with all of these words in title, path or group, by group in the order of the catalogue; what reads comes
 * before what writes.
 */
export function routeGroups(
  routes: readonly Route[],
  { search, readsOnly, texts }: { search: string; readsOnly: boolean; texts: Messages['console'] },
): RouteGroup[] {
  const terms = foldText(search).split(/\s+/).filter(Boolean)
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    if (readsOnly && route.effect !== 'reads') continue
    const words = foldText(`${texts.groups[route.group]} ${routeTitle(route, texts)} ${route.method} ${route.path}`)
    if (!terms.every((word) => words.includes(word))) continue
    groups.set(route.group, [...(groups.get(route.group) ?? []), route])
  }
  const rank = ({ effect, method }: Route) => (effect === 'reads' ? 0 : 10) + methodOrder.indexOf(method)
  return [...groups].map(([group, found]) => ({
    group,
    routes: found.toSorted((one, other) => rank(one) - rank(other)),
  }))
}

/** The calls with all of these words. */
export function callsWith(calls: readonly ConsoleCall[], search: string, texts: Messages['console']): ConsoleCall[] {
  const terms = foldText(search).split(/\s+/).filter(Boolean)
  return calls.filter((call) => {
    const values = call.query.flat().join(' ')
    const title = texts.routes.titles[call.route] ?? ''
    const words = foldText(`${call.method} ${call.path} ${values} ${call.status ?? ''} ${title}`)
    return terms.every((word) => words.includes(word))
  })
}

/** The colour of a status: green for what was done, amber for what was refused, red for what broke or never came. */
export function statusColor({ status }: ConsoleCall): string {
  if (status === null || status >= 500) return 'outcome-invalida'
  return status >= 400 ? 'status-pending' : 'status-open'
}
/** How long an answer took: 240 ms, 3,2 s. */
export function timeWords(ms: number, texts: Messages['console']['answer'], format: Format): string {
  return ms < 10_000 ? texts.ms(ms) : texts.seconds(format.number(Math.round(ms / 1000)))
}

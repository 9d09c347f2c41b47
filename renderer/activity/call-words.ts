/** What is the same in every path of an account. */
const ofAccount = /^\/api\/(v\d+)\/accounts\/\{account_id\}(?=\/)/

/**
 * What a call does, in words: the title of the documented route that its method and path are of, or null for a path that
 * nobody documents. `target` is as the log keeps it, such as `POST /captain/assistants/3/playground`; `titles` are by
 * method and route of the console's catalogue. Of two routes that fit, the one with fewer places to fill in is meant.
 */
export function callWords(target: string, titles: Readonly<Record<string, string>>): string | null {
  const [method = '', path = ''] = target.split(' ')
  const parts = (path.split('?')[0] ?? '').split('/')
  const fitting = Object.entries(titles).filter(([route]) => {
    const [routeMethod, routePath = ''] = route.split(' ')
    return routeMethod === method && fits(parts, shortOf(routePath).split('/'))
  })
  return fitting.toSorted(([one], [other]) => places(one) - places(other))[0]?.[1] ?? null
}

function shortOf(path: string): string {
  return path.replace(ofAccount, (_, version: string) => (version === 'v1' ? '' : `/${version}`))
}

function fits(parts: readonly string[], route: readonly string[]): boolean {
  return parts.length === route.length && route.every((part, at) => part.startsWith('{') || part === parts[at])
}

function places(route: string): number {
  return route.split('{').length
}

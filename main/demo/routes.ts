import type { Answer, Call } from './answer.ts'

export interface Route {
  readonly method: string
  /** As in the documents, with names in braces: `/contacts/{id}/conversations`. */
  readonly path: string
  readonly handle: (call: Call) => Answer | Promise<Answer>
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of a request; fixed segments win over names, as in `/assistants/tools` and `/assistants/{id}`. */
export function createRoutes(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const compiled = routes.map((route) => ({ route, names: namesIn(route.path), pattern: patternOf(route.path) }))
  compiled.sort((left, right) => left.names.length - right.names.length)
  return (method, path) => {
    for (const { route, names, pattern } of compiled) {
      if (route.method !== method) continue
      const found = pattern.exec(path)
      if (found === null) continue
      return { route, params: Object.fromEntries(names.map((name, place) => [name, decoded(found[place + 1])])) }
    }
    return undefined
  }
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** Identifiers are integers unless the document says otherwise, so that a word in their place is an unknown route. */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.]/g, '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => (/id$/.test(name) ? '(\\d+)' : '([^/]+)'))
  return new RegExp(`^${source}/?$`)
}

function decoded(value: string | undefined): string {
  try {
    return decodeURIComponent(value ?? '')
  } catch {
    return value ?? ''
  }
}

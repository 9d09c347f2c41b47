import type { Failure } from '../values/failures.ts'

export type Params = Failure['params']

/** A value of a failure's sentence; a dash where the failure does not know it. */
export const value = (params: Params, name: string) => String(params[name] ?? '—')

/** Where in a body or request the trouble is, in brackets, or nothing. */
export const place = (params: Params) => (params.place ? ` (${params.place})` : '')

/** What the service itself reported, in quotation marks, or nothing. */
export const reason = (params: Params) => (params.reason ? `: “${params.reason}”` : '')

/**
 * Writes a shortcut (`mod+a`, `shift+enter`) as the keyboard of the system has it; the screens know how (`keyText`).
 */
export type KeyText = (keys: string) => string

const recordMethods = ['GET', 'PATCH', 'PUT', 'DELETE'] as const
/** What can be done with one record of a resource. */
export type RecordMethod = (typeof recordMethods)[number]

/** The titles of a resource's routes, by method and path as the console's catalogue has them. */
export function resourceTitles(
  path: string,
  titles: Readonly<Record<'list' | 'POST' | RecordMethod, string>>,
  methods: readonly RecordMethod[] = recordMethods,
): Readonly<Record<string, string>> {
  return {
    [`GET ${path}`]: titles.list,
    [`POST ${path}`]: titles.POST,
    ...Object.fromEntries(methods.map((method) => [`${method} ${path}/{id}`, titles[method]])),
  }
}

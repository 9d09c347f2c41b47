import type { Failure } from '../contract/wire.ts'

export type Params = Failure['params']

/** A value of a failure's sentence; a dash where the failure does not know it. */
export const value = (params: Params, name: string) => String(params[name] ?? '—')

/** Where in a body or request the trouble is, in brackets, or nothing. */
export const place = (params: Params) => (params.place ? ` (${params.place})` : '')

/** What the service itself reported, in quotation marks, or nothing. */
export const reason = (params: Params) => (params.reason ? `: “${params.reason}”` : '')

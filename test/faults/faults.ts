import type { Fault } from '../../main/demo/http-server.ts'

/** The throttle of the platform: plain text, and no word on how long to wait (docs/services.md §1.9). */
export const throttledText = (): Fault => ({ kind: 'status', status: 429, body: 'text' })

/** A 429 that says how many seconds to wait, in the header and in the body of its service. */
export const throttled = (seconds: number): Fault => ({
  kind: 'status',
  status: 429,
  body: 'json',
  retryAfter: seconds,
})

/** A failure of the service in its own words. */
export const refused = (status: number): Fault => ({ kind: 'status', status, body: 'json' })

/** A failure of something between: the HTML page of a proxy. */
export const proxyPage = (status = 502): Fault => ({ kind: 'status', status, body: 'html' })

export const delay = (milliseconds: number): Fault => ({ kind: 'delay', milliseconds })
export const reset = (): Fault => ({ kind: 'reset' })
export const cut = (): Fault => ({ kind: 'cut' })
export const hang = (): Fault => ({ kind: 'hang' })
export const captivePortal = (): Fault => ({ kind: 'portal' })
export const redirect = (to = 'http://localhost:9/'): Fault => ({ kind: 'redirect', to })

/** New people come on top of the list before the request is answered: rows already read come again. */
export const insertRows = (count: number): Fault => ({ kind: 'drift', change: { insert: count } })

/** People vanish from the top of the list before the request is answered: rows not yet read are skipped. */
export const removeRows = (count: number): Fault => ({ kind: 'drift', change: { remove: count } })

/** Rows move from the top of the list to its end: some are skipped now and come later. */
export const reorderRows = (count: number): Fault => ({ kind: 'drift', change: { rotate: count } })

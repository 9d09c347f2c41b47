import { AppFailure } from './failure.ts'
import { parseJson } from './json.ts'

export interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly host: string
}

/**
 * A non-2xx answer as a failure (features.md §8.1: one normaliser for both services). A 401 or 403 is believed only
 * when its body is the service's own; a page of a proxy or a captive portal is named as such.
 */
export function failureOfAnswer({ status, headers, text, host }: Refusal): AppFailure {
  const said = sentenceOf(text)
  const reason: Record<string, string> = said ? { reason: redacted(said) } : {}
  const details = `HTTP ${status}`
  const seconds = secondsToWait(headers, text)
  if (status === 429) return new AppFailure('rate_limited', { host, seconds }, details)
  // These mean the same in a proxy's page: it often is the proxy that gives up or finds a body too large.
  if (status === 413) return new AppFailure('too_large', { host }, details)
  if (status === 408 || status === 504 || status === 524) return new AppFailure('timeout', { host }, details)
  if (status >= 500) return new AppFailure('service_failed', { host, status, seconds }, details)
  // Of the service or of a proxy that no host of ours knows of: no page of a network to sign in to.
  if (status === 407) return new AppFailure('proxy_login', { host }, details)
  if (looksLikeHtml(text)) {
    return new AppFailure(status === 404 ? 'not_this_service' : 'captive_portal', { host }, details)
  }
  if (status === 401) return new AppFailure('unauthorized', { host, ...reason }, details)
  if (status === 402) return new AppFailure('payment_required', { host, ...reason }, details)
  if (status === 403) return new AppFailure('forbidden', { host, ...reason }, details)
  if (status === 404) return new AppFailure('service_not_found', { host }, details)
  return new AppFailure('service_refused', { host, status, ...reason }, details)
}

const withSuccess = 'HTTP 200'

/** A page with status 200 in place of an answer: a captive portal, or a proxy's hiccup. */
export function pageWithSuccess(host?: string): AppFailure {
  return new AppFailure('captive_portal', host === undefined ? {} : { host }, withSuccess)
}

/** Whether it is such a page, which may pass; a page with another status was meant as a refusal. */
export function isPageWithSuccess({ code, details }: AppFailure): boolean {
  return code === 'captive_portal' && details === withSuccess
}

/** Whether a body is a page and not data, by its first characters (features.md §9.13): no JSON or CSV starts with a tag. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*<[!?a-z]/i.test(text.slice(0, 200))
}

/**
 * Seconds that a 429 or 503 asks for: the longest of Retry-After (seconds or date), `error.retry_after` and
 * X-RateLimit-Reset by the server's own clock; 0 where it does not say (features.md §8.1, §8.9).
 */
export function secondsToWait(headers: Headers, text = ''): number {
  const serverNow = Date.parse(headers.get('date') ?? '') || Date.now()
  const after = headers.get('retry-after') ?? ''
  const afterSeconds = /^\d+$/.test(after.trim()) ? Number(after) : (Date.parse(after) - serverNow) / 1000
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) - serverNow / 1000
  const inBody = Number(text.match(/"retry_after"\s*:\s*(\d+)/)?.[1] ?? Number.NaN)
  const longest = Math.max(...[afterSeconds, reset, inBody].map((seconds) => (Number.isFinite(seconds) ? seconds : 0)))
  return Math.min(Math.max(0, Math.ceil(longest)), 3600)
}

/** error → message → errors[] → description, each a string or an object (features.md §8.1). */
function sentenceOf(text: string): string | undefined {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) return undefined
  const found = ['error', 'message', 'errors', 'description'].map((key) => wordsOf(Reflect.get(body, key)))
  return found.find((words) => words !== undefined)
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(0, 200) || undefined
  if (Array.isArray(value)) return wordsOf(value[0])
  if (typeof value === 'object' && value !== null) return wordsOf(Reflect.get(value, 'message'))
  return undefined
}

/** A service's sentence may echo what was asked: addresses, long digits and tokens are taken out before it goes anywhere. */
export function redacted(text: string): string {
  return text
    .replace(/(?<!\S)\S+@\S+/g, '…')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '…')
    .replace(/(?<![\w-])(?=[\w-]*\d)[\w-]{12,}/g, '…')
}

import { factsOf } from '../../preload/values/failures.ts'
import { AppFailure } from './failure.ts'
import { parseJson } from './json.ts'

export interface Refusal {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly host: string
}

/**
 * Turns a non-2xx answer into a failure (docs/services.md §1.5), for both services. A 401 or 403 counts only when its
 * body is the service's own. A page of a shield or proxy gets a failure of its own.
 */
export function failureOfAnswer({ status, headers, text, host }: Refusal): AppFailure {
  const sentence = sentenceOf(text)
  const reason: Record<string, string> = sentence ? { reason: redacted(sentence) } : {}
  const details = `HTTP ${status}`
  const seconds = secondsToWait(headers, text)
  if (status === 429) return new AppFailure('rate_limited', { host, seconds }, details)
  // A proxy's page means the same here: the proxy gives up or finds a body too large.
  if (status === 413) return new AppFailure('too_large', { host }, details)
  if (status === 408 || status === 504 || status === 524) return new AppFailure('timeout', { host }, details)
  const isPage = looksLikeHtml(text)
  const shield = isPage ? shieldOf(headers, text) : ''
  if (status === 503 && shield !== '') return new AppFailure('shield_page', { host, shield, status, seconds }, details)
  if (status >= 500 && status !== 511) return new AppFailure('service_failed', { host, status, seconds }, details)
  // It comes from the service or from a proxy that no host knows. No sign-in page of a network answers 407.
  if (status === 407) return new AppFailure('proxy_login', { host }, details)
  if (isPage) {
    if (status === 404) return new AppFailure('not_this_service', { host }, details)
    // RFC 6585 §6: the network itself requires a sign-in.
    if (status === 511) return new AppFailure('captive_portal', { host }, details)
    return new AppFailure('shield_page', { host, shield, status }, details)
  }
  if (status === 401) return new AppFailure('unauthorized', { host, ...reason }, details)
  if (status === 402) return new AppFailure('payment_required', { host, ...reason }, details)
  if (status === 403) return new AppFailure('forbidden', { host, ...reason }, details)
  if (status === 404) return new AppFailure('service_not_found', { host }, details)
  return new AppFailure('service_refused', { host, status, ...reason }, details)
}

const withSuccess = 'HTTP 200'

/** Products that protect services against robots, recognized by their pages and headers. */
const shields: readonly (readonly [name: string, marks: RegExp])[] = [
  ['Cloudflare', /\bcloudflare\b|\bcf-(ray|mitigated|chl|error)|\/cdn-cgi\//i],
  ['Sucuri', /\bsucuri\b/i],
  ['Imperva', /\bincapsula\b|\bimperva\b/i],
  ['Akamai', /\bakamaighost\b|errors\.edgesuite\.net/i],
  ['AWS WAF', /\bx-amzn-waf-|\bawswaf/i],
  ['DataDome', /\bdatadome\b/i],
]
/** A page has its title and scripts in its first characters. */
const markedCharacters = 20_000

/** The name of the shield that sent a page; empty where the page and its headers name none. */
function shieldOf(headers: Headers, text: string): string {
  const heads = [...headers].map(([name, value]) => `${name}: ${value.slice(0, 200)}`)
  const head = [...heads, text.slice(0, markedCharacters)].join('\n')
  return shields.find(([, marks]) => marks.test(head))?.[0] ?? ''
}

/** The failure for a page with status 200 instead of an answer: from a captive portal or a proxy. */
export function pageWithSuccess(host?: string): AppFailure {
  return new AppFailure('captive_portal', host === undefined ? {} : { host }, withSuccess)
}

/** Whether it is such a page, which may pass. A page with another status was meant as a refusal. */
export function isPageWithSuccess({ code, details }: AppFailure): boolean {
  return code === 'captive_portal' && details === withSuccess
}

/** Whether a body is a page, by its first characters (docs/services.md §13.2): no JSON or CSV starts with a tag. */
export function looksLikeHtml(text: string): boolean {
  return /^\s*<[!?a-z]/i.test(text.slice(0, 200))
}

/**
 * The seconds that a 429 or 503 requires: the longest of Retry-After (seconds or date), `error.retry_after` and
 * X-RateLimit-Reset by the server's own clock. 0 where none is there (docs/services.md §1.9 and §9.5).
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

/** error → message → errors[] → description, each a string or an object (docs/services.md §1.5). */
function sentenceOf(text: string): string | undefined {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) return undefined
  const sentences = ['error', 'message', 'errors', 'description'].map((key) => wordsOf(Reflect.get(body, key)))
  return sentences.find((words) => words !== undefined)
}

/** The value itself if it is a sentence, or the first sentence in a list or object. */
function wordsOf(value: unknown, levels = 3): string | undefined {
  if (typeof value === 'string') return value.slice(0, 200) || undefined
  if (typeof value !== 'object' || value === null || levels === 0) return undefined
  return wordsOf(Array.isArray(value) ? value[0] : Reflect.get(value, 'message'), levels - 1)
}

/** Removes addresses, long digits and tokens from a service's sentence, which may echo the request. */
export function redacted(text: string): string {
  return text
    .replace(/(?<!\S)\S+@\S+/g, '…')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '…')
    .replace(/(?<![\w-])(?=[\w-]*\d)[\w-]{12,}/g, '…')
}

/** What a host knows about the route of a request. */
interface RequestWay {
  /** The service's name and port. */
  readonly host: string
  /** Name and port of the proxy that the request went through. */
  readonly proxy?: string | undefined
  /** Who signed the untrusted certificate. */
  readonly issuer?: string | undefined
}

// Node uses OpenSSL's names (https://nodejs.org/api/tls.html, "X509 certificate error codes"). Chromium has its own
// (net/base/net_error_list.h).
const unknownIssuer =
  /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_CERT_AUTHORITY_INVALID/
const wrongDates = /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID/
const otherName = /ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID/
const proxyFailed = /ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_\w+|ERR_MANDATORY_PROXY_CONFIGURATION_FAILED/
/** Behind a proxy, a failure to connect concerns the proxy itself. */
const notConnected = /\bconnect E[A-Z]+|getaddrinfo|UND_ERR_CONNECT_TIMEOUT/

/**
 * The failure for what `fetch` threw: `redirected` where the host's fetch refuses a redirect, `certificate_unknown`,
 * `certificate_dates` or `certificate_name`, `proxy_login`, `proxy_failed`, else `offline`.
 */
export function failureOfNetwork(error: unknown, { host, proxy, issuer }: RequestWay): AppFailure {
  const words = chainText(error)
  const details = words.match(/\b(E[A-Z_]{4,}|ERR_[A-Z_]+|UND_[A-Z_]+)\b/)?.[0]
  if (/redirect/i.test(words)) return new AppFailure('redirected', { host })
  const refusal = proxyStatus(error)
  const through = proxy === undefined ? { host } : { host, proxy }
  if (refusal === 407) return new AppFailure('proxy_login', through)
  if (refusal !== undefined) return new AppFailure('proxy_failed', { ...through, status: refusal }, `HTTP ${refusal}`)
  if (proxyFailed.test(words) || (proxy !== undefined && notConnected.test(words))) {
    return new AppFailure('proxy_failed', through, details)
  }
  if (unknownIssuer.test(words)) return new AppFailure('certificate_unknown', issuer ? { host, issuer } : { host })
  if (wrongDates.test(words)) return new AppFailure('certificate_dates', { host })
  if (otherName.test(words)) return new AppFailure('certificate_name', { host })
  // These are broken handshakes. Other TLS errors may come after the request.
  if (/cert|handshake|wrong.version/i.test(words)) return new AppFailure('offline', { host }, 'TLS')
  return new AppFailure('offline', { host }, details)
}

/** Whether no trusted authority signed the certificate. */
export function isUnknownIssuer(error: unknown): boolean {
  return unknownIssuer.test(chainText(error))
}

/** The status with which a proxy refused a tunnel, in undici's words. Nothing of the request was sent then. */
export function proxyStatus(error: unknown): number | undefined {
  const status = /Proxy response \((\d{3})\)/.exec(chainText(error))?.[1]
  return status === undefined ? undefined : Number(status)
}

const beforeSending =
  /^(TLS|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|ADDRESS_INVALID))$/
/**
 * Whether a network failure came before any byte of the request can have reached the service. Its name is unknown,
 * nobody listens, no proxy leads there, or the connection was never trusted. Failures that may also end an open
 * connection do not count.
 */
export function surelyNotSent({ code, details = '' }: AppFailure): boolean {
  return factsOf(code).write === 'unsent' || (code === 'offline' && beforeSending.test(details))
}

/** The texts and codes of an error and its causes. They name hosts and system codes, and only choose a failure code. */
function chainText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const text = (name: string) => String(Reflect.get(error, name) ?? '')
  return `${text('message')} ${text('code')} ${chainText(Reflect.get(error, 'cause'))}`
}

import { AppFailure } from './failure.ts'

/** What a host knows of the way that a request took. */
export interface RequestWay {
  /** The service's name and port. */
  readonly host: string
  /** Name and port of the proxy that the request went through. */
  readonly proxy?: string | undefined
  /** Who signed the certificate that is not trusted. */
  readonly issuer?: string | undefined
}

// Node names OpenSSL's results (https://nodejs.org/api/tls.html, "X509 certificate error codes"), Chromium its own
// (net/base/net_error_list.h).
const unknownIssuer =
  /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_CERT_AUTHORITY_INVALID/
const wrongDates = /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_CERT_DATE_INVALID/
const otherName = /ERR_TLS_CERT_ALTNAME_INVALID|ERR_CERT_COMMON_NAME_INVALID/
const proxyFailed = /ERR_TUNNEL_CONNECTION_FAILED|ERR_PROXY_\w+|ERR_MANDATORY_PROXY_CONFIGURATION_FAILED/
/** Behind a proxy, what fails to connect is the way to the proxy itself. */
const notConnected = /\bconnect E[A-Z]+|getaddrinfo|UND_ERR_CONNECT_TIMEOUT/

/**
 * What `fetch` threw, as a code: `redirected` where the host's fetch refuses a redirect, `certificate_unknown`,
 * `certificate_dates` or `certificate_name`, `proxy_login`, `proxy_failed`, else `offline`.
 */
export function failureOfNetwork(error: unknown, { host, proxy, issuer }: RequestWay): AppFailure {
  const words = wordsOf(error)
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
  // The names of broken handshakes; what breaks in TLS later may come after the request.
  if (/cert|handshake|wrong.version/i.test(words)) return new AppFailure('offline', { host }, 'TLS')
  return new AppFailure('offline', { host }, details)
}

/** Whether the certificate was signed by somebody who is not among those that are trusted. */
export function isUnknownIssuer(error: unknown): boolean {
  return unknownIssuer.test(wordsOf(error))
}

/** The status with which a proxy refused to open a tunnel, as undici says it; nothing of the request was sent then. */
export function proxyStatus(error: unknown): number | undefined {
  const status = /Proxy response \((\d{3})\)/.exec(wordsOf(error))?.[1]
  return status === undefined ? undefined : Number(status)
}

const neverSent: ReadonlySet<string> = new Set([
  'proxy_login',
  'proxy_failed',
  'certificate_unknown',
  'certificate_dates',
  'certificate_name',
])
const beforeSending =
  /^(TLS|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_(NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|ADDRESS_INVALID))$/

/**
 * Whether a failure of the network came before a byte of the request can have reached the service: its name is not known,
 * nobody listens, no proxy leads there, or the connection was never trusted. What may also end an open connection is not
 * among them.
 */
export function surelyNotSent({ code, details = '' }: AppFailure): boolean {
  return neverSent.has(code) || (code === 'offline' && beforeSending.test(details))
}

/** The texts and codes of an error and its causes; they name hosts and system codes, and are used to choose a code only. */
function wordsOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const text = (name: string) => String(Reflect.get(error, name) ?? '')
  return `${text('message')} ${text('code')} ${wordsOf(Reflect.get(error, 'cause'))}`
}

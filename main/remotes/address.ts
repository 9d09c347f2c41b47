import { AppFailure } from '../kernel/failure.ts'

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * A base URL as people paste it, made canonical: no trailing slash, query or fragment; a path prefix stays. HTTPS only,
 * plain HTTP for loopback addresses alone. Throws `bad_address` or `not_secure_address`.
 */
export function baseUrl(text: string): string {
  const url = parsed(text.trim())
  if (!url || url.username || url.password) throw new AppFailure('bad_address')
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) throw new AppFailure('not_secure_address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AppFailure('bad_address')
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}

/** The form service's base URL: ends in /api/v1, which is added where a person left it out (form-collection.md). */
export function formsBaseUrl(text: string): string {
  const url = baseUrl(text)
  return url.endsWith('/api/v1') ? url : `${url}/api/v1`
}

/** A host without a scheme is what people type; it means HTTPS. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`)
  } catch {
    return undefined
  }
}

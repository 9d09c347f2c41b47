import { isSecretName, maskSecretsInText, secretMask } from '../kernel/mask-secrets.ts'
import { acceptOf } from '../remotes/platform.ts'
import type { ConsoleAddress, ReadyCall } from './read-call.ts'

/** Address and query of a call, with the values of secret parameters covered. */
export function shownUrl({ path, query }: ReadyCall, { base_url }: ConsoleAddress): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${shownValue(name, value)}`)
  return `${base_url}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

const shownValue = (name: string, value: string) => (isSecretName(name) ? secretMask : encodeURIComponent(value))

/** The body as it is sent, in lines, with every secret covered; null for none. */
export function shownBody({ body }: ReadyCall): string | null {
  return body === undefined ? null : maskSecretsInText(JSON.stringify(body, null, 2))
}

/**
 * The same call for a terminal (features.md §6, "Copy as curl with the token masked"): the credential is only named, as the
 * documents name it, and what the body holds of secrets is covered.
 */
export function curlOf(call: ReadyCall, address: ConsoleAddress): string {
  const credential =
    address.service === 'forms' ? 'Authorization: Bearer <API_KEY>' : 'api_access_token: <ACCESS_TOKEN>'
  const body = shownBody(call)
  return [
    `curl -X ${call.method} ${quoted(shownUrl(call, address))}`,
    `-H ${quoted(`Accept: ${address.service === 'platform' ? acceptOf(call) : 'application/json'}`)}`,
    ...(call.route?.open ? [] : [`-H ${quoted(credential)}`]),
    ...(body === null ? [] : [`-H ${quoted('Content-Type: application/json')}`, `--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

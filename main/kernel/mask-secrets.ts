/** What stands where a secret was; it tells nothing of its length. */
export const secretMask = '••••••'

/** Keys as they are after everything but letters and digits is gone: `X-Api-Key`, `apiKey` and `api_key` are one. */
const secretNames = new Set([
  'authconfig',
  'headers',
  'auth',
  'authorization',
  'proxyauthorization',
  'credential',
  'credentials',
  'apikey',
  'accesskey',
  'privatekey',
  'signingkey',
  'bearer',
  'pwd',
  'senha',
  'cookie',
  'setcookie',
])
const secretPart = /secret|passw|passphrase|token$|apikey$/

/**
 * Whether what stands under this key is a secret or may hold one: `auth_config`, `headers`, `secret`, any token, key,
 * password (features.md §8.8, last line). Counts of words of a model (`tokens_used`) are none.
 */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return secretNames.has(plain) || secretPart.test(plain)
}

/**
 * The same value with every secret covered, at any depth, for whatever is shown, kept or exported of an answer. Below a
 * secret key each text and number is covered and the keys stay, so that a person sees which headers there are; null,
 * the empty text and yes/no stay, since they say only whether there is one. Secrets within addresses and after `Bearer`
 * are covered in any text. Nothing is changed in place.
 */
export function maskSecrets(value: unknown): unknown {
  return masked(value, false)
}

/** Covers what follows `Bearer` and the secret parameters and passwords of addresses in a text of any kind. */
export function maskSecretsInWords(text: string): string {
  return text
    .replace(/\bBearer\s+(?=\S*\d)[\w.~+/=-]{8,}/g, `Bearer ${secretMask}`)
    .replace(/([?&])([\w.-]+)=([^&#\s"'<>]+)/g, (whole, mark: string, name: string) =>
      isSecretName(name) ? `${mark}${name}=${secretMask}` : whole,
    )
    .replace(/(\bhttps?:\/\/)[^/\s:@"'<>]+:[^/\s@"'<>]+@/gi, `$1${secretMask}@`)
}

function masked(value: unknown, covered: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, covered))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, masked(item, covered || isSecretName(key))]),
    )
  }
  if (covered) return value === null || value === '' || typeof value === 'boolean' ? value : secretMask
  return typeof value === 'string' ? maskSecretsInWords(value) : value
}

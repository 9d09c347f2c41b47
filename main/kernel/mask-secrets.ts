import { endOfString } from './json.ts'

/** Replaces a secret; it does not reveal its length. */
export const secretMask = '••••••'

/** Keys as they are after everything but letters and digits is gone: `X-Api-Key`, `apiKey` and `api_key` are one. */
const secretNames = new Set([
  'authconfig',
  'auth',
  'authorization',
  'proxyauthorization',
  'bearer',
  'pwd',
  'senha',
  'cookie',
  'setcookie',
])
const secretPart =
  /secret|passw|passphrase|token$|(access|refresh|auth|api)tokens$|(api|access|private|signing|encryption)keys?$|(?<!allow)credentials?$|(?<!allow|expose)headers$/

/**
 * Whether the value of this key is a secret or may hold one: `auth_config`, `headers`, `secret`, any token, key,
 * password (docs/services.md §7.9). Counts of words of a model (`tokens_used`) are none.
 */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return secretNames.has(plain) || secretPart.test(plain)
}

/**
 * The same value with every secret covered, at any depth, for whatever is shown, stored or exported of an answer. Below
 * a secret key each text and number is covered and the keys stay, so that a person sees which headers there are. Null,
 * the empty text and yes/no stay, since they say only whether there is one. Secrets within addresses, after `Bearer`
 * and in a text of JSON are covered as well. Nothing is changed in place.
 */
export function maskSecrets(value: unknown): unknown {
  return masked(value, false)
}

/**
 * The same for a text of any kind: JSON keeps every character but those of its secrets, even where its end is missing.
 * Of other texts the secrets within addresses and after `Bearer` are covered.
 */
export function maskSecretsInText(text: string): string {
  return /^\s*[{[]/.test(text) ? maskedJson(text) : maskedWords(text)
}

function masked(value: unknown, covered: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, covered))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, masked(item, covered || isSecretName(key))]),
    )
  }
  if (covered) return value === null || value === '' || typeof value === 'boolean' ? value : secretMask
  return typeof value === 'string' ? maskSecretsInText(value) : value
}

function maskedWords(text: string): string {
  return text
    .replace(/\bBearer\s+(?=\S*\d)[\w.~+/=-]{8,}/g, `Bearer ${secretMask}`)
    .replace(/([?&])([\w.-]+)=([^&#\s"'<>]+)/g, (whole, mark: string, name: string) =>
      isSecretName(name) ? `${mark}${name}=${secretMask}` : whole,
    )
    .replace(/(\bhttps?:\/\/)[^/\s:@"'<>]+:[^/\s@"'<>]+@/gi, `$1${secretMask}@`)
}

/** One object or list that the scanner is in. */
interface Level {
  readonly isObject: boolean
  /** It is below a secret key. */
  readonly covered: boolean
  /** The value of the key that was read last is a secret. */
  secret: boolean
  awaitsKey: boolean
}

/** What may hold a secret of its own, as `maskSecretsInText` searches for it; most texts hold none. */
const suspicious = /[?&]|Bearer|:|^"\s*[{[]|\\/

/** A scanner and no parser, so that numbers keep their digits and a text that breaks off is covered to its end. */
function maskedJson(text: string): string {
  const tokens = /["{}[\],:]|-?\d[^"{}[\],:\s]*/g
  const levels: Level[] = []
  const secretKeys = new Map<string, boolean>()
  const pieces: string[] = []
  let copied = 0
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    if (match[0] === '"') tokens.lastIndex = endOfString(text, match.index) + 1
    const token = match[0] === '"' ? text.slice(match.index, tokens.lastIndex) : match[0]
    const level = levels.at(-1)
    if (token.startsWith('"') && level?.awaitsKey) {
      level.secret = secretKeys.get(token) ?? isSecretName(stringOf(token))
      secretKeys.set(token, level.secret)
      continue
    }
    const covered = level !== undefined && (level.covered || level.secret)
    const shown = stepped(token, covered, levels) ? token : maskedScalar(token, covered)
    if (shown === token) continue
    pieces.push(text.slice(copied, match.index), shown)
    copied = tokens.lastIndex
  }
  return [...pieces, text.slice(copied)].join('')
}

/** Follows what is neither text nor number; false for those. */
function stepped(token: string, covered: boolean, levels: Level[]): boolean {
  const level = levels.at(-1)
  switch (token) {
    case '{':
    case '[':
      levels.push({ isObject: token === '{', covered, secret: false, awaitsKey: token === '{' })
      return true
    case '}':
    case ']':
      levels.pop()
      return true
    case ',':
      if (level) level.awaitsKey = level.isObject
      return true
    case ':':
      if (level) level.awaitsKey = false
      return true
    default:
      return false
  }
}

function maskedScalar(token: string, covered: boolean): string {
  if (!token.startsWith('"')) return covered ? JSON.stringify(secretMask) : token
  if (!covered && !suspicious.test(token)) return token
  const words = stringOf(token)
  const shown = covered && words !== '' ? secretMask : maskSecretsInText(words)
  return shown === words ? token : JSON.stringify(shown)
}

/** A string of JSON that may break off or not be quite one. */
function stringOf(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token.slice(1)
  }
}

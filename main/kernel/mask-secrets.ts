import { endOfString } from './json.ts'

/** Replaces a secret without showing its length. */
export const secretMask = '••••••'

/** Keys reduced to letters and digits: `X-Api-Key`, `apiKey` and `api_key` are one. */
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
 * Whether the value of this key is or may hold a secret: `auth_config`, `headers`, `secret`, any token, key or password
 * (docs/services.md §7.9). Counts of a model's tokens (`tokens_used`) are not secrets.
 */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  return secretNames.has(plain) || secretPart.test(plain)
}

/**
 * A copy of the value with every secret masked, at any depth, for everything shown, stored or exported of an answer.
 * Below a secret key each text and number is masked, and the keys stay, so that a person sees which headers there are.
 * Null, the empty text and booleans stay, since they show only whether there is a secret. Secrets in addresses, after
 * `Bearer` and in JSON texts are masked as well.
 */
export function maskSecrets(value: unknown): unknown {
  return masked(value, false)
}

/**
 * Masks secrets in a text of any kind. JSON keeps every other character, even where its end is missing. In other texts
 * only the secrets in addresses and after `Bearer` are masked.
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

/** An object or list that encloses the scanner's position. */
interface Level {
  readonly isObject: boolean
  /** Whether it is below a secret key. */
  readonly covered: boolean
  /** Whether the value of the last key read is a secret. */
  secret: boolean
  awaitsKey: boolean
}

/** Matches texts that may hold a secret of their own, for `maskSecretsInText`; most texts hold none. */
const suspicious = /[?&]|Bearer|:|^"\s*[{[]|\\/

/** Scans instead of parsing, so that numbers keep their digits and a text without an end is masked too. */
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

/** Follows the tokens that are neither text nor number; false for texts and numbers. */
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

/** The value of a JSON string that may be cut or malformed. */
function stringOf(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token.slice(1)
  }
}

import { type Heading, readHeading } from '../lists/headings.ts'
import { type CellKey, emailKey } from '../phones/addresses.ts'
import { type CellKeys, readCellKeys } from '../phones/cell-keys.ts'
import { isCpf } from '../phones/other-digits.ts'
import { digitsOf, phoneKey, writtenForms } from '../phones/phones.ts'

/** A longer text is read up to this length only: no phone comes after so many words. */
const mostText = 20_000
const mostDepth = 4
const email = /[^\s@<>()[\]",;:]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}/gu
const address = /(?:https?:\/\/|www\.|wa\.me\/)\S+/gi
const chatAddress = /wa\.me\/|whatsapp\.com\//i
/** Every phone has this, bare or in an address. Most texts do not have it, and skip the costly patterns below. */
const digitsInRow = /\d[\d \t().+-]{6}/
/** Digits as people write phones, alone or beside words. */
const phoneLike = /(?<![\p{L}\p{N}])(?:\+\s?)?\(?\d[\d \t().+-]{6,60}(?![\p{L}\p{N}])/gu

/**
 * Reads every answer of an entry, of any type, for phones and e-mails: texts, numbers, and what lists and objects hold.
 * Answers whose key names other digits (`cpf`, `pedido`) have no phones, nor have personal ids. Takes the entry as the
 * service sent it (docs/services.md §11.1), and the keys that come before those.
 */
export function contactKeysOf(body: Readonly<Record<string, unknown>>, first: Keys = []): Keys {
  const keys = new Map<string, CellKey>()
  for (const key of [...first, ...keysIn(body.fields, '', 0)]) if (!keys.has(key.key)) keys.set(key.key, key)
  return [...keys.values()]
}

type Keys = CellKeys['keys']

function keysIn(value: unknown, name: string, depth: number): Keys {
  if (typeof value === 'string') return keysInText(value.slice(0, mostText), name)
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? keysInText(String(value), name) : []
  if (typeof value !== 'object' || value === null || depth === mostDepth) return []
  const items = Array.isArray(value) ? value.map((item) => [name, item] as const) : Object.entries(value)
  return items.flatMap(([key, inner]) => keysIn(inner, key, depth + 1))
}

function keysInText(text: string, name: string): Keys {
  const mayHaveEmail = text.includes('@')
  const emails = mayHaveEmail
    ? matchesOf(text, email)
        .map(emailKey)
        .filter((reading) => reading.ok)
    : []
  if (!/\d/.test(text)) return emails
  const heading = headingOf(name)
  if (heading.phone) return [...emails, ...phonesIn(text)]
  if (heading.otherDigits || !digitsInRow.test(text)) return emails
  const chats = matchesOf(text, address).filter((match) => chatAddress.test(match))
  const plain = text.replace(address, ' ')
  const words = mayHaveEmail ? plain.replace(email, ' ') : plain
  const bare = matchesOf(words, phoneLike).filter((match) => !isCpf(match.trim()))
  return [...emails, ...[...chats, ...bare].flatMap(phonesIn)]
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? []
}

/** Headings of the few keys that the entries of a connection have. */
const headings = new Map<string, Heading>()

function headingOf(name: string): Heading {
  const heading = headings.get(name) ?? readHeading(name)
  // Anyone can post any key: the cache stays small.
  if (headings.size < 10_000) headings.set(name, heading)
  return heading
}

function phonesIn(text: string): Keys {
  return readCellKeys(text, 'phone').keys.filter(({ kind }) => kind !== 'email')
}

/**
 * A text that is no phone by its form may still have the same digits elsewhere. An invented number is nobody's and has
 * no key.
 */
export function keyOfPhone(phone: string): CellKey {
  const reading = phoneKey(phone)
  if (reading.ok) return reading
  const digits = reading.problem === 'placeholder' ? '' : digitsOf(phone)
  return { key: digits, kind: 'landline', form: writtenForms.asKey, written: digits }
}

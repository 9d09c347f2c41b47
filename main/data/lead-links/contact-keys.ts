import { emailKey, readCellKeys } from '../lists/cell-keys.ts'
import { type Heading, readHeading } from '../lists/recognise-columns.ts'

/** The phones and e-mails among the answers of an entry, as cruzar would send them, each once, in the entry's order. */
export interface ContactKeys {
  readonly phones: readonly string[]
  readonly emails: readonly string[]
}

/** Longer texts are read up to here: nobody's phone comes after so many words. */
const mostText = 20_000
const mostDepth = 4
const email = /[^\s@<>()[\]",;:]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,63}/gu
const address = /(?:https?:\/\/|www\.|wa\.me\/)\S+/gi
const chatAddress = /wa\.me\/|whatsapp\.com\//i
/** What every phone has, bare or in an address: most texts have not, and the costly patterns below are skipped. */
const digitsInRow = /\d[\d \t().+-]{6}/
/** Digits as people write phones, alone or beside words. */
const phoneLike = /(?<![\p{L}\p{N}])(?:\+\s?)?\(?\d[\d \t().+-]{6,60}(?![\p{L}\p{N}])/gu

/**
 * Reads every answer of an entry, of any type, for phones and e-mails: texts, numbers, and what lists and objects hold.
 * Answers whose key names other digits (`cpf`, `pedido`) have no phones, nor have personal ids.
 * Takes the entry as the service sent it (form-collection.md, "Entry").
 */
export function contactKeysOf(body: Readonly<Record<string, unknown>>): ContactKeys {
  const found = { phones: new Set<string>(), emails: new Set<string>() }
  readValue(body.fields, '', found, 0)
  return { phones: [...found.phones], emails: [...found.emails] }
}

interface Found {
  readonly phones: Set<string>
  readonly emails: Set<string>
}

function readValue(value: unknown, name: string, found: Found, depth: number): void {
  if (typeof value === 'string') readText(value.slice(0, mostText), name, found)
  else if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value > 0) readText(String(value), name, found)
  } else if (typeof value === 'object' && value !== null && depth < mostDepth) {
    const own = Array.isArray(value) ? value.map((item) => [name, item] as const) : Object.entries(value)
    for (const [key, inner] of own) readValue(inner, key, found, depth + 1)
  }
}

function readText(text: string, name: string, found: Found): void {
  const mayHaveEmail = text.includes('@')
  if (mayHaveEmail) for (const [match] of text.matchAll(email)) add(found.emails, emailKey(match))
  if (!/\d/.test(text)) return
  const heading = headingOf(name)
  if (heading.phone) addPhones(text, found)
  else if (!heading.otherDigits && digitsInRow.test(text)) {
    for (const [match] of text.matchAll(address)) if (chatAddress.test(match)) addPhones(match, found)
    const plain = text.replace(address, ' ')
    const words = mayHaveEmail ? plain.replace(email, ' ') : plain
    for (const [match] of words.matchAll(phoneLike)) if (!isPersonalId(match.trim())) addPhones(match, found)
  }
}

/** Headings of the few keys that the entries of a connection have. */
const headings = new Map<string, Heading>()

function headingOf(name: string): Heading {
  const heading = headings.get(name) ?? readHeading(name)
  // Anyone can post any key: the cache stays small.
  if (headings.size < 10_000) headings.set(name, heading)
  return heading
}

function addPhones(text: string, { phones }: Found): void {
  for (const { key, kind } of readCellKeys(text, 'phone').keys) if (kind !== 'email') phones.add(key)
}

function add(keys: Set<string>, reading: ReturnType<typeof emailKey>): void {
  if (reading.ok) keys.add(reading.key)
}

/** Whether bare digits are a CPF by its two check digits: one of fifteen would read as a mobile. */
function isPersonalId(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false
  return [9, 10].every((length) => {
    const sum = [...digits.slice(0, length)].reduce((all, digit, at) => all + Number(digit) * (length + 1 - at), 0)
    return ((sum * 10) % 11) % 10 === Number(digits[length])
  })
}

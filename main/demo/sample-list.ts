import { createPeople, habitOf, type People, type Person, registeredWithout, writtenPhone } from './people.ts'
import { mix } from './random.ts'

/** The kinds of rows in the list, with their shares of a hundred rows. */
const shares = [
  ['attended', 44],
  ['registered', 14],
  ['ninth-digit', 6],
  ['absent', 22],
  ['repeated', 8],
  ['invalid', 6],
] as const

/** Above every index of a base and of the form entries. */
const strangers = 30_000_000

/**
 * A phone list as a colleague would send it: CSV text with `;` and CRLF, columns Nome;Telefone;E-mail;Cidade, phones in
 * several ways of writing. It has people with and without a conversation in the demonstration of the same seed and
 * number of leads. Some have or lack the ninth digit, some have another name there, some are unknown. Some rows are
 * repeated or useless.
 */
export function sampleList(demo: { readonly seed: number; readonly leads: number }, rows: number): string {
  const people = createPeople(demo.seed)
  const lines = ['Nome;Telefone;E-mail;Cidade']
  for (let index = 0; index < rows; index++) lines.push(line(demo, people, lines, index))
  return `${lines.join('\r\n')}\r\n`
}

function line(
  demo: { seed: number; leads: number },
  people: People,
  previousLines: readonly string[],
  index: number,
): string {
  const value = mix(demo.seed, index, 71)
  const place = mix(demo.seed, index, 72)
  const kind = kindOf(value % 100)
  if (kind === 'repeated' && previousLines.length > 1)
    return repeated(previousLines[1 + (place % (previousLines.length - 1))] ?? '')
  if (kind === 'invalid')
    return cells([people.at(strangers + index).name, useless[place % useless.length] ?? '', '', ''])
  const person = people.at(personIndex(kind, demo.leads, place, index))
  const digits = kind === 'ninth-digit' ? otherNinthDigit(person.phone) : person.phone
  // Some phones are somebody else's by now.
  const isOther = kind === 'attended' && (value >>> 16) % 24 === 0
  return cells([
    isOther ? people.at(strangers + index).name : person.name,
    digits === null ? '' : writtenPhone(digits, habitOf(demo.seed, index)),
    emailOf(person, value),
    person.city,
  ])
}

function kindOf(percent: number): (typeof shares)[number][0] {
  let remaining = percent
  for (const [kind, share] of shares) {
    if (remaining < share) return kind
    remaining -= share
  }
  return 'absent'
}

function personIndex(kind: (typeof shares)[number][0], leads: number, place: number, index: number): number {
  const without = registeredWithout(leads)
  if (kind === 'registered' && without > 0) return leads + (place % without)
  if (leads === 0 || kind === 'absent') return strangers + index
  return place % leads
}

/** Most rows have only the phone; people without a phone have an e-mail. */
function emailOf(person: Person, value: number): string {
  return person.phone === null || (value >>> 8) % 3 === 0 ? (person.email ?? '') : ''
}

/** The same row again, as in a list merged from two sheets: without mask and city. */
function repeated(earlier: string): string {
  const [name = '', phone = '', email = ''] = earlier.split(';')
  return earlier.includes('"') ? earlier : [name, phone.replace(/[^\d,+E]/g, ''), email, ''].join(';')
}

const useless = ['', '123', 'não tem', '5,51199E+12', '(11) 9999', '00000000000', 'ligar depois', '119876543210987']

/** A mobile without its ninth digit, or an old one with it; any other number is unchanged. */
function otherNinthDigit(digits: string | null): string | null {
  if (digits === null) return null
  if (/^55\d\d9[6-9]\d{7}$/.test(digits)) return digits.slice(0, 4) + digits.slice(5)
  return /^55\d\d[6-9]\d{7}$/.test(digits) ? `${digits.slice(0, 4)}9${digits.slice(4)}` : digits
}

function cells(values: readonly string[]): string {
  return values.map((value) => (/[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(';')
}

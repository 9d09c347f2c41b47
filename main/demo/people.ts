import { displayName, namesOf } from './names.ts'
import { places } from './places.ts'
import { mix, pick } from './random.ts'

/** Who somebody is, apart from any conversation. */
export interface Person {
  readonly name: string
  /** Digits with country code, or null when the base has no phone. */
  readonly phone: string | null
  readonly email: string | null
  readonly identifier: string | null
  readonly city: string
}

/**
 * People computed from their index alone. Phones and e-mails can be read back to the index, so that a look-up needs no
 * table even with a million people.
 */
export interface People {
  at(index: number): Person
  phoneAt(index: number): string | null
  /** The lowest index below `end` whose phone has exactly these digits (country code included), or −1. */
  indexOfPhone(digits: string, end: number): number
  /** The index below `end` with this e-mail, upper and lower case being the same, or −1. */
  indexOfEmail(email: string, end: number): number
}

/** Eight-digit subscriber numbers of one kind: mobiles start with 6 to 9, landlines with 2 to 5. */
const span = 40_000_000
const mobileStart = 60_000_000
const landlineStart = 20_000_000
/** Prime, hence without a factor of `span`: index × multiplier modulo span meets every number once. */
const multiplier = 15_485_863
const inverse = inverseOf(multiplier, span)

type Kind = 'none' | 'foreign' | 'landline' | 'old-mobile' | 'twin' | 'mobile'

/** People of this seed; indexes may go up to forty million. */
export function createPeople(seed: number): People {
  const shift = mix(seed, 0, 10) % span
  const scatter = (index: number) => (index * multiplier + shift) % span
  const gather = (value: number) => (((value - shift + span) % span) * inverse) % span

  function plainKind(index: number): Exclude<Kind, 'twin'> {
    const value = mix(seed, index, 11) % 1000
    if (value < 40) return 'none'
    if (value < 50) return 'foreign'
    if (value < 130) return 'landline'
    if (value < 170) return 'old-mobile'
    return 'mobile'
  }

  /** A twin is the person before it a second time, known to the base without the ninth digit (features.md §7 ★N8). */
  function kindOf(index: number): Kind {
    const twin = index > 0 && mix(seed, index, 12) % 200 === 0 && plainKind(index - 1) === 'mobile'
    return twin && mix(seed, index - 1, 12) % 200 !== 0 ? 'twin' : plainKind(index)
  }

  const placeOf = (index: number) => pick(places, mix(seed, index, 13))

  function phoneAt(index: number): string | null {
    const kind = kindOf(index)
    if (kind === 'none') return null
    if (kind === 'twin') return `55${placeOf(index - 1)[0]}${mobileStart + scatter(index - 1)}`
    if (kind === 'foreign') return foreignPhone(mobileStart + scatter(index))
    const code = placeOf(index)[0]
    if (kind === 'landline') return `55${code}${landlineStart + scatter(index)}`
    return kind === 'mobile' ? `55${code}9${mobileStart + scatter(index)}` : `55${code}${mobileStart + scatter(index)}`
  }

  function emailAt(index: number): string | null {
    const kind = kindOf(index)
    if (kind === 'twin' || (kind !== 'none' && mix(seed, index, 14) % 100 >= 62)) return null
    const { first, last } = namesOf(seed, index)
    const email = `${plain(first)}.${plain(last)}${index}@${pick(providers, mix(seed, index, 15))}`
    return mix(seed, index, 16) % 40 === 0 ? email[0]?.toUpperCase() + email.slice(1).replace('@g', '@G') : email
  }

  return {
    phoneAt,
    at(index) {
      const owner = kindOf(index) === 'twin' ? index - 1 : index
      const phone = phoneAt(index)
      const nameless = phone !== null && mix(seed, owner, 17) % 100 === 0
      return {
        name: nameless ? `+${phone}` : displayName(seed, owner),
        phone,
        email: emailAt(index),
        identifier: mix(seed, index, 18) % 7 === 0 ? `cliente-${String(index + 1).padStart(6, '0')}` : null,
        city: placeOf(owner)[1],
      }
    },
    indexOfPhone(digits, end) {
      const subscriber = Number(digits.slice(-8))
      if (digits.length < 10 || !/^\d+$/.test(digits) || subscriber < landlineStart) return -1
      const start = subscriber < mobileStart ? landlineStart : mobileStart
      const index = gather(subscriber - start)
      const found = [index, index + 1].find((candidate) => candidate < end && phoneAt(candidate) === digits)
      return found ?? -1
    },
    indexOfEmail(email, end) {
      const wanted = email.trim().toLowerCase()
      const index = Number(wanted.match(/(\d{1,8})@/)?.[1] ?? -1)
      return index >= 0 && index < end && emailAt(index)?.toLowerCase() === wanted ? index : -1
    },
  }
}

const providers = [
  'gmail.com',
  'gmail.com',
  'gmail.com',
  'gmail.com',
  'hotmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com.br',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'icloud.com',
] as const satisfies readonly [string, ...string[]]

/** Numbers of other countries that keep the eight digits at their end: Portugal, the United States, Argentina. */
function foreignPhone(subscriber: number): string {
  const text = String(subscriber)
  if (!text.startsWith('6')) return `54911${text}`
  return subscriber % 2 === 0 ? `3519${text}` : `178${text}`
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** The number that undoes a multiplication in a modulus (extended Euclid). */
function inverseOf(value: number, modulus: number): number {
  let [previous, current] = [modulus, value]
  let [previousFactor, factor] = [0, 1]
  while (current !== 0) {
    const quotient = Math.floor(previous / current)
    ;[previous, current] = [current, previous - quotient * current]
    ;[previousFactor, factor] = [factor, previousFactor - quotient * factor]
  }
  return (previousFactor + modulus) % modulus
}

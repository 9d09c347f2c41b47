/**
 * What the digits after the area code say (features.md §9, pitfall 4). `old_mobile` is a mobile from before the ninth
 * digit: it is sent as it stands, because both forms can be contacts of their own in the base. A landline never gets a 9.
 */
export type BrazilKind = 'mobile' | 'old_mobile' | 'landline'

export interface BrazilNumber {
  /** Area code and subscriber number: 10 or 11 digits. */
  readonly national: string
  readonly kind: BrazilKind
}

/** Carriers that may stand between the trunk zero and the area code, as libphonenumber's metadata for BR has them. */
const carrier = /^(?:1[245]|2[1-35]|31|4[13]|[56]5|99)/

const service = /^(?:0[3589]00\d{6,7}|[3589]00\d{7}|[34]00\d{5}|40(?:20|6[02])\d{4}|1\d{2}|10[356]\d{2})$/

/**
 * Reads digits as a Brazilian number, decided by length and area code, never by "starts with 55" alone: 11 digits that
 * start with 55 are a mobile of Santa Maria, 13 are a country code (features.md §9, pitfalls 3 to 5). Takes digits only,
 * with or without 55, trunk zeros, or zero and carrier; gives null when they are no Brazilian number.
 */
export function readBrazil(digits: string): BrazilNumber | null {
  if (digits.startsWith('55') && digits.length >= 12) return afterCountryCode(digits.slice(2))
  return classify(withoutTrunk(digits))
}

/** The same for the digits after an explicit country code 55. */
export function afterCountryCode(digits: string): BrazilNumber | null {
  return classify(withoutTrunk(digits))
}

/** 0800 and its kin, 4004 and its kin, and codes such as 190: numbers of services, never of a lead. */
export function isServiceNumber(digits: string): boolean {
  return service.test(digits)
}

/** Whether digits are a number that lacks only its area code: 8 digits, or 9 that start with 9. */
export function lacksAreaCode(digits: string): boolean {
  return (digits.length === 8 && digits >= '2') || (digits.length === 9 && digits.startsWith('9'))
}

/** Whether digits read as a Brazilian mobile with one digit too many: a slip of the finger, not a foreign number. */
export function looksLikeLongMobile(digits: string): boolean {
  return digits.length === 12 && digits[2] === '9' && isAreaCode(digits.slice(0, 2))
}

function classify(national: string): BrazilNumber | null {
  const length = national.length
  if ((length !== 10 && length !== 11) || !isAreaCode(national.slice(0, 2))) return null
  const first = national[2] ?? ''
  if (length === 11) return first === '9' ? { national, kind: 'mobile' } : null
  if (first >= '6') return { national, kind: 'old_mobile' }
  return first >= '2' ? { national, kind: 'landline' } : null
}

function withoutTrunk(digits: string): string {
  if (!digits.startsWith('0')) return digits
  const rest = digits.replace(/^0+/, '')
  if ((rest.length !== 12 && rest.length !== 13) || !carrier.test(rest) || looksLikeLongMobile(rest)) return rest
  return rest.slice(2)
}

/**
 * The 67 area codes (DDD) of Brazil, by Anatel's numbering plan. Adding one is adding it here: everything that decides
 * whether digits are a Brazilian number asks this table (features.md §9, pitfall 5).
 */
const codes = [
  11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 28, 31, 32, 33, 34, 35, 37, 38, 41, 42, 43, 44, 45, 46, 47, 48,
  49, 51, 53, 54, 55, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 73, 74, 75, 77, 79, 81, 82, 83, 84, 85, 86, 87, 88, 89,
  91, 92, 93, 94, 95, 96, 97, 98, 99,
]

const known = new Set(codes.map(String))

/** Whether two digits are an area code in use. */
export function isAreaCode(twoDigits: string): boolean {
  return known.has(twoDigits)
}

/** The digits under which a base may have a phone. */
interface PhoneForms {
  /** With and without the country code 55; other countries' numbers as they are. */
  readonly exact: readonly string[]
  /** The same mobile from before or after the ninth digit; none for a landline (features.md §9, pitfall 4). */
  readonly otherNinth: readonly string[]
}

/** The forms of a phone key (`phoneKey`): a Brazilian number is one by its length and area code, never by "55" alone. */
export function phoneForms(key: string): PhoneForms {
  const brazilian = key.startsWith('55') ? readBrazil(key) : null
  if (!brazilian || `55${brazilian.national}` !== key) return { exact: [key], otherNinth: [] }
  const { national, kind } = brazilian
  return { exact: [key, national], otherNinth: both(otherForm(national, kind)) }
}

function otherForm(national: string, kind: 'mobile' | 'old_mobile' | 'landline'): string | null {
  const area = national.slice(0, 2)
  if (kind === 'old_mobile') return `${area}9${national.slice(2)}`
  // Without its nine it must be what a mobile was, not a landline.
  return kind === 'mobile' && (national[3] ?? '') >= '6' ? area + national.slice(3) : null
}

function both(national: string | null): string[] {
  return national === null ? [] : [`55${national}`, national]
}

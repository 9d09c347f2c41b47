import { otherNinth } from './match-ladder.ts'
import { isNobodysPhone, lacksAreaCode, phoneKey } from './phones.ts'

/** A whole Brazilian phone that somebody searches for. */
export interface SearchedPhone {
  /** Its last eight digits, with which every form of it ends. */
  readonly ending: string
  /** Whether the other form, which a text may hold in its place, has the ninth digit. */
  readonly otherHasNinth: boolean
  /** Whether a text holds the same phone, with or without 55, trunk zero, carrier and area code, or its other form. */
  formIn(text: string): 'same' | 'other_ninth' | null
}

/**
 * Reads the digits of a search as a whole Brazilian phone: `21980000005`, `5521980000005`, `021980000005`, `980000005`.
 * Null for any other digits. Eight digits alone are null too, since every form contains them as they are.
 */
export function searchedPhone(digits: string): SearchedPhone | null {
  const reading = phoneKey(digits)
  if (reading.ok && reading.kind !== 'foreign') {
    const other = otherNinth(Number(reading.key))
    return createSearchedPhone(reading.key.slice(4), reading.key.slice(2, 4), other > 0)
  }
  if (digits.length !== 9 || !lacksAreaCode(digits) || isNobodysPhone(digits)) return null
  // Without its nine it must be an old mobile, not a landline.
  return createSearchedPhone(digits, null, digits.slice(1) >= '6')
}

function createSearchedPhone(subscriber: string, area: string | null, hasOther: boolean): SearchedPhone {
  const ending = subscriber.slice(-8)
  const hasNinth = subscriber.length === 9
  const same = formPattern(subscriber, area)
  const other = hasOther ? formPattern(hasNinth ? ending : `9${ending}`, area) : null
  return {
    ending,
    otherHasNinth: !hasNinth,
    formIn(text) {
      if (same.test(text)) return 'same'
      return other?.test(text) === true ? 'other_ninth' : null
    },
  }
}

const mask = '[ ()\\-.+/\\u00a0]*'
const masked = (digits: string) => [...digits, ''].join(mask)
/** 55, a trunk zero and a carrier, if any. */
const dialled = `(?<!\\d)(?:0{0,2}${masked('55')})?(?:${masked('0')}(?:\\d${mask}\\d${mask})?)?`

/** The number as a whole: no digits stand before or behind it but those that are dialled before it. */
function formPattern(subscriber: string, area: string | null): RegExp {
  const number = [...subscriber].join(mask)
  const lead =
    area === null
      ? `${dialled}(?:[1-9]${mask}\\d${mask})?`
      : // Behind other digits it would be the number of another area code.
        `(?:${dialled}${masked(area)}|(?<!\\d${mask}))`
  return new RegExp(`(?=\\d)${lead}${number}(?!\\d)`)
}

import {
  type MatchReason,
  matchReasons,
  type PhoneRung,
  phoneRungs,
  type Rung,
  rungNames,
} from '../../preload/values/rungs.ts'
import { areaCodeTable, phoneKey, writtenForms } from './phones.ts'

/**
 * The match ladder: which rung two phones or e-mails match on, if any, and why. Everything that compares people uses
 * it: runs of cruzar, entries, contacts, duplicates. A list's side is how its key was written (`writtenForms`). The
 * other side, a contact of the base, is how its phone is written, and whether its ninth digit differs from the key's.
 */
const { without55, otherwise, areaAdded } = writtenForms
/** The form of a contact's phone that is the key with the ninth digit added or removed. */
export const otherNinthForm = 4

const indexOf = (rung: Rung) => rungNames.indexOf(rung)
const [exact, country, trunk] = [indexOf('exact'), indexOf('country'), indexOf('trunk')]
const [ninth, area, folded] = [indexOf('ninth'), indexOf('area'), indexOf('folded')]

/**
 * The rung of a key and a contact that it leads to, as its index in `rungNames`. `isSame` says of two forms that are
 * `otherwise` whether they are the same text. Symmetric but for `otherNinthForm`, which the contact's side has alone.
 */
export function rungOf(list: number, contact: number, isSame: boolean, isEmail: boolean): number {
  const either = list | contact
  if ((either & areaAdded) > 0) return area
  if ((contact & otherNinthForm) > 0) return ninth
  if (list === contact && ((either & otherwise) === 0 || isSame)) return exact
  if ((either & otherwise) === 0) return country
  return isEmail ? folded : trunk
}

/** Why they match, as an index in `matchReasons`. `hasNinth` says whether the list's key has its ninth digit. */
export function matchReasonOf(rung: number, list: number, hasNinth: boolean): number {
  const isMissing = rung === country ? (list & without55) > 0 : !hasNinth
  // Rungs lie inside the table.
  return reasonTable[2 * rung + (isMissing ? 0 : 1)] as number
}

/** Where a rung has two reasons, the list lacks something in the first one and has it in the second. */
const reasonsOfRungs = {
  exact: 'match_exact',
  country: ['match_without_country', 'match_with_country'],
  trunk: 'match_trunk',
  ninth: ['match_without_ninth', 'match_with_ninth'],
  area: 'match_area',
  folded: 'match_folded',
} as const satisfies Record<Rung, MatchReason | readonly [MatchReason, MatchReason]>

const reasonTable = Uint8Array.from(
  rungNames.flatMap((rung) => {
    const reason = reasonsOfRungs[rung]
    return typeof reason === 'string' ? [reason, reason] : reason
  }),
  (reason) => matchReasons.indexOf(reason),
)

/**
 * Whether a rung counts where the person accepts everything down to `lowest`. A folded e-mail counts from `country` on.
 */
export function isAccepted(rung: number, lowest: PhoneRung): boolean {
  return (rung === folded ? country : rung) <= phoneRungs.indexOf(lowest)
}

/**
 * The key of the same mobile from before or after the ninth digit (docs/decisions/lists.md §1), as a number. 0 for any
 * other phone: landlines, services and other countries have no other form. Takes a key as a number (`phoneKey`).
 */
export function otherNinth(key: number): number {
  if (key >= 55e11 && key < 56e11) {
    const national = key - 55e11
    const code = Math.floor(national / 1e9)
    const subscriber = national - code * 1e9 - 9e8
    // Without its nine it must be an old mobile, not a landline.
    return subscriber >= 6e7 && areaCodeTable[code] === 1 ? 55e10 + code * 1e8 + subscriber : 0
  }
  if (key < 55e10 || key >= 56e10) return 0
  const national = key - 55e10
  const code = Math.floor(national / 1e8)
  const subscriber = national - code * 1e8
  return subscriber >= 6e7 && areaCodeTable[code] === 1 ? 55e11 + code * 1e9 + 9e8 + subscriber : 0
}

/** The digits under which a base may have a phone. */
interface PhoneForms {
  /** With and without the country code 55; other countries' numbers as they are. */
  readonly exact: readonly string[]
  /** The same mobile from before or after the ninth digit; none for a landline. */
  readonly otherNinth: readonly string[]
}

/**
 * The forms of a phone key (`phoneKey`): a Brazilian number is one by its length and area code, never by "55" alone.
 */
export function phoneForms(key: string): PhoneForms {
  const isBrazilian = /^55\d{10,11}$/.test(key) && phoneKey(key.slice(2)).ok
  const other = otherNinth(Number(key))
  return {
    exact: isBrazilian ? [key, key.slice(2)] : [key],
    otherNinth: other > 0 ? [String(other), String(other).slice(2)] : [],
  }
}

/** Marks of direction among them, which copying from WhatsApp and address books brings along. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** An e-mail without blanks around it and invisible characters, in small letters. */
export function foldEmail(text: string): string {
  return text.replace(invisible, '').trim().toLowerCase()
}

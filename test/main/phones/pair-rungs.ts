import { foldEmail, otherNinth, otherNinthForm, rungOf } from '../../../main/phones/match-ladder.ts'
import { phoneKey, writtenForms } from '../../../main/phones/phones.ts'
import { type PhoneRung, phoneRungs, type Rung } from '../../../preload/values/rungs.ts'

/**
 * The obvious way to the rung of two phones, by their keys and the ladder that the product uses; in any order and
 * however they are written. Null for two people's phones and for texts that are no phone. A phone that lacks its area
 * code has `areaCode`, where there is one.
 */
export function phoneRung(one: string, other: string, areaCode: string | null = null): PhoneRung | null {
  const [list, contact] = [phoneKey(one, areaCode), phoneKey(other, areaCode)]
  if (!list.ok || !contact.ok) return null
  // A number of Brazil without 55 and one of another country may have the same digits.
  if (list.written === contact.written && !((list.form | contact.form) & writtenForms.areaAdded)) return 'exact'
  const isOther = list.key !== contact.key
  if (isOther && otherNinth(Number(list.key)) !== Number(contact.key)) return null
  const form = contact.form | (isOther ? otherNinthForm : 0)
  return phoneRungs[rungOf(list.form, form, list.written === contact.written, false)] ?? null
}

/** The same for two e-mails: as they are written, or folded. */
export function emailRung(one: string, other: string): Extract<Rung, 'exact' | 'folded'> | null {
  if (foldEmail(one) === '' || foldEmail(one) !== foldEmail(other)) return null
  return one === other ? 'exact' : 'folded'
}

import { phoneForms } from '../kernel/phones/phone-forms.ts'
import { digitsOf, phoneKey } from '../kernel/phones/phone-key.ts'

/** What a search sends, and the other form of the same phone where it has one. */
export interface SearchText {
  /** Null for what is too short to be asked. */
  readonly sent: string | null
  readonly otherNinth: string | null
}

const maskedDigits = /^[\d\s().+-]+$/
const shortest = 2

/**
 * What to ask for when a person types this (agent-platform.md, "Contact and message lookups": digits are an accepted
 * form). A phone goes as digits, a Brazilian one with its area code and without 55, so that it is found however it is
 * stored; a part of a phone as its digits; a name or an e-mail as it is typed. Less than two characters are not asked.
 */
export function searchText(typed: string): SearchText {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (!maskedDigits.test(text)) return { sent: text.length < shortest ? null : text, otherNinth: null }
  const reading = phoneKey(text)
  if (!reading.ok) {
    const digits = digitsOf(text)
    return { sent: digits.length < shortest ? null : digits, otherNinth: null }
  }
  const { exact, otherNinth } = phoneForms(reading.key)
  return { sent: shortestOf(exact), otherNinth: otherNinth.length > 0 ? shortestOf(otherNinth) : null }
}

function shortestOf(forms: readonly string[]): string {
  return forms.reduce((best, form) => (form.length < best.length ? form : best))
}

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Longer runs of combining marks are in no language (Unicode annex 15, "stream-safe text", allows 30). */
const longRun = /(\p{M}{30})\p{M}+/gu
/** In shorter texts no run is long enough to cost anything. */
const shortText = 500

/**
 * A text in NFD, which splits accents off their letters. Marks beyond the 30th of a run are left out: normalisation sorts
 * each run by insertion, so 200,000 marks after one letter would take it half a minute.
 */
export function decomposed(text: string): string {
  const safe = text.length > shortText ? text.replace(longRun, '$1') : text
  return safe.normalize('NFD')
}

/** A text without accents and case, as people compare words: `joao` finds João. */
export function foldText(text: string): string {
  return decomposed(text)
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** Whether a text contains every word of a search, without accents and case. */
export function hasWords(text: string, search: string): boolean {
  const folded = foldText(text)
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

const brazilian = /^(?:55)?([1-9]\d)(\d{4,5})(\d{4})$/

/**
 * A phone as it is shown and copied: `(11) 98888-7777` for Brazil, `+351 912 345 678` for others. Text that is no phone
 * comes back as it is.
 */
export function formatPhone(text: string): string {
  const digits = text.replace(/\D/g, '')
  const foreign = text.startsWith('+') && !digits.startsWith('55')
  const parts = foreign ? null : brazilian.exec(digits)
  if (parts) return `(${parts[1]}) ${parts[2]}-${parts[3]}`
  if (!text.startsWith('+')) return text
  return parsePhoneNumberFromString(text)?.formatInternational() ?? text
}

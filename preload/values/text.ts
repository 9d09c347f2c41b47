/** No language has longer runs of combining marks (Unicode annex 15, "stream-safe text", allows 30). */
const longRun = /(\p{M}{30})\p{M}+/gu
/** In shorter texts no run costs noticeable time. */
const shortText = 500

/**
 * A text in NFD, which splits accents off their letters. Marks beyond the 30th of a run are left out: normalisation
 * sorts each run by insertion, so 200,000 marks after one letter would take it half a minute.
 */
export function decomposed(text: string): string {
  const safe = text.length > shortText ? text.replace(longRun, '$1') : text
  return safe.normalize('NFD')
}

/** The combining marks that NFD splits off Latin, Greek and Cyrillic letters. */
const marks = /[\u0300-\u036f]/g

/** A text without accents and case: `JOÃO`, `joão` and the decomposed `joão` of macOS become `joao`. */
export function foldText(text: string): string {
  return decomposed(text).toLowerCase().replace(marks, '')
}

/** Whether a text contains every word of a search, without accents and case. */
export function hasWords(text: string, search: string): boolean {
  const folded = foldText(text)
  return foldText(search)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

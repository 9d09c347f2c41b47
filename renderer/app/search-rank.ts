import { decomposed } from '../../preload/contract/decomposed.ts'

/** A text without accents and case, as people compare names. */
function foldName(text: string): string {
  return decomposed(text)
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}

/**
 * How well a query finds a name: 0 it is the name, 1 the name begins with it, 2 each of its words begins one of the name, 3 each
 * is within the name, 4 some of its words are in the note. Null where one of them is nowhere.
 */
export function rankOf(query: string, name: string, note = ''): number | null {
  const wanted = foldName(query)
  const text = foldName(name)
  if (wanted === '' || wanted === text) return 0
  if (text.startsWith(wanted)) return 1
  const words = wanted.split(/\s+/)
  const starts = text.split(/[^\p{L}\p{N}]+/u)
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 2
  if (words.every((word) => text.includes(word))) return 3
  const all = `${text} ${foldName(note)}`
  return words.every((word) => all.includes(word)) ? 4 : null
}

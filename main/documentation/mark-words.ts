import { decomposed } from '../../preload/contract/decomposed.ts'
import type { ExcerptPiece } from '../../preload/contract/documentation.ts'

/** Longer excerpts are no excerpts. */
const longest = 400

/**
 * An excerpt as plain text in pieces, with the words of the term marked wherever a word begins with them, whatever
 * their accents and case. Markup of the service's own marks, such as `<mark>`, is taken out: nothing of it is believed.
 */
export function markWords(excerpt: string, term: string): ExcerptPiece[] {
  const text = excerpt
    .slice(0, longest * 2)
    .replace(/<\/?(?:mark|em|b|strong|i|span)\b[^<>]{0,200}>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/[*`#|]{1,6}|(?<!\w)_{1,3}|_{1,3}(?!\w)/g, '')
    .trim()
    .slice(0, longest)
  const words = (term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map(folded)
  const pieces: ExcerptPiece[] = []
  let plain = ''
  for (const [word, gap] of wordsAndGaps(text)) {
    const found = words.find((wanted) => folded(word).startsWith(wanted))
    if (word !== '' && found !== undefined) {
      if (plain !== '') pieces.push({ text: plain, marked: false })
      plain = ''
      pieces.push({ text: word, marked: true })
    } else plain += word
    plain += gap
  }
  if (plain !== '') pieces.push({ text: plain, marked: false })
  return pieces
}

/** The text as words, each with what stands between it and the next one. */
function* wordsAndGaps(text: string): Generator<readonly [word: string, gap: string]> {
  for (const [, word = '', gap = ''] of text.matchAll(/([\p{L}\p{N}\p{M}]*)([^\p{L}\p{N}\p{M}]*)/gu)) yield [word, gap]
}

function folded(word: string): string {
  return decomposed(word)
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}

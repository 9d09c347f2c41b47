import { isMaskSign } from '../columns/find-in-heap.ts'
import { foldText } from '../columns/fold-text.ts'

/** One thing that a row must have, for `Column.find`. */
export interface SearchWord {
  readonly needle: string
  readonly within: 'text' | 'digits'
}

/**
 * What a search text asks for: words, all of which must be found. Neighbouring words of digits and phone signs are one
 * sequence of digits, so `(11) 9 8888` asks for 1198888 and finds 5511988887777; `joão` and `JOAO` ask for joao.
 */
export function searchWords(search: string): readonly SearchWord[] {
  const words: SearchWord[] = []
  let digits = ''
  let signs: string[] = []
  const flush = () => {
    if (digits !== '') words.push({ needle: digits, within: 'digits' })
    else for (const sign of signs) words.push({ needle: foldText(sign), within: 'text' })
    digits = ''
    signs = []
  }
  for (const word of search.split(/\s+/).filter((one) => one !== '')) {
    if (isNumeric(word)) {
      digits += word.replace(/\D/g, '')
      signs.push(word)
    } else {
      flush()
      const needle = foldText(word)
      if (needle !== '') words.push({ needle, within: 'text' })
    }
  }
  flush()
  return words
}

/** Digits and the signs between them, or signs alone, which belong to the digits beside them if there are any. */
function isNumeric(word: string): boolean {
  return [...word].every((character) => (character >= '0' && character <= '9') || isMaskSign(character))
}

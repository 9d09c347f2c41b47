import { foldText } from './text.ts'

/** Signs that people write between the digits of a phone. */
export const maskSigns: ReadonlySet<string> = new Set([' ', '(', ')', '-', '.', '+', '/', '\u00a0'])

/** One condition for a row: folded text, or digits in a row, masks aside. */
export interface SearchWord {
  readonly needle: string
  readonly within: 'text' | 'digits'
}

/**
 * Reads a search text as words, all of which must be found. Neighbouring words of digits and phone signs are one
 * sequence of digits, so `(11) 9 8888` means 1198888 and finds 5511988887777. `joão` and `JOAO` mean joao.
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

/**
 * Whether a word is digits and the signs between them, or signs alone. These belong to the digits beside them if there
 * are any.
 */
function isNumeric(word: string): boolean {
  return [...word].every((character) => isDigit(character) || maskSigns.has(character))
}

/** Whether a character is one of 0 to 9. */
export function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

export type Strength = 'weak' | 'fair' | 'good' | 'strong'

/** The contract's own bound (preload/contract/reviews.ts, `passphrase`). */
export const shortestPassphrase = 8

/**
 * A rough guess at how hard a passphrase is to find, to guide and never to forbid. Counts what must be tried: letters that
 * repeat or follow one another add little, another word adds much.
 */
export function strengthOf(passphrase: string): Strength {
  const words = passphrase
    .trim()
    .split(/[\s\-_.]+/)
    .filter((word) => word.length >= 3)
  const telling = [...passphrase].filter((letter, place, all) => !isExpected(letter, all[place - 1])).length
  // About 11 bits a word of a language, about 2 a letter beyond them; kinds of signs add a little.
  const bits = Math.max(words.length * 11, telling * 2) + kindsOf(passphrase) * 4
  if (telling < 6 || bits < 28) return 'weak'
  if (bits < 40) return 'fair'
  return bits < 52 ? 'good' : 'strong'
}

/** The same as the letter before, or its neighbour in the alphabet or among the digits. */
function isExpected(letter: string, before: string | undefined): boolean {
  if (before === undefined) return false
  return Math.abs((letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1
}

function kindsOf(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(text)).length
}

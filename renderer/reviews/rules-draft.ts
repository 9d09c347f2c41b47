import type { SpamHint } from '../../preload/contract/entries-table.ts'
import type { SpamRules } from '../../preload/contract/reviews.ts'

/** The bounds of the contract (preload/contract/reviews.ts, `spamRules`). */
export const ruleBounds = {
  words: 1000,
  letters: 100,
  links: { min: 1, max: 50 },
  repeated: { min: 2, max: 100 },
  seconds: { min: 1, max: 3600 },
} as const

/** The rules as they stand in the dialog: words as text, everything else as it is. */
export interface RulesDraft {
  readonly words: string
  readonly links: number
  readonly repeated: number
  readonly seconds: number
  readonly off: readonly SpamHint[]
}

/** What the field of seconds proposes where the hint was turned off by a zero. */
const usualSeconds = 10

export function draftOf({ blocked_words, links, repeated, seconds, off }: SpamRules): RulesDraft {
  const silent = seconds === 0
  return {
    words: blocked_words.join('\n'),
    links,
    repeated,
    seconds: silent ? usualSeconds : seconds,
    off: silent && !off.includes('velocidade') ? [...off, 'velocidade'] : off,
  }
}

/** One word a line; blank lines and words that are there already are left out. */
export function wordsOf(text: string): readonly string[] {
  const words = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  return [...new Set(words)].filter((word) => word !== '')
}

/** What is wrong with the words, if anything. */
export function wordsProblem(text: string): 'tooMany' | 'tooLong' | null {
  const words = wordsOf(text)
  if (words.length > ruleBounds.words) return 'tooMany'
  return words.some((word) => word.length > ruleBounds.letters) ? 'tooLong' : null
}

export function rulesOf({ words, links, repeated, seconds, off }: RulesDraft): SpamRules {
  return {
    blocked_words: [...wordsOf(words)],
    links: Math.max(ruleBounds.links.min, links),
    repeated: Math.max(ruleBounds.repeated.min, repeated),
    seconds: Math.max(ruleBounds.seconds.min, seconds),
    off: [...off],
  }
}

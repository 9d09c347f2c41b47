import { flat } from './flat.ts'

/** A column with more different texts than this is no list of statuses or agents; remembering it would only cost. */
const maxDifferent = 2_000
const longestRemembered = 100

export interface RepeatDeps {
  /** For a text that is seen for the first time; the answer is kept. */
  remember(text: string): string
  /** For a text that is not kept. */
  encode(text: string): string
  /** False for a text whose encoding must be made, and counted, each time. */
  mayRemember(text: string): boolean
}

/**
 * Encodes the texts of one column, remembering them while the column repeats itself (statuses, agents, inboxes, labels). A
 * column of mostly different texts (names, phones) gives up after its first 2,000.
 */
export function createRepeats({ remember, encode, mayRemember }: RepeatDeps): (text: string) => string {
  const memory = new Map<string, string>()
  let repeating = true
  return (text) => {
    if (!repeating) return encode(text)
    const known = memory.get(text)
    if (known !== undefined) return known
    if (text.length > longestRemembered || !mayRemember(text)) return encode(text)
    const encoded = flat(remember(text))
    memory.set(text, encoded)
    if (memory.size >= maxDifferent) {
      repeating = false
      memory.clear()
    }
    return encoded
  }
}

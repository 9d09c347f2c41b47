/** A column with more different texts than this is no list of statuses or agents; remembering it would only cost. */
const maxDifferent = 2_000

const longestRemembered = 100

/**
 * Encodes the texts of one column, remembering them while the column repeats itself (statuses, agents, inboxes, labels). A
 * column of mostly different texts (names, phones) gives up after its first 2,000.
 */
export function createRepeats({
  remember,
  encode,
  mayRemember,
}: {
  /** For a text that is seen for the first time; the answer is kept. */
  remember(text: string): string
  /** For a text that is not kept. */
  encode(text: string): string
  /** False for a text whose encoding must be made, and counted, each time. */
  mayRemember(text: string): boolean
}): (text: string) => string {
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

/**
 * The same text in one piece. V8 keeps a concatenation as a tree of its parts; a text that will stand in a million cells is
 * worth copying once, or each of them walks the tree again.
 */
export function flat(text: string): string {
  return Buffer.from(text).toString()
}

/** The items with the separator between them; several times faster than `join` for the one or two labels of a cell. */
export function joined(items: readonly string[], separator: string): string {
  let text = items[0] ?? ''
  for (let index = 1; index < items.length; index += 1) text += separator + items[index]
  return text
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be found
const control = /[\0-\b\v\f\u000e-\u001f\ufffe\uffff]/
const controls = new RegExp(control, 'g')
/** True for a text with characters that XML cannot hold and at which Excel stops reading a CSV. */
export function hasControls(text: string): boolean {
  return control.test(text)
}

/** The text without them; tab, line feed and carriage return stay. */
export function withoutControls(text: string): string {
  return text.replace(controls, '')
}

/** A record of a list that is nested too deeply to be kept, shown or exported. */
export interface DeepRecord {
  /** Its place in the list, from 0. */
  readonly place: number
  /** As it came. */
  readonly text: string
}

/** What people or programs write is some levels deep; far below where walking through a value would end the stack. */
export const mostLevels = 100

/**
 * Takes out of an answer what only harms: the records of the list `body[list]` that have more than `mostLevels` levels of
 * objects and lists give way to `null`, in their place. Everything else stays to the letter. One pass, whatever comes; what is
 * no JSON is left to whoever parses it.
 */
export function withoutDeepRecords(body: string, list: string): { readonly body: string; readonly deep: DeepRecord[] } {
  const deep: DeepRecord[] = []
  const kept: string[] = []
  let from = 0
  for (const { place, start, end } of deepSpans(body, list)) {
    deep.push({ place, text: body.slice(start, end) })
    kept.push(body.slice(from, start))
    from = end
  }
  return deep.length === 0 ? { body, deep } : { body: [...kept, body.slice(from)].join('null'), deep }
}

/** Whether a JSON text has more than `most` levels of objects and lists. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (opens(code)) depth += 1
    else if (closes(code)) depth -= 1
    if (depth > most) return true
  }
  return false
}

interface Span {
  readonly place: number
  readonly start: number
  readonly end: number
}

function deepSpans(text: string, list: string): Span[] {
  const spans: Span[] = []
  let depth = 0
  let key = ''
  let place = -1
  let start = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (depth === 1) key = end - at - 1 === list.length ? text.slice(at + 1, end) : ''
      at = end
    } else if (opens(code)) {
      depth += 1
      if (depth === 2) place = code === bracket && key === list ? 0 : -1
      if (depth === 3) [start, deepest] = [at, 0]
      if (depth > deepest) deepest = depth
    } else if (closes(code)) {
      depth -= 1
      // The envelope and its list are two levels.
      if (depth === 2 && place >= 0 && deepest - 2 > mostLevels) spans.push({ place, start, end: at + 1 })
    } else if (code === comma && depth === 2 && place >= 0) place += 1
  }
  return spans
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const bracket = 0x5b
const opens = (code: number) => code === 0x7b || code === bracket
const closes = (code: number) => code === 0x7d || code === 0x5d

/** The place of the quote that ends the string which begins at `start`; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

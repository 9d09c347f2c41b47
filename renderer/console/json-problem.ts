const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy
const word = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy

/**
 * Where a text stops being JSON, from 0; null for one that is. Engines do not say it for short texts. The end of the text is
 * where something is missing.
 */
export function jsonProblem(text: string): number | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    const scanner = { text, at: 0 }
    const whole = value(scanner)
    if (whole) skip(scanner, space)
    return scanner.at
  }
}

interface Scanner {
  readonly text: string
  at: number
}

/** Goes over what fits; false where nothing does. */
function skip(scanner: Scanner, pattern: RegExp): boolean {
  pattern.lastIndex = scanner.at
  if (!pattern.test(scanner.text)) return false
  scanner.at = pattern.lastIndex
  return true
}

function sign(scanner: Scanner, wanted: string): boolean {
  skip(scanner, space)
  if (scanner.text[scanner.at] !== wanted) return false
  scanner.at += 1
  return true
}

/** Goes over one value; false with the place of the trouble where it is none. */
function value(scanner: Scanner): boolean {
  if (sign(scanner, '{')) return items(scanner, '}', member)
  if (sign(scanner, '[')) return items(scanner, ']', value)
  return skip(scanner, scalar)
}

function member(scanner: Scanner): boolean {
  skip(scanner, space)
  return skip(scanner, word) && sign(scanner, ':') && value(scanner)
}

function items(scanner: Scanner, end: string, item: (scanner: Scanner) => boolean): boolean {
  if (sign(scanner, end)) return true
  do {
    if (!item(scanner)) return false
  } while (sign(scanner, ','))
  return sign(scanner, end)
}

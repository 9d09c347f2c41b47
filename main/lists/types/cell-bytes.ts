/** The signs of cells that several types have, as UTF-8. Reading behind the end of an array gives no sign. */
export const byteOf = {
  tab: 0x09,
  blank: 0x20,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  colon: 0x3a,
  at: 0x40,
} as const

/** A longer cell is no number, day, or yes and no. */
export const longestCell = 64

/** No byte is no digit. */
export function isDigit(byte: number | undefined): boolean {
  return (byte as number) >= 0x30 && (byte as number) <= 0x39
}

/** The place behind blanks, those that never break a line among them. */
export function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  for (;;) {
    const size = at < to ? blankSize(bytes, at) : 0
    if (size === 0) return at
    at += size
  }
}

/** The end of the cell without the blanks behind its text. */
export function trimmedEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to
  for (;;) {
    if (end > from && blankSize(bytes, end - 1) === 1) end -= 1
    else if (end > from + 1 && blankSize(bytes, end - 2) === 2) end -= 2
    else if (end > from + 2 && blankSize(bytes, end - 3) === 3) end -= 3
    else return end
  }
}

/** How many bytes the blank at a place has; 0 for anything else. */
function blankSize(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number
  if (byte > byteOf.blank && byte < 0xc2) return 0
  if (byte === byteOf.blank || byte === byteOf.tab) return 1
  if (byte === 0xc2 && bytes[at + 1] === 0xa0) return 2
  return byte === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0xaf ? 3 : 0
}

/** Whether a word in lower case stands at a place before the end, in either case of its ASCII letters. */
export function isWordAt(bytes: Uint8Array, at: number, end: number, word: Uint8Array): boolean {
  if (at + word.length > end) return false
  for (let index = 0; index < word.length; index++) {
    const byte = bytes[at + index] ?? 0
    const lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    if (lower !== word[index]) return false
  }
  return true
}

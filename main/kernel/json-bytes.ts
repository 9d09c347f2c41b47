/** Where values lie in JSON that is UTF-8 (`isUtf8`), for those who read it without parsing all of it. */

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export const quote = 0x22
export const comma = 0x2c
export const colon = 0x3a
export const zero = 0x30
export const space = 0x20
const backslash = 0x5c
export const openBracket = 0x5b
export const closeBracket = 0x5d
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const letterN = 0x6e
/** More digits are not exact as a number. */
const maxDigits = 15

/** Bytes that mean themselves inside a JSON string. */
const isPlain = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= space && byte !== quote && byte !== backslash ? 1 : 0,
)

/**
 * Where a string without escapes, a whole number, null or a flat list of such strings ends, as `JSON.stringify` writes
 * them; -1 for anything else. Behind the end of the bytes a value is undefined, which equals no other, here and below.
 */
export function plainEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] as number
  if (first === quote) return plainStringEnd(bytes, from)
  if (first === openBracket) return plainListEnd(bytes, from)
  return first === letterN ? nullEnd(bytes, from) : wholeNumberEnd(bytes, from)
}

export function plainStringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (isPlain[bytes[at] as number] === 1) at++
  return bytes[at] === quote ? at + 1 : -1
}

/** `from` is where a bracket opens. */
export function plainListEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from + 1] === closeBracket) return from + 2
  let at = from
  do {
    at = bytes[at + 1] === quote ? plainStringEnd(bytes, at + 1) : -1
    if (at < 0) return -1
  } while (bytes[at] === comma)
  return bytes[at] === closeBracket ? at + 1 : -1
}

export function nullEnd(bytes: Uint8Array, from: number): number {
  const isNull = bytes[from + 1] === 0x75 && bytes[from + 2] === 0x6c && bytes[from + 3] === 0x6c
  return isNull ? from + 4 : -1
}

export function wholeNumberEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at] as number)) at++
  const digits = at - from
  const isWhole = digits > 0 && digits <= maxDigits && (digits === 1 || bytes[from] !== zero)
  return isWhole && !isNumberSign(bytes[at]) ? at : -1
}

const isDigit = (byte: number) => byte >= zero && byte <= zero + 9
/** What may come behind the digits of a number that is not whole. */
const isNumberSign = (byte: number | undefined) => byte === 0x2e || byte === 0x65 || byte === 0x45

/** Where white space ends, as JSON has it. */
export function behindSpace(bytes: Uint8Array, from: number): number {
  let at = from
  for (let byte = bytes[at]; byte === space || byte === 10 || byte === 13 || byte === 9; byte = bytes[at]) at++
  return at
}

/** The position behind the sign and the white space on both of its sides. Throws a SyntaxError without it. */
export function behindSign(bytes: Uint8Array, from: number, sign: number): number {
  const at = behindSpace(bytes, from)
  if (bytes[at] !== sign) throw new SyntaxError('a sign is missing')
  return behindSpace(bytes, at + 1)
}

/** Where a value of any kind ends, if it is JSON at all. */
export function valueEnd(bytes: Uint8Array, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) at = stringEnd(bytes, at) - 1
    else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket || byte === comma) {
      if (depth === 0) return at
      if (byte !== comma) depth--
    }
  }
  return bytes.length
}

export function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return Math.min(at + 1, bytes.length)
}

import { byteOf, isDigit, isWordAt, skipBlanks, trimmedEnd } from './cell-bytes.ts'

/** Small and large letters of ASCII are alike; the one with a tilde is there in both. */
const words = [
  ...['sim', 's', 'yes', 'y', 'true', 'verdadeiro'].map((word) => ({ bytes: Buffer.from(word), value: 1 })),
  ...['não', 'nÃo', 'nao', 'n', 'no', 'false', 'falso'].map((word) => ({ bytes: Buffer.from(word), value: 0 })),
]
const wordsByLength = Map.groupBy(words, ({ bytes }) => bytes.length)
const one = 0x31

/** 1 for `sim`, `yes`, `verdadeiro` and 1, 0 for `não`, `no`, `falso` and 0; NaN for anything else. */
export function readYesNo(bytes: Uint8Array, from: number, to: number): number {
  const start = skipBlanks(bytes, from, to)
  const end = trimmedEnd(bytes, start, to)
  const first = bytes[start]
  if (end === start + 1 && (first === one || first === byteOf.zero)) return first - byteOf.zero
  for (const word of wordsByLength.get(end - start) ?? []) {
    if (isWordAt(bytes, start, end, word.bytes)) return word.value
  }
  return Number.NaN
}

const longestEmail = 254

/** Whether a cell is one e-mail alone. */
export function isEmail(bytes: Uint8Array, from: number, to: number): boolean {
  const start = skipBlanks(bytes, from, to)
  const end = trimmedEnd(bytes, start, to)
  if (end - start > longestEmail) return false
  let sign = -1
  let lastDot = -1
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte <= byteOf.blank || byte === byteOf.comma || byte === semicolon) return false
    if (byte === byteOf.dot) lastDot = at
    if (byte !== byteOf.at) continue
    if (sign >= 0) return false
    sign = at
  }
  return sign > start && lastDot > sign + 1 && lastDot < end - 2
}

const semicolon = 0x3b
const phoneSigns: ReadonlySet<number> = new Set(Buffer.from('()+- '))
const longestPhone = 24
const [fewestDigits, mostDigits] = [10, 13]

/** Whether a cell has the digits of a phone with its area code, and signs that no other number has. */
export function isPhone(bytes: Uint8Array, from: number, to: number): boolean {
  const start = skipBlanks(bytes, from, to)
  const end = trimmedEnd(bytes, start, to)
  if (end - start > longestPhone) return false
  let digits = 0
  for (let at = start; at < end; at++) {
    if (isDigit(bytes[at])) digits++
    else if (!phoneSigns.has(bytes[at] as number)) return false
  }
  return digits >= fewestDigits && digits <= mostDigits && digits < end - start
}

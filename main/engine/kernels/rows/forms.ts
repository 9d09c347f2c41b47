/** Bytes of a text → its form in a file, where they decide it: as it is, held for Excel, or in quotes. */

/** Rules of a file; of any other a marked byte leaves the text to the caller. */
const xlsx: u32 = 1
const excel: u32 = 2
const quotes: u32 = 3

/** The forms of a text. */
export const plain: u32 = 0
export const asHeld: u32 = 1
export const quoted: u32 = 2
export const unclear: u32 = 3

export function formOf(from: usize, size: usize, file: usize): u32 {
  const rule = load<u32>(file, 16)
  const marks = <usize>load<u32>(file, 20)
  if (size > load<u32>(file, 24)) return unclear
  if (rule === xlsx) return xlsxForm(from, size, marks)
  const care = needsCare(from, size, marks)
  if (rule === excel) return excelForm(from, size, marks + 32, load<u32>(file, 28), care)
  if (!care) return plain
  return rule === quotes ? quoted : unclear
}

/** Whether one of the bytes is marked: sixteen at once. */
function needsCare(from: usize, size: usize, marks: usize): bool {
  const low = v128.load(marks)
  const high = v128.load(marks, 16)
  for (let at: usize = 0; at < size; at += 16) {
    const bytes = v128.load(from + at)
    const lows = i8x16.swizzle(low, v128.and(bytes, i8x16.splat(15)))
    const highs = i8x16.swizzle(high, i8x16.shr_u(bytes, 4))
    let bits = i8x16.bitmask(i8x16.ne(v128.and(lows, highs), i8x16.splat(0)))
    const more = <i32>(size - at)
    if (more < 16) bits &= (1 << more) - 1
    if (bits) return true
  }
  return false
}

/** Whether `<t>` holds the text: no blank at its ends, and no sign with a meaning. Latin letters begin with 0xc3. */
function xlsxForm(from: usize, size: usize, marks: usize): u32 {
  const first = load<u8>(from)
  const last = load<u8>(from + size - 1)
  if (first <= 0x20 || last <= 0x20 || (first >= 0x80 && first !== 0xc3)) return unclear
  if (last >= 0x80 && (size === 1 || load<u8>(from + size - 2) !== 0xc3)) return unclear
  if (!needsCare(from, size, marks)) return plain
  for (let at: usize = 0; at < size; at++) {
    const byte = <usize>load<u8>(from + at)
    if ((load<u8>(marks + (byte & 15)) & load<u8>(marks + 16 + (byte >> 4))) === 0) continue
    // `_x0041_` is a letter; a byte behind the text may be anything.
    if (byte !== 0x5f || load<u8>(from + at + 1) === 0x78) return unclear
  }
  return plain
}

/** What a byte may be: see `excelParts` in export/csv.ts. */
const digit: u8 = 1
const phone: u8 = 2
const safe: u8 = 4
const month: u8 = 8
const truth: u8 = 16
const quote: u8 = 32
const separator: u8 = 64
const never: u8 = 128

const blank: u8 = 0x20
export const doubleQuote: u8 = 0x22
const dollar: u8 = 0x24
const apostrophe: u8 = 0x27
const hyphen: u8 = 0x2d
const dot: u8 = 0x2e
const strange: u8 = 0xef

/** The form that `protectCell` and the quotes give; `care` where the text has one of the bytes that need it. */
function excelForm(from: usize, size: usize, bytes: usize, longestHeld: u32, care: bool): u32 {
  const first = load<u8>(from)
  const flags = load<u8>(bytes + first)
  if (flags & safe) {
    if (mayBeMisread(from, size, flags)) return unclear
    return care ? separatedForm(from, size, bytes) : plain
  }
  if (care) return unclear
  if (first === 0x2b) return plusForm(from, size, bytes, longestHeld)
  return flags & digit ? digitForm(from, size, bytes, longestHeld) : unclear
}

/** Whether a text that begins with a letter or sign may be a month, an amount, `(11)` or a truth value for Excel. */
function mayBeMisread(from: usize, size: usize, flags: u8): bool {
  while (load<u8>(from + size - 1) === blank) size--
  const first = load<u8>(from)
  const last = load<u8>(from + size - 1)
  if (first === 0x28) return last === 0x29
  if (first === dollar || load<u8>(from + 1) === dollar || load<u8>(from + 2) === dollar) return true
  if (last >= 0x30 && last <= 0x39) return (flags & month) !== 0
  return (flags & truth) !== 0 && (size === 4 || size === 5 || size === 10)
}

/** The form of a text with separators, quotes or signs that are not seen, if no formula begins behind a separator. */
function separatedForm(from: usize, size: usize, bytes: usize): u32 {
  let form = plain
  for (let at: usize = 0; at < size; at++) {
    const byte = load<u8>(from + at)
    const flags = load<u8>(bytes + byte)
    if (byte < blank || byte === strange) return unclear
    if (flags & quote) form = quoted
    if (!(flags & separator)) continue
    let next = at + 1
    while (next < size && isBetween(load<u8>(from + next))) next++
    if (next < size && !(load<u8>(bytes + load<u8>(from + next)) & (digit | safe))) return unclear
  }
  return form
}

/** May stand between a separator and a formula. */
function isBetween(byte: u8): bool {
  return byte === blank || byte === doubleQuote || byte === apostrophe
}

function plusForm(from: usize, size: usize, bytes: usize, longestHeld: u32): u32 {
  let some: u8 = 0
  let all = phone
  for (let at: usize = 1; at < size; at++) {
    const flags = load<u8>(bytes + load<u8>(from + at))
    some |= flags
    all &= flags
  }
  return all && some & digit && size <= longestHeld ? asHeld : unclear
}

/** The form of a text that begins with a digit: numbers, days, phones with signs between their digits. */
function digitForm(from: usize, size: usize, bytes: usize, longestHeld: u32): u32 {
  let signs: u32 = 0
  let firstSign: usize = 0
  let blanks = false
  let slashes = false
  let dots = true
  let hyphens = true
  let isSign = false
  for (let at: usize = 1; at < size; at++) {
    const byte = load<u8>(from + at)
    const flags = load<u8>(bytes + byte)
    if (flags & never) return plain
    const wasSign = isSign
    isSign = !(flags & digit)
    if (!isSign) continue
    if (wasSign || !(flags & phone)) return unclear
    if (signs++ === 0) firstSign = at
    if (byte === blank) blanks = true
    else if (byte === 0x2f) slashes = true
    if (byte !== dot) dots = false
    if (byte !== hyphen) hyphens = false
  }
  if (signs === 0) {
    const isHeld = size >= 12 || (load<u8>(from) === 0x30 && size > 1)
    return isHeld && size <= longestHeld ? asHeld : plain
  }
  if (size > longestHeld) return plain
  if (isSign) return unclear
  // Of days only dd/MM/yyyy stays what it is.
  if (slashes) return signs === 2 && size === 10 && isSlash(from + 2) && isSlash(from + 5) ? plain : unclear
  if (blanks) return plain
  if (dots) return asHeld
  if (!hyphens) return plain
  return firstSign > 4 || firstSign === 3 || (firstSign === 4 && signs === 1 && size > 7) ? plain : unclear
}

function isSlash(at: usize): bool {
  return load<u8>(at) === 0x2f
}

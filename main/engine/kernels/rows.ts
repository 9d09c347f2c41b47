/**
 * Columns → the bytes of rows, for CSV and worksheets. AssemblyScript: vite.config.ts compiles it to out/rows.wasm,
 * and export/row-kernel.ts lays out the memory. Numbers are u32 unless said otherwise, texts are UTF-8. 64 bytes behind
 * everything can be read and written, since texts are copied in steps of 16.
 *
 *     file       0 columns  4 first column  8 numbered  12 number of row 0  16 rule  20 marks  24 longest text
 *     (72 bytes) 28 longest held text  32 start, 40 head, 48 end of a row, each: place, size  56 room for digits
 *                64 where the rows begin  68 where each row ends, counted from there
 *     column     0 kind  4 length  8 a  12 b  16 c  20 d, and then, each: place, size
 *     (72 bytes) 24 empty cell  32 start  40 before  48 after  56 before held  64 after held
 *     text       a offsets  b heap
 *     number     a f64, NaN for none
 *     time       a f64, epoch ms or the zone's clock  b codes, u8, 0 for none  c formats by code
 *     codes      a codes  b their width in bytes  c offsets, d heap of the finished cells, an empty one for none
 *     format     0 way  4 digits of the fraction  8 sign before the clock  12 size of the zone  16 zone, 8 bytes
 *     (48 bytes) 24 what it adds, f64  32 first, 40 last moment that it can write, f64
 *     marks      16 bytes by the low half of a byte, 16 by its high half: one with a bit in both needs care
 *                256 more for rule `excel`: what each byte may be (`excelParts` in export/csv.ts)
 *
 * Row r shows value r; none beyond `length`. A cell is `start`, the number of the row where rows are numbered,
 * `before`, value, `after`. One that bytes do not decide is left to the caller.
 */

const asked: u32 = 0
const texts: u32 = 1
const numbers: u32 = 2
const times: u32 = 3

const xlsx: u32 = 1
const excel: u32 = 2
const quotes: u32 = 3

/** Of a time as it came from the service it is 1. */
const local: u32 = 2
const serial: u32 = 3

/** The forms of a text. */
const plain: u32 = 0
const asHeld: u32 = 1
const quoted: u32 = 2
const unclear: u32 = 3

/** What `putRows` continues with; the caller counts a column on once it has written a cell itself. -1: a new row. */
export let row: u32 = 0
export let column: i32 = -1
/** Why `putRows` came back: 0 all rows are there, 1 the caller has to write this cell, 2 there is no room for it. */
export let stop: u32 = 0

const slack: usize = 64
const columnBytes: usize = 72

/** Writes rows up to `end`; gives where their bytes end, below `limit`. */
export function putRows(file: usize, end: u32, to: usize, limit: usize): usize {
  const count = load<u32>(file)
  const first = <usize>load<u32>(file, 4)
  const numbered = load<u32>(file, 8) !== 0
  let digits: u64 = 0
  let size: usize = 0
  for (; row < end; row++) {
    if (numbered) {
      size = integer(file + 56, load<u32>(file, 12) + row) - file - 56
      digits = load<u64>(file, 56)
    }
    if (column < 0) {
      if (to + load<u32>(file, 36) + load<u32>(file, 44) + slack > limit) return stopped(2, to)
      to = put(to, file + 32)
      if (numbered) store<u64>(to, digits)
      to = put(to + size, file + 40)
      column = 0
    }
    for (; <u32>column < count; column++) {
      const next = putCell(to, first + <usize>column * columnBytes, file, limit, digits, size)
      if (next === 0) return to
      to = next
    }
    if (to + load<u32>(file, 52) + slack > limit) return stopped(2, to)
    to = put(to, file + 48)
    store<u32>(<usize>load<u32>(file, 68) + ((<usize>row) << 2), <u32>(to - load<u32>(file, 64)))
    column = -1
  }
  return stopped(0, to)
}

function stopped(why: u32, to: usize): usize {
  stop = why
  return to
}

/** Gives where the cell ends, 0 where it stops. */
function putCell(to: usize, c: usize, file: usize, limit: usize, digits: u64, digitSize: usize): usize {
  const kind = load<u32>(c)
  if (kind === asked) return stopped(1, 0)
  const at = <usize>row
  if (at >= <usize>load<u32>(c, 4)) return putEmpty(to, c, limit)
  const a = <usize>load<u32>(c, 8)
  const b = <usize>load<u32>(c, 12)
  let from: usize = 0
  let size: usize = 0
  let value: f64 = 0
  let form = plain
  let room: usize = 0
  if (kind === numbers) {
    value = load<f64>(a + (at << 3))
    if (isNaN(value)) return putEmpty(to, c, limit)
    if (!(value >= 0 && value < 2147483648 && floor(value) === value)) return stopped(1, 0)
  } else if (kind === times) {
    const code = <usize>load<u8>(b + at)
    if (code === 0) return putEmpty(to, c, limit)
    from = <usize>load<u32>(c, 16) + code * 48
    value = load<f64>(a + (at << 3))
    if (load<u32>(from) === 0 || !(value >= load<f64>(from, 32) && value <= load<f64>(from, 40))) return stopped(1, 0)
  } else if (kind === texts) {
    from = load<u32>(a + (at << 2))
    size = <usize>load<u32>(a + (at << 2), 4) - from
    if (size === 0) return putEmpty(to, c, limit)
    from += b
    form = formOf(from, size, file)
    if (form === unclear) return stopped(1, 0)
    if (form === quoted) room = 2 * size + 2
  } else {
    const cell = <usize>load<u32>(c, 16) + (codeAt(a, b, at) << 2)
    from = load<u32>(cell)
    size = <usize>load<u32>(cell, 4) - from
    if (size === 0) return putEmpty(to, c, limit)
    from += load<u32>(c, 20)
  }
  const frame = c + (form === asHeld ? 56 : 40)
  if (to + load<u32>(c, 36) + load<u32>(frame, 4) + max(size, room) + load<u32>(frame, 12) + slack > limit)
    return stopped(2, 0)
  to = put(to, c + 32)
  store<u64>(to, digits)
  to = put(to + digitSize, frame)
  if (kind === numbers) to = integer(to, <u32>value)
  else if (kind === times) to = time(to, value, from)
  else if (form === quoted) to = putQuoted(to, from, size)
  else {
    copy(to, from, size)
    to += size
  }
  return put(to, frame + 8)
}

function putEmpty(to: usize, c: usize, limit: usize): usize {
  return to + load<u32>(c, 28) + slack > limit ? stopped(2, 0) : put(to, c + 24)
}

function codeAt(codes: usize, width: usize, at: usize): usize {
  if (width === 1) return load<u8>(codes + at)
  return width === 2 ? load<u16>(codes + (at << 1)) : load<u32>(codes + (at << 2))
}

/** Copies the text that a place and a size name. */
function put(to: usize, text: usize): usize {
  const size = <usize>load<u32>(text, 4)
  if (size > 0) copy(to, load<u32>(text), size)
  return to + size
}

function copy(to: usize, from: usize, size: usize): void {
  v128.store(to, v128.load(from))
  for (let at: usize = 16; at < size; at += 16) v128.store(to + at, v128.load(from + at))
}

function putQuoted(to: usize, from: usize, size: usize): usize {
  store<u8>(to++, doubleQuote)
  for (let at: usize = 0; at < size; at++) {
    const byte = load<u8>(from + at)
    store<u8>(to++, byte)
    if (byte === doubleQuote) store<u8>(to++, doubleQuote)
  }
  store<u8>(to, doubleQuote)
  return to + 1
}

function formOf(from: usize, size: usize, file: usize): u32 {
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
const doubleQuote: u8 = 0x22
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

/** Writes a whole number. */
function integer(to: usize, value: u32): usize {
  let size: usize = 1
  for (let bound: u64 = 10; <u64>value >= bound; bound *= 10) size++
  padded(to, size, value)
  return to + size
}

/** Writes the last digits of a number, with zeros before it. */
function padded(to: usize, size: usize, value: u32): void {
  let end = to + size
  for (; end - to >= 2; end -= 2) {
    const rest = value / 100
    two(end - 2, value - rest * 100)
    value = rest
  }
  if (end > to) store<u8>(to, <u8>(48 + (value % 10)))
}

function two(to: usize, value: u32): void {
  const tens = value / 10
  store<u16>(to, <u16>(0x3030 + tens + ((value - tens * 10) << 8)))
}

function time(to: usize, moment: f64, format: usize): usize {
  const wall = <i64>floor(moment + load<f64>(format, 24))
  let day = wall / 86_400_000
  let ms = <i32>(wall - day * 86_400_000)
  if (ms < 0) {
    ms += 86_400_000
    day--
  }
  const way = load<u32>(format)
  const second = <u32>ms / 1000
  if (way === serial) {
    // Excel's number of a day, and the second in it, rounded up so that 10:00 never shows as 09:59.
    to = integer(to, <u32>(day + 25_569))
    store<u8>(to, 46)
    padded(to + 1, 9, <u32>((<u64>second * 1_000_000_000 + 86_399) / 86_400))
    return to + 10
  }
  // Years begin in March, so that the leap day ends a year.
  const shifted = <u32>(day + 719_468)
  const era = shifted / 146_097
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  const month = (5 * dayOfYear + 2) / 153
  const dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
  const shown = month < 10 ? month + 3 : month - 9
  const year = yearOfEra + era * 400 + (shown <= 2 ? 1 : 0)
  if (way === local) {
    two(to, dayOfMonth)
    store<u8>(to, 47, 2)
    two(to + 3, shown)
    store<u8>(to, 47, 5)
    padded(to + 6, 4, year)
    store<u8>(to, 32, 10)
  } else {
    padded(to, 4, year)
    store<u8>(to, 45, 4)
    two(to + 5, shown)
    store<u8>(to, 45, 7)
    two(to + 8, dayOfMonth)
    store<u8>(to, <u8>load<u32>(format, 8), 10)
  }
  const minute = second / 60
  two(to + 11, minute / 60)
  store<u8>(to, 58, 13)
  two(to + 14, minute % 60)
  store<u8>(to, 58, 16)
  two(to + 17, second % 60)
  to += 19
  if (way === local) return to
  const size = load<u32>(format, 4)
  if (size > 0) {
    store<u8>(to, 46)
    padded(to + 1, 3, <u32>ms % 1000)
    to += 1 + size
  }
  store<u64>(to, load<u64>(format, 16))
  return to + load<u32>(format, 12)
}

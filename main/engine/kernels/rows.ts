/**
 * Columns → the bytes of rows, for CSV and worksheets. AssemblyScript: vite.config.ts compiles it to out/rows.wasm,
 * and export/row-kernel.ts lays out the memory. Numbers are u32 unless said otherwise, texts are UTF-8. 64 bytes behind
 * everything can be read and written, since texts are copied in steps of 16.
 *
 *     file       0 columns  4 first column  8 numbered  12 number of row 0  16 rule  20 marks  24 longest text
 *     (64 bytes) 28 longest held text  32 start, 40 head, 48 end of a row, each: place, size  56 room for digits
 *     column     0 kind  4 length  8 index  12 a  16 b  20 c  24 d, and then, each: place, size
 *     (80 bytes) 28 empty cell  36 start  44 before  52 after  60 before held  68 after held
 *     text       a offsets  b heap
 *     number     a f64, NaN for none
 *     time       a f64, epoch ms or the zone's clock  b codes, u8, 0 for none  c formats by code
 *     codes      a codes  b their width in bytes  c offsets, d heap of the finished cells, an empty one for none
 *     format     0 way  4 digits of the fraction  8 sign before the clock  12 size of the zone  16 zone, 8 bytes
 *     (48 bytes) 24 what it adds, f64  32 first, 40 last moment that it can write, f64
 *     marks      16 bytes by the low half of a byte, 16 by its high half: one with a bit in both needs care
 *                256 more for rule `excel`: what each byte may be part of
 *
 * Row r shows the value at `index`[r], or at r where `index` is 0; none beyond `length`. A cell is `start`, the number
 * of the row where rows are numbered, `before`, value, `after`. One that bytes do not decide is left to the caller.
 */

const asked: u32 = 0
const texts: u32 = 1
const numbers: u32 = 2
const times: u32 = 3

const xlsx: u32 = 1
const excel: u32 = 2

/** Of a time as it came from the service it is 1. */
const local: u32 = 2
const serial: u32 = 3

/** The forms of a text. */
const plain: u32 = 0
const asHeld: u32 = 1
const unclear: u32 = 2

/** What `putRows` continues with; the caller counts a column on once it has written a cell itself. -1: a new row. */
export let row: u32 = 0
export let column: i32 = -1
/** Why `putRows` came back: 0 all rows are there, 1 the caller has to write this cell, 2 there is no room for it. */
export let stop: u32 = 0
/** Of no meaning: without it nothing would be read ahead. */
export let loaded: u32 = 0

const slack: usize = 64
/** The values of so many rows stay in the nearer caches. */
const ahead: u32 = 128

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
      if (row % ahead === 0) loaded += readAhead(first, count, min(row + ahead, end))
      if (to + load<u32>(file, 36) + load<u32>(file, 44) + slack > limit) return stopped(2, to)
      to = put(to, file + 32)
      if (numbered) store<u64>(to, digits)
      to = put(to + size, file + 40)
      column = 0
    }
    for (; <u32>column < count; column++) {
      const next = putCell(to, first + <usize>column * 80, file, limit, digits, size)
      if (next === 0) return to
      to = next
    }
    if (to + load<u32>(file, 52) + slack > limit) return stopped(2, to)
    to = put(to, file + 48)
    column = -1
  }
  return stopped(0, to)
}

/** Reads the values of rows that lie apart, so that the processor waits for all at once and not for each. */
function readAhead(first: usize, count: u32, end: u32): u32 {
  let sum: u32 = 0
  for (let c = first; c < first + <usize>count * 80; c += 80) {
    const index = <usize>load<u32>(c, 8)
    if (!index) continue
    const kind = load<u32>(c)
    const length = <usize>load<u32>(c, 4)
    const a = <usize>load<u32>(c, 12)
    const b = <usize>load<u32>(c, 16)
    for (let one = row; one < end; one++) {
      const at = <usize>load<u32>(index + ((<usize>one) << 2))
      if (at >= length) continue
      if (kind === texts) sum += load<u8>(b + load<u32>(a + (at << 2)))
      else if (kind === numbers) sum += load<u8>(a + (at << 3))
      else if (kind === times) sum += load<u8>(a + (at << 3)) + load<u8>(b + at)
      else sum += load<u8>(a + at * b)
    }
  }
  return sum
}

function stopped(why: u32, to: usize): usize {
  stop = why
  return to
}

/** Gives where the cell ends, 0 where it stops. */
function putCell(to: usize, c: usize, file: usize, limit: usize, digits: u64, digitSize: usize): usize {
  const kind = load<u32>(c)
  if (kind === asked) return stopped(1, 0)
  const index = <usize>load<u32>(c, 8)
  const at = <usize>(index ? load<u32>(index + ((<usize>row) << 2)) : row)
  if (at >= <usize>load<u32>(c, 4)) return putEmpty(to, c, limit)
  const a = <usize>load<u32>(c, 12)
  const b = <usize>load<u32>(c, 16)
  let from: usize = 0
  let size: usize = 0
  let value: f64 = 0
  let form = plain
  if (kind === numbers) {
    value = load<f64>(a + (at << 3))
    if (isNaN(value)) return putEmpty(to, c, limit)
    if (!(value >= 0 && value < 2147483648 && floor(value) === value)) return stopped(1, 0)
  } else if (kind === times) {
    const code = <usize>load<u8>(b + at)
    if (code === 0) return putEmpty(to, c, limit)
    from = <usize>load<u32>(c, 20) + code * 48
    value = load<f64>(a + (at << 3))
    if (load<u32>(from) === 0 || !(value >= load<f64>(from, 32) && value <= load<f64>(from, 40))) return stopped(1, 0)
  } else if (kind === texts) {
    from = load<u32>(a + (at << 2))
    size = <usize>load<u32>(a + (at << 2), 4) - from
    if (size === 0) return putEmpty(to, c, limit)
    from += b
    form = formOf(from, size, file)
    if (form === unclear) return stopped(1, 0)
  } else {
    const cell = <usize>load<u32>(c, 20) + (codeAt(a, b, at) << 2)
    from = load<u32>(cell)
    size = <usize>load<u32>(cell, 4) - from
    if (size === 0) return putEmpty(to, c, limit)
    from += load<u32>(c, 24)
  }
  const frame = c + (form === asHeld ? 60 : 44)
  if (to + load<u32>(c, 40) + load<u32>(frame, 4) + size + load<u32>(frame, 12) + slack > limit) return stopped(2, 0)
  to = put(to, c + 36)
  store<u64>(to, digits)
  to = put(to + digitSize, frame)
  if (kind === numbers) to = integer(to, <u32>value)
  else if (kind === times) to = time(to, value, from)
  else {
    copy(to, from, size)
    to += size
  }
  return put(to, frame + 8)
}

function putEmpty(to: usize, c: usize, limit: usize): usize {
  return to + load<u32>(c, 32) + slack > limit ? stopped(2, 0) : put(to, c + 28)
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

function formOf(from: usize, size: usize, file: usize): u32 {
  const rule = load<u32>(file, 16)
  const marks = <usize>load<u32>(file, 20)
  if (size > load<u32>(file, 24)) return unclear
  if (rule === xlsx) return xlsxForm(from, size, marks)
  if (needsCare(from, size, marks)) return unclear
  return rule === excel ? excelForm(from, size, marks + 32, load<u32>(file, 28)) : plain
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

/** What a byte may be part of: see `excelBytes` in export/csv.ts. */
const digit: u32 = 1
const phone: u32 = 2
const numeric: u32 = 4
const slash: u32 = 8
const safe: u32 = 16
const truth: u32 = 32

/** The form that `protectCell` and the quotes give the most frequent texts: names, phones and numbers. */
function excelForm(from: usize, size: usize, bytes: usize, longestHeld: u32): u32 {
  const first = load<u8>(from)
  const flags = <u32>load<u8>(bytes + first)
  const isPlus = first === 0x2b
  const last = <usize>load<u8>(from + size - 1)
  let some: u32 = 0
  let all = digit | phone | numeric
  for (let at: usize = isPlus ? 1 : 0; at < size; at++) {
    const one = <u32>load<u8>(bytes + load<u8>(from + at))
    some |= one
    all &= one
  }
  if (flags & safe) {
    if (size > longestHeld) return plain
    if (first === 0x28) return last === 0x29 ? unclear : plain
    return some & digit || (size <= 10 && flags & truth) ? unclear : plain
  }
  if (isPlus) return all & phone && some & digit && size <= longestHeld ? asHeld : unclear
  if (!(flags & digit)) return unclear
  if (all & digit) return size <= longestHeld && (size >= 12 || (first === 0x30 && size > 1)) ? asHeld : plain
  if (size > longestHeld) return plain
  // Phones with blanks and hyphens are longer than what Excel takes for a number; a blank at the end does not count.
  const isPhone = all & phone && !(all & numeric) && !(some & slash) && load<u8>(bytes + last) & digit
  return isPhone && size >= 12 ? plain : unclear
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

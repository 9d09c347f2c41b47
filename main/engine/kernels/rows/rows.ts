import { asHeld, doubleQuote, formOf, plain, quoted, unclear } from './forms'
import { integer, time } from './numbers'

/**
 * Columns → the bytes of rows, for CSV and worksheets. AssemblyScript: vite.config.ts compiles it to out/rows.wasm,
 * and export/row-kernel.ts lays out the memory. Numbers are u32 unless said otherwise, texts are UTF-8. 64 bytes behind
 * everything can be read and written, since texts are copied in steps of 16.
 *
 *     file        0 columns  4 first column  8 numbered  12 number of row 0  16 rule  20 marks  24 longest text
 *     (104 bytes) 28 longest held text  32 start, 40 head, 48 end of a row, each: place, size  56 room for digits
 *                 64 of the threads  68 rows  72 row, 76 column with which `putRows` goes on, -1 for a new row
 *                 80 where the bytes begin, 84 where they end so far, 88 where they must end
 *                 92 where each row ends, counted from 80; 0 for nowhere
 *                 96 cells that are left to the caller: row, column, place counted from 80  100 how many
 *     column      0 kind  4 length  8 a  12 b  16 c  20 d, and then, each: place, size
 *     (72 bytes)  24 empty cell  32 start  40 before  48 after  56 before held  64 after held
 *     text        a offsets  b heap
 *     number      a values  b their scale: 0 for f64, NaN for none; else for i32, the least of them for none
 *     time        a values, epoch ms or the zone's clock  b codes, u8, 0 for none  c formats by code  d scale
 *     dictionary  a codes  b their width in bytes  c offsets, d heap of the finished cells, an empty one for none
 *     list        the same with texts
 *     format      0 way  4 digits of the fraction  8 sign before the clock  12 size of the zone  16 zone, 8 bytes
 *     (48 bytes)  24 what it adds, f64  32 first, 40 last moment that it can write, f64
 *     marks       16 bytes by the low half of a byte, 16 by its high half: one with a bit in both needs care
 *                 256 more for rule `excel`: what each byte may be (`excelParts` in export/csv.ts)
 *
 * Row r shows value r; none beyond `length`. A cell is `start`, the number of the row where rows are numbered,
 * `before`, value, `after`. One that bytes do not decide is left to the caller, who puts all of it in its place.
 */

const asked: u32 = 0
const texts: u32 = 1
const numbers: u32 = 2
const times: u32 = 3
const dictionary: u32 = 4

const slack: usize = 64
const columnBytes: usize = 72

/** Writes the rows that are still to be written; false where there is no room for more. */
export function putRows(file: usize): bool {
  const count = load<i32>(file)
  const first = <usize>load<u32>(file, 4)
  const numbered = load<u32>(file, 8) !== 0
  const rows = load<u32>(file, 68)
  const start = <usize>load<u32>(file, 80)
  const limit = <usize>load<u32>(file, 88)
  const ends = <usize>load<u32>(file, 92)
  let column = load<i32>(file, 76)
  let to = <usize>load<u32>(file, 84)
  let digits: u64 = 0
  let size: usize = 0
  for (let row = load<u32>(file, 72); row < rows; row++) {
    if (numbered) {
      size = integer(file + 56, load<u32>(file, 12) + row) - file - 56
      digits = load<u64>(file, 56)
    }
    if (column < 0) {
      if (to + load<u32>(file, 36) + load<u32>(file, 44) + slack > limit) return pause(file, row, column, to)
      to = put(to, file + 32)
      if (numbered) store<u64>(to, digits)
      to = put(to + size, file + 40)
      column = 0
    }
    for (; column < count; column++) {
      const next = putCell(to, first + <usize>column * columnBytes, row, file, limit, digits, size)
      if (next === full) return pause(file, row, column, to)
      if (next === left) leave(file, row, column, to - start)
      else to = next
    }
    if (to + load<u32>(file, 52) + slack > limit) return pause(file, row, column, to)
    to = put(to, file + 48)
    if (ends) store<u32>(ends + ((<usize>row) << 2), <u32>(to - start))
    column = -1
  }
  store<u32>(file, to, 84)
  return true
}

function pause(file: usize, row: u32, column: i32, to: usize): bool {
  store<u32>(file, row, 72)
  store<i32>(file, column, 76)
  store<u32>(file, <u32>to, 84)
  return false
}

function leave(file: usize, row: u32, column: i32, place: usize): void {
  const count = load<u32>(file, 100)
  const cell = <usize>load<u32>(file, 96) + count * 12
  store<u32>(cell, row)
  store<i32>(cell, column, 4)
  store<u32>(cell, <u32>place, 8)
  store<u32>(file, count + 1, 100)
}

/** In place of where a cell ends: there is no room for it, or it is left to the caller. */
const full: usize = 0
const left: usize = 1

/** Gives where the cell ends. */
function putCell(to: usize, c: usize, row: u32, file: usize, limit: usize, digits: u64, digitSize: usize): usize {
  const kind = load<u32>(c)
  if (kind === asked) return left
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
    value = numberAt(a, load<u32>(c, 12), at)
    if (isNaN(value)) return putEmpty(to, c, limit)
    if (!(value >= 0 && value < 2147483648 && floor(value) === value)) return left
  } else if (kind === times) {
    const code = <usize>load<u8>(b + at)
    if (code === 0) return putEmpty(to, c, limit)
    from = <usize>load<u32>(c, 16) + code * 48
    value = numberAt(a, load<u32>(c, 20), at)
    if (load<u32>(from) === 0 || !(value >= load<f64>(from, 32) && value <= load<f64>(from, 40))) return left
  } else {
    const isText = kind === texts
    const text = isText ? a + (at << 2) : <usize>load<u32>(c, 16) + (codeAt(a, b, at) << 2)
    from = load<u32>(text)
    size = <usize>load<u32>(text, 4) - from
    if (size === 0) return putEmpty(to, c, limit)
    from += isText ? b : <usize>load<u32>(c, 20)
    if (kind !== dictionary) form = formOf(from, size, file)
    if (form === unclear) return left
    if (form === quoted) room = 2 * size + 2
  }
  const frame = c + (form === asHeld ? 56 : 40)
  if (to + load<u32>(c, 36) + load<u32>(frame, 4) + max(size, room) + load<u32>(frame, 12) + slack > limit) return full
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
  return to + load<u32>(c, 28) + slack > limit ? full : put(to, c + 24)
}

function numberAt(values: usize, scale: u32, at: usize): f64 {
  if (scale === 0) return load<f64>(values + (at << 3))
  const value = load<i32>(values + (at << 2))
  return value === i32.MIN_VALUE ? NaN : <f64>value * <f64>scale
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

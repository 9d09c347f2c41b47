import { hashBytes } from './table'

/**
 * Rows of a block → the keys of their cells, one after the other, as columns/key-index.ts has them: a number above 0,
 * or a text. Numbers are u32 unless said otherwise.
 *
 *     reader     0 columns  4 how many  8 first row  12 table of area codes  16 table of the signs of addresses
 *                20 whether a hash was made, then a block: 24 bytes  28 starts  32 ends  36 first cells  40 widths,
 *                then what the rows get: 44 numbers, f64  48 ends  52 heap  56 forms, u8  60 hashes  64 ends of rows
 *                68 problems, u8, and how far it came: 72 row  76 column, 0xffffffff before the first one of a row
 *                80 keys  84 bytes of their texts  88 whether the caller has looked at the cell  92 why it came back
 *                96 area code of phones that have none, 0 without one
 *     column     0 index  4 whether it holds phones  8 whether the caller looks first  12 column of its area codes,
 *     (24 bytes) 0xffffffff without one  16 own key, u64
 *
 * What bytes do not decide is left to the caller: cells with unusual phones and addresses.
 */

const blank: u32 = 32
const hyphen: u32 = 45
const dot: u32 = 46

/** Forms of a key: `writtenForms` in phones/phones.ts. */
const asKey: u32 = 0
const without55: u32 = 1
const otherwise: u32 = 2
const areaAdded: u32 = 8

const newRow: u32 = 0xffffffff

/**
 * Why `readKeys` comes back: all rows are read, the caller has to read or check a cell, the row has no key, a phone
 * lacks its area code. 0 goes on.
 */
const finished: u32 = 0
const unusualCell: u32 = 1
const keylessRow: u32 = 2
const noAreaCode: u32 = 3

let row: u32 = 0
let count: u32 = 0
let used: u32 = 0
let isChecked: bool = false
let firstKey: u32 = 0

/**
 * Reads the keys of rows up to `end`, one after the other, repeated ones as well. It goes on where it came to; the
 * caller counts a column on once it has read a cell itself.
 */
export function readKeys(r: usize, end: u32): void {
  row = load<u32>(r, 72)
  count = load<u32>(r, 80)
  used = load<u32>(r, 84)
  isChecked = load<u32>(r, 88) !== 0
  const reason = readRows(r, end, load<u32>(r, 76))
  store<u32>(r, row, 72)
  store<u32>(r, count, 80)
  store<u32>(r, used, 84)
  store<u32>(r, isChecked ? 1 : 0, 88)
  store<u32>(r, reason, 92)
}

function readRows(r: usize, end: u32, next: u32): u32 {
  const columns = <usize>load<u32>(r)
  const columnCount = load<u32>(r, 4)
  const rowEnds = <usize>load<u32>(r, 64)
  const problems = <usize>load<u32>(r, 68)
  const first = load<u32>(r, 8)
  let column = next
  for (; row < end; row++) {
    if (column === newRow) {
      firstKey = count
      column = 0
    }
    for (; column < columnCount; column++) {
      const reason = readCell(r, columns + <usize>column * 24)
      if (reason) {
        store<u32>(r, column, 76)
        return reason
      }
      isChecked = false
    }
    store<u32>(r, newRow, 76)
    if (count === firstKey) return keylessRow
    store<u8>(problems + (row - first), 0)
    store<u32>(rowEnds + ((<usize>(row - first)) << 2), count)
    column = newRow
  }
  return finished
}

/** Where the text of a cell lies, without the blanks around it. */
let cellFrom: usize = 0
let cellEnd: usize = 0

/** Finds a cell of the row; false where the row has none. */
function findCell(r: usize, index: u32): bool {
  if (index >= load<u32>(<usize>load<u32>(r, 40) + ((<usize>row) << 2))) return false
  const cell = (<usize>(load<u32>(<usize>load<u32>(r, 36) + ((<usize>row) << 2)) + index)) << 2
  const block = <usize>load<u32>(r, 24)
  let from = block + <usize>load<u32>(<usize>load<u32>(r, 28) + cell)
  let end = block + <usize>load<u32>(<usize>load<u32>(r, 32) + cell)
  while (from < end && load<u8>(from) === blank) from++
  while (end > from && load<u8>(end - 1) === blank) end--
  cellFrom = from
  cellEnd = end
  return true
}

/** Reads the key of a cell that is empty, a usual phone or a usual address; gives why the caller has to. */
function readCell(r: usize, c: usize): u32 {
  if (!findCell(r, load<u32>(c))) return finished
  const from = cellFrom
  const end = cellEnd
  if (from === end) return finished
  if (load<u32>(c, 8) && !isChecked) return unusualCell
  const heap = <usize>load<u32>(r, 52)
  const isPhone = load<u32>(c, 4) !== 0
  let key = isPhone ? phoneOf(from, end, <usize>load<u32>(r, 12)) : 0
  let form = phoneForm
  let hash: u32 = 0
  if (key === 0 && isPhone) {
    const subscriber = subscriberOf(from, end)
    if (subscriber) {
      const area = areaCodeOf(r, c)
      if (area === 0) return noAreaCode
      if (area === unusualArea) return unusualCell
      const unit = power(subscriber < power(8) ? 8 : 9)
      key = (5500 + <u64>area) * unit + subscriber
      form = areaAdded
    }
  }
  if (key > 0) {
    if (key === load<u64>(c, 16)) return finished
    if (form === otherwise) hash = hashDigits(from, end, heap + used)
  } else {
    const length = emailOf(from, end, heap + used, <usize>load<u32>(r, 16))
    if (length === 0) return unusualCell
    form = length < 0 ? otherwise : asKey
    if (length < 0) hash = hashBytes(from, end)
    used += <u32>abs(length)
  }
  if (form === otherwise) store<u32>(r, 1, 20)
  const at = <usize>count
  count++
  store<f64>(<usize>load<u32>(r, 44) + (at << 3), <f64>key)
  store<u32>(<usize>load<u32>(r, 48) + (at << 2), used)
  store<u8>(<usize>load<u32>(r, 56) + at, <u8>form)
  store<u32>(<usize>load<u32>(r, 60) + (at << 2), hash)
  return finished
}

const unusualArea: u32 = 0xff

/** The area code of phones of the row that have none: that of its cell, else the given one, else 0. */
function areaCodeOf(r: usize, c: usize): u32 {
  const given = load<u32>(r, 96)
  if (!findCell(r, load<u32>(c, 12)) || cellFrom === cellEnd) return given
  const tens = <u32>load<u8>(cellFrom) - 0x30
  const ones = <u32>load<u8>(cellFrom, 1) - 0x30
  if (cellEnd - cellFrom !== 2 || tens > 9 || ones > 9) return unusualArea
  const area = tens * 10 + ones
  return load<u8>(<usize>load<u32>(r, 12) + area) === 1 ? area : given
}

/** The number of a cell that is a phone without its area code, as nearly all are written; 0 for anything else. */
function subscriberOf(from: usize, end: usize): u64 {
  let number: u64 = 0
  let digits: u32 = 0
  for (let at = from; at < end; at++) {
    const sign = <u32>load<u8>(at)
    if (sign - 0x30 > 9) {
      if (sign === hyphen && at === end - 5) continue
      return 0
    }
    if (++digits > 9) return 0
    number = number * 10 + (sign - 0x30)
  }
  const first = <u32>load<u8>(from) - 0x30
  if (digits === 9 ? first !== 9 : digits !== 8 || first < 2) return 0
  // Numbers of services, such as 4004-0001.
  if (digits === 8 && (first === 3 || first === 4) && load<u8>(from, 1) === 0x30) return 0
  const last = <u32>(number % power(8))
  const isMadeUp = last % 11_111_111 === 0 || last === 12_345_678 || last === 34_567_890
  return isMadeUp || last % 10_000 === 0 ? 0 : number
}

let phoneForm: u32 = 0

/** The key of a cell that is one phone of Brazil as nearly all are written, and its form; 0 for anything else. */
function phoneOf(from: usize, end: usize, areaCodes: usize): u64 {
  const hasPlus = load<u8>(from) === 0x2b
  let number: u64 = 0
  let digits: u32 = 0
  let previous: u32 = 0
  let zeros: u32 = 0
  /** Bit n is set where a sign stands behind n digits. */
  let gaps: u32 = 0
  let opened: u32 = 0
  let dots: u32 = 0
  let hyphens: u32 = 0
  let lastDot = from
  for (let at = hasPlus ? from + 1 : from; at < end; at++) {
    const sign = <u32>load<u8>(at)
    if (sign - 0x30 <= 9) {
      if (++digits > 13) return 0
      number = number * 10 + (sign - 0x30)
      zeros = sign === 0x30 ? zeros + 1 : 0
    } else {
      gaps |= 1 << digits
      const isBehindDigit = previous - 0x30 <= 9
      if (sign === 0x28) {
        // One pair of brackets, or digits before the closing one are the number of a list.
        if (opened++ > 0) return 0
      } else if (sign === 0x29) {
        if (opened++ !== 1) return 0
      } else if (sign === blank) {
        if (!isBehindDigit && previous !== 0x29) return 0
      } else if (sign === hyphen && isBehindDigit) hyphens++
      else if (sign === dot && isBehindDigit) {
        dots++
        lastDot = at
      } else return 0
    }
    previous = sign
  }
  // A personal id has dots and a hyphen; Excel writes decimals, and zeros in place of digits that it lost.
  if (digits < 10 || opened === 1 || (dots > 0 && (hyphens > 0 || end - lastDot < 4)) || zeros >= 4) return 0
  const hasZero = number < power(digits - 1)
  let national = number
  let length = digits
  if (digits >= 12 && !hasZero) {
    length -= 2
    if (number / power(length) !== 55) return 0
    national = number - 55 * power(length)
  } else if (hasPlus) return 0
  else if (hasZero) length--
  if (length < 10 || length > 11 || national < power(length - 1)) return 0
  const area = <u32>(national / power(length - 2))
  const subscriber = national - <u64>area * power(length - 2)
  const first = <u32>(subscriber / power(length - 3))
  if (load<u8>(areaCodes + area) !== 1 || (length === 11 ? first !== 9 : first < 2)) return 0
  // The last eight digits of made-up numbers.
  const last = <u32>(length === 11 ? subscriber - <u64>first * power(8) : subscriber)
  if (last % 11_111_111 === 0 || last === 12_345_678 || (last === 34_567_890 && area === 12)) return 0
  // Where signs may stand: `naturalGaps` in phones/usual-phones.ts.
  const natural =
    ((1 << (digits - length + 1)) - 1) | (1 << (digits - length + 2)) | (1 << (digits - 8)) | (1 << (digits - 4))
  if (gaps & ~natural) return 0
  phoneForm = length === digits ? without55 : asKey
  if (hasZero) phoneForm = otherwise
  return 55 * power(length) + national
}

function power(exponent: u32): u64 {
  switch (exponent) {
    case 7:
      return 10_000_000
    case 8:
      return 100_000_000
    case 9:
      return 1_000_000_000
    case 10:
      return 10_000_000_000
    case 11:
      return 100_000_000_000
    default:
      return 1_000_000_000_000
  }
}

const longestAddress: usize = 254

/**
 * Writes the key of a cell that is one e-mail of plain ASCII and nothing else to `at`. Gives its length, below zero
 * where the cell has capitals; 0 for anything else.
 */
function emailOf(from: usize, end: usize, at: usize, signs: usize): i32 {
  const last = <u32>load<u8>(end - 1)
  if (end - from > longestAddress || load<u8>(from) === dot || last === dot || last === hyphen) return 0
  let part: u32 = 1
  let domain: usize = 0
  let lastDot: usize = 0
  let previous: u32 = 0
  let capitals: u32 = 0
  let behind = at
  for (let place = from; place < end; place++) {
    const sign = <u32>load<u8>(place)
    if ((load<u8>(signs + sign) & part) === 0) {
      if (sign !== 0x40 || part === 2 || place === from) return 0
      part = 2
      domain = behind + 1
    } else if (sign === dot) {
      if (previous === dot || previous === 0x40) return 0
      lastDot = behind
    }
    previous = sign
    const capital: u32 = sign - 0x41 < 26 ? 0x20 : 0
    capitals |= capital
    store<u8>(behind++, <u8>(sign + capital))
  }
  if (domain === 0 || lastDot < domain || behind - lastDot < 3 || mayBeIdentity(domain, behind)) return 0
  return capitals ? <i32>(at - behind) : <i32>(behind - at)
}

/**
 * Whether an address may be that of a messenger: `c.us`, `g.us`, `s.whatsapp.net` and, in ten letters, `msging.net`.
 */
function mayBeIdentity(domain: usize, end: usize): bool {
  const first = load<u8>(domain)
  if (load<u8>(domain, 1) === dot && (first === 0x63 || first === 0x67 || first === 0x73)) return true
  return end - domain >= 10 && load<u8>(end - 10) === 0x6d && load<u8>(end - 9) === 0x73 && load<u8>(end - 8) === 0x67
}

/** The hash of the digits of a cell, for which there is room. */
function hashDigits(from: usize, end: usize, room: usize): u32 {
  let behind = room
  for (let at = from; at < end; at++) if (<u32>load<u8>(at) - 0x30 <= 9) store<u8>(behind++, load<u8>(at))
  return hashBytes(room, behind)
}

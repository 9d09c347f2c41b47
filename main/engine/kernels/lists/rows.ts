/**
 * A window of a text of separated cells → its rows, as a block (lists/row-block.ts). Numbers are u32.
 *
 *     splitter   0 separator, 256 for none  4 cells of a row that are wanted  8 longest quoted cell  12 longest row
 *                16 most open quotes  20 number of the next row  24 open quotes so far  28 end of what lies beside the
 *                window  32 rows  36 marked cells  40 rows in doubt, and then places: 44 bytes  48 starts  52 ends
 *                56 first cells  60 widths  64 numbers  68 marked cells  72 rows in doubt
 *
 * What bytes do not decide is left to the caller. Such are cells that may carry a mark against Excel. Rows are in doubt
 * that have nothing but such cells and signs beyond ASCII, which may all be blanks.
 */

const lineFeed: u32 = 10
const carriageReturn: u32 = 13
const tab: u32 = 9
const blank: u32 = 32
const quote: u32 = 34
const apostrophe: u32 = 39
const equals: u32 = 61

/** Stands for the byte behind a cell or row that ends outside of the window; no byte lies there. */
const outside: usize = 0
const openQuote: usize = 1
/** In place of the number of a cell. */
const unwanted: u32 = 0xffffffff

let to: usize = 0
let isLast: bool = false
let bytes: usize = 0
let starts: usize = 0
let ends: usize = 0
let marked: usize = 0
let markedCells: u32 = 0
let side: usize = 0
let separator: u32 = 0
let longestQuote: usize = 0
/** Whether a cell of the row has a visible sign of ASCII, and no mark. */
let isSure: bool = false
/** Whether it may have one all the same. */
let isDoubtful: bool = false

/**
 * Splits the rows of a window from `from` on that end before `end`; gives where the first one begins that does not. -1:
 * a row is too long.
 */
export function splitRows(s: usize, from: u32, end: u32, last: bool): i32 {
  separator = load<u32>(s)
  longestQuote = load<u32>(s, 8)
  bytes = load<u32>(s, 44)
  starts = load<u32>(s, 48)
  ends = load<u32>(s, 52)
  marked = load<u32>(s, 68)
  side = bytes + <usize>load<u32>(s, 28)
  to = bytes + <usize>end
  isLast = last
  markedCells = 0
  store<u8>(to, <u8>lineFeed)
  let at = bytes + <usize>from
  let row: u32 = 0
  let cell: u32 = 0
  let doubts: u32 = 0
  while (at < to) {
    const number = load<u32>(s, 20)
    const firstMarked = markedCells
    const firstSide = side
    let behind = takeRow(s, row, cell, at, load<u32>(s, 24) < load<u32>(s, 16))
    const isOpen = behind === openQuote
    if (isOpen) {
      markedCells = firstMarked
      side = firstSide
      behind = takeRow(s, row, cell, at, false)
    }
    const next = behind === outside ? outside : afterLineEnd(s, behind)
    if ((next === outside ? to : next) - at > <usize>load<u32>(s, 12)) return -1
    if (next === outside) {
      markedCells = firstMarked
      break
    }
    if (isOpen) store<u32>(s, load<u32>(s, 24) + 1, 24)
    at = next
    store<u32>(s, load<u32>(s, 20) + 1, 20)
    if (!isSure && !isDoubtful) {
      markedCells = firstMarked
      continue
    }
    if (!isSure) {
      store<u32>(<usize>load<u32>(s, 72) + ((<usize>doubts) << 2), row)
      doubts++
    }
    store<u32>(<usize>load<u32>(s, 56) + ((<usize>row) << 2), cell)
    store<u32>(<usize>load<u32>(s, 64) + ((<usize>row) << 2), number)
    cell += load<u32>(<usize>load<u32>(s, 60) + ((<usize>row) << 2))
    row++
  }
  store<u32>(s, <u32>(side - bytes), 28)
  store<u32>(s, row, 32)
  store<u32>(s, markedCells, 36)
  store<u32>(s, doubts, 40)
  return <i32>(at - bytes)
}

/** Takes the cells of one row, from cell `first` on, and notes how many they are; gives the byte behind the row. */
function takeRow(s: usize, row: u32, first: u32, from: usize, hasQuotes: bool): usize {
  const maxCells = load<u32>(s, 4)
  const widths = <usize>load<u32>(s, 60) + ((<usize>row) << 2)
  let cell = first
  isSure = false
  isDoubtful = false
  for (let at = from; ; at++) {
    if (cell - first === maxCells && isSure) {
      store<u32>(widths, maxCells)
      return passRest(at, hasQuotes)
    }
    const head = <u32>load<u8>(at)
    if (head === quote && hasQuotes && at < to) {
      at = takeQuoted(cell, at + 1)
      if (at <= openQuote) return at
    } else {
      const start = at
      at = plainEnd(at)
      let isMarked = head === equals || head === tab
      while (load<u8>(at) === apostrophe) {
        isMarked = true
        at = plainEnd(at + 1)
      }
      if (at >= to && !isLast) return outside
      takeCell(cell, start, at, isMarked)
    }
    cell++
    if (at < to && <u32>load<u8>(at) === separator) continue
    store<u32>(widths, cell - first)
    return at
  }
}

function takeCell(cell: u32, start: usize, end: usize, isMarked: bool): void {
  if (cell === unwanted) return
  store<u32>(starts + ((<usize>cell) << 2), <u32>(start - bytes))
  store<u32>(ends + ((<usize>cell) << 2), <u32>(end - bytes))
  if (isMarked && start < end) {
    store<u32>(marked + ((<usize>markedCells) << 2), cell)
    markedCells++
    isDoubtful = true
    return
  }
  for (let at = start; at < end && !isSure; at++) {
    const byte = <u32>load<u8>(at)
    if (byte > 0x7f) isDoubtful = true
    else if (byte > blank) isSure = true
  }
}

/** Takes the cell that begins behind an opening quote; gives the byte behind it. */
function takeQuoted(cell: u32, start: usize): usize {
  const limit = min(to, start + longestQuote)
  const head = <u32>load<u8>(start)
  let isMarked = head === equals || head === tab
  let isDoubled = false
  for (let at = start; ; at++) {
    for (; at < limit; at++) {
      const byte = <u32>load<u8>(at)
      if (byte === quote) break
      if (byte === apostrophe) isMarked = true
    }
    if (at >= limit) return isLast || limit < to ? openQuote : outside
    if (<u32>load<u8>(at, 1) === quote) {
      isDoubled = true
      at++
      continue
    }
    let after = at + 1
    while (after < to && <u32>load<u8>(after) !== separator && (load<u8>(after) === blank || load<u8>(after) === tab))
      after++
    if (after >= to && !isLast) return outside
    const next = <u32>load<u8>(after)
    if (after < to && next !== separator && next !== lineFeed && next !== carriageReturn) continue
    if (isDoubled && cell !== unwanted) takeDoubled(cell, start, at, isMarked)
    else takeCell(cell, start, at, isMarked)
    return after
  }
}

/** Takes a cell in which two quotes are one. A single one inside the cell is a plain character. */
function takeDoubled(cell: u32, start: usize, end: usize, isMarked: bool): void {
  const from = side
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at)
    store<u8>(side++, byte)
    if (byte === quote && load<u8>(at, 1) === quote) at++
  }
  takeCell(cell, from, side, isMarked)
}

/** The end of a row whose remaining cells are not wanted. */
function passRest(from: usize, hasQuotes: bool): usize {
  let at = from
  while (true) {
    at = lineEndOrQuote(at)
    if (at >= to) return isLast ? at : outside
    if (load<u8>(at) !== quote) return at
    // Only at the start of a cell it is a quoting mark.
    if (hasQuotes && <u32>load<u8>(at - 1) === separator) {
      at = takeQuoted(unwanted, at + 1)
      if (at <= openQuote || <u32>load<u8>(at) !== separator) return at
    }
    at++
  }
}

/** Where the row after a line end begins. A CR that is not before a LF ends a row of its own. */
function afterLineEnd(s: usize, at: usize): usize {
  let end = at
  while (end < to && load<u8>(end) === carriageReturn) end++
  if (end === to) return isLast || end === at ? end : outside
  if (load<u8>(end) === lineFeed) return end + 1
  store<u32>(s, load<u32>(s, 20) + <u32>(end - at) - 1, 20)
  return end
}

/** The end of a plain cell from a byte on, or an apostrophe in it. There is one: a line end is behind the window. */
function plainEnd(from: usize): usize {
  const sign = i8x16.splat(<i8>(separator > 0xff ? lineFeed : separator))
  let at = from
  while (true) {
    const some = v128.load(at)
    const stops = v128.or(
      v128.or(i8x16.eq(some, sign), i8x16.eq(some, i8x16.splat(<i8>lineFeed))),
      v128.or(i8x16.eq(some, i8x16.splat(<i8>carriageReturn)), i8x16.eq(some, i8x16.splat(<i8>apostrophe))),
    )
    const bits = i8x16.bitmask(stops)
    if (bits) return at + ctz(bits)
    at += 16
  }
}

function lineEndOrQuote(from: usize): usize {
  let at = from
  while (true) {
    const some = v128.load(at)
    const isEnd = v128.or(i8x16.eq(some, i8x16.splat(<i8>lineFeed)), i8x16.eq(some, i8x16.splat(<i8>carriageReturn)))
    const bits = i8x16.bitmask(v128.or(isEnd, i8x16.eq(some, i8x16.splat(<i8>quote))))
    if (bits) return at + ctz(bits)
    at += 16
  }
}

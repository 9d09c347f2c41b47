import type { Delimiter, Encoding } from '../../preload/contract/cruzar.ts'
import { textAt } from '../engine/columns/part.ts'
import { unprotectCell } from '../engine/export/protection.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { longestRow, type ReadOptions, type ReadPlace, unreadable } from './plan.ts'
import type { RowBlock } from './row-block.ts'
import { utf8Pieces } from './source.ts'

/** A quoted cell may run on this far before its opening quote is taken for a plain character. */
const longestQuote = 512 * 1024
/** After so many opening quotes without an end, quotes mean nothing in this file. */
export const maxOpenQuotes = 20
/** So many bytes are split at once: they stay in the processor's cache, and take a few milliseconds. */
const windowBytes = 256 * 1024

/**
 * Reads a text of separated cells, a window of 256 KB at a time, yielding in between. A `sep=` line is skipped and not
 * counted; CR, LF, CRLF and mixtures end rows, CRs before a LF belong to it. An opening quote that never closes is
 * taken for a plain character instead of swallowing the file, and so is a quote inside a cell. The mark that protects a
 * cell from Excel is taken off, so that our own export comes back as what went in (docs/decisions/lists.md §3). Blank
 * rows are left out and counted. Throws `list_unreadable` when a row has no end.
 */
export async function* readSeparated(
  bytes: Uint8Array,
  { encoding, delimiter }: { readonly encoding: Encoding; readonly delimiter: Delimiter },
  { signal, from = 0, rest, cells, place }: ReadOptions = {},
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const split = createSplitter(delimiter, place, cells)
  let block = createWindow(Math.min(windowBytes, bytes.length + 1024))
  let filled = 0
  let head = from === 0
  /** Gives the rows that end in the window, and moves the rest to its start. */
  async function* takeRows(last: boolean): AsyncGenerator<RowBlock> {
    const end = split(block, filled, last)
    if (block.rows > 0) yield block
    await yieldToEventLoop()
    block.bytes.copyWithin(0, end, filled)
    filled -= end
  }
  const parts = rest ? [bytes.subarray(from, rest.at), bytes.subarray(rest.at)] : [bytes.subarray(from)]
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield* takeRows(false)
    if (index > 0 && filled === 0 && (await rest?.isTaken())) return
    for (const whole of utf8Pieces(part, encoding, head)) {
      const piece = head ? whole.subarray(separatorLineBytes(whole)) : whole
      head = false
      if (filled + piece.length > sizeOf(block)) yield* takeRows(false)
      if (filled + piece.length > sizeOf(block)) {
        // A row longer than the window is tried again when twice as much of it is there: the work stays linear.
        const larger = createWindow(Math.max(filled + piece.length, sizeOf(block) * 2))
        larger.bytes.set(block.bytes.subarray(0, filled))
        block = larger
      }
      block.bytes.set(piece, filled)
      filled += piece.length
    }
  }
  yield* takeRows(true)
}

function separatorLineBytes(bytes: Uint8Array): number {
  const [line = ''] = separatorLine.exec(textAt(bytes, 0, Math.min(bytes.length, 1024))) ?? []
  return Buffer.byteLength(line)
}

/**
 * A byte behind this one at which a row seems to begin; null where there is none. The text is split from a line end on,
 * which may lie in quotes. After some rows the split is right all the same, since a quote inside a cell is a plain
 * character.
 */
export function rowStartNear(bytes: Uint8Array, near: number, delimiter: Delimiter): number | null {
  const line = bytes.indexOf(lineFeed, near) + 1
  const window = createWindow(windowBytes)
  const sample = bytes.subarray(line, line + windowBytes)
  window.bytes.set(sample)
  const start = line + createSplitter(delimiter)(window, sample.length, false)
  return line === 0 || start === bytes.length ? null : start
}

/** A block with room for the bytes of one window, behind them the texts of cells that quotes or marks changed. */
function createWindow(size: number): RowBlock {
  // A cell for each byte at most. A text changes twice at most, and each time becomes shorter.
  return {
    rows: 0,
    bytes: new Uint8Array(3 * size + 1),
    starts: new Uint32Array(size + 1),
    ends: new Uint32Array(size + 1),
    firstCells: new Uint32Array(size + 1),
    widths: new Uint32Array(size + 1),
    numbers: new Uint32Array(size + 1),
  }
}

function sizeOf({ starts }: RowBlock): number {
  return starts.length - 1
}

const lineFeed = 10
const carriageReturn = 13
const blank = 32
const quote = 34
const apostrophe = 39
const tab = 9
const equals = 61

/** Stands for the byte behind a cell or row that ends outside of the window. */
const outside = -1
const openQuote = -2

/**
 * Splits the rows of a window that end before a byte; gives where the first one begins that does not. Rows have their
 * first `maxCells` cells; those behind them are passed over.
 */
function createSplitter(
  delimiter: Delimiter,
  place: Pick<ReadPlace, 'row' | 'openQuotes'> = { row: 1, openQuotes: 0 },
  maxCells = Number.POSITIVE_INFINITY,
) {
  const separator = delimiter === 'none' ? -1 : delimiter.charCodeAt(0)
  // The signs at which a plain cell stops, and the mark for which it is read a second time.
  const stops = new Uint8Array(256)
  for (const byte of [lineFeed, carriageReturn, apostrophe, separator]) if (byte >= 0) stops[byte] = 1
  const restStops = new Uint8Array(256)
  for (const byte of [lineFeed, carriageReturn, quote]) restStops[byte] = 1
  /** Where the next changed text goes. */
  let side = 0
  /** Where the window ends, and whether the list does. */
  let to = 0
  let last = false

  // Bytes and cells lie inside their arrays here and below: `as number` spares a check each.
  function takeCell({ bytes, starts, ends }: RowBlock, cell: number, start: number, end: number): void {
    starts[cell] = start
    ends[cell] = end
    if (start === end || !mayBeMarked(bytes, start, end)) return
    const text = textAt(bytes, start, end)
    const bare = unprotectCell(text)
    if (bare === text) return
    starts[cell] = side
    side += Buffer.from(bytes.buffer, bytes.byteOffset).write(bare, side)
    ends[cell] = side
  }

  /** Takes a cell in which two quotes are one. */
  function takeDoubled(block: RowBlock, cell: number, start: number, end: number): void {
    const { bytes } = block
    const from = side
    for (let at = start; at < end; at++) {
      bytes[side++] = bytes[at] as number
      // A single quote inside the cell is a plain character.
      if (bytes[at] === quote && bytes[at + 1] === quote) at++
    }
    takeCell(block, cell, from, side)
  }

  /** Takes the cell that begins behind an opening quote; gives the byte behind it. */
  function takeQuoted(block: RowBlock, cell: number, start: number): number {
    const { bytes } = block
    const limit = Math.min(to, start + longestQuote)
    let isDoubled = false
    for (let at = start; ; at++) {
      while (at < limit && bytes[at] !== quote) at++
      if (at >= limit) return last || limit < to ? openQuote : outside
      if (bytes[at + 1] === quote) {
        isDoubled = true
        at++
        continue
      }
      let after = at + 1
      while (after < to && (bytes[after] === blank || bytes[after] === tab) && bytes[after] !== separator) after++
      if (after >= to && !last) return outside
      const next = bytes[after]
      if (after < to && next !== separator && next !== lineFeed && next !== carriageReturn) continue
      if (isDoubled) takeDoubled(block, cell, start, at)
      else takeCell(block, cell, start, at)
      return after
    }
  }

  /** Takes the cells of one row, from cell `first` on, and notes how many they are; gives the byte behind the row. */
  function takeRow(block: RowBlock, row: number, from: number, hasQuotes: boolean): number {
    const { bytes, starts, ends } = block
    const first = block.firstCells[row] as number
    let cell = first
    for (let at = from; ; at++) {
      if (cell - first === maxCells && holdsText(block, first, cell)) {
        block.widths[row] = maxCells
        return passRest(block, cell, at, hasQuotes)
      }
      const head = bytes[at]
      if (head === quote && hasQuotes && at < to) {
        at = takeQuoted(block, cell, at + 1)
        if (at < 0) return at
      } else {
        const start = at
        // The byte behind the window is a line end.
        at = stopAt(bytes, at, stops)
        const isMarked = bytes[at] === apostrophe || head === equals || head === tab
        while (bytes[at] === apostrophe) at = stopAt(bytes, at + 1, stops)
        if (at >= to && !last) return outside
        if (isMarked) takeCell(block, cell, start, at)
        else {
          starts[cell] = start
          ends[cell] = at
        }
      }
      cell++
      if (at < to && bytes[at] === separator) continue
      block.widths[row] = cell - first
      return at
    }
  }

  /** The end of a row whose remaining cells are not wanted; `cell` is free. */
  function passRest(block: RowBlock, cell: number, from: number, hasQuotes: boolean): number {
    const { bytes } = block
    for (let at = from; ; at++) {
      at = stopAt(bytes, at, restStops)
      if (at >= to) return last ? at : outside
      if (bytes[at] !== quote) return at
      // Only at the start of a cell it is a quoting mark.
      if (!hasQuotes || bytes[at - 1] !== separator) continue
      at = takeQuoted(block, cell, at + 1)
      if (at < 0 || bytes[at] !== separator) return at
    }
  }

  /** Where the row after a line end begins. A CR that is not before a LF ends a row of its own. */
  function afterLineEnd(bytes: Uint8Array, at: number): number {
    let end = at
    while (end < to && bytes[end] === carriageReturn) end++
    if (end === to) return last || end === at ? end : outside
    if (bytes[end] === lineFeed) return end + 1
    place.row += end - at - 1
    return end
  }

  return (block: RowBlock, windowEnd: number, isLast: boolean): number => {
    const { bytes, firstCells, widths, numbers } = block
    to = windowEnd
    last = isLast
    bytes[to] = lineFeed
    side = sizeOf(block) + 1
    let at = 0
    let row = 0
    let cell = 0
    while (at < to) {
      const number = place.row
      firstCells[row] = cell
      let end = takeRow(block, row, at, place.openQuotes < maxOpenQuotes)
      const isOpen = end === openQuote
      if (isOpen) end = takeRow(block, row, at, false)
      const next = end < 0 ? outside : afterLineEnd(bytes, end)
      if ((next === outside ? to : next) - at > longestRow) throw unreadable('not_text', 'a row without an end')
      if (next === outside) break
      if (isOpen) place.openQuotes++
      at = next
      place.row++
      if (!holdsText(block, cell, cell + (widths[row] as number))) continue
      numbers[row] = number
      cell += widths[row++] as number
    }
    block.rows = row
    return at
  }
}

/** The first byte from one on that is marked in the table; there is one. */
function stopAt(bytes: Uint8Array, from: number, stops: Uint8Array): number {
  let at = from
  while (stops[bytes[at] as number] === 0) at++
  return at
}

/** Whether a cell may carry a protective mark: at its start, or an apostrophe behind a separator inside it. */
function mayBeMarked(bytes: Uint8Array, start: number, end: number): boolean {
  const head = bytes[start]
  if (head === equals || head === tab) return true
  for (let at = start; at < end; at++) if (bytes[at] === apostrophe) return true
  return false
}

/** Whether any of the cells holds more than blanks. */
function holdsText({ bytes, starts, ends }: RowBlock, from: number, to: number): boolean {
  for (let cell = from; cell < to; cell++) {
    const end = ends[cell] as number
    for (let at = starts[cell] as number; at < end; at++) {
      const byte = bytes[at] as number
      if (byte > blank && byte < 0x80) return true
      // There are blanks beyond ASCII.
      if (byte >= 0x80 && textAt(bytes, at, end).trim() !== '') return true
      if (byte >= 0x80) break
    }
  }
  return false
}

/** In the order that decides between equals: decimal commas make `,` the least trustworthy. */
const candidates = ['\t', ';', '|', ','] as const
const sampleRows = 300
/** The line that Excel honours and hides, with the delimiter that it names. */
const separatorLine = /^\s*"?sep=([^\r\n"])[^\S\r\n]*"?[,;|]*(?:\r\n|\n|\r|$)/i

/**
 * Recognises the delimiter from a text or its first part: the one that splits most rows into the same number of cells,
 * two or more. `none` when no delimiter does so for half of the rows, which is a list of one column.
 */
export function recogniseDelimiter(text: string, isWhole = true): Delimiter {
  const [line = '', namedDelimiter] = separatorLine.exec(text) ?? []
  const body = Buffer.from(text.slice(line.length))
  const shares = candidates.map((candidate) => (body.includes(candidate) ? evenness(body, candidate, isWhole) : 0))
  const bestShare = Math.max(...shares)
  const fitting = candidates.find((_, index) => bestShare > 0.5 && shares[index] === bestShare)
  return candidates.find((candidate) => candidate === namedDelimiter) ?? fitting ?? 'none'
}

/** How well a delimiter fits: the mean of the share of rows that it splits and of those that have the usual width. */
function evenness(text: Uint8Array, delimiter: Delimiter, isWhole: boolean): number {
  const window = createWindow(text.length)
  window.bytes.set(text)
  const split = createSplitter(delimiter)
  // A quoted cell may go on behind a sample. Where no row ends before it, its quote counts as a plain character.
  split(window, text.length, isWhole)
  if (window.rows === 0) split(window, text.length, true)
  const rows = Math.min(sampleRows, window.rows)
  const counts = new Map<number, number>()
  for (const width of window.widths.subarray(0, rows)) counts.set(width, (counts.get(width) ?? 0) + 1)
  const single = counts.get(1) ?? 0
  counts.delete(1)
  return (Math.max(0, ...counts.values()) + rows - single) / 2 / (rows || 1)
}

import type { Delimiter, Encoding } from '../../preload/contract/cruzar.ts'
import { textAt } from '../engine/columns/part.ts'
import { unprotectCell } from '../engine/export/protection.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { createListKernel, type ListKernel } from './list-kernel.ts'
import { longestRow, type ReadOptions, type ReadPlace, unreadable } from './plan.ts'
import { cellText, keepRows, type RowBlock } from './row-block.ts'
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
  { signal, from = 0, rest, cells, place, kernel = createListKernel() }: ReadOptions = {},
): AsyncGenerator<RowBlock> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const split = createSplitter(kernel, delimiter, place, cells)
  let block = createWindow(kernel, Math.min(windowBytes, bytes.length + 1024))
  /** What lies between them has not been split. */
  let [start, filled] = [0, 0]
  let head = from === 0
  /** Gives the rows that end in the window. */
  async function* takeRows(last: boolean): AsyncGenerator<RowBlock> {
    start = split(block, filled, last, start)
    if (block.rows > 0) yield block
    await yieldToEventLoop()
  }
  const parts = rest ? [bytes.subarray(from, rest.at), bytes.subarray(rest.at)] : [bytes.subarray(from)]
  for (const [index, part] of parts.entries()) {
    if (index > 0) yield* takeRows(false)
    if (index > 0 && filled === start && (await rest?.isTaken())) return
    for (const whole of utf8Pieces(part, encoding, head)) {
      const piece = head ? whole.subarray(separatorLineBytes(whole)) : whole
      head = false
      if (filled + piece.length > sizeOf(block)) {
        yield* takeRows(false)
        // The rest goes to the start, where shared bytes behind it are copied quickly: aligned as they were.
        const to = (piece.byteOffset - (filled - start)) & 7
        block.bytes.copyWithin(to, start, filled)
        filled += to - start
        start = to
      }
      if (filled + piece.length > sizeOf(block)) {
        // A row longer than the window is tried again when twice as much of it is there: the work stays linear.
        const larger = createWindow(kernel, Math.max(filled + piece.length, sizeOf(block) * 2))
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
  const kernel = createListKernel()
  const window = createWindow(kernel, windowBytes)
  const sample = bytes.subarray(line, line + windowBytes)
  window.bytes.set(sample)
  const start = line + createSplitter(kernel, delimiter)(window, sample.length, false)
  return line === 0 || start === bytes.length ? null : start
}

/** A block with room for the bytes of one window, behind them the texts of cells that quotes or marks changed. */
function createWindow(kernel: ListKernel, size: number) {
  const { array } = kernel
  // A cell for each byte at most. A text changes twice at most, and each time becomes shorter.
  return {
    rows: 0,
    bytes: array(Uint8Array, 3 * size + 1),
    starts: array(Uint32Array, size + 1),
    ends: array(Uint32Array, size + 1),
    firstCells: array(Uint32Array, size + 1),
    widths: array(Uint32Array, size + 1),
    numbers: array(Uint32Array, size + 1),
    markedCells: array(Uint32Array, size + 1),
    doubtfulRows: array(Uint32Array, size + 1),
    kernel,
  }
}
type Window = ReturnType<typeof createWindow>

function sizeOf({ starts }: Window): number {
  return starts.length - 1
}

const lineFeed = 10

/**
 * Splits the rows of a window from one byte on that end before another; gives where the first one begins that does not.
 * Rows have their first `maxCells` cells; those behind them are passed over.
 */
function createSplitter(
  kernel: ListKernel,
  delimiter: Delimiter,
  place: Pick<ReadPlace, 'row' | 'openQuotes'> = { row: 1, openQuotes: 0 },
  maxCells = 0xffffffff,
) {
  const separator = delimiter === 'none' ? 256 : delimiter.charCodeAt(0)
  const splitter = kernel.array(Uint32Array, 32)
  splitter.set([separator, maxCells, longestQuote, longestRow, maxOpenQuotes])
  const [row, openQuotes, side, rows, marked, doubtful, places] = [5, 6, 7, 8, 9, 10, 11] as const

  return (window: Window, end: number, isLast: boolean, from = 0): number => {
    const { bytes, starts, ends, firstCells, widths, numbers, markedCells, doubtfulRows } = window
    const arrays = [bytes, starts, ends, firstCells, widths, numbers, markedCells, doubtfulRows]
    splitter.set([place.row, place.openQuotes, sizeOf(window) + 1], row)
    splitter.set(
      arrays.map(({ byteOffset }) => byteOffset),
      places,
    )
    const at = kernel.exports.splitRows(splitter.byteOffset, from, end, Number(isLast))
    if (at < 0) throw unreadable('not_text', 'a row without an end')
    place.row = splitter[row] as number
    place.openQuotes = splitter[openQuotes] as number
    window.rows = splitter[rows] as number
    let free = splitter[side] as number
    for (const cell of markedCells.subarray(0, splitter[marked])) free = unprotect(window, cell, free)
    const doubts = new Set(doubtfulRows.subarray(0, splitter[doubtful]))
    if (doubts.size > 0) keepRows(window, (one) => !doubts.has(one) || holdsText(window, one))
    return at
  }
}

/** Takes the protective mark off a cell that may have one. The text then lies behind the window, at `free`. */
function unprotect({ bytes, starts, ends }: Window, cell: number, free: number): number {
  const text = textAt(bytes, starts[cell] as number, ends[cell] as number)
  const bare = unprotectCell(text)
  if (bare === text) return free
  starts[cell] = free
  ends[cell] = free + Buffer.from(bytes.buffer, bytes.byteOffset).write(bare, free)
  return ends[cell] as number
}

/** Whether any cell of a row holds more than blanks and control characters. */
function holdsText(block: RowBlock, row: number): boolean {
  for (let column = 0; column < (block.widths[row] as number); column++) {
    if (/[^\0-\x20]/.test(cellText(block, row, column).trim())) return true
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
  const kernel = createListKernel()
  const window = createWindow(kernel, text.length)
  window.bytes.set(text)
  const split = createSplitter(kernel, delimiter)
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

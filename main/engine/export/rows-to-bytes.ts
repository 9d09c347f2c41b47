import type { TextHeap } from '../columns/part.ts'
import {
  type BlockCells,
  type CellFormat,
  createColumnCells,
  form,
  mostBlockRows,
  type RunPart,
  slack,
} from './column-cells.ts'
import type { CellCounts } from './table.ts'
import { mostDigits, putInteger } from './time-digits.ts'

/**
 * A run of rows becomes bytes in blocks. First each column finds its cells (column-cells.ts): loops over cells of one
 * kind, in which no texts are made. Then the rows are put together, cell after cell, by copying.
 *
 *   row   start  [number of the row]  head  cell of column 0 … cell of the last column  end
 *   cell  start  [number of the row]  what is around it  its bytes  what is around it
 */
export interface RowFormat {
  readonly columns: readonly CellFormat[]
  /** The text before the filled cells of each column. */
  readonly starts: readonly string[]
  /** The text in place of its empty cells. */
  readonly empties: readonly string[]
  /** Whether the number of the row in the file follows the start of the row and of each cell. */
  readonly numbered: boolean
  /** The texts before the number of the row, behind it, and behind the last cell. */
  readonly row: readonly [start: string, head: string, end: string]
  /** What `columns` have counted since the last `takeCounts`. */
  readonly counts: CellCounts
}

export interface MadeRows extends CellCounts {
  /** In the memory that was given, or in a larger one. */
  readonly bytes: Uint8Array
}

/** A run of rows of one file; `number` is the first row's place in it. */
export interface RowRun {
  readonly parts: readonly RunPart[]
  readonly number: number
  readonly memory: SharedArrayBuffer
}

export type MakeRows = (run: RowRun) => MadeRows

/** `codeCells` are the cells of each column of codes. */
export function createMakeRows(format: RowFormat, codeCells: readonly TextHeap[]): MakeRows {
  const length = format.columns.length * mostBlockRows
  const cells = { forms: new Uint8Array(length), starts: new Uint32Array(length), sizes: new Uint32Array(length) }
  let frame: Frame | null = null
  return ({ parts, number, memory }) => {
    frame ??= createFrame(parts, format)
    const columns = parts.map((part, index) =>
      createColumnCells(part, codeCells[index] as TextHeap, {
        ...cells,
        format: format.columns[index] as CellFormat,
        base: index * mostBlockRows,
      }),
    )
    const rows = parts[0]?.rows ?? 0
    let bytes = new Uint8Array(memory)
    let used = 0
    for (let from = 0; from < rows; from += mostBlockRows) {
      const to = Math.min(rows, from + mostBlockRows)
      let neededBytes = used + (to - from) * frame.rowBytes + slack
      for (const column of columns) neededBytes += column.find(from, to)
      if (neededBytes > bytes.length) {
        // The new memory has this much room, since shared memory is not given back soon.
        const larger = new Uint8Array(new SharedArrayBuffer(Math.ceil((neededBytes * rows) / to)))
        larger.set(bytes)
        bytes = larger
      }
      const sources = columns.flatMap(({ plain, whole }) => [plain, plain, plain, whole.view])
      const block = { sources, count: to - from, number: number + from }
      used = putRows(new DataView(bytes.buffer), used, cells, frame, block)
    }
    return { bytes: bytes.subarray(0, used), ...takeCounts(format.counts) }
  }
}

/** Gives the counts and sets them to zero. */
export function takeCounts(counts: CellCounts): CellCounts {
  const { long, cleaned } = counts
  counts.long = 0
  counts.cleaned = 0
  return { long, cleaned }
}

type Frame = ReturnType<typeof createFrame>

const partsOfCell = 6
const nothing = ['', ''] as const

/** The texts around cells and rows, in `view`, each by where it begins and its size. */
function createFrame(columns: readonly RunPart[], format: RowFormat) {
  const { numbered, starts, empties } = format
  const texts: Buffer[] = []
  let used = 0
  const placed = (text: string): [number, number] => {
    const bytes = Buffer.from(text)
    texts.push(bytes)
    used += bytes.length
    return [used - bytes.length, bytes.length]
  }
  const parts = columns.flatMap(({ kind }, index) => {
    const start = starts[index] ?? ''
    const around = format.columns[index]?.around
    const plain = kind === 'cells' || kind === 'codes' ? nothing : around?.[kind]
    const filled = [plain, around?.held, nothing].map(([prefix, after] = nothing) =>
      numbered ? [start, prefix, after] : [start + prefix, '', after],
    )
    return [[empties[index] ?? '', '', ''], ...filled].flat().flatMap(placed)
  })
  const row = format.row.flatMap(placed)
  const bytes = Buffer.concat(texts, used + mostDigits + slack)
  return {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    numbered,
    /**
     * For each form of a cell in each column: start, before, after. The text before belongs to the start unless rows
     * are numbered.
     */
    parts: Uint32Array.from(parts),
    /** Start, head, end. */
    row: Uint32Array.from(row),
    /** Where the digits of the row's number are put. */
    digits: used,
    /** A row has at most so many bytes beside those of its cells. */
    rowBytes: used + mostDigits * (columns.length + 1),
  }
}

/** `sources` are the bytes of each form in each column. Gives where the rows end. */
function putRows(
  view: DataView,
  used: number,
  { forms, starts, sizes }: BlockCells,
  { view: texts, parts, row, digits, numbered }: Frame,
  {
    sources,
    count,
    number,
  }: { readonly sources: readonly DataView[]; readonly count: number; readonly number: number },
): number {
  const cells = (sources.length / 4) * mostBlockRows
  let to = used
  // Indexes lie inside the arrays: `as number` spares a check a cell.
  for (let at = 0; at < count; at++) {
    const size = numbered ? putInteger(texts, digits, number + at) : 0
    to = put(view, to, texts, row[0] as number, row[1] as number)
    to = put(view, to, texts, digits, size)
    to = put(view, to, texts, row[2] as number, row[3] as number)
    for (let cell = at, column = 0; cell < cells; cell += mostBlockRows, column += 4) {
      const cellForm = forms[cell] as number
      const part = (column + cellForm) * partsOfCell
      to = put(view, to, texts, parts[part] as number, parts[part + 1] as number)
      if (cellForm === form.empty) continue
      if (numbered) {
        to = put(view, to, texts, digits, size)
        to = put(view, to, texts, parts[part + 2] as number, parts[part + 3] as number)
      }
      to = putCell(view, to, sources[column + cellForm] as DataView, starts[cell] as number, sizes[cell] as number)
      to = put(view, to, texts, parts[part + 4] as number, parts[part + 5] as number)
    }
    to = put(view, to, texts, row[4] as number, row[5] as number)
  }
  return to
}

/** Copies in steps of eight bytes; the next text overwrites the excess. Gives where the text ends. */
function put(view: DataView, to: number, source: DataView, from: number, size: number): number {
  for (let done = 0; done < size; done += 8) view.setBigUint64(to + done, source.getBigUint64(from + done))
  return to + size
}

/**
 * Does the same for most cells, which are longer than eight bytes: two steps without a branch that processors
 * mispredict.
 */
function putCell(view: DataView, to: number, source: DataView, from: number, size: number): number {
  view.setBigUint64(to, source.getBigUint64(from))
  view.setBigUint64(to + 8, source.getBigUint64(from + 8))
  for (let done = 16; done < size; done += 8) view.setBigUint64(to + done, source.getBigUint64(from + done))
  return to + size
}

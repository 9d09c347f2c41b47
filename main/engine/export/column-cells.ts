import {
  type Codes,
  type NumberPart,
  type TextHeap,
  type TextPart,
  type TimePart,
  textReader,
} from '../columns/part.ts'
import { firstFormat, nullCode, originalTexts } from '../columns/time-column.ts'
import type { ExportCell } from './table.ts'
import { mostDigits, originalTimes, type PutTime, putInteger } from './time-digits.ts'

/** The cells of so many rows are found at once: few enough for the processor's nearest cache. */
export const mostBlockRows = 256

/** So many bytes can be read from the start of a cell on, and behind it, since cells are copied in steps. */
export const slack = 16

/**
 * How a cell is written. `empty` is not written. `plain` is the bytes of its column's `plain`, with what the format
 * puts around the texts, numbers or times of the column. `held` has around it what holds a text in Excel. `whole` is
 * bytes that have everything.
 */
export const form = { empty: 0, plain: 1, held: 2, whole: 3 } as const
export type Form = (typeof form)[keyof typeof form]

/** One column as a format writes it. */
export interface CellFormat {
  /** The texts around values that are written as they are stored. */
  readonly around: Readonly<Record<'text' | 'held' | 'number' | 'time', readonly [before: string, after: string]>>
  /** Writes moments; null writes the texts that the service sent. */
  readonly putTime: PutTime | null
  /** The form of a text that is not empty, from its UTF-8 alone; `whole` when `encode` has to decide. */
  formOf(bytes: Uint8Array, from: number, to: number): Form
  /** A cell with everything that belongs to it, empty for an empty one. Counts what is lost or long. */
  encode(cell: ExportCell): string
  /** Does the same for a value that other rows may have too. */
  encodeRepeated(cell: ExportCell): string
}

/**
 * A run of rows of one column in one of three forms. It is its values as they are stored, or finished cells. Or it is
 * the numbers of finished cells that are known for the whole file, of which number 0 is empty. Rows are counted from
 * the first of the run.
 */
export type RunPart =
  | TextPart
  | NumberPart
  | TimePart
  | (TextHeap & { readonly kind: 'cells'; readonly rows: number })
  | { readonly kind: 'codes'; readonly rows: number; readonly codes: Codes }

/**
 * The cells of a block of rows: that of column c in row r is at c * mostBlockRows + r. Sizes are 0 where forms are
 * `empty`.
 */
export interface BlockCells {
  readonly forms: Uint8Array
  /** Where the cell's bytes begin in the pool of its form. */
  readonly starts: Uint32Array
  readonly sizes: Uint32Array
}

/** Finds the cells of rows `from` to `to`, at most `mostBlockRows`; gives how many bytes they have at most. */
type Find = (from: number, to: number) => number

interface Notes extends BlockCells {
  readonly format: CellFormat
  /** The position of the column's first cell among those of a block. */
  readonly base: number
  /** Encodes cell `at` as a whole one; gives its size. */
  encode(at: number, cell: ExportCell): number
}

/** Finds the cells of a column by the way in which its values are stored; `codeCells` are the cells of its codes. */
export function createColumnCells(part: RunPart, codeCells: TextHeap, place: Omit<Notes, 'encode'>) {
  const whole = createPool()
  const notes: Notes = {
    ...place,
    encode: (at, cell) => {
      const text = place.format.encode(cell)
      place.forms[at] = text === '' ? form.empty : form.whole
      place.starts[at] = whole.used
      const size = whole.add(text)
      place.sizes[at] = size
      return size
    },
  }
  const [plain, find] = findingOf(part, codeCells, notes)
  return {
    plain,
    whole,
    find: (from: number, to: number) => {
      whole.used = 0
      return find(from, to)
    },
  }
}

function findingOf(part: RunPart, codeCells: TextHeap, notes: Notes): readonly [plain: DataView, Find] {
  switch (part.kind) {
    case 'text':
      return [viewOf(part.heap), findTexts(part, notes)]
    case 'cells':
      return [viewOf(part.heap), findFinished(part, null, notes)]
    case 'codes':
      return [viewOf(codeCells.heap), findFinished(codeCells, part.codes, notes)]
    case 'number':
    case 'time': {
      const digits = viewOf(new Uint8Array(mostBlockRows * mostDigits + slack))
      return [digits, part.kind === 'time' ? findTimes(part, notes, digits) : findNumbers(part, notes, digits)]
    }
  }
}

// Rows lie inside the parts, and codes inside their cells: `as number` spares a check a cell here and below.

function findTexts(part: TextPart, { forms, starts, sizes, base, encode, format }: Notes): Find {
  const { offsets, heap } = part
  const { formOf } = format
  const textOf = textReader(part)
  const last = heap.length - slack
  return (from, to) => {
    let bytes = 0
    for (let row = from; row < to; row++) {
      const at = base + row - from
      const start = offsets[row] as number
      const end = offsets[row + 1] as number
      let cellForm: Form = form.empty
      if (end > last && end > start) cellForm = form.whole
      else if (end > start) cellForm = formOf(heap, start, end)
      if (cellForm === form.whole) {
        bytes += encode(at, textOf(row))
        continue
      }
      forms[at] = cellForm
      starts[at] = start
      sizes[at] = end - start
      bytes += end - start
    }
    return bytes
  }
}

function findNumbers({ values }: NumberPart, { forms, starts, sizes, base, encode }: Notes, digits: DataView): Find {
  return (from, to) => {
    let bytes = (to - from) * mostDigits
    for (let row = from; row < to; row++) {
      const at = base + row - from
      const value = values[row] as number
      if ((value | 0) === value && value >= 0) {
        forms[at] = form.plain
        starts[at] = (row - from) * mostDigits
        sizes[at] = putInteger(digits, (row - from) * mostDigits, value)
      } else if (Number.isNaN(value)) forms[at] = form.empty
      else bytes += encode(at, value)
    }
    return bytes
  }
}

function findTimes(part: TimePart, { forms, starts, sizes, base, encode, format }: Notes, digits: DataView): Find {
  const { at: moments, codes, formats } = part
  const puts = Array.from({ length: firstFormat }, () => format.putTime)
  for (const one of formats) puts.push(format.putTime ?? originalTimes(one))
  const textOf = originalTexts(part)
  return (from, to) => {
    let bytes = (to - from) * mostDigits
    for (let row = from; row < to; row++) {
      const at = base + row - from
      const code = codes[row] as number
      const moment = moments[row] as number
      const put = puts[code]
      const size = code !== nullCode && put ? put(digits, (row - from) * mostDigits, moment) : 0
      if (size > 0) {
        forms[at] = form.plain
        starts[at] = (row - from) * mostDigits
        sizes[at] = size
      } else if (code === nullCode) forms[at] = form.empty
      // Where moments are not written, times are the texts of the service.
      else bytes += encode(at, format.putTime && !Number.isNaN(moment) ? moment : textOf(row))
    }
    return bytes
  }
}

/** Finds finished cells: that of each row, or of its code. */
function findFinished({ offsets }: TextHeap, codes: Codes | null, { forms, starts, sizes, base }: Notes): Find {
  return (from, to) => {
    let bytes = 0
    for (let row = from; row < to; row++) {
      const at = base + row - from
      const cell = codes ? (codes[row] as number) : row
      const start = offsets[cell] as number
      const size = (offsets[cell + 1] as number) - start
      forms[at] = size === 0 ? form.empty : form.plain
      starts[at] = start
      sizes[at] = size
      bytes += size
    }
    return bytes
  }
}

/** Bytes of cells, with `slack` behind the last. */
function createPool() {
  let bytes = Buffer.alloc(slack)
  const pool = {
    view: viewOf(bytes),
    used: 0,
    /** Adds a text as UTF-8 from `used` on; gives its size. */
    add(text: string): number {
      const neededBytes = pool.used + text.length * 3 + slack
      if (neededBytes > bytes.length) {
        bytes = Buffer.concat([bytes.subarray(0, pool.used)], Math.max(neededBytes, bytes.length * 2, 1024))
        pool.view = viewOf(bytes)
      }
      const size = bytes.write(text, pool.used)
      pool.used += size
      return size
    },
  }
  return pool
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

import type { StoredValues } from '../columns/column.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { DictionaryPart, ListPart, NumberPart, TextPart, TimePart } from '../columns/part.ts'
import { firstFormat, nullCode } from '../columns/time-column.ts'
import type { ExportCell, ExportColumn } from './table.ts'
import { mostDigits, originalTimes, type PutTime, putInteger } from './time-digits.ts'

/** Rows whose cells are found at once. */
export const mostBlockRows = 512

/** Bytes that can be read behind every cell, since cells are copied in steps of eight. */
export const slack = 8

/**
 * How a cell is written: not at all; as bytes of `plain`, with what the format puts around the texts, numbers or times of
 * its column; the same with what holds a text in Excel; or as bytes of `whole`, which has everything.
 */
export const form = { empty: 0, plain: 1, held: 2, whole: 3 } as const
export type Form = (typeof form)[keyof typeof form]

export type Around = readonly [before: string, after: string]
const nothing: Around = ['', '']

/** One column as a format writes it. */
export interface CellFormat {
  /** Around what is written as it is stored. */
  readonly around: Readonly<Record<'text' | 'held' | 'number' | 'time', Around>>
  /** Writes moments; null writes the texts that the service sent. */
  readonly putTime: PutTime | null
  /** The form of a text that is not empty, from its UTF-8 alone; `whole` when it needs a closer look. */
  formOf(bytes: Uint8Array, from: number, to: number): Form
  /** A cell with everything that belongs to it, empty for an empty one. Counts what is lost or long. */
  encode(cell: ExportCell): string
  /** The same for a value that many rows have; null when it must be encoded, and counted, for each. */
  encodeRepeated(cell: ExportCell): string | null
}

/** The cells of a block in one column: cell i is of `forms[i]`, and has `sizes[i]` bytes from `starts[i]` on. */
export interface ColumnCells {
  readonly forms: Uint8Array
  readonly starts: Uint32Array
  readonly sizes: Uint32Array
  readonly plain: Pool
  readonly whole: Pool
  /** What is around plain and held cells. */
  readonly around: readonly [plain: Around, held: Around]
  /** Finds the cells of these rows, at most `mostBlockRows`; gives the sum of their sizes. */
  find(rows: Uint32Array): number
}

/** The cells of a column, found in the way in which its values are stored. */
export function createColumnCells(column: ExportColumn, format: CellFormat): ColumnCells {
  const whole = createPool()
  const cells: Cells = {
    forms: new Uint8Array(mostBlockRows),
    starts: new Uint32Array(mostBlockRows),
    sizes: new Uint32Array(mostBlockRows),
    encode: (index, row) => {
      const text = format.encode(column.cell(row) ?? null)
      cells.forms[index] = text === '' ? form.empty : form.whole
      cells.starts[index] = whole.used
      cells.sizes[index] = whole.add(text)
      return cells.sizes[index] as number
    },
  }
  const { plain, around, find } = finderOf(column.stored, format, cells)
  return {
    ...cells,
    plain,
    whole,
    around: [around, format.around.held],
    find: (rows) => {
      whole.used = 0
      return find(rows)
    },
  }
}

type Cells = Pick<ColumnCells, 'forms' | 'starts' | 'sizes'> & {
  /** Makes cell `index` a whole one from what the column says of the row; gives its size. */
  encode(index: number, row: number): number
}

interface Finder {
  readonly plain: Pool
  readonly around: Around
  readonly find: ColumnCells['find']
}

function finderOf(stored: StoredValues | undefined, format: CellFormat, cells: Cells): Finder {
  if (!stored) return { plain: createPool(), around: nothing, find: encodeAll(cells) }
  const rowsIn = through(stored.rows)
  const { part } = stored
  switch (part.kind) {
    case 'text': {
      const plain = { view: viewOf(part.heap), used: part.heap.length, add: () => 0 }
      return { plain, around: format.around.text, find: findTexts(part, rowsIn, format, cells) }
    }
    case 'number': {
      const plain = createPool(mostBlockRows * mostDigits)
      return { plain, around: format.around.number, find: findNumbers(part, rowsIn, plain.view, cells) }
    }
    case 'time': {
      const plain = createPool(mostBlockRows * mostDigits)
      return { plain, around: format.around.time, find: findTimes(part, rowsIn, plain.view, { format, cells }) }
    }
    case 'dictionary':
    case 'list': {
      const plain = createPool()
      return { plain, around: nothing, find: findCodes(part, rowsIn, plain, { format, cells }) }
    }
  }
}

/** The rows of the stored values that rows of the table show. */
type RowsIn = (rows: Uint32Array) => Uint32Array

function through(index: Uint32Array | null): RowsIn {
  if (!index) return (rows) => rows
  const found = new Uint32Array(mostBlockRows)
  return (rows) => {
    for (let at = 0; at < rows.length; at++) found[at] = index[rows[at] as number] as number
    return found
  }
}

function encodeAll({ encode }: Cells): ColumnCells['find'] {
  return (rows) => {
    let bytes = 0
    for (let at = 0; at < rows.length; at++) bytes += encode(at, rows[at] as number)
    return bytes
  }
}

// Rows lie inside the parts, and codes inside their dictionaries: `as number` spares a check a cell here and below.

function findTexts({ offsets, heap }: TextPart, rowsIn: RowsIn, format: CellFormat, cells: Cells): ColumnCells['find'] {
  const { forms, starts, sizes, encode } = cells
  const { formOf } = format
  const last = heap.length - slack
  return (rows) => {
    const stored = rowsIn(rows)
    let bytes = 0
    for (let at = 0; at < rows.length; at++) {
      const row = stored[at] as number
      const start = row === noRow ? 0 : (offsets[row] as number)
      const end = row === noRow ? 0 : (offsets[row + 1] as number)
      if (start === end) {
        forms[at] = form.empty
        continue
      }
      const found = end > last ? form.whole : formOf(heap, start, end)
      if (found === form.whole) {
        bytes += encode(at, rows[at] as number)
        continue
      }
      forms[at] = found
      starts[at] = start
      sizes[at] = end - start
      bytes += end - start
    }
    return bytes
  }
}

function findNumbers({ values }: NumberPart, rowsIn: RowsIn, digits: DataView, cells: Cells): ColumnCells['find'] {
  const { forms, starts, sizes, encode } = cells
  return (rows) => {
    const stored = rowsIn(rows)
    let bytes = 0
    for (let at = 0; at < rows.length; at++) {
      const row = stored[at] as number
      const value = row === noRow ? Number.NaN : (values[row] as number)
      if (Number.isNaN(value)) {
        forms[at] = form.empty
      } else if ((value | 0) === value && value >= 0) {
        forms[at] = form.plain
        starts[at] = at * mostDigits
        sizes[at] = putInteger(digits, at * mostDigits, value)
        bytes += mostDigits
      } else bytes += encode(at, rows[at] as number)
    }
    return bytes
  }
}

interface Ways {
  readonly format: CellFormat
  readonly cells: Cells
}

function findTimes(part: TimePart, rowsIn: RowsIn, digits: DataView, { format, cells }: Ways): ColumnCells['find'] {
  const { forms, starts, sizes, encode } = cells
  const { at: moments, codes, formats } = part
  const puts = Array.from({ length: firstFormat }, () => format.putTime)
  for (const one of formats) puts.push(format.putTime ?? originalTimes(one))
  return (rows) => {
    const stored = rowsIn(rows)
    let bytes = 0
    for (let at = 0; at < rows.length; at++) {
      const row = stored[at] as number
      const code = row === noRow ? nullCode : (codes[row] as number)
      if (code === nullCode) {
        forms[at] = form.empty
        continue
      }
      const size = puts[code]?.(digits, at * mostDigits, moments[row] as number) ?? 0
      if (size === 0) {
        bytes += encode(at, rows[at] as number)
        continue
      }
      forms[at] = form.plain
      starts[at] = at * mostDigits
      sizes[at] = size
      bytes += size
    }
    return bytes
  }
}

/** What is known of a code: nothing yet, what its cells are, or that each of its cells is encoded by itself. */
const unknown = 0xff

/** Values are encoded when the first row has them, since a few rows need not pay for a large dictionary, nor show it. */
function findCodes(part: DictionaryPart | ListPart, rowsIn: RowsIn, pool: Pool, ways: Ways): ColumnCells['find'] {
  const { forms, starts, sizes, encode } = ways.cells
  const { codes, values } = part
  const known = new Uint8Array(values.length + 1).fill(unknown)
  known[0] = form.empty
  const starting = new Uint32Array(values.length + 1)
  const lengths = new Uint32Array(values.length + 1)
  const learn = (code: number) => {
    const text = ways.format.encodeRepeated(values[code - 1] ?? null)
    starting[code] = pool.used
    lengths[code] = pool.add(text ?? '')
    if (text === null) known[code] = form.whole
    else known[code] = text === '' ? form.empty : form.plain
  }
  return (rows) => {
    const stored = rowsIn(rows)
    let bytes = 0
    for (let at = 0; at < rows.length; at++) {
      const row = stored[at] as number
      const code = row === noRow ? 0 : (codes[row] as number)
      if (known[code] === unknown) learn(code)
      if (known[code] === form.whole) {
        bytes += encode(at, rows[at] as number)
        continue
      }
      forms[at] = known[code] as number
      starts[at] = starting[code] as number
      sizes[at] = lengths[code] as number
      bytes += lengths[code] as number
    }
    return bytes
  }
}

/** Texts as UTF-8, one after the other, with `slack` behind the last. */
interface Pool {
  view: DataView
  used: number
  /** Gives the size of the text, which begins where `used` was. */
  add(text: string): number
}

function createPool(expected = 1024): Pool {
  let bytes = Buffer.alloc(expected + slack)
  const pool: Pool = {
    view: viewOf(bytes),
    used: 0,
    add: (text) => {
      const most = pool.used + text.length * 3 + slack
      if (most > bytes.length) {
        const larger = Buffer.alloc(Math.max(most, bytes.length * 2))
        larger.set(bytes.subarray(0, pool.used))
        bytes = larger
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

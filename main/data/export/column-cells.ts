import { noRow } from '../columns/derived-columns.ts'
import type { DictionaryPart, ListPart, NumberPart, Part, TextPart, TimePart } from '../columns/part.ts'
import { firstFormat, nullCode } from '../columns/time-column.ts'
import type { ExportCell, ExportColumn } from './table.ts'
import { mostDigits, originalTimes, type PutTime, putInteger } from './time-digits.ts'

/** Rows whose cells are found at once: few enough for the processor's nearest cache. */
export const mostBlockRows = 256

/** So many bytes can be read from where a cell begins, and behind it, since cells are copied in steps. */
export const slack = 16

/**
 * How a cell is written: not at all; as bytes of its column's `plain`, with what the format puts around the texts, numbers or
 * times of the column; the same with what holds a text in Excel; or as bytes of `whole`, which has everything.
 */
export const form = { empty: 0, plain: 1, held: 2, whole: 3 } as const
export type Form = (typeof form)[keyof typeof form]

export type Around = readonly [before: string, after: string]

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

/**
 * The cells of a block of rows: that of column c in row r is at c * mostBlockRows + r. Sizes are 0 where forms are `empty`.
 */
export interface BlockCells {
  readonly forms: Uint8Array
  /** Where the cell's bytes begin in the pool of its form. */
  readonly starts: Uint32Array
  readonly sizes: Uint32Array
}

export interface ColumnCells {
  readonly plain: Pool
  readonly whole: Pool
  /** What is around plain cells. */
  readonly around: Around
  /** Finds the cells of these rows, at most `mostBlockRows`; gives the most bytes that they have. */
  find(rows: Uint32Array): number
}

/** The cells of a column, found in the way in which its values are stored; `base` is where they are among those of a block. */
export function createColumnCells(
  { cell, stored }: ExportColumn,
  format: CellFormat,
  cells: BlockCells,
  base: number,
): ColumnCells {
  const whole = createPool()
  const encode = (at: number, row: number) => {
    const text = format.encode(cell(row) ?? null)
    cells.forms[at] = text === '' ? form.empty : form.whole
    cells.starts[at] = whole.used
    const size = whole.add(text)
    cells.sizes[at] = size
    return size
  }
  const { plain, around, find } = findingOf(stored?.part, { ...cells, format, base, encode })
  return {
    plain,
    whole,
    around,
    find: (rows) => {
      whole.used = 0
      return find(rows, stored?.rows ? through(stored.rows, rows) : rows)
    },
  }
}

/** Where and how cells are noted. */
interface Notes extends BlockCells {
  readonly format: CellFormat
  readonly base: number
  /** Makes cell `at` a whole one, of what the column says of the row of the table; gives its size. */
  encode(at: number, row: number): number
}

/** Finds cells by the rows of the table and where these are among the stored values. */
type Find = (rows: Uint32Array, stored: Uint32Array) => number

function findingOf(
  part: Part | undefined,
  notes: Notes,
): { readonly plain: Pool; readonly around: Around; readonly find: Find } {
  const { around } = notes.format
  const plain = createPool(mostBlockRows * mostDigits)
  const nothing: Around = ['', '']
  if (!part) return { plain, around: nothing, find: encodeAll(notes) }
  switch (part.kind) {
    case 'text':
      return { plain: poolOf(part.heap), around: around.text, find: findTexts(part, notes) }
    case 'number':
      return { plain, around: around.number, find: findNumbers(part, notes, plain.view) }
    case 'time':
      return { plain, around: around.time, find: findTimes(part, notes, plain.view) }
    case 'dictionary':
    case 'list':
      return { plain, around: nothing, find: findCodes(part, notes, plain) }
  }
}

// Rows lie inside the parts, and codes inside their dictionaries: `as number` spares a check a cell here and below.

function through(index: Uint32Array, rows: Uint32Array): Uint32Array {
  return rows.map((row) => index[row] as number)
}

function encodeAll({ base, encode }: Notes): Find {
  return (rows) => rows.reduce((bytes, row, at) => bytes + encode(base + at, row), 0)
}

function findTexts({ offsets, heap }: TextPart, { forms, starts, sizes, base, encode, format }: Notes): Find {
  const { formOf } = format
  const last = heap.length - slack
  return (rows, stored) => {
    let bytes = 0
    for (let index = 0; index < rows.length; index++) {
      const at = base + index
      const row = stored[index] as number
      const start = row === noRow ? 0 : (offsets[row] as number)
      const end = row === noRow ? 0 : (offsets[row + 1] as number)
      let found: Form = form.empty
      if (end > last && end > start) found = form.whole
      else if (end > start) found = formOf(heap, start, end)
      if (found === form.whole) {
        bytes += encode(at, rows[index] as number)
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

function findNumbers({ values }: NumberPart, { forms, starts, sizes, base, encode }: Notes, digits: DataView): Find {
  return (rows, stored) => {
    let bytes = rows.length * mostDigits
    for (let index = 0; index < rows.length; index++) {
      const at = base + index
      const row = stored[index] as number
      const value = row === noRow ? Number.NaN : (values[row] as number)
      if ((value | 0) === value && value >= 0) {
        forms[at] = form.plain
        starts[at] = index * mostDigits
        sizes[at] = putInteger(digits, index * mostDigits, value)
      } else if (Number.isNaN(value)) forms[at] = form.empty
      else bytes += encode(at, rows[index] as number)
    }
    return bytes
  }
}

function findTimes(part: TimePart, { forms, starts, sizes, base, encode, format }: Notes, digits: DataView): Find {
  const { at: moments, codes, formats } = part
  const puts = Array.from({ length: firstFormat }, () => format.putTime)
  for (const one of formats) puts.push(format.putTime ?? originalTimes(one))
  return (rows, stored) => {
    let bytes = rows.length * mostDigits
    for (let index = 0; index < rows.length; index++) {
      const at = base + index
      const row = stored[index] as number
      const code = row === noRow ? nullCode : (codes[row] as number)
      const put = puts[code]
      const size = code !== nullCode && put ? put(digits, index * mostDigits, moments[row] as number) : 0
      if (size > 0) {
        forms[at] = form.plain
        starts[at] = index * mostDigits
        sizes[at] = size
      } else if (code === nullCode) forms[at] = form.empty
      else bytes += encode(at, rows[index] as number)
    }
    return bytes
  }
}

/** Values are encoded when the first row has them, since a few rows need not pay for a large dictionary, nor show it. */
function findCodes(part: DictionaryPart | ListPart, notes: Notes, pool: Pool): Find {
  const { forms, starts, sizes, base, encode, format } = notes
  const { codes, values } = part
  const unknown = 0xff
  const known = new Uint8Array(values.length + 1).fill(unknown)
  known[0] = form.empty
  const begins = new Uint32Array(values.length + 1)
  const lengths = new Uint32Array(values.length + 1)
  const learn = (code: number): number => {
    const text = format.encodeRepeated(values[code - 1] ?? null)
    begins[code] = pool.used
    lengths[code] = pool.add(text ?? '')
    const filled = text === '' ? form.empty : form.plain
    known[code] = text === null ? form.whole : filled
    return known[code]
  }
  return (rows, stored) => {
    let bytes = 0
    for (let index = 0; index < rows.length; index++) {
      const at = base + index
      const row = stored[index] as number
      const code = row === noRow ? 0 : (codes[row] as number)
      let found = known[code] as number
      if (found === unknown) found = learn(code)
      if (found === form.whole) {
        bytes += encode(at, rows[index] as number)
        continue
      }
      forms[at] = found
      starts[at] = begins[code] as number
      sizes[at] = lengths[code] as number
      bytes += lengths[code] as number
    }
    return bytes
  }
}

/** Bytes of cells, with `slack` behind the last. */
export interface Pool {
  view: DataView
  used: number
  /** Adds a text as UTF-8 from `used` on; gives its size. */
  add(text: string): number
}

function createPool(expected = 1024): Pool {
  let bytes = Buffer.alloc(expected + slack)
  const pool = poolOf(bytes)
  pool.add = (text) => {
    const most = pool.used + text.length * 3 + slack
    if (most > bytes.length) {
      bytes = Buffer.concat([bytes.subarray(0, pool.used)], Math.max(most, bytes.length * 2))
      pool.view = viewOf(bytes)
    }
    const size = bytes.write(text, pool.used)
    pool.used += size
    return size
  }
  return pool
}

function poolOf(bytes: Uint8Array): Pool {
  return { view: viewOf(bytes), used: 0, add: () => 0 }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

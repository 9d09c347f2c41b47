import { type InterruptibleWork, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { timeFormat } from '../../kernel/times.ts'
import type { StoredValues } from '../columns/column.ts'
import { noRow } from '../columns/derived-columns.ts'
import { countCodes, takeCodes } from '../columns/dictionary-column.ts'
import { type Numbers, numbersOf } from '../columns/numbers.ts'
import {
  type Codes,
  createReusedMemory,
  type DictionaryPart,
  type ListPart,
  type Part,
  type TextHeap,
  type TimePart,
} from '../columns/part.ts'
import { createTextBuilder, takeTexts } from '../columns/text-part.ts'
import { firstFormat } from '../columns/time-column.ts'
import { createRowKernel, type PlacedValues, type RowKernel, type ValueKind } from './row-kernel.ts'
import type { CellCounts, CellFormat, ExportTable, RowFormat } from './table.ts'
import { type ClockTimes, firstMs, lastMs } from './time-texts.ts'

/**
 * The rows of a file as bytes, in runs. The values of a run are placed in the memory of the kernel (row-kernel.ts),
 * which makes bytes of them. Values that many rows have are finished once a file. What bytes alone do not decide goes
 * through `cell` and `encode`.
 */
export interface RowBlocks {
  /** Cells cut or cleaned so far; a repeated value once for every row of the file that has it. */
  readonly counts: CellCounts
  /** Makes these rows as the file has them; `number` is the first one's place in it. */
  make(rows: Uint32Array, number: number): AsyncGenerator<{ readonly rows: number; readonly bytes: Uint8Array }>
}

/** The input and output of so many rows stay in the nearer caches. */
const mostRunRows = 2048
/** With long texts runs have fewer rows, but not less than these. */
const fewestRunRows = 256
const mostRunBytes = 8_000_000
/** Shorter ones need no count. */
const longText = 500
/** So many cells that become texts first take a fraction of a slice. */
const mostEncodedCells = 8192

/** Columns whose rows do not follow each other are placed whole, while they fit. */
const mostWholeBytes = 512_000_000
/** And while at least one of so many of their rows is written. */
const wholeShare = 4

/** Places values of a column in the kernel's memory: those of rows that follow each other, or of any. */
interface Source {
  slice(first: number, count: number): PlacedValues
  take(rows: Uint32Array): PlacedValues
}

/** The rows of a column in the order of the file, or of one run of it. */
interface Order {
  readonly rows: Uint32Array
  /** Where the rows follow each other: the first. */
  readonly first: number | null
}

export async function createRowBlocks(
  { columns, rows: all }: ExportTable,
  format: RowFormat,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RowBlocks> {
  const { counts, starts, empties, numbered } = format
  const kinds = columns.map(({ stored }) => valueKind(stored?.part))
  const kernel = createRowKernel(format, kinds)
  const loads: ((order: Order) => PlacedValues)[] = []
  const orders = createOrders(all)
  let room = mostWholeBytes
  for (const [column, { stored }] of columns.entries()) {
    await yieldToEventLoop()
    if (!stored) {
      loads.push(() => [0, 0, 0])
      continue
    }
    const { part } = stored
    const order = orders(stored.rows)
    const source = await runInSlices(
      sourceOf(kernel, part, order, format.columns[column] as CellFormat, counts),
      yieldToEventLoop,
    )
    const bytes = bytesOfPart(part)
    if (order.first === null && all.length * wholeShare >= part.rows && bytes <= room) {
      room -= bytes
      const [length, , ...values] = source.slice(0, part.rows)
      loads.push((run) => [length, kernel.placeOnce(run.rows), ...values])
    } else {
      loads.push(({ rows, first }) =>
        first === null || first + rows.length > part.rows ? source.take(rows) : source.slice(first, rows.length),
      )
    }
  }
  const encoded = kinds.filter((kind) => kind === 'asked').length
  const mostRows = Math.min(mostRunRows, Math.max(1, Math.floor(mostEncodedCells / Math.max(1, encoded))))
  /** Their bytes decide how large a run is. */
  const texts = columns.flatMap(({ stored }) =>
    stored?.part.kind === 'text' && hasLongTexts(stored.part) ? [[stored.part, stored.rows] as const] : [],
  )

  const fitting = (rows: Uint32Array): Uint32Array => {
    let run = rows.subarray(0, mostRows)
    while (run.length > fewestRunRows && bytesOf(texts, run) > mostRunBytes) run = run.subarray(0, run.length >> 1)
    return run
  }
  return {
    counts,
    async *make(rows, number) {
      for (let done = 0; done < rows.length; ) {
        const run = fitting(rows.subarray(done))
        const firstNumber = number + done
        const runOrders = createOrders(run)
        kernel.begin()
        for (const [column, { stored }] of columns.entries()) {
          kernel.setColumn(column, loads[column]?.(runOrders(stored?.rows ?? null)) ?? [0, 0, 0])
        }
        const bytes = kernel.putRows(run.length, firstNumber, (row, column) => {
          const cell = columns[column]?.cell(run[row] ?? 0) ?? null
          const text = format.columns[column]?.encode(cell)
          return text ? `${starts[column]}${numbered ? firstNumber + row : ''}${text}` : (empties[column] ?? '')
        })
        done += run.length
        yield { rows: run.length, bytes }
        await yieldToEventLoop()
      }
    },
  }
}

function valueKind(part: Part | undefined): ValueKind {
  if (!part) return 'asked'
  return part.kind === 'dictionary' || part.kind === 'list' ? 'codes' : part.kind
}

function* sourceOf(
  { place }: RowKernel,
  part: Part,
  order: Order,
  format: CellFormat,
  counts: CellCounts,
): InterruptibleWork<Source> {
  const begin = createReusedMemory()
  switch (part.kind) {
    case 'text': {
      const placed = ({ offsets, heap }: TextHeap): PlacedValues => {
        const [from = 0, to] = [offsets[0], offsets.at(-1)]
        return [offsets.length - 1, 0, place(offsets), place(heap.subarray(from, to)) - from]
      }
      return {
        slice: (first, count) => placed({ ...part, offsets: part.offsets.subarray(first, first + count + 1) }),
        take: (rows) => placed(takeTexts(part, rows, begin())),
      }
    }
    case 'number': {
      const numbers = numbersOf(part)
      const placed = ({ length, floats }: Numbers): PlacedValues => [length, 0, place(floats)]
      return {
        slice: (first, count) => placed(numbers.slice(first, first + count, begin())),
        take: (rows) => placed(numbers.take(rows, begin())),
      }
    }
    case 'time': {
      const { times } = format
      const formats = place(timeFormats(part, times))
      const numbers = numbersOf(part)
      const placed = ({ floats }: Numbers, codes: Codes): PlacedValues => {
        const shown = times ? onClock(floats, times) : floats
        return [codes.length, 0, place(shown), place(codes), formats]
      }
      return {
        slice: (first, count) => {
          const end = first + count
          return placed(numbers.slice(first, end, begin()), part.codes.subarray(first, end))
        },
        take(rows) {
          const memory = begin()
          return placed(numbers.take(rows, memory), takeCodes(part.codes, rows, memory))
        },
      }
    }
    case 'dictionary':
    case 'list': {
      const cells = yield* finishedCells(part, order, format, counts)
      const rest = [part.codes.BYTES_PER_ELEMENT, place(cells.offsets), place(cells.heap)] as const
      const placed = (codes: Codes): PlacedValues => [codes.length, 0, place(codes), ...rest]
      return {
        slice: (first, count) => placed(part.codes.subarray(first, first + count)),
        take: (rows) => placed(takeCodes(part.codes, rows, begin())),
      }
    }
  }
}

/** Moments by the clock of the zone; NaN outside the years that it writes. */
function onClock(moments: Float64Array, { zone }: ClockTimes): Float64Array {
  return moments.map((moment) => (moment >= firstMs && moment <= lastMs ? zone.wallClockAt(moment) : Number.NaN))
}

/** How each code of a column of times is written, 48 bytes each. */
function timeFormats({ formats }: TimePart, times: ClockTimes | null): Uint8Array {
  const bytes = Buffer.alloc((firstFormat + formats.length) * 48)
  for (let code = 1; code < firstFormat + formats.length; code++) {
    const at = code * 48
    if (times) {
      bytes.writeUInt32LE(times.way, at)
      bytes.writeDoubleLE(times.first, at + 32)
      bytes.writeDoubleLE(Number.POSITIVE_INFINITY, at + 40)
      continue
    }
    const name = formats[code - firstFormat]
    const { digits, zone, offset } = timeFormat(name ?? '')
    // Numbers have no clock; texts that no format gives back are asked for.
    if (name === undefined || !(digits <= 3)) continue
    for (const [index, value] of [1, digits, name.charCodeAt(0), zone.length].entries())
      bytes.writeUInt32LE(value, at + 4 * index)
    bytes.write(zone, at + 16, 8)
    for (const [index, value] of [offset, firstMs, lastMs].entries()) bytes.writeDoubleLE(value, at + 24 + 8 * index)
  }
  return bytes
}

/** The cell of each code that these rows have, as it stands in the file. */
function* finishedCells(
  { codes, values }: DictionaryPart | ListPart,
  { rows, first }: Order,
  format: CellFormat,
  counts: CellCounts,
): InterruptibleWork<TextHeap> {
  const cells = createTextBuilder()
  const used = first === null ? takeCodes(codes, rows) : codes.subarray(first, first + rows.length)
  const uses = countCodes(used, values.length, null)
  yield
  for (const [code, times] of uses.entries()) {
    const value = values[code - 1]
    const { long, cleaned } = counts
    cells.append(times === 0 || value === undefined ? '' : format.encodeRepeated(value))
    counts.long = long + (counts.long - long) * times
    counts.cleaned = cleaned + (counts.cleaned - cleaned) * times
    if (code % mostRunRows === mostRunRows - 1) yield
  }
  return cells.take()
}

// Rows lie inside their columns: `as number` spares a check a row here and below.

function throughIndex(index: StoredValues['rows'], rows: Uint32Array): Uint32Array {
  if (!index) return rows
  const indexes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) indexes[at] = index[rows[at] as number] as number
  return indexes
}

/** The rows by the index of each column, once for all columns that have it. */
function createOrders(rows: Uint32Array): (index: StoredValues['rows']) => Order {
  const orders = new Map<StoredValues['rows'], Order>()
  return (index) => {
    const order = orders.get(index) ?? orderOf(throughIndex(index, rows))
    orders.set(index, order)
    return order
  }
}

function orderOf(rows: Uint32Array): Order {
  const first = rows[0] ?? 0
  for (let at = 1; at < rows.length; at++) if (rows[at] !== first + at) return { rows, first: null }
  return { rows, first: first === noRow ? null : first }
}

/** About: what a whole part takes in the memory of the kernel. */
function bytesOfPart(part: Part): number {
  if (part.kind === 'text') return part.heap.length + part.offsets.byteLength
  if (part.kind === 'number') return part.rows * Float64Array.BYTES_PER_ELEMENT
  return part.codes.byteLength + (part.kind === 'time' ? part.rows * Float64Array.BYTES_PER_ELEMENT : 0)
}

function hasLongTexts({ offsets }: TextHeap): boolean {
  for (let at = 1; at < offsets.length; at++) {
    if ((offsets[at] as number) - (offsets[at - 1] as number) >= longText) return true
  }
  return false
}

function bytesOf(texts: readonly (readonly [TextHeap, StoredValues['rows']])[], rows: Uint32Array): number {
  let bytes = 0
  for (const [{ offsets }, index] of texts) {
    for (let at = 0; at < rows.length; at++) {
      const row = index ? (index[rows[at] as number] as number) : (rows[at] as number)
      if (row !== noRow) bytes += (offsets[row + 1] as number) - (offsets[row] as number)
    }
  }
  return bytes
}

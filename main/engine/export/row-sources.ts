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
  type Memory,
  type Part,
  type TextHeap,
  type TimePart,
} from '../columns/part.ts'
import { createTextBuilder, takeTexts } from '../columns/text-part.ts'
import { firstFormat } from '../columns/time-column.ts'
import type { PlacedValues, RowMemory, ValueKind } from './row-kernel.ts'
import type { CellCounts, CellFormat } from './table.ts'
import { type ClockTimes, firstMs, lastMs } from './time-texts.ts'

/** Places values of a column in the kernel's memory: those of rows that follow each other, or of any. */
interface Source {
  slice(first: number, count: number): PlacedValues
  take(rows: Uint32Array): PlacedValues
}

/** The rows of a column in the order of the file, or of one run of it. */
export interface Order {
  readonly rows: Uint32Array
  /** Where the rows follow each other: the first. */
  readonly first: number | null
}

/** Places the values of a run. */
export type Load = (run: Order) => PlacedValues

/** Cells between two checks of the clock. */
const cellsAtOnce = 2048

/** Values that many rows of the file have are finished once, and placed in the memory for good. */
export async function loadOf(
  memory: RowMemory,
  { part }: StoredValues,
  order: Order,
  format: CellFormat,
  counts: CellCounts,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Load> {
  const source = await runInSlices(sourceOf(memory, part, order, format, counts), yieldToEventLoop)
  return ({ rows, first }) =>
    first === null || first + rows.length > part.rows ? source.take(rows) : source.slice(first, rows.length)
}

export function valueKind(part: Part | undefined): ValueKind {
  if (!part) return 'asked'
  return part.kind === 'dictionary' || part.kind === 'list' ? 'codes' : part.kind
}

function* sourceOf(
  { place }: RowMemory,
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
        return [offsets.length - 1, place(offsets), place(heap.subarray(from, to)) - from]
      }
      return {
        slice: (first, count) => placed({ ...part, offsets: part.offsets.subarray(first, first + count + 1) }),
        take: (rows) => placed(takeTexts(part, rows, begin())),
      }
    }
    case 'number': {
      const numbers = numbersOf(part)
      const placed = ({ length, floats }: Numbers): PlacedValues => [length, place(floats)]
      return {
        slice: (first, count) => placed(numbers.slice(first, first + count, begin())),
        take: (rows) => placed(numbers.take(rows, begin())),
      }
    }
    case 'time': {
      const { times } = format
      const formats = place(timeFormats(part, times))
      const numbers = numbersOf(part)
      const placed = ({ floats }: Numbers, codes: Codes, memory: Memory): PlacedValues => {
        const shown = times ? onClock(floats, times, memory) : floats
        return [codes.length, place(shown), place(codes), formats]
      }
      return {
        slice: (first, count) => {
          const [end, memory] = [first + count, begin()]
          return placed(numbers.slice(first, end, memory), part.codes.subarray(first, end), memory)
        },
        take(rows) {
          const memory = begin()
          return placed(numbers.take(rows, memory), takeCodes(part.codes, rows, memory), memory)
        },
      }
    }
    case 'dictionary':
    case 'list': {
      const cells = yield* finishedCells(part, order, format, counts)
      const rest = [part.codes.BYTES_PER_ELEMENT, place(cells.offsets), place(cells.heap)] as const
      const placed = (codes: Codes): PlacedValues => [codes.length, place(codes), ...rest]
      return {
        slice: (first, count) => placed(part.codes.subarray(first, first + count)),
        take: (rows) => placed(takeCodes(part.codes, rows, begin())),
      }
    }
  }
}

/** Moments by the clock of the zone; NaN outside the years that it writes. */
function onClock(moments: Float64Array, { zone }: ClockTimes, memory: Memory): Float64Array {
  const shown = memory(Float64Array, moments.length)
  for (let at = 0; at < moments.length; at++) {
    const moment = moments[at] as number
    shown[at] = moment >= firstMs && moment <= lastMs ? zone.wallClockAt(moment) : Number.NaN
  }
  return shown
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
    const isUsed = times > 0 && value !== undefined
    cells.append(isUsed ? countTimes(counts, times, () => format.encodeRepeated(value)) : '')
    if (code % cellsAtOnce === cellsAtOnce - 1) yield
  }
  return cells.take()
}

/** Makes a text that so many cells of the file have, and counts what it lost for each of them. */
export function countTimes(counts: CellCounts, times: number, encode: () => string): string {
  const { long, cleaned } = counts
  const text = encode()
  counts.long = long + (counts.long - long) * times
  counts.cleaned = cleaned + (counts.cleaned - cleaned) * times
  return text
}

// Rows lie inside their columns: `as number` spares a check a row here and below.

function throughIndex(index: StoredValues['rows'], rows: Uint32Array): Uint32Array {
  if (!index) return rows
  const indexes = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) indexes[at] = index[rows[at] as number] as number
  return indexes
}

/** The rows by the index of each column, once for all columns that have it. */
export function createOrders(rows: Uint32Array): (index: StoredValues['rows']) => Order {
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

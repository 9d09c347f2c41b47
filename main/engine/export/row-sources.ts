import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { timeFormat } from '../../kernel/times.ts'
import type { StoredValues } from '../columns/column.ts'
import { noRow } from '../columns/derived-columns.ts'
import { countCodes, listReader, takeCodes } from '../columns/dictionary-column.ts'
import { type Numbers, numbersOf } from '../columns/numbers.ts'
import type {
  Codes,
  DictionaryPart,
  ListPart,
  Memory,
  NumberPart,
  Part,
  TextHeap,
  TextPart,
  TimePart,
} from '../columns/part.ts'
import { joinParts } from '../columns/segment.ts'
import { createTextBuilder, takeTexts } from '../columns/text-part.ts'
import { firstFormat } from '../columns/time-column.ts'
import type { PlacedValues, RowMemory, ValueKind } from './row-kernel.ts'
import type { CellCounts, CellFormat } from './table.ts'
import { type ClockTimes, firstMs, lastMs } from './time-texts.ts'

/** The values that so many rows of a file show: those that follow each other from `first` on, or those of `rows`. */
export type Order =
  | { readonly length: number; readonly first: number; readonly rows: null }
  | { readonly length: number; readonly first: null; readonly rows: Uint32Array }

/** The values of a column in the order of a file, whose rows are numbered from 0 here. */
export interface Source {
  readonly kind: ValueKind
  /** Places those of so many rows, from one on, in the memory of their run. */
  place(from: number, length: number, memory: Memory): PlacedValues
  /** How many rows from this one on can be placed together; absent where all can. */
  together?(from: number): number
  /** How many bytes the texts of so many rows have; absent where none is long. */
  readonly bytes?: ((from: number, length: number) => number) | undefined
}

/** The values of one part. */
interface PartSource {
  readonly rows: number
  slice(from: number, to: number, memory: Memory): PlacedValues
  take(rows: Uint32Array, memory: Memory): PlacedValues
  /** Texts that may be long. */
  readonly texts?: TextHeap | null
}

/** Cells between two checks of the clock. */
const cellsAtOnce = 2048
/** Shorter texts need no count of their bytes. */
const longText = 500

/**
 * The values of a column in an order. The cells of a dictionary are finished once, and placed in the memory for good:
 * `counted` are the rows of the file, which have each of them so many times. Null where cells are made one by one.
 */
export function* sourceOf(
  memory: RowMemory,
  { parts }: StoredValues,
  { order, counted }: { readonly order: Order; readonly counted: Order },
  format: CellFormat,
  counts: CellCounts,
): InterruptibleWork<Source | null> {
  const [first] = parts
  if (!first) return null
  const isJoined = order.rows !== null || first.kind === 'dictionary'
  const sources: PartSource[] = []
  for (const part of isJoined ? [yield* joinParts(first.kind, parts)] : parts) {
    if (part.kind !== 'dictionary') sources.push(valuesOf(memory, part, format))
    else sources.push(codesOf(memory, part, yield* finishedCells(part, counted, format, counts)))
    yield
  }
  return { kind: first.kind, ...inOrder(sources, order) }
}

function inOrder(sources: readonly PartSource[], order: Order): Omit<Source, 'kind'> {
  const hasLong = sources.some(({ texts }) => texts && hasLongTexts(texts))
  const [first] = sources as [PartSource]
  if (order.rows) {
    const { rows } = order
    const { texts } = first
    const chosen = (from: number, length: number) => rows.subarray(from, from + length)
    return {
      place: (from, length, memory) => first.take(chosen(from, length), memory),
      bytes: texts && hasLong ? (from, length) => bytesOf(texts, chosen(from, length)) : undefined,
    }
  }
  let [source, start, next] = [first, 0, 1]
  /** Gives the row inside the part that has it; that of the last part behind all. */
  const find = (from: number): number => {
    const row = order.first + from
    if (row < start) [source, start, next] = [first, 0, 1]
    for (; row >= start + source.rows && next < sources.length; next++) {
      start += source.rows
      source = sources[next] as PartSource
    }
    return row - start
  }
  return {
    place(from, length, memory) {
      const row = find(from)
      const end = Math.min(row + length, source.rows)
      return end > row ? source.slice(row, end, memory) : [0]
    },
    together(from) {
      const row = find(from)
      return next < sources.length ? source.rows - row : Number.POSITIVE_INFINITY
    },
    bytes: hasLong
      ? (from, length) => {
          const row = find(from)
          const { offsets } = source.texts as TextHeap
          return (offsets[Math.min(row + length, source.rows)] ?? 0) - (offsets[row] ?? 0)
        }
      : undefined,
  }
}

function placed({ buffer, byteOffset, byteLength }: ArrayBufferView, memory: Memory): number {
  const copy = memory(Uint8Array, byteLength)
  copy.set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy.byteOffset
}

function valuesOf(memory: RowMemory, part: Exclude<Part, DictionaryPart>, format: CellFormat): PartSource {
  switch (part.kind) {
    case 'text':
      return textsOf(part)
    case 'number':
      return numbersIn(part)
    case 'time':
      return timesOf(memory, part, format.times)
    case 'list':
      return codesOf(memory, part, textsOfSets(part, format.list))
  }
}

function textsOf(part: TextPart): PartSource {
  const { rows, offsets, heap } = part
  return {
    rows,
    texts: part,
    slice(from, to, memory) {
      const [start = 0, end] = [offsets[from], offsets[to]]
      return [
        to - from,
        placed(offsets.subarray(from, to + 1), memory),
        placed(heap.subarray(start, end), memory) - start,
      ]
    },
    take(chosen, memory) {
      const texts = takeTexts(part, chosen, memory)
      return [texts.rows, texts.offsets.byteOffset, texts.heap.byteOffset]
    },
  }
}

function numbersIn(part: NumberPart): PartSource {
  const numbers = numbersOf(part)
  return {
    rows: part.rows,
    slice(from, to, memory) {
      const { stored, scale } = numbers.slice(from, to, memory)
      return [to - from, placed(stored, memory), scale]
    },
    take(chosen, memory) {
      const { stored, scale } = numbers.take(chosen, memory)
      return [chosen.length, stored.byteOffset, scale]
    },
  }
}

function timesOf({ copyOf }: RowMemory, part: TimePart, times: ClockTimes | null): PartSource {
  const numbers = numbersOf(part)
  const formats = copyOf(timeFormats(part, times)).byteOffset
  // Those of the zone's clock are placed, and numbered in 64 bits.
  const shown = (moments: Numbers, memory: Memory) => times && onClock(moments.floats, times.zone, memory).byteOffset
  return {
    rows: part.rows,
    slice(from, to, memory) {
      const moments = numbers.slice(from, to, memory)
      const codes = placed(part.codes.subarray(from, to), memory)
      const at = shown(moments, memory)
      return [to - from, at ?? placed(moments.stored, memory), codes, formats, times ? 0 : moments.scale]
    },
    take(chosen, memory) {
      const moments = numbers.take(chosen, memory)
      const codes = takeCodes(part.codes, chosen, memory).byteOffset
      const at = shown(moments, memory)
      return [chosen.length, at ?? moments.stored.byteOffset, codes, formats, times ? 0 : moments.scale]
    },
  }
}

/** Moments by the clock of the zone; NaN outside the years that it writes. */
function onClock(moments: Float64Array, zone: ClockTimes['zone'], memory: Memory): Float64Array {
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
    // Numbers have no clock; texts that no format gives back are left to the caller.
    if (name === undefined || !(digits <= 3)) continue
    for (const [index, value] of [1, digits, name.charCodeAt(0), zone.length].entries())
      bytes.writeUInt32LE(value, at + 4 * index)
    bytes.write(zone, at + 16, 8)
    for (const [index, value] of [offset, firstMs, lastMs].entries()) bytes.writeDoubleLE(value, at + 24 + 8 * index)
  }
  return bytes
}

function codesOf({ copyOf }: RowMemory, { rows, codes }: DictionaryPart | ListPart, cells: TextHeap): PartSource {
  const rest = [codes.BYTES_PER_ELEMENT, copyOf(cells.offsets).byteOffset, copyOf(cells.heap).byteOffset] as const
  return {
    rows,
    slice: (from, to, memory) => [to - from, placed(codes.subarray(from, to), memory), ...rest],
    take: (chosen, memory) => [chosen.length, takeCodes<Codes>(codes, chosen, memory).byteOffset, ...rest],
  }
}

const [quote, backslash] = Buffer.from('"\\')

/**
 * The text of each set of labels, the empty one first. `["a","b"]` is joined as bytes; `list` joins labels with escapes
 * or the separator.
 */
function textsOfSets({ keys }: ListPart, list: CellFormat['list']): TextHeap {
  const { offsets, heap } = keys
  const separator = Buffer.from(list(['', '']))
  const joined = new Uint8Array(heap.length)
  const labelsOf = listReader({ keys })
  const texts = createTextBuilder(offsets.length, heap.length)
  texts.append('')
  for (let code = 1; code < offsets.length; code++) {
    const end = (offsets[code] as number) - 2
    let [length, isPlain] = [0, true]
    for (let at = (offsets[code - 1] as number) + 2; at < end && isPlain; at++) {
      const byte = heap[at] as number
      isPlain = byte !== backslash && byte !== separator[0]
      if (byte === quote) {
        for (let sign = 0; sign < separator.length; sign++) joined[length++] = separator[sign] as number
        at += 2
      } else joined[length++] = byte
    }
    if (isPlain) texts.appendBytes(joined, 0, length)
    else texts.append(list(labelsOf(code)))
  }
  return texts.take()
}

/** The cell of each code that these rows have, as it stands in the file. */
function* finishedCells(
  { codes, values }: DictionaryPart,
  { rows, first, length }: Order,
  format: CellFormat,
  counts: CellCounts,
): InterruptibleWork<TextHeap> {
  const cells = createTextBuilder()
  const used = rows ? takeCodes<Codes>(codes, rows) : codes.subarray(first, first + length)
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

function hasLongTexts({ offsets }: TextHeap): boolean {
  for (let at = 1; at < offsets.length; at++) {
    if ((offsets[at] as number) - (offsets[at - 1] as number) >= longText) return true
  }
  return false
}

function bytesOf({ offsets }: TextHeap, rows: Uint32Array): number {
  let bytes = 0
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    if (row !== noRow) bytes += (offsets[row + 1] as number) - (offsets[row] as number)
  }
  return bytes
}

/** The order of rows of a table by the index of each column, once for all columns that have it. */
export function createOrders(rows: Uint32Array): (index: StoredValues['rows']) => Order {
  const orders = new Map<StoredValues['rows'], Order>()
  return (index) => {
    const order = orders.get(index) ?? orderOf(index ? takeCodes(index, rows) : rows)
    orders.set(index, order)
    return order
  }
}

function orderOf(rows: Uint32Array): Order {
  const { length } = rows
  const first = rows[0] ?? 0
  for (let at = 1; at < length; at++) if (rows[at] !== first + at) return { length, first: null, rows }
  return first === noRow ? { length, first: null, rows } : { length, first, rows: null }
}

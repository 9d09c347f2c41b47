import { listReader } from '../../../engine/columns/dictionary-column.ts'
import { isAt } from '../../../engine/columns/key-index.ts'
import { numbersOf } from '../../../engine/columns/numbers.ts'
import type { DictionaryPart, ListPart, NumberPart, Part, TextPart, TimePart } from '../../../engine/columns/part.ts'
import { originalTexts } from '../../../engine/columns/time-column.ts'
import type { InterruptibleWork } from '../../../kernel/schedule.ts'
import { atOnce } from './match-rows.ts'

/** Rows that are the same record: row `earlier[i]` of the earlier reading and row `later[i]` of the later one. */
export interface RowPairs {
  readonly earlier: Uint32Array
  readonly later: Uint32Array
}

/** Marks the pairs of a range whose values differ. */
type Marker = (first: number, end: number) => void

/**
 * Adds `bit` to `bits[i]` where the values of pair i differ. An empty text is none, sets of labels have no order, and
 * moments are the same however they are written.
 */
export function* markDifferences(
  earlier: Part,
  later: Part,
  pairs: RowPairs,
  { bits, bit }: { readonly bits: Uint32Array; readonly bit: number },
): InterruptibleWork<void> {
  const mark = markerOf(earlier, later, pairs, bits, bit)
  for (let first = 0; first < bits.length; first += atOnce) {
    mark(first, Math.min(first + atOnce, bits.length))
    yield
  }
}

function markerOf(earlier: Part, later: Part, pairs: RowPairs, bits: Uint32Array, bit: number): Marker {
  if (earlier.kind === 'text' && later.kind === 'text') return markTexts(earlier, later, pairs, bits, bit)
  if (earlier.kind === 'number' && later.kind === 'number') return markNumbers(earlier, later, pairs, bits, bit)
  if (earlier.kind === 'time' && later.kind === 'time') return markTimes(earlier, later, pairs, bits, bit)
  if (earlier.kind === 'dictionary' && later.kind === 'dictionary')
    return markCodes(earlier, later, sameCodes(valuesOf(earlier), valuesOf(later)), pairs, bits, bit)
  if (earlier.kind === 'list' && later.kind === 'list') return markLists(earlier, later, pairs, bits, bit)
  throw new TypeError('parts of two kinds')
}

// Rows, codes and bytes lie inside their arrays from here on: `as number` spares a check each.

function markTexts(earlier: TextPart, later: TextPart, pairs: RowPairs, bits: Uint32Array, bit: number): Marker {
  const [offsets, heap] = [earlier.offsets, earlier.heap]
  const [laterOffsets, laterHeap] = [later.offsets, later.heap]
  return (first, end) => {
    for (let pair = first; pair < end; pair++) {
      const [row, laterRow] = [pairs.earlier[pair] as number, pairs.later[pair] as number]
      const from = offsets[row] as number
      const start = laterOffsets[laterRow] as number
      const size = (offsets[row + 1] as number) - from
      const laterEnd = laterOffsets[laterRow + 1] as number
      if (laterEnd - start === size && isAt(heap, from, laterHeap, start, laterEnd)) continue
      bits[pair] = (bits[pair] as number) | bit
    }
  }
}

function markNumbers(
  earlier: NumberPart | TimePart,
  later: NumberPart | TimePart,
  pairs: RowPairs,
  bits: Uint32Array,
  bit: number,
): Marker {
  const [former, current] = [numbersOf(earlier), numbersOf(later)]
  const isAlike = former.ints !== null && current.ints !== null && former.scale === current.scale
  const one = isAlike ? former.stored : former.floats
  const other = isAlike ? current.stored : current.floats
  return (first, end) => {
    for (let pair = first; pair < end; pair++) {
      const [value, laterValue] = [
        one[pairs.earlier[pair] as number] as number,
        other[pairs.later[pair] as number] as number,
      ]
      if (value === laterValue || (Number.isNaN(value) && Number.isNaN(laterValue))) continue
      bits[pair] = (bits[pair] as number) | bit
    }
  }
}

function markTimes(earlier: TimePart, later: TimePart, pairs: RowPairs, bits: Uint32Array, bit: number): Marker {
  const markMoments = markNumbers(earlier, later, pairs, bits, bit)
  if (earlier.exceptions.size === 0 && later.exceptions.size === 0) return markMoments
  const [textOf, laterTextOf] = [originalTexts(earlier), originalTexts(later)]
  const [at, laterAt] = [numbersOf(earlier).reader(), numbersOf(later).reader()]
  return (first, end) => {
    markMoments(first, end)
    for (let pair = first; pair < end; pair++) {
      const [row, laterRow] = [pairs.earlier[pair] as number, pairs.later[pair] as number]
      if (!Number.isNaN(at(row)) || !Number.isNaN(laterAt(laterRow))) continue
      if (textOf(row) !== laterTextOf(laterRow)) bits[pair] = (bits[pair] as number) | bit
    }
  }
}

interface SameCodes {
  readonly earlier: Uint32Array
  readonly later: Uint32Array
}

function markCodes(
  { codes }: DictionaryPart,
  { codes: laterCodes }: DictionaryPart,
  same: SameCodes,
  pairs: RowPairs,
  bits: Uint32Array,
  bit: number,
): Marker {
  return (first, end) => {
    for (let pair = first; pair < end; pair++) {
      const former = same.earlier[codes[pairs.earlier[pair] as number] as number]
      const current = same.later[laterCodes[pairs.later[pair] as number] as number]
      if (former !== current) bits[pair] = (bits[pair] as number) | bit
    }
  }
}

/** Numbers the texts of two dictionaries alike, by code; code 0 is the empty text. */
function sameCodes(earlier: readonly string[], later: readonly string[]): SameCodes {
  const numbers = new Map<string, number>([['', 0]])
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  return { earlier: Uint32Array.from(earlier, numberOf), later: Uint32Array.from(later, numberOf) }
}

function valuesOf({ values }: DictionaryPart): readonly string[] {
  return ['', ...values]
}

/** Whether both have the same labels, in whatever order. */
function markLists(earlier: ListPart, later: ListPart, pairs: RowPairs, bits: Uint32Array, bit: number): Marker {
  const [offsets, heap] = [earlier.keys.offsets, earlier.keys.heap]
  const [laterOffsets, laterHeap] = [later.keys.offsets, later.keys.heap]
  const [setOf, laterSetOf] = [listReader(earlier), listReader(later)]
  const isSameText = (code: number, laterCode: number) => {
    const from = offsets[code - 1] as number
    const start = laterOffsets[laterCode - 1] as number
    const end = laterOffsets[laterCode] as number
    return (offsets[code] as number) - from === end - start && isAt(heap, from, laterHeap, start, end)
  }
  const isSameSet = (code: number, laterCode: number) => {
    if (code === 0 || laterCode === 0) return code === laterCode
    if (isSameText(code, laterCode)) return true
    const [labels, laterLabels] = [new Set(setOf(code)), new Set(laterSetOf(laterCode))]
    return labels.size === laterLabels.size && [...labels].every((label) => laterLabels.has(label))
  }
  return (first, end) => {
    for (let pair = first; pair < end; pair++) {
      const code = earlier.codes[pairs.earlier[pair] as number] as number
      const laterCode = later.codes[pairs.later[pair] as number] as number
      if (!isSameSet(code, laterCode)) bits[pair] = (bits[pair] as number) | bit
    }
  }
}

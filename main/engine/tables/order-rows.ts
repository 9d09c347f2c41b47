import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { emptyRank } from '../columns/column.ts'
import { takeCodes } from '../columns/dictionary-column.ts'

export interface SortKey {
  /** As `Column.ranks` gives them: NaN or `emptyRank` is empty. */
  readonly ranks: Float64Array | Uint32Array
  readonly descending: boolean
}

const digitBits = 11
const digits = 2 ** digitBits
const wordBits = 32
const last = 0xffffffff

/**
 * The rows in the order of the keys, the first key counting most. Equal rows keep their order; empty cells come last,
 * descending or not. Radix sort by digits of 11 bits, the least first: linear, and stable by nature.
 */
export function* orderRows(rows: Uint32Array, keys: readonly SortKey[]): InterruptibleWork<Uint32Array> {
  let ordered = rows
  for (const { ranks, descending } of keys.toReversed()) {
    const words =
      ranks instanceof Float64Array ? numberWords(ordered, ranks, descending) : [rankWord(ordered, ranks, descending)]
    yield
    const positions = yield* orderWords(words, ordered.length)
    ordered = takeCodes(ordered, positions)
  }
  return ordered
}

/** Positions in the order of their words, the least significant word first. */
function* orderWords(words: readonly Uint32Array[], count: number): InterruptibleWork<Uint32Array> {
  let order = allRows(count)
  let next = new Uint32Array(count)
  for (const word of words) {
    const varied = variedBits(word)
    for (let shift = 0; shift < wordBits; shift += digitBits) {
      if (((varied >>> shift) & (digits - 1)) === 0) continue
      orderByDigit(word, shift, order, next)
      const spare = order
      order = next
      next = spare
      yield
    }
  }
  return order
}

/** The first `count` rows, in their order. */
export function allRows(count: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

/** One stable counting sort of `from` into `to`. */
function orderByDigit(word: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const starts = new Uint32Array(digits + 1)
  // Digits and positions lie inside their arrays here and below: `as number` spares a check a row.
  for (let at = 0; at < word.length; at++) {
    const digit = ((word[at] as number) >>> shift) & (digits - 1)
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
  for (let digit = 0; digit < digits; digit++) {
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number)
  }
  for (let at = 0; at < from.length; at++) {
    const position = from[at] as number
    const digit = ((word[position] as number) >>> shift) & (digits - 1)
    const target = starts[digit] as number
    starts[digit] = target + 1
    to[target] = position
  }
}

/** The bits in which some words differ; a digit without any needs no sorting. */
function variedBits(word: Uint32Array): number {
  const first = word[0] ?? 0
  let varied = 0
  for (let at = 1; at < word.length; at++) varied |= (word[at] as number) ^ first
  return varied
}

function rankWord(rows: Uint32Array, ranks: Uint32Array, descending: boolean): Uint32Array {
  const word = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const rank = ranks[rows[at] as number] as number
    word[at] = rank === emptyRank || !descending ? rank : last - 1 - rank
  }
  return word
}

/** One word where the numbers are whole, or times in full seconds, and not too far apart; two otherwise. */
function numberWords(rows: Uint32Array, ranks: Float64Array, descending: boolean): readonly Uint32Array[] {
  let least = Number.POSITIVE_INFINITY
  let largest = Number.NEGATIVE_INFINITY
  let whole = true
  let seconds = true
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row] as number
    if (Number.isNaN(rank)) continue
    if (rank < least) least = rank
    if (rank > largest) largest = rank
    const second = rank / 1000
    if (Math.floor(second) === second) continue
    seconds = false
    if (Math.floor(rank) !== rank) whole = false
  }
  const scale = seconds ? 1000 : 1
  if (!whole || (largest - least) / scale >= last) return floatWords(rows, ranks, descending)
  const word = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const rank = ranks[rows[at] as number] as number
    const scaled = descending ? (largest - rank) / scale : (rank - least) / scale
    word[at] = Number.isNaN(rank) ? last : scaled
  }
  return [word]
}

/**
 * The two halves of each number, low half first, changed so that they order as whole numbers: a negative number has all
 * its bits turned, any other its sign alone.
 */
function floatWords(rows: Uint32Array, ranks: Float64Array, descending: boolean): readonly Uint32Array[] {
  const low = new Uint32Array(rows.length)
  const high = new Uint32Array(rows.length)
  const number = new Float64Array(1)
  const halves = new Uint32Array(number.buffer)
  for (let at = 0; at < rows.length; at++) {
    const rank = ranks[rows[at] as number] as number
    if (Number.isNaN(rank)) {
      low[at] = last
      high[at] = last
      continue
    }
    // Zero has two signs and one position.
    number[0] = rank === 0 ? 0 : rank
    const negative = rank < 0
    const turn = negative !== descending ? last : 0
    // A negative number has its sign turned with all its bits, before `descending` turns everything once more.
    low[at] = (halves[0] as number) ^ turn
    high[at] = (halves[1] as number) ^ turn ^ (negative ? 0 : 0x80000000)
  }
  return [low, high]
}

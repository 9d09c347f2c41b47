import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { emptyRank, firstTextRank } from '../columns/column.ts'

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
 * descending or not. Radix sort by digits of 11 bits, the least first: linear, and stable by nature. Words travel with
 * their rows, so that they are read one after the other: a third of the time of reading them where the rows lie.
 */
export function* orderRows(rows: Uint32Array, keys: readonly SortKey[]): InterruptibleWork<Uint32Array> {
  let ordered = rows
  for (const key of keys.toReversed()) {
    for (const wordsOf of wordsOfKey(key)) {
      const words = wordsOf(ordered)
      yield
      ordered = yield* orderByWords(words, ordered)
    }
  }
  return ordered
}

/** Gives what rows are ordered by, row by row. */
type WordsOf = (rows: Uint32Array) => Uint32Array

/** The least significant words first. */
function wordsOfKey({ ranks, descending }: SortKey): readonly WordsOf[] {
  if (ranks instanceof Uint32Array) return [(rows) => rankWords(rows, ranks, descending)]
  return [0, 1].map((half) => (rows) => halfWords(rows, ranks, { descending, half }))
}

/** The rows in the order of their words, which are used up. */
function* orderByWords(words: Uint32Array, rows: Uint32Array): InterruptibleWork<Uint32Array> {
  const varied = variedBits(words)
  let from: WordedRows = { words, rows: rows.slice() }
  let to: WordedRows = { words: new Uint32Array(words.length), rows: new Uint32Array(words.length) }
  for (let shift = 0; shift < wordBits; shift += digitBits) {
    if (((varied >>> shift) & (digits - 1)) === 0) continue
    orderByDigit(shift, from, to)
    const ordered = to
    to = from
    from = ordered
    yield
  }
  return from.rows
}

/** The first `count` rows, in their order. */
export function allRows(count: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(count)
  for (let row = 0; row < count; row++) rows[row] = row
  return rows
}

interface WordedRows {
  readonly words: Uint32Array
  readonly rows: Uint32Array
}

/** One stable counting sort of `from` into `to`. */
function orderByDigit(shift: number, from: WordedRows, to: WordedRows): void {
  const { words, rows } = from
  const { words: orderedWords, rows: orderedRows } = to
  const starts = new Uint32Array(digits + 1)
  // Digits and targets lie inside their arrays here and below: `as number` spares a check a row.
  for (let at = 0; at < words.length; at++) {
    const digit = ((words[at] as number) >>> shift) & (digits - 1)
    starts[digit + 1] = (starts[digit + 1] as number) + 1
  }
  for (let digit = 0; digit < digits; digit++) {
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number)
  }
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number
    const digit = (word >>> shift) & (digits - 1)
    const target = starts[digit] as number
    starts[digit] = target + 1
    orderedWords[target] = word
    orderedRows[target] = rows[at] as number
  }
}

/** The bits in which some words differ; a digit without any needs no sorting. */
function variedBits(words: Uint32Array): number {
  const first = words[0] ?? 0
  let varied = 0
  for (let at = 1; at < words.length; at++) varied |= (words[at] as number) ^ first
  return varied
}

function rankWords(rows: Uint32Array, ranks: Uint32Array, descending: boolean): Uint32Array {
  const words = new Uint32Array(rows.length)
  for (let at = 0; at < rows.length; at++) {
    const rank = ranks[rows[at] as number] as number
    words[at] = rank === emptyRank || !descending ? rank : last - 1 - rank
  }
  return words
}

interface Half {
  readonly descending: boolean
  /** 0 is the low half of a number, 1 its high one. */
  readonly half: number
}

/**
 * A half of each number, changed so that both order as whole numbers: a negative number has all its bits turned, any
 * other its sign alone.
 */
function halfWords(rows: Uint32Array, ranks: Float64Array, { descending, half }: Half): Uint32Array {
  const words = new Uint32Array(rows.length)
  const number = new Float64Array(1)
  const halves = new Uint32Array(number.buffer)
  for (let at = 0; at < rows.length; at++) {
    const rank = ranks[rows[at] as number] as number
    // Zero has two signs and one position.
    number[0] = rank === 0 ? 0 : rank
    const isNegative = rank < 0
    // Texts behind the numbers keep their order and their place.
    const turn = isNegative !== descending && rank < firstTextRank ? last : 0
    const sign = half === 0 || isNegative ? 0 : 0x80000000
    // A negative number has its sign turned with all its bits, before `descending` turns everything once more.
    words[at] = Number.isNaN(rank) ? last : (halves[half] as number) ^ turn ^ sign
  }
  return words
}

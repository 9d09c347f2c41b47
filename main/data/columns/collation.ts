import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { foldHeap, type TextHeap } from './fold-text.ts'

/** Order of texts for people: Portuguese, accents and case deciding only between equal letters. */
const collator = new Intl.Collator('pt-BR')

const charactersAStep = 4
const weightBits = 7
/** 4 characters of 7 bits and an index of 25 bits fill the 53 bits of a number. */
const indexSpan = 2 ** 25
/** Below this many texts comparing bytes one by one is quicker. */
const few = 24
const yieldEvery = 4096

/**
 * Every ASCII character's position in the primary order of the collator, from 1; 0 for control characters, which a collator
 * may skip. Folded letters differ from each other on that level alone, so bytes decide the order of most texts.
 */
const weights = asciiWeights()

function asciiWeights(): Uint8Array {
  const table = new Uint8Array(256)
  const visible = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (character) => character === character.toLowerCase(),
  )
  for (const [position, character] of visible.sort(collator.compare).entries()) {
    table[character.charCodeAt(0)] = position + 1
  }
  return table
}

/**
 * The rank of each text in the order of Intl.Collator('pt-BR'), exactly: equal texts share one. Sorts by words of four
 * folded bytes, calls the collator only where those agree to the end or a text is not plain, and so takes a fraction of
 * the time of comparing all (performance.md §4). The texts should be distinct.
 */
export function* rankTexts(texts: TextHeap): InterruptibleWork<Uint32Array> {
  const folded = foldHeap(texts)
  yield
  const view = Buffer.from(texts.heap.buffer, texts.heap.byteOffset, texts.heap.byteLength)
  const textOf = (index: number) => view.toString('utf8', texts.offsets[index], texts.offsets[index + 1])
  const compare = (one: number, other: number) => collator.compare(textOf(one), textOf(other))

  const { plain, special } = split(folded)
  const close = new Uint8Array(texts.offsets.length)
  yield* sortPlain(folded, plain, close, compare)
  for (const index of special) close[index] = 1
  const sorted = yield* merged(plain, yield* sortCompared(special, compare), compare)
  return yield* ranksOf(sorted, close, compare)
}

/** Plain texts are those that fold to visible ASCII. */
function split({ offsets, heap }: TextHeap): { plain: Uint32Array; special: Uint32Array } {
  const count = offsets.length - 1
  const plain = new Uint32Array(count)
  const special: number[] = []
  let plains = 0
  for (let index = 0; index < count; index++) {
    // Indexes stay inside the arrays here and below: `as number` spares a check a byte.
    const end = offsets[index + 1] as number
    let at = offsets[index] as number
    while (at < end && weights[heap[at] as number] !== 0) at++
    if (at === end) plain[plains++] = index
    else special.push(index)
  }
  return { plain: plain.subarray(0, plains), special: Uint32Array.from(special) }
}

/** Sorts in place; marks in `close` the texts that the collator may find equal to a neighbour. */
function* sortPlain(
  folded: TextHeap,
  plain: Uint32Array,
  close: Uint8Array,
  compare: (one: number, other: number) => number,
): InterruptibleWork<void> {
  const waiting = [{ from: 0, to: plain.length, depth: 0 }]
  let done = 0
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    const { from, to, depth } = range
    if (to - from <= few) {
      plain.subarray(from, to).sort((one, other) => {
        const order = compareBytes(folded, one, other, depth)
        if (order !== 0) return order
        close[one] = 1
        close[other] = 1
        return compare(one, other)
      })
    } else {
      const keys = sortByStep(folded, plain.subarray(from, to), depth)
      pushTies({ keys, from, depth, plain, close, compare }, waiting)
    }
    done += to - from
    if (done > yieldEvery) {
      done = 0
      yield
    }
  }
}

function compareBytes({ offsets, heap }: TextHeap, one: number, other: number, depth: number): number {
  let at = (offsets[one] as number) + depth
  let beside = (offsets[other] as number) + depth
  const end = offsets[one + 1] as number
  const endBeside = offsets[other + 1] as number
  while (at < end && beside < endBeside) {
    const order = (weights[heap[at++] as number] as number) - (weights[heap[beside++] as number] as number)
    if (order !== 0) return order
  }
  return end - at - (endBeside - beside)
}

interface Step {
  readonly keys: Float64Array
  readonly from: number
  readonly depth: number
  readonly plain: Uint32Array
  readonly close: Uint8Array
  readonly compare: (one: number, other: number) => number
}

/** Texts that agree in this step are sorted by the next one, or by the collator when they ended. */
function pushTies(step: Step, waiting: { from: number; to: number; depth: number }[]): void {
  const { keys, from, depth, plain, close, compare } = step
  let start = 0
  while (start < keys.length) {
    const key = keys[start] as number
    let end = start + 1
    while (end < keys.length && keys[end] === key) end++
    if (end - start > 1) {
      const ended = key % 2 ** weightBits === 0
      if (ended) {
        const part = plain.subarray(from + start, from + end).sort(compare)
        for (const index of part) close[index] = 1
      } else waiting.push({ from: from + start, to: from + end, depth: depth + charactersAStep })
    }
    start = end
  }
}

/** Sorts `part` by four characters from `depth` on; gives their keys in order. */
function sortByStep({ offsets, heap }: TextHeap, part: Uint32Array, depth: number): Float64Array {
  const keys = new Float64Array(part.length)
  for (let position = 0; position < part.length; position++) {
    const index = part[position] as number
    const start = (offsets[index] as number) + depth
    const end = offsets[index + 1] as number
    let key = 0
    for (let at = start; at < start + charactersAStep; at++) {
      key = (key << weightBits) | (at < end ? (weights[heap[at] as number] as number) : 0)
    }
    keys[position] = key * indexSpan + position
  }
  keys.sort()
  const before = part.slice()
  for (let position = 0; position < keys.length; position++) {
    const key = keys[position] as number
    const word = Math.floor(key / indexSpan)
    part[position] = before[key - word * indexSpan] as number
    keys[position] = word
  }
  return keys
}

/** Merge sort by comparing, yielding: for texts in other scripts. */
function* sortCompared(
  indexes: Uint32Array,
  compare: (one: number, other: number) => number,
): InterruptibleWork<Uint32Array> {
  for (let from = 0; from < indexes.length; from += yieldEvery) {
    indexes.subarray(from, from + yieldEvery).sort(compare)
    yield
  }
  let sorted = indexes
  for (let width = yieldEvery; width < indexes.length; width *= 2) {
    const next = new Uint32Array(indexes.length)
    for (let from = 0; from < indexes.length; from += width * 2) {
      const left = sorted.subarray(from, from + width)
      next.set(yield* merged(left, sorted.subarray(from + width, from + width * 2), compare), from)
    }
    sorted = next
  }
  return sorted
}

/** Merges two sorted lists; the right one may be much shorter, so each of its texts gallops to its position. */
function* merged(
  left: Uint32Array,
  right: Uint32Array,
  compare: (one: number, other: number) => number,
): InterruptibleWork<Uint32Array> {
  const out = new Uint32Array(left.length + right.length)
  let taken = 0
  for (let position = 0; position < right.length; position++) {
    const index = right[position] as number
    let step = 1
    let high = taken
    while (high < left.length && compare(left[high] as number, index) <= 0) {
      high += step
      step *= 2
    }
    let low = Math.max(taken, high - (step >> 1))
    high = Math.min(high, left.length)
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(left[middle] as number, index) <= 0) low = middle + 1
      else high = middle
    }
    out.set(left.subarray(taken, low), taken + position)
    taken = low
    out[taken + position] = index
    if (position % 512 === 511) yield
  }
  out.set(left.subarray(taken), taken + right.length)
  return out
}

function* ranksOf(
  sorted: Uint32Array,
  close: Uint8Array,
  compare: (one: number, other: number) => number,
): InterruptibleWork<Uint32Array> {
  const ranks = new Uint32Array(sorted.length)
  let rank = 0
  for (let position = 1; position < sorted.length; position++) {
    const index = sorted[position] as number
    const before = sorted[position - 1] as number
    const mayBeEqual = close[index] === 1 || close[before] === 1
    if (!mayBeEqual || compare(before, index) !== 0) rank++
    ranks[index] = rank
    if (position % yieldEvery === 0) yield
  }
  return ranks
}

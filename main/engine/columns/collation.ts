import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { foldHeap } from './fold-text.ts'
import { type TextHeap, textReader } from './part.ts'

/** Order of texts for people: Portuguese, accents and case deciding only between equal letters. */
const collator = new Intl.Collator('pt-BR')

const charactersAStep = 4
const weightBits = 7
/** 4 characters of 7 bits and an index of 25 bits fill the 53 bits of a number. */
const indexSpan = 2 ** 25
const yieldEvery = 4096

/**
 * Every ASCII character's position in the primary order of the collator, from 1; 0 for control characters, which a
 * collator may skip. Folded letters differ from each other on that level alone, so bytes decide the order of most
 * texts.
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

type Compare = (one: number, other: number) => number

/**
 * The rank of each text in the order of Intl.Collator('pt-BR'), exactly: equal texts share one. Sorts by words of four
 * folded bytes, and calls the collator only where those agree to the end or a text is not plain. It takes a fraction of
 * the time of comparing all (docs/decisions/engine.md §6). The texts should be distinct.
 */
export function* rankTexts(texts: TextHeap): InterruptibleWork<Uint32Array> {
  const folded = foldHeap(texts)
  yield
  const textOf = textReader(texts)
  const compare: Compare = (one, other) => collator.compare(textOf(one), textOf(other))

  const { plain, special } = split(folded)
  /** Is set for the texts that the collator may find equal to a neighbour. */
  const close = new Uint8Array(texts.offsets.length)
  for (const index of special) close[index] = 1
  yield* sortPlain(folded, plain, (same) => {
    for (const index of same.sort(compare)) close[index] = 1
  })
  let sorted = plain
  for (let from = 0; from < special.length; from += yieldEvery) {
    const some = special.subarray(from, from + yieldEvery).sort(compare)
    yield
    sorted = yield* merged(sorted, some, compare)
  }
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

/** Sorts in place, by four characters and then by the next four; `sortSame` sorts texts that fold to the same. */
function* sortPlain(
  folded: TextHeap,
  plain: Uint32Array,
  sortSame: (texts: Uint32Array) => void,
): InterruptibleWork<void> {
  const waiting = [{ part: plain, depth: 0 }]
  let done = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, depth } = next
    const words = sortByWord(folded, part, depth)
    for (let from = 0, to = 1; from < words.length; from = to++) {
      const word = words[from] as number
      while (words[to] === word) to++
      if (to - from === 1) continue
      const same = part.subarray(from, to)
      // The word has no last character where the text has ended.
      if (word % 2 ** weightBits === 0) sortSame(same)
      else waiting.push({ part: same, depth: depth + charactersAStep })
    }
    done += part.length
    if (done > yieldEvery) {
      done = 0
      yield
    }
  }
}

/** Sorts `part` by the word of four characters that begins at `depth`; gives the words in order. */
function sortByWord({ offsets, heap }: TextHeap, part: Uint32Array, depth: number): Float64Array {
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
  const previousPart = part.slice()
  for (let position = 0; position < keys.length; position++) {
    const key = keys[position] as number
    const word = Math.floor(key / indexSpan)
    part[position] = previousPart[key - word * indexSpan] as number
    keys[position] = word
  }
  return keys
}

/** Merges two sorted lists; the right one may be much shorter, so each of its texts gallops to its position. */
function* merged(left: Uint32Array, right: Uint32Array, compare: Compare): InterruptibleWork<Uint32Array> {
  const out = new Uint32Array(left.length + right.length)
  let leftPosition = 0
  for (let position = 0; position < right.length; position++) {
    const index = right[position] as number
    let step = 1
    let high = leftPosition
    while (high < left.length && compare(left[high] as number, index) <= 0) {
      high += step
      step *= 2
    }
    let low = Math.max(leftPosition, high - (step >> 1))
    high = Math.min(high, left.length)
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(left[middle] as number, index) <= 0) low = middle + 1
      else high = middle
    }
    out.set(left.subarray(leftPosition, low), leftPosition + position)
    leftPosition = low
    out[leftPosition + position] = index
    if (position % 512 === 511) yield
  }
  out.set(left.subarray(leftPosition), leftPosition + right.length)
  return out
}

function* ranksOf(sorted: Uint32Array, close: Uint8Array, compare: Compare): InterruptibleWork<Uint32Array> {
  const ranks = new Uint32Array(sorted.length)
  let rank = 0
  for (let position = 1; position < sorted.length; position++) {
    const index = sorted[position] as number
    const previousIndex = sorted[position - 1] as number
    const mayBeEqual = close[index] === 1 || close[previousIndex] === 1
    if (!mayBeEqual || compare(previousIndex, index) !== 0) rank++
    ranks[index] = rank
    if (position % yieldEvery === 0) yield
  }
  return ranks
}

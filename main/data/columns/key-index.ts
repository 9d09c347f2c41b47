import type { TextHeap, TextPart } from './part.ts'

/** Keys one after the other, repeated ones as well: numbers above 0, and texts in UTF-8. */
export interface KeyRun {
  readonly count: number
  /** By key: its number, or 0 for a text. */
  readonly numbers: Float64Array
  /** By key: where its text ends, which begins where that of the key before it ends. A number has none. */
  readonly ends: Uint32Array
  readonly heap: Uint8Array
}

/** "No key" among the indexes of keys. */
export const noKey = 0xffffffff

/**
 * Distinct keys, numbered from 0 as they come: texts, which are given by the bytes between which they lie, and numbers, which
 * are above 0 wherever there are texts as well.
 */
export interface KeyTable {
  readonly size: number
  readonly bytes: number
  /** The index of a key, which is `size` for a new one. */
  takeNumber(number: number): number
  takeText(bytes: Uint8Array, from: number, to: number): number
  /** Writes the index of each key to `into`, or of those from one up to another. */
  takeAll(keys: KeyRun, into: Uint32Array, from?: number, end?: number): void
  /** The same for keys that were taken; `noKey` for others. */
  findAll(keys: KeyRun, into: Uint32Array): void
  /** The index of a key; -1 when it was never taken. */
  indexOfNumber(number: number): number
  indexOfText(bytes: Uint8Array, from: number, to: number): number
  /** All keys in their order; valid until another is taken. */
  all(): KeyRun
  /** The texts alone, of a table without numbers; valid until another is taken. */
  heap(): TextHeap
  /** Keys from one index up to another, numbers as their digits: they must be whole and above 0. */
  texts(from: number, to: number): TextPart
}

/**
 * An open table, at most half full (performance.md §5):
 *
 *     slots    by hash: the index of a key plus 1, 0 where the slot is free
 *     numbers  by index: the number, 0 for a text                      hashes  beside it: the hash of a text
 *     offsets  by index: where its text lies in the heap, as in a TextPart
 *
 * Arrays have room for `expected` keys and so many bytes of texts from the start, generously: what is never used of them takes
 * no memory. Slots have room for half of the keys. Indexes stay inside the
 * arrays throughout: `as number` spares a check each.
 */
export function createKeyTable(expected = 1024, bytes = 1024): KeyTable {
  let slots = new Uint32Array(slotsFor(expected / 2))
  let numbers = new Float64Array(expected)
  let hashes = new Uint32Array(expected)
  let offsets = new Uint32Array(expected + 1)
  let heap = new Uint8Array(bytes)
  let size = 0
  let bits = new Uint8Array(0)
  let bitsOf = 0

  /** For so many more keys and bytes of texts, all of which may be new. */
  function makeRoom(count: number, bytes: number): void {
    heap = withRoom(heap, (offsets[size] as number) + bytes)
    if (size + count > numbers.length) {
      numbers = withRoom(numbers, size + count)
      hashes = withRoom(hashes, numbers.length)
      offsets = withRoom(offsets, numbers.length + 1)
    }
    if ((size + count) * 2 > slots.length) growSlots(slotsFor(size + count))
  }

  function growSlots(length: number): void {
    const grown = new Uint32Array(length)
    const [held, texts] = [numbers, hashes]
    for (let index = 0; index < size; index++) {
      const hash = texts[index] === 0 ? hashNumber(held[index] as number) : (texts[index] as number)
      let slot = hash & (length - 1)
      while (grown[slot] !== 0) slot = (slot + 1) & (length - 1)
      grown[slot] = index + 1
    }
    slots = grown
  }

  /** Where a number lies, or the free slot where it would lie. */
  function slotOfNumber(number: number, hash: number): number {
    const [table, held] = [slots, numbers]
    const mask = table.length - 1
    let slot = hash & mask
    for (let key = table[slot] as number; key !== 0; key = table[slot] as number) {
      if (held[key - 1] === number) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  function slotOfText(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const [table, held] = [slots, hashes]
    const mask = table.length - 1
    let slot = hash & mask
    for (let key = table[slot] as number; key !== 0; key = table[slot] as number) {
      if (held[key - 1] === hash && holds(key - 1, bytes, from, to)) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  function holds(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = offsets[index] as number
    return (offsets[index + 1] as number) - start === to - from && isAt(heap, start, bytes, from, to)
  }

  /**
   * Writes the hashes of some keys to `into`, and loads what looking them up needs while no branch depends on it: the processor
   * waits for many places at once. Gives a number that is not below 0.
   */
  function load(
    { numbers: found, ends, heap: bytes }: KeyRun,
    first: number,
    last: number,
    start: number,
    into: Uint32Array,
  ) {
    const [table, held, texts] = [slots, numbers, hashes]
    const mask = table.length - 1
    let loaded = 0
    for (let at = first, from = start; at < last; at++) {
      const number = found[at] as number
      const to = ends[at] as number
      const hash = number > 0 ? hashNumber(number) : hashBytes(bytes, from, to)
      into[at] = hash
      loaded += table[hash & mask] as number
      from = to
    }
    for (let at = first; at < last; at++) {
      const key = table[(into[at] as number) & mask] as number
      if (key > 0) loaded += (found[at] as number) > 0 ? (held[key - 1] as number) : (texts[key - 1] as number)
    }
    return loaded
  }

  /**
   * A bit for the hash of each key, eight times as many as keys: the processor's nearer cache has them, and most keys that are
   * looked up are none of these.
   */
  function bitsOfKeys(): Uint8Array {
    if (bitsOf === size) return bits
    bits = new Uint8Array(slotsFor(size / 2))
    for (let index = 0; index < size; index++) {
      const hash = (hashes[index] as number) || hashNumber(numbers[index] as number)
      const at = (hash >>> 3) & (bits.length - 1)
      bits[at] = (bits[at] as number) | (1 << (hash & 7))
    }
    bitsOf = size
    return bits
  }

  /** The index of the key in a slot; of a new one where the slot is free, for which there must be room. */
  function takeNumberAt(slot: number, number: number): number {
    const key = slots[slot] as number
    if (key > 0) return key - 1
    numbers[size] = number
    offsets[size + 1] = offsets[size] as number
    slots[slot] = ++size
    return size - 1
  }

  function takeTextAt(slot: number, bytes: Uint8Array, from: number, to: number, hash: number): number {
    const key = slots[slot] as number
    if (key > 0) return key - 1
    const own = heap
    let end = offsets[size] as number
    for (let at = from; at < to; at++) own[end++] = bytes[at] as number
    hashes[size] = hash
    offsets[size + 1] = end
    slots[slot] = ++size
    return size - 1
  }

  return {
    get size() {
      return size
    },
    get bytes() {
      return slots.byteLength + 16 * size + (offsets[size] as number)
    },
    takeNumber(number) {
      makeRoom(1, 0)
      return takeNumberAt(slotOfNumber(number, hashNumber(number)), number)
    },
    takeText(bytes, from, to) {
      makeRoom(1, to - from)
      const hash = hashBytes(bytes, from, to)
      return takeTextAt(slotOfText(bytes, from, to, hash), bytes, from, to, hash)
    },
    takeAll(keys, into, from = 0, end = keys.count) {
      const { numbers: found, ends, heap: bytes } = keys
      for (let first = from, start = from === 0 ? 0 : (ends[from - 1] as number); first < end; first += atOnce) {
        const last = Math.min(end, first + atOnce)
        makeRoom(last - first, (ends[last - 1] as number) - start)
        const loaded = load(keys, first, last, start, into)
        for (let at = first; at < last; at++) {
          const number = found[at] as number
          const to = ends[at] as number
          const hash = loaded < 0 ? 0 : (into[at] as number)
          into[at] =
            number > 0
              ? takeNumberAt(slotOfNumber(number, hash), number)
              : takeTextAt(slotOfText(bytes, start, to, hash), bytes, start, to, hash)
          start = to
        }
      }
    },
    findAll(keys, into) {
      const { count, numbers: found, ends, heap: bytes } = keys
      const bits = bitsOfKeys()
      const wanted = new Uint32Array(count)
      let left = 0
      for (let at = 0, start = 0; at < count; at++) {
        const number = found[at] as number
        const to = ends[at] as number
        const hash = number > 0 ? hashNumber(number) : hashBytes(bytes, start, to)
        start = to
        if (((bits[(hash >>> 3) & (bits.length - 1)] as number) & (1 << (hash & 7))) === 0) into[at] = noKey
        else {
          into[at] = hash
          wanted[left++] = at
        }
      }
      let loaded = 0
      for (let one = 0; one < left; one++) {
        loaded += slots[(into[wanted[one] as number] as number) & (slots.length - 1)] as number
      }
      for (let one = 0; one < left; one++) {
        const at = wanted[one] as number
        const number = found[at] as number
        const hash = loaded < 0 ? 0 : (into[at] as number)
        const start = at === 0 ? 0 : (ends[at - 1] as number)
        const slot = number > 0 ? slotOfNumber(number, hash) : slotOfText(bytes, start, ends[at] as number, hash)
        into[at] = (slots[slot] as number) - 1
      }
    },
    indexOfNumber: (number) => (slots[slotOfNumber(number, hashNumber(number))] as number) - 1,
    indexOfText: (bytes, from, to) => (slots[slotOfText(bytes, from, to, hashBytes(bytes, from, to))] as number) - 1,
    all: () => ({ count: size, numbers: numbers.subarray(0, size), ends: offsets.subarray(1, size + 1), heap }),
    heap: () => ({ offsets: offsets.subarray(0, size + 1), heap: heap.subarray(0, offsets[size]) }),
    texts(from, to) {
      const written = new Uint32Array(to - from + 1)
      let room = 0
      for (let key = from; key < to; key++) {
        const number = numbers[key] as number
        room += number > 0 ? digitsOf(number) : (offsets[key + 1] as number) - (offsets[key] as number)
        written[key - from + 1] = room
      }
      const bytes = new Uint8Array(room)
      for (let key = from; key < to; key++) {
        const number = numbers[key] as number
        if (number > 0) writeDigits(bytes, number, written[key - from + 1] as number)
        else bytes.set(heap.subarray(offsets[key], offsets[key + 1]), written[key - from])
      }
      return { kind: 'text', rows: to - from, offsets: written, heap: bytes, nulls: null }
    },
  }
}

/** Keys between whose loading and taking the processor's cache keeps them. */
const atOnce = 1024

function slotsFor(keys: number): number {
  let slots = 2048
  while (slots < keys * 2) slots *= 2
  return slots
}

function digitsOf(value: number): number {
  let digits = 1
  for (let limit = 10; value >= limit; limit *= 10) digits++
  return digits
}

/** Writes the digits of a whole number so that they end before `end`. */
function writeDigits(heap: Uint8Array, value: number, end: number): void {
  let at = end
  // Two parts that are small integers, which divide quickly.
  let high = Math.floor(value / 1e9)
  let low = value - high * 1e9
  for (let digit = 0; digit < 9 && (high > 0 || low > 0); digit++) {
    const rest = (low / 10) | 0
    heap[--at] = 48 + low - rest * 10
    low = rest
  }
  while (high > 0) {
    const rest = (high / 10) | 0
    heap[--at] = 48 + high - rest * 10
    high = rest
  }
}

/** The same numbers, with room for so many. */
export function withRoom<Numbers extends Float64Array | Uint32Array | Int32Array | Uint8Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}

/** Whether the bytes from one on are those of a text, or those from `start` to `end` of it. */
export function isAt(bytes: Uint8Array, from: number, text: Uint8Array, start = 0, end = text.length): boolean {
  for (let at = start; at < end; at++) if (bytes[from + at - start] !== text[at]) return false
  return true
}

/** A 32-bit hash of a whole number. */
function hashNumber(key: number): number {
  const high = (key / 4_294_967_296) | 0
  const low = key | 0
  let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** A 32-bit hash (FNV-1a, its bits mixed once more) of bytes `from` to `to`, never 0. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 16_777_619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}

/** Values by number. */
export interface KeyIndex {
  readonly size: number
  /** -1 when the key is not there. */
  get(key: number): number
  /** Whether the key is new. */
  set(key: number, value: number): boolean
}

export function createKeyIndex(expected = 1024): KeyIndex {
  const table = createKeyTable(expected)
  let values = new Int32Array(expected)
  return {
    get size() {
      return table.size
    },
    get(key) {
      const index = table.indexOfNumber(key)
      return index < 0 ? -1 : (values[index] as number)
    },
    set(key, value) {
      const before = table.size
      const index = table.takeNumber(key)
      values = withRoom(values, index + 1)
      values[index] = value
      return table.size > before
    },
  }
}

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

export const noKey = 0xffffffff

/**
 * Distinct keys, numbered from 0 as they come. A text is given by the bytes between which it lies. Numbers are above 0
 * wherever there are texts as well.
 */
export interface KeyTable {
  readonly size: number
  readonly bytes: number
  /** The index of a key, which is `size` for a new one. */
  takeNumber(number: number): number
  takeText(bytes: Uint8Array, from: number, to: number): number
  /** Writes the index of each key to `into`, or of those from one up to another. */
  takeAll(keys: KeyRun, into: Uint32Array, from?: number, end?: number): void
  /** Does the same for keys that were taken; `noKey` for others. */
  findAll(keys: KeyRun, into: Uint32Array): void
  /** The index of a key; -1 when it was never taken. */
  indexOfNumber(number: number): number
  indexOfText(bytes: Uint8Array, from: number, to: number): number
  /** All keys in their order; valid until another is taken. */
  all(): KeyRun
  /** The texts alone, of a table without numbers; valid until another is taken. */
  heap(): TextHeap
  /**
   * The smallest hashes of the keys, ascending, at most `count`: a sample that depends on the keys alone, not on their
   * order.
   */
  smallestHashes(count: number): Uint32Array
  /** Keys from one index up to another, numbers as their digits: they must be whole and above 0. */
  texts(from: number, to: number): TextPart
}

/**
 * An open table, at most half full (docs/decisions/engine.md §5):
 *
 *     slots    by hash, two numbers each: the index of a key plus 1, or 0 where the slot is free; the hash of that key
 *     numbers  by index: the number, 0 for a text
 *     offsets  by index: where its text lies in the heap, as in a TextPart
 *
 * The hash beside the index avoids reading the key unless it is the same one: most look-ups wait for memory once. Loops
 * over many keys are functions over these arrays, which V8 keeps in registers. Indexes stay inside the arrays
 * throughout: `as number` spares a check each.
 */
export interface KeyTableData {
  slots: Uint32Array
  numbers: Float64Array
  offsets: Uint32Array
  heap: Uint8Array
  size: number
}

/** Where the arrays of a table lie, and what looks up many keys there. */
export interface TableMemory {
  readonly withRoom: typeof withRoom
  /**
   * Writes the indexes of some keys, at their places, `noKey` for new ones. With `adds` these are added, for which
   * there is room.
   */
  lookUp(
    table: KeyTableData,
    keys: KeyRun,
    [first, last]: readonly [number, number],
    into: Uint32Array,
    adds: boolean,
  ): void
}

/**
 * Has ample room for `expected` keys and so many bytes of texts from the start: unused room takes no memory. Slots have
 * room for a third of the keys.
 */
export function createKeyTable(
  expected = 1024,
  bytes = 1024,
  memory: TableMemory = { withRoom, lookUp: lookUpBatch },
): KeyTable {
  const table: KeyTableData = {
    slots: memory.withRoom(new Uint32Array(0), 2 * slotsFor(expected / 3)),
    numbers: memory.withRoom(new Float64Array(0), expected),
    offsets: memory.withRoom(new Uint32Array(0), expected + 1),
    heap: memory.withRoom(new Uint8Array(0), bytes),
    size: 0,
  }

  /** Makes room for so many more keys and bytes of texts, all of which may be new. */
  function makeRoom(count: number, bytes: number): void {
    const maxSize = table.size + count
    table.heap = memory.withRoom(table.heap, (table.offsets[table.size] as number) + bytes)
    if (maxSize > table.numbers.length) {
      table.numbers = memory.withRoom(table.numbers, maxSize)
      table.offsets = memory.withRoom(table.offsets, table.numbers.length + 1)
    }
    if (maxSize * 4 > table.slots.length) {
      const larger = memory.withRoom(new Uint32Array(0), 2 * slotsFor(maxSize))
      moveSlots(table.slots, larger)
      table.slots = larger
    }
  }

  function indexOf(number: number, bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(number, bytes, from, to)
    return (table.slots[slotOf(table, hash, number, bytes, from, to)] as number) - 1
  }

  function take(number: number, bytes: Uint8Array, from: number, to: number): number {
    makeRoom(1, to - from)
    const hash = hashOf(number, bytes, from, to)
    const slot = slotOf(table, hash, number, bytes, from, to)
    if (table.slots[slot] === 0) addAt(table, slot, hash, number, bytes, from, to)
    return (table.slots[slot] as number) - 1
  }

  return {
    get size() {
      return table.size
    },
    get bytes() {
      return table.slots.byteLength + 12 * table.size + (table.offsets[table.size] as number)
    },
    takeNumber: (number) => take(number, noBytes, 0, 0),
    takeText: (bytes, from, to) => take(0, bytes, from, to),
    takeAll(keys, into, from = 0, end = keys.count) {
      for (let first = from; first < end; first += atOnce) {
        const last = Math.min(end, first + atOnce)
        makeRoom(last - first, (keys.ends[last - 1] as number) - startOf(keys, first))
        memory.lookUp(table, keys, [first, last], into, true)
      }
    },
    findAll(keys, into) {
      for (let first = 0; first < keys.count; first += atOnce) {
        memory.lookUp(table, keys, [first, Math.min(keys.count, first + atOnce)], into, false)
      }
    },
    indexOfNumber: (number) => indexOf(number, noBytes, 0, 0),
    indexOfText: (bytes, from, to) => indexOf(0, bytes, from, to),
    all: () => ({ ...keysOf(table), count: table.size, ends: table.offsets.subarray(1, table.size + 1) }),
    heap: () => keysOf(table),
    smallestHashes: (count) => smallestHashes(table, count),
    texts: (from, to) => textsOf(table, from, to),
  }
}

const noBytes = new Uint8Array(0)

/** The processor's cache keeps so many keys between their loading and their taking. */
const atOnce = 1024

function slotsFor(keys: number): number {
  let slots = 2048
  while (slots < keys * 2) slots *= 2
  return slots
}

/** Writes the slots of the same keys to a larger array. */
function moveSlots(slots: Uint32Array, larger: Uint32Array): void {
  const mask = larger.length - 2
  for (let old = 0; old < slots.length; old += 2) {
    if (slots[old] === 0) continue
    const hash = slots[old + 1] as number
    let slot = (hash << 1) & mask
    while (larger[slot] !== 0) slot = (slot + 2) & mask
    larger[slot] = slots[old] as number
    larger[slot + 1] = hash
  }
}

/** The slot of a number above 0, or else of a text; a free slot where the key is new. */
function slotOf(
  table: KeyTableData,
  hash: number,
  number: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  const { slots, numbers } = table
  const mask = slots.length - 2
  let slot = (hash << 1) & mask
  for (let key = slots[slot] as number; key !== 0; key = slots[slot] as number) {
    if (
      slots[slot + 1] === hash &&
      numbers[key - 1] === number &&
      (number > 0 || isText(table, key - 1, bytes, from, to))
    )
      break
    slot = (slot + 2) & mask
  }
  return slot
}

function isText({ offsets, heap }: KeyTableData, index: number, bytes: Uint8Array, from: number, to: number): boolean {
  const start = offsets[index] as number
  return (offsets[index + 1] as number) - start === to - from && isAt(heap, start, bytes, from, to)
}

/** Puts a new key, for which there is room, into a free slot. */
function addAt(
  table: KeyTableData,
  slot: number,
  hash: number,
  number: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): void {
  const { slots, numbers, offsets, heap, size } = table
  let end = offsets[size] as number
  for (let at = from; at < to; at++) heap[end++] = bytes[at] as number
  numbers[size] = number
  offsets[size + 1] = end
  slots[slot] = size + 1
  slots[slot + 1] = hash
  table.size = size + 1
}

function startOf({ ends }: KeyRun, key: number): number {
  return key === 0 ? 0 : (ends[key - 1] as number)
}

function smallestHashes({ slots, size }: KeyTableData, count: number): Uint32Array {
  // As a rule four times as many as are needed lie below it, whatever the keys: hashes are spread evenly.
  const limit = size <= 4 * count ? 2 ** 32 : (2 ** 32 / size) * 4 * count
  const small: number[] = []
  // Nearly all are skipped by one condition, free slots as well: their hash is 0.
  for (let slot = 0; slot < slots.length; slot += 2) {
    const hash = slots[slot + 1] as number
    if ((hash - 1) >>> 0 < limit - 1) small.push(hash)
  }
  // A key of this hash lies behind the first slot, before a free one.
  for (let slot = 0; slots[slot] !== 0; slot += 2) if (slots[slot + 1] === 0) small.push(0)
  return Uint32Array.from(small).sort().slice(0, count)
}

function lookUpBatch(
  table: KeyTableData,
  keys: KeyRun,
  [first, last]: readonly [number, number],
  into: Uint32Array,
  adds: boolean,
): void {
  const { slots } = table
  const { numbers, ends, heap } = keys
  const mask = slots.length - 2
  let start = startOf(keys, first)
  for (let at = first; at < last; at++) {
    into[at] = hashOf(numbers[at] as number, heap, start, ends[at] as number)
    start = ends[at] as number
  }
  let loaded = 0
  // No branch depends on the loaded values, so that the processor waits for many places at once.
  for (let at = first; at < last; at++) loaded += slots[((into[at] as number) << 1) & mask] as number
  start = startOf(keys, first)
  for (let at = first; at < last; at++) {
    const number = numbers[at] as number
    const to = ends[at] as number
    const hash = loaded < 0 ? 0 : (into[at] as number)
    const slot = slotOf(table, hash, number, heap, start, to)
    if (adds && slots[slot] === 0) addAt(table, slot, hash, number, heap, start, to)
    into[at] = (slots[slot] as number) - 1
    start = to
  }
}

function keysOf({ numbers, offsets, heap, size }: KeyTableData) {
  return {
    numbers: numbers.subarray(0, size),
    offsets: offsets.subarray(0, size + 1),
    heap: heap.subarray(0, offsets[size]),
  }
}

function textsOf({ numbers, offsets, heap }: KeyTableData, from: number, to: number): TextPart {
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
    else {
      let end = written[key - from] as number
      for (let at = offsets[key] as number; at < (offsets[key + 1] as number); at++) bytes[end++] = heap[at] as number
    }
  }
  return { kind: 'text', rows: to - from, offsets: written, heap: bytes, nulls: null }
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
  let high = (value / 1e9) | 0
  let low = (value - high * 1e9) | 0
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

/** The same numbers in an array with room for so many. */
export function withRoom<Numbers extends Float64Array | Uint32Array | Int32Array | Uint8Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}

/** Whether the bytes from one on equal a text, or its bytes from `start` to `end`. */
export function isAt(bytes: Uint8Array, from: number, text: Uint8Array, start = 0, end = text.length): boolean {
  for (let at = start; at < end; at++) if (bytes[from + at - start] !== text[at]) return false
  return true
}

/** The hash of a number, or else of a text. Without texts the number may be below zero. */
function hashOf(number: number, bytes: Uint8Array, from: number, to: number): number {
  return number === 0 ? hashBytes(bytes, from, to) : hashNumber(number)
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

/** A 32-bit hash (FNV-1a over four bytes at a time, its bits mixed once more) of bytes `from` to `to`. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5 ^ (to - from)
  let at = from
  for (; at + 4 <= to; at += 4) {
    const [low, high] = [
      (bytes[at] as number) | ((bytes[at + 1] as number) << 8),
      (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8),
    ]
    hash = Math.imul(hash ^ (low | (high << 16)), 16_777_619)
    hash ^= hash >>> 15
  }
  for (; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 16_777_619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Does the same for a text in UTF-8. */
export function hashText(text: string): number {
  const bytes = Buffer.from(text)
  return hashBytes(bytes, 0, bytes.length)
}

import { hashNumber, numberSlot } from '../columns/key-index.ts'
import type { TextPart } from '../columns/part.ts'
import { hashBytes } from '../columns/text-column.ts'

/** Keys in the order of a list, repeated ones as well. */
export interface FoundKeys {
  readonly count: number
  /** By key: its phone, or 0 for a text. */
  readonly phones: Float64Array
  /** The texts one after the other, in UTF-8; text t ends before `ends[t]`. */
  readonly heap: Uint8Array
  readonly ends: Uint32Array
}

/** Distinct keys, numbered as they come. */
export interface KeyTable {
  readonly size: number
  /** Writes the number of each key to `into`; that of a new one is how many keys there were. */
  take(found: FoundKeys, into: Uint32Array): void
  /** Keys as they are sent, from one number up to another. */
  texts(from: number, to: number): TextPart
}

/** A phone of so many digits at most is a number that a double holds exactly. */
export const maxDigits = 15

/**
 * Two open tables, at most half full (performance.md §5):
 *
 *     phones     by slot: the phone, 0 where the slot is free      phoneKeys  beside it: the number of the key
 *     textSlots  by slot: the position of the text plus 1          hashes, textKeys, ends, heap  by position
 *     keys       by number: the phone, or minus the position of the text plus 1
 *
 * No key begins with a zero, so no two texts of digits are one number. Indexes stay inside the arrays throughout: `as number`
 * spares a check each. The loop of `take` works on constants, which the compiler keeps in registers.
 */
export function createKeyTable(): KeyTable {
  let phones = new Float64Array(2048)
  let phoneKeys = new Uint32Array(2048)
  let textSlots = new Uint32Array(2048)
  let hashes = new Uint32Array(1024)
  let textKeys = new Uint32Array(1024)
  let ends = new Uint32Array(1024)
  let heap = new Uint8Array(32_768)
  let keys = new Float64Array(1024)
  let size = 0
  let texts = 0
  let used = 0

  const startOf = (text: number) => (text === 0 ? 0 : (ends[text - 1] as number))

  /** For so many more keys and bytes of texts, all of which may be new. */
  function makeRoom(count: number, bytes: number): void {
    keys = withRoom(keys, size + count)
    if ((size - texts + count) * 2 > phones.length) growPhones()
    hashes = withRoom(hashes, texts + count)
    textKeys = withRoom(textKeys, texts + count)
    ends = withRoom(ends, texts + count)
    heap = withRoom(heap, used + bytes)
    if ((texts + count) * 2 > textSlots.length) growTextSlots()
  }

  function growPhones(): void {
    const [before, keysBefore] = [phones, phoneKeys]
    phones = new Float64Array(before.length * 4)
    phoneKeys = new Uint32Array(before.length * 4)
    const [table, tableKeys] = [phones, phoneKeys]
    for (let at = 0; at < before.length; at++) {
      const phone = before[at] as number
      if (phone === 0) continue
      const slot = numberSlot(table, phone)
      table[slot] = phone
      tableKeys[slot] = keysBefore[at] as number
    }
  }

  function growTextSlots(): void {
    textSlots = new Uint32Array(textSlots.length * 4)
    for (let text = 0; text < texts; text++) {
      let slot = (hashes[text] as number) & (textSlots.length - 1)
      while (textSlots[slot] !== 0) slot = (slot + 1) & (textSlots.length - 1)
      textSlots[slot] = text + 1
    }
  }

  /** The number of the key with this text, which is `next` for a new one. */
  function takeText(bytes: Uint8Array, from: number, to: number, next: number): number {
    const hash = hashBytes(bytes, from, to)
    const mask = textSlots.length - 1
    let slot = hash & mask
    for (let held = textSlots[slot] as number; held !== 0; held = textSlots[slot] as number) {
      if (hashes[held - 1] === hash && holds(held - 1, bytes, from, to)) return textKeys[held - 1] as number
      slot = (slot + 1) & mask
    }
    const own = heap
    let end = used
    for (let at = from; at < to; at++) own[end++] = bytes[at] as number
    used = end
    hashes[texts] = hash
    textKeys[texts] = next
    ends[texts++] = end
    textSlots[slot] = texts
    return next
  }

  function holds(text: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = startOf(text)
    if ((ends[text] as number) - start !== to - from) return false
    const own = heap
    for (let at = from, beside = start; at < to; at++, beside++) if (bytes[at] !== own[beside]) return false
    return true
  }

  return {
    get size() {
      return size
    },
    take({ count, phones: found, ends: foundEnds, heap: bytes }, into) {
      makeRoom(count, bytes.length)
      const [table, tableKeys, numbers] = [phones, phoneKeys, keys]
      // Loads what the next loop needs while no branch depends on it: the processor waits for many places at once.
      const mask = table.length - 1
      let loaded = 0
      for (let at = 0; at < count; at++) loaded += table[hashNumber(found[at] as number) & mask] as number
      let next = loaded < 0 ? 0 : size
      let text = 0
      for (let at = 0; at < count; at++) {
        const phone = found[at] as number
        let key = next
        if (phone > 0) {
          const slot = numberSlot(table, phone)
          if (table[slot] === phone) key = tableKeys[slot] as number
          else {
            table[slot] = phone
            tableKeys[slot] = next
            numbers[next++] = phone
          }
        } else {
          key = takeText(bytes, text === 0 ? 0 : (foundEnds[text - 1] as number), foundEnds[text] as number, next)
          text++
          if (key === next) numbers[next++] = -texts
        }
        into[at] = key
      }
      size = next
    },
    texts(from, to) {
      const offsets = new Uint32Array(to - from + 1)
      let room = 0
      for (let key = from; key < to; key++) {
        const value = keys[key] as number
        room += value > 0 ? digitsOf(value) : (ends[-value - 1] as number) - startOf(-value - 1)
        offsets[key - from + 1] = room
      }
      const written = new Uint8Array(room)
      for (let key = from; key < to; key++) {
        const value = keys[key] as number
        if (value > 0) writeDigits(written, value, offsets[key - from + 1] as number)
        else written.set(heap.subarray(startOf(-value - 1), ends[-value - 1]), offsets[key - from])
      }
      return { kind: 'text', rows: to - from, offsets, heap: written, nulls: null }
    },
  }
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
export function withRoom<Numbers extends Float64Array | Uint32Array | Uint8Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  if (length <= numbers.length) return numbers
  const larger = new (numbers.constructor as new (length: number) => Numbers)(Math.max(length, numbers.length * 2))
  larger.set(numbers)
  return larger
}

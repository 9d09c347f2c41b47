import { hashBytes, hashText, type KeyRun, type KeyTable, withRoom } from '../engine/columns/key-index.ts'
import { textAt } from '../engine/columns/part.ts'
import { foldEmail } from '../phones/match-ladder.ts'
import { phoneOfBase, writtenForms } from '../phones/phones.ts'
import { usualKey, usualPhone } from '../phones/usual-phones.ts'

const { asKey, otherwise } = writtenForms

/** Digits that a number holds exactly. */
const mostDigits = 15

/** The number that these bytes are the digits of; 0 where they are none, begin with a zero or are more than 15. */
export function numberIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > mostDigits || bytes[from] === 0x30) return 0
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - 0x30
    if (digit < 0 || digit > 9) return 0
    number = number * 10 + digit
  }
  return number
}

/** The index of a key (`CellKey`) in the table; -1 when it was never taken. */
export function indexOfKey(table: KeyTable, key: string): number {
  const bytes = Buffer.from(key)
  const number = numberIn(bytes, 0, bytes.length)
  return number > 0 ? table.indexOfNumber(number) : table.indexOfText(bytes, 0, bytes.length)
}

/** The same index of a key, which is new where it was never taken. */
export function takeKey(table: KeyTable, key: string): number {
  const bytes = Buffer.from(key)
  const number = numberIn(bytes, 0, bytes.length)
  return number > 0 ? table.takeNumber(number) : table.takeText(bytes, 0, bytes.length)
}

/** Keys of some rows, as `KeyTable` takes them. */
export interface KeyBlock extends KeyRun {
  count: number
  heap: Uint8Array
  /** How many bytes the texts take. */
  used: number
  /** By key: the row that has it, how it is written there, and a hash of what is written `otherwise`. */
  readonly rows: Uint32Array
  readonly forms: Uint8Array
  readonly hashes: Map<number, number>
}

export function createKeyBlock(keys: number): KeyBlock {
  return {
    count: 0,
    numbers: new Float64Array(keys),
    ends: new Uint32Array(keys),
    heap: new Uint8Array(16 * keys),
    used: 0,
    rows: new Uint32Array(keys),
    forms: new Uint8Array(keys),
    hashes: new Map(),
  }
}

export function clearBlock(block: KeyBlock): void {
  block.count = 0
  block.used = 0
  block.hashes.clear()
}

function endKey(block: KeyBlock, number: number, end: number, form: number): void {
  block.used = end
  block.numbers[block.count] = number
  block.forms[block.count] = form
  block.ends[block.count++] = end
}

/**
 * Adds the keys of a phone. Takes its key, its form and, where it is written `otherwise`, its digits as they are
 * written.
 */
export type AddPhone = (block: KeyBlock, key: number, form: number, written: string) => void

/** Reads the phone of a contact, for which `add` adds keys; what is no number is added as the text that it is. */
export function addPhone(
  block: KeyBlock,
  bytes: Uint8Array,
  from: number,
  to: number,
  areaCode: string | null,
  add: AddPhone,
): void {
  // Nearly all are bare digits.
  const number = numberIn(bytes, from, to)
  const isBare = number >= 1e9 && number < 1e13
  const usual = isBare ? usualKey(number, to - from, false) : usualPhone(bytes, from, to)
  let key = Math.floor(usual / 4)
  // The remainder of doubles is slow.
  let form = usual - 4 * key
  let written = ''
  if (usual === 0 || form === otherwise) {
    const text = textAt(bytes, from, to)
    const reading = phoneOfBase(text, areaCode)
    key = reading ? Number(reading.key) : number
    form = reading?.form ?? asKey
    written = reading?.written ?? ''
  }
  if (key === 0) addText(block, bytes.subarray(from, to), asKey)
  else add(block, key, form, written)
}

/** Adds a phone as a number; `written` counts where it is written `otherwise`. */
export function addNumber(block: KeyBlock, number: number, form: number, written: string): void {
  if ((form & otherwise) > 0) block.hashes.set(block.count, hashText(written))
  endKey(block, number, block.used, form)
}

function addText(block: KeyBlock, bytes: Uint8Array, form: number): void {
  block.heap = withRoom(block.heap, block.used + bytes.length)
  block.heap.set(bytes, block.used)
  endKey(block, 0, block.used + bytes.length, form)
}

/** By byte: the small letter or the sign itself; 0 for blanks and what is not ASCII. */
const smallSigns = Uint8Array.from({ length: 256 }, (_, sign) => {
  if (sign <= 0x20 || sign >= 0x80) return 0
  return sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign
})

/** Adds an e-mail as its key (`foldEmail`). */
export function addEmail(block: KeyBlock, bytes: Uint8Array, from: number, to: number): void {
  block.heap = withRoom(block.heap, block.used + to - from)
  const { heap } = block
  let end = block.used
  let changed = 0
  for (let at = from; at < to; at++) {
    const sign = bytes[at] as number
    const small = smallSigns[sign] as number
    if (small === 0) {
      addFolded(block, textAt(bytes, from, to))
      return
    }
    changed |= small ^ sign
    heap[end++] = small
  }
  const capitals = changed !== 0
  if (capitals) block.hashes.set(block.count, hashBytes(bytes, from, to))
  endKey(block, 0, end, capitals ? otherwise : asKey)
}

function addFolded(block: KeyBlock, text: string): void {
  const folded = foldEmail(text)
  if (folded === '') return
  if (folded !== text) block.hashes.set(block.count, hashText(text))
  addText(block, Buffer.from(folded), folded === text ? asKey : otherwise)
}

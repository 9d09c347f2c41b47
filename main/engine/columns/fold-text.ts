import { maskSigns } from '../../../preload/values/search-words.ts'
import { foldText } from '../../../preload/values/text.ts'
import { isAt, withRoom } from './key-index.ts'
import { type FoldedTexts, type TextHeap, type TextPart, textReader } from './part.ts'
import { takeTexts } from './text-part.ts'

/** The ASCII letter for the second byte of U+00C0…U+00FF (lead byte 0xC3), or 0 for "decode the text". */
const latinLetters = Uint8Array.from({ length: 64 }, (_, index) => {
  const folded = foldText(String.fromCharCode(0xc0 + index))
  const code = folded.charCodeAt(0)
  return folded.length === 1 && code < 0x80 ? code : 0
})

const latinLead = 0xc3
const upperA = 65
const upperZ = 90

const encoder = new TextEncoder()

/**
 * Every text folded, at the speed of bytes: plain letters and the accents of Portuguese byte by byte, all else decoded.
 * Gives the same heap back when nothing changes, so that digits and lower-case texts cost no memory.
 */
export function foldHeap(source: TextHeap): TextHeap {
  if (isFolded(source.heap)) return source
  const { offsets, heap } = source
  const rows = offsets.length - 1
  const textOf = textReader(source)
  const folded = new Uint32Array(rows + 1)
  // Folding by bytes never grows a text; a decoded one may, by marks that NFD splits off scripts without capitals.
  let out = new Uint8Array(heap.length + 64)
  let end = 0
  for (let row = 0; row < rows; row++) {
    // Indexes stay inside the arrays here and below: `as number` spares a check a byte.
    const from = offsets[row] as number
    const to = offsets[row + 1] as number
    const written = foldBytes(heap, from, to, out, end)
    if (written >= 0) end = written
    else {
      const text = foldText(textOf(row))
      out = withRoom(out, end + text.length * 3 + heap.length - to + 64)
      end += encoder.encodeInto(text, out.subarray(end)).written
    }
    folded[row + 1] = end
  }
  return { offsets: folded, heap: out.slice(0, end) }
}

/**
 * Folds a text into an array with room for it. Gives where the folded bytes end, or -1 when the text holds a letter
 * that bytes alone cannot fold.
 */
export function foldBytes(heap: Uint8Array, from: number, to: number, out: Uint8Array, start: number): number {
  let end = start
  for (let at = from; at < to; at++) {
    const byte = heap[at] as number
    if (byte < 0x80) out[end++] = byte >= upperA && byte <= upperZ ? byte + 32 : byte
    else {
      if (byte !== latinLead) return -1
      const letter = latinLetters[(heap[++at] as number) - 0x80] as number
      if (letter === 0) return -1
      out[end++] = letter
    }
  }
  return end
}

function isFolded(heap: Uint8Array): boolean {
  for (let at = 0; at < heap.length; at++) {
    const byte = heap[at] as number
    if (byte >= 0x80 || (byte >= upperA && byte <= upperZ)) return false
  }
  return true
}

/**
 * Sets `hits[row]` for every text that contains the needle: one memory search over all texts, then row by row. `rows`
 * are the rows of the texts, where those are not all.
 */
export function findInHeap({ offsets, heap }: TextHeap, needle: string, hits: Uint8Array, rows?: Uint32Array): void {
  const bytes = Buffer.from(needle)
  if (bytes.length === 0) {
    hits.fill(1)
    return
  }
  const haystack = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  let row = 0
  let at = haystack.indexOf(bytes)
  while (at >= 0) {
    row = rowAt(offsets, at, row)
    // Indexes stay inside the arrays: `as number` spares a check.
    const end = offsets[row + 1] as number
    // A needle that crosses the end of its text was found in two texts, so in neither: search on behind its first byte.
    const inside = at + bytes.length <= end
    if (inside) hits[rows ? (rows[row] as number) : row] = 1
    at = haystack.indexOf(bytes, inside ? end : at + 1)
  }
}

/** The row whose text holds this byte. It gallops from a row at or before it, then halves. */
export function rowAt(offsets: Uint32Array, at: number, from: number): number {
  const rows = offsets.length - 1
  if ((offsets[from + 1] as number) > at) return from
  let low = from + 1
  let step = 1
  while (low + step < rows && (offsets[low + step] as number) <= at) {
    low += step
    step *= 2
  }
  let high = Math.min(rows, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] as number) <= at) low = middle
    else high = middle
  }
  return low
}

const isMask = Uint8Array.from({ length: 256 }, (_, byte) => (maskSigns.has(String.fromCharCode(byte)) ? 1 : 0))
// The no-break space is two bytes in UTF-8; its lead byte comes before other signs only, never inside digits.
isMask[0xc2] = 1

/**
 * Sets `hits[row]` for every text whose digits in a row, masks aside, contain these digits: `98888` is found in
 * `(11) 9 8888-7777`, but never across letters.
 */
export function findDigitsInHeap(texts: TextHeap, digits: string, hits: Uint8Array): void {
  const { offsets, heap } = texts
  const rows = offsets.length - 1
  const needle = Uint8Array.from(Buffer.from(digits))
  const first = needle[0]
  if (first === undefined) hits.fill(1, 0, rows)
  else if (isFrequent(heap, first)) findDigitsByRow(texts, needle, hits)
  else findDigitsByFirst(texts, needle, hits)
}

/** Whether the byte is so frequent that jumping from one to the next takes longer than reading all. */
function isFrequent(heap: Uint8Array, byte: number): boolean {
  const sample = heap.subarray(0, 16_384)
  let count = 0
  for (const one of sample) if (one === byte) count++
  return count * 64 > sample.length
}

function findDigitsByRow({ offsets, heap }: TextHeap, needle: Uint8Array, hits: Uint8Array): void {
  for (let row = 0; row < offsets.length - 1; row++) {
    const end = offsets[row + 1] as number
    for (let at = offsets[row] as number; at < end; at++) {
      if (heap[at] === needle[0] && matchesAt(heap, at, end, needle)) {
        hits[row] = 1
        break
      }
    }
  }
}

function findDigitsByFirst({ offsets, heap }: TextHeap, needle: Uint8Array, hits: Uint8Array): void {
  const haystack = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  const first = needle[0] as number
  let row = 0
  for (let at = haystack.indexOf(first); at >= 0; at = haystack.indexOf(first, at + 1)) {
    row = rowAt(offsets, at, row)
    if (hits[row] === 0 && matchesAt(heap, at, offsets[row + 1] as number, needle)) hits[row] = 1
  }
}

function matchesAt(heap: Uint8Array, start: number, end: number, needle: Uint8Array): boolean {
  let matched = 1
  for (let at = start + 1; matched < needle.length; at++) {
    if (at >= end) return false
    const byte = heap[at] as number
    if (byte === needle[matched]) matched++
    else if (isMask[byte] === 0) return false
  }
  return true
}

export function foldedTexts(source: TextPart): FoldedTexts {
  const folded = foldHeap(source)
  const changed = new Uint32Array(source.rows)
  let count = 0
  for (let row = 0; folded !== source && row < source.rows; row++) {
    const start = source.offsets[row] as number
    const [from, to] = [folded.offsets[row] as number, folded.offsets[row + 1] as number]
    const isSame =
      to - from === (source.offsets[row + 1] as number) - start && isAt(source.heap, start, folded.heap, from, to)
    if (!isSame) changed[count++] = row
  }
  const rows = changed.slice(0, count)
  const { offsets, heap } = takeTexts({ ...source, ...folded, nulls: null }, rows)
  return { rows, offsets, heap }
}

/**
 * Sets `hits[row]` for every text that contains the needle once both are folded. Folding goes letter by letter, so a
 * text that contains a folded needle as it is contains it folded too.
 */
export function findFolded(texts: TextHeap, folded: FoldedTexts, needle: string, hits: Uint8Array): void {
  if (folded.rows.length < texts.offsets.length - 1) findInHeap(texts, needle, hits)
  findInHeap(folded, needle, hits, folded.rows)
}

/** Whether every byte is a digit, so that digits are found at the speed of a memory search. */
export function isAllDigits(heap: Uint8Array): boolean {
  for (let at = 0; at < heap.length; at++) {
    const byte = heap[at] as number
    if (byte < 48 || byte > 57) return false
  }
  return true
}

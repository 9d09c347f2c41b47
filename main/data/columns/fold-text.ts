import { decomposed } from '../../../preload/contract/text.ts'

/** The combining marks that NFD splits off Latin, Greek and Cyrillic letters. */
const marks = /[\u0300-\u036f]/g

/**
 * A text without accents and case: `JOÃO`, `joão` and the decomposed `joão` of macOS become `joao`
 * (features.md §9 point 16). Both sides of every comparison go through here.
 */
export function foldText(text: string): string {
  return decomposed(text).toLowerCase().replace(marks, '')
}

/** Texts one after the other as UTF-8: text i lies from `offsets[i]` to `offsets[i + 1]`. */
export interface TextHeap {
  readonly offsets: Uint32Array
  readonly heap: Uint8Array
}

/** What stands for the second byte of U+00C0…U+00FF (lead byte 0xC3): one ASCII letter, or 0 for "decode the text". */
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
  const view = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
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
      const text = foldText(view.toString('utf8', from, to))
      const room = text.length * 3 + heap.length - to + 64
      if (out.length - end < room) out = grown(out, end + room)
      end += encoder.encodeInto(text, out.subarray(end)).written
    }
    folded[row + 1] = end
  }
  return { offsets: folded, heap: out.slice(0, end) }
}

/** Where the folded bytes end, or -1 when the text holds a letter that bytes alone cannot fold. */
function foldBytes(heap: Uint8Array, from: number, to: number, out: Uint8Array, start: number): number {
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

function grown(bytes: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, Math.floor(bytes.length * 1.25)))
  larger.set(bytes)
  return larger
}

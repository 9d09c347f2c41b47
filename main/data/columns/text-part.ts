import type { TextHeap } from './fold-text.ts'
import { ownMemory, type TextPart } from './part.ts'

/** Takes texts one by one; `take` gives them as a part and begins anew. */
export interface TextBuilder {
  append(value: string | null): void
  /** A text that is UTF-8 already. */
  appendBytes(bytes: Uint8Array, from: number, to: number): void
  take(): TextPart
}

/** UTF-8 takes at most three bytes a UTF-16 unit. */
const bytesAUnit = 3

export function createTextBuilder(): TextBuilder {
  let ends = [0]
  let heap = Buffer.allocUnsafeSlow(4096)
  let nullRows: number[] = []
  let used = 0

  const makeRoom = (room: number): void => {
    if (heap.length - used >= room) return
    const larger = Buffer.allocUnsafeSlow(Math.max(used + room, Math.ceil(heap.length * 1.5)))
    heap.copy(larger, 0, 0, used)
    heap = larger
  }
  /** Most texts are short and ASCII: their bytes are copied here, and anything else is encoded by Node. */
  const write = (value: string): void => {
    const { length } = value
    makeRoom(length * bytesAUnit)
    let at = 0
    if (length <= longestCopied) {
      for (; at < length; at++) {
        const code = value.charCodeAt(at)
        if (code >= 0x80) break
        heap[used + at] = code
      }
    }
    used += at === length ? length : heap.write(value, used)
  }
  return {
    append: (value) => {
      if (value === null) nullRows.push(ends.length - 1)
      else write(value)
      ends.push(used)
    },
    appendBytes: (bytes, from, to) => {
      makeRoom(to - from)
      // Bytes lie inside both arrays: `as number` spares a check each.
      const shift = used - from
      for (let at = from; at < to; at++) heap[at + shift] = bytes[at] as number
      used += to - from
      ends.push(used)
    },
    take: () => {
      const rows = ends.length - 1
      const bytes = new Uint8Array(heap.subarray(0, used))
      const offsets = Uint32Array.from(ends)
      const part: TextPart = { kind: 'text', rows, offsets, heap: bytes, nulls: bitmapOf(nullRows, rows) }
      nullRows = []
      ends = [0]
      used = 0
      return part
    },
  }
}

/** Above this many units a call into Node is quicker than a loop. */
const longestCopied = 64

export function textPartOf(values: readonly (string | null)[]): TextPart {
  const builder = createTextBuilder()
  for (const value of values) builder.append(value)
  return builder.take()
}

export function isNullText(part: TextPart, row: number): boolean {
  return part.nulls !== null && ((part.nulls[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
}

export function concatenateTexts(parts: readonly TextPart[]): TextPart {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const nulls = parts.some((part) => part.nulls !== null) ? createBits(rows) : null
  const folded = parts.flatMap((part) => part.folded ?? [])
  const foldedRows = new Uint32Array(folded.reduce((sum, some) => sum + some.rows.length, 0))
  let row = 0
  let changed = 0
  for (const part of parts) {
    if (nulls && part.nulls) copyBits(part.nulls, part.rows, nulls, row)
    for (const one of part.folded?.rows ?? []) foldedRows[changed++] = row + one
    row += part.rows
  }
  const joined: TextPart = { kind: 'text', rows, ...joinHeaps(parts), nulls }
  if (folded.length < parts.length) return joined
  return { ...joined, folded: { rows: foldedRows, ...joinHeaps(folded) } }
}

function joinHeaps(heaps: readonly TextHeap[]): TextHeap {
  const offsets = new Uint32Array(heaps.reduce((sum, one) => sum + one.offsets.length - 1, 1))
  const heap = new Uint8Array(heaps.reduce((sum, one) => sum + one.heap.length, 0))
  let text = 0
  let used = 0
  for (const one of heaps) {
    heap.set(one.heap, used)
    // Indexes stay inside the arrays here and below: `as number` spares a check a row.
    // A column without any text touches no memory of its offsets.
    const end = used + one.heap.length > 0 ? one.offsets.length : 0
    for (let at = 1; at < end; at++) offsets[text + at] = (one.offsets[at] as number) + used
    text += one.offsets.length - 1
    used += one.heap.length
  }
  return { offsets, heap }
}

/** The texts of these rows, in this order. */
export function takeTexts(part: TextPart, rows: Uint32Array, memory = ownMemory): TextPart {
  const { offsets: ends, heap: texts } = part
  const place = memory(rows.length * 4 + 4)
  const offsets = new Uint32Array(place.buffer, place.byteOffset, rows.length + 1)
  offsets[0] = 0
  let used = 0
  // Rows are looked up inside the part only: `as number` spares a check a row.
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    if (row < part.rows) used += (ends[row + 1] as number) - (ends[row] as number)
    offsets[at + 1] = used
  }
  const { buffer, byteOffset } = memory(used)
  const heap = new Uint8Array(buffer, byteOffset, used)
  const nulls = part.nulls && createBits(rows.length)
  for (let at = 0, next = 0; at < rows.length; at = next) {
    // Rows that follow each other have their texts in one piece.
    const row = rows[at] as number
    for (next = at + 1; rows[next] === row + next - at; next++);
    if (row >= part.rows) continue
    copyBytes(texts, ends[row] as number, ends[row + next - at] as number, heap, offsets[at] as number)
    for (let one = at; nulls && one < next; one++) {
      if (isNullText(part, row + one - at)) nulls[one >> 3] = (nulls[one >> 3] as number) | (1 << (one & 7))
    }
  }
  return { kind: 'text', rows: rows.length, offsets, heap, nulls }
}

/** A call takes longer than copying a short text. */
function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, start: number): void {
  if (to - from > longestCopied) target.set(source.subarray(from, to), start)
  else for (let at = from; at < to; at++) target[start + at - from] = source[at] as number
}

/** A bit a row, none set. */
function createBits(rows: number): Uint8Array {
  return new Uint8Array(Math.ceil(rows / 8))
}

function bitmapOf(nullRows: readonly number[], rows: number): Uint8Array | null {
  if (nullRows.length === 0) return null
  const bits = createBits(rows)
  for (const row of nullRows) bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7))
  return bits
}

/** Sets the bits of `to` from row `start` on where `from` has them. */
function copyBits(from: Uint8Array, rows: number, to: Uint8Array, start: number): void {
  for (let row = 0; row < rows; row++) {
    if (((from[row >> 3] as number) & (1 << (row & 7))) === 0) continue
    const target = start + row
    to[target >> 3] = (to[target >> 3] as number) | (1 << (target & 7))
  }
}

import { withRoom } from './key-index.ts'
import { ownMemory, type PartBuilder, type TextPart } from './part.ts'

/** UTF-8 takes at most three bytes a UTF-16 unit. */
const bytesAUnit = 3

/** Room for more is made when it is needed: the expectation may come from a few long texts. */
const maxExpectedBytes = 256 * 1024 * 1024

/** Has room for so many texts and bytes from the start. Of parts it takes the texts alone, not their folded ones. */
export function createTextBuilder(expected?: number, expectedBytes?: number): TextBuilder {
  return new TextBuilder(expected, expectedBytes)
}

/** Builders are classes: V8 compiles methods once, and closures for each builder anew. */
export class TextBuilder implements PartBuilder<string | null, TextPart> {
  private readonly expected: number
  private offsets: Uint32Array
  private heap: Buffer
  private nulls: Uint8Array | null = null
  private rows = 0
  private used = 0

  constructor(expected = 1024, expectedBytes = 4096) {
    this.expected = expected
    this.offsets = new Uint32Array(expected + 1)
    this.heap = Buffer.allocUnsafeSlow(Math.min(expectedBytes, maxExpectedBytes))
  }

  private makeRoom(more: number, bytes: number): void {
    const { offsets, heap, rows, used } = this
    if (offsets.length <= rows + more) this.offsets = withRoom(offsets, rows + more + 1)
    if (heap.length - used >= bytes) return
    const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, Math.ceil(heap.length * 1.5)))
    heap.copy(larger, 0, 0, used)
    this.heap = larger
  }

  /** Most texts are short and ASCII: their bytes are copied here, and anything else is encoded by Node. */
  private write(value: string): void {
    const { length } = value
    this.makeRoom(1, length * bytesAUnit)
    const { heap, used } = this
    let at = 0
    if (length <= maxCopiedLength) {
      for (; at < length; at++) {
        const code = value.charCodeAt(at)
        if (code >= 0x80) break
        heap[used + at] = code
      }
    }
    this.used += at === length ? length : heap.write(value, used)
  }

  private bitsFor(more: number): Uint8Array {
    this.nulls = withRoom(this.nulls ?? new Uint8Array(bitBytes(this.expected)), bitBytes(this.rows + more))
    return this.nulls
  }

  append(value: string | null): void {
    if (value === null) {
      this.makeRoom(1, 0)
      setBit(this.bitsFor(1), this.rows)
    } else this.write(value)
    this.offsets[++this.rows] = this.used
  }

  /** Appends a text that is UTF-8 already. */
  appendBytes(bytes: Uint8Array, from: number, to: number): void {
    this.makeRoom(1, to - from)
    const { heap, used } = this
    // Bytes lie inside both arrays: `as number` spares a check each.
    const shift = used - from
    for (let at = from; at < to; at++) heap[at + shift] = bytes[at] as number
    this.used = used + to - from
    this.offsets[++this.rows] = this.used
  }

  appendPart(part: TextPart): void {
    this.makeRoom(part.rows, part.heap.length)
    this.heap.set(part.heap, this.used)
    const { offsets: ends, rows: firstRow, used: shift } = this
    const { offsets: partOffsets } = part
    this.used += part.heap.length
    // A column without any text touches no memory of its offsets. Offsets lie inside both arrays.
    if (this.used > 0)
      for (let row = 1; row <= part.rows; row++) ends[firstRow + row] = (partOffsets[row] as number) + shift
    if (part.nulls) copyBits(part.nulls, part.rows, this.bitsFor(part.rows), firstRow)
    this.rows += part.rows
  }

  truncate(rows: number): void {
    for (; this.rows > rows; this.rows--) if (this.nulls) clearBit(this.nulls, this.rows - 1)
    this.used = this.offsets[this.rows] as number
  }

  take(): TextPart {
    const { rows, heap, used } = this
    return {
      kind: 'text',
      rows,
      offsets: this.offsets.subarray(0, rows + 1),
      heap: new Uint8Array(heap.buffer, 0, used),
      nulls: this.nulls?.subarray(0, bitBytes(rows)) ?? null,
    }
  }
}

/** Above this many units a call into Node is quicker than a loop. */
const maxCopiedLength = 64

export function textPartOf(values: readonly (string | null)[]): TextPart {
  const builder = createTextBuilder()
  for (const value of values) builder.append(value)
  return builder.take()
}

export function isNullText(part: TextPart, row: number): boolean {
  return part.nulls !== null && ((part.nulls[row >> 3] ?? 0) & (1 << (row & 7))) !== 0
}

/** The texts of these rows, in this order. */
export function takeTexts(part: TextPart, rows: Uint32Array, memory = ownMemory): TextPart {
  const { offsets: ends, heap: texts } = part
  const offsets = memory(Uint32Array, rows.length + 1)
  offsets[0] = 0
  let used = 0
  // Rows are looked up inside the part only: `as number` spares a check a row.
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    if (row < part.rows) used += (ends[row + 1] as number) - (ends[row] as number)
    offsets[at + 1] = used
  }
  const heap = memory(Uint8Array, used)
  const nulls = part.nulls && new Uint8Array(bitBytes(rows.length))
  for (let at = 0, next = 0; at < rows.length; at = next) {
    // Rows that follow each other have their texts in one piece.
    const row = rows[at] as number
    for (next = at + 1; rows[next] === row + next - at; next++);
    if (row >= part.rows) continue
    const from = ends[row] as number
    const to = ends[row + next - at] as number
    const start = offsets[at] as number
    if (to - from > maxCopiedLength) heap.set(texts.subarray(from, to), start)
    else for (let byte = from, shift = start - from; byte < to; byte++) heap[byte + shift] = texts[byte] as number
    for (let one = at; nulls && one < next; one++) if (isNullText(part, row + one - at)) setBit(nulls, one)
  }
  return { kind: 'text', rows: rows.length, offsets, heap, nulls }
}

/** How many bytes hold a bit for each row. */
function bitBytes(rows: number): number {
  return Math.ceil(rows / 8)
}

function setBit(bits: Uint8Array, row: number): void {
  bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7))
}

function clearBit(bits: Uint8Array, row: number): void {
  bits[row >> 3] = (bits[row >> 3] as number) & ~(1 << (row & 7))
}

/** Sets the bits of `to` from row `start` on where `from` has them. */
function copyBits(from: Uint8Array, rows: number, to: Uint8Array, start: number): void {
  for (let row = 0; row < rows; row++) {
    const bits = from[row >> 3] as number
    if (bits === 0) row |= 7
    else if ((bits & (1 << (row & 7))) !== 0) setBit(to, start + row)
  }
}

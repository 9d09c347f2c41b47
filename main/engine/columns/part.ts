/**
 * Values of one column as plain arrays: what builders make, segments store and columns read. A part is never changed
 * once made. To add a kind: a file like number-column.ts, and its row in segment.ts.
 */
export interface TextPart extends TextHeap {
  readonly kind: 'text'
  readonly rows: number
  /** A bit a row, set where the value is null; null when no value is. */
  readonly nulls: Uint8Array | null
  /** The folded texts for a search, where they are stored with the others. */
  readonly folded?: FoldedTexts
}

/** Texts one after the other as UTF-8: text i lies from `offsets[i]` to `offsets[i + 1]`. */
export interface TextHeap {
  readonly offsets: Uint32Array
  readonly heap: Uint8Array
}

export function textAt(bytes: Uint8Array, from: number, to: number): string {
  return from === to ? '' : Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8')
}

export function textReader({ offsets, heap }: TextHeap): (text: number) => string {
  const view = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
  return (text) => view.toString('utf8', offsets[text], offsets[text + 1])
}

/** The texts that folding changes, folded: text i of these is that of row `rows[i]`; rows ascend. */
export interface FoldedTexts extends TextHeap {
  readonly rows: Uint32Array
}

export interface NumberPart {
  readonly kind: 'number'
  readonly rows: number
  /** NaN is null. */
  readonly values: Float64Array
}

export interface TimePart {
  readonly kind: 'time'
  readonly rows: number
  /** Epoch ms; NaN is null, or a text that is no time. */
  readonly at: Float64Array
  /** How the original text is written again (time-column.ts): an index into `formats`, or one of its fixed codes. */
  readonly codes: Uint8Array
  readonly formats: readonly string[]
  /** The original texts, by row, that no format gives back. */
  readonly exceptions: ReadonlyMap<number, string>
}

export type Codes = Uint8Array | Uint16Array | Uint32Array

/** Few distinct values: code 0 is null, code k is `values[k - 1]`. */
export interface DictionaryPart {
  readonly kind: 'dictionary'
  readonly rows: number
  readonly codes: Codes
  readonly values: readonly string[]
}

/** Few distinct sets of labels: code 0 is the empty set, code k is text k - 1 of `keys`, as JSON. */
export interface ListPart {
  readonly kind: 'list'
  readonly rows: number
  readonly codes: Codes
  readonly keys: TextHeap
}

export type Part = TextPart | NumberPart | TimePart | DictionaryPart | ListPart
export type PartKind = Part['kind']
export type PartOf<Kind extends PartKind> = Extract<Part, { kind: Kind }>

export interface ArrayType<Numbers> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers
}

/** Makes one part of values and of whole parts. */
export interface PartBuilder<Value, Made extends Part> {
  append(value: Value): void
  appendPart(part: Made): void
  /** Drops the values from this row on. */
  truncate(rows: number): void
  /** Gives the part, which is valid until the builder is used again. */
  take(): Made
}

/** Makes arrays of so many zeroed or used numbers. */
export type Memory = <Numbers>(type: ArrayType<Numbers>, length: number) => Numbers

export const ownMemory: Memory = (type, length) => new type(new ArrayBuffer(length * type.BYTES_PER_ELEMENT), 0, length)

/**
 * Memory that is used again after each `begin`, since V8 collects garbage whenever much memory was new. Where it is too
 * small, arrays are made in a larger one.
 */
export function createReusedMemory(
  make: (bytes: number) => Uint8Array = (bytes) => new Uint8Array(bytes),
): () => Memory {
  let room = make(0)
  return () => {
    let used = 0
    return (type, length) => {
      const bytes = length * type.BYTES_PER_ELEMENT
      if (used + bytes > room.length) {
        room = make(2 * (used + bytes))
        used = 0
      }
      const from = used
      used = aligned(used + bytes)
      return new type(room.buffer, room.byteOffset + from, length)
    }
  }
}

/** The next multiple of eight. */
export function aligned(length: number): number {
  return (length + 7) & ~7
}

/** Whole numbers in the narrowest array that holds `largest`. */
export function codesFor(rows: number, largest: number, memory = ownMemory): Codes {
  if (largest < 0x100) return memory(Uint8Array, rows)
  return largest < 0x10000 ? memory(Uint16Array, rows) : memory(Uint32Array, rows)
}

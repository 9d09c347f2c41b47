import type { FoldedTexts, TextHeap } from './fold-text.ts'

/**
 * Values of one column as plain arrays: what builders make, segments store and columns read. A part is never changed
 * once made. To add a kind: a file like number-column.ts, and its cases in segment.ts.
 */
export interface TextPart {
  readonly kind: 'text'
  readonly rows: number
  /** UTF-8; text i lies from `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Uint32Array
  readonly heap: Uint8Array
  /** A bit a row, set where the value is null; null when no value is. */
  readonly nulls: Uint8Array | null
  /** What a search needs beside the texts, where it is stored with them. */
  readonly folded?: FoldedTexts
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

/** Few distinct sets of labels: code 0 is the empty set, code k is `values[k - 1]`. */
export interface ListPart {
  readonly kind: 'list'
  readonly rows: number
  readonly codes: Codes
  readonly values: readonly (readonly string[])[]
  /** The sets as JSON, as they are stored. */
  readonly keys: TextHeap
}

export type Part = TextPart | NumberPart | TimePart | DictionaryPart | ListPart
export type PartKind = Part['kind']
export type PartOf<Kind extends PartKind> = Extract<Part, { kind: Kind }>

/** Where arrays are made: so many zeroed or used bytes, at a multiple of eight. */
export type Memory = (bytes: number) => { readonly buffer: ArrayBufferLike; readonly byteOffset: number }

/** Of its own for each array. */
export const ownMemory: Memory = (bytes) => ({ buffer: new ArrayBuffer(bytes), byteOffset: 0 })

/** Memory for what is needed for a moment, since V8 collects garbage whenever so much of it was new. */
export interface Scratch {
  /** The same memory again: what was made in it before is written over. */
  again(): Memory
}

export function createScratch(): Scratch {
  let buffer = new ArrayBuffer(0)
  return {
    again() {
      let used = 0
      return (bytes) => {
        // Arrays that were made before stay where they are until the next time.
        if (used + bytes > buffer.byteLength) {
          buffer = new ArrayBuffer(2 * (used + bytes))
          used = 0
        }
        const byteOffset = used
        used = aligned(used + bytes)
        return { buffer, byteOffset }
      }
    },
  }
}

/** The next multiple of eight. */
export function aligned(length: number): number {
  return (length + 7) & ~7
}

/** Whole numbers in the narrowest array that holds `largest`. */
export function codesFor(rows: number, largest: number, memory = ownMemory): Codes {
  const width = largest < 0x10000 ? 2 : 4
  const { buffer, byteOffset } = memory(rows * (largest < 0x100 ? 1 : width))
  if (largest < 0x100) return new Uint8Array(buffer, byteOffset, rows)
  return width === 2 ? new Uint16Array(buffer, byteOffset, rows) : new Uint32Array(buffer, byteOffset, rows)
}

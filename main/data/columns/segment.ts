import { concatenateDictionaries, concatenateListKeys, listKey } from './dictionary-part.ts'
import { packCodes, packFloats, unpackCodes, unpackFloats } from './narrow.ts'
import { numberPart } from './number-part.ts'
import type { Part, PartKind, TextPart, TimePart } from './part.ts'
import { damaged, packSections, type Sections, sectionAt, unpackSections } from './sections.ts'
import { copyBits, createBits } from './text-part.ts'
import { joinTimes } from './time-part.ts'

/** Numbers that stand for the kinds in files: only ever appended to. */
const kinds: readonly PartKind[] = ['text', 'number', 'time', 'dictionary', 'list']

/** The part as a BLOB, for `decodeSegment`. */
export function encodeSegment(part: Part): Buffer {
  return packSections({ kind: kinds.indexOf(part.kind), rows: part.rows, sections: sectionsOf(part) })
}

/** What `encodeSegment` made. Throws `file_damaged` and `newer_version`. */
export function decodeSegment(bytes: Uint8Array): Part {
  const kind = kinds[unpackSections(bytes).kind]
  if (!kind) throw damaged()
  return decodeSegments(kind, [bytes])
}

/**
 * Segments of one column, one after the other, as one part: straight into its arrays, without parts in between. Throws
 * `file_damaged` when one is of another kind.
 */
export function decodeSegments(kind: PartKind, segments: readonly Uint8Array[]): Part {
  const packed = segments.map(unpackSections)
  if (packed.some((segment) => kinds[segment.kind] !== kind)) throw damaged()
  switch (kind) {
    case 'text':
      return decodeTexts(packed)
    case 'number':
      return numberPart(decodeFloats(packed, (rest) => parsed<number>(rest)))
    case 'time':
      return decodeTimes(packed)
    case 'dictionary':
      return concatenateDictionaries(packed.map((segment) => ({ kind, ...decodeCoded(segment) })))
    case 'list':
      return concatenateListKeys(packed.map(decodeCoded))
  }
}

function sectionsOf(part: Part): Uint8Array[] {
  switch (part.kind) {
    case 'text':
      return encodeText(part)
    case 'number': {
      const { scale, bytes } = packFloats(part.values)
      return [json(scale), bytes]
    }
    case 'time': {
      const { scale, bytes } = packFloats(part.at)
      const rest = { scale, formats: part.formats, exceptions: [...part.exceptions] }
      return [json(rest), bytes, part.codes]
    }
    case 'dictionary':
      return [json(part.values), packCodes(part.codes)]
    case 'list':
      return [json(part.values.map(listKey)), packCodes(part.codes)]
  }
}

/** A column without any text, such as the extra fields of most services, takes no room. */
function encodeText(part: TextPart): Uint8Array[] {
  const nulls = part.nulls ?? new Uint8Array(0)
  if (part.heap.length === 0) return [part.heap, new Uint8Array(0), nulls]
  const lengths = new Uint32Array(part.rows)
  for (let row = 0; row < part.rows; row++) {
    lengths[row] = (part.offsets[row + 1] as number) - (part.offsets[row] as number)
  }
  return [part.heap, packCodes(lengths), nulls]
}

function decodeTexts(segments: readonly Sections[]): TextPart {
  const rows = rowsOf(segments)
  const heaps = segments.map(({ sections }) => sectionAt(sections, 0))
  const heap = new Uint8Array(heaps.reduce((sum, bytes) => sum + bytes.length, 0))
  const offsets = new Uint32Array(rows + 1)
  const nulls = segments.some(({ sections }) => sectionAt(sections, 2).length > 0) ? createBits(rows) : null
  let row = 0
  let end = 0
  for (const [index, segment] of segments.entries()) {
    const texts = heaps[index]
    if (!texts) throw damaged()
    heap.set(texts, end)
    const lengths = texts.length === 0 ? null : unpackCodes(sectionAt(segment.sections, 1), segment.rows)
    const start = end
    for (let at = 0; at < segment.rows; at++) {
      if (lengths) end += lengths[at] as number
      offsets[row + at + 1] = end
    }
    if (end !== start + texts.length) throw damaged()
    const bits = sectionAt(segment.sections, 2)
    if (nulls && bits.length > 0) copyBits(bits, segment.rows, nulls, row)
    row += segment.rows
  }
  return { kind: 'text', rows, offsets, heap, nulls }
}

function decodeFloats(segments: readonly Sections[], scaleOf: (rest: Uint8Array) => number): Float64Array {
  const values = new Float64Array(rowsOf(segments))
  let row = 0
  for (const { rows, sections } of segments) {
    unpackFloats(sectionAt(sections, 1), scaleOf(sectionAt(sections, 0)), values.subarray(row, row + rows))
    row += rows
  }
  return values
}

interface TimeRest {
  readonly scale: number
  readonly formats: readonly string[]
  readonly exceptions: readonly (readonly [row: number, text: string])[]
}

function decodeTimes(segments: readonly Sections[]): TimePart {
  const parts = segments.map(({ rows, sections }) => {
    const rest = parsed<TimeRest>(sectionAt(sections, 0))
    const codes = sectionAt(sections, 2)
    if (codes.length !== rows) throw damaged()
    return { rows, codes, formats: rest.formats, exceptions: new Map(rest.exceptions) }
  })
  return joinTimes(
    parts,
    decodeFloats(segments, (rest) => parsed<TimeRest>(rest).scale),
  )
}

function decodeCoded({ rows, sections }: Sections) {
  return { rows, values: parsed<string[]>(sectionAt(sections, 0)), codes: unpackCodes(sectionAt(sections, 1), rows) }
}

function rowsOf(segments: readonly Sections[]): number {
  return segments.reduce((sum, segment) => sum + segment.rows, 0)
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

/** The file is encrypted and authenticated, so what stands in it is what was written: the cast is safe. */
function parsed<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Value
}

import { AppFailure } from '../../kernel/failure.ts'
import { type InterruptibleWork, runSync } from '../../kernel/schedule.ts'
import { createDictionaryBuilder, createListBuilder, takeCodes } from './dictionary-column.ts'
import { createNumberBuilder, Numbers, numberPart, numbersOf, timePart } from './numbers.ts'
import {
  type ArrayType,
  aligned,
  type Codes,
  codesFor,
  createReusedMemory,
  type ListPart,
  type Memory,
  ownMemory,
  type Part,
  type PartBuilder,
  type PartKind,
  type PartOf,
  type TextHeap,
  type TextPart,
} from './part.ts'
import { createTextBuilder, takeTexts, textPartOf } from './text-part.ts'
import { createTimeBuilder, takeTimes } from './time-column.ts'

/** Rows that a segment has where there are enough; pages of leads are never split (docs/decisions/storage.md §3). */
export const segmentRows = 65_536

interface KindOf<Made extends Part> {
  /** The sections of the part, their arrays in `memory`. */
  encode(part: Made, memory: Memory): Uint8Array[]
  decode(packed: Sections, memory: Memory): Made
  take(part: Made, rows: Uint32Array, memory: Memory): Made
  join(rows: number, bytes: number): Pick<PartBuilder<never, Made>, 'appendPart' | 'take'>
}

/** The kinds by their numbers in files: only ever appended to. */
const kindNumbers: readonly PartKind[] = ['text', 'number', 'time', 'dictionary', 'list']

const kinds: { readonly [Kind in PartKind]: KindOf<PartOf<Kind>> } = {
  text: { encode: encodeText, decode: decodeText, take: takeTexts, join: createTextBuilder },
  number: {
    encode: (part, memory) => {
      const { scale, values } = numbersOf(part).packed(memory)
      return [json(scale), bytesOf(values)]
    },
    decode: ({ rows, sections }, memory) =>
      numberPart(numbersIn(sectionAt(sections, 1), parsed<number>(sectionAt(sections, 0)), rows, memory)),
    take: (part, rows, memory) => numberPart(numbersOf(part).take(rows, memory)),
    join: createNumberBuilder,
  },
  time: {
    encode: (part, memory) => {
      const { codes, formats, exceptions } = part
      const { scale, values } = numbersOf(part).packed(memory)
      const rest: TimeRest = { scale, formats, exceptions: [...exceptions] }
      return [json(rest), bytesOf(values), codes]
    },
    decode: ({ rows, sections }, memory) => {
      const { scale, formats, exceptions } = parsed<TimeRest>(sectionAt(sections, 0))
      const codes = sectionAt(sections, 2)
      if (codes.length !== rows) throw damaged()
      const moments = numbersIn(sectionAt(sections, 1), scale, rows, memory)
      return timePart(moments, { codes, formats, exceptions: new Map(exceptions) })
    },
    take: takeTimes,
    join: createTimeBuilder,
  },
  dictionary: {
    encode: ({ values, codes }, memory) => [json(values), packCodes(codes, memory)],
    decode: ({ rows, sections }) => {
      const [values, codes] = [sectionAt(sections, 0), sectionAt(sections, 1)]
      return { kind: 'dictionary', rows, values: parsed(values), codes: unpackCodes(codes, rows) }
    },
    // The dictionary stays whole, also where no taken row uses a value.
    take: (part, rows, memory) => ({ ...part, rows: rows.length, codes: takeCodes(part.codes, rows, memory) }),
    join: createDictionaryBuilder,
  },
  list: {
    encode: ({ keys, codes }, memory) => [
      json(keys.offsets.length - 1),
      packCodes(codes, memory),
      ...encodeHeap(keys, memory),
    ],
    decode: decodeList,
    take: (part, rows, memory) => ({ ...part, rows: rows.length, codes: takeCodes(part.codes, rows, memory) }),
    join: createListBuilder,
  },
}

interface TimeRest {
  readonly scale: number
  readonly formats: readonly string[]
  readonly exceptions: readonly (readonly [row: number, text: string])[]
}

/** The kind of a part as one that takes any part: it is the part's own. */
function kindOfPart({ kind }: Part): KindOf<Part> {
  return kinds[kind]
}

/** The part as a BLOB in `memory`, for `decodeSegments`. */
export function encodeSegment(part: Part, memory = ownMemory): Buffer {
  const sections = kindOfPart(part).encode(part, memory)
  return packSections({ kind: kindNumbers.indexOf(part.kind), rows: part.rows, sections }, memory)
}

/**
 * A segment as a part: views of its bytes, and arrays in `memory`. Throws `file_damaged` when it is of another kind or
 * has other bytes, and `newer_version`.
 */
export function decodeSegment<Kind extends PartKind>(
  kind: Kind,
  segment: Uint8Array,
  memory = ownMemory,
): PartOf<Kind> {
  const packed = unpackSections(segment)
  if (kindNumbers[packed.kind] !== kind) throw damaged()
  return kinds[kind].decode(packed, memory)
}

/** Throws what `decodeSegment` throws. */
export function kindOf(segment: Uint8Array): PartKind {
  const kind = kindNumbers[unpackSections(segment).kind]
  if (!kind) throw damaged()
  return kind
}

export interface SegmentJoiner<Kind extends PartKind> {
  /** Throws what `decodeSegment` throws. */
  append(segment: Uint8Array): void
  appendPart(part: PartOf<Kind>): void
  take(): PartOf<Kind>
}

/** Joins segments and parts of one column, which are expected to have so many rows. */
export function createSegmentJoiner<Kind extends PartKind>(kind: Kind, rows: number): SegmentJoiner<Kind> {
  let joiner: ReturnType<KindOf<PartOf<Kind>>['join']> | null = null
  const begin = createReusedMemory()
  const appendPart = (part: PartOf<Kind>) => {
    // The texts of a column are about as long everywhere.
    joiner ??= kinds[kind].join(rows, Math.ceil((1.1 * heapBytes(part) * rows) / (part.rows + 1)))
    joiner.appendPart(part)
  }
  return {
    append: (segment) => appendPart(decodeSegment(kind, segment, begin())),
    appendPart,
    take: () => (joiner ?? kinds[kind].join(0, 0)).take(),
  }
}

/** Joins the segments of one column, in their order. Throws what `decodeSegment` throws. */
export function decodeSegments<Kind extends PartKind>(kind: Kind, segments: readonly Uint8Array[]): PartOf<Kind> {
  const [only, ...others] = segments
  if (only && others.length === 0) return decodeSegment(kind, only)
  const rows = segments.reduce((sum, segment) => sum + unpackSections(segment).rows, 0)
  const joiner = createSegmentJoiner(kind, rows)
  for (const segment of segments) joiner.append(segment)
  return joiner.take()
}

/**
 * Heap, lengths and nulls; then, where the part has its folded texts, their rows, heap and lengths. Without any text,
 * as in the extra fields of most services, there are no lengths.
 */
function encodeText({ nulls, folded, ...own }: TextPart, memory: Memory): Uint8Array[] {
  const sections = [...encodeHeap(own, memory), nulls ?? new Uint8Array(0)]
  return folded ? [...sections, bytesOf(folded.rows), ...encodeHeap(folded, memory)] : sections
}

function encodeHeap({ heap, offsets }: TextHeap, memory: Memory): Uint8Array[] {
  if (heap.length === 0) return [heap, heap]
  const lengths = memory(Uint32Array, offsets.length - 1)
  for (let row = 0; row < lengths.length; row++) lengths[row] = (offsets[row + 1] as number) - (offsets[row] as number)
  return [heap, packCodes(lengths, memory)]
}

/** Views of the bytes, but for the offsets. */
function decodeText({ rows, sections }: Sections, memory: Memory): TextPart {
  const bits = sectionAt(sections, 2)
  const nulls = bits.length > 0 ? bits : null
  const part: TextPart = { kind: 'text', rows, ...decodeHeap(sections, 0, rows, memory), nulls }
  if (sections.length === 3) return part
  const changed = numbersAt(Uint32Array, sectionAt(sections, 3))
  return { ...part, folded: { rows: changed, ...decodeHeap(sections, 4, changed.length, memory) } }
}

function decodeHeap(sections: readonly Uint8Array[], at: number, count: number, memory: Memory): TextHeap {
  const heap = sectionAt(sections, at)
  const lengths = heap.length === 0 ? new Uint8Array(count) : unpackCodes(sectionAt(sections, at + 1), count)
  const offsets = memory(Uint32Array, count + 1)
  let end = 0
  for (let text = 0; text < count; text++) {
    offsets[text] = end
    end += lengths[text] as number
  }
  offsets[count] = end
  if (end !== heap.length) throw damaged()
  return { heap, offsets }
}

/** Version 2 stores the number of sets, the codes, and the sets; version 1 the sets as JSON, and the codes. */
function decodeList({ version, rows, sections }: Sections, memory: Memory): ListPart {
  const head = sectionAt(sections, 0)
  const keys = version === 1 ? textPartOf(parsed(head)) : decodeHeap(sections, 2, parsed(head), memory)
  return { kind: 'list', rows, codes: unpackCodes(sectionAt(sections, 1), rows), keys }
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

/** The file is encrypted and authenticated, so it has what was written: the cast is safe. */
function parsed<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Value
}

/**
 * Stores some arrays of bytes as one: a header of 16 bytes (mark, version, kind, sections, rows), the length of each
 * section, and the sections. Each starts at a multiple of 8. All is little-endian, as on every processor that Electron
 * runs on.
 */
interface Sections {
  readonly version: number
  readonly kind: number
  readonly rows: number
  readonly sections: readonly Uint8Array[]
}

const mark = 0x315a5243

/** Version 2 has sets of labels as texts instead of JSON. */
const newestVersion = 2

const headerBytes = 16

function packSections({ kind, rows, sections }: Omit<Sections, 'version'>, memory: Memory): Buffer {
  const start = aligned(headerBytes + sections.length * 4)
  const length = sections.reduce((sum, section) => sum + aligned(section.byteLength), start)
  const { buffer, byteOffset } = memory(Uint8Array, length)
  const packed = Buffer.from(buffer, byteOffset, length)
  packed.fill(0, 0, start)
  packed.writeUInt32LE(mark, 0)
  packed.writeUInt16LE(newestVersion, 4)
  packed.writeUInt16LE(kind, 6)
  packed.writeUInt32LE(sections.length, 8)
  packed.writeUInt32LE(rows, 12)
  let at = start
  for (const [index, section] of sections.entries()) {
    packed.writeUInt32LE(section.byteLength, headerBytes + index * 4)
    packed.set(section, at)
    const end = at + section.byteLength
    at = aligned(end)
    packed.fill(0, end, at)
  }
  return packed
}

/** The sections are views of `packed`. Throws `newer_version` and `file_damaged`. */
export function unpackSections(packed: Uint8Array): Sections {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  if (bytes.length < headerBytes || bytes.readUInt32LE(0) !== mark) throw damaged()
  const version = bytes.readUInt16LE(4)
  if (version > newestVersion) throw new AppFailure('newer_version')
  const count = bytes.readUInt32LE(8)
  let at = aligned(headerBytes + count * 4)
  if (at > bytes.length) throw damaged()
  const sections: Uint8Array[] = []
  for (let index = 0; index < count; index++) {
    const length = bytes.readUInt32LE(headerBytes + index * 4)
    if (at + length > bytes.length) throw damaged()
    sections.push(bytes.subarray(at, at + length))
    at += aligned(length)
  }
  return { version, kind: bytes.readUInt16LE(6), rows: bytes.readUInt32LE(12), sections }
}

function bytesOf(array: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/** A section by its index; one that is missing means a damaged file. */
export function sectionAt(sections: readonly Uint8Array[], index: number): Uint8Array {
  const section = sections[index]
  if (!section) throw damaged()
  return section
}

function damaged(): AppFailure {
  return new AppFailure('file_damaged', {}, 'a column segment with other contents than it declares')
}

/** Stores whole numbers in as few bytes as the largest needs. Readers know the width from the length. */
function packCodes(values: Codes, memory: Memory): Uint8Array {
  let largest = 0
  for (let at = 0; at < values.length; at++) if ((values[at] as number) > largest) largest = values[at] as number
  const narrow = codesFor(values.length, largest, memory)
  narrow.set(values)
  return bytesOf(narrow)
}

function unpackCodes(bytes: Uint8Array, rows: number): Codes {
  const width = rows === 0 ? 1 : bytes.byteLength / rows
  if (width === 1) return bytes
  if (width === 2) return numbersAt(Uint16Array, bytes)
  if (width === 4) return numbersAt(Uint32Array, bytes)
  throw damaged()
}

/** A view of the bytes, or of a copy where their offset does not allow it. (`slice` of a Buffer copies nothing.) */
function numbersAt<Values>(type: ArrayType<Values>, bytes: Uint8Array): Values {
  const { buffer, byteOffset, byteLength } =
    bytes.byteOffset % type.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes)
  return new type(buffer, byteOffset, byteLength / type.BYTES_PER_ELEMENT)
}

/** A scale of 0 stands for 64 bits. */
function numbersIn(bytes: Uint8Array, scale: number, rows: number, memory: Memory): Numbers {
  if (bytes.byteLength !== rows * (scale === 0 ? 8 : 4)) throw damaged()
  return scale === 0
    ? new Numbers(numbersAt(Float64Array, bytes))
    : new Numbers(numbersAt(Int32Array, bytes), scale, memory)
}

/** Joins parts of one column in their order. Throws `file_damaged` when a part is of another kind. */
export function concatenateParts<Kind extends PartKind>(kind: Kind, parts: readonly Part[]): PartOf<Kind> {
  return runSync(joinParts(kind, parts))
}

/** Does the same, a part at each step. */
export function* joinParts<Kind extends PartKind>(kind: Kind, parts: readonly Part[]): InterruptibleWork<PartOf<Kind>> {
  const sameKind = parts.map((part) => partOf(part, kind))
  const [first, ...others] = sameKind
  if (first && others.length === 0) return first
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const bytes = parts.reduce((sum, part) => sum + heapBytes(part), 0)
  const joiner = kinds[kind].join(rows, bytes)
  for (const part of sameKind) {
    joiner.appendPart(part)
    yield
  }
  return joiner.take()
}

function heapBytes(part: Part): number {
  return part.kind === 'text' ? part.heap.length : 0
}

/** The values of these rows, in this order. A row may be taken more than once, and a missing one is empty. */
export function takeRows(part: Part, rows: Uint32Array, memory = ownMemory): Part {
  return kindOfPart(part).take(part, rows, memory)
}

/** The same part, checked to be of this kind. Throws `file_damaged` otherwise. */
export function partOf<Kind extends PartKind>(part: Part, kind: Kind): PartOf<Kind> {
  if (part.kind !== kind) throw damaged()
  // The discriminant was just compared; TypeScript does not narrow by a type parameter.
  return part as PartOf<Kind>
}

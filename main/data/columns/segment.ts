import { packCodes, packFloats, unpackCodes, unpackFloats } from './narrow.ts'
import type { DictionaryPart, ListPart, NumberPart, Part, PartKind, TextPart, TimePart } from './part.ts'
import { damaged, packSections, sectionAt, unpackSections } from './sections.ts'

/** Numbers that stand for the kinds in files: only ever appended to. */
const kinds: readonly PartKind[] = ['text', 'number', 'time', 'dictionary', 'list']

/** The part as a BLOB, for `decodeSegment`. */
export function encodeSegment(part: Part): Buffer {
  return packSections({ kind: kinds.indexOf(part.kind), rows: part.rows, sections: sectionsOf(part) })
}

/** What `encodeSegment` made. Throws `file_damaged` and `newer_version`. */
export function decodeSegment(bytes: Uint8Array): Part {
  const { kind, rows, sections } = unpackSections(bytes)
  switch (kinds[kind]) {
    case 'text':
      return decodeText(sections, rows)
    case 'number':
      return decodeNumber(sections, rows)
    case 'time':
      return decodeTime(sections, rows)
    case 'dictionary':
      return { kind: 'dictionary', ...decodeCoded<DictionaryPart['values']>(sections, rows) }
    case 'list':
      return { kind: 'list', ...decodeCoded<ListPart['values']>(sections, rows) }
    default:
      throw damaged()
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
    case 'list':
      return [json(part.values), packCodes(part.codes)]
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

function decodeText(sections: readonly Uint8Array[], rows: number): TextPart {
  const heap = sectionAt(sections, 0)
  const nulls = sectionAt(sections, 2)
  const offsets = new Uint32Array(rows + 1)
  if (heap.length > 0) {
    const lengths = unpackCodes(sectionAt(sections, 1), rows)
    let end = 0
    for (let row = 0; row < rows; row++) {
      end += lengths[row] as number
      offsets[row + 1] = end
    }
    if (end !== heap.length) throw damaged()
  }
  return { kind: 'text', rows, offsets, heap, nulls: nulls.length === 0 ? null : nulls }
}

function decodeNumber(sections: readonly Uint8Array[], rows: number): NumberPart {
  const scale = parsed<number>(sectionAt(sections, 0))
  return { kind: 'number', rows, values: unpackFloats(sectionAt(sections, 1), scale, rows) }
}

function decodeTime(sections: readonly Uint8Array[], rows: number): TimePart {
  const rest = parsed<{ scale: number; formats: string[]; exceptions: [number, string][] }>(sectionAt(sections, 0))
  const codes = sectionAt(sections, 2)
  if (codes.length !== rows) throw damaged()
  return {
    kind: 'time',
    rows,
    at: unpackFloats(sectionAt(sections, 1), rest.scale, rows),
    codes,
    formats: rest.formats,
    exceptions: new Map(rest.exceptions),
  }
}

function decodeCoded<Values>(sections: readonly Uint8Array[], rows: number) {
  return { rows, values: parsed<Values>(sectionAt(sections, 0)), codes: unpackCodes(sectionAt(sections, 1), rows) }
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

/** The file is encrypted and authenticated, so what stands in it is what was written: the cast is safe. */
function parsed<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Value
}

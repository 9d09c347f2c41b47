import { AppFailure } from '../../kernel/failure.ts'

/**
 * Some arrays of bytes as one: a header of 16 bytes (mark, version, kind, sections, rows, all little-endian as on every
 * processor that Electron runs on), the length of each section, and the sections, each from a multiple of 8 on.
 */
export interface Sections {
  readonly kind: number
  readonly rows: number
  readonly sections: readonly Uint8Array[]
}

const mark = 0x315a5243
const version = 1
const headerBytes = 16

export function packSections({ kind, rows, sections }: Sections): Buffer {
  const start = aligned(headerBytes + sections.length * 4)
  const packed = Buffer.alloc(sections.reduce((sum, section) => sum + aligned(section.byteLength), start))
  packed.writeUInt32LE(mark, 0)
  packed.writeUInt16LE(version, 4)
  packed.writeUInt16LE(kind, 6)
  packed.writeUInt32LE(sections.length, 8)
  packed.writeUInt32LE(rows, 12)
  let at = start
  for (const [index, section] of sections.entries()) {
    packed.writeUInt32LE(section.byteLength, headerBytes + index * 4)
    packed.set(section, at)
    at += aligned(section.byteLength)
  }
  return packed
}

/** The sections are views of `packed`. Throws `newer_version` and `file_damaged`. */
export function unpackSections(packed: Uint8Array): Sections {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
  if (bytes.length < headerBytes || bytes.readUInt32LE(0) !== mark) throw damaged()
  if (bytes.readUInt16LE(4) > version) throw new AppFailure('newer_version')
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
  return { kind: bytes.readUInt16LE(6), rows: bytes.readUInt32LE(12), sections }
}

export function bytesOf(array: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/** A section by its index; one that is missing means a damaged file. */
export function sectionAt(sections: readonly Uint8Array[], index: number): Uint8Array {
  const section = sections[index]
  if (!section) throw damaged()
  return section
}

export function damaged(): AppFailure {
  return new AppFailure('file_damaged', {}, 'a column segment does not hold what it says')
}

function aligned(length: number): number {
  return (length + 7) & ~7
}

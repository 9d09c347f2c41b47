import { unreadable } from '../plan.ts'

/** Records by their number (MS-XLS, 2.3). */
export const records = {
  begin: 0x809,
  end: 0x0a,
  sheet: 0x85,
  encryption: 0x2f,
  dateSystem: 0x22,
  format: 0x41e,
  cellFormat: 0xe0,
  strings: 0xfc,
  more: 0x3c,
  row: 0x208,
  sharedText: 0xfd,
  label: 0x204,
  richLabel: 0xd6,
  number: 0x203,
  shortNumber: 0x27e,
  shortNumbers: 0xbd,
  formula: 0x06,
  formulaText: 0x207,
  boolean: 0x205,
  link: 0x1b8,
} as const

/** A record of a stream: its number, and where its data is. */
export interface XlsRecord {
  readonly type: number
  readonly start: number
  readonly end: number
}

/** The records of a stream from one place on, up to the end of what begins there. */
export function* recordsFrom(stream: Buffer, start: number): Generator<XlsRecord> {
  let depth = 0
  for (let at = start; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    if (end > stream.length) throw unreadable('damaged', 'xls: a record is cut off')
    if (type === records.begin) depth++
    // The records of a chart within a sheet are not of the sheet.
    if (depth === 1) yield { type, start: at + 4, end }
    if (type === records.end && --depth === 0) return
    if (depth === 0) throw unreadable('damaged', 'xls: no record begins here')
    at = end
  }
  throw unreadable('damaged', 'xls: its end is missing')
}

/** The first records of a stream one after the other, at most so many, as far as they are whole. */
export function* recordsIn(stream: Buffer, maxRecords: number): Generator<XlsRecord> {
  for (let at = 0, seen = 0; at + 4 <= stream.length && seen < maxRecords; seen++) {
    const end = at + 4 + stream.readUInt16LE(at + 2)
    if (end > stream.length) return
    yield { type: stream.readUInt16LE(at), start: at + 4, end }
    at = end
  }
}

export type XlsReader = ReturnType<typeof createReader>

/**
 * Reads the values of one record after the other, which may go on in further ones. Throws `list_unreadable` behind
 * their end.
 */
export function createReader(stream: Buffer) {
  let at = 0
  let end = 0

  const goesOn = () => end + 4 <= stream.length && stream.readUInt16LE(end) === records.more
  function nextPart(): void {
    if (!goesOn()) throw unreadable('damaged', 'xls: a record is too short')
    at = end + 4
    end = Math.min(stream.length, at + stream.readUInt16LE(end + 2))
  }

  /** The position of so many bytes, which never lie in two parts. */
  function take(bytes: number): number {
    while (at >= end) nextPart()
    if (at + bytes > end) throw unreadable('damaged', 'xls: a record is too short')
    at += bytes
    return at - bytes
  }

  function skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      while (at >= end) nextPart()
      const size = Math.min(left, end - at)
      at += size
      left -= size
    }
  }

  /** Characters of one byte or two; each further part says again which. No cell can show or store NUL. */
  function characters(count: number, firstFlags: number): string {
    let text = ''
    let isWide = (firstFlags & 1) === 1
    for (let left = count; left > 0; ) {
      if (at >= end) {
        nextPart()
        isWide = (stream[take(1)] ?? 0) % 2 === 1
      }
      const size = Math.min(left, isWide ? (end - at) >> 1 : end - at)
      if (size === 0) throw unreadable('damaged', 'xls: a text is cut off')
      const from = take(isWide ? size * 2 : size)
      text += stream.toString(isWide ? 'utf16le' : 'latin1', from, at)
      left -= size
    }
    return text.includes('\0') ? text.replaceAll('\0', '') : text
  }

  const uint8 = () => stream.readUInt8(take(1))
  const uint16 = () => stream.readUInt16LE(take(2))
  const uint32 = () => stream.readUInt32LE(take(4))
  return {
    open(record: XlsRecord): void {
      at = record.start
      end = record.end
    },
    uint8,
    uint16,
    uint32,
    double: () => stream.readDoubleLE(take(8)),
    /** Bytes of the part that is read. */
    left: () => end - at,
    skip,
    isAtEnd: () => at >= end && !goesOn(),
    /** A text that no cell has. Where it is longer than its record, only the part in the record is read. */
    shortText(count: number): string {
      if (at === end) return ''
      const flags = uint8()
      const size = Math.min(count, (end - at) >> (flags & 1))
      return characters(size, flags)
    },
    text: (count: number) => characters(count, uint8()),
    /** A text with its length, whose formats and reading aids are behind it. */
    richText(): string {
      const count = uint16()
      const flags = uint8()
      const runs = flags & 8 ? uint16() : 0
      const aids = flags & 4 ? uint32() : 0
      const text = characters(count, flags)
      skip(runs * 4 + aids)
      return text
    },
  }
}

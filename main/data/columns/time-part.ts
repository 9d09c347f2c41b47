import { type ReadTime, readEpoch, readTime, writeTime, type Zones } from '../../kernel/time-text.ts'
import { concatenateFloats, takeFloats } from './number-part.ts'
import type { TimePart } from './part.ts'

/** Codes below `firstFormat` are fixed: null, and a text kept in `exceptions`. */
export const nullCode = 0
const exceptionCode = 1
const firstFormat = 2
const lastCode = 255
/** Seconds or milliseconds since 1970 that came as a text. */
const epochText = /^[1-9]\d{8,12}$/

export interface TimeBuilder {
  /** A text as the service wrote it; what is no time stays as it is. Empty is null. */
  append(text: string | null): void
  /** Seconds or milliseconds since 1970; 0 is null (features.md §8.4). */
  appendEpoch(value: number): void
  take(): TimePart
}

export function createTimeBuilder(): TimeBuilder {
  const zones: Zones = new Map()
  let at: number[] = []
  let codes: number[] = []
  let formats = createFormats()
  let exceptions = new Map<number, string>()

  const push = (text: string, read: ReadTime | null): void => {
    const code = read?.exact ? formats.code(read.format) : exceptionCode
    if (code === exceptionCode) exceptions.set(at.length, text)
    at.push(read?.at ?? Number.NaN)
    codes.push(code)
  }
  const pushNull = (): void => {
    at.push(Number.NaN)
    codes.push(nullCode)
  }
  return {
    append: (text) => {
      if (text === null || text === '') pushNull()
      else push(text, epochText.test(text) ? readEpoch(Number(text)) : readTime(text, zones))
    },
    appendEpoch: (value) => {
      if (value === 0) pushNull()
      else push(String(value), readEpoch(value))
    },
    take: () => {
      const part: TimePart = {
        kind: 'time',
        rows: at.length,
        at: Float64Array.from(at),
        codes: Uint8Array.from(codes),
        formats: formats.list,
        exceptions,
      }
      at = []
      codes = []
      formats = createFormats()
      exceptions = new Map()
      return part
    },
  }
}

export function concatenateTimes(parts: readonly TimePart[]): TimePart {
  return joinTimes(parts, concatenateFloats(parts.map((part) => part.at)))
}

/** Parts one after the other, whose moments are in `at` already. */
export function joinTimes(parts: readonly Omit<TimePart, 'kind' | 'at'>[], at: Float64Array): TimePart {
  const codes = new Uint8Array(at.length)
  const formats = createFormats()
  const exceptions = new Map<number, string>()
  const zones: Zones = new Map()
  let start = 0
  for (const part of parts) {
    const map = Uint8Array.from([nullCode, exceptionCode, ...part.formats.map((format) => formats.code(format))])
    const own: TimePart = { kind: 'time', ...part, at: at.subarray(start, start + part.rows) }
    // A code lies inside its own formats: `as number` spares a check a row.
    for (let row = 0; row < part.rows; row++) {
      const before = part.codes[row] as number
      const code = map[before] as number
      codes[start + row] = code
      if (code === exceptionCode && before !== code) exceptions.set(start + row, originalText(own, row, zones))
    }
    for (const [row, text] of part.exceptions) exceptions.set(start + row, text)
    start += part.rows
  }
  return { kind: 'time', rows: at.length, at, codes, formats: formats.list, exceptions }
}

/** The text as the service wrote it; empty for null. */
export function originalText(part: TimePart, row: number, zones: Zones): string {
  const code = part.codes[row] ?? nullCode
  if (code === nullCode) return ''
  const format = part.formats[code - firstFormat]
  return format === undefined ? (part.exceptions.get(row) ?? '') : writeTime(part.at[row] ?? 0, format, zones)
}

export function takeTimes(part: TimePart, rows: Uint32Array): TimePart {
  const codes = new Uint8Array(rows.length)
  const exceptions = new Map<number, string>()
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    codes[at] = part.codes[row] as number
    const text = codes[at] === exceptionCode ? part.exceptions.get(row) : undefined
    if (text !== undefined) exceptions.set(at, text)
  }
  return { kind: 'time', rows: rows.length, at: takeFloats(part.at, rows), codes, formats: part.formats, exceptions }
}

interface Formats {
  readonly list: readonly string[]
  /** The code of the format, or `exceptionCode` when there is no room for one more. */
  code(format: string): number
}

function createFormats(): Formats {
  const list: string[] = []
  const known = new Map<string, number>()
  return {
    list,
    code: (format) => {
      const code = known.get(format)
      if (code !== undefined) return code
      if (firstFormat + list.length > lastCode) return exceptionCode
      const added = firstFormat + list.push(format) - 1
      known.set(format, added)
      return added
    },
  }
}

import { type ReadTime, readEpoch, readTime, writeTime, type Zones, zoneOffset } from '../../kernel/times.ts'
import { type Column, filterByText, mostFrequent } from './column.ts'
import { takeCodes } from './dictionary-column.ts'
import { foldText } from './fold-text.ts'
import { withRoom } from './key-index.ts'
import { keepBetween, takeFloats } from './number-column.ts'
import { ownMemory, type TimePart } from './part.ts'

/**
 * A column of moments; its texts are those of the service. What is no time is its text, and sorts as empty, save for a day
 * without a time: it is compared with days as the calendar has it, whatever the zone, and sorts as its noon.
 */
export function createTimeColumn(part: TimePart): Column {
  const zones: Zones = new Map()
  const { moments, days } = withDays(part)
  // Rows lie inside the column, by the contract of Column.
  const at = (row: number) => part.at[row] as number
  const isEmpty = (row: number) => part.codes[row] === nullCode
  const text = (row: number) => originalText(part, row, zones)
  const find: Column['find'] = (needle, _within, hits) => {
    for (let row = 0; row < part.rows; row++) if (foldText(text(row)).includes(needle)) hits[row] = 1
  }
  return {
    type: 'time',
    length: part.rows,
    bytes: part.at.byteLength + part.codes.byteLength + (moments === part.at ? 0 : moments.byteLength),
    stored: { part, rows: null },
    cell: (row) => {
      if (isEmpty(row)) return null
      return Number.isNaN(at(row)) ? text(row) : { at: at(row), original: text(row) }
    },
    plain: (row) => {
      if (isEmpty(row)) return null
      return Number.isNaN(at(row)) ? text(row) : at(row)
    },
    text,
    isEmpty,
    ranks: () => moments,
    prepareRanks: () => Promise.resolve(),
    filter: (filter, keep) => {
      if (filter.operator === 'between') {
        const inDays = days.filter(({ row, text }) => keep[row] === 1 && isWithin(text, filter.days))
        keepBetween(filter, keep, moments)
        if (!filter.days) return
        for (const { row } of days) keep[row] = 0
        for (const { row } of inDays) keep[row] = 1
      } else filterByText({ isEmpty, text }, filter, keep, at)
    },
    find,
    counts: (rows, most) => {
      const counts = new Map<string, number>()
      const count = (row: number) => counts.set(text(row), (counts.get(text(row)) ?? 0) + 1)
      if (rows) for (const row of rows) count(row)
      else for (let row = 0; row < part.rows; row++) count(row)
      return mostFrequent(
        [...counts].map(([one, times]) => [one === '' ? null : one, times] as const),
        most,
      )
    },
  }
}

interface Day {
  readonly row: number
  readonly text: string
}

/** The moments, with noon of UTC for a day alone, and the days alone themselves. */
function withDays(part: TimePart): { readonly moments: Float64Array; readonly days: readonly Day[] } {
  const days: Day[] = []
  let moments = part.at
  for (const [row, text] of part.exceptions) {
    const noon = text.length === 10 ? readTime(`${text}T12:00:00Z`, new Map()) : null
    if (!noon) continue
    if (moments === part.at) moments = part.at.slice()
    moments[row] = noon.at
    days.push({ row, text })
  }
  return { moments, days }
}

/** Whether a day lies between two others as calendars write them, both included. */
function isWithin(
  day: string,
  days: { readonly from: string | null; readonly to: string | null } | undefined,
): boolean {
  return days !== undefined && (days.from === null || day >= days.from) && (days.to === null || day <= days.to)
}

/** Codes below `firstFormat` are fixed: null, and a text stored in `exceptions`. */
export const nullCode = 0
const exceptionCode = 1
export const firstFormat = 2
const lastCode = 255
/** Seconds or milliseconds since 1970 that came as a text. */
const epochText = /^[1-9]\d{8,12}$/
interface TimeBuilder {
  /** A text as the service wrote it; what is no time stays as it is. Empty is null. */
  append(text: string | null): void
  /** Seconds or milliseconds since 1970; 0 is null (features.md §8.4). */
  appendEpoch(value: number): void
  /** The bytes of a text; false, and nothing is appended, unless it is written like others before. */
  appendBytes(bytes: Uint8Array, from: number, to: number): boolean
  appendPart(part: TimePart): void
  take(): TimePart
}

/** With room for so many moments from the start. */
export function createTimeBuilder(expected = 1024): TimeBuilder {
  const zones: Zones = new Map()
  const readBytes = createByteReader(zones)
  let at = new Float64Array(expected)
  let codes = new Uint8Array(expected)
  let rows = 0
  let formats = createFormats()
  let exceptions = new Map<number, string>()

  const makeRoom = (more: number): void => {
    if (rows + more <= at.length) return
    at = withRoom(at, rows + more)
    codes = withRoom(codes, at.length)
  }
  const add = (moment: number, code: number): void => {
    makeRoom(1)
    at[rows] = moment
    codes[rows++] = code
  }
  const push = (text: string, read: ReadTime | null): void => {
    const code = read?.exact ? formats.code(read.format) : exceptionCode
    if (code === exceptionCode) exceptions.set(rows, text)
    add(read?.at ?? Number.NaN, code)
  }
  return {
    append: (text) => {
      if (text === null || text === '') add(Number.NaN, nullCode)
      else if (epochText.test(text)) push(text, readEpoch(Number(text)))
      else {
        const read = readTime(text, zones)
        if (read?.exact) readBytes.learn(text, read.format)
        push(text, read)
      }
    },
    appendBytes: (bytes, from, to) => {
      const format = readBytes.formatOf(bytes, from, to)
      const moment = format ? readBytes.moment(bytes, from, format) : Number.NaN
      const code = format && !Number.isNaN(moment) ? formats.code(format.name) : exceptionCode
      if (code === exceptionCode) return false
      add(moment, code)
      return true
    },
    appendEpoch: (value) => {
      if (value === 0) add(Number.NaN, nullCode)
      else push(String(value), readEpoch(value))
    },
    appendPart: (part) => {
      makeRoom(part.rows)
      at.set(part.at, rows)
      const map = Uint8Array.from([nullCode, exceptionCode, ...part.formats.map((format) => formats.code(format))])
      const [own, before] = [codes, rows]
      if (map.every((code, at) => code === at)) own.set(part.codes, rows)
      else {
        // A code lies inside its own formats: `as number` spares a check a row.
        for (let row = 0; row < part.rows; row++) {
          const code = part.codes[row] as number
          own[before + row] = map[code] as number
          if (code !== exceptionCode && map[code] === exceptionCode)
            exceptions.set(before + row, originalText(part, row, zones))
        }
      }
      for (const [row, text] of part.exceptions) exceptions.set(before + row, text)
      rows += part.rows
    },
    take: () => {
      const part: TimePart = {
        kind: 'time',
        rows,
        at: at.subarray(0, rows),
        codes: codes.subarray(0, rows),
        formats: formats.list,
        exceptions,
      }
      at = new Float64Array(0)
      codes = new Uint8Array(0)
      rows = 0
      formats = createFormats()
      exceptions = new Map()
      return part
    },
  }
}

/** A way of writing moments. */
interface ByteFormat {
  readonly name: string
  readonly bytes: Uint8Array
  /** Where its bytes are no digits of a day or time. */
  readonly signs: Uint8Array
  /** How many digits are a part of a second. */
  readonly digits: number
  /** What its zone adds to UTC, in ms. */
  readonly offset: number
}

/** A column has one or two, and one more when clocks change. */
const mostByteFormats = 4
const firstYear = 1970
const daysAYear = 12 * 31
const years = 130

/** Moments from bytes without a text each: in the formats that were learnt from texts, with days that are looked up. */
function createByteReader(zones: Zones) {
  const formats: ByteFormat[] = []
  let days = new Float64Array(0)

  /** NaN for a day that never was, and those of other centuries. */
  const midnight = (bytes: Uint8Array, from: number): number => {
    const [month, day] = [digitsAt(bytes, from + 5, 2), digitsAt(bytes, from + 8, 2)]
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN
    const index = (digitsAt(bytes, from, 4) - firstYear) * daysAYear + (month - 1) * 31 + day - 1
    const known = days[index] ?? Number.NaN
    if (!Number.isNaN(known) || !(index >= 0 && index < days.length)) return known
    const text = Buffer.from(bytes.subarray(from, from + 10)).toString('latin1')
    days[index] = readTime(`${text}T00:00:00Z`, zones)?.at ?? Number.NaN
    return days[index]
  }
  return {
    learn(text: string, name: string) {
      if (formats.length === mostByteFormats || formats.some((format) => format.name === name)) return
      if (days.length === 0) days = new Float64Array(years * daysAYear).fill(Number.NaN)
      const [digits, zone] = [Number(name[1]), name.slice(2)]
      const bytes = Buffer.from(text)
      const signs = bytes.map((_, at) => at).filter((at) => at >= text.length - zone.length || !isDigit(bytes[at]))
      formats.push({ name, bytes, signs, digits, offset: zoneOffset(zone, zones) })
    },
    formatOf(bytes: Uint8Array, from: number, to: number): ByteFormat | undefined {
      for (const format of formats)
        if (format.bytes.length === to - from && hasSigns(bytes, from, format)) return format
      return undefined
    },
    /** NaN for a moment that never was. */
    moment(bytes: Uint8Array, from: number, { digits, offset }: ByteFormat): number {
      const hour = digitsAt(bytes, from + 11, 2)
      const minute = digitsAt(bytes, from + 14, 2)
      const second = digitsAt(bytes, from + 17, 2)
      if (hour > 23 || minute > 59 || second > 59) return Number.NaN
      const part = digits === 0 ? 0 : digitsAt(bytes, from + 20, digits) * 10 ** (3 - digits)
      return midnight(bytes, from) + hour * 3_600_000 + minute * 60_000 + second * 1000 + part - offset
    },
  }
}

function hasSigns(bytes: Uint8Array, from: number, format: ByteFormat): boolean {
  const { signs } = format
  for (let sign = 0; sign < signs.length; sign++) {
    // Signs lie inside the format: `as number` spares a check each.
    const at = signs[sign] as number
    if (bytes[from + at] !== format.bytes[at]) return false
  }
  return true
}

/** NaN where they are none. */
function digitsAt(bytes: Uint8Array, from: number, count: number): number {
  let number = 0
  for (let at = from; at < from + count; at++) {
    if (!isDigit(bytes[at])) return Number.NaN
    number = number * 10 + (bytes[at] as number) - 48
  }
  return number
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57

/** The text as the service wrote it; empty for null. */
function originalText(part: TimePart, row: number, zones: Zones): string {
  const code = part.codes[row] ?? nullCode
  if (code === nullCode) return ''
  const format = part.formats[code - firstFormat]
  return format === undefined ? (part.exceptions.get(row) ?? '') : writeTime(part.at[row] ?? 0, format, zones)
}

export function takeTimes(part: TimePart, rows: Uint32Array, memory = ownMemory): TimePart {
  const codes = takeCodes(part.codes, rows, memory)
  const exceptions = new Map<number, string>()
  if (part.exceptions.size > 0) {
    for (let at = 0; at < rows.length; at++) {
      const text = codes[at] === exceptionCode ? part.exceptions.get(rows[at] as number) : undefined
      if (text !== undefined) exceptions.set(at, text)
    }
  }
  return { ...part, rows: rows.length, at: takeFloats(part.at, rows, memory), codes, exceptions }
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

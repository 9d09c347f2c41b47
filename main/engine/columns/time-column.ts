import { foldText } from '../../../preload/values/text.ts'
import { quote } from '../../kernel/json-bytes.ts'
import {
  clockSize,
  type ReadTime,
  readClock,
  readEpoch,
  readTime,
  type TimeFormat,
  timeFormat,
  writeTime,
} from '../../kernel/times.ts'
import { type Column, countRows, filterByText, mostFrequent } from './column.ts'
import { takeCodes } from './dictionary-column.ts'
import { isAt, withRoom } from './key-index.ts'
import { keepBetween } from './number-column.ts'
import { NumberBuilder, Numbers, numbersOf, timePart } from './numbers.ts'
import { ownMemory, type PartBuilder, type TimePart } from './part.ts'

/**
 * A column of moments; its texts are those of the service. A text that is no time stays as it is, and sorts as empty,
 * except a day without a time. A day is compared with days as the calendar has it, whatever the zone, and sorts as its
 * noon.
 */
export function createTimeColumn(part: TimePart): Column {
  const numbers = numbersOf(part)
  const at = numbers.reader()
  const { moments, days } = withDays(part, numbers)
  const isEmpty = (row: number) => part.codes[row] === nullCode
  const text = originalTexts(part)
  return {
    type: 'time',
    length: part.rows,
    get bytes() {
      return numbers.bytes + part.codes.byteLength + (moments === numbers ? 0 : moments.bytes)
    },
    stored: { parts: [part], rows: null },
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
    ranks: () => moments.ranks(),
    filter: (filter, keep) => {
      if (filter.operator === 'between') {
        const inDays = days.filter(({ row, text }) => keep[row] === 1 && isWithin(text, filter.days))
        keepBetween(filter, keep, moments.reader())
        if (!filter.days) return
        for (const { row } of days) keep[row] = 0
        for (const { row } of inDays) keep[row] = 1
      } else filterByText({ isEmpty, text }, filter, keep, moments.reader())
    },
    find: (needle, _within, hits) => {
      for (let row = 0; row < part.rows; row++) if (foldText(text(row)).includes(needle)) hits[row] = 1
    },
    *counts(rows, limit) {
      return mostFrequent(yield* countRows(rows, part.rows, text), limit, (one) => one || null)
    },
  }
}

interface Day {
  readonly row: number
  readonly text: string
}

/** The moments, where a day alone has noon of UTC, and the days alone. */
function withDays(
  { exceptions }: TimePart,
  numbers: Numbers,
): { readonly moments: Numbers; readonly days: readonly Day[] } {
  const days: Day[] = []
  let moments: Float64Array | null = null
  for (const [row, text] of exceptions) {
    const noon = text.length === 10 ? readTime(`${text}T12:00:00Z`) : null
    if (!noon) continue
    moments ??= numbers.floats.slice()
    moments[row] = noon.at
    days.push({ row, text })
  }
  return { moments: moments ? new Numbers(moments) : numbers, days }
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

/**
 * Has room for so many moments from the start. Takes texts as the service wrote them. They stay as they are where they
 * are no times, or seconds or milliseconds since 1970. An empty text and 0 are null (docs/services.md §13.1).
 */
export function createTimeBuilder(expected?: number): TimeBuilder {
  return new TimeBuilder(expected)
}

export class TimeBuilder implements PartBuilder<string | number | null, TimePart> {
  private readonly learnt: ByteFormat[] = []
  private readonly moments: NumberBuilder
  private codes: Uint8Array
  private readonly formats: string[] = []
  private readonly exceptions = new Map<number, string>()

  constructor(expected = 1024) {
    this.moments = new NumberBuilder(expected)
    this.codes = new Uint8Array(expected)
  }

  private add(moment: number, code: number): void {
    const row = this.moments.length
    if (row === this.codes.length) this.codes = withRoom(this.codes, row + 1)
    this.codes[row] = code
    this.moments.append(moment)
  }

  /** The code of a format, or `exceptionCode` when there is no room for one more. */
  private codeOf(format: string): number {
    const index = this.formats.indexOf(format)
    if (index >= 0) return firstFormat + index
    return firstFormat + this.formats.length > lastCode ? exceptionCode : firstFormat + this.formats.push(format) - 1
  }

  private learn(name: string): void {
    if (this.learnt.length === maxByteFormats || this.learnt.some((format) => format.name === name)) return
    this.learnt.push(byteFormat(name))
  }

  private push(text: string, time: ReadTime | null): void {
    const code = time?.exact ? this.codeOf(time.format) : exceptionCode
    if (code === exceptionCode) this.exceptions.set(this.moments.length, text)
    this.add(time?.at ?? Number.NaN, code)
  }

  append(value: string | number | null): void {
    if (!value) this.add(Number.NaN, nullCode)
    else if (typeof value === 'number' || epochText.test(value)) this.push(String(value), readEpoch(Number(value)))
    else {
      const time = readTime(value)
      if (time?.exact) this.learn(time.format)
      this.push(value, time)
    }
  }

  /**
   * Appends a text in quotes, which begins at `from`, and gives where it ends. Gives -1, and nothing is appended,
   * unless it has the form of earlier ones.
   */
  appendQuoted(bytes: Uint8Array, from: number): number {
    const format = formatOf(bytes, from + 1, this.learnt)
    const moment = format ? momentAt(bytes, from + 1, format) : Number.NaN
    const code = format && !Number.isNaN(moment) ? this.codeOf(format.name) : exceptionCode
    if (!format || code === exceptionCode) return -1
    this.add(moment, code)
    return from + format.size + 2
  }

  appendPart(part: TimePart): void {
    const firstRow = this.moments.length
    this.moments.appendPart(part)
    this.codes = withRoom(this.codes, this.moments.length)
    const { codes: target, exceptions } = this
    const map = Uint8Array.from([nullCode, exceptionCode, ...part.formats.map((format) => this.codeOf(format))])
    if (map.every((code, index) => code === index)) target.set(part.codes, firstRow)
    else {
      const text = originalTexts(part)
      // A code lies inside its own formats: `as number` spares a check a row.
      for (let row = 0; row < part.rows; row++) {
        const code = part.codes[row] as number
        target[firstRow + row] = map[code] as number
        if (code !== exceptionCode && map[code] === exceptionCode) exceptions.set(firstRow + row, text(row))
      }
    }
    for (const [row, text] of part.exceptions) exceptions.set(firstRow + row, text)
  }

  truncate(rows: number): void {
    if (rows >= this.moments.length) return
    this.moments.truncate(rows)
    for (const row of this.exceptions.keys()) if (row >= rows) this.exceptions.delete(row)
  }

  take(): TimePart {
    const { moments, codes, formats, exceptions } = this
    return timePart(numbersOf(moments.take()), { codes: codes.subarray(0, moments.length), formats, exceptions })
  }
}

/** A format with the bytes that identify it. */
interface ByteFormat extends TimeFormat {
  readonly between: number
  readonly zoneBytes: Uint8Array
  readonly size: number
}

/** A column has one or two formats, and one more when clocks change. */
const maxByteFormats = 4
const point = 0x2e

function byteFormat(name: string): ByteFormat {
  const format = timeFormat(name)
  const zoneBytes = Buffer.from(format.zone)
  const size = clockSize + (format.digits === 0 ? 0 : 1 + format.digits) + zoneBytes.length
  return { ...format, between: name.charCodeAt(0), zoneBytes, size }
}

function formatOf(bytes: Uint8Array, from: number, formats: readonly ByteFormat[]): ByteFormat | undefined {
  for (const format of formats) {
    const { size, between, zoneBytes, digits } = format
    if (bytes[from + size] !== quote || bytes[from + 10] !== between) continue
    if (digits > 0 && bytes[from + clockSize] !== point) continue
    if (isAt(bytes, from + size - zoneBytes.length, zoneBytes)) return format
  }
  return undefined
}

/** NaN for a moment that does not exist. */
function momentAt(bytes: Uint8Array, from: number, { digits, offset }: TimeFormat): number {
  let fraction = 0
  for (let at = 0; at < digits; at++) {
    const digit = (bytes[from + clockSize + 1 + at] as number) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    fraction += digit * (fractionUnits[at] as number)
  }
  return readClock(bytes, from) + fraction - offset
}

const fractionUnits = [100, 10, 1]

/** The texts as the service wrote them, by row; empty for null. */
export function originalTexts(part: TimePart): (row: number) => string {
  const { codes, formats, exceptions } = part
  const at = numbersOf(part).reader()
  const timeFormats = formats.map(timeFormat)
  return (row) => {
    const code = codes[row] ?? nullCode
    if (code === nullCode) return ''
    const format = timeFormats[code - firstFormat]
    return format === undefined ? (exceptions.get(row) ?? '') : writeTime(at(row), format)
  }
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
  return timePart(numbersOf(part).take(rows, memory), { codes, formats: part.formats, exceptions })
}

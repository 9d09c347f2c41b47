import { dayMs, type Zone, zoneOffset } from '../../kernel/times.ts'

/** Days that are written by arithmetic: from 1970 to 2149. All other moments become texts first. */
const days = 65_536
/** Where four digits hold the year in every zone; outside, times are written as ISO 8601. */
const firstMs = Date.parse('0001-01-02T00:00:00Z')
const lastMs = Date.parse('9999-12-31T00:00:00Z')
/** Excel counts days from 1899-12-30; it takes 1900 for a leap year, so its first right day is 1 March 1900. */
const serialOfEpoch = 25_569
const firstSerial = 61

/** The two digits of 0 to 99, as a little-endian number of 16 bits. */
const pairs = Uint16Array.from({ length: 100 }, (_, value) => 0x3030 + Math.floor(value / 10) + (value % 10) * 256)

/** No longer than this many bytes is what the functions below write. */
export const mostDigits = 32

/** Writes a whole number from 0 to 2^31 - 1 and gives its length. */
export function putInteger(view: DataView, at: number, value: number): number {
  let size = 1
  for (let bound = 10; size < 10 && value >= bound; bound *= 10) size++
  putPadded(view, at, size, value)
  return size
}

/** Writes the last `size` digits of a number, with zeros before it. */
function putPadded(view: DataView, at: number, size: number, value: number): void {
  let end = at + size
  let left = value
  for (; end - at >= 2; end -= 2) {
    const rest = (left / 100) | 0
    view.setUint16(end - 2, pairs[left - rest * 100] as number, true)
    left = rest
  }
  if (end > at) view.setUint8(at, 48 + (left % 10))
}

/** Writes one kind of time and gives its length; 0 for a moment that must become a text. */
export type PutTime = (view: DataView, at: number, epochMs: number) => number

/** Puts the text of a number, of at most 16 bytes; texts are made when they are first wanted. */
function createTexts(count: number, make: (value: number) => string) {
  const bytes = Buffer.alloc(count * 16)
  const texts = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (view: DataView, at: number, value: number): void => {
    const start = value * 16
    if (bytes[start] === 0) bytes.write(make(value), start)
    view.setBigUint64(at, texts.getBigUint64(start))
    view.setBigUint64(at + 8, texts.getBigUint64(start + 8))
  }
}

const putDay = createTexts(days, (day) => isoText(day * dayMs).slice(0, 10))
const putLocalDay = createTexts(
  days,
  (day) =>
    `${isoText(day * dayMs)
      .slice(0, 10)
      .split('-')
      .reverse()
      .join('/')} `,
)
const putMinute = createTexts(1440, (minute) => `${isoText(minute * 60_000).slice(11, 16)}:`)

/** `HH:mm:ss` */
function putClock(view: DataView, at: number, second: number): void {
  const minute = (second / 60) | 0
  putMinute(view, at, minute)
  view.setUint16(at + 6, pairs[second - minute * 60] as number, true)
}

/** The text that the service sent, by the format in which it was read (kernel/times.ts); null for a format of no clock. */
export function originalTimes(format: string): PutTime | null {
  const offset = /^[T ][0-3]/.test(format) ? zoneOffset(format.slice(2), new Map()) : Number.NaN
  if (Number.isNaN(offset)) return null
  const between = format.charCodeAt(0)
  const digits = Number(format[1])
  const size = 19 + (digits === 0 ? 0 : 1 + digits)
  const zone = Buffer.alloc(8)
  const zoneSize = zone.write(format.slice(2))
  const zoneText = zone.readBigUInt64BE()
  return (view, at, epochMs) => {
    const wall = epochMs + offset
    const day = Math.floor(wall / dayMs)
    if (!(day >= 0 && day < days)) return 0
    const ms = wall - day * dayMs
    putDay(view, at, day)
    view.setUint8(at + 10, between)
    putClock(view, at + 11, (ms / 1000) | 0)
    if (digits > 0) {
      view.setUint8(at + 19, 46)
      putPadded(view, at + 20, 3, (ms % 1000) | 0)
    }
    view.setBigUint64(at + size, zoneText)
    return size + zoneSize
  }
}

/** `dd/MM/yyyy HH:mm:ss` in the zone. */
export function localTimes(zone: Zone): PutTime {
  const wallClockAt = wallClocks(zone)
  return (view, at, epochMs) => {
    const wall = wallClockAt(epochMs)
    const day = Math.floor(wall / dayMs)
    if (!(day >= 0 && day < days)) return 0
    putLocalDay(view, at, day)
    putClock(view, at + 11, ((wall - day * dayMs) / 1000) | 0)
    return 19
  }
}

/** Excel's day number in the zone with nine decimals, rounded up by at most 0.1 ms, so that 10:00 never shows as 09:59. */
export function serialTimes(zone: Zone): PutTime {
  const wallClockAt = wallClocks(zone)
  return (view, at, epochMs) => {
    const wall = wallClockAt(epochMs)
    const day = Math.floor(wall / dayMs)
    if (!(day >= 0 && day < days)) return 0
    putPadded(view, at, 5, day + serialOfEpoch)
    view.setUint8(at + 5, 46)
    putPadded(view, at + 6, 9, billionthsOf(wall, day))
    return 15
  }
}

/** The same as texts, for every moment that there is. */

/** `dd/MM/yyyy HH:mm:ss` in the zone, whole seconds; ISO 8601 for years that four digits cannot hold. */
export function localText(zone: Zone, epochMs: number): string {
  if (!(epochMs >= firstMs && epochMs <= lastMs)) return isoText(epochMs)
  const text = new Date(Math.floor(zone.wallClockAt(epochMs))).toISOString()
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11, 19)}`
}

/** Excel's day number in the zone, whole seconds; null for the times for which Excel has no date. */
export function serialText(zone: Zone, epochMs: number): string | null {
  if (!(epochMs >= firstMs && epochMs <= lastMs)) return null
  const wall = zone.wallClockAt(epochMs)
  const day = Math.floor(wall / dayMs)
  if (day + serialOfEpoch < firstSerial) return null
  return `${day + serialOfEpoch}.${String(billionthsOf(wall, day)).padStart(9, '0')}`
}

/** ISO 8601 in UTC with milliseconds; a number that is no moment is written as it is, never lost. */
export function isoText(epochMs: number): string {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? String(epochMs) : date.toISOString()
}

/** The second of the day as a part of it. */
function billionthsOf(wall: number, day: number): number {
  return Math.ceil((Math.floor((wall - day * dayMs) / 1000) * 1e9) / 86_400)
}

/** Offsets are asked for once a day, and anew for each moment of a day on which the clocks change. NaN beyond the days. */
function wallClocks(zone: Zone): (epochMs: number) => number {
  const unknown = 0x7fffffff
  const changing = 0x7ffffffe
  const offsets = new Int32Array(days).fill(unknown)
  const measure = (day: number): number => {
    const [start, end] = [day * dayMs, (day + 1) * dayMs].map((at) => zone.wallClockAt(at) - at)
    const offset = start === end ? (start as number) : changing
    offsets[day] = offset
    return offset
  }
  return (epochMs) => {
    const day = Math.floor(epochMs / dayMs)
    if (!(day >= 0 && day < days)) return Number.NaN
    let offset = offsets[day] as number
    if (offset === unknown) offset = measure(day)
    return offset === changing ? zone.wallClockAt(epochMs) : epochMs + offset
  }
}

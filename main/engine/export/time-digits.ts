import { dayMs, timeFormat, type Zone } from '../../kernel/times.ts'

/** Where four digits hold the year in every zone; outside, times are written as ISO 8601. */
const firstMs = Date.parse('0001-01-02T00:00:00Z')
const lastMs = Date.parse('9999-12-31T00:00:00Z')
/** Excel counts days from 1899-12-30; it takes 1900 for a leap year, so its first right day is 1 March 1900. */
const serialOfEpoch = 25_569
const firstSerial = 61

/** The two digits of 0 to 99, as a little-endian number of 16 bits. */
const pairs = Uint16Array.from({ length: 100 }, (_, value) => 0x3030 + Math.floor(value / 10) + (value % 10) * 256)

/** The functions below write at most so many bytes. */
export const mostDigits = 32

/** Writes a whole number from 0 to 2^31 - 1; gives its length. */
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

/** Writes one kind of time; gives its length, 0 for a moment that this kind cannot express. */
export type PutTime = (view: DataView, at: number, epochMs: number) => number

/** So many days are 179 years. */
const textSlots = 65_536

/**
 * Writes the text of a number, of at most 16 bytes. Texts are made at their first use, and again where numbers share a
 * slot.
 */
function createTexts(make: (value: number) => string) {
  const bytes = Buffer.alloc(textSlots * 16)
  const texts = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Int32Array(textSlots)
  return (view: DataView, at: number, value: number): void => {
    const slot = value & (textSlots - 1)
    const start = slot * 16
    if (values[slot] !== value || bytes[start] === 0) {
      bytes.write(make(value), start)
      values[slot] = value
    }
    view.setBigUint64(at, texts.getBigUint64(start))
    view.setBigUint64(at + 8, texts.getBigUint64(start + 8))
  }
}

const putDay = createTexts((day) => isoText(day * dayMs).slice(0, 10))
const putLocalDay = createTexts((day) => {
  const [year, month, dayOfMonth] = isoText(day * dayMs).split(/[-T]/)
  return `${dayOfMonth}/${month}/${year} `
})
const putMinute = createTexts((minute) => `${isoText(minute * 60_000).slice(11, 16)}:`)

/** `HH:mm:ss` */
function putClock(view: DataView, at: number, second: number): void {
  const minute = (second / 60) | 0
  putMinute(view, at, minute)
  view.setUint16(at + 6, pairs[second - minute * 60] as number, true)
}

/** Makes a `PutTime` of the day since 1970 and the millisecond in it, both by the local clock. */
function onWall(
  wallClockAt: (epochMs: number) => number,
  put: (view: DataView, at: number, day: number, ms: number) => number,
): PutTime {
  return (view, at, epochMs) => {
    if (!(epochMs >= firstMs && epochMs <= lastMs)) return 0
    const wall = wallClockAt(epochMs)
    const day = Math.floor(wall / dayMs)
    return put(view, at, day, wall - day * dayMs)
  }
}

/**
 * Writes the text that the service sent, by the format in which it was read (kernel/times.ts). Null for a format of no
 * clock.
 */
export function originalTimes(name: string): PutTime | null {
  const { digits, zone, offset } = timeFormat(name)
  if (Number.isNaN(digits)) return null
  const between = name.charCodeAt(0)
  const size = 19 + (digits === 0 ? 0 : 1 + digits)
  const zoneBytes = Buffer.alloc(8)
  const zoneSize = zoneBytes.write(zone)
  const zoneText = zoneBytes.readBigUInt64BE()
  return onWall(
    (epochMs) => epochMs + offset,
    (view, at, day, ms) => {
      putDay(view, at, day)
      view.setUint8(at + 10, between)
      putClock(view, at + 11, (ms / 1000) | 0)
      if (digits > 0) {
        view.setUint8(at + 19, 46)
        putPadded(view, at + 20, 3, (ms % 1000) | 0)
      }
      view.setBigUint64(at + size, zoneText)
      return size + zoneSize
    },
  )
}

/** `dd/MM/yyyy HH:mm:ss` in the zone. */
export function localTimes({ wallClockAt }: Zone): PutTime {
  return onWall(wallClockAt, (view, at, day, ms) => {
    putLocalDay(view, at, day)
    putClock(view, at + 11, (ms / 1000) | 0)
    return 19
  })
}

/**
 * Excel's day number in the zone with nine decimals, whole seconds, rounded up by at most 0.1 ms, so that 10:00 never
 * shows as 09:59. Excel has no number for days before March 1900.
 */
export function serialTimes({ wallClockAt }: Zone): PutTime {
  return onWall(wallClockAt, (view, at, day, ms) => {
    if (day + serialOfEpoch < firstSerial) return 0
    const size = putInteger(view, at, day + serialOfEpoch)
    view.setUint8(at + size, 46)
    putPadded(view, at + size + 1, 9, Math.ceil((Math.floor(ms / 1000) * 1e9) / 86_400))
    return size + 10
  })
}

/** The text that `put` writes for a moment; null where it writes nothing. */
export function putText(put: PutTime, epochMs: number): string | null {
  const bytes = Buffer.alloc(mostDigits)
  const size = put(new DataView(bytes.buffer, bytes.byteOffset, mostDigits), 0, epochMs)
  return size === 0 ? null : bytes.toString('latin1', 0, size)
}

/** Does the same; ISO 8601 for a moment for which nothing is written. */
export function timeText(put: PutTime | null, epochMs: number): string {
  return (put && putText(put, epochMs)) ?? isoText(epochMs)
}

/** ISO 8601 in UTC with milliseconds; a number that is no moment is written as it is, never lost. */
function isoText(epochMs: number): string {
  const date = new Date(epochMs)
  return Number.isNaN(date.getTime()) ? String(epochMs) : date.toISOString()
}

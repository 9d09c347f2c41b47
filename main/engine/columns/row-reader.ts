import { dayMs, readTime, type Zone } from '../../kernel/times.ts'
import type { Column } from './column.ts'
import { noRow } from './derived-columns.ts'
import { numbersOf } from './numbers.ts'
import type { Part, TextPart } from './part.ts'

/** Gives a number for a row; NaN for none. */
export type RowReader = (row: number) => number

const nothing: RowReader = () => Number.NaN

/**
 * Reads a column row by row, whichever pieces its values lie in, without a text or an object for each. `readerOf` makes
 * the reader of one piece. Quickest where rows ascend.
 */
export function readColumn({ stored }: Column, readerOf: (part: Part) => RowReader): RowReader {
  const { parts = [], rows = null } = stored ?? {}
  const read = readParts(parts, readerOf)
  // Rows lie inside the column: `as number` spares a check a row.
  return rows ? (row) => (rows[row] === noRow ? Number.NaN : read(rows[row] as number)) : read
}

function readParts(parts: readonly Part[], readerOf: (part: Part) => RowReader): RowReader {
  const readers = parts.map(readerOf)
  const ends: number[] = []
  for (const { rows } of parts) ends.push((ends.at(-1) ?? 0) + rows)
  const [only = nothing] = readers
  if (readers.length < 2) return only
  let [read, first, end] = [only, 0, ends[0] ?? 0]
  return (row) => {
    if (row < first || row >= end) {
      const place = ends.findIndex((one) => row < one)
      read = readers[place] ?? nothing
      first = ends[place - 1] ?? 0
      end = ends[place] ?? first
    }
    return read(row - first)
  }
}

export function readNumbers(part: Part): RowReader {
  return part.kind === 'number' ? numbersOf(part).reader() : nothing
}

/** Moments in epoch ms; a text that is no time, and a day alone, is none. */
export function readMoments(part: Part): RowReader {
  return part.kind === 'time' ? numbersOf(part).reader() : nothing
}

/** Calendar days of the zone since 1970-01-01. A day alone is that day in every zone. */
export function readDays(zone: Zone): (part: Part) => RowReader {
  return (part) => {
    if (part.kind !== 'time') return nothing
    const { exceptions } = part
    const at = numbersOf(part).reader()
    return (row) => {
      const moment = at(row)
      return Number.isNaN(moment) ? dayOf(exceptions.get(row)) : dayIn(zone, moment)
    }
  }
}

/** The calendar day of the zone since 1970-01-01. */
export function dayIn(zone: Zone, epochMs: number): number {
  return Math.floor(zone.wallClockAt(epochMs) / dayMs)
}

function dayOf(text: string | undefined): number {
  const midnight = text?.length === 10 ? readTime(`${text}T00:00:00Z`) : null
  return midnight ? midnight.at / dayMs : Number.NaN
}

/** The number that each of a few values has; `numberOf` gets null for an empty cell. */
export function readValues(numberOf: (value: string | null) => number): (part: Part) => RowReader {
  return (part) => {
    if (part.kind !== 'dictionary') return nothing
    const { codes } = part
    const numbers = Float64Array.from([null, ...part.values].map(numberOf))
    // A code lies inside its dictionary: `as number` spares a check a row.
    return (row) => numbers[codes[row] as number] as number
  }
}

/** What `numberIn` makes of the bytes of a text. */
export function readBytes(
  numberIn: (bytes: Uint8Array, from: number, to: number) => number,
): (part: Part) => RowReader {
  return (part) => (part.kind === 'text' ? textReader(part, numberIn) : nothing)
}

function textReader(
  { offsets, heap }: TextPart,
  numberIn: (bytes: Uint8Array, from: number, to: number) => number,
): RowReader {
  return (row) => numberIn(heap, offsets[row] as number, offsets[row + 1] as number)
}

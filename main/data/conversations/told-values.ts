import { readEpoch, readTime, type Zones } from '../columns/time-text.ts'

/** Values as services tell them, read defensively (features.md §8): what is missing or of another type is null. */

const zones: Zones = new Map()
/** What is later than this has, in some zone, a year of five digits, which no screen and no file can hold. */
const lastMoment = Date.UTC(9999, 11, 30)

/** Epoch seconds or milliseconds as a number or text, or ISO 8601; 0 and what cannot be read are null. */
export function timeOf(value: unknown): string | null {
  const at = momentOf(value)
  return at === null || Math.abs(at) > lastMoment ? null : new Date(Math.round(at)).toISOString()
}

function momentOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value)) return readTime(value, zones)?.at ?? null
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? readEpoch(number).at : null
}

/** A text that says something, or a number as text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** A number of a record, as a number or as its digits. */
export function idOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

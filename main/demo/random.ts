/**
 * A 32-bit number that depends only on its three inputs. So the n-th person of a seed is the same in every run and
 * needs no person before it. `salt` separates the values of one index.
 */
export function mix(seed: number, index: number, salt: number): number {
  let value = seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}

/** The same as a fraction: 0 included, 1 excluded. */
export function fraction(seed: number, index: number, salt: number): number {
  return mix(seed, index, salt) / 0x1_0000_0000
}

/** An entry of a non-empty list, chosen by any non-negative whole number. */
export function pick<T>(list: readonly [T, ...T[]], value: number): T {
  return list[value % list.length] ?? list[0]
}

/** A stream of fractions for values without an index, such as the faults of consecutive requests. */
export function stream(seed: number): () => number {
  let position = 0
  return () => fraction(seed, position++, 77)
}

/** Brasília's offset in seconds. It has been constant since 2019, and the demonstration shows no earlier years. */
const offset = 3 * 3600
const day = 86_400

/** Epoch seconds as the platform writes times: ISO 8601 with the offset −03:00 (lead row). */
export function isoLocal(seconds: number): string {
  return `${new Date((seconds - offset) * 1000).toISOString().slice(0, 19)}-03:00`
}

/** Epoch seconds as the form service writes times: ISO 8601 in UTC (form, entry). */
export function isoUtc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/** Midnight in Brasília of the day of this moment. Epoch seconds in and out. */
export function startOfDay(seconds: number): number {
  return Math.floor((seconds - offset) / day) * day + offset
}

/**
 * A date or timestamp of a query as epoch seconds, or undefined when it is neither. A date alone means the start of
 * that day in Brasília, or its last second with `end`.
 */
export function readMoment(text: string, end = false): number | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const midnight = Date.parse(`${text}T00:00:00-03:00`) / 1000
    if (Number.isNaN(midnight)) return undefined
    return end ? midnight + day - 1 : midnight
  }
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return undefined
  const moment = Date.parse(text) / 1000
  return Number.isNaN(moment) ? undefined : Math.floor(moment)
}

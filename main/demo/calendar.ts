/** Brasília has kept one offset since 2019, the only years that the demonstration shows. Seconds. */
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

/** Midnight in Brasília of the day that holds this moment. Epoch seconds in and out. */
export function startOfDay(seconds: number): number {
  return Math.floor((seconds - offset) / day) * day + offset
}

/**
 * A date or timestamp of a query as epoch seconds, or undefined when it is none. A date alone means the start of that
 * day in Brasília, or its last second with `end`.
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

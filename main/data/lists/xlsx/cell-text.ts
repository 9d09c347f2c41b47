const dayMs = 86_400_000
/** 31 December 9999, the last day that Excel knows. */
const lastSerial = 2_958_465

/** A number of a cell as plain digits, without exponent: `5.511988887777E12` is `5511988887777`. */
export function numberText(raw: string): string {
  const text = raw.trim()
  if (/^-?\d{1,15}$/.test(text)) return text
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  if (Number.isInteger(value)) return BigInt(value).toString()
  return expand(String(value))
}

/**
 * A serial number of Excel as ISO text: `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS` when it has a time, `HH:MM:SS` when it has no
 * date. No time zone: a spreadsheet has none. Knows both systems, and the 29 February 1900 that Excel invented. A number
 * that is no date in Excel comes back as plain digits.
 */
export function dateText(raw: string, starts1904: boolean): string {
  const serial = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(serial) || serial < 0 || serial > lastSerial) return numberText(raw)
  const seconds = Math.round(serial * 86_400)
  const day = Math.floor(seconds / 86_400)
  const time = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19)
  if (day === 0 && !starts1904) return time
  if (day === 60 && !starts1904) return withTime('1900-02-29', time)
  return withTime(new Date(epochOf(day, starts1904) + day * dayMs).toISOString().slice(0, 10), time)
}

/** The day that has serial 0: before the invented day everything stands one day later. */
function epochOf(day: number, starts1904: boolean): number {
  if (starts1904) return Date.UTC(1904, 0, 1)
  return day < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
}

function withTime(date: string, time: string): string {
  return time === '00:00:00' ? date : `${date}T${time}`
}

/** `1.5e-7` written out. */
function expand(text: string): string {
  const parts = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`
}

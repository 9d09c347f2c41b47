/**
 * Values of a report as people and services write them. Averages are seconds in JSON and words in CSV, and any of them
 * may be null, a text or not there (features.md §8.7).
 */

const blanks = /^(|n\/?a|n\/?d|null|nil|nan|-+|–|—)$/i

/** Whether a text only says that there is nothing. */
export function isBlank(text: string): boolean {
  return blanks.test(text.trim())
}

/** Seconds of each unit, by its beginnings in Portuguese, English and Spanish. */
const units: readonly (readonly [words: RegExp, seconds: number])[] = [
  [/^(s|seg|segs|segundos?|sec|secs|seconds?)$/, 1],
  [/^(m|min|mins|minutos?|minutes?)$/, 60],
  [/^(h|hs|hr|hrs|horas?|hours?)$/, 3600],
  [/^(d|dias?|días?|days?)$/, 86_400],
  [/^(sem|semanas?|weeks?)$/, 604_800],
]

/** Longer cells are texts: expressions with several amounts would go on and on over hostile ones. */
const longest = 100

const part = /(?<!\d)(\d+(?:[.,]\d+)?)\s*([a-zà-ú]+)\.?/giu
const between = /\b(e|y|and)\b|[,\s]+/giu

/**
 * Seconds of a duration in words ("1 dia 2 horas", "5 min 3 s", "1h05m" written with its units) or as a clock
 * (`27:05:12`); null for anything else, such as "about 2 hours": nothing is made more exact than it was said.
 */
export function durationOf(text: string): number | null {
  if (text.length > longest) return null
  const clock = /^(\d{1,5}):([0-5]\d):([0-5]\d)$/.exec(text.trim())
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  let seconds = 0
  let parts = 0
  let known = true
  const rest = text.trim().replace(part, (_, amount: string, word: string) => {
    const unit = units.find(([words]) => words.test(word.toLowerCase()))
    if (!unit) known = false
    seconds += Number(amount.replace(',', '.')) * (unit?.[1] ?? 0)
    parts += 1
    return ' '
  })
  return known && parts > 0 && rest.replace(between, '') === '' ? seconds : null
}

/** How a file writes its numbers. */
export interface NumberStyle {
  readonly decimal: '.' | ','
}

/** A number that is written in this style, with or without signs between its thousands; null for anything else. */
export function numberOf(text: string, { decimal }: NumberStyle): number | null {
  const [pattern, group] =
    decimal === ','
      ? ([/^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/, /\./g] as const)
      : ([/^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/, /,/g] as const)
  const clean = text.trim()
  return pattern.test(clean) ? Number(clean.replace(group, '').replace(',', '.')) : null
}

/** 45.5 for "45,5%"; null for anything else. */
export function percentOf(text: string, style: NumberStyle): number | null {
  const clean = text.trim()
  return clean.endsWith('%') ? numberOf(clean.slice(0, -1), style) : null
}

/** Epoch ms of a timestamp with its time of day, as ISO 8601 writes it; null for anything else. */
export function momentOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return null
  const moment = Date.parse(text.replace(' UTC', 'Z'))
  return Number.isNaN(moment) ? null : moment
}

/** Whether a text is a calendar day, 2026-11-20. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

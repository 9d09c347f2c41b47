import { isObject } from './learn-fields.ts'

/** A number of an assistant's statistics. */
export interface Figure {
  readonly name: string
  readonly current: number | null
  readonly previous: number | null
  /** What it moved by, in percent of what it was, in percentage points, or in its own unit; null where nobody says. */
  readonly trend: { readonly by: number; readonly unit: 'percent' | 'points' | 'own' } | null
}

/**
 * The numbers of an answer: bare, or with what they were before; wrapped or not; those of a group, such as `knowledge`, as
 * `knowledge.approved` (features.md §8.8).
 */
export function figuresOf(answer: unknown): readonly Figure[] {
  if (!isObject(answer)) return []
  const inner = [answer.payload, answer.data].find(isObject) ?? answer
  return figuresIn('', inner)
}

function figuresIn(group: string, values: Readonly<Record<string, unknown>>): readonly Figure[] {
  return Object.entries(values).flatMap(([key, value]): readonly Figure[] => {
    const name = `${group}${key}`
    if (name === 'range') return []
    if (isObject(value)) {
      const [current, previous] = [numberOf(value.current ?? value.value), numberOf(value.previous)]
      if (current !== null || previous !== null) {
        return [{ name, current, previous, trend: trendOf(name, current, previous, numberOf(value.trend)) }]
      }
      return group === '' ? figuresIn(`${name}.`, value) : []
    }
    const current = numberOf(value)
    return current === null ? [] : [{ name, current, previous: null, trend: null }]
  })
}

/** Rounded to a tenth by the service. */
const rounding = 0.06

/** Services tell some trends in percent and some as the difference: the two numbers show which, else the name does. */
function trendOf(name: string, current: number | null, previous: number | null, by: number | null): Figure['trend'] {
  if (by === null) return null
  const isRate = /(_rate|_percent|coverage)$/.test(name)
  const difference = isRate ? 'points' : 'own'
  const usual = isRate || name === 'conversation_depth' ? difference : 'percent'
  if (current === null || previous === null) return { by, unit: usual }
  const isDifference = Math.abs(current - previous - by) < rounding
  const isShare = previous !== 0 && Math.abs(((current - previous) / previous) * 100 - by) < rounding
  if (isDifference === isShare) return { by, unit: usual }
  return { by, unit: isDifference ? difference : 'percent' }
}

/** An answer as nested query parameters, `stats[handled][current]=9`, which the summary is made from (features.md §8.8). */
export function nestedQuery(name: string, value: unknown): Readonly<Record<string, string>> {
  if (isObject(value)) {
    return Object.assign({}, ...Object.entries(value).map(([key, inner]) => nestedQuery(`${name}[${key}]`, inner)))
  }
  return value === null || value === undefined || Array.isArray(value) ? {} : { [name]: String(value) }
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null
}

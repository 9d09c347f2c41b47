import { isObject } from './learn-fields.ts'

/** A number of an assistant's statistics. */
export interface Figure {
  readonly name: string
  readonly current: number | null
  readonly previous: number | null
  /** Percent. */
  readonly trend: number | null
}

/** The numbers of an answer: bare, or with what they were before (features.md §8.8); wrapped or not. */
export function figuresOf(answer: unknown): readonly Figure[] {
  if (!isObject(answer)) return []
  const inner = [answer.payload, answer.data].find(isObject) ?? answer
  return Object.entries(inner).flatMap(([name, value]): Figure[] => {
    if (name === 'range') return []
    if (isObject(value)) {
      const current = numberOf(value.current ?? value.value)
      return current === null && numberOf(value.previous) === null
        ? []
        : [{ name, current, previous: numberOf(value.previous), trend: numberOf(value.trend) }]
    }
    const current = numberOf(value)
    return current === null ? [] : [{ name, current, previous: null, trend: null }]
  })
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

import { isObject } from './learn-fields.ts'

/** The words of an answer or message, wherever it has them (features.md §8.8); null where there are none. */
export function wordsIn(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (!isObject(value)) return null
  for (const key of ['message', 'content', 'response', 'summary', 'text', 'answer', 'payload', 'data']) {
    const words = wordsIn(value[key])
    if (words) return words
  }
  return null
}

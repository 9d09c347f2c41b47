import { isRecord, type JsonRecord } from '../kernel/json.ts'

export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined
}

/** The first of these keys that holds a text or a number, as text; undefined where none does. */
export function textUnder(record: JsonRecord, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = record[key]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** The first of these keys that holds a list. */
export function listUnder(record: JsonRecord, keys: readonly string[]): readonly unknown[] | undefined {
  return keys.map((key) => record[key]).find((value) => Array.isArray(value))
}

/** What the envelopes `{ data }`, `{ payload }` hold, else the value itself. */
export function unwrapped(value: unknown): unknown {
  const record = asRecord(value)
  for (const key of ['data', 'payload']) {
    const held = record?.[key]
    if (typeof held === 'object' && held !== null) return held
  }
  return value
}

import { isDeepStrictEqual } from 'node:util'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { AppFailure } from '../kernel/failure.ts'
import { idOf, isRecord, type JsonRecord, parseJson, recordOf } from '../kernel/json.ts'
import { maskSecrets, secretMask } from '../kernel/mask-secrets.ts'

/** A record as the service sent it, with its secrets: it stays in main. */
export interface SentRecord {
  readonly id: number | null
  readonly fields: JsonRecord
}

interface SentList {
  readonly records: readonly SentRecord[]
  /** Null where the answer has no count. */
  readonly total: number | null
}

/** The keys in which answers hold their records, the likely ones first (docs/services.md §7.2). */
const wrappers = ['payload', 'data', 'records', 'items', 'results'] as const

/** The value of an answer: null for an empty one, such as a 204. Throws `unexpected_body` for invalid JSON. */
export function answerOf(text: string): unknown {
  if (text.trim() === '') return null
  const value = parseJson(text)
  if (value === undefined) throw new AppFailure('unexpected_body', { place: 'JSON' })
  return value
}

/**
 * The records of a list: `{payload, meta}`, `{data}`, both nested, a bare array, any object with one array, or a single
 * record. Throws `unexpected_body`.
 */
export function listOf(text: string): SentList {
  const body = answerOf(text)
  const records = arrayIn(body) ?? loneRecordIn(body)
  if (!records) throw new AppFailure('unexpected_body', { place: 'payload' })
  return { records: records.map(sentOf), total: totalOf(body) }
}

/** The record of an answer: in its root key, `payload` or `data`, or bare; null where there is none. */
export function recordIn(text: string, root: string | null): SentRecord | null {
  const body = answerOf(text)
  if (!isRecord(body)) return null
  const keys = root === null ? wrappers : [root, ...wrappers]
  const inner = keys.map((key) => body[key]).find(isRecord)
  const fields = body.id === undefined && inner ? inner : body
  return Object.keys(fields).length === 0 ? null : sentOf(fields)
}

/** The same without secrets, for a screen. */
export function shownOf({ id, fields }: SentRecord): CaptainRecord {
  const masked = maskSecrets(fields)
  return { id, fields: isRecord(masked) ? { ...masked } : {} }
}

/** The text of an assistant or the copilot, in any known key (docs/services.md §7.2); null where there is none. */
export function wordsOf(answer: unknown): string | null {
  if (typeof answer === 'string') return answer
  const body: unknown = Array.isArray(answer) ? answer.at(-1) : answer
  if (!isRecord(body)) return null
  for (const key of ['response', 'message', 'content', 'answer', 'text', 'reply', 'output', 'payload', 'data']) {
    const words = body[key] === undefined || body[key] === null ? null : wordsOf(body[key])
    if (words) return words
  }
  return null
}

/** The author; null where the answer names none. */
export function agentOf(answer: unknown): string | null {
  return isRecord(answer) && typeof answer.agent_name === 'string' ? answer.agent_name : null
}

function sentOf(value: unknown): SentRecord {
  const fields = isRecord(value) ? value : { value }
  return { id: idOf(fields.id), fields }
}

function arrayIn(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value) || depth > 2) return null
  for (const key of wrappers) {
    const inner = arrayIn(value[key], depth + 1)
    if (inner) return inner
  }
  // A record may hold lists. An envelope has no id.
  const arrays = value.id === undefined ? Object.values(value).filter(Array.isArray) : []
  return arrays.length === 1 ? (arrays[0] ?? null) : null
}

/** A list may be a single record. An empty answer or envelope is an empty list. */
function loneRecordIn(value: unknown): readonly unknown[] | null {
  if (value === null) return []
  const inner = isRecord(value) ? (value.payload ?? value.data ?? value) : null
  if (!isRecord(inner)) return null
  if (Object.keys(inner).length === 0) return []
  return inner.id === undefined ? null : [inner]
}

function totalOf(body: unknown): number | null {
  const outer = recordOf(body)
  const inner = recordOf(outer.data)
  for (const holder of [outer.meta, inner.meta, outer, inner]) {
    const { total_count, all_count, total } = recordOf(holder)
    const count = idOf(total_count ?? all_count ?? total)
    if (count !== null) return count
  }
  return null
}

/** Whether a part of these fields is a masked secret that came back from a screen. */
export function holdsCovered(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(secretMask)
  if (Array.isArray(value)) return value.some(holdsCovered)
  return isRecord(value) && Object.values(value).some(holdsCovered)
}

/**
 * The fields of a screen with the service's value for each masked secret: where a person changes one header, the others
 * stay. Throws `bad_request` when the value of a masked one no longer exists.
 */
export function uncovered(requested: JsonRecord, raw: JsonRecord): JsonRecord {
  const restored = restore(requested, maskSecrets(raw), raw)
  if (!isRecord(restored) || holdsCovered(restored)) throw new AppFailure('bad_request', { place: 'fields' })
  return restored
}

const serviceKeys = new Set(['id', 'account_id', 'created_at', 'updated_at', 'slug'])

/** The fields of a record that a PUT may send. A nested record, such as its assistant, becomes its number. */
export function sendableOf(raw: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([key]) => !serviceKeys.has(key))
      .flatMap(([key, value]): [string, unknown][] => {
        if (!isRecord(value) || typeof value.id !== 'number') return [[key, value]]
        return `${key}_id` in raw ? [] : [[`${key}_id`, value.id]]
      }),
  )
}

function restore(requested: unknown, masked: unknown, raw: unknown): unknown {
  if (isDeepStrictEqual(requested, masked)) return raw
  if (Array.isArray(requested)) {
    return requested.map((item, index) => restore(item, partOf(masked, index), partOf(raw, index)))
  }
  if (!isRecord(requested)) return requested
  return Object.fromEntries(
    Object.entries(requested).map(([key, item]) => [key, restore(item, partOf(masked, key), partOf(raw, key))]),
  )
}

function partOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

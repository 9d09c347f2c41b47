import { looksLikeHtml } from '../kernel/http-refusal.ts'
import { parseJson } from '../kernel/json.ts'

/** What a body is, by its type and its first bytes (features.md §8.7, §9.13). */
export type BodyKind = 'json_list' | 'json_object' | 'csv' | 'xlsx' | 'html' | 'empty' | 'text'

export function bodyKind(contentType: string | null, bytes: Buffer): BodyKind {
  if (bytes.length === 0) return 'empty'
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'xlsx'
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (text === '') return 'empty'
  if (looksLikeHtml(text)) return 'html'
  if (text.startsWith('[') && !/csv/i.test(contentType ?? '')) return 'json_list'
  if (text.startsWith('{')) return 'json_object'
  return /csv/i.test(contentType ?? '') || /^[^\n;,\t]*[;,\t][^\n]*\n/.test(text) ? 'csv' : 'text'
}

/** Where an answer of the conversation filter has its conversations: all of these are accepted (features.md §8.3). */
export type FilterShape = 'meta_payload' | 'data_meta_payload' | 'payload' | 'list' | 'other'

export interface FilterAnswer {
  readonly shape: FilterShape
  readonly conversations: readonly unknown[]
}

export function filterAnswer(text: string): FilterAnswer {
  const body = parseJson(text)
  if (Array.isArray(body)) return { shape: 'list', conversations: body }
  const data = member(body, 'data')
  if (Array.isArray(data)) return { shape: 'list', conversations: data }
  const wrapped = listIn(data)
  if (wrapped) return { shape: 'data_meta_payload', conversations: wrapped }
  const own = listIn(body)
  if (own) return { shape: member(body, 'meta') === undefined ? 'payload' : 'meta_payload', conversations: own }
  return { shape: 'other', conversations: [] }
}

/** A member of what came as JSON; undefined where there is none. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

function listIn(value: unknown): readonly unknown[] | null {
  const payload = member(value, 'payload')
  return Array.isArray(payload) ? payload : null
}

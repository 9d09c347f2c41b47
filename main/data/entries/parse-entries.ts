import { createHash } from 'node:crypto'
import type { AsideEntry } from '../../../preload/contract/entries.ts'
import { AppFailure } from '../../kernel/failure.ts'
import {
  idOf,
  isDeeper,
  isRecord,
  type JsonRecord,
  mostLevels,
  parseJson,
  withoutDeepRecords,
} from '../../kernel/json.ts'
import { readTime } from '../../kernel/times.ts'

/** An entry as the service sent it; whatever its keys hold stays (form-collection.md, "Entry"). */
export interface ReceivedEntry {
  readonly id: number
  /** Null where the answer lacks it. */
  readonly form_id: number | null
  readonly created_at: string | null
  /** Epoch ms, null for no time or one that cannot be read; a text without a zone is UTC. */
  readonly created_ms: number | null
  readonly body: JsonRecord
}

/** A record of a page that cannot be stored as an entry. */
export interface RejectedRecord extends AsideEntry {
  /** The number of the entry, or a digest of the text where it has none. */
  readonly key: string
}

export interface EntryPage {
  readonly entries: readonly ReceivedEntry[]
  /** What is no entry, or one that is nested too deeply. */
  readonly rejected: readonly RejectedRecord[]
  readonly total: number
  readonly last_page: number
}

/**
 * A page of the pagination envelope (form-collection.md, "Pagination envelope"). One record that cannot be stored does not cost
 * the others. Throws `unexpected_body` for what is no page, and for one without a single record that has a number.
 */
export function parseEntryPage(text: string): EntryPage {
  const { body, deep } = withoutDeepRecords(text, 'data')
  const envelope = requireRecord(parsed(body), 'the body')
  const { data } = envelope
  if (!Array.isArray(data)) throw unexpected('data is not a list')
  const { total, last_page, per_page } = requireRecord(envelope.meta, 'meta')
  if (!isCount(total)) throw unexpected('meta.total is not a number of entries')
  const size = isCount(per_page) && per_page > 0 ? per_page : Math.max(1, data.length)
  const deepAt = new Map(deep.map(({ place, text }) => [place, text]))
  const entries: ReceivedEntry[] = []
  const rejected: RejectedRecord[] = []
  for (const [place, value] of data.entries()) {
    const deepText = deepAt.get(place)
    const entry = deepText === undefined ? entryOf(value) : null
    if (entry) entries.push(entry)
    else if (deepText === undefined) rejected.push(rejectedRecord('no_number', null, JSON.stringify(value)))
    else rejected.push(rejectedRecord('too_deep', deepNumber(deepText), deepText))
  }
  if (data.length > 0 && entries.length === 0 && rejected.every(({ id }) => id === null)) {
    throw unexpected('no entry has a number')
  }
  return {
    entries,
    rejected,
    total,
    last_page: isCount(last_page) ? last_page : Math.max(1, Math.ceil(total / size)),
  }
}

function rejectedRecord(reason: RejectedRecord['reason'], id: number | null, text: string): RejectedRecord {
  return { key: id === null ? createHash('sha256').update(text).digest('base64url') : String(id), id, reason, text }
}

/** JSON.parse itself goes to any depth. */
function deepNumber(text: string): number | null {
  const value = parseJson(text)
  if (value === undefined) throw unexpected('not JSON')
  return isRecord(value) ? idOf(value.id) : null
}

/** The answer to a single read or to a POST: the record in `data`. Throws `unexpected_body`. */
export function parseSingleEntry(body: string): ReceivedEntry {
  if (isDeeper(body, mostLevels + 1)) throw unexpected('the entry is nested too deeply')
  const entry = entryOf(requireRecord(parsed(body), 'the body').data)
  if (!entry) throw unexpected('an entry has no number')
  return entry
}

/** Null for what is no record with a number. */
function entryOf(body: unknown): ReceivedEntry | null {
  const id = isRecord(body) ? idOf(body.id) : null
  if (!isRecord(body) || id === null) return null
  const created = typeof body.created_at === 'string' ? body.created_at : null
  return {
    id,
    form_id: idOf(body.form_id),
    created_at: created,
    created_ms: created === null ? null : (readTime(created)?.at ?? null),
    body,
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function requireRecord(value: unknown, what: string): JsonRecord {
  if (isRecord(value)) return value
  throw unexpected(`${what} is not an object`)
}

function parsed(body: string): unknown {
  try {
    return parseFaithfully(body)
  } catch {
    throw unexpected('not JSON')
  }
}

function unexpected(details: string): AppFailure {
  return new AppFailure('unexpected_body', {}, details)
}

/** Third argument of a reviver for a primitive value; missing in TypeScript's library. */
interface Source {
  readonly source?: string
}

type Parse = (text: string, reviver: (key: string, value: unknown, source: Source) => unknown) => unknown

/**
 * JSON as values that `JSON.stringify` writes as they came: a number that JavaScript would write in another way, such as
 * one of twenty digits or `1.0`, keeps its own text. Throws a SyntaxError for what is no JSON.
 */
export function parseFaithfully(text: string): unknown {
  // ECMAScript's own, in every host; only its types are missing.
  return (JSON.parse as Parse)(text, (_, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || String(value) === source) return value
    return rawJson(source)
  })
}

const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

import { AppFailure } from '../../kernel/failure.ts'
import { readTime, type Zones } from '../columns/time-text.ts'
import { parseFaithfully } from '../forms/faithful-json.ts'

type Json = Readonly<Record<string, unknown>>

/** An entry as the service sent it; whatever its keys hold is kept (form-collection.md, "Entry"). */
export interface ToldEntry {
  readonly id: number
  /** Null where the answer does not say. */
  readonly form_id: number | null
  readonly created_at: string | null
  /** Epoch ms, null for no time or one that cannot be read; a text without a zone is UTC. */
  readonly created_ms: number | null
  readonly body: Json
}

export interface EntryPage {
  readonly entries: readonly ToldEntry[]
  readonly total: number
  readonly last_page: number
}

/** A page of the pagination envelope (form-collection.md, "Pagination envelope"). Throws `unexpected_body`. */
export function parseEntryPage(body: string): EntryPage {
  const envelope = objectOf(parsed(body), 'the body')
  if (!Array.isArray(envelope.data)) throw unexpected('data is not a list')
  const { total, last_page, per_page } = objectOf(envelope.meta, 'meta')
  if (!isCount(total)) throw unexpected('meta.total is not a number of entries')
  const size = isCount(per_page) && per_page > 0 ? per_page : Math.max(1, envelope.data.length)
  return {
    entries: envelope.data.map(toldEntry),
    total,
    last_page: isCount(last_page) ? last_page : Math.max(1, Math.ceil(total / size)),
  }
}

/** The answer to a single read or to a POST: the record in `data`. Throws `unexpected_body`. */
export function parseSingleEntry(body: string): ToldEntry {
  return toldEntry(objectOf(parsed(body), 'the body').data)
}

function toldEntry(value: unknown): ToldEntry {
  const body = objectOf(value, 'an entry')
  const id = numberOf(body.id)
  if (id === null) throw unexpected('an entry has no number')
  const created = typeof body.created_at === 'string' ? body.created_at : null
  return {
    id,
    form_id: numberOf(body.form_id),
    created_at: created,
    created_ms: created === null ? null : (readTime(created, zones)?.at ?? null),
    body,
  }
}

const zones: Zones = new Map()

function parsed(body: string): unknown {
  try {
    return parseFaithfully(body)
  } catch {
    throw unexpected('not JSON')
  }
}

/** A number of a record, also where a less strict service writes it as text. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return isCount(number) ? number : null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function objectOf(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw unexpected(`${what} is not an object`)
}

function unexpected(details: string): AppFailure {
  return new AppFailure('unexpected_body', {}, details)
}

import { createHash } from 'node:crypto'
import type { AsideEntry } from '../../../preload/contract/entries.ts'
import { AppFailure } from '../../kernel/failure.ts'
import {
  idOf,
  isDeeper,
  isoTimeOf,
  isParsable,
  isRecord,
  type JsonRecord,
  mostLevels,
  parseFaithfully,
  parseJson,
  recordOf,
  withoutDeepRecords,
} from '../../kernel/json.ts'

/** An entry as the service sent it, with any values of its keys (docs/services.md §11.1). */
export interface ReceivedEntry {
  readonly id: number
  /** Null where the answer lacks it. */
  readonly form_id: number | null
  readonly created_at: string | null
  /** Epoch ms, null for no time or an unreadable one; a text without a zone is UTC. */
  readonly created_ms: number | null
  readonly body: JsonRecord
}

export type EntryPage = ReturnType<typeof parseEntryPage>

/**
 * Reads a page of the pagination envelope (docs/services.md §9.2). A record that cannot be stored does not affect the
 * others. Throws `unexpected_body` for anything but a page, and for one where no record has a number.
 */
export function parseEntryPage(text: string) {
  const { body, deep } = withoutDeepRecords(text, 'data')
  const { data, meta } = recordOf(parsed(body))
  if (!Array.isArray(data)) throw unexpected('data is not a list')
  const envelope = recordOf(meta)
  const total = idOf(envelope.total)
  if (total === null) throw unexpected('meta.total is not a number of entries')
  const size = idOf(envelope.per_page) || Math.max(1, data.length)
  const deepAt = new Map(deep.map(({ place, text }) => [place, text]))
  const records = data.map((value, place) => {
    const text = deepAt.get(place)
    if (text !== undefined) return rejectedRecord('too_deep', deepNumber(text), text)
    return entryOf(value) ?? rejectedRecord('no_number', null, JSON.stringify(value))
  })
  if (records.length > 0 && records.every(({ id }) => id === null)) throw unexpected('no entry has a number')
  return {
    entries: records.filter((record) => 'body' in record),
    /** Values that are no entries, or that are nested too deeply. */
    rejected: records.filter((record) => 'reason' in record),
    total,
    last_page: idOf(envelope.last_page) ?? Math.max(1, Math.ceil(total / size)),
  }
}

/**
 * A record of a page that cannot be stored as an entry. `key`: its number, or a digest of the text where it has none.
 */
function rejectedRecord(reason: AsideEntry['reason'], id: number | null, text: string) {
  return { key: id === null ? createHash('sha256').update(text).digest('base64url') : String(id), id, reason, text }
}

/** Null also where it has more values than are parsed. */
function deepNumber(text: string): number | null {
  const value = parseJson(text)
  if (value === undefined && isParsable(text)) throw unexpected('not JSON')
  return isRecord(value) ? idOf(value.id) : null
}

/** The answer to a single read or to a POST: the record in `data`. Throws `unexpected_body`. */
export function parseSingleEntry(body: string): ReceivedEntry {
  if (isDeeper(body, mostLevels + 1)) throw unexpected('the entry is nested too deeply')
  const entry = entryOf(recordOf(parsed(body)).data)
  if (!entry) throw unexpected('an entry has no number')
  return entry
}

/** Null for a value that is no record with a number. */
function entryOf(body: unknown): ReceivedEntry | null {
  const id = isRecord(body) ? idOf(body.id) : null
  if (!isRecord(body) || id === null) return null
  const created_at = typeof body.created_at === 'string' ? body.created_at : null
  return { id, form_id: idOf(body.form_id), created_at, created_ms: isoTimeOf(created_at), body }
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

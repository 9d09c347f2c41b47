import { AppFailure } from '../../kernel/failure.ts'
import { withoutDeepRecords } from '../../kernel/json.ts'
import type { PageFacts } from '../calls.ts'
import type { LeadBuilder, LeadParts } from './lead-builder.ts'

export interface LeadPage {
  readonly facts: Omit<PageFacts, 'repeated' | 'total_changed'>
  /** `meta.filtros`, or null when the service does not echo them. */
  readonly echoed: Readonly<Record<string, unknown>> | null
  readonly leads: LeadParts
  /** Records that are no lead, or are nested too deeply to be kept: their `contato_id`, null where it is not known. */
  readonly aside: readonly (number | null)[]
}

type Json = Readonly<Record<string, unknown>>

/**
 * One page of the lead export (agent-platform.md, "Lead export envelope"): its facts checked, its rows as columns.
 * `requested` stands in where the service does not number its pages. One record that cannot be kept does not cost the
 * others. Throws `unexpected_body` for anything else than JSON with `meta` and `leads` that agree, such as the page of a
 * captive portal (features.md §9 point 13).
 */
export function parseLeadPage(text: string, requested: number, builder: LeadBuilder): LeadPage {
  const { body, deep } = withoutDeepRecords(text, 'leads')
  const envelope = objectOf(parsed(body), 'the body')
  const meta = objectOf(envelope.meta, 'meta')
  const leads = envelope.leads
  if (!Array.isArray(leads)) throw unexpected('leads is not a list')
  const facts = factsOf(meta, leads.length, requested)
  const aside: (number | null)[] = deep.map((record) => contactIn(record.text))
  let keyed = 0
  let strange = -deep.length
  for (const row of leads) {
    if (isObject(row)) {
      if (row.contato_id !== undefined && row.contato_id !== null) keyed++
      builder.append(row)
    } else if (++strange > 0) aside.push(null)
  }
  if (leads.length > deep.length && keyed === 0) throw unexpected('no lead has a contato_id')
  return { facts, echoed: isObject(meta.filtros) ? meta.filtros : null, leads: builder.take(), aside }
}

/** The contact of a record that is too deep to be walked through; JSON.parse itself goes to any depth. */
function contactIn(text: string): number | null {
  const value = parsed(text)
  return isObject(value) ? wholeNumber(value.contato_id) : null
}

function factsOf(meta: Json, rows: number, requested: number): LeadPage['facts'] {
  const total = wholeNumber(meta.total)
  if (total === null) throw unexpected('meta.total is not a number of rows')
  const count = wholeNumber(meta.count)
  if (count !== null && count !== rows) throw unexpected('meta.count and the leads disagree')
  const next = wholeNumber(meta.next_page)
  return {
    rows,
    total,
    page: wholeNumber(meta.page) ?? requested,
    per_page: wholeNumber(meta.per_page) ?? rows,
    has_more: hasMore(meta, next),
    next_page: next,
  }
}

function hasMore(meta: Json, next: number | null): boolean {
  if (typeof meta.has_more === 'boolean') return meta.has_more
  if (meta.has_more === undefined && 'next_page' in meta) return next !== null
  throw unexpected('meta.has_more is missing')
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw unexpected('not JSON')
  }
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

function objectOf(value: unknown, what: string): Json {
  if (!isObject(value)) throw unexpected(`${what} is not an object`)
  return value
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unexpected(details: string): AppFailure {
  return new AppFailure('unexpected_body', {}, details)
}

import { AppFailure } from '../../kernel/failure.ts'
import { idOf, isRecord, type JsonRecord, yesOrNo } from '../../kernel/json.ts'
import type { LeadBuilder } from '../../leads/lead-builder.ts'
import type { PageFacts } from '../../leads/sheet-calls.ts'

interface LeadPage {
  readonly facts: Omit<PageFacts, 'repeated' | 'fresh' | 'distinct' | 'total_changed'>
  /** `meta.filtros`, or null when the service does not echo them. */
  readonly echoed: JsonRecord | null
  /**
   * Records that are no lead, or are nested too deeply to be stored: their `contato_id`, null where it is not known.
   */
  readonly aside: readonly (number | null)[]
}

/**
 * One page of the lead export in UTF-8 (docs/services.md §2.7): its facts checked, its leads in `builder`. `requested`
 * is the page's number where the service does not number its pages. A record that cannot be stored does not cost the
 * others. Throws `unexpected_body` for anything else than JSON with `meta` and `leads` that agree, such as the page of
 * a captive portal (docs/services.md §13.2). No row of the page is left then.
 */
export function parseLeadPage(body: Uint8Array, requested: number, builder: LeadBuilder): LeadPage {
  const { rows } = builder
  try {
    const { meta, list, hasKeys } = builder.appendPage(body)
    if (!isRecord(meta)) throw unexpected('no JSON with meta')
    if (!list) throw unexpected('leads is not a list')
    const facts = factsOf(meta, list.length, requested)
    if (list.length > 0 && !hasKeys) throw unexpected('no lead has a contato_id')
    const echoed = isRecord(meta.filtros) ? meta.filtros : null
    return { facts, echoed, aside: list.aside.map(idOf) }
  } catch (error) {
    builder.truncate(rows)
    throw error instanceof SyntaxError ? unexpected('no JSON with meta') : error
  }
}

function factsOf(meta: JsonRecord, rows: number, requested: number): LeadPage['facts'] {
  const total = idOf(meta.total)
  if (total === null) throw unexpected('meta.total is not a number of rows')
  const count = idOf(meta.count)
  if (count !== null && count !== rows) throw unexpected('meta.count and the leads disagree')
  const next = idOf(meta.next_page)
  return {
    rows,
    total,
    page: idOf(meta.page) ?? requested,
    per_page: idOf(meta.per_page) ?? rows,
    has_more: hasMore(meta, next),
    next_page: next,
  }
}

function hasMore(meta: JsonRecord, next: number | null): boolean {
  const more = yesOrNo(meta.has_more)
  if (more !== null) return more
  if (meta.has_more === undefined && 'next_page' in meta) return next !== null
  throw unexpected('meta.has_more is missing')
}

function unexpected(details: string): AppFailure {
  return new AppFailure('unexpected_body', {}, details)
}

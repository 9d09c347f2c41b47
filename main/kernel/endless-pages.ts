/** What a paged reading knows after one page. */
export interface PagesRead {
  readonly rows: number
  /** Distinct records of the whole reading, including this page. */
  readonly distinct: number
  /** Consecutive pages, up to this one, with nothing new. */
  readonly stale: number
  /** The count that the service gives; null where it gives none. */
  readonly total: number | null
  /**
   * Pages that an earlier part of an interrupted reading stored. Records that arrived in between push known records
   * onto as many later pages.
   */
  readonly earlierPages?: number
}

/** After this many pages with nothing new, the service repeats itself or the list moves too fast to follow. */
const mostStale = 3
/** Records that may arrive, or be counted late, while a reading runs. */
const mostUncounted = 1000

/**
 * The rule by which every paged reading ends, whatever the service promises. It ends after a page with nothing new once
 * all counted records came, after several such pages, or after far more records than the count. A count no larger than
 * the page may be that of the page alone (docs/services.md §4.3).
 */
export function isEndless({ rows, distinct, stale, total, earlierPages = 0 }: PagesRead): boolean {
  if (stale >= mostStale + earlierPages) return true
  if (total === null || total <= rows) return false
  return (stale > 0 && distinct >= total) || distinct > 2 * total + mostUncounted
}

export interface PageCount {
  /** Takes one page; true where the reading must end after it. */
  ends(page: Pick<PagesRead, 'rows' | 'distinct' | 'total'> & { readonly fresh: number }): boolean
  /** How many records so far had come before. */
  readonly repeated: number
}

/** Counts the pages of one reading. An earlier part has read `earlierPages` of them. */
export function createPageCount(earlierPages = 0): PageCount {
  let stale = 0
  let repeated = 0
  return {
    ends({ fresh, ...page }) {
      stale = fresh > 0 ? 0 : stale + 1
      repeated += page.rows - fresh
      return isEndless({ ...page, stale, earlierPages })
    },
    get repeated() {
      return repeated
    },
  }
}

/** Adds the values whose id is not there yet, and returns how many it added. */
export function addNew<Value extends { readonly id: number }>(
  byId: Map<number, Value>,
  values: readonly Value[],
): number {
  const previousSize = byId.size
  for (const value of values) if (!byId.has(value.id)) byId.set(value.id, value)
  return byId.size - previousSize
}

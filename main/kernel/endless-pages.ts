/** What a paged reading knows after a page. */
export interface PagesRead {
  /** Records of the page. */
  readonly rows: number
  /** Distinct records of the whole reading, this page among them. */
  readonly distinct: number
  /** Pages in a row, this one last, that brought nothing new. */
  readonly stale: number
  /** What the service counts; null where it does not. */
  readonly total: number | null
  /**
   * Pages that an earlier part of an interrupted reading stored: what came in between moves as many behind them again.
   */
  readonly earlierPages?: number
}

/** So many pages in a row with nothing new: the service repeats itself, or more moves than can be followed. */
const mostStale = 3
/** Records that may arrive, or be counted late, while a reading runs. */
const mostUncounted = 1000

/**
 * Whether a reading must end here, whatever the service promises: a page with nothing new after all that it counts,
 * several of them, or far more records than it counts. A count that is no larger than the page may be that of the page
 * alone (docs/services.md §4.3). The one rule of every paged reading.
 */
export function isEndless({ rows, distinct, stale, total, earlierPages = 0 }: PagesRead): boolean {
  if (stale >= mostStale + earlierPages) return true
  if (total === null || total <= rows) return false
  return (stale > 0 && distinct >= total) || distinct > 2 * total + mostUncounted
}

export interface PageCount {
  /** Takes what a page brought; true where the reading must end with it. */
  ends(page: Pick<PagesRead, 'rows' | 'distinct' | 'total'> & { readonly fresh: number }): boolean
  /** Records so far that had come before. */
  readonly repeated: number
}

/** Counts the pages of one reading, `earlierPages` of which an earlier part had. */
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

/** Adds what is not there yet by its number, and gives how much that was. */
export function addNew<Value extends { readonly id: number }>(
  byId: Map<number, Value>,
  values: readonly Value[],
): number {
  const previousSize = byId.size
  for (const value of values) if (!byId.has(value.id)) byId.set(value.id, value)
  return byId.size - previousSize
}

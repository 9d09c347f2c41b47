import type { ConsoleCall } from '../../../preload/contract/console.ts'
import type { Dataset } from '../../../preload/contract/reports.ts'
import { idOf, isRecord, type JsonRecord, recordOf } from '../../kernel/json.ts'

const totals = ['total', 'total_count', 'all_count', 'count'] as const
const pages = ['current_page', 'page'] as const

/**
 * Whether an answer is one page of several, by what it says of its paging (agent-platform.md, "Lead export envelope"
 * and "Conversation filter"; form-collection.md, "Pagination envelope"), else by the page that was asked for. Null
 * where nothing says so: the answer may be whole. `isWhole`: the records are all that the answer lists, and not some of
 * them.
 */
export function pageIn(
  answer: unknown,
  { query }: Pick<ConsoleCall, 'query'>,
  { records, isWhole }: { readonly records: number; readonly isWhole: boolean },
): Dataset['page_of'] {
  const meta = metaOf(answer)
  const numberIn = (keys: readonly string[]) =>
    keys.map((key) => idOf(meta[key])).find((value) => value !== null) ?? null
  const total = numberIn(totals)
  const page = numberIn(pages) ?? idOf(query.find(([name]) => name === 'page')?.[1]) ?? 1
  const last = idOf(meta.last_page)
  const isPart =
    meta.has_more === true ||
    idOf(meta.next_page) !== null ||
    page > 1 ||
    (last !== null && last > page) ||
    (isWhole && total !== null && total > records)
  return isPart ? { total: isWhole ? total : null } : null
}

/** Where an answer speaks of its pages: in `meta`, of itself or of what wraps its list. */
function metaOf(answer: unknown): JsonRecord {
  const outer = recordOf(answer)
  const inner = recordOf(isRecord(outer.data) ? outer.data : outer.payload)
  return [outer.meta, inner.meta].find(isRecord) ?? outer
}

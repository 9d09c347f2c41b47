import * as z from 'zod'
import { longestViewName, type SavedView, savedView, type ViewOwner } from '../../preload/contract/views.ts'
import type { Data } from '../data-calls.ts'
import { readFact } from '../facts.ts'

/** The filters that versions without views stored: of entries in the forms file, of conversations as a fact. */
export interface FormerFilters {
  /** As views, under their own ids; names may repeat. */
  read(): Promise<readonly SavedView[]>
  /** Removes them where they were stored. */
  remove(): Promise<unknown>
}

const formerFilters = z.array(
  z.looseObject({ name: z.string().transform((name) => name.trim().slice(0, longestViewName)) }),
)

/** Null where former versions had no filters. */
export function formerFiltersOf(
  data: Pick<Data, 'ask'>,
  connection_id: string,
  kind: ViewOwner['kind'],
): FormerFilters | null {
  if (kind === 'entries') {
    return {
      read: async () => viewsOf(await data.ask('reviews.former_filters', { connection_id })),
      remove: () => data.ask('reviews.drop_former_filters', { connection_id }),
    }
  }
  if (kind !== 'live_conversations') return null
  const fact = { service: 'platform', connection_id, name: 'conversation_filters' } as const
  return {
    read: async () => viewsOf(await readFact(data, fact, z.unknown())),
    remove: () => data.ask('facts.put', { ...fact, value: [] }),
  }
}

/** What is no filter is left out. */
function viewsOf(stored: unknown): readonly SavedView[] {
  const filters = formerFilters.safeParse(stored ?? []).data ?? []
  const rest = { query: {}, columns: [], grouping: null, is_default: false }
  return filters.flatMap((filter) => savedView.safeParse({ ...rest, ...filter }).data ?? [])
}

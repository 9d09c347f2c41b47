import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import type { DataHandlers } from '../calls.ts'
import { listBatches } from './batches.ts'
import { changeReviews } from './change-reviews.ts'
import { createPackageHandlers, type ReviewDeps } from './package-handlers.ts'
import { forgetFilter, readFilters, readRules, writeFilter, writeRules } from './team-rules.ts'
import { undoBatch } from './undo-batch.ts'

export type ReviewHandlers = Pick<DataHandlers, Extract<keyof DataHandlers, `reviews.${string}`>>

/** What the team thinks of entries: deeds and their undo, filters and rules of the team, packages for colleagues. */
export function createReviewHandlers(deps: ReviewDeps): ReviewHandlers {
  const { folder, idsOf } = deps
  const at = () => deps.now().toISOString()
  return {
    'reviews.change': async ({ table, select, change, who }) => {
      const { connection_id, set } = requireEntriesTable(table)
      const ids = await idsOf(table, select)
      // What changes nothing makes no file.
      if (ids.length === 0 && !folder.has(connection_id)) return { batch: null, changed: 0 }
      return changeReviews(folder.open(connection_id), { set, ids, change, who, at: at() })
    },
    'reviews.undo': ({ connection_id, set, batch, who }) =>
      folder.has(connection_id)
        ? undoBatch(folder.open(connection_id), { set, batch, who, at: at() })
        : { undone: null, changed: 0 },
    'reviews.batches': ({ connection_id, set }) => listBatches(folder.look(connection_id), set),
    'reviews.filters': ({ connection_id }) => readFilters(folder.look(connection_id)),
    'reviews.save_filter': ({ connection_id, filter }) => writeFilter(folder.open(connection_id), filter),
    'reviews.forget_filter': ({ connection_id, id }) =>
      folder.has(connection_id) ? forgetFilter(folder.open(connection_id), id) : [],
    'reviews.rules': ({ connection_id }) => readRules(folder.look(connection_id)),
    'reviews.set_rules': ({ connection_id, rules }) => writeRules(folder.open(connection_id), rules),
    ...createPackageHandlers(deps),
  }
}

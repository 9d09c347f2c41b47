import { type SavedFilter, type SpamRules, savedFilter, spamRules } from '../../../preload/contract/reviews.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import type { DataHandlers } from '../calls.ts'
import { foldText } from '../columns/fold-text.ts'
import { revise } from '../forms/forms-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { readFact, writeFact } from '../store/facts.ts'
import { changeReviews, listBatches } from './change-reviews.ts'
import { createPackageHandlers, type ReviewDeps } from './package-handlers.ts'
import { undoBatch } from './undo-batch.ts'

export type ReviewHandlers = Pick<DataHandlers, Extract<keyof DataHandlers, `reviews.${string}`>>

/** What the team thinks of entries: changes and their undo, filters and rules of the team, packages for colleagues. */
export function createReviewHandlers(deps: ReviewDeps): ReviewHandlers {
  const { folder, idsOf } = deps
  const at = () => deps.now().toISOString()
  return {
    'reviews.change': async ({ table, select, change, who }) => {
      const { connection_id, set } = requireEntriesTable(table)
      const ids = await idsOf(table, select)
      // What changes nothing makes no file.
      if (ids.length === 0 && !folder.has(connection_id)) return { batch: null, ids: [] }
      return changeReviews(folder.open(connection_id), { set, ids, change, who, at: at() })
    },
    'reviews.undo': ({ connection_id, set, batch, who }) =>
      folder.has(connection_id)
        ? undoBatch(folder.open(connection_id), { set, batch, who, at: at() })
        : { undone: null, ids: [] },
    'reviews.batches': ({ connection_id, set }) => listBatches(folder.openReadOnly(connection_id), set),
    'reviews.filters': ({ connection_id }) => readFilters(folder.openReadOnly(connection_id)),
    'reviews.save_filter': ({ connection_id, filter }) => writeFilter(folder.open(connection_id), filter),
    'reviews.forget_filter': ({ connection_id, id }) =>
      folder.has(connection_id) ? forgetFilter(folder.open(connection_id), id) : [],
    'reviews.rules': ({ connection_id }) => readRules(folder.openReadOnly(connection_id)),
    'reviews.set_rules': ({ connection_id, rules }) => writeRules(folder.open(connection_id), rules),
    ...createPackageHandlers(deps),
  }
}

/** What counts as a hint of spam until the team changes it. */
export const defaultRules: SpamRules = { blocked_words: [], links: 2, repeated: 3, seconds: 30, off: [] }

export function readRules(database: Database): SpamRules {
  const rules = readFact(database, 'rules')
  return rules === undefined ? defaultRules : spamRules.parse(rules)
}

/** Words are the same without case and accents; the writing of the first one stays. */
function writeRules(database: Database, rules: SpamRules): SpamRules {
  const words = new Map([...rules.blocked_words].reverse().map((word) => [foldText(word), word]))
  const stored = { ...rules, blocked_words: [...words.values()].reverse(), off: [...new Set(rules.off)] }
  database
    .transaction(() => {
      writeFact(database, 'rules', stored)
      revise(database, 'rules')
    })
    .immediate()
  return stored
}

/** The saved filters, by their names. */
function readFilters(database: Database): SavedFilter[] {
  const rows = database.prepare<[], string>('select json from filters').pluck().all()
  return rows
    .map((json) => savedFilter.parse(JSON.parse(json)))
    .sort((one, other) => foldText(one.name).localeCompare(foldText(other.name)) || one.id.localeCompare(other.id))
}

function writeFilter(database: Database, filter: SavedFilter): SavedFilter[] {
  database.prepare('insert or replace into filters (id, json) values (?, ?)').run(filter.id, JSON.stringify(filter))
  return readFilters(database)
}

function forgetFilter(database: Database, id: string): SavedFilter[] {
  database.prepare('delete from filters where id = ?').run(id)
  return readFilters(database)
}

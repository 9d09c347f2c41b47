import type { EntrySelection, TableRef } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import { createZone } from '../../kernel/zone.ts'
import type { DataHandlers } from '../calls.ts'
import type { LeadLinks } from '../lead-links/lead-links.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { LoadedTables } from '../tables/loaded-tables.ts'
import type { Views } from '../views/views.ts'
import type { Accounts } from './account-entries.ts'
import { entryBriefs } from './entry-briefs.ts'
import { countEntries, entryFigures } from './entry-figures.ts'
import { entryList } from './entry-list.ts'
import type { HintFinder } from './hint-finder.ts'
import { knownWords } from './known-words.ts'
import { rawEntry } from './raw-entry.ts'
import { readEntry } from './read-entry.ts'
import { readReviews } from './review-rows.ts'

type EntryTableHandlerName =
  | 'entries.ids'
  | 'entries.briefs'
  | 'entries.read'
  | 'entries.raw'
  | 'entries.counts'
  | 'entries.figures'
  | 'entries.known'
  | 'entries.list_text'

export interface EntryTableDeps {
  readonly accounts: Accounts
  readonly hints: HintFinder
  readonly leadLinks: LeadLinks
  readonly tables: LoadedTables
  readonly views: Views
  readonly now: () => Date
}

export interface EntryTable {
  readonly handlers: Pick<DataHandlers, EntryTableHandlerName>
  /**
   * The entries that are meant, each once: those of the ids that the table has, or all that the query matches in its
   * order. Throws `not_found` for another kind of table, `bad_request` for a filter of an unknown column.
   */
  idsOf(table: TableRef, select: EntrySelection): Promise<number[]>
}

/** What is asked of entries beyond rows and cells: one of them whole, lists, counts and pictures. All of it offline. */
export function createEntryTable({ accounts, hints, leadLinks, tables, views, now }: EntryTableDeps): EntryTable {
  const stored = (connectionId: string): Database => {
    const database = accounts.database(connectionId)
    if (!database) throw new AppFailure('not_found')
    return database
  }
  const matching: EntryTable['idsOf'] = async (ref, select) => {
    requireEntriesTable(ref)
    const table = await tables.open(ref)
    const id = table.columns.get('id')
    const idAt = (row: number) => Number(id?.plain(row))
    if ('query' in select) return Array.from(await views.rows(table, select.query), idAt)
    const here = new Set(Array.from({ length: table.length }, (_, row) => idAt(row)))
    return [...new Set(select.ids)].filter((one) => here.has(one))
  }

  const handlers: EntryTable['handlers'] = {
    'entries.ids': async ({ table: ref, query }) => {
      requireEntriesTable(ref)
      const table = await tables.open(ref)
      const id = table.columns.get('id')
      const rows = await views.rows(table, query)
      return { ids: Array.from(rows, (row) => Number(id?.plain(row))), version: table.version }
    },
    'entries.briefs': async ({ connection_id, set, ids }) => {
      const database = stored(connection_id)
      const account = await accounts.of(connection_id)
      const [found, leads] = await Promise.all([hints.of(connection_id, account), leadLinks.links(connection_id)])
      return entryBriefs(ids, { account, hints: found, leads, reviews: readReviews(database, set, ids) })
    },
    'entries.read': async ({ connection_id, set, id }) => {
      const database = stored(connection_id)
      const account = await accounts.of(connection_id)
      const [found, leads] = await Promise.all([hints.of(connection_id, account), leadLinks.links(connection_id)])
      const facts = account.byId.get(id)
      const own = (facts && found.get(facts)) ?? []
      return readEntry(id, { database, account, leads, hints: own, set })
    },
    'entries.raw': async ({ connection_id, id, reveal }) => rawEntry(await accounts.of(connection_id), id, reveal),
    'entries.counts': async ({ table: ref, query, zone }) => {
      requireEntriesTable(ref)
      const table = await tables.open(ref)
      const { length } = await views.matching(table, query)
      return countEntries(table, length, { now: now(), zone: createZone(zone) })
    },
    'entries.figures': async ({ table: ref, query, field, zone }) => {
      requireEntriesTable(ref)
      const table = await tables.open(ref)
      return entryFigures(table, await views.matching(table, query), { field, zone: createZone(zone) })
    },
    'entries.known': ({ connection_id }) => {
      const database = accounts.database(connection_id)
      return database ? knownWords(database) : { assignees: [], tags: [] }
    },
    'entries.list_text': async ({ table: ref, select, headings }) => {
      const { connection_id, set } = requireEntriesTable(ref)
      const database = stored(connection_id)
      const ids = await matching(ref, select)
      return entryList(ids, headings, {
        account: await accounts.of(connection_id),
        reviews: readReviews(database, set),
      })
    },
  }
  return { handlers, idsOf: matching }
}

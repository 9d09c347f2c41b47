import type { EntryBrief } from '../../../preload/contract/entries.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import { createZone } from '../../kernel/times.ts'
import type { DataHandlers } from '../calls.ts'
import type { LeadLinks, LinkedLeads } from '../lead-links/lead-links.ts'
import { readReviews, type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import { idsInSet } from '../reviews/review-sets.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { LoadedTables, Table } from '../tables/table.ts'
import type { Views } from '../tables/views.ts'
import type { AccountEntries, Accounts } from './account-entries.ts'
import { countEntries, entryFigures } from './entry-figures.ts'
import { formName, rawEntry, readEntry } from './read-entry.ts'
import type { HintFinder, SpamHintsOf } from './spam-hints.ts'

type EntryTableHandlerName =
  `entries.${'ids' | 'briefs' | 'read' | 'raw' | 'counts' | 'figures' | 'known' | 'list_text'}`

interface EntryTableDeps {
  readonly accounts: Accounts
  readonly hints: HintFinder
  readonly leadLinks: LeadLinks
  readonly tables: LoadedTables
  readonly views: Views
  readonly now: () => Date
}

interface EntryTable {
  readonly handlers: Pick<DataHandlers, EntryTableHandlerName>
  /**
   * The entries that are meant, each once: those of the ids that the table has, or all that the query matches in its
   * order. Throws `not_found` for another kind of table, `bad_request` for a filter of an unknown column.
   */
  idsOf(table: TableRef, select: EntrySelection): Promise<readonly number[]>
}

/** Calls about entries beyond rows and cells: one of them whole, lists, counts and pictures. All of it offline. */
export function createEntryTable({ accounts, hints, leadLinks, tables, views, now }: EntryTableDeps): EntryTable {
  const stored = (connectionId: string): Database => {
    const database = accounts.database(connectionId)
    if (!database) throw new AppFailure('not_found')
    return database
  }
  const opened = (ref: TableRef) => {
    requireEntriesTable(ref)
    return tables.open(ref)
  }
  const matching = async (table: Table, query: TableQuery): Promise<number[]> => {
    const id = table.columns.get('id')
    return Array.from(await views.rows(table, query), (row) => Number(id?.plain(row)))
  }
  const idsOf: EntryTable['idsOf'] = async (ref, select) => {
    const { connection_id, form_id, set } = requireEntriesTable(ref)
    if ('query' in select) return matching(await opened(ref), select.query)
    const database = accounts.database(connection_id)
    if (!database) return []
    const { byId } = await accounts.of(connection_id)
    const here = [...new Set(select.ids)].filter((id) => {
      const facts = byId.get(id)
      return facts !== undefined && (form_id === null || facts.stored.form_id === form_id)
    })
    return idsInSet(database, set, here)
  }

  const handlers: EntryTable['handlers'] = {
    'entries.ids': async ({ table: ref, query }) => {
      const table = await opened(ref)
      return { ids: await matching(table, query), version: table.version }
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
      const table = await opened(ref)
      const { length } = await views.matching(table, query)
      return countEntries(table, length, { now: now(), zone: createZone(zone) })
    },
    'entries.figures': async ({ table: ref, query, field, zone }) => {
      const table = await opened(ref)
      return entryFigures(table, await views.matching(table, query), { field, zone: createZone(zone) })
    },
    'entries.known': ({ connection_id }) => {
      const database = accounts.database(connection_id)
      return database ? knownWords(database) : { assignees: [], tags: [] }
    },
    'entries.list_text': async ({ table: ref, select, headings }) => {
      const { connection_id, set } = requireEntriesTable(ref)
      const database = stored(connection_id)
      const ids = await idsOf(ref, select)
      const account = await accounts.of(connection_id)
      return entryList(ids, headings, { account, reviews: readReviews(database, set, ids) })
    },
  }
  return { handlers, idsOf }
}

interface BriefParts {
  readonly account: AccountEntries
  readonly hints: SpamHintsOf
  readonly leads: LinkedLeads
  readonly reviews: ReadonlyMap<number, StoredReview>
}

/** What the list shows of these entries, in the order of the ids; those that are not here are left out. */
function entryBriefs(ids: readonly number[], { account, hints, leads, reviews }: BriefParts): EntryBrief[] {
  return ids.flatMap((id) => {
    const facts = account.byId.get(id)
    if (!facts) return []
    const { stored, sender, line } = facts
    const { state, assignee, tags, notes } = reviews.get(id) ?? untouchedRow
    return {
      id,
      form_id: stored.form_id,
      form_name: formName(account.forms.get(stored.form_id), stored.form_id),
      sender,
      line,
      created_at: stored.created_at,
      created_ms: stored.created_ms,
      ...{ state, assignee, notes },
      tags: [...tags],
      hints: hints.get(facts)?.map(({ hint }) => hint) ?? [],
      duplicates: account.duplicates.count(facts),
      outcome: leads.of(id)?.outcome ?? null,
      gone: stored.gone_at !== null,
    }
  })
}

const lineEnd = '\n'

/**
 * Entries as a list for cruzar, which the app reads itself: RFC 4180 with commas, nothing protected. Columns: number,
 * time of arrival as the service sent it, form, sender, phone (digits as they are sent), e-mail, state of the review.
 */
function entryList(
  ids: readonly number[],
  headings: readonly string[],
  { account, reviews }: { readonly account: AccountEntries; readonly reviews: ReadonlyMap<number, StoredReview> },
): { readonly text: string; readonly rows: number } {
  const lines = ids.flatMap((id) => {
    const facts = account.byId.get(id)
    if (!facts) return []
    const { stored, sender, phones, emails } = facts
    const form = formName(account.forms.get(stored.form_id), stored.form_id)
    const { state } = reviews.get(id) ?? untouchedRow
    return csvLine([String(id), stored.created_at ?? '', form, sender, phones[0] ?? '', emails[0] ?? '', state])
  })
  return { text: [csvLine(headings), ...lines].join(lineEnd) + lineEnd, rows: lines.length }
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}

/** Names that entries were given to or decided by, and tags in use, in the order of the alphabet. */
function knownWords(database: Database): { assignees: string[]; tags: string[] } {
  const words = (sql: string) => database.prepare<[], string>(sql).pluck().all().sort(byAlphabet)
  return {
    assignees: words(
      `select assignee from reviews where assignee is not null
       union select decided_by from reviews where decided_by is not null and decided_by <> ''`,
    ),
    tags: words('select distinct value from reviews, json_each(reviews.tags)'),
  }
}

const { compare: byAlphabet } = new Intl.Collator('pt-BR')

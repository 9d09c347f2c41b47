import type { EntryBrief, entries } from '../../../../preload/contract/entries.ts'
import type { EntrySelection, TableQuery, TableRef } from '../../../../preload/contract/table-queries.ts'
import { readEntriesTable } from '../../../../preload/values/entries-table.ts'
import type { Answers } from '../../../engine/shared-calls.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { selectValues } from '../../../engine/store/sql.ts'
import type { LoadedTable, LoadedTables } from '../../../engine/tables/views.ts'
import { orNotFound } from '../../../kernel/failure.ts'
import { createZone } from '../../../kernel/times.ts'
import { idsInSet } from '../reviews/blind-review.ts'
import { readReviews, type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import { type Accounts, newestIds } from './account-entries.ts'
import type { Compared, Comparison } from './compare-entries.ts'
import { type EntryFacts, shortestRepeated } from './entry-facts.ts'
import { countEntries, entryFigures } from './entry-figures.ts'
import { rawEntry, readEntry } from './read-entry.ts'

type EntryQuestion = `entries.${'ids' | 'briefs' | 'read' | 'raw' | 'known' | 'short_texts'}`

interface EntryTableDeps {
  readonly accounts: Accounts
  readonly comparison: Comparison
  readonly tables: LoadedTables
  readonly now: () => Date
}

/** Calls about entries beyond rows and cells: one of them whole, lists, counts and pictures. All of it offline. */
export function createEntryTable({ accounts, comparison, tables, now }: EntryTableDeps) {
  const opened = (ref: TableRef) => {
    orNotFound(readEntriesTable(ref))
    return tables.open(ref)
  }
  const matching = async (table: LoadedTable, query: TableQuery): Promise<number[]> => {
    const id = table.columns.get('id')
    return Array.from(await table.rows(query), (row) => Number(id?.plain(row)))
  }
  /**
   * The entries that are meant, each once: those of the ids that the table has, or all that the query matches in its
   * order. Throws `not_found` for another kind of table, `bad_request` for a filter of an unknown column.
   */
  const idsOf = async (ref: TableRef, select: EntrySelection): Promise<readonly number[]> => {
    const { connection_id, form_id, set } = orNotFound(readEntriesTable(ref))
    if ('query' in select) return matching(await opened(ref), select.query)
    const database = accounts.database(connection_id)
    const here = selectValues<number>(database)`
      select chosen.value from json_each(${JSON.stringify([...new Set(select.ids)])}) chosen
      join entries on entries.id = chosen.value
      where ${form_id} is null or form_id = ${form_id} order by chosen.key`
    return idsInSet(database, set, here)
  }
  const handlers = {
    'entries.ids': async ({ table: ref, query }) => {
      const { connection_id, form_id, set } = orNotFound(readEntriesTable(ref))
      const database = accounts.database(connection_id)
      if (isNewestFirst(query)) {
        const ids = idsInSet(database, set, newestIds(database, form_id))
        return { ids: [...ids], version: comparison.version(connection_id) }
      }
      const table = await opened(ref)
      return { ids: await matching(table, query), version: table.version }
    },
    'entries.briefs': async ({ connection_id, set, ids }) => {
      const compared = await comparison.soon(connection_id, ids)
      const reviews = readReviews(accounts.database(connection_id), set, ids)
      const here = ids.flatMap((id) => compared.account.byId.get(id) ?? [])
      return here.map((facts) => briefOf(facts, reviews.get(facts.id) ?? untouchedRow, compared))
    },
    'entries.read': async ({ connection_id, set, id }) =>
      readEntry(accounts.database(connection_id), set, id, await comparison.soon(connection_id, [id])),
    'entries.raw': async ({ connection_id, id, reveal }) => rawEntry(await accounts.of(connection_id), id, reveal),
    'entries.counts': async ({ table: ref, query, zone }) => {
      const table = await opened(ref)
      const { length } = await table.matching(query)
      return countEntries(table, length, { now: now(), zone: createZone(zone) })
    },
    'entries.figures': async ({ table: ref, query, field, zone }) => {
      const table = await opened(ref)
      return entryFigures(table, await table.matching(query), field, createZone(zone))
    },
    'entries.short_texts': async ({ connection_id }) => {
      const texts = (await accounts.of(connection_id)).newestFirst.filter(({ line }) => line !== '')
      const short = texts.filter(({ textKey }) => textKey === null)
      return { shortest: shortestRepeated, entries: short.length, all: texts.length }
    },
    'entries.known': ({ connection_id, set }) => knownWords(accounts.database(connection_id), set),
  } satisfies Answers<typeof entries, EntryQuestion> &
    Answers<typeof entries, 'entries.counts' | 'entries.figures', { readonly zone: string }>
  return { handlers, idsOf }
}

/** The order of the list, of everything that is stored. */
function isNewestFirst({ search, filters, conditions, sort }: TableQuery): boolean {
  const [first, ...others] = sort
  const isByTime = !first || (first.column === 'created_at' && first.descending && others.length === 0)
  return search === '' && filters.length === 0 && conditions === null && isByTime
}

/** What the list shows of an entry. */
function briefOf(facts: EntryFacts, review: StoredReview, { account, hints, leads }: Compared): EntryBrief {
  const { state, assignee, tags, notes } = review
  const { id, form_id, form, sender, line, created_at, created_ms, gone_at } = facts
  return {
    id,
    form_id,
    form_name: form.name,
    sender,
    line,
    created_at,
    created_ms,
    state,
    assignee,
    notes,
    tags: [...tags],
    hints: hints.get(facts)?.map(({ hint }) => hint) ?? [],
    duplicates: account.duplicates.count(facts),
    outcome: leads.of(id)?.outcome ?? null,
    gone: gone_at !== null,
  }
}

const { compare: byAlphabet } = new Intl.Collator('pt-BR')

/** Names that entries were given to or decided by in a set, and its tags, in the order of the alphabet. */
function knownWords(database: Database, set: string): { assignees: string[]; tags: string[] } {
  const words = selectValues<string>(database)
  return {
    assignees: words`
      select assignee from reviews where set_id = ${set} and assignee is not null
      union select decided_by from reviews
      where set_id = ${set} and decided_by is not null and decided_by <> ''`.sort(byAlphabet),
    tags: words`select distinct value from reviews, json_each(reviews.tags) where set_id = ${set}`.sort(byAlphabet),
  }
}

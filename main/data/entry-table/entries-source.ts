import type { EntriesTable } from '../../../preload/contract/entries-table.ts'
import type { TableColumn, TableLayout } from '../../../preload/contract/tables.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { Column } from '../columns/column.ts'
import type { LeadLinks } from '../lead-links/lead-links.ts'
import type { Table, TableSource } from '../tables/table.ts'
import type { AccountEntries, Accounts } from './account-entries.ts'
import { answerColumns, everyAnswerKey, type PlacedColumns } from './answer-columns.ts'
import { entryOrderOf, factColumns, hintColumns, periodColumns, reviewColumns } from './entry-columns.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { HintFinder } from './hint-finder.ts'
import { readLayout, writeLayout } from './layouts.ts'
import { linkedColumns, linkedOrder, noLinks } from './linked-columns.ts'
import { readReviews, type StoredReview } from './review-rows.ts'

export interface EntriesSourceDeps {
  readonly accounts: Accounts
  readonly hints: HintFinder
  readonly leadLinks: LeadLinks
}

/** What a table is put together from; each part is made anew only when what it shows has changed. */
interface BuiltTable {
  readonly entries: readonly EntryFacts[]
  readonly account: AccountEntries
  readonly facts: ReadonlyMap<string, Column>
  readonly answers: PlacedColumns
  hinted: { readonly by: unknown; readonly columns: ReadonlyMap<string, Column> } | null
  reviewed: { readonly by: unknown; readonly columns: ReadonlyMap<string, Column> } | null
  linked: { readonly by: unknown; readonly columns: ReadonlyMap<string, Column> } | null
}

/** The version of a table whose connection never stored anything: it is empty. */
const noFile = 'none'
/** Tables whose parts stay beside those that are loaded. */
const mostMade = 4

/**
 * Tables of kind `entries` (preload/contract/entries-table.ts), newest entries first. One key press of a review changes
 * the review's columns alone: answers are read again only when the service told something new.
 */
export function createEntriesSource({ accounts, hints, leadLinks }: EntriesSourceDeps): TableSource {
  const made = new Map<string, BuiltTable>()

  const makeBase = async (id: string, { connection_id, form_id, set }: EntriesTable): Promise<BuiltTable> => {
    const account = await accounts.of(connection_id)
    const entries = chosenEntries(account, form_id, membersOf(accounts, connection_id, set))
    const known = made.get(id)
    made.delete(id)
    const base = known && isMadeOf(known, account, entries) ? known : await newBase(account, entries)
    made.set(id, base)
    const [oldest] = made.keys()
    if (made.size > mostMade && oldest !== undefined) made.delete(oldest)
    return base
  }

  const version = (id: string) => {
    const { connection_id } = requireEntriesTable({ kind: 'entries', id })
    if (!accounts.database(connection_id)) {
      // The connection was forgotten: nothing of it stays.
      made.delete(id)
      return noFile
    }
    const { forms, entries, reviews, rules } = accounts.revisions(connection_id)
    return [forms, entries, reviews, rules, leadLinks.revision(connection_id)].join('.')
  }
  return {
    version,
    load: async (id) => {
      const table = requireEntriesTable({ kind: 'entries', id })
      const { connection_id, set } = table
      // Told before anything is read: what changes meanwhile makes the table old at once, never new too long.
      const loadedVersion = version(id)
      const { reviews } = accounts.revisions(connection_id)
      const base = await makeBase(id, table)
      const { entries } = base
      const database = accounts.database(connection_id)
      const found = await hints.of(connection_id, base.account)
      if (base.hinted?.by !== found) base.hinted = { by: found, columns: hintColumns(entries, found) }
      const leads = database ? await leadLinks.links(connection_id) : noLinks
      if (base.linked?.by !== leads) base.linked = { by: leads, columns: linkedColumns(entries, leads) }
      if (base.reviewed?.by !== reviews) {
        const rows = database ? readReviews(database, set) : new Map<number, StoredReview>()
        base.reviewed = { by: reviews, columns: reviewColumns(entries, rows) }
      }
      return tableFrom(base, loadedVersion)
    },
    layout: (id) => {
      const { connection_id } = requireEntriesTable({ kind: 'entries', id })
      return readLayout(accounts.database(connection_id), id)
    },
    arrange: (id, layout): TableLayout => {
      const database = accounts.database(requireEntriesTable({ kind: 'entries', id }).connection_id)
      if (!database) throw new AppFailure('not_found')
      return writeLayout(database, id, layout)
    },
  }
}

/** The entries of a blind review; null for the team's table, which has them all. */
function membersOf(accounts: Accounts, connectionId: string, set: string): ReadonlySet<number> | null {
  if (set === '') return null
  const sql = 'select entry_id from set_entries where set_id = ?'
  return new Set(accounts.database(connectionId)?.prepare<[string], number>(sql).pluck().all(set))
}

function chosenEntries(
  { newestFirst }: AccountEntries,
  formId: number | null,
  members: ReadonlySet<number> | null,
): readonly EntryFacts[] {
  if (formId === null && members === null) return newestFirst
  return newestFirst.filter(
    ({ stored }) => (formId === null || stored.form_id === formId) && (members?.has(stored.id) ?? true),
  )
}

function isMadeOf(made: BuiltTable, account: AccountEntries, entries: readonly EntryFacts[]): boolean {
  return (
    made.account === account &&
    made.entries.length === entries.length &&
    entries.every((facts, row) => made.entries[row] === facts)
  )
}

async function newBase(account: AccountEntries, entries: readonly EntryFacts[]): Promise<BuiltTable> {
  const answers = await answerColumns(entries, account.forms, createYieldToEventLoop())
  const facts = new Map([...factColumns(entries, account), ...periodColumns(entries, account)])
  return { entries, account, facts, answers, hinted: null, reviewed: null, linked: null }
}

/** The text of answers is searched, not shown; names and contacts stand in columns of their own too. */
const searchable = ['remetente', 'telefone', 'email', 'id', everyAnswerKey, 'revisao_notas', 'revisao_motivo']

function tableFrom({ entries, facts, answers, hinted, reviewed, linked }: BuiltTable, version: string): Table {
  const columns = new Map<string, Column>([
    ...facts,
    ...(hinted?.columns ?? []),
    ...(reviewed?.columns ?? []),
    ...(linked?.columns ?? []),
    ...answers.columns,
  ])
  const order: readonly TableColumn[] = [...entryOrderOf(columns), ...answers.order, ...linkedOrder]
  return { columns, order, length: entries.length, version, searchable }
}

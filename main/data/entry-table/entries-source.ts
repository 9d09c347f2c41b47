import { isDeepStrictEqual } from 'node:util'
import { entryColumns } from '../../../preload/contract/entries-table.ts'
import type { TableColumn, TableLayout } from '../../../preload/contract/tables.ts'
import { createRecent } from '../../kernel/recent.ts'
import { requireEntriesTable } from '../../kernel/require-entries-table.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import type { FormsFolder } from '../forms/forms-folder.ts'
import { changedSince, lastSeq, readReviews, type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import { entriesOfSet } from '../reviews/review-sets.ts'
import type { Database } from '../store/encrypted-file.ts'
import { readFact, writeFact } from '../store/facts.ts'
import type { Table, TableSource } from '../tables/table.ts'
import { type AccountEntries, type Accounts, isSameList } from './account-entries.ts'
import { answerColumns, answerPrefix, everyAnswerKey, type PlacedColumns } from './answer-columns.ts'
import { answerRole } from './answers.ts'
import type { Comparison } from './compare-entries.ts'
import {
  entryOrderOf,
  factColumns,
  hintColumns,
  linkedColumns,
  linkedOrder,
  type ReviewField,
  reviewColumns,
} from './entry-columns.ts'
import type { EntryFacts } from './entry-facts.ts'
import { type Forms, type ShapeField, tableFields } from './form-shape.ts'

interface EntriesSourceDeps {
  readonly folder: FormsFolder
  readonly accounts: Accounts
  readonly comparison: Comparison
}

/** The parts of a table; each is built again only when what it shows has changed. */
interface BuiltTable {
  readonly entries: readonly EntryFacts[]
  readonly rowOf: ReadonlyMap<number, number>
  readonly account: AccountEntries
  readonly facts: ReadonlyMap<string, Column>
  readonly answers: PlacedColumns
  hinted: { readonly by: unknown; readonly columns: ReadonlyMap<string, Column> } | null
  reviewed: Reviewed | null
  linked: { readonly by: unknown; readonly columns: ReadonlyMap<string, Column> } | null
}

/** The reviews of a table's set as they were at an event. */
interface Reviewed {
  readonly revision: number
  readonly seq: number
  readonly reviews: Map<number, StoredReview>
  readonly columns: ReturnType<typeof reviewColumns>
}

/** Tables whose parts stay beside those that are loaded. */
const mostBuilt = 4

/**
 * Tables of kind `entries` (preload/contract/entries-table.ts), newest entries first. A change of a review reads that review
 * and builds the columns of its changed fields; answers are read again only when the service sent something new.
 */
export function createEntriesSource({ folder, accounts, comparison }: EntriesSourceDeps): TableSource {
  const built = createRecent<string, BuiltTable>(mostBuilt)
  const tableOf = (id: string) => requireEntriesTable({ kind: 'entries', id })

  const baseOf = async (id: string, account: AccountEntries): Promise<BuiltTable> => {
    const { connection_id, form_id, set } = tableOf(id)
    const known = built.get(id)
    // The entries of a set may change without the account's.
    const isCurrent = known?.account === account
    if (isCurrent && set === '') return known
    // The team's table has them all, that of a blind review its own.
    const members = set === '' ? null : new Set(entriesOfSet(accounts.database(connection_id), set))
    const entries = chosenEntries(account, form_id, members)
    if (isCurrent && isSameList(known.entries, entries)) return known
    const base = await newBase(account, entries)
    built.set(id, base)
    return base
  }

  const version = (id: string) => comparison.version(tableOf(id).connection_id)
  return {
    version,
    load: async (id) => {
      const { connection_id, set } = tableOf(id)
      // Taken before anything is read: what changes meanwhile makes the table old at once, never new too long.
      const loadedVersion = version(id)
      const { reviews } = accounts.revisions(connection_id)
      const { account, hints, leads } = await comparison.whole(connection_id)
      const base = await baseOf(id, account)
      const { entries } = base
      if (base.hinted?.by !== hints) base.hinted = { by: hints, columns: hintColumns(entries, hints) }
      if (base.linked?.by !== leads) base.linked = { by: leads, columns: linkedColumns(entries, leads) }
      if (base.reviewed?.revision !== reviews) {
        base.reviewed = reviewedAt(reviews, base, accounts.database(connection_id), set)
      }
      return tableFrom(base, loadedVersion)
    },
    layout: (id) => {
      const { connection_id, form_id, set } = tableOf(id)
      const stored = readFact<TableLayout>(accounts.database(connection_id), layoutFact(form_id, set))
      return stored ?? firstLayout(accounts.forms(connection_id), form_id)
    },
    arrange: (id, layout) => {
      const { connection_id, form_id, set } = tableOf(id)
      folder.change(connection_id, (database) => writeFact(database, layoutFact(form_id, set), layout))
      return layout
    },
  }
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

/** The reviews at a revision: those the table has, with what was changed since read again. */
function reviewedAt(revision: number, { rowOf, reviewed }: BuiltTable, database: Database, set: string): Reviewed {
  // Taken before the rows: an event that is written meanwhile is read again with the next revision.
  const seq = lastSeq(database)
  const ids = reviewed && changedSince(database, set, reviewed.seq)
  const changed = readReviews(database, set, ids)
  if (!reviewed || !ids) return { revision, seq, reviews: changed, columns: reviewColumns(rowOf, changed, null) }
  const { reviews, columns } = reviewed
  const pairs = ids.map((id) => [reviews.get(id) ?? untouchedRow, changed.get(id) ?? untouchedRow] as const)
  for (const [id, review] of changed) reviews.set(id, review)
  const isChanged = (field: ReviewField) => pairs.some(([old, now]) => !isDeepStrictEqual(old[field], now[field]))
  return { revision, seq, reviews, columns: reviewColumns(rowOf, reviews, { columns, isChanged }) }
}

async function newBase(account: AccountEntries, entries: readonly EntryFacts[]): Promise<BuiltTable> {
  const answers = await answerColumns(entries, account.forms, createYieldToEventLoop())
  const facts = await factColumns(entries, account, createYieldToEventLoop())
  const rowOf = new Map(entries.map(({ stored }, row) => [stored.id, row]))
  return { entries, rowOf, account, facts, answers, hinted: null, reviewed: null, linked: null }
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

/** What every table shows first, before and after the answers. */
const leadingColumns = ['revisao_estado', 'id', 'created_at', 'formulario', 'remetente', 'telefone', 'email'] as const

const trailingColumns = [
  'revisao_responsavel',
  'revisao_etiquetas',
  'revisao_notas',
  'revisao_em',
  'indicios',
  'duplicadas',
  'situacao',
  'periodo_de',
  'periodo_ate',
  'lead_resultado',
  'lead_status',
  'lead_agente',
  'lead_ultima_mensagem_em',
  'meta:source',
  'meta:utm_campaign',
]

const hiddenColumns = ['meta:referrer', 'meta:user_agent']

/** Before anyone arranged the columns: who and what, the answers, the review, the lead; the rest waits hidden. */
function firstLayout(forms: Forms, formId: number | null): TableLayout {
  const { fields } = tableFields([...forms.values()].filter(({ id }) => formId === null || id === formId))
  const repeated = repeatedAnswers(fields)
  const shown = [...leadingColumns, ...fields.map(({ key }) => answerPrefix + key), ...trailingColumns]
  const waiting = [...entryColumns, ...linkedOrder].map(({ key }) => key).filter((key) => !shown.includes(key))
  const isHidden = (key: string) => repeated.has(key) || (formId !== null && key === 'formulario')
  return {
    columns: [
      ...shown.map((key) => (isHidden(key) ? { key, hidden: true } : { key })),
      ...[...waiting, ...hiddenColumns].map((key) => ({ key, hidden: true })),
    ],
  }
}

/** The answers that sender, phone and e-mail repeat: the first of each kind. */
function repeatedAnswers(fields: readonly ShapeField[]): ReadonlySet<string> {
  const roles = fields.map(({ key, label, type }) => ({ key, role: answerRole(type, [label, key]) }))
  const first = (['name', 'phone', 'email'] as const).map((role) => roles.find((one) => one.role === role))
  return new Set(first.flatMap((one) => (one ? [answerPrefix + one.key] : [])))
}

/** Where it stands how a person arranged the columns of a table; without the connection, whose file it is. */
function layoutFact(formId: number | null, set: string): string {
  return `layout/${formId ?? 'all'}:${set}`
}

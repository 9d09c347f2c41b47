import { isDeepStrictEqual } from 'node:util'
import type { TableLayout } from '../../../../preload/contract/tables.ts'
import { type EntriesTable, entryColumns, readEntriesTable } from '../../../../preload/values/entries-table.ts'
import type { Column } from '../../../engine/columns/column.ts'
import type { RowsOrigin } from '../../../engine/export-calls.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../../engine/store/facts.ts'
import type { TableSource } from '../../../engine/tables/table.ts'
import { orNotFound } from '../../../kernel/failure.ts'
import { createDerivedCache } from '../../../kernel/recent.ts'
import type { StoredForm } from '../form-calls.ts'
import { type FormsFolder, storedForms } from '../forms-folder.ts'
import { entriesOfSet } from '../reviews/blind-review.ts'
import { changedSince, lastSeq, readReviews, type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import type { AccountEntries, Accounts } from './account-entries.ts'
import { answerColumns, answerPrefix, everyAnswerKey } from './answer-columns.ts'
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
import { type Forms, type ShapeField, tableFields } from './form-shape.ts'

interface EntriesSourceDeps {
  readonly folder: FormsFolder
  readonly accounts: Accounts
  readonly comparison: Comparison
}

type Rows = ReturnType<typeof chosenRows>

/** The reviews of these rows as they were at an event. */
interface Reviewed {
  readonly rows: Rows
  readonly seq: number
  readonly reviews: Map<number, StoredReview>
  readonly columns: ReturnType<typeof reviewColumns>
}

/** How many tables keep their parts beside the loaded ones. */
const mostMade = 4

/** The text of answers is searched, not shown; names and contacts stand in columns of their own too. */
const searchable = ['remetente', 'telefone', 'email', 'id', everyAnswerKey, 'revisao_notas', 'revisao_motivo']

/**
 * Tables of kind `entries` (preload/values/entries-table.ts), newest entries first. A change of a review reads that
 * review and builds the columns of its changed fields; answers are read again only when the service sent something new.
 */
export function createEntriesSource({ folder, accounts, comparison }: EntriesSourceDeps): TableSource {
  const rowsOf = createDerivedCache<Rows>(mostMade)
  const facts = createDerivedCache<ReadonlyMap<string, Column>>(mostMade)
  const answered = createDerivedCache<Awaited<ReturnType<typeof answerColumns>>>(mostMade)
  const hinted = createDerivedCache<ReadonlyMap<string, Column>>(mostMade)
  const linked = createDerivedCache<ReadonlyMap<string, Column>>(mostMade)
  const reviewed = createDerivedCache<Reviewed>(mostMade)
  const tableOf = (id: string) => orNotFound(readEntriesTable({ kind: 'entries', id }))
  return {
    version: (id) => comparison.version(tableOf(id).connection_id),
    load: async (id, version) => {
      const { connection_id, form_id, set } = tableOf(id)
      const { account, hints, leads } = await comparison.whole(connection_id)
      const database = accounts.database(connection_id)
      // The team's table has all entries, that of a blind review its own, which may change without the account's.
      const members = set === '' ? null : entriesOfSet(database, set)
      const rows = await rowsOf(id, [account, ...(members ?? [])], () => chosenRows(account, form_id, members))
      const { entries } = rows
      const answers = await answered(id, [rows], () => answerColumns(entries))
      const seq = lastSeq(database)
      const reviews = await reviewed(id, [rows, seq], (previous) => reviewedAt({ rows, seq, database, set }, previous))
      const columns = new Map<string, Column>([
        ...(await facts(id, [rows], () => factColumns(entries, account.duplicates))),
        ...(await hinted(id, [rows, hints], () => hintColumns(entries, hints))),
        ...reviews.columns,
        ...(await linked(id, [rows, leads], () => linkedColumns(entries, leads))),
        ...answers.columns,
      ])
      const order = [...entryOrderOf(columns), ...answers.order, ...linkedOrder]
      return { columns, order, length: entries.length, version, searchable }
    },
    origin: (id) => originOfEntries(tableOf(id), accounts),
    layout: (id) => {
      const { connection_id, form_id } = tableOf(id)
      const stored = readFact<TableLayout>(accounts.database(connection_id), layoutFact(id))
      return stored ?? firstLayout(accounts.forms(connection_id), form_id)
    },
    arrange: (id, layout) => {
      folder.change(tableOf(id).connection_id, (database) => writeFact(database, layoutFact(id), layout))
    },
  }
}

/**
 * Of one form, or of all that are kept. Then it is that of the one that was read first, since the rows are as old as
 * the oldest, and complete only where every form is.
 */
function originOfEntries({ connection_id, form_id, set }: EntriesTable, accounts: Accounts): RowsOrigin {
  const forms = accounts.forms(connection_id)
  const stored = storedForms(accounts.database(connection_id), form_id).filter(({ kept }) => kept)
  const times = stored.map(({ sync }) => sync.synced_at)
  const sum = (countOf: (form: StoredForm) => number | null) =>
    stored.reduce<number | null>((total, form) => {
      const count = countOf(form)
      return total === null || count === null ? null : total + count
    }, 0)
  const states = stored.map(({ sync }) => sync.kind)
  const { from, to } = stored[0]?.sync.period ?? { from: null, to: null }
  return {
    kind: 'entries',
    name: stored.map(({ id }) => forms.of(id).name).join(', '),
    connection_id,
    read_at: times.includes(null) ? null : (times.toSorted()[0] ?? null),
    times: stored.length === 1 ? { reconciled_at: stored[0]?.sync.reconciled_at ?? null } : {},
    state: (['reading', 'partial', 'changed'] as const).find((kind) => states.includes(kind)) ?? 'complete',
    filters: stored.length === 1 && (from || to) ? { by: 'request', values: { from, to } } : null,
    counts: {
      rows_read: sum(({ entries }) => entries),
      service_total: sum(({ sync }) => sync.total),
      deleted_on_service: sum(({ gone }) => gone),
      rejected: sum(({ aside }) => aside),
    },
    details: { reviews_of: set === '' ? 'team' : 'blind_review' },
  }
}

/** The entries of a table, and the row of each by its id. */
function chosenRows({ newestFirst }: AccountEntries, formId: number | null, members: readonly number[] | null) {
  const isMember = members && new Set(members)
  const entries = newestFirst.filter(
    ({ id, form_id }) => (formId === null || form_id === formId) && (isMember?.has(id) ?? true),
  )
  return { entries, rowOf: new Map(entries.map(({ id }, row) => [id, row])) }
}

/** The reviews at an event: those that were known of these rows, with what was changed since read again. */
function reviewedAt(
  { rows, seq, database, set }: Pick<Reviewed, 'rows' | 'seq'> & { readonly database: Database; readonly set: string },
  previous: Reviewed | undefined,
): Reviewed {
  const last = previous?.rows === rows ? previous : undefined
  const changed = readReviews(database, set, last ? changedSince(database, set, last.seq) : null)
  if (!last) return { rows, seq, reviews: changed, columns: reviewColumns(rows.rowOf, changed, null) }
  const { reviews, columns } = last
  const pairs = [...changed].map(([id, now]) => [reviews.get(id) ?? untouchedRow, now] as const)
  for (const [id, review] of changed) reviews.set(id, review)
  const isChanged = (field: ReviewField) => pairs.some(([old, now]) => !isDeepStrictEqual(old[field], now[field]))
  return { rows, seq, reviews, columns: reviewColumns(rows.rowOf, reviews, { columns, isChanged }) }
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
  'lead_motivo',
  'lead_status',
  'lead_agente',
  'lead_ultima_mensagem_em',
  'meta:source',
  'meta:utm_campaign',
]

const hiddenColumns = ['meta:referrer', 'meta:user_agent']

/** Before anyone arranged the columns: who and what, the answers, the review, the lead; the rest waits hidden. */
function firstLayout({ stored }: Forms, formId: number | null): TableLayout {
  const { fields } = tableFields(stored.filter(({ id }) => formId === null || id === formId))
  const shown = [...leadingColumns, ...fields.map(({ key }) => answerPrefix + key), ...trailingColumns]
  const waiting = [...entryColumns, ...linkedOrder].map(({ key }) => key).filter((key) => !shown.includes(key))
  const hidden = new Set([...waiting, ...hiddenColumns, ...repeatedAnswers(fields)])
  if (formId !== null) hidden.add('formulario')
  return {
    columns: [...new Set([...shown, ...hidden])].map((key) => (hidden.has(key) ? { key, hidden: true } : { key })),
  }
}

/** The answers that sender, phone and e-mail repeat: the first of each kind. */
function repeatedAnswers(fields: readonly ShapeField[]): readonly string[] {
  return (['name', 'phone', 'email'] as const).flatMap((role) => {
    const first = fields.find(({ key, label, type }) => answerRole(type, [label, key]) === role)
    return first ? answerPrefix + first.key : []
  })
}

/** Where it stands how a person arranged the columns of a table; without the connection, whose file it is. */
function layoutFact(tableId: string): string {
  return `layout/${tableId.slice(tableId.indexOf(':') + 1)}`
}

import { type EntryColumnKey, entryColumns, reviewStates } from '../../../preload/contract/entries-table.ts'
import { type LeadField, leadFields } from '../../../preload/contract/lead-fields.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import { columnsOf } from '../columns/derived-columns.ts'
import { createDictionaryColumn, createListColumn } from '../columns/dictionary-column.ts'
import type { Part } from '../columns/part.ts'
import { concatenateParts, partOf, takeRows } from '../columns/segment.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { createTimeColumn } from '../columns/time-column.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import { type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import { leadsBeside } from '../sheets/lead-columns.ts'
import { createLeadBuilder } from '../sheets/lead-page.ts'
import type { AccountEntries } from './account-entries.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { SpamHintsOf } from './spam-hints.ts'

type Columns = ReadonlyMap<EntryColumnKey, Column>

/** Where the columns of `entryColumns` stand in every table of entries; the catalogue has their headings. */
const entryOrder: readonly TableColumn[] = entryColumns.map(({ key, type }) => ({ key, type, heading: null }))

/** The columns of `entryColumns` that a table has. */
export function entryOrderOf(columns: ReadonlyMap<string, Column>): readonly TableColumn[] {
  return entryOrder.filter(({ key }) => columns.has(key))
}

/** What the service sent of each entry, what is derived from it, and the period of its form; yields between columns. */
export async function factColumns(
  entries: readonly EntryFacts[],
  account: AccountEntries,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Columns> {
  const { forms, duplicates } = account
  const { number, time, dictionary, text } = columnsOf(entries)
  const builders: readonly (readonly [EntryColumnKey, () => Column])[] = [
    ['id', () => number('integer', ({ stored }) => stored.id)],
    ['created_at', () => time(({ stored }) => stored.created_at)],
    [
      'formulario',
      () => dictionary('choice', ({ stored }) => forms.get(stored.form_id)?.name ?? String(stored.form_id)),
    ],
    ['remetente', () => text('text', ({ sender }) => sender || null)],
    ['telefone', () => text('phone', ({ phones }) => phones[0] || null)],
    ['email', () => text('text', ({ emails }) => emails[0] || null)],
    ['completa', () => dictionary('code', ({ complete }) => completeness(complete))],
    ['situacao', () => dictionary('code', ({ stored }) => (stored.gone_at === null ? 'no_servico' : 'excluida'))],
    ['duplicadas', () => number('integer', (facts) => duplicates.count(facts))],
  ]
  const columns = new Map<EntryColumnKey, Column>()
  for (const [key, build] of builders) {
    columns.set(key, build())
    await yieldToEventLoop()
  }
  return new Map([...columns, ...periodColumns(entries, account)])
}

/** The stored period of each entry's form; no columns where all forms are stored whole. */
function periodColumns(entries: readonly EntryFacts[], { forms }: AccountEntries): Columns {
  const periods = entries.map(({ stored }) => forms.get(stored.form_id)?.period ?? null)
  if (periods.every((period) => period === null)) return new Map()
  const last = (to: string | null) => to && new Date(Date.parse(to) - 1).toISOString()
  const { time } = columnsOf(periods)
  return new Map<EntryColumnKey, Column>([
    ['periodo_de', time((period) => period?.from ?? null)],
    ['periodo_ate', time((period) => last(period?.to ?? null))],
  ])
}

function completeness(complete: boolean | null): string | null {
  if (complete === null) return null
  return complete ? 'completa' : 'incompleta'
}

export function hintColumns(entries: readonly EntryFacts[], hints: SpamHintsOf): Columns {
  const names = (facts: EntryFacts) => hints.get(facts)?.map(({ hint }) => hint) ?? []
  return new Map([['indicios', columnsOf(entries).list('codes', names)]])
}

type ShownReview = Omit<StoredReview, 'entry_id'>
export type ReviewField = keyof ShownReview

/** Which field of a review each column shows, and how it is made: of reviews by row, and again of its stored values. */
const shownReviewFields: readonly {
  readonly field: ReviewField
  readonly key: EntryColumnKey
  build(columns: ReturnType<typeof columnsOf<ShownReview>>, rows: readonly ShownReview[]): Column
  remake(part: Part): Column
}[] = [
  { field: 'state', key: 'revisao_estado', build: (_, rows) => stateColumn(codesOf(rows)), remake: stateColumn },
  {
    field: 'assignee',
    key: 'revisao_responsavel',
    build: ({ dictionary }) => dictionary('choice', (row) => row.assignee),
    remake: choiceColumn,
  },
  {
    field: 'tags',
    key: 'revisao_etiquetas',
    build: ({ list }) => list('list', (row) => row.tags),
    remake: (part) => createListColumn(partOf(part, 'list')),
  },
  {
    field: 'last_note',
    key: 'revisao_notas',
    build: ({ text }) => text('text', (row) => row.last_note),
    remake: texts,
  },
  { field: 'comment', key: 'revisao_motivo', build: ({ text }) => text('text', (row) => row.comment), remake: texts },
  {
    field: 'decided_by',
    key: 'revisao_por',
    build: ({ dictionary }) => dictionary('choice', (row) => row.decided_by),
    remake: choiceColumn,
  },
  {
    field: 'decided_at',
    key: 'revisao_em',
    build: ({ time }) => time((row) => row.decided_at),
    remake: (part) => createTimeColumn(partOf(part, 'time')),
  },
]

function texts(part: Part): Column {
  return createTextColumn('text', partOf(part, 'text'))
}

function choiceColumn(part: Part): Column {
  return createDictionaryColumn('choice', partOf(part, 'dictionary'))
}

function stateColumn(part: Part): Column {
  return createDictionaryColumn('code', partOf(part, 'dictionary'), reviewStates)
}

function codesOf(rows: readonly ShownReview[]): Part {
  const codes = Uint8Array.from(rows, ({ state }) => reviewStates.indexOf(state) + 1)
  return { kind: 'dictionary', rows: rows.length, codes, values: reviewStates }
}

interface ReviewsBefore {
  readonly columns: Columns
  /** Whose reviews have changed since. */
  readonly rows: readonly number[]
  isChanged(field: ReviewField): boolean
}

/** The columns of reviews. Of those of `before`, only the changed rows are read, and only in the fields that changed. */
export function reviewColumns(
  entries: readonly EntryFacts[],
  reviews: ReadonlyMap<number, StoredReview>,
  before: ReviewsBefore | null,
): Columns {
  const shown = before ? before.rows.flatMap((row) => entries[row] ?? []) : entries
  const rows = shown.map(({ stored }) => reviews.get(stored.id) ?? untouchedRow)
  const places = before && Uint32Array.from(entries, (_, row) => row)
  for (const [at, row] of before?.rows.entries() ?? []) if (places) places[row] = entries.length + at
  return new Map(
    shownReviewFields.map(({ field, key, build, remake }) => {
      const known = before?.columns.get(key)
      if (!known || !places) return [key, build(columnsOf(rows), rows)]
      return [key, before?.isChanged(field) ? remake(changedPart(known, build(columnsOf(rows), rows), places)) : known]
    }),
  )
}

/** The values of one column followed by those of another, taken from these places. */
function changedPart(known: Column, changed: Column, places: Uint32Array): Part {
  const parts = [known, changed].flatMap(({ stored }) => stored?.part ?? [])
  const [first] = parts
  if (!first) throw new Error('a column of reviews keeps its values')
  return takeRows(concatenateParts(first.kind, parts), places)
}

/** The lead's fields about its conversation: whether there is one, and who handles it. */
const linkedFieldKeys: ReadonlySet<LeadField> = new Set([
  'nome',
  'telefone',
  'status',
  'agente',
  'caixa',
  'ultima_mensagem_em',
  'ultima_mensagem_do_contato_em',
  'conversa_criada_em',
  'conversa_id',
  'mensagens',
  'etiquetas_contato',
  'etiquetas_conversa',
])

const linkedFields = leadFields.filter(({ key }) => linkedFieldKeys.has(key))
/** Without any lead the columns stand empty, so that a filter of one stays a filter. */
const noLeads = createLeadBuilder().take().columns
/** Of a connection without entries. */
export const noLinks: LinkedLeads = { revision: '', of: () => null, leadOf: () => null, columns: noLeads }

export const linkedOrder: readonly TableColumn[] = linkedFields.map(({ key, type }) => ({
  key: `lead_${key}`,
  type,
  heading: null,
}))

/** What the cached sheets know of who sent each entry: the outcome, the sheet, and the lead's fields as in a run. */
export function linkedColumns(entries: readonly EntryFacts[], leads: LinkedLeads): ReadonlyMap<string, Column> {
  const links = entries.map(({ stored }) => leads.of(stored.id))
  return leadsBeside(links, new Map([...noLeads, ...leads.columns]), linkedFields)
}

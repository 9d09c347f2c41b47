import { type EntryColumnKey, entryColumns, reviewStates } from '../../../preload/contract/entries-table.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { Column } from '../columns/column.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { createDictionaryBuilder, createListBuilder } from '../columns/dictionary-part.ts'
import { createListColumn } from '../columns/list-column.ts'
import { createNumberColumn } from '../columns/number-column.ts'
import { numberPart } from '../columns/number-part.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { textPartOf } from '../columns/text-part.ts'
import { createTimeColumn } from '../columns/time-column.ts'
import { createTimeBuilder } from '../columns/time-part.ts'
import type { AccountEntries } from './account-entries.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { StoredReview } from './review-rows.ts'
import type { SpamHintsOf } from './spam-hints.ts'

type Columns = ReadonlyMap<EntryColumnKey, Column>

/** Where the columns of `entryColumns` stand in every table of entries; the catalogue has their headings. */
const entryOrder: readonly TableColumn[] = entryColumns.map(({ key, type }) => ({ key, type, heading: null }))

/** The columns of `entryColumns` that a table has. */
export function entryOrderOf(columns: ReadonlyMap<string, Column>): readonly TableColumn[] {
  return entryOrder.filter(({ key }) => columns.has(key))
}

/** What the service told of each entry, and what follows from it. */
export function factColumns(entries: readonly EntryFacts[], { forms, duplicates }: AccountEntries): Columns {
  const dictionary = (type: 'choice' | 'code', told: (facts: EntryFacts) => string | null) => {
    const builder = createDictionaryBuilder()
    for (const facts of entries) builder.append(told(facts))
    return createDictionaryColumn(type, builder.take())
  }
  const text = (type: 'text' | 'phone', told: (facts: EntryFacts) => string | undefined) =>
    createTextColumn(type, textPartOf(entries.map((facts) => told(facts) || null)))
  const number = (told: (facts: EntryFacts) => number) =>
    createNumberColumn(numberPart(Float64Array.from(entries, told)))
  return new Map<EntryColumnKey, Column>([
    ['id', number(({ stored }) => stored.id)],
    ['created_at', times(entries.map(({ stored }) => stored.created_at))],
    ['formulario', dictionary('choice', ({ stored }) => forms.get(stored.form_id)?.name ?? String(stored.form_id))],
    ['remetente', text('text', ({ sender }) => sender)],
    ['telefone', text('phone', ({ phones }) => phones[0])],
    ['email', text('text', ({ emails }) => emails[0])],
    ['completa', dictionary('code', ({ complete }) => completeness(complete))],
    ['situacao', dictionary('code', ({ stored }) => (stored.gone_at === null ? 'no_servico' : 'excluida'))],
    ['duplicadas', number((facts) => duplicates.count(facts))],
  ])
}

/** Of entries of which a form is not kept whole: what is kept of each one's form. None where all forms are whole. */
export function periodColumns(entries: readonly EntryFacts[], { forms }: AccountEntries): Columns {
  const periods = entries.map(({ stored }) => forms.get(stored.form_id)?.period ?? null)
  if (periods.every((period) => period === null)) return new Map()
  const last = (to: string | null) => to && new Date(Date.parse(to) - 1).toISOString()
  return new Map<EntryColumnKey, Column>([
    ['periodo_de', times(periods.map((period) => period?.from ?? null))],
    ['periodo_ate', times(periods.map((period) => last(period?.to ?? null)))],
  ])
}

function completeness(complete: boolean | null): string | null {
  if (complete === null) return null
  return complete ? 'completa' : 'incompleta'
}

export function hintColumns(entries: readonly EntryFacts[], hints: SpamHintsOf): Columns {
  const builder = createListBuilder()
  for (const facts of entries) builder.append(hints.get(facts)?.map(({ hint }) => hint) ?? [])
  return new Map([['indicios', createListColumn(builder.take(), 'codes')]])
}

/** What people think of each entry; `reviews` has no row for what nobody touched. */
export function reviewColumns(entries: readonly EntryFacts[], reviews: ReadonlyMap<number, StoredReview>): Columns {
  const rows = entries.map(({ stored }) => reviews.get(stored.id))
  const choice = (told: (review: StoredReview) => string | null) => {
    const builder = createDictionaryBuilder()
    for (const review of rows) builder.append(review ? told(review) : null)
    return createDictionaryColumn('choice', builder.take())
  }
  const text = (told: (review: StoredReview) => string | null) =>
    createTextColumn('text', textPartOf(rows.map((review) => (review ? told(review) : null))))
  const tags = createListBuilder()
  for (const review of rows) tags.append(review?.tags ?? [])
  const codes = Uint8Array.from(rows, (review) => reviewStates.indexOf(review?.state ?? 'nova') + 1)
  const states = { kind: 'dictionary', rows: rows.length, codes, values: reviewStates } as const
  return new Map<EntryColumnKey, Column>([
    ['revisao_estado', createDictionaryColumn('code', states, reviewStates)],
    ['revisao_responsavel', choice(({ assignee }) => assignee)],
    ['revisao_etiquetas', createListColumn(tags.take())],
    ['revisao_notas', text(({ last_note }) => last_note)],
    ['revisao_motivo', text(({ comment }) => comment)],
    ['revisao_por', choice(({ decided_by }) => decided_by)],
    ['revisao_em', times(rows.map((review) => review?.decided_at ?? null))],
  ])
}

function times(texts: readonly (string | null)[]): Column {
  const builder = createTimeBuilder()
  for (const text of texts) builder.append(text)
  return createTimeColumn(builder.take())
}

import { outcome } from '../../../preload/contract/cruzar.ts'
import { type EntryColumnKey, entryColumns, reviewStates } from '../../../preload/contract/entries-table.ts'
import { type LeadField, leadFields } from '../../../preload/contract/lead-fields.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { Column } from '../columns/column.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import { createDictionaryBuilder, createListBuilder } from '../columns/dictionary-part.ts'
import { createListColumn } from '../columns/list-column.ts'
import { createNumberColumn } from '../columns/number-column.ts'
import { numberPart } from '../columns/number-part.ts'
import { createTextColumn } from '../columns/text-column.ts'
import { textPartOf } from '../columns/text-part.ts'
import { createThroughColumn, noRow } from '../columns/through.ts'
import { createTimeColumn } from '../columns/time-column.ts'
import { createTimeBuilder } from '../columns/time-part.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import type { StoredReview } from '../reviews/projection.ts'
import { createLeadBuilder } from '../sheets/lead-builder.ts'
import { leadColumnOf } from '../sheets/lead-columns.ts'
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

/** What the service sent of each entry, and what is derived from it. */
export function factColumns(entries: readonly EntryFacts[], { forms, duplicates }: AccountEntries): Columns {
  const dictionary = (type: 'choice' | 'code', read: (facts: EntryFacts) => string | null) => {
    const builder = createDictionaryBuilder()
    for (const facts of entries) builder.append(read(facts))
    return createDictionaryColumn(type, builder.take())
  }
  const text = (type: 'text' | 'phone', read: (facts: EntryFacts) => string | undefined) =>
    createTextColumn(type, textPartOf(entries.map((facts) => read(facts) || null)))
  const number = (read: (facts: EntryFacts) => number) =>
    createNumberColumn(numberPart(Float64Array.from(entries, read)))
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
  const choice = (read: (review: StoredReview) => string | null) => {
    const builder = createDictionaryBuilder()
    for (const review of rows) builder.append(review ? read(review) : null)
    return createDictionaryColumn('choice', builder.take())
  }
  const text = (read: (review: StoredReview) => string | null) =>
    createTextColumn('text', textPartOf(rows.map((review) => (review ? read(review) : null))))
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
  const codes = Uint8Array.from(links, (link) => (link ? outcome.options.indexOf(link.outcome) + 1 : 0))
  const outcomes = { kind: 'dictionary', rows: links.length, codes, values: outcome.options } as const
  const sheets = createDictionaryBuilder()
  for (const link of links) sheets.append(link?.sheet_name ?? null)
  const rows = Uint32Array.from(links, (link) => link?.row ?? noRow)
  const columns = new Map<string, Column>([
    ['lead_resultado', createDictionaryColumn('outcome', outcomes)],
    ['lead_planilha', createDictionaryColumn('choice', sheets.take())],
  ])
  for (const { key, type } of linkedFields) {
    const part = leads.columns.get(key) ?? noLeads.get(key)
    if (part) columns.set(`lead_${key}`, createThroughColumn(leadColumnOf(type, part), rows))
  }
  return columns
}

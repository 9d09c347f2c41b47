import type { TableColumn } from '../../../../preload/contract/table-queries.ts'
import { type EntryColumnKey, entryColumns, reviewStates } from '../../../../preload/values/entries-table.ts'
import { type LeadField, leadFields } from '../../../../preload/values/lead-fields.ts'
import type { Column } from '../../../engine/columns/column.ts'
import { columnsOf, createThroughColumn } from '../../../engine/columns/derived-columns.ts'
import { createDictionaryColumn } from '../../../engine/columns/dictionary-column.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { createLeadBuilder } from '../../../leads/lead-builder.ts'
import { leadsBeside } from '../../../leads/lead-columns.ts'
import { type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import type { Duplicates } from './account-entries.ts'
import type { SpamHintsOf } from './compare-entries.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { LinkedLeads } from './lead-links.ts'

type Columns = ReadonlyMap<EntryColumnKey, Column>

const completeness = { true: 'completa', false: 'incompleta', null: null } as const

/**
 * Those of `entryColumns` that a table has, where they stand in every table of entries; the catalogue has their
 * headings.
 */
export function entryOrderOf(columns: ReadonlyMap<string, Column>): readonly TableColumn[] {
  return entryColumns.flatMap(({ key, type }) => (columns.has(key) ? { key, type, heading: null } : []))
}

/**
 * What the service sent of each entry, what is derived from it, and the stored period of its form, unless all forms are
 * stored whole; yields between columns.
 */
export async function factColumns(entries: readonly EntryFacts[], duplicates: Duplicates): Promise<Columns> {
  const yieldToEventLoop = createYieldToEventLoop()
  const { number, time, dictionary, text } = columnsOf(entries)
  const builders: (readonly [EntryColumnKey, () => Column])[] = [
    ['id', () => number('integer', ({ id }) => id)],
    ['created_at', () => time(({ created_at }) => created_at)],
    ['formulario', () => dictionary('choice', ({ form }) => form.name)],
    ['remetente', () => text('text', ({ sender }) => sender || null)],
    ['telefone', () => text('phone', ({ phones }) => phones[0] || null)],
    ['email', () => text('text', ({ emails }) => emails[0] || null)],
    ['completa', () => dictionary('code', ({ complete }) => completeness[`${complete}`])],
    ['situacao', () => dictionary('code', ({ gone_at }) => (gone_at === null ? 'no_servico' : 'excluida'))],
    ['duplicadas', () => number('integer', duplicates.count)],
  ]
  if (entries.some(({ form }) => form.period !== null)) {
    builders.push(['periodo_de', () => time(({ form }) => form.period?.from ?? null)])
    builders.push(['periodo_ate', () => time(({ form }) => lastMoment(form.period?.to ?? null))])
  }
  const columns = new Map<EntryColumnKey, Column>()
  for (const [key, build] of builders) {
    columns.set(key, build())
    await yieldToEventLoop()
  }
  return columns
}

function lastMoment(to: string | null): string | null {
  return to && new Date(Date.parse(to) - 1).toISOString()
}

export function hintColumns(entries: readonly EntryFacts[], hints: SpamHintsOf): Columns {
  const names = (facts: EntryFacts) => hints.get(facts)?.map(({ hint }) => hint) ?? []
  return new Map([['indicios', columnsOf(entries).list('codes', names)]])
}

export type ReviewField = keyof StoredReview

/** Which field of a review each column shows, and how it is made of reviews. */
function reviewBuilders(reviews: readonly StoredReview[]): (readonly [ReviewField, EntryColumnKey, () => Column])[] {
  const { dictionary, list, text, time } = columnsOf(reviews)
  const states = () => {
    const codes = Uint8Array.from(reviews, ({ state }) => reviewStates.indexOf(state) + 1)
    const part = { kind: 'dictionary', rows: reviews.length, codes, values: reviewStates } as const
    return createDictionaryColumn('code', part, reviewStates)
  }
  return [
    ['state', 'revisao_estado', states],
    ['assignee', 'revisao_responsavel', () => dictionary('choice', ({ assignee }) => assignee)],
    ['tags', 'revisao_etiquetas', () => list('list', ({ tags }) => tags)],
    ['last_note', 'revisao_notas', () => text('text', ({ last_note }) => last_note)],
    ['comment', 'revisao_motivo', () => text('text', ({ comment }) => comment)],
    ['decided_by', 'revisao_por', () => dictionary('choice', ({ decided_by }) => decided_by)],
    ['decided_at', 'revisao_em', () => time(({ decided_at }) => decided_at)],
  ]
}

/**
 * The columns of reviews: what the reviewed entries have, through an index of the table's rows, which for most say that
 * nobody has touched them. Those of fields that `isChanged` denies stay as they were.
 */
export function reviewColumns(
  rowOf: ReadonlyMap<number, number>,
  reviews: ReadonlyMap<number, StoredReview>,
  previous: { readonly columns: Columns; isChanged(field: ReviewField): boolean } | null,
): Columns {
  const reviewList = [untouchedRow]
  const rows = new Uint32Array(rowOf.size)
  for (const [id, review] of reviews) {
    const row = rowOf.get(id)
    if (row !== undefined) rows[row] = reviewList.push(review) - 1
  }
  return new Map(
    reviewBuilders(reviewList).map(([field, key, build]) => {
      const column = previous?.isChanged(field) ? undefined : previous?.columns.get(key)
      return [key, column ?? createThroughColumn(build(), rows)]
    }),
  )
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
export const linkedOrder = linkedFields.map(({ key, type }) => ({ key: `lead_${key}`, type, heading: null }))
/** Without any lead the columns stand empty, so that a filter of one stays a filter. */
const noLeads = createLeadBuilder().take().columns

/** What the cached sheets know of who sent each entry: the outcome, the sheet, and the lead's fields as in a run. */
export function linkedColumns(entries: readonly EntryFacts[], leads: LinkedLeads): ReadonlyMap<string, Column> {
  const links = entries.map(({ id }) => leads.of(id))
  return leadsBeside(links, new Map([...noLeads, ...leads.columns]), linkedFields)
}

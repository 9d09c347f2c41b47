import { type EntryColumnKey, entryColumns, reviewStates } from '../../../preload/contract/entries-table.ts'
import { type LeadField, leadFields } from '../../../preload/contract/lead-fields.ts'
import type { TableColumn } from '../../../preload/contract/tables.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { Column } from '../columns/column.ts'
import { columnsOf, createThroughColumn } from '../columns/derived-columns.ts'
import { createDictionaryColumn } from '../columns/dictionary-column.ts'
import type { DictionaryPart } from '../columns/part.ts'
import type { LinkedLeads } from '../lead-links/lead-links.ts'
import { type StoredReview, untouchedRow } from '../reviews/review-events.ts'
import { createLeadBuilder } from '../sheets/lead-builder.ts'
import { leadsBeside } from '../sheets/lead-columns.ts'
import type { AccountEntries } from './account-entries.ts'
import type { SpamHintsOf } from './compare-entries.ts'
import type { EntryFacts } from './entry-facts.ts'
import { formName } from './form-shape.ts'

type Columns = ReadonlyMap<EntryColumnKey, Column>

/** Where the columns of `entryColumns` stand in every table of entries; the catalogue has their headings. */
const entryOrder: readonly TableColumn[] = entryColumns.map(({ key, type }) => ({ key, type, heading: null }))

/** The columns of `entryColumns` that a table has. */
export function entryOrderOf(columns: ReadonlyMap<string, Column>): readonly TableColumn[] {
  return entryOrder.filter(({ key }) => columns.has(key))
}

/**
 * What the service sent of each entry, what is derived from it, and the stored period of its form, unless all forms are stored
 * whole; yields between columns.
 */
export async function factColumns(
  entries: readonly EntryFacts[],
  account: AccountEntries,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Columns> {
  const { forms, duplicates } = account
  const { number, time, dictionary, text } = columnsOf(entries)
  const periodOf = ({ stored }: EntryFacts) => forms.get(stored.form_id)?.period ?? null
  const builders: (readonly [EntryColumnKey, () => Column])[] = [
    ['id', () => number('integer', ({ stored }) => stored.id)],
    ['created_at', () => time(({ stored }) => stored.created_at)],
    ['formulario', () => dictionary('choice', ({ stored }) => formName(forms, stored.form_id))],
    ['remetente', () => text('text', ({ sender }) => sender || null)],
    ['telefone', () => text('phone', ({ phones }) => phones[0] || null)],
    ['email', () => text('text', ({ emails }) => emails[0] || null)],
    ['completa', () => dictionary('code', ({ complete }) => completeness(complete))],
    ['situacao', () => dictionary('code', ({ stored }) => (stored.gone_at === null ? 'no_servico' : 'excluida'))],
    ['duplicadas', () => number('integer', (facts) => duplicates.count(facts))],
  ]
  if (entries.some((facts) => periodOf(facts) !== null)) {
    builders.push(['periodo_de', () => time((facts) => periodOf(facts)?.from ?? null)])
    builders.push(['periodo_ate', () => time((facts) => lastMoment(periodOf(facts)?.to ?? null))])
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

/** Which field of a review each column shows, and how it is made of reviews. */
function reviewBuilders(reviews: readonly ShownReview[]): (readonly [ReviewField, EntryColumnKey, () => Column])[] {
  const { dictionary, list, text, time } = columnsOf(reviews)
  return [
    ['state', 'revisao_estado', () => createDictionaryColumn('code', codesOf(reviews), reviewStates)],
    ['assignee', 'revisao_responsavel', () => dictionary('choice', ({ assignee }) => assignee)],
    ['tags', 'revisao_etiquetas', () => list('list', ({ tags }) => tags)],
    ['last_note', 'revisao_notas', () => text('text', ({ last_note }) => last_note)],
    ['comment', 'revisao_motivo', () => text('text', ({ comment }) => comment)],
    ['decided_by', 'revisao_por', () => dictionary('choice', ({ decided_by }) => decided_by)],
    ['decided_at', 'revisao_em', () => time(({ decided_at }) => decided_at)],
  ]
}

function codesOf(reviews: readonly ShownReview[]): DictionaryPart {
  const codes = Uint8Array.from(reviews, ({ state }) => reviewStates.indexOf(state) + 1)
  return { kind: 'dictionary', rows: reviews.length, codes, values: reviewStates }
}

/**
 * The columns of reviews: what the reviewed entries have, through an index of the table's rows, which for most say that nobody
 * has touched them. Those of fields that `isChanged` denies stay as they were.
 */
export function reviewColumns(
  rowOf: ReadonlyMap<number, number>,
  reviews: ReadonlyMap<number, StoredReview>,
  before: { readonly columns: Columns; isChanged(field: ReviewField): boolean } | null,
): Columns {
  const known: ShownReview[] = [untouchedRow]
  const rows = new Uint32Array(rowOf.size)
  for (const [id, review] of reviews) {
    const row = rowOf.get(id)
    if (row !== undefined) rows[row] = known.push(review) - 1
  }
  return new Map(
    reviewBuilders(known).map(([field, key, build]) => {
      const column = before?.isChanged(field) ? undefined : before?.columns.get(key)
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
/** Without any lead the columns stand empty, so that a filter of one stays a filter. */
const noLeads = createLeadBuilder().take().columns

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

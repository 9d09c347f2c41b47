import type { OutcomeCounts, Run } from '../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { isFiltered } from '../../preload/values/lead-filters.ts'
import { longestFileName } from '../../preload/values/names.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { outcomeOrder } from '../../preload/values/outcomes.ts'
import type { CollectionTexts } from '../collections/collection-dialogs.tsx'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { sharesOf } from '../kernel/shares.ts'
import { filterPhrase, type PhraseWords } from '../leads/lead-filter.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { filterOf } from '../tables/query.ts'
import { leadWords, type TableWords } from '../tables/words.ts'

export type RunsStore = ReturnType<typeof createRunsStore>

/** The stored runs, the newest first, with their actions. */
export function createRunsStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<Run, object>(
    {
      list: () => ask('cruzar.runs', {}),
      rename: ({ id }, name) => ask('cruzar.rename', { id, name }),
      forget: ({ id }) => ask('cruzar.forget', { id }),
      resume: ({ id }) => ask('cruzar.resume', { id }),
    },
    () => ({}),
  )
}

/** The outcomes of a run. `ambigua` is shown only where it occurs. */
export function outcomesIn(counts: OutcomeCounts): readonly Outcome[] {
  return outcomeOrder.filter((outcome) => outcome !== 'ambigua' || counts.ambigua > 0)
}
export const outcomeColumn = 'cruzar_resultado'
export const keyColumn = 'cruzar_chave'
/** The lead's name where it has no word in common with the one in the list. */
export const otherNameColumn = 'cruzar_outro_nome'
/** The filter that lets only rows of these outcomes through; null when it would leave nothing out. */
export function filterOfOutcomes(outcomes: readonly Outcome[]): ColumnFilter | null {
  if (outcomes.length === 0 || outcomes.length === outcomeOrder.length) return null
  return { column: outcomeColumn, operator: 'in', values: [...outcomes] }
}
/** The outcomes that a query filters by, in their order; empty without such a filter. */
export function outcomesOf(query: TableQuery): readonly Outcome[] {
  const filter = filterOf(query, outcomeColumn)
  if (filter?.operator !== 'in') return []
  return outcomeOrder.filter((outcome) => filter.values.includes(outcome))
}
/**
 * The choice after a figure was pressed: only it, or none when it was the only one. With `added` it is added or
 * removed.
 */
export function toggleOutcome(chosen: readonly Outcome[], outcome: Outcome, added: boolean): readonly Outcome[] {
  if (!added) return chosen.length === 1 && chosen[0] === outcome ? [] : [outcome]
  return outcomeOrder.filter((each) => (each === outcome ? !chosen.includes(each) : chosen.includes(each)))
}
export function rowsOf(counts: OutcomeCounts, outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
}
/** Shares of the rows as texts that add up: `12%`, `<1%` for little, `>99%` for almost all. */
export function sharePhrases(parts: readonly number[], total: number): readonly string[] {
  const shares = sharesOf(parts, total)
  return parts.map((rows, index) => {
    if (rows === 0 || total === 0) return '0%'
    const percent = (rows / total) * 100
    if (percent < 1) return '<1%'
    return rows < total && percent > 99 ? '>99%' : `${shares[index]}%`
  })
}
export function sharePhrase(rows: number, total: number): string {
  return sharePhrases([rows], total).join('')
}
/** The prefix of the columns that a run takes from the lead. */
export const leadPrefix = 'lead_'
export function isOwnColumn(key: string): boolean {
  return /^c\d+$/.test(key)
}
/** More columns than any list that people look at. */
const ownColumns = Array.from({ length: 500 }, (_, place) => `c${place}`)
/** The columns after the person's own that matter most. */
const shownBehind = [
  ...[
    'cruzar_motivo',
    'lead_status',
    'lead_agente',
    'lead_ultima_mensagem_em',
    'lead_nome',
    'lead_telefone',
    'lead_caixa',
  ],
  'lead_etiquetas_conversa',
]
/**
 * A run's table before the person has changed it: the outcome beside the person's own columns, then the reason, and the
 * main fields of the lead. The others can be shown.
 */
export const runDefaults: TableDefaults = {
  order: [...ownColumns, 'cruzar_mudanca', ...shownBehind],
  pinned: [outcomeColumn],
  hidden: [keyColumn, 'cruzar_degrau', 'cruzar_candidatos', 'cruzar_antes'],
  hides: ({ key }) => key.startsWith(leadPrefix) && !shownBehind.includes(key),
  widths: {
    [outcomeColumn]: 140,
    cruzar_mudanca: 230,
    cruzar_motivo: 220,
    [keyColumn]: 150,
    lead_nome: 190,
    lead_ultima_mensagem_em: 190,
    lead_caixa: 176,
    lead_etiquetas_conversa: 210,
  },
  fixedRows: true,
  collapsesEmpty: true,
}
/**
 * The words of a run's table. The person's own headings are not changed; an empty one is named by its position. Where
 * several columns have the name of a field of the lead, the lead's is marked.
 */
export function runWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const { cruzar } = messages
  const named: Readonly<Record<string, string>> = cruzar.columns
  const codes: Readonly<Record<string, string>> = {
    ...cruzar.rungs,
    ...cruzar.changeKinds,
    ...cruzar.outcomes,
    ...messages.leads.weekdays,
  }
  return {
    heading({ key, heading }) {
      if (heading !== null) return heading.trim() === '' ? cruzar.list.unnamed(placeOf(key)) : heading
      if (!key.startsWith(leadPrefix)) return named[key] ?? leads.heading({ key, heading })
      return cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading: null }))
    },
    value({ key, type }, value) {
      if (type === 'code' || type === 'codes') return codes[value] ?? value
      return leads.value({ key, type }, value)
    },
  }
}
function placeOf(key: string): number {
  return Number(key.slice(1)) + 1
}
export function runTexts({ cruzar }: Messages): CollectionTexts<Run> {
  return { ...cruzar, longestName: longestFileName }
}

/** The filters of a run in words; empty text for none, since cruzar needs no period (docs/services.md §3.1). */
export function runFilterPhrase(filter: LeadFilter, words: PhraseWords): string {
  return isFiltered(filter) ? filterPhrase(filter, words) : ''
}

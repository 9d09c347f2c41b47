import type { Sheet, SheetDifference, SheetSnapshots } from '../../preload/contract/sheets.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { differenceCodes, differenceHeading } from '../../preload/messages/table-words.ts'
import type { DifferenceKind, ReadingPair, SheetReading } from '../../preload/values/sheet-differences.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { type Loadable, readyValue, useLatest } from '../kernel/loadable.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { leadWords, type TableWords } from '../tables/words.ts'

/** The change and what is known of the person stand first; what conversations have in common is hidden. */
export const differenceDefaults: TableDefaults = {
  order: [
    'mudanca',
    'nome',
    'telefone',
    'campos_mudados',
    'status',
    'agente',
    'etiquetas_ganhas',
    'etiquetas_perdidas',
  ],
  pinned: ['mudanca'],
  hidden: ['telefone_digitos', 'identificador', 'agente_id', 'agente_email', 'caixa_id', 'conversa_id', 'contato_id'],
  widths: { mudanca: 190, nome: 190 },
  collapsesEmpty: true,
}

/** The words of the table of what differs: those of leads, with former values and Cruza's own columns. */
export function differenceWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const codes = differenceCodes(messages)
  return {
    heading: ({ key, heading }) => heading ?? differenceHeading(messages, key),
    value: ({ key, type }, value) =>
      type === 'codes' ? (codes[key]?.[value] ?? value) : leads.value({ key, type }, value),
  }
}

/** The last two readings that ended; null where there is one alone. */
export function lastPair(sheet: string, { snapshots }: SheetSnapshots): ReadingPair | null {
  const [to, from] = snapshots.filter(({ read_at }) => read_at !== null)
  if (!from || !to) return null
  return { from: { sheet, number: from.number }, to: { sheet, number: to.number } }
}

/** Changes whenever the readings of a sheet may have. */
const revisionOf = ({ id, rows, read_at, refreshed_at, bytes }: Sheet) =>
  [id, rows, read_at, refreshed_at, bytes].join()

/** The stored readings of these sheets, by id. One that cannot be read is left out. */
export function useReadings(ask: AppAsk, sheets: readonly Sheet[]): Loadable<ReadonlyMap<string, SheetSnapshots>> {
  return useLatest(
    async ({ signal }) => {
      const read = await Promise.allSettled(
        sheets.map(async ({ id }) => [id, await ask('sheets.snapshots', { id }, { signal })] as const),
      )
      return new Map(read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    },
    [ask, sheets.map(revisionOf).join(' ')],
    { keep: true },
  )
}

/** What differs between two readings; null without any. */
export function useDifference(ask: AppAsk, pair: ReadingPair | null, revision = ''): Loadable<SheetDifference | null> {
  return useLatest<SheetDifference | null>(
    async ({ signal }) => (pair ? ask('sheets.difference', pair, { signal }) : null),
    [ask, JSON.stringify(pair), revision],
  )
}

/** What differs between the last two readings of a sheet, once that is known; null where nothing can be compared. */
export function useLastDifference(ask: AppAsk, sheet: Sheet): SheetDifference | null {
  const readings = readyValue(useReadings(ask, [sheet]))?.get(sheet.id)
  const pair = readings ? lastPair(sheet.id, readings) : null
  return readyValue(useDifference(ask, pair)) ?? null
}

/** How a reading is named in a choice. */
export function readingKey({ sheet, number }: SheetReading): string {
  return `${sheet}.${number}`
}

const kindFilter = (values: readonly DifferenceKind[]): ColumnFilter => ({
  column: 'mudanca',
  operator: 'in',
  values: [...values],
})
const valueFilter = (column: string, value: string | null): ColumnFilter => ({
  column,
  operator: 'in',
  values: [value],
})

/** The records of one figure. */
export type DifferenceFigure = readonly ColumnFilter[]

export const figureOfKind = (kind: DifferenceKind): DifferenceFigure => [kindFilter([kind])]
export const figureOfLabel = (label: string, change: 'won' | 'lost'): DifferenceFigure => [
  valueFilter(change === 'won' ? 'etiquetas_ganhas' : 'etiquetas_perdidas', label),
]

const kindsOfMoves = {
  status: ['resolvida', 'reaberta', 'outro_status'],
  agente: ['outro_agente'],
} as const satisfies Readonly<Record<keyof SheetDifference['moves'], readonly DifferenceKind[]>>

export type MovedField = keyof SheetDifference['moves']
export type ValueMove = SheetDifference['moves'][MovedField][number]

export const figureOfMove = (field: MovedField, { from, to }: ValueMove): DifferenceFigure => [
  kindFilter(kindsOfMoves[field]),
  valueFilter(`antes_${field}`, from),
  valueFilter(field, to),
]

const figureColumns: ReadonlySet<string> = new Set([
  ...['mudanca', 'antes_status', 'antes_agente', 'status', 'agente'],
  ...['etiquetas_ganhas', 'etiquetas_perdidas'],
])

/** The query with only the records of one figure, in place of any other; with all of them without one. */
export function showOnly(query: TableQuery, figure: DifferenceFigure): TableQuery {
  return { ...query, filters: [...query.filters.filter(({ column }) => !figureColumns.has(column)), ...figure] }
}

/** Whether the query shows the records of this figure. */
export function shows(query: TableQuery, figure: DifferenceFigure): boolean {
  const shown = query.filters.filter(({ column }) => figureColumns.has(column))
  return JSON.stringify(shown) === JSON.stringify(figure)
}

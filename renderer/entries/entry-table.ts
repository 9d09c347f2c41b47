import type { EntryBrief, EntryCounts } from '../../preload/contract/entries.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { isDecided, pendingStates } from '../../preload/values/entries-table.ts'
import { leadFields } from '../../preload/values/lead-fields.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { nothingSelected, selectionOf } from '../tables/selection.ts'
import type { Selection, TableStore } from '../tables/table-state.ts'
import { leadWords, type TableWords } from '../tables/words.ts'

/** Columns of the contract (entries-table.ts) that the review uses itself. */
export const stateColumn = 'revisao_estado'

const receivedColumn = 'created_at'

const leadPrefix = 'lead_'

/** The main fields of the lead beside an entry; the others can be shown. */
const shownLeadFields = ['lead_status', 'lead_agente', 'lead_ultima_mensagem_em']

const leadColumns = leadFields.map(({ key }) => `${leadPrefix}${key}`)

/**
 * The default columns: the state, the sender and the time, then the answers. A selection of rows knows the numbers of
 * its entries.
 */
export const entryDefaults: TableDefaults = {
  order: [stateColumn, 'id', receivedColumn, 'formulario', 'remetente', 'telefone', 'email'],
  pinned: [],
  hidden: [
    'revisao_por',
    'revisao_motivo',
    'completa',
    'lead_planilha',
    ...leadColumns.filter((key) => !shownLeadFields.includes(key)),
  ],
  widths: { remetente: 190, [stateColumn]: 112, id: 84, duplicadas: 104, completa: 120, lead_motivo: 220 },
  ids: 'id',
}

/** Adds the newest first where the person chose no order. */
export function withOrder(query: TableQuery): TableQuery {
  return query.sort.length > 0 ? query : { ...query, sort: [{ column: receivedColumn, descending: true }] }
}

/** The words of a table of entries: the form's own labels for answers, the catalogue's for Cruza's columns. */
export function entryWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const { entries, cruzar } = messages
  const headings: Readonly<Record<string, string>> = entries.columns
  const metadata: Readonly<Record<string, string>> = entries.metadata.keys
  const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = entries.codes
  return {
    heading({ key, heading }) {
      if (key.startsWith('meta:')) return metadata[key.slice('meta:'.length)] ?? heading ?? key
      if (heading !== null) return heading
      const entryHeading = headings[key]
      if (entryHeading !== undefined) return entryHeading
      if (!key.startsWith(leadPrefix)) return leads.heading({ key, heading })
      return cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading: null }))
    },
    value({ key, type }, value) {
      if (type === 'code' || type === 'codes') return (codes[key] ?? codes[key.split(':')[0] ?? ''])?.[value] ?? value
      return leads.value({ key, type }, value)
    },
  }
}

/** Whether an entry is undecided in this query. Doubts count as undecided if the query filters for doubts. */
export function isPending({ state }: Pick<EntryBrief, 'state'>, query: TableQuery): boolean {
  return !isDecided(state) || (statesOf(query)?.includes(state) ?? false)
}

/** How many entries are undecided. */
export function pendingCount(states: EntryCounts['states']): number {
  return pendingStates.reduce((count, state) => count + states[state], 0)
}

/** The states in the query's filter; null for all. */
export function statesOf(query: TableQuery): readonly (string | null)[] | null {
  const filter = query.filters.find(({ column }) => column === stateColumn)
  return filter?.operator === 'in' ? filter.values : null
}

/** The query without its state filter, for the counts of the state tabs. */
export function withoutStates(query: TableQuery): TableQuery {
  return { ...query, filters: query.filters.filter(({ column }) => column !== stateColumn) }
}

/** Built-in filters: senders whom nobody attended, possible spam, and duplicates. */
export const builtInFilters: readonly (readonly [
  name: keyof Messages['entries']['filters']['names'],
  filter: ColumnFilter,
])[] = [
  ['neverAttended', { column: 'lead_resultado', operator: 'in', values: ['sem_conversa', 'ausente'] }],
  ['suspicious', { column: 'indicios', operator: 'not_blank' }],
  ['repeated', { column: 'duplicadas', operator: 'between', min: 1, max: null }],
]

/** The most rows that the contract gives at once. */
const rowsAtOnce = 1000

interface RowsSource {
  readonly rows: TableStore
  readRows(from: number, count: number): Promise<readonly { readonly row: number; readonly id: number }[]>
}

/** Selects in the table the rows of the entries that are picked in the list. Entries without a row are left out. */
export async function selectRows(source: RowsSource, selected: Selection): Promise<void> {
  const { rows } = source
  if (selected.kind === 'all') return rows.getState().selectAll()
  if (selected.rows.size === 0) return rows.setState({ selection: nothingSelected })
  rows.setState({ selection: selectionOf(await findRows(source, selected.rows)) })
}

/**
 * Selects the same rows again after stored rows changed: rows are named by their position, which new entries shift.
 * What the person selects or deselects meanwhile is kept.
 */
export async function reselect(source: RowsSource, selection: Selection): Promise<void> {
  const { rows } = source
  if (selection.kind === 'all') return rows.getState().selectAll()
  // The old positions stay, with the right entries, until the new ones are read.
  const oldSelection: Selection = { ...selection }
  rows.setState({ selection: oldSelection })
  const matches = await findRows(source, selection.rows)
  if (rows.getState().selection === oldSelection) rows.setState({ selection: selectionOf(matches, selection.marked) })
}

/** The rows of the entries whose ids a selection has (`entryDefaults`). Entries without a row are left out. */
async function findRows({ rows, readRows }: RowsSource, selected: ReadonlyMap<number, number>) {
  const ids = new Set(selected.values())
  const matches: { readonly row: number; readonly id: number }[] = []
  const matching = rows.getState().view?.matching ?? 0
  for (let from = 0; from < matching && matches.length < ids.size; from += rowsAtOnce) {
    const read = await readRows(from, Math.min(rowsAtOnce, matching - from))
    if (read.length === 0) break
    matches.push(...read.filter(({ id }) => ids.has(id)))
  }
  return matches
}

import type { EntryBrief } from '../../preload/contract/entries.ts'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import { leadFields } from '../../preload/contract/lead-fields.ts'
import type { SavedFilter } from '../../preload/contract/reviews.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { leadWords, type TableWords } from '../tables/words.ts'

/** Columns of the contract (entries-table.ts) that the review itself speaks of. */
export const stateColumn = 'revisao_estado'

const receivedColumn = 'created_at'

const leadPrefix = 'lead_'

/** Fields of the lead that matter beside an entry; the others can be shown. */
const shownLeadFields = ['lead_status', 'lead_agente', 'lead_ultima_mensagem_em']

const leadColumns = leadFields.map(({ key }) => `${leadPrefix}${key}`)

/**
 * A table of entries as it is restored: the state, who sent it and when, then the answers. What is "summed" is the entry's
 * number, so that a selection of rows knows the entries it names.
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
  widths: { remetente: 190, [stateColumn]: 112, id: 84, duplicadas: 104, completa: 120 },
  sum: 'id',
}

/** The newest first where the person chose no order. */
export function withOrder(query: TableQuery): TableQuery {
  return query.sort.length > 0 ? query : { ...query, sort: [{ column: receivedColumn, descending: true }] }
}

/** The words of a table of entries: the form's own labels for answers, the catalogue's for all that is Cruza's. */
export function entryWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const { entries, cruzar } = messages
  const headings: Readonly<Record<string, string>> = entries.columns
  const metadata: Readonly<Record<string, string>> = entries.metadata.keys
  const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = entries.codes
  const outcomes: Readonly<Record<string, string>> = cruzar.outcomes
  return {
    heading({ key, heading }) {
      if (key.startsWith('meta:')) return metadata[key.slice('meta:'.length)] ?? heading ?? key
      if (heading !== null) return heading
      const own = headings[key]
      if (own !== undefined) return own
      if (!key.startsWith(leadPrefix)) return key
      return cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading: null }))
    },
    value({ key, type }, value) {
      if (type === 'outcome') return outcomes[value] ?? value
      if (type === 'code' || type === 'codes') return (codes[key] ?? codes[key.split(':')[0] ?? ''])?.[value] ?? value
      return leads.value({ key, type }, value)
    },
  }
}

/** The states that wait for a decision. */
const undecided: readonly ReviewState[] = ['nova', 'em_revisao']

/** Whether an entry is still to be decided in this query. Doubts count if the query filters for doubts. */
export function isPending({ state }: Pick<EntryBrief, 'state'>, query: TableQuery): boolean {
  if (undecided.includes(state)) return true
  return statesOf(query)?.includes(state) ?? false
}

/** The states of the query's filter, or null for all. */
export function statesOf(query: TableQuery): readonly (string | null)[] | null {
  const filter = query.filters.find(({ column }) => column === stateColumn)
  return filter?.operator === 'in' ? filter.values : null
}

/** The query without its state filter, for the counts of the state tabs. */
export function withoutStates(query: TableQuery): TableQuery {
  return { ...query, filters: query.filters.filter(({ column }) => column !== stateColumn) }
}

/** Filters that the app brings: people sent in by a form whom nobody attended, what may be spam, what came twice. */
export const builtInFilters = ['neverAttended', 'suspicious', 'repeated'] as const
export type BuiltInFilter = (typeof builtInFilters)[number]

const conditions: Readonly<Record<BuiltInFilter, ColumnFilter>> = {
  neverAttended: { column: 'lead_resultado', operator: 'in', values: ['sem_conversa', 'ausente'] },
  suspicious: { column: 'indicios', operator: 'not_blank' },
  repeated: { column: 'duplicadas', operator: 'between', min: 1, max: null },
}

/** The query of a built-in filter. */
export function builtInQuery(filter: BuiltInFilter): TableQuery {
  return { search: '', sort: [], filters: [conditions[filter]] }
}

/** Whether the table can answer a saved filter: one of another form asks for answers that are not here. */
export function fitsTable(filter: SavedFilter, form: number | null, columns: readonly string[]): boolean {
  if (filter.form_id === form) return true
  if (filter.form_id !== null) return false
  const { filters, sort } = filter.query
  return [...filters, ...sort].every(({ column }) => columns.includes(column))
}

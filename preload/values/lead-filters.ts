import type { LeadFilter } from '../contract/sheets.ts'
import type { LeadField } from './lead-fields.ts'
import { daysOfPeriod } from './periods.ts'

interface LeadFilterFacts {
  /** What its value is: one day, or a list of the others. */
  readonly values: 'day' | 'id' | 'status' | 'label'
  /** The column of the lead row that it compares, and how. */
  readonly column: LeadField
  readonly compares: 'from' | 'until' | 'any_of' | 'none_of'
  /** Its option on the command line. */
  readonly option: string
  /** Its name in the catalogue's `leads.filter`. */
  readonly words: string
  /** Whether its numbers mean something within one account only. */
  readonly ofAccount: boolean
}

/** Every filter of leads in the order of the export (docs/services.md §2.3); `agrupar` says how rows are grouped. */
export const leadFilters = {
  created_after: {
    values: 'day',
    column: 'conversa_criada_em',
    compares: 'from',
    option: 'created-after',
    words: 'createdAfter',
    ofAccount: false,
  },
  created_before: {
    values: 'day',
    column: 'conversa_criada_em',
    compares: 'until',
    option: 'created-before',
    words: 'createdBefore',
    ofAccount: false,
  },
  updated_after: {
    values: 'day',
    column: 'ultima_mensagem_em',
    compares: 'from',
    option: 'updated-after',
    words: 'updatedAfter',
    ofAccount: false,
  },
  inbox_ids: {
    values: 'id',
    column: 'caixa_id',
    compares: 'any_of',
    option: 'inbox',
    words: 'inboxes',
    ofAccount: true,
  },
  assignee_ids: {
    values: 'id',
    column: 'agente_id',
    compares: 'any_of',
    option: 'assignee',
    words: 'agents',
    ofAccount: true,
  },
  status: {
    values: 'status',
    column: 'status',
    compares: 'any_of',
    option: 'status',
    words: 'status',
    ofAccount: false,
  },
  with_labels: {
    values: 'label',
    column: 'etiquetas_conversa',
    compares: 'any_of',
    option: 'with-label',
    words: 'withLabels',
    ofAccount: false,
  },
  without_labels: {
    values: 'label',
    column: 'etiquetas_conversa',
    compares: 'none_of',
    option: 'without-label',
    words: 'withoutLabels',
    ofAccount: false,
  },
} as const satisfies Readonly<Record<Exclude<keyof LeadFilter, 'agrupar' | 'created_within'>, LeadFilterFacts>>

export type LeadFilterName = keyof typeof leadFilters
type NamesBy<Values> = {
  [Name in LeadFilterName]: (typeof leadFilters)[Name]['values'] extends Values ? Name : never
}[LeadFilterName]
export type DayFilterName = NamesBy<'day'>
export type ListFilterName = Exclude<LeadFilterName, DayFilterName>

export const leadFilterNames = Object.keys(leadFilters) as LeadFilterName[]
export const dayFilterNames = leadFilterNames.filter(
  (name): name is DayFilterName => leadFilters[name].values === 'day',
)

/** The filter that lets every lead through; also that of a sheet or run whose file cannot be read. */
export const emptyFilter: LeadFilter = {
  inbox_ids: [],
  assignee_ids: [],
  status: [],
  with_labels: [],
  without_labels: [],
  agrupar: 'contato',
}

/**
 * The filter with the days that its period has on the day `today`; the same one without a period. The end of a period
 * that has not ended yet stays open, so that new conversations count.
 */
export function onDay(filter: LeadFilter, today: string): LeadFilter {
  const { created_within } = filter
  if (!created_within) return filter
  const { created_after: _, created_before: __, ...rest } = filter
  const { from, to } = daysOfPeriod(created_within, today)
  return {
    ...rest,
    ...(from === null ? {} : { created_after: from }),
    ...(to === null || to >= today ? {} : { created_before: to }),
  }
}

interface GivenFilter extends LeadFilterFacts {
  readonly name: LeadFilterName
  readonly given: readonly (string | number)[]
}

/** The filters that have a value. */
export function givenFilters(filter: LeadFilter): readonly GivenFilter[] {
  return leadFilterNames.flatMap((name) => {
    const values = valuesOf(filter, name)
    return values.length > 0 ? [{ name, given: values, ...leadFilters[name] }] : []
  })
}

function valuesOf(filter: LeadFilter, name: LeadFilterName): readonly (string | number)[] {
  const value = filter[name]
  if (typeof value === 'string') return value === '' ? [] : [value]
  return value ?? []
}

/** Whether a filter of leads leaves any conversation out; how rows are grouped does not. */
export function isFiltered(filter: LeadFilter): boolean {
  return givenFilters(filter).length > 0
}

/** Whether a filter names inboxes or agents, whose numbers mean something within one account only. */
export function isOfAccount(filter: LeadFilter): boolean {
  return givenFilters(filter).some(({ ofAccount }) => ofAccount)
}

/** The filter without what only one account has: its inboxes and agents. */
export function withoutAccount(filter: LeadFilter): LeadFilter {
  const names = leadFilterNames.filter((name) => leadFilters[name].ofAccount)
  return { ...filter, ...Object.fromEntries(names.map((name) => [name, []])) }
}

/** Whether a sheet that was read with `sheet` may lack conversations that `filter` lets through. */
export function isNarrower(sheet: LeadFilter, filter: LeadFilter): boolean {
  return givenFilters(sheet).some(({ name, compares, given }) => {
    const others = valuesOf(filter, name)
    if (compares === 'none_of') return given.some((value) => !others.includes(value))
    if (others.length === 0) return true
    if (compares === 'any_of') return others.some((value) => !given.includes(value))
    const [value, other] = [String(given[0]), String(others[0])]
    return compares === 'from' ? other < value : other > value
  })
}

/**
 * Whether the filter may leave out the newest conversation of a person and let an older one through. A sheet grouped by
 * contact has only the newest (docs/services.md §2.5). Whoever has none since a day has no older one either.
 */
export function mayHideOlder(sheet: LeadFilter, { created_after: _, ...filter }: LeadFilter): boolean {
  return sheet.agrupar === 'contato' && isFiltered(filter)
}

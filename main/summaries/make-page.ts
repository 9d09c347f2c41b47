import type { Run } from '../../preload/contract/cruzar.ts'
import type {
  CrossedList,
  Summary,
  SummaryPage,
  SummarySection,
  WaitingPerson,
} from '../../preload/contract/summaries.ts'
import type { ColumnFilter, TableColumn, TableQuery, TableRef } from '../../preload/contract/table-queries.ts'
import type { Cell } from '../../preload/contract/tables.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { beginningOf, overviewBlocks } from '../../preload/values/overview.ts'
import { addDays, dayCount, type WholeDays } from '../../preload/values/periods.ts'
import { comparedDays, type SummaryFigure } from '../../preload/values/summary.ts'
import { withinColumns } from '../../preload/values/within-columns.ts'
import { AppFailure } from '../kernel/failure.ts'
import { dayIn, momentsOfDays } from '../kernel/times.ts'
import type { Services } from '../services.ts'

type PageDeps = Pick<Services, 'ask' | 'data' | 'now' | 'zone'>

/** So many values of a column have a line; so many people are named; so many columns are counted. */
const mostValues = 8
const mostPeople = 20
const mostShares = 6

/**
 * Makes the page of a summary of what is stored now; it asks no service. Throws `not_found` where the sheet is gone,
 * and what reading it throws.
 */
export async function makePage(
  summary: Summary,
  deps: PageDeps,
  signal: AbortSignal,
): Promise<Omit<SummaryPage, 'refresh_failure'>> {
  const { ask, now, zone } = deps
  const present = now()
  const compared = comparedDays(summary.period, dayIn(zone(), present))
  if (!compared) throw new AppFailure('bad_request', {}, 'an open period')
  const sheet = (await ask('sheets.list', {}, signal)).find(({ id }) => id === summary.sheet_id)
  if (!sheet) throw new AppFailure('not_found')
  const table: TableRef = { kind: 'sheet', id: sheet.id }
  const { columns, derived = [] } = await ask('tables.shape', { table, query: emptyQuery }, signal)
  const all = [...columns, ...derived]
  const views = summary.view_id === null ? [] : await ask('views.list', { of: table }, signal)
  const view = views.find(({ id }) => id === summary.view_id) ?? null
  const rows = createRows({
    ...deps,
    table,
    signal,
    query: view ? withinColumns({ ...emptyQuery, ...view.query }, all) : emptyQuery,
  })
  const part = { rows, columns: all, ...compared }
  const has = (block: Summary['blocks'][number]) => summary.blocks.includes(block)
  const sections = [
    ...(has('figures') ? await figures(part) : []),
    ...(has('trend') ? await trend(part) : []),
    ...(has('shares') ? await shares(part) : []),
    ...(has('waiting') ? await waiting(part) : []),
    ...(has('reviews') && summary.forms_id !== null
      ? await reviews(summary.forms_id, { ...deps, signal, ...compared })
      : []),
  ]
  return {
    made_at: present.toISOString(),
    sheet_name: sheet.name,
    view_name: view?.name ?? null,
    connection_id: sheet.connection_id,
    connection_name: sheet.connection_name,
    read_at: sheet.refreshed_at ?? sheet.read_at,
    is_partial: !wholeStates.has(sheet.badge.kind),
    ...compared,
    sections,
    people: has('waiting') && summary.with_people ? await waitingPeople(part) : null,
    lists: has('lists')
      ? crossedLists(await ask('cruzar.runs', {}, signal), sheet.connection_id, compared.days, zone())
      : null,
  }
}

const wholeStates: ReadonlySet<string> = new Set(['complete', 'refreshed'])

interface RowsDeps extends PageDeps {
  readonly table: TableRef
  readonly query: TableQuery
  readonly signal: AbortSignal
}

type Rows = ReturnType<typeof createRows>

/** Counts and groups the rows of a table that pass a query, and further filters. */
function createRows({ ask, zone, table, query: base, signal }: RowsDeps) {
  const narrowed = (filters: readonly ColumnFilter[]): TableQuery => ({
    ...base,
    sort: [],
    filters: [...base.filters, ...filters],
  })
  return {
    within: (column: string, days: WholeDays): ColumnFilter => ({
      column,
      operator: 'between',
      ...momentsOfDays(days, zone()),
      days,
    }),
    async count(filters: readonly ColumnFilter[]): Promise<number> {
      const query = narrowed(filters)
      return (await ask('tables.rows', { table, query, from: 0, count: 1, columns: [] }, signal)).matching
    },
    /** The largest groups by a column, with the number of rows of each and these figures. */
    async groups(by: Grouped, filters: readonly ColumnFilter[]): Promise<readonly Group[]> {
      const { sort: _, ...query } = narrowed(filters)
      const grouping = {
        query,
        by: [{ column: by.column, unit: by.unit ?? null }],
        across: false,
        figures: [...(by.figures ?? [])],
      }
      const key = by.unit ? `${by.unit}:${by.column}` : by.column
      const figureKeys = grouping.figures.map(({ figure, column }) => `${figure}:${column}`)
      const asked = {
        table: { ...table, grouping },
        query: { ...emptyQuery, sort: [{ column: 'group_rows', descending: true }] },
        from: 0,
        count: mostGroups,
        columns: [key, 'group_rows', ...figureKeys],
      }
      const { rows } = await ask('tables.rows', asked, signal)
      return rows.map(({ cells: [value, size, ...figures] }) => ({
        value: typeof value === 'string' || typeof value === 'number' ? String(value) || null : null,
        rows: numberIn(size) ?? 0,
        figures: figures.map(numberIn),
      }))
    },
    async first(filters: readonly ColumnFilter[], sort: TableQuery['sort'], columns: readonly string[], count: number) {
      const asked = { table, query: { ...narrowed(filters), sort }, from: 0, count, columns: [...columns] }
      return (await ask('tables.rows', asked, signal)).rows.map(({ cells }) => cells)
    },
  }
}

/** The contract's limit of rows that are asked for at once. */
const mostGroups = 1000

interface Grouped {
  readonly column: string
  readonly unit?: 'day'
  readonly figures?: readonly { readonly figure: 'maximum'; readonly column: string }[]
}

interface Group {
  readonly value: string | null
  readonly rows: number
  readonly figures: readonly (number | null)[]
}

function numberIn(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}

interface PagePart {
  readonly rows: Rows
  readonly columns: readonly TableColumn[]
  readonly days: WholeDays
  readonly before: WholeDays
}

const isThere = ({ columns }: PagePart, key: string) => columns.some((column) => column.key === key)

/** Figures of which a column is missing are left out. */
async function figures(part: PagePart): Promise<SummarySection[]> {
  const { rows, days, before } = part
  const beginning = beginningOf(part.columns)
  const line = async (figure: SummaryFigure, column: string | null, filters: readonly ColumnFilter[] = []) => {
    const needed = [column, ...filters.map((filter) => filter.column)]
    if (needed.some((key) => key === null || !isThere(part, key))) return []
    const of = (within: WholeDays) =>
      rows.count([...(column === null ? [] : [rows.within(column, within)]), ...filters])
    return [{ value: figure, now: await of(days), before: await of(before), hours: null }]
  }
  const lines: SummarySection['rows'] = [
    ...(await line('new', beginning)),
    ...(await line('resolved', beginning, [{ column: 'status', operator: 'in', values: ['resolved'] }])),
    ...(await line('unassigned', beginning, [{ column: 'agente', operator: 'blank' }])),
    ...(await line('wrote', 'ultima_mensagem_do_contato_em')),
  ]
  if (isThere(part, 'espera_desde')) {
    const now = await rows.count([{ column: 'espera_desde', operator: 'not_blank' }])
    lines.push({ value: 'waiting', now, before: null, hours: null })
  }
  return lines.length > 0 ? [{ block: 'figures', column: null, rows: lines, more: 0 }] : []
}

/** New rows by day, each beside the same day of the period before. */
async function trend({ rows, columns, days, before }: PagePart): Promise<SummarySection[]> {
  const column = beginningOf(columns)
  if (column === null) return []
  const byDay = async (within: WholeDays) => {
    const groups = await rows.groups({ column, unit: 'day' }, [rows.within(column, within)])
    const sizes = new Map(groups.map((group) => [group.value, group.rows]))
    return (place: number) => sizes.get(addDays(within.from, place)) ?? 0
  }
  const [now, past] = [await byDay(days), await byDay(before)]
  const compared = dayCount(before)
  const lines = Array.from({ length: dayCount(days) }, (_, place) => ({
    value: addDays(days.from, place),
    now: now(place),
    before: place < compared ? past(place) : null,
    hours: null,
  }))
  return [{ block: 'trend', column: null, rows: lines, more: 0 }]
}

/** New rows by the values of each column that an overview draws as bars. */
async function shares(part: PagePart): Promise<SummarySection[]> {
  const { rows, columns, days, before } = part
  const beginning = beginningOf(columns)
  if (beginning === null) return []
  const counted = overviewBlocks(columns).flatMap(({ drawing, by: [field], figures: [figure] }) =>
    drawing === 'bars' && field?.unit === null && !figure ? [field.column] : [],
  )
  const sections: SummarySection[] = []
  for (const key of counted.slice(0, mostShares)) {
    const now = await rows.groups({ column: key }, [rows.within(beginning, days)])
    const past = new Map(
      (await rows.groups({ column: key }, [rows.within(beginning, before)])).map((group) => [group.value, group.rows]),
    )
    const lines = now.map((group) => ({
      value: group.value,
      now: group.rows,
      before: past.get(group.value) ?? 0,
      hours: null,
    }))
    // A column that is empty in every row says nothing.
    if (lines.some(({ value }) => value !== null)) sections.push(...sectionOf('shares', key, columns, lines))
  }
  return sections
}

/** A section of the first values of a column; none where there is no line. */
function sectionOf(
  block: SummarySection['block'],
  key: string,
  columns: readonly TableColumn[],
  lines: SummarySection['rows'],
): SummarySection[] {
  const column = columns.find((one) => one.key === key)
  if (!column || lines.length === 0) return []
  const { type, heading } = column
  return [
    {
      block,
      column: { key, type, heading },
      rows: lines.slice(0, mostValues),
      more: Math.max(0, lines.length - mostValues),
    },
  ]
}

const waits = { column: 'espera_desde', operator: 'not_blank' } as const satisfies ColumnFilter

/** Who waits now, by agent, with the longest wait of each. */
async function waiting(part: PagePart): Promise<SummarySection[]> {
  const { rows, columns } = part
  if (!isThere(part, 'espera_desde') || !isThere(part, 'agente')) return []
  const figures = [{ figure: 'maximum', column: 'espera_horas' }] as const
  const groups = await rows.groups({ column: 'agente', figures }, [waits])
  const lines = groups.map(({ value, rows: now, figures: [hours = null] }) => ({ value, now, before: null, hours }))
  return sectionOf('waiting', 'agente', columns, lines)
}

/** The people who have waited longest. */
async function waitingPeople(part: PagePart): Promise<WaitingPerson[]> {
  if (!isThere(part, 'espera_horas')) return []
  const longest = [{ column: 'espera_horas', descending: true }]
  const cells = await part.rows.first([waits], longest, ['nome', 'telefone', 'agente', 'espera_horas'], mostPeople)
  const text = (cell: Cell | undefined) => (typeof cell === 'string' ? cell : '')
  return cells.map(([name, phone, agent, hours]) => ({
    name: text(name),
    phone: text(phone),
    agent: text(agent),
    hours: numberIn(hours) ?? 0,
  }))
}

/** The newest finished run of each list that was crossed in the days, beside the run before of the list. */
export function crossedLists(
  runs: readonly Run[],
  connectionId: string,
  { from, to }: WholeDays,
  zone: string,
): CrossedList[] {
  const finished = runs
    .filter(({ state, connection_id }) => state === 'finished' && connection_id === connectionId)
    .toSorted((one, other) => other.started_at.localeCompare(one.started_at))
  const newest = new Map<string, Run[]>()
  for (const run of finished) newest.set(run.list_id, [...(newest.get(run.list_id) ?? []), run])
  return [...newest.values()].flatMap(([run, previous]) => {
    const day = run && dayIn(zone, new Date(run.started_at))
    if (!run || !day || day < from || day > to) return []
    const { id, list_name: name, started_at: at, rows, outcomes } = run
    return [{ run_id: id, name, at, rows, outcomes, before: previous?.outcomes ?? null }]
  })
}

interface ReviewsDeps extends PageDeps {
  readonly signal: AbortSignal
  readonly days: WholeDays
  readonly before: WholeDays
}

/** Entries of the period by the state of their review. An account without entries has no section. */
async function reviews(connection_id: string, { days, before, ...deps }: ReviewsDeps): Promise<SummarySection[]> {
  const table = entriesTable({ connection_id, form_id: null, set: '' })
  const { columns, total } = await deps.ask('tables.shape', { table, query: emptyQuery }, deps.signal)
  if (total === 0) return []
  const rows = createRows({ ...deps, table, query: emptyQuery })
  const of = (within: WholeDays) => rows.groups({ column: 'revisao_estado' }, [rows.within('created_at', within)])
  const past = new Map((await of(before)).map((group) => [group.value, group.rows]))
  const lines = (await of(days)).map(({ value, rows: now }) => ({
    value,
    now,
    before: past.get(value) ?? 0,
    hours: null,
  }))
  return sectionOf('reviews', 'revisao_estado', columns, lines)
}

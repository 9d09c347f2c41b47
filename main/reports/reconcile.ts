import type {
  ReconciledFigure,
  Reconciliation,
  ReportName,
  ReportQuestion,
  ReportSheet,
} from '../../preload/contract/reports.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import { givenFilters } from '../../preload/values/lead-filters.ts'
import { decomposed } from '../../preload/values/text.ts'
import type { Data } from '../data-calls.ts'
import type { StoredSheet } from '../leads/sheet-calls.ts'
import { type Days, momentsOf } from './ask-report.ts'
import type { ComparedTable } from './compared-tables.ts'

export interface ReconcileDeps {
  readonly data: Data
  readonly zone: string
  readonly signal: AbortSignal
}

type Filters = TableQuery['filters']

/** The column of a lead row with the assignee of its conversation; the rows have no team (docs/services.md §2.1). */
const groups: Readonly<Record<ReportName, string | null>> = {
  summary: null,
  agents: 'agente',
  inboxes: 'caixa',
  labels: 'etiquetas_conversa',
  teams: null,
}

/**
 * What a column counts, by its key in JSON or its heading in Portuguese or English (docs/services.md §6.3); null for
 * other columns.
 */
export function countOf(key: string): 'conversations' | 'resolved' | null {
  if (key.length > longestHeading) return null
  // NFKD turns "Nº" and "N.º" into "no"; keys of JSON become words.
  const words = folded(key.normalize('NFKD').replace(/[._]/g, ' ')).split(/\s+/)
  const things = words.filter((word) => !countWords.has(word)).join(' ')
  if (conversationWords.has(things)) return 'conversations'
  return resolutionWords.has(things) ? 'resolved' : null
}

const longestHeading = 100

const countWords = new Set('n o no num numero total quantidade qtd qtde contagem count number de da das of'.split(' '))

const conversationWords = new Set([
  'conversas',
  'conversas atribuidas',
  'conversation',
  'conversations',
  'assigned conversations',
])

const resolutionWords = new Set([
  'resolucao',
  'resolucoes',
  'resolvidas',
  'conversas resolvidas',
  'resolution',
  'resolutions',
  'resolved',
  'resolved conversations',
])

/**
 * Compares the conversations of a report in a cached sheet with the server's count
 * (docs/decisions/requests-and-writes.md §15). Each count has the table query that finds its rows. In the
 * sheet, a conversation counts as resolved whenever that happened; the server counts those resolved in the period.
 */
export async function reconcile(
  question: ReportQuestion,
  tables: readonly ComparedTable[],
  sheet: ReportSheet,
  deps: ReconcileDeps,
): Promise<Reconciliation> {
  const table = tables.find(({ columns }) => columns.some(({ key }) => countOf(key) === 'conversations')) ?? tables[0]
  const server = serverFigures(table)
  const { from, to } = momentsOf(question, deps.zone)
  const began: Filters = [{ column: 'conversa_criada_em', operator: 'between', min: from, max: to + 999 }]
  const rows =
    question.report === 'summary'
      ? [await wholeAccount(server, began, sheet, deps)]
      : await byGroup(groups[question.report], server, began, sheet, deps)
  return { sheet, rows, not_computable: server.others }
}

interface ServerRow {
  readonly name: string
  readonly conversations: number | null
  readonly resolved: number | null
}

interface ServerFigures {
  readonly rows: ReadonlyMap<string, ServerRow>
  readonly hasConversations: boolean
  readonly hasResolved: boolean
  readonly others: string[]
}

function serverFigures(table: ComparedTable | undefined): ServerFigures {
  const columns = table?.columns ?? []
  const indexOf = (count: ReturnType<typeof countOf>) =>
    columns.findIndex(({ kind, key }) => kind === 'number' && countOf(key) === count)
  const [conversations, resolved, label] = [indexOf('conversations'), indexOf('resolved'), table?.label ?? null]
  const rows = new Map<string, ServerRow>()
  for (const row of table?.rows ?? []) {
    const name = label === null ? '' : String(row[label] ?? '')
    const previous = rows.get(folded(name))
    rows.set(folded(name), {
      name,
      conversations: added(previous?.conversations, row[conversations]),
      resolved: added(previous?.resolved, row[resolved]),
    })
  }
  const others = columns.filter(({ kind }, at) => kind !== 'text' && at !== conversations && at !== resolved)
  return {
    rows,
    hasConversations: conversations >= 0,
    hasResolved: resolved >= 0,
    others: others.map(({ key }) => key),
  }
}

/** Adds up two rows of one name, since the sheet has only names. */
function added(sum: number | null | undefined, cell: unknown): number | null {
  if (typeof cell !== 'number') return sum ?? null
  return (sum ?? 0) + cell
}

async function wholeAccount(server: ServerFigures, began: Filters, sheet: ReportSheet, deps: ReconcileDeps) {
  const count = async (filters: Filters) =>
    (await deps.data.ask('tables.shape', { table: tableOf(sheet), query: queryOf(filters) }, deps)).matching
  const resolved: Filters = [...began, isResolved]
  const received = server.rows.values().next().value
  return {
    name: null,
    conversations: server.hasConversations ? figure(received?.conversations ?? null, await count(began), began) : null,
    resolved: server.hasResolved ? figure(received?.resolved ?? null, await count(resolved), resolved) : null,
  }
}

async function byGroup(
  column: string | null,
  server: ServerFigures,
  began: Filters,
  sheet: ReportSheet,
  deps: ReconcileDeps,
): Promise<Reconciliation['rows']> {
  if (column === null) return []
  const counts = async (filters: Filters) => {
    const query = queryOf(filters)
    const { values } = await deps.data.ask('tables.values', { table: tableOf(sheet), query, column, search: '' }, deps)
    return new Map(values.map(({ value, rows }) => [folded(value ?? ''), { value, rows }]))
  }
  const all = await counts(began)
  const resolvedFilters: Filters = [...began, isResolved]
  const resolved = server.hasResolved ? await counts(resolvedFilters) : new Map<string, never>()
  const names = new Set([...server.rows.keys(), ...all.keys()])
  return [...names].map((key) => {
    const received = server.rows.get(key)
    const value = all.get(key)?.value ?? received?.name ?? ''
    const isNamed: Filters[number] = { column, operator: 'in', values: [value === '' ? null : value] }
    const conversations = all.get(key)?.rows ?? 0
    return {
      name: received?.name ?? value,
      conversations: server.hasConversations
        ? figure(received?.conversations ?? null, conversations, [...began, isNamed])
        : null,
      resolved: server.hasResolved
        ? figure(received?.resolved ?? null, resolved.get(key)?.rows ?? 0, [...resolvedFilters, isNamed])
        : null,
    }
  })
}

const isResolved: Filters[number] = { column: 'status', operator: 'in', values: ['resolved'] }

const tableOf = ({ id }: ReportSheet) => ({ kind: 'sheet' as const, id })

const queryOf = (filters: Filters): TableQuery => ({ search: '', sort: [], filters, conditions: null })

function figure(server: number | null, sheet: number, filters: Filters): ReconciledFigure {
  return { server, sheet, query: queryOf(filters) }
}

/** Names may differ in case, accents and spaces between the two. */
function folded(name: string): string {
  return decomposed(name)
    .replace(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase()
}

interface CoverageQuestion extends Days {
  readonly connection_id: string
}

/**
 * The sheets of a connection that contain the conversations begun in these days, the most exact first. A sheet of
 * movements since a day contains them too, since no conversation moves before it begins.
 */
export function coveringSheets(
  question: CoverageQuestion,
  sheets: readonly StoredSheet[],
  zone: string,
): ReportSheet[] {
  return sheets
    .flatMap((sheet): ReportSheet[] => {
      if (sheet.connection_id !== question.connection_id || sheet.read_at === null || !covers(sheet, question))
        return []
      const { id, name, read_at } = sheet
      return [{ id, name, read_at: sheet.refreshed_at ?? read_at, doubts: doubtsOf(sheet, question, zone) }]
    })
    .sort((one, other) => one.doubts.length - other.doubts.length || other.read_at.localeCompare(one.read_at))
}

function covers({ filter }: StoredSheet, { since, until }: Days): boolean {
  return givenFilters(filter).every(({ compares, given: [day = ''] }) => {
    if (compares === 'from') return day <= since
    return compares !== 'until' || day >= until
  })
}

function doubtsOf(
  { filter, badge, read_at, refreshed_at }: StoredSheet,
  days: Days,
  zone: string,
): ReportSheet['doubts'] {
  const filtered = givenFilters(filter).some(({ values }) => values !== 'day')
  const read = Date.parse(refreshed_at ?? read_at ?? '')
  const doubts = {
    one_per_person: filter.agrupar === 'contato',
    filtered,
    read_before_end: read < momentsOf(days, zone).to,
    incomplete: badge.kind !== 'complete',
  } satisfies Record<ReportSheet['doubts'][number], boolean>
  return (Object.keys(doubts) as ReportSheet['doubts']).filter((doubt) => doubts[doubt])
}

import type { TableQuery } from '../../preload/contract/tables.ts'

/** What a person does with an open sheet, for both sides. */
interface SheetStep {
  readonly name: string
  readonly query: TableQuery
  /** The first row that is shown: a share of those that match. */
  readonly share: number
}

const query = (change: Partial<TableQuery>): TableQuery => ({ search: '', sort: [], filters: [], ...change })
const byName = [{ column: 'nome', descending: false }]
const byMoment = [{ column: 'ultima_mensagem_em', descending: true }]

export const searchedWords = ['silva', 'ana']
export const nextWord = 'maria'
export const filtered = { status: 'open', label: 'boleto' }

export const sheetSteps: readonly SheetStep[] = [
  { name: 'first search: two words in four fields', query: query({ search: searchedWords.join(' ') }), share: 0 },
  { name: 'the next search, of one word', query: query({ search: nextWord }), share: 0 },
  { name: 'search that finds nothing', query: query({ search: 'qqxyz' }), share: 0 },
  {
    name: 'filter by status and label',
    query: query({
      filters: [
        { column: 'status', operator: 'in', values: [filtered.status] },
        { column: 'etiquetas_conversa', operator: 'in', values: [filtered.label] },
      ],
    }),
    share: 0,
  },
  { name: 'jump to the middle, sorted by name', query: query({ sort: byName }), share: 0.5 },
  { name: 'jump to the middle, sorted by last message, newest first', query: query({ sort: byMoment }), share: 0.5 },
]

/** What one side took. */
export interface SheetUse {
  /** Seconds until the process had started and answered. */
  readonly started: number
  /** From then until 50 rows of the sheet were there. */
  readonly opened: number
  /** The same until every row was read: into memory by ours, once and forgotten by the peer. */
  readonly loaded: number
  /** By the step's name. */
  readonly steps: Readonly<Record<string, { readonly ms: number; readonly matching: number }>>
  /** Milliseconds of each window of 50 rows at a random position, sorted by name. */
  readonly windows: readonly number[]
}

export const windowRows = 50
export const windowCount = 300

/** Positions that look random and are the same for both sides. */
export function windowAt(index: number, rows: number): number {
  return Math.floor((((index + 1) * 0.6180339887) % 1) * (rows - windowRows))
}

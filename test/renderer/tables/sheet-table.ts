import type { ChosenRows, TableQuery } from '../../../preload/contract/table-queries.ts'
import type { TableLayout, TableShape } from '../../../preload/contract/tables.ts'
import type { SavedView } from '../../../preload/contract/views.ts'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import { plainDefaults, type TableDefaults } from '../../../renderer/tables/columns.ts'
import { createTableStore } from '../../../renderer/tables/table-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { columnStatisticsWith, savedFileWith } from '../../kit/samples.ts'

/** The rows of the table. */
export const total = 5000

const countOf = (rows: ChosenRows) => {
  if (rows === null) return total
  return 'first' in rows ? rows.last - rows.first + 1 : rows.length
}

export interface RowsInput {
  readonly query: TableQuery
  readonly from: number
  readonly count: number
  readonly columns: readonly string[]
}

/** A sheet of 5,000 rows in main; any search finds every second one, a descending order reverses them. */
export function createSheetTable({
  layout = { columns: [] },
  defaults = {},
  views = [],
}: {
  /** Those that are stored for the sheets of the account. */
  views?: SavedView[]
  layout?: TableLayout
  defaults?: Partial<TableDefaults>
} = {}) {
  /** `left`: rows that a search finds no more. */
  const stored: { version: string; empty: string[]; left: number[] } = { version: 'v1', empty: [], left: [] }
  const matches = (query: TableQuery) => {
    const rows = Array.from({ length: total }, (_, row) => row).filter(
      (row) => !query.search || (row % 2 === 1 && !stored.left.includes(row)),
    )
    return query.sort[0]?.descending ? rows.reverse() : rows
  }
  const bridge = createFakeBridge({
    'tables.layout': () => layout,
    'views.list': () => views,
    'views.save': ({ view }) => {
      views = [...views.filter(({ id }) => id !== view.id), view]
      return views
    },
    'views.forget': ({ id }) => {
      views = views.filter((view) => view.id !== id)
      return views
    },
    'tables.arrange': ({ layout: arranged }) => arranged,
    'tables.shape': ({ query }: { query: TableQuery }): TableShape => ({
      columns: [
        { key: 'nome', type: 'text', heading: null },
        { key: 'mensagens', type: 'integer', heading: null },
        { key: 'status', type: 'status', heading: null },
      ],
      empty: stored.empty,
      keys: ['phone'],
      total,
      matching: matches(query).length,
      version: stored.version,
    }),
    'tables.rows': ({ query, from, count, columns }) => ({
      rows: matches(query)
        .slice(from, from + count)
        .map((row) => ({ row, cells: columns.map((key) => (key === 'mensagens' ? row : `${key} ${row}`)) })),
      matching: matches(query).length,
      version: stored.version,
    }),
    'tables.position': ({ query, row }) => {
      const rows = matches(query)
      const place = rows.indexOf(row)
      const position = place < 0 ? rows.filter((one) => one < row).length : place
      return { position: place < 0 ? null : place, before: position, version: stored.version }
    },
    'tables.statistics': () => columnStatisticsWith({ rows: total, filled: total, distinct: total }),
    'tables.values': () => ({ values: [], more: false }),
    'tables.copy': ({ rows }) => ({ text: 'a\tb', rows: countOf(rows) }),
    'tables.figures': ({ rows, columns }) => {
      const filled = countOf(rows) * columns.length
      return { filled, numbers: filled, sum: filled * 3, earliest: null, latest: null }
    },
    'tables.copy_keys': () => ({ text: '+5511988887777', keys: 1, repeated: 2, without: 3 }),
    'tables.export': ({ name }) => savedFileWith({ name }),
  })
  const store = createTableStore({
    ask: createAsk(bridge),
    table: { kind: 'sheet', id: 's1' },
    defaults: { ...plainDefaults, ids: 'mensagens', ...defaults },
    saveAfterMs: 0,
  })
  return { bridge, store, stored, inputs: bridge.inputs, state: () => store.getState() }
}

/** The same once it is open. */
export async function openSheetTable(options?: Parameters<typeof createSheetTable>[0]) {
  const made = createSheetTable(options)
  await made.state().open()
  return made
}

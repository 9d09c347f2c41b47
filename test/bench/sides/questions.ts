import type { Data } from '../../../main/data-calls.ts'
import type { Conditions, Grouping, TableRef } from '../../../preload/contract/table-queries.ts'
import { differenceTable } from '../../../preload/values/sheet-differences.ts'
import { type Facts, runNamed, type Side } from '../side.ts'
import { daysSinceLastLead, type Question, questionZone } from './input.ts'
import { columns, everyRow, type InFolder, openData, sheetIn, whileAsking, windowRows } from './our-data.ts'

/** Our sides of what people ask about the rows of a sheet, in the built data process. */

type Answer = (data: Data, sheet: TableRef) => Promise<Facts>

const firstRows = (data: Data, table: TableRef, shown: readonly string[], query = everyRow) =>
  data.ask('tables.rows', { table, query, from: 0, count: windowRows, columns: [...shown] })

type Rows = Awaited<ReturnType<typeof firstRows>>['rows']

/** Of the shown cells at this place. */
const sumAt = (rows: Rows, place: number) => rows.reduce((sum, { cells }) => sum + Number(cells[place] ?? 0), 0)

const groupedBy = (sheet: TableRef, by: Grouping['by'], more: Partial<Grouping>): TableRef => ({
  ...sheet,
  grouping: { query: everyRow, by, across: false, figures: [], ...more },
})

const groups: Answer = async (data, sheet) => {
  const by: Grouping['by'] = [
    { column: 'agente', unit: null },
    { column: 'ultima_mensagem_em', unit: 'week' },
  ]
  const table = groupedBy(sheet, by, { figures: [{ figure: 'sum', column: 'mensagens' }] })
  const shown = ['group_rows', 'sum:mensagens', 'agente', 'week:ultima_mensagem_em']
  const { rows, matching } = await firstRows(data, table, shown)
  return { groups: matching, leads: sumAt(rows, 0), messages: sumAt(rows, 1) }
}

const pivot: Answer = async (data, sheet) => {
  const by = ['agente', 'status'].map((column) => ({ column, unit: null }))
  const table = groupedBy(sheet, by, { across: true })
  const shape = await data.ask('tables.shape', { table, query: everyRow })
  const shown = shape.columns.map((column) => column.key)
  const { rows, matching } = await firstRows(data, table, shown)
  const across = shape.columns.flatMap((column, place) => (column.across ? [place] : []))
  return { agents: matching, leads: across.reduce((sum, place) => sum + sumAt(rows, place), 0) }
}

const numbers: Answer = async (data, table) => {
  const { filled, distinct, sum, frequent, bins } = await data.ask('tables.statistics', {
    table,
    query: everyRow,
    column: 'mensagens',
  })
  return { filled, distinct, messages: sum ?? 0, frequent: frequent[0]?.rows ?? 0, bins: bins.length }
}

const texts: Answer = async (data, table) => {
  const question = { table, query: everyRow, column: 'agente' }
  const { filled, distinct, frequent } = await data.ask('tables.statistics', question)
  return { filled, distinct, frequent: frequent[0]?.rows ?? 0 }
}

const filtered: Answer = async (data, table) => {
  const isOpenOrLong: Conditions['of'][number] = {
    match: 'any',
    filters: [
      { column: 'status', operator: 'in', values: ['open'] },
      { column: 'mensagens', operator: 'more', value: 40 },
    ],
  }
  const period = { name: 'last_days', count: daysSinceLastLead() } as const
  const isRecent = { column: 'ultima_mensagem_em', operator: 'period', period } as const
  const query = { ...everyRow, conditions: { match: 'all' as const, of: [isRecent, isOpenOrLong] } }
  const { rows, matching } = await firstRows(data, table, columns, query)
  return { matching, messages: sumAt(rows, columns.indexOf('mensagens')) }
}

const answers = { groups, pivot, numbers, texts, filtered } satisfies Record<Question, Answer>

/** One question about a sheet whose first rows are shown, until its first rows are there. */
const ask: Side<InFolder & { question: Question }> = async ({ dir, question }, measured) => {
  const data = openData(dir, { ...process.env, TZ: questionZone })
  const sheet = await sheetIn(data)
  await firstRows(data, sheet, columns)
  const other = () => data.ask('records.list', { collection: 'bench' })
  await measured(() => whileAsking(other, () => answers[question](data, sheet)))
  await data.close()
}

/** What differs between the last two readings of a sheet, until the first records are there. */
const changes: Side<InFolder> = async ({ dir }, measured) => {
  const data = openData(dir, { ...process.env, TZ: questionZone })
  const { id: sheet } = await sheetIn(data)
  const { snapshots } = await data.ask('sheets.snapshots', { id: sheet, versions: 2 })
  const [to = 0, from = 0] = snapshots.map(({ number }) => number)
  const pair = { from: { sheet, number: from }, to: { sheet, number: to } }
  const other = () => data.ask('records.list', { collection: 'bench' })
  await measured(() =>
    whileAsking(other, async () => {
      const { new: added, gone, changed } = await data.ask('sheets.difference', pair)
      await firstRows(data, differenceTable(pair), ['mudanca', ...columns])
      return { added, gone, changed }
    }),
  )
  await data.close()
}

await runNamed({ ask, changes })

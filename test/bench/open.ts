import { leadFields } from '../../preload/contract/lead-fields.ts'
import type { TableQuery } from '../../preload/contract/tables.ts'
import { alternate, compare, type Figure, percentile, type Rounds } from './figure.ts'
import { type Measured, runSide, withData } from './measured.ts'
import { type SheetUse, sheetSteps, windowAt, windowCount, windowRows } from './sheet-steps.ts'
import { sheetId } from './store-leads.ts'
import type { Workshop } from './workshop.ts'

const table = { kind: 'sheet', id: sheetId } as const
const columns = leadFields.map(({ key }) => key)
const everyRow: TableQuery = { search: '', sort: [], filters: [] }

function useSheet(dir: string): Promise<Measured<SheetUse>> {
  return withData(dir, async (data) => {
    const start = performance.now()
    const show = (query: TableQuery, from: number) =>
      data.ask('tables.rows', { table, query, from, count: windowRows, columns })
    await data.ask('sheets.list', {})
    const started = (performance.now() - start) / 1000
    const { matching: rows } = await show(everyRow, 0)
    const opened = (performance.now() - start) / 1000 - started

    const steps: Record<string, { ms: number; matching: number }> = {}
    for (const { name, query, share } of sheetSteps) {
      const begun = performance.now()
      const { matching } = await show(query, Math.floor(rows * share))
      steps[name] = { ms: performance.now() - begun, matching }
    }
    const sorted = sheetSteps.find(({ query }) => query.sort.length > 0)?.query ?? everyRow
    const windows: number[] = []
    for (let index = 0; index < windowCount; index++) {
      const begun = performance.now()
      await show(sorted, windowAt(index, rows))
      windows.push(performance.now() - begun)
    }
    // The first answer comes when every column is in memory.
    return { started, opened, loaded: opened, steps, windows }
  })
}

const peerRows = 'encrypted SQLite rows, same cipher, three indexes'

/** A sheet that is stored already: opened, searched, filtered, sorted, scrolled. */
export async function open(workshop: Workshop): Promise<Figure[]> {
  const dir = await workshop.sheet()
  const path = await workshop.table()
  const rounds = await alternate(
    3,
    () => useSheet(dir),
    () => runSide<SheetUse>('use-rows', { path, startedAt: performance.timeOrigin + performance.now() }),
  )
  return [
    compare({
      job: 'process start until it answers',
      peer: 'Node with better-sqlite3',
      rounds,
      ours: ({ value }) => value.started,
      theirs: ({ value }) => value.started,
      note: 'ours reads all sources of the data process; a built app reads one file',
    }),
    compare({
      job: 'the first 50 rows; ours with every column in memory',
      peer: `${peerRows}: these 50 and nothing else`,
      rounds,
      ours: ({ value }) => value.opened,
      theirs: ({ value }) => value.opened,
    }),
    compare({
      job: 'every row read',
      peer: `${peerRows}: walked once, none kept`,
      rounds,
      ours: ({ value }) => value.loaded,
      theirs: ({ value }) => value.loaded,
    }),
    ...sheetSteps.map(({ name }) => stepFigure(rounds, name)),
    ...[0.5, 0.95, 0.99].map((share) =>
      compare({
        job: `scroll: 50 rows anywhere, sorted by name, p${share * 100}`,
        peer: `${peerRows}: ORDER BY with OFFSET`,
        rounds,
        ours: ({ value }) => percentile(value.windows, share) / 1000,
        theirs: ({ value }) => percentile(value.windows, share) / 1000,
        note: `${windowCount} windows a round, all 23 columns, ours across the process border`,
      }),
    ),
  ]
}

function stepFigure(rounds: Rounds<SheetUse, SheetUse>, name: string): Figure {
  const ms = ({ value }: Measured<SheetUse>) => (value.steps[name]?.ms ?? Number.NaN) / 1000
  const [ours, theirs] = [rounds.ours, rounds.peer].map((sides) => sides[0]?.value.steps[name]?.matching)
  if (ours !== theirs) throw new Error(`${name}: we find ${ours} rows, SQLite ${theirs}`)
  return compare({ job: name, peer: peerRows, rounds, ours: ms, theirs: ms, note: `${ours} rows match` })
}

import { availableParallelism } from 'node:os'
import { runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { createReusedMemory } from '../columns/part.ts'
import { startThread, type Thread } from '../thread.ts'
import { createRowKernel, createRowMemory, type RowMemory, withLeftCells } from './row-kernel.ts'
import { countTimes, createOrders, type Order, type Source, sourceOf } from './row-sources.ts'
import { type RowWork, shareRuns } from './row-work.ts'
import type { CellCounts, ExportTable, RowFormat } from './table.ts'

/**
 * The rows of a file as bytes, in runs. The values of a run are placed in the memory of the kernel (row-kernel.ts),
 * which makes bytes of them, on this thread or on another one. Values that many rows have are finished once a file. So
 * are the rows of columns in another order than that of the file, whose values lie apart. What bytes alone do not
 * decide goes through `cell` and `encode`.
 */
export interface RowBlocks {
  /** Cells cut or cleaned so far; a repeated value once for every row of the file that has it. */
  readonly counts: CellCounts
  /** Makes so many rows of the table from one on; `number` is the first one's place in the file. */
  make(from: number, length: number, number: number): AsyncGenerator<RowBlock>
  end(): void
}

interface RowBlock {
  readonly rows: number
  /** In memory that threads share, where they stay until some more were made. */
  readonly bytes: Uint8Array
}

/** The input and output of so many rows stay in the nearer caches. */
const mostRunRows = 2048
/** With long texts runs have fewer rows, but not less than these. */
const fewestRunRows = 256
const mostRunBytes = 8_000_000
/** So many cells that become texts first take a fraction of a slice. */
const mostEncodedCells = 8192
/** A block is in use until three more were made. */
const blocksInUse = 4
/** Runs that wait for their turn while another thread makes one. */
const runsAhead = 4
/** Fewer are made before another thread has started. */
const rowsForThread = 50_000

/** Rows are finished while they fit, and while at least one of so many is written. */
const mostFinishedBytes = 512_000_000
const finishedShare = 4

/** What the kernel writes as one cell: a column, or columns whose rows are finished. */
interface Unit {
  /** The first or only one. */
  readonly column: number
  readonly start: string
  readonly empty: string
  /** Null where each cell is made by `cell` and `encode`. */
  readonly source: Source | null
}

/** Adjacent columns with one order. */
interface Group {
  readonly columns: number[]
  readonly order: Order | null
}

/** What all of a file share. */
interface File {
  readonly table: ExportTable
  readonly format: RowFormat
  readonly thread: Thread<RowWork> | null
  readonly yieldToEventLoop: YieldToEventLoop
}

/** Throws what the cells throw. Whoever makes them ends them. */
export async function createRowBlocks(
  table: ExportTable,
  format: RowFormat,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RowBlocks> {
  const isLong = table.rows.length >= rowsForThread && availableParallelism() > 1
  const thread = isLong ? startThread<RowWork>() : null
  const file = { table, format, thread, yieldToEventLoop }
  try {
    const memory = createRowMemory()
    const units: Unit[] = []
    for (const group of groupsOf(table)) units.push(...(await unitsOf(memory, file, group)))
    const runs = createRuns(memory, file, units, { hasEnds: false })
    return {
      counts: format.counts,
      make: (from, length, number) =>
        runs.make({ from, length, number }, (row, unit) =>
          cellText(file, units[unit]?.column ?? 0, table.rows[from + row] ?? 0, number + row),
        ),
      end() {
        runs.end()
        thread?.end()
      },
    }
  } catch (error) {
    thread?.end()
    throw error
  }
}

function groupsOf({ columns, rows }: ExportTable): readonly Group[] {
  const orders = createOrders(rows)
  const groups: Group[] = []
  for (const [column, { stored }] of columns.entries()) {
    const order = stored ? orders(stored.rows) : null
    const last = groups.at(-1)
    if (order && last?.order === order) last.columns.push(column)
    else groups.push({ columns: [column], order })
  }
  return groups
}

/** A group as the kernel writes it: as one unit where its rows are finished, else its columns. */
async function unitsOf(memory: RowMemory, file: File, group: Group): Promise<readonly Unit[]> {
  const { order } = group
  const source = order?.rows ? await finishRows(memory, file, group, order) : null
  if (!source) return unitsOfColumns(memory, file, group, order)
  const [column = 0] = group.columns
  const empty = group.columns.map((each) => file.format.empties[each]).join('')
  return [{ column, start: '', empty, source }]
}

async function unitsOfColumns(
  memory: RowMemory,
  { table, format, yieldToEventLoop }: File,
  group: Group,
  order: Order | null,
): Promise<Unit[]> {
  const units: Unit[] = []
  for (const column of group.columns) {
    await yieldToEventLoop()
    const { stored } = table.columns[column] ?? {}
    const cells = format.columns[column]
    const orders = order && group.order && { order, counted: group.order }
    const source =
      stored && cells && orders
        ? await runInSlices(sourceOf(memory, stored, orders, cells, format.counts), yieldToEventLoop)
        : null
    units.push({ column, start: format.starts[column] ?? '', empty: format.empties[column] ?? '', source })
  }
  return units
}

/** A cell that bytes do not decide, with everything around it. */
function cellText({ table, format }: File, column: number, row: number, number: number): string {
  const { columns, starts, empties, numbered } = format
  const text = columns[column]?.encode(table.columns[column]?.cell(row) ?? null)
  return text ? `${starts[column]}${numbered ? number : ''}${text}` : (empties[column] ?? '')
}

interface RunRows {
  readonly from: number
  readonly length: number
  /** Of the first row in the file. */
  readonly number: number
}

/** Makes rows in runs; `hasEnds` gives where each row ends in its block, too. */
function createRuns(
  memory: RowMemory,
  { format, thread, yieldToEventLoop }: File,
  units: readonly Unit[],
  { hasEnds }: { readonly hasEnds: boolean },
) {
  const around = { starts: units.map(({ start }) => start), empties: units.map(({ empty }) => empty) }
  const columns = units.flatMap(({ column }) => format.columns[column] ?? [])
  const kinds = units.map(({ source }) => source?.kind ?? 'asked')
  const createRun = createRowKernel(memory, { ...format, ...around, columns }, kinds, hasEnds)
  const ahead = thread ? runsAhead : 1
  const runs = Array.from({ length: ahead + blocksInUse }, () => ({
    ...createRun(),
    rows: 0,
    whole: createReusedMemory((bytes) => new Uint8Array(new SharedArrayBuffer(bytes))),
  }))
  const shared = shareRuns(memory, runs, thread)
  const sources = units.flatMap(({ source }) => source ?? [])
  const mostEncodedRows = Math.floor(mostEncodedCells / Math.max(1, units.length - sources.length))
  const mostRows = Math.min(mostRunRows, Math.max(1, mostEncodedRows))

  /** How many rows come next. */
  function runLength(from: number, limit: number): number {
    let length = Math.min(mostRows, limit)
    for (const source of sources) length = Math.min(length, source.together?.(from) ?? length)
    const bytes = () => sources.reduce((sum, source) => sum + (source.bytes?.(from, length) ?? 0), 0)
    while (length > fewestRunRows && bytes() > mostRunBytes) length >>= 1
    return length
  }
  let next = 0
  function place(from: number, limit: number, number: number) {
    const run = runs[next++ % runs.length] as (typeof runs)[number]
    run.rows = runLength(from, limit)
    const values = run.begin(run.rows, number)
    for (const [unit, { source }] of units.entries()) run.setColumn(unit, source?.place(from, run.rows, values) ?? [0])
    shared.place(run)
    return run
  }
  return {
    async *make({ from, length, number }: RunRows, textOf: (row: number, unit: number) => string) {
      const waiting: (typeof runs)[number][] = []
      let placed = 0
      let done = 0
      try {
        while (done < length) {
          for (; placed < length && waiting.length < ahead; placed += waiting.at(-1)?.rows ?? 0)
            waiting.push(place(from + placed, length - placed, number + placed))
          await shared.finish(waiting)
          const run = waiting.shift() as (typeof runs)[number]
          const made = run.made()
          const first = done
          const bytes = withLeftCells(made, (row, unit) => textOf(first + row, unit), run.whole)
          done += run.rows
          yield { rows: run.rows, bytes, ends: made.ends }
          await yieldToEventLoop()
        }
      } finally {
        // Nobody works on them when they are used again.
        for (const run of waiting) await shared.finish([run])
      }
    },
    end: shared.end,
  }
}

/**
 * Finishes the cells of a group for each row of its parts, one after the other, and keeps them in the memory. Null
 * where that is of no use: rows are few, are too long, or hold their numbers in the file.
 */
async function finishRows(
  memory: RowMemory,
  file: File,
  group: Group,
  { rows: shown }: Order & { readonly rows: Uint32Array },
): Promise<Source | null> {
  const { table, format } = file
  const parts = group.columns.flatMap((column) => [table.columns[column]?.stored?.parts ?? []])
  const count = Math.max(...parts.map((each) => each.reduce((sum, { rows }) => sum + rows, 0)))
  if (format.numbered || table.rows.length * finishedShare < count) return null
  const counts = { ...format.counts }
  const ownMemory = createRowMemory()
  const units = await unitsOfColumns(ownMemory, file, group, { length: count, first: 0, rows: null })
  const runs = createRuns(ownMemory, { ...file, format: { ...format, row: ['', '', ''] } }, units, { hasEnds: true })
  const offsets = memory.array(Uint32Array, count + 2)
  let heap = memory.array(Uint8Array, 1)
  let uses: ReturnType<typeof usesOf> | undefined
  let [first, end] = [0, 0]
  const textOf = (row: number, unit: number) => {
    uses ??= usesOf(table, shown, count)
    const times = uses.times[row] ?? 0
    const text = () => cellText(file, units[unit]?.column ?? 0, uses?.rows[row] ?? 0, 0)
    return times > 0 ? countTimes(format.counts, times, text) : ''
  }
  try {
    for await (const { rows, bytes, ends } of runs.make({ from: 0, length: count, number: 0 }, textOf)) {
      if (end + bytes.length > mostFinishedBytes) {
        Object.assign(format.counts, counts)
        return null
      }
      heap = memory.withRoom(heap, end + bytes.length)
      heap.set(bytes, end)
      for (let row = 0; row < rows; row++) offsets[first + row + 1] = end + (ends[row] as number)
      first += rows
      end += bytes.length
    }
  } finally {
    runs.end()
  }
  // A row of none is the empty one at the end.
  offsets[count + 1] = end
  return {
    kind: 'dictionary',
    place(from, length, values) {
      const codes = values(Uint32Array, length)
      // Rows lie inside the file: `as number` spares a check a row here and below.
      for (let at = 0; at < length; at++) codes[at] = Math.min(shown[from + at] as number, count)
      return [length, codes.byteOffset, codes.BYTES_PER_ELEMENT, offsets.byteOffset, heap.byteOffset]
    },
  }
}

/** How many rows of the file show each row of a part, and one of them. */
function usesOf({ rows: all }: ExportTable, shown: Uint32Array, count: number) {
  const uses = { times: new Uint32Array(count), rows: new Uint32Array(count) }
  for (let at = 0; at < shown.length; at++) {
    const row = shown[at] as number
    // A row of none is outside.
    if (row >= count) continue
    uses.times[row] = (uses.times[row] as number) + 1
    uses.rows[row] = all[at] as number
  }
  return uses
}

import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { StoredValues } from '../columns/column.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { TextHeap } from '../columns/part.ts'
import { createRowKernel, createRowMemory, type RowMemory, type ValueKind } from './row-kernel.ts'
import { countTimes, createOrders, type Load, loadOf, type Order, valueKind } from './row-sources.ts'
import type { CellCounts, ExportTable, RowFormat } from './table.ts'

/**
 * The rows of a file as bytes, in runs. The values of a run are placed in the memory of the kernel (row-kernel.ts),
 * which makes bytes of them. Values that many rows have are finished once a file. So are the rows of columns in another
 * order than that of the file, whose values lie apart. What bytes alone do not decide goes through `cell` and `encode`.
 */
export interface RowBlocks {
  /** Cells cut or cleaned so far; a repeated value once for every row of the file that has it. */
  readonly counts: CellCounts
  /** Makes these rows as the file has them; `number` is the first one's place in it. */
  make(rows: Uint32Array, number: number): AsyncGenerator<{ readonly rows: number; readonly bytes: Uint8Array }>
}

/** The input and output of so many rows stay in the nearer caches. */
const mostRunRows = 2048
/** With long texts runs have fewer rows, but not less than these. */
const fewestRunRows = 256
const mostRunBytes = 8_000_000
/** Shorter ones need no count. */
const longText = 500
/** So many cells that become texts first take a fraction of a slice. */
const mostEncodedCells = 8192
/** A block is in use until three more were made. */
const blocksInUse = 4

/** Rows are finished while they fit, and while at least one of so many is written. */
const mostFinishedBytes = 512_000_000
const finishedShare = 4

/** What the kernel writes as one cell: a column, or columns whose rows are finished. */
interface Unit {
  readonly kind: ValueKind
  /** The first or only one. */
  readonly column: number
  readonly start: string
  readonly empty: string
  readonly load: Load | null
}

/** Adjacent columns with one order. */
interface Group {
  readonly columns: number[]
  readonly order: Order | null
}

export async function createRowBlocks(
  table: ExportTable,
  format: RowFormat,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RowBlocks> {
  const { columns } = table
  const { counts, empties } = format
  const memory = createRowMemory()
  const units: Unit[] = []
  for (const group of groupsOf(table)) {
    const load = await finishRows(memory, table, group, format, yieldToEventLoop)
    const [column = 0] = group.columns
    if (load) {
      const empty = group.columns.map((each) => empties[each]).join('')
      units.push({ kind: 'codes', column, start: '', empty, load })
    } else units.push(...(await unitsOf(memory, table, group, format, yieldToEventLoop)))
  }
  const kernel = createKernel(memory, units, format)
  const runOf = createRuns(table)
  const share = createSharedBlocks()
  return {
    counts,
    async *make(rows, number) {
      for (let done = 0; done < rows.length; ) {
        const run = runOf(rows.subarray(done))
        const firstNumber = number + done
        const orders = createOrders(run)
        kernel.begin()
        for (const [unit, { column, load }] of units.entries()) {
          kernel.setColumn(unit, load?.(orders(columns[column]?.stored?.rows ?? null)) ?? [0])
        }
        const { bytes } = kernel.putRows(run.length, firstNumber, (row, unit) =>
          cellText(table, format, units[unit]?.column ?? 0, run[row] ?? 0, firstNumber + row),
        )
        done += run.length
        yield { rows: run.length, bytes: share(bytes) }
        await yieldToEventLoop()
      }
    },
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

/** Each column of a group as the kernel writes it. */
async function unitsOf(
  memory: RowMemory,
  { columns }: ExportTable,
  { columns: places, order }: Group,
  format: RowFormat,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Unit[]> {
  const units: Unit[] = []
  for (const column of places) {
    await yieldToEventLoop()
    const { stored } = columns[column] ?? {}
    const cells = format.columns[column]
    const isStored = stored && order && cells
    const load = isStored ? await loadOf(memory, stored, order, cells, format.counts, yieldToEventLoop) : null
    const [start = '', empty = ''] = [format.starts[column], format.empties[column]]
    units.push({ kind: valueKind(stored?.part), column, start, empty, load })
  }
  return units
}

function createKernel(memory: RowMemory, units: readonly Unit[], format: RowFormat) {
  const columns = units.flatMap(({ column }) => format.columns[column] ?? [])
  const around = { starts: units.map(({ start }) => start), empties: units.map(({ empty }) => empty) }
  const kinds = units.map(({ kind }) => kind)
  return createRowKernel(memory, { ...format, ...around, columns }, kinds)
}

/** A cell that bytes do not decide, with everything around it. */
function cellText(
  { columns }: ExportTable,
  { columns: formats, starts, empties, numbered }: RowFormat,
  column: number,
  row: number,
  number: number,
): string {
  const text = formats[column]?.encode(columns[column]?.cell(row) ?? null)
  return text ? `${starts[column]}${numbered ? number : ''}${text}` : (empties[column] ?? '')
}

/**
 * Finishes the cells of a group for each row of its parts, one after the other, and keeps them in the memory. Null
 * where that is of no use: rows follow each other, are few, are too long, or hold their numbers in the file.
 */
async function finishRows(
  memory: RowMemory,
  table: ExportTable,
  group: Group,
  format: RowFormat,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Load | null> {
  const { order } = group
  const stored = group.columns.flatMap((column) => table.columns[column]?.stored ?? [])
  const count = Math.max(...stored.map(({ part }) => part.rows))
  if (!order || order.first !== null || format.numbered || table.rows.length * finishedShare < count) return null
  const counts = { ...format.counts }
  const ownMemory = createRowMemory()
  const units = await unitsOf(ownMemory, table, group, format, yieldToEventLoop)
  const kernel = createKernel(ownMemory, units, { ...format, row: ['', '', ''] })
  const base = new Uint32Array(count)
  for (let row = 0; row < count; row++) base[row] = row
  const runOf = createRuns({ columns: stored.map(({ part }) => ({ stored: { part, rows: null } })) })
  const offsets = new Uint32Array(count + 2)
  const heap = memory.end()
  let uses: ReturnType<typeof usesOf> | undefined
  for (let first = 0; first < count; ) {
    const rows = runOf(base.subarray(first))
    kernel.begin()
    for (const [unit, { load }] of units.entries()) kernel.setColumn(unit, load?.({ rows, first }) ?? [0])
    const { bytes, ends } = kernel.putRows(rows.length, 0, (row, unit) => {
      uses ??= usesOf(table, order, count)
      const times = uses.times[first + row] ?? 0
      const text = () => cellText(table, format, units[unit]?.column ?? 0, uses?.rows[first + row] ?? 0, 0)
      return times > 0 ? countTimes(format.counts, times, text) : ''
    })
    const start = memory.end() - heap
    if (start + bytes.length > mostFinishedBytes) {
      memory.truncate(heap)
      Object.assign(format.counts, counts)
      return null
    }
    memory.append(bytes)
    for (let row = 0; row < rows.length; row++) offsets[first + row + 1] = start + (ends[row] as number)
    first += rows.length
    await yieldToEventLoop()
  }
  // A row of none is the empty one at the end.
  offsets[count + 1] = offsets[count] as number
  const place = memory.place(offsets)
  return ({ rows }) => [
    rows.length,
    memory.place(rows.map((row) => Math.min(row, count))),
    rows.BYTES_PER_ELEMENT,
    place,
    heap,
  ]
}

/** How many rows of the file show each row of a part, and one of them. */
function usesOf({ rows: all }: ExportTable, { rows }: Order, count: number) {
  const uses = { times: new Uint32Array(count), rows: new Uint32Array(count) }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number
    if (row === noRow) continue
    uses.times[row] = (uses.times[row] as number) + 1
    uses.rows[row] = all[at] as number
  }
  return uses
}

/** Gives how many of the rows come next. */
function createRuns({ columns }: { readonly columns: readonly Pick<ExportTable['columns'][number], 'stored'>[] }) {
  const encoded = columns.filter(({ stored }) => !stored).length
  const mostRows = Math.min(mostRunRows, Math.max(1, Math.floor(mostEncodedCells / Math.max(1, encoded))))
  /** Their bytes decide how large a run is. */
  const texts = columns.flatMap(({ stored }) =>
    stored?.part.kind === 'text' && hasLongTexts(stored.part) ? [[stored.part, stored.rows] as const] : [],
  )
  return (rows: Uint32Array): Uint32Array => {
    let run = rows.subarray(0, mostRows)
    while (run.length > fewestRunRows && bytesOf(texts, run) > mostRunBytes) run = run.subarray(0, run.length >> 1)
    return run
  }
}

/** Copies bytes to memory that threads share, where they stay until some more were made. */
function createSharedBlocks(): (bytes: Uint8Array) => Uint8Array {
  const blocks = Array.from({ length: blocksInUse }, () => new Uint8Array(new SharedArrayBuffer(0)))
  return (bytes) => {
    const block = blocks.shift()
    const isLarge = block && block.length >= bytes.length
    const room = isLarge ? block : new Uint8Array(new SharedArrayBuffer(bytes.length * 1.25))
    blocks.push(room)
    room.set(bytes)
    return room.subarray(0, bytes.length)
  }
}

function hasLongTexts({ offsets }: TextHeap): boolean {
  for (let at = 1; at < offsets.length; at++) {
    // Rows lie inside their columns: `as number` spares a check a row here and below.
    if ((offsets[at] as number) - (offsets[at - 1] as number) >= longText) return true
  }
  return false
}

function bytesOf(texts: readonly (readonly [TextHeap, StoredValues['rows']])[], rows: Uint32Array): number {
  let bytes = 0
  for (const [{ offsets }, index] of texts) {
    for (let at = 0; at < rows.length; at++) {
      const row = index ? (index[rows[at] as number] as number) : (rows[at] as number)
      if (row !== noRow) bytes += (offsets[row + 1] as number) - (offsets[row] as number)
    }
  }
  return bytes
}

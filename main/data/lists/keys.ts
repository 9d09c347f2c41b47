import { type KeyProblem, keyProblem } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { usualPhone } from '../../kernel/phones.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { areaCodeOf, longestAddress, readCellKeys, usualEmail } from './cell-keys.ts'
import { createKeyTable, type KeyTable, maxDigits, withRoom } from './key-table.ts'
import type { KeyColumn, ListPlan } from './plan.ts'
import { cellText, type RowBlock } from './row-block.ts'

/** Unusable cells that are reported for the person to mend. */
const mostReported = 500

/** A cell that gives no key, or gives one beside something that is none. */
export interface UnusableKey {
  /** As Excel numbers it, from 1. */
  readonly row: number
  /** Position of the column, from 0. */
  readonly column: number
  readonly reason: KeyProblem
  /** Personal data: for the screen, never for a log. */
  readonly text: string
}

/** The distinct keys of a list, and which row has which. Rows count from 0 in their order. */
export interface KeyMap {
  readonly rows: number
  /** Distinct, in the order in which the list has them first. */
  readonly keys: KeyTable
  /** The keys of row `r` are `indexes[offsets[r]]` up to `indexes[offsets[r + 1]]`, each once, in the row's order. */
  readonly rowKeys: { readonly offsets: Uint32Array; readonly indexes: Uint32Array }
  /** 0 for a row with a key; else 1 plus the index of its reason in the contract's `keyProblem`. */
  readonly rowProblems: Uint8Array
  /** Keys beyond the first time that each occurs. */
  readonly repeated: number
  /** Rows without a key: the outcome `invalida`. */
  readonly unusableRows: number
  /** The first 500. */
  readonly unusable: readonly UnusableKey[]
  /** Unusable cells by reason, in the contract's order; reasons that do not occur are left out. */
  readonly problems: readonly { readonly reason: KeyProblem; readonly cells: number }[]
}

type KeyPlan = Pick<ListPlan, 'keyColumns' | 'areaCodeColumn'>

/**
 * Finds the keys of a list (features.md §3, client rules for cruzar) in the columns of its plan. Takes the blocks of
 * `readList`. Yields to the event loop about every 12 ms. Throws `list_no_keys` when the plan names no key column, `list_empty` when
 * there is no row; a list whose keys are all unusable is no failure but a map without keys.
 */
export async function recogniseKeys(
  blocks: AsyncIterable<RowBlock>,
  plan: KeyPlan,
  options: {
    readonly signal?: AbortSignal
    /** Rows read so far. */
    readonly progress?: (rows: number) => void
  } = {},
): Promise<KeyMap> {
  if (plan.keyColumns.length === 0) throw new AppFailure('list_no_keys')
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const collector = createCollector(plan)
  for await (const block of blocks) {
    for (let from = 0; from < block.rows; from += rowsAtOnce) {
      collector.add(block, from, Math.min(from + rowsAtOnce, block.rows))
      await yieldToEventLoop()
    }
    options.progress?.(collector.rows())
  }
  if (collector.rows() === 0) throw new AppFailure('list_empty')
  return collector.map()
}

/** Rows between two checks of the clock. */
const rowsAtOnce = 1000
const blank = 0x20
const emptyCell = keyProblem.options.indexOf('empty') + 1

function createCollector(plan: KeyPlan) {
  const table = createKeyTable()
  const reader = createRowReader(plan)
  // By key: 1 plus the last row that has it.
  let lastRows = new Uint32Array(1024)
  let keyOf = new Uint32Array(1024)
  let offsets = new Uint32Array(1024)
  let indexes = new Uint32Array(1024)
  let rowProblems = new Uint8Array(1024)
  let rows = 0
  let used = 0
  let repeated = 0
  let unusableRows = 0

  return {
    rows: () => rows,
    // Indexes stay inside the arrays: `as number` spares a check each.
    add(block: RowBlock, from: number, to: number) {
      const { found, rowEnds, problems } = reader.read(block, from, to)
      keyOf = withRoom(keyOf, found.count)
      table.take(found, keyOf)
      lastRows = withRoom(lastRows, table.size)
      indexes = withRoom(indexes, used + found.count)
      offsets = withRoom(offsets, rows + to - from + 1)
      rowProblems = withRoom(rowProblems, rows + to - from)
      let at = 0
      for (let row = 0; row < to - from; row++) {
        const problem = problems[row] as number
        rowProblems[rows++] = problem
        if (problem > 0) unusableRows++
        for (const end = rowEnds[row] as number; at < end; at++) {
          const key = keyOf[at] as number
          const before = lastRows[key] as number
          if (before > 0) repeated++
          if (before === rows) continue
          lastRows[key] = rows
          indexes[used++] = key
        }
        offsets[rows] = used
      }
    },
    map: (): KeyMap => ({
      rows,
      keys: table,
      rowKeys: { offsets: offsets.slice(0, rows + 1), indexes: indexes.slice(0, used) },
      rowProblems: rowProblems.slice(0, rows),
      repeated,
      unusableRows,
      ...reader.problems(),
    }),
  }
}

/** Reads the key cells of rows: the keys in their order, repeated ones as well, and what is wrong. */
function createRowReader({ keyColumns, areaCodeColumn }: KeyPlan) {
  const unusable: UnusableKey[] = []
  const cellsByProblem = new Uint32Array(keyProblem.options.length + 1)
  const rowEnds = new Uint32Array(rowsAtOnce)
  const problems = new Uint8Array(rowsAtOnce)
  let phones = new Float64Array(4 * rowsAtOnce)
  let ends = new Uint32Array(4 * rowsAtOnce)
  let heap = new Uint8Array(64 * rowsAtOnce)
  let count = 0
  let texts = 0
  let used = 0

  function report(block: RowBlock, row: number, column: number, problem: number): void {
    cellsByProblem[problem] = (cellsByProblem[problem] as number) + 1
    const reason = keyProblem.options[problem - 1]
    if (!reason || unusable.length === mostReported) return
    unusable.push({ row: block.numbers[row] as number, column, reason, text: cellText(block, row, column) })
  }

  /** Any cell, read as text; gives 1 plus the index of its problem, 0 without one. */
  function readText(block: RowBlock, row: number, { index, kind }: KeyColumn): number {
    const areaCode = areaCodeColumn === null ? null : areaCodeOf(cellText(block, row, areaCodeColumn))
    const { keys, problem } = readCellKeys(cellText(block, row, index), kind, areaCode)
    phones = withRoom(phones, count + keys.length)
    ends = withRoom(ends, texts + keys.length)
    for (const { key, kind: keyKind } of keys) {
      const isPhone = keyKind !== 'email' && key.length <= maxDigits
      phones[count++] = isPhone ? Number(key) : 0
      if (isPhone) continue
      heap = withRoom(heap, used + 3 * key.length)
      used += Buffer.from(heap.buffer).write(key, used)
      ends[texts++] = used
    }
    return problem === null ? 0 : keyProblem.options.indexOf(problem) + 1
  }

  /** The keys of one cell; gives its problem as `readText` does. */
  function readCell(block: RowBlock, row: number, column: KeyColumn): number {
    if (column.index >= (block.widths[row] as number)) return emptyCell
    const { bytes } = block
    const cell = (block.firstCells[row] as number) + column.index
    let from = block.starts[cell] as number
    let to = block.ends[cell] as number
    while (from < to && bytes[from] === blank) from++
    while (to > from && bytes[to - 1] === blank) to--
    if (from === to) return emptyCell
    const phone = column.kind === 'phone' ? usualPhone(bytes, from, to) : 0
    const length = phone > 0 ? 0 : usualEmail(bytes, from, to, heap, used)
    if (phone === 0 && length === 0) return readText(block, row, column)
    phones[count++] = phone
    if (length > 0) {
      used += length
      ends[texts++] = used
    }
    return 0
  }

  /** An empty cell is a problem only where all key cells of the row are empty; then it is reported once. */
  function readRow(block: RowBlock, row: number): number {
    const before = count
    let first = 0
    for (const column of keyColumns) {
      const problem = readCell(block, row, column)
      if (problem === 0 || problem === emptyCell) continue
      first ||= problem
      report(block, row, column.index, problem)
    }
    if (count > before) return 0
    if (first === 0) report(block, row, keyColumns[0]?.index ?? 0, emptyCell)
    return first || emptyCell
  }

  return {
    read(block: RowBlock, from: number, to: number) {
      count = 0
      texts = 0
      used = 0
      for (let row = from; row < to; row++) {
        phones = withRoom(phones, count + keyColumns.length)
        ends = withRoom(ends, texts + keyColumns.length)
        heap = withRoom(heap, used + keyColumns.length * longestAddress)
        problems[row - from] = readRow(block, row)
        rowEnds[row - from] = count
      }
      return { found: { count, phones, heap, ends }, rowEnds, problems }
    },
    problems: () => ({
      unusable,
      problems: keyProblem.options
        .map((reason, index) => ({ reason, cells: cellsByProblem[index + 1] as number }))
        .filter(({ cells }) => cells > 0),
    }),
  }
}

import { type KeyProblem, keyProblem } from '../../../preload/contract/cruzar.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { createKeyIndex } from '../columns/key-index.ts'
import { areaCodeOf, type CellKeys, readCellKeys } from './cell-keys.ts'
import type { ListPlan, RowBatch } from './plan.ts'

/** Rows between two checks of the clock. */
const rowsAtOnce = 100

/** Unusable cells whose text is reported for the person to mend. */
const reportedTexts = 500

/** A cell that gives no key, or gives one beside something that is none. */
interface UnusableKey {
  /** As Excel numbers it, from 1. */
  readonly row: number
  /** Position of the column, from 0. */
  readonly column: number
  readonly reason: KeyProblem
  /** The cell's text for the first 500, null for the rest. Personal data: for the screen, never for a log. */
  readonly text: string | null
}

/** The distinct keys of a list, and which row has which. Rows count from 0 in their order. */
export interface KeyMap {
  readonly rows: number
  /** Distinct, in the order in which the list has them first. */
  readonly keys: readonly string[]
  /** The keys of row `r` are `indexes[offsets[r]]` up to `indexes[offsets[r + 1]]`, each once, in the row's order. */
  readonly rowKeys: { readonly offsets: Uint32Array; readonly indexes: Uint32Array }
  /** 0 for a row with a key; else 1 plus the index of its reason in the contract's `keyProblem`. */
  readonly rowProblems: Uint8Array
  /** Keys beyond the first time that each occurs. */
  readonly repeated: number
  /** Rows without a key: the outcome `invalida`. */
  readonly unusableRows: number
  readonly unusable: readonly UnusableKey[]
  /** Unusable cells by reason, in the contract's order; reasons that do not occur are left out. */
  readonly problems: readonly { readonly reason: KeyProblem; readonly cells: number }[]
}

/**
 * Finds the keys of a list (features.md §3, client rules for cruzar) in the columns of its plan. Takes the batches of
 * `readList`. Yields to the event loop about every 8 ms. Throws `list_no_keys` when the plan names no key column, `list_empty` when
 * there is no row; a list whose keys are all unusable is no failure but a map without keys.
 */
export async function recogniseKeys(
  batches: AsyncIterable<RowBatch>,
  plan: Pick<ListPlan, 'keyColumns' | 'areaCodeColumn'>,
  options: {
    readonly signal?: AbortSignal
    /** Rows read so far. */
    readonly progress?: (rows: number) => void
  } = {},
): Promise<KeyMap> {
  if (plan.keyColumns.length === 0) throw new AppFailure('list_no_keys')
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const collector = createCollector(plan)
  for await (const { rows, numbers } of batches) {
    for (const [index, row] of rows.entries()) {
      collector.add(row, numbers[index] ?? 0)
      if (index % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop()
    }
    await yieldToEventLoop()
    options.progress?.(collector.rows())
  }
  if (collector.rows() === 0) throw new AppFailure('list_empty')
  return collector.map()
}

interface ReadRow {
  readonly cells: readonly { readonly index: number; readonly cell: CellKeys }[]
  /** The cells whose problem is reported to the person. */
  readonly reported: ReadRow['cells']
  /** Why the row has no key, or null when it has one. */
  readonly reason: KeyProblem | null
}

/** An empty cell is a problem only where all key cells of the row are empty; then it is reported once. */
function readRow(plan: Pick<ListPlan, 'keyColumns' | 'areaCodeColumn'>, row: readonly string[]): ReadRow {
  const areaCode = plan.areaCodeColumn === null ? null : areaCodeOf(row[plan.areaCodeColumn] ?? '')
  const cells = plan.keyColumns.map(({ index, kind }) => ({
    index,
    cell: readCellKeys(row[index] ?? '', kind, areaCode),
  }))
  const bad = cells.filter(({ cell }) => cell.problem !== null && cell.problem !== 'empty')
  if (cells.some(({ cell }) => cell.keys.length > 0)) return { cells, reported: bad, reason: null }
  const reported = bad.length > 0 ? bad : cells.slice(0, 1)
  return { cells, reported, reason: reported[0]?.cell.problem ?? 'empty' }
}

function createCollector(plan: Pick<ListPlan, 'keyColumns' | 'areaCodeColumn'>) {
  const keyNumbers = createKeyNumbers()
  const lastRow = createNumberList()
  const offsets = createNumberList()
  const indexes = createNumberList()
  const rowProblems = createNumberList()
  const unusable: UnusableKey[] = []
  const counts = { repeated: 0, unusableRows: 0 }
  let rows = 0
  offsets.push(0)

  /** Ties the row to its keys, each once. */
  const addKeys = (cell: CellKeys, row: number): void => {
    for (const { key } of cell.keys) {
      const keyNumber = keyNumbers.take(key)
      if (keyNumber === lastRow.length) lastRow.push(row)
      else {
        counts.repeated += 1
        if (lastRow.at(keyNumber) === row) continue
        lastRow.set(keyNumber, row)
      }
      indexes.push(keyNumber)
    }
  }

  return {
    rows: () => rows,
    add(row: readonly string[], number: number) {
      const { cells, reported, reason } = readRow(plan, row)
      for (const { cell } of cells) addKeys(cell, rows)
      for (const { index, cell } of reported) {
        if (!cell.problem) continue
        const text = unusable.length < reportedTexts ? (row[index] ?? '') : null
        unusable.push({ row: number, column: index, reason: cell.problem, text })
      }
      rows += 1
      offsets.push(indexes.length)
      rowProblems.push(reason ? keyProblem.options.indexOf(reason) + 1 : 0)
      if (reason) counts.unusableRows += 1
    },
    map: (): KeyMap => ({
      ...counts,
      rows,
      keys: keyNumbers.keys,
      rowKeys: { offsets: offsets.values(), indexes: indexes.values() },
      rowProblems: Uint8Array.from(rowProblems.values()),
      unusable,
      problems: keyProblem.options
        .map((reason) => ({ reason, cells: unusable.filter((cell) => cell.reason === reason).length }))
        .filter((problem) => problem.cells > 0),
    }),
  }
}

/** Digits that a number holds exactly. */
const maxDigits = 15

/**
 * Distinct keys, numbered as they come. Phones are searched as numbers, which takes a fraction of the time and memory of a Map of
 * texts (performance.md §5).
 */
function createKeyNumbers() {
  const keys: string[] = []
  const phones = createKeyIndex()
  const texts = new Map<string, number>()
  return {
    keys,
    /** The number of the key; that of a new one is how many there were. */
    take(key: string): number {
      // No key begins with a zero, so no two texts of digits are one number.
      const number = key.length <= maxDigits ? Number(key) : Number.NaN
      const isNumber = number >= 1
      const known = isNumber ? phones.get(number) : (texts.get(key) ?? -1)
      if (known >= 0) return known
      if (isNumber) phones.set(number, keys.length)
      else texts.set(key, keys.length)
      return keys.push(key) - 1
    },
  }
}

/** Whole numbers below 2^32 in their order, in half the memory of an array and without work for the garbage collector. */
function createNumberList() {
  let numbers = new Uint32Array(1024)
  let length = 0
  return {
    get length() {
      return length
    },
    // Indexes lie inside the list, as its users see to it: `as number` spares a check.
    at: (index: number) => numbers[index] as number,
    set: (index: number, value: number) => {
      numbers[index] = value
    },
    push: (value: number) => {
      if (length === numbers.length) {
        const larger = new Uint32Array(length * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[length++] = value
    },
    /** A copy of what is there. */
    values: () => numbers.slice(0, length),
  }
}

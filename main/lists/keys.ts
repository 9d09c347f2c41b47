import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { type KeyProblem, keyProblems } from '../../preload/values/key-problems.ts'
import {
  createKeyTable,
  hashBytes,
  hashText,
  type KeyRun,
  type KeyTable,
  withRoom,
} from '../engine/columns/key-index.ts'
import { textAt } from '../engine/columns/part.ts'
import { columnLetters } from '../engine/export/xlsx-cells.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { longestAddress, usualEmail } from '../phones/addresses.ts'
import { areaCodeOf, readCellKeys } from '../phones/cell-keys.ts'
import { isDocument } from '../phones/other-digits.ts'
import { writtenForms } from '../phones/phones.ts'
import { usualPhone } from '../phones/usual-phones.ts'
import { readHeading } from './headings.ts'
import type { KeyColumn, ListPlan } from './plan.ts'
import { cellText, type RowBlock } from './row-block.ts'

/** A number of so many digits is exact as a double. */
const maxDigits = 15
/** Unusable cells that are reported for the person to mend. */
const maxReported = 500

/**
 * The distinct keys of a list, and which row has which. Rows count from 0 in their order. Unusable are the first 500
 * cells that give no key, or give one beside something that is none. Their texts are personal data: for the screen,
 * never for a log. Problems count all of these by reason, in the contract's order. Repeated are keys beyond the first
 * time that each occurs.
 */
export interface KeyMap extends Readonly<Pick<ListBudget, 'rows' | 'repeated' | 'unusable' | 'problems'>> {
  /** Distinct, in the order in which the list has them first. */
  readonly keys: KeyTable
  readonly rowKeys: RowKeys
  /** 0 for a row with a key; else 1 plus the index of its reason in the contract's `keyProblems`. */
  readonly rowProblems: Uint8Array
  /** Rows without a key: the outcome `invalida`. */
  readonly unusableRows: number
}

/**
 * The keys of row `r` are `indexes[offsets[r]]` up to `indexes[offsets[r + 1]]`, each once in each form, in the row's
 * order.
 */
export interface RowKeys {
  readonly offsets: Uint32Array
  readonly indexes: Uint32Array
  /** How each is written there (`writtenForms`). Empty where that is not known: runs of former versions. */
  readonly forms: Uint8Array
  /** A hash of the text of each key that is written `otherwise`. Empty where there are none. */
  readonly hashes: Uint32Array
}

/** The result for a part of a list, which other rows may come before. */
export type KeyPart = Omit<KeyMap, 'keys'> & { readonly keys: KeyRun }

/**
 * Finds the keys of a list (docs/decisions/lists.md §13) in the columns of its plan. Takes the blocks of `readList`.
 * Yields to the event loop about every 12 ms. Throws `list_no_keys` when the plan names no key column, `list_empty`
 * when there is no row; a list whose keys are all unusable is no failure but a map without keys.
 */
export async function recogniseKeys(
  blocks: AsyncIterable<RowBlock>,
  plan: ListPlan,
  options: {
    readonly signal?: AbortSignal
    readonly progress?: (rows: number) => void
    /** Takes the keys; a new collector is made without it. */
    readonly collector?: KeyCollector
  } = {},
): Promise<KeyMap> {
  if (plan.keyColumns.length === 0) throw new AppFailure('list_no_keys')
  const yieldToEventLoop = createYieldToEventLoop(options.signal)
  const collector = options.collector ?? createKeyCollector(plan)
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
/** Keys of a part between two checks of the clock. */
const keysAtOnce = 16_384
/** A row with more keys than this gets a set; the keys of others are compared one by one. */
const fewKeys = 8
const blank = 0x20
const { asKey, otherwise } = writtenForms
const numberOf = (problem: KeyProblem) => keyProblems.indexOf(problem) + 1
const emptyCell = numberOf('empty')
const document = numberOf('document_number')
const badNumber = numberOf('bad_number')
const faxNumber = numberOf('fax')

/** The keys of the rows that were read so far. */
export interface KeyCollector {
  rows(): number
  add(block: RowBlock, from: number, to: number): void
  /** Adds the rows of a part, the first of which is row `first` of the list, as Excel shows it. */
  append(part: KeyPart, first: number): Promise<void>
  /** Everything so far; valid until more is added. */
  map(): KeyMap
}

/** A list has so many bytes or more for each row or key. Memory that is reserved and not used costs nothing. */
const fewestBytes = 48

/** `bytes` is the size of the list. */
export function createKeyCollector(plan: ListPlan, bytes = 0): KeyCollector {
  const expected = 1024 + Math.ceil(bytes / fewestBytes)
  const table = createKeyTable(expected, 1024 + (bytes >> 2))
  const unusable: ListBudget['unusable'] = []
  const counts = keyProblems.map((reason) => ({ reason, cells: 0 }))
  let keyOf = new Uint32Array(1024)
  let offsets = new Uint32Array(expected)
  let indexes = new Uint32Array(expected)
  let forms = new Uint8Array(expected)
  // Most lists have none: an array that is never written takes no memory.
  let hashes = new Uint32Array(expected)
  let hasHashes = false
  let rowProblems = new Uint8Array(expected)
  let rows = 0
  let used = 0
  let totalKeys = 0
  let unusableRows = 0

  function makeRoom(moreRows: number, moreKeys: number): void {
    keyOf = withRoom(keyOf, moreKeys)
    indexes = withRoom(indexes, used + moreKeys)
    forms = withRoom(forms, used + moreKeys)
    hashes = withRoom(hashes, used + moreKeys)
    offsets = withRoom(offsets, rows + moreRows + 1)
    rowProblems = withRoom(rowProblems, rows + moreRows)
  }

  /** The rows of the cells that the last call of `read` has reported. */
  const unusableRowsOfBlock: number[] = []
  const read = createRowReader(plan, (block, row, column, problem) => {
    const counted = counts[problem - 1]
    if (!counted) return
    counted.cells++
    if (unusable.length === maxReported) return
    unusable.push({
      row: block.numbers[row] as number,
      column: plan.names[column] || columnLetters(column),
      reason: counted.reason,
      text: cellText(block, row, column),
      has_key: false,
    })
    unusableRowsOfBlock.push(row)
  })

  return {
    rows: () => rows,
    // Indexes stay inside the arrays: `as number` spares a check each.
    add(block, from, to) {
      unusableRowsOfBlock.length = 0
      const { keys, rowEnds, problems } = read(block, from, to)
      for (const [at, row] of unusableRowsOfBlock.entries()) {
        const cell = unusable[unusable.length - unusableRowsOfBlock.length + at]
        if (cell) cell.has_key = problems[row - from] === 0
      }
      hasHashes ||= keys.hasHashes
      makeRoom(to - from, keys.count)
      table.takeAll(keys, keyOf)
      totalKeys += keys.count
      let at = 0
      for (let row = 0; row < to - from; row++) {
        const problem = problems[row] as number
        rowProblems[rows++] = problem
        if (problem > 0) unusableRows++
        const end = rowEnds[row] as number
        const first = used
        const names = end - at > fewKeys ? new Set<number>() : null
        for (; at < end; at++) {
          const key = keyOf[at] as number
          const form = keys.forms[at] as number
          const name = key * formsOfKey + form
          if (used > first && (names ? names.has(name) : isAmong(indexes, forms, first, used, key, form))) continue
          names?.add(name)
          forms[used] = form
          if (keys.hasHashes) hashes[used] = keys.hashes[at] as number
          indexes[used++] = key
        }
        offsets[rows] = used
      }
    },
    async append(part, first) {
      const yieldToEventLoop = createYieldToEventLoop()
      const { count } = part.keys
      makeRoom(part.rows, Math.max(count, part.rowKeys.indexes.length))
      for (let from = 0; from < count; from += keysAtOnce) {
        table.takeAll(part.keys, keyOf, from, Math.min(count, from + keysAtOnce))
        await yieldToEventLoop()
      }
      const { offsets: partOffsets, indexes: partIndexes } = part.rowKeys
      for (let row = 0; row <= part.rows; row++) offsets[rows + row] = used + (partOffsets[row] as number)
      for (let at = 0; at < partIndexes.length; at++) indexes[used + at] = keyOf[partIndexes[at] as number] as number
      forms.set(part.rowKeys.forms, used)
      hashes.set(part.rowKeys.hashes, used)
      hasHashes ||= part.rowKeys.hashes.length > 0
      used += partIndexes.length
      rowProblems.set(part.rowProblems, rows)
      rows += part.rows
      totalKeys += count + part.repeated
      unusableRows += part.unusableRows
      const more = part.unusable.slice(0, maxReported - unusable.length)
      unusable.push(...more.map((cell) => ({ ...cell, row: cell.row + first - 1 })))
      for (const each of counts) each.cells += part.problems.find(({ reason }) => reason === each.reason)?.cells ?? 0
    },
    map: () => ({
      rows,
      keys: table,
      rowKeys: {
        offsets: offsets.subarray(0, rows + 1),
        indexes: indexes.subarray(0, used),
        forms: forms.subarray(0, used),
        hashes: hasHashes ? hashes.subarray(0, used) : new Uint32Array(0),
      },
      rowProblems: rowProblems.subarray(0, rows),
      repeated: totalKeys - table.size,
      unusableRows,
      unusable,
      problems: counts.filter(({ cells }) => cells > 0),
    }),
  }
}

/** More than `writtenForms` make. */
const formsOfKey = 16

/** Whether a cell is digits alone. */
function isBare(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) < 0x30 || (bytes[at] as number) > 0x39) return false
  return true
}

function isFaxLabel(text: string): boolean {
  return /fax/i.test(text) && readHeading(text).fax
}

/** Whether a row has a key already, in this form. */
function isAmong(keys: Uint32Array, forms: Uint8Array, from: number, to: number, key: number, form: number): boolean {
  for (let at = from; at < to; at++) if (keys[at] === key && forms[at] === form) return true
  return false
}

/** Reads the key cells of rows: the keys in their order, repeated ones as well, and the problems. */
function createRowReader(
  { keyColumns, areaCode: defaultCode }: ListPlan,
  report: (block: RowBlock, row: number, column: number, problem: number) => void,
) {
  const rowEnds = new Uint32Array(rowsAtOnce)
  const problems = new Uint8Array(rowsAtOnce)
  let numbers = new Float64Array(4 * rowsAtOnce)
  let ends = new Uint32Array(4 * rowsAtOnce)
  let heap = new Uint8Array(64 * rowsAtOnce)
  let forms = new Uint8Array(4 * rowsAtOnce)
  let hashes = new Uint32Array(4 * rowsAtOnce)
  let hasHashes = false
  let count = 0
  let used = 0

  /** Reads any cell as text; gives 1 plus the index of its problem, 0 without one. */
  function readText(block: RowBlock, row: number, { index, kind, area, ownKey }: KeyColumn): number {
    const rowAreaCode = area === undefined ? null : areaCodeOf(cellText(block, row, area))
    const areaCode = rowAreaCode ?? defaultCode
    const read = readCellKeys(cellText(block, row, index), kind, areaCode)
    const keys = ownKey === undefined ? read.keys : read.keys.filter(({ key }) => key !== ownKey)
    if (keys.length < read.keys.length && keys.length === 0) return emptyCell
    const { problem } = read
    makeRoom(keys.length)
    for (const { key, kind: keyKind, form, written } of keys) {
      const isPhone = keyKind !== 'email' && key.length <= maxDigits
      numbers[count] = isPhone ? Number(key) : 0
      heap = withRoom(heap, used + 3 * key.length)
      if (!isPhone) used += Buffer.from(heap.buffer).write(key, used)
      endKey(form, form === otherwise ? hashText(written) : 0)
    }
    return problem === null ? 0 : numberOf(problem)
  }

  function makeRoom(more: number): void {
    // All have the same length.
    if (count + more <= numbers.length) return
    numbers = withRoom(numbers, count + more)
    ends = withRoom(ends, count + more)
    forms = withRoom(forms, count + more)
    hashes = withRoom(hashes, count + more)
  }

  /** The hash of `digitsOf` for a cell that `usualPhone` reads. */
  function hashDigits(bytes: Uint8Array, from: number, to: number): number {
    // Behind the keys there is room for an address.
    let end = used
    for (let at = from; at < to; at++) {
      const sign = bytes[at] as number
      if (sign >= 0x30 && sign <= 0x39) heap[end++] = sign
    }
    return hashBytes(heap, used, end)
  }

  function endKey(form: number, hash: number): void {
    if (hash !== 0) hasHashes = true
    forms[count] = form
    hashes[count] = hash
    ends[count++] = used
  }

  /** Reads the keys of one cell; gives its problem as `readText` does. */
  function readCell(block: RowBlock, row: number, column: KeyColumn): number {
    if (column.index >= (block.widths[row] as number)) return emptyCell
    const { bytes } = block
    const cell = (block.firstCells[row] as number) + column.index
    let from = block.starts[cell] as number
    let to = block.ends[cell] as number
    while (from < to && bytes[from] === blank) from++
    while (to > from && bytes[to - 1] === blank) to--
    if (from === to) return emptyCell
    if (column.label !== undefined && isFaxLabel(cellText(block, row, column.label))) return faxNumber
    if (column.otherDigits && isBare(bytes, from, to)) return isDocument(textAt(bytes, from, to)) ? document : badNumber
    heap = withRoom(heap, used + longestAddress)
    const phone = column.kind === 'phone' ? usualPhone(bytes, from, to) : 0
    const length = phone > 0 ? 0 : usualEmail(bytes, from, to, heap, used)
    if (phone === 0 && length === 0) return readText(block, row, column)
    const key = Math.floor(phone / 4)
    if (column.ownKey !== undefined && column.ownKey === String(key)) return emptyCell
    numbers[count] = key
    used += Math.abs(length)
    const ofEmail = length < 0 ? otherwise : asKey
    // The remainder of doubles is slow.
    const form = phone > 0 ? phone - 4 * key : ofEmail
    if (form !== otherwise) endKey(form, 0)
    else if (phone > 0) endKey(form, hashDigits(bytes, from, to))
    else endKey(form, hashBytes(bytes, from, to))
    return 0
  }

  /** An empty cell is a problem only where all key cells of the row are empty; then it is reported once. */
  function readRow(block: RowBlock, row: number): number {
    const previousCount = count
    let first = 0
    for (const column of keyColumns) {
      const problem = readCell(block, row, column)
      if (problem === 0 || problem === emptyCell) continue
      first ||= problem
      report(block, row, column.index, problem)
    }
    if (count > previousCount) return 0
    if (first === 0) report(block, row, keyColumns[0]?.index ?? 0, emptyCell)
    return first || emptyCell
  }

  return (block: RowBlock, from: number, to: number) => {
    count = 0
    used = 0
    hasHashes = false
    for (let row = from; row < to; row++) {
      makeRoom(keyColumns.length)
      problems[row - from] = readRow(block, row)
      rowEnds[row - from] = count
    }
    return { keys: { count, numbers, ends, heap, forms, hashes, hasHashes }, rowEnds, problems }
  }
}

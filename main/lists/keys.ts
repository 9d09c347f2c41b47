import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { type KeyProblem, keyProblems } from '../../preload/values/key-problems.ts'
import { createKeyTable, hashText, type KeyRun, type KeyTable } from '../engine/columns/key-index.ts'
import { columnLetters } from '../engine/export/xlsx-cells.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createYieldToEventLoop } from '../kernel/schedule.ts'
import { addressSigns } from '../phones/addresses.ts'
import { areaCodeOf, readCellKeys } from '../phones/cell-keys.ts'
import { isDocument } from '../phones/other-digits.ts'
import { areaCodeTable, writtenForms } from '../phones/phones.ts'
import { readHeading } from './headings.ts'
import { createListKernel, type ListKernel } from './list-kernel.ts'
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
    const add = collector.startBlock(block)
    for (let from = 0; from < block.rows; from += rowsAtOnce) {
      add(from, Math.min(from + rowsAtOnce, block.rows))
      await yieldToEventLoop()
    }
    options.progress?.(collector.rows())
  }
  if (collector.rows() === 0) throw new AppFailure('list_empty')
  return collector.map()
}

/** Rows between two checks of the clock. */
const rowsAtOnce = 1000
/** Behind the keys of some rows, for cells that lie in the same bytes, and for digits on their way to a hash. */
const spareBytes = 64 * rowsAtOnce
/** Keys of a part between two checks of the clock. */
const keysAtOnce = 16_384
const { otherwise } = writtenForms
const numberOf = (problem: KeyProblem) => keyProblems.indexOf(problem) + 1
const emptyCell = numberOf('empty')
const document = numberOf('document_number')
const badNumber = numberOf('bad_number')
const faxNumber = numberOf('fax')

/** The keys of the rows that were read so far. */
export interface KeyCollector {
  rows(): number
  /** Takes a block; what it gives adds rows of it, in their order, at most 1000 at once. */
  startBlock(block: RowBlock): (from: number, to: number) => void
  /** Adds the rows of a part, the first of which is row `first` of the list, as Excel shows it. */
  append(part: KeyPart, first: number): Promise<void>
  /** Everything so far; valid until more is added. */
  map(): KeyMap
}

/** A list has so many bytes or more for each row or key. Memory that is reserved and not used costs nothing. */
const fewestBytes = 32

/** `bytes` is the size of the list. Blocks whose bytes lie in the memory of the kernel are not copied. */
export function createKeyCollector(plan: ListPlan, bytes = 0, kernel = createListKernel()): KeyCollector {
  const { exports, array, withRoom } = kernel
  const expected = 1024 + Math.ceil(bytes / fewestBytes)
  const table = createKeyTable(expected, 1024 + (bytes >> 2), kernel)
  const unusable: ListBudget['unusable'] = []
  const counts = keyProblems.map((reason) => ({ reason, cells: 0 }))
  let keyOf = array(Uint32Array, 1024)
  let offsets = array(Uint32Array, expected)
  let indexes = array(Uint32Array, expected)
  let forms = array(Uint8Array, expected)
  // Most lists have none: an array that is never written takes no memory.
  let hashes = array(Uint32Array, expected)
  let hasHashes = false
  let rowProblems = array(Uint8Array, expected)
  /** By key, a double for each (`noteRows`). */
  let stamps = array(Float64Array, expected)
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
    stamps = withRoom(stamps, table.size + moreKeys)
  }

  /** The rows of the cells that the last call of `read` has reported. */
  const unusableRowsOfBlock: number[] = []
  const startReading = createRowReader(kernel, plan, (block, row, column, problem) => {
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
    startBlock(block) {
      const read = startReading(block)
      return (from, to) => {
        unusableRowsOfBlock.length = 0
        const { keys, rowEnds, problems, keyless } = read(from, to)
        for (const [at, row] of unusableRowsOfBlock.entries()) {
          const cell = unusable[unusable.length - unusableRowsOfBlock.length + at]
          if (cell) cell.has_key = problems[row - from] === 0
        }
        hasHashes ||= keys.hasHashes
        makeRoom(to - from, keys.count)
        table.takeAll(keys, keyOf)
        totalKeys += keys.count
        rowProblems.set(problems.subarray(0, to - from), rows)
        unusableRows += keyless
        const places = [rowEnds, keyOf, keys.forms].map(({ byteOffset }) => byteOffset)
        const keyHashes = keys.hasHashes ? keys.hashes.byteOffset : 0
        const noted = [
          used,
          indexes.byteOffset,
          forms.byteOffset,
          hashes.byteOffset,
          offsets.byteOffset + 4 * (rows + 1),
        ]
        used = exports.noteRows(to - from, rows + 1, ...places, keyHashes, ...noted, stamps.byteOffset) >>> 0
        rows += to - from
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

function isFaxLabel(text: string): boolean {
  return /fax/i.test(text) && readHeading(text).fax
}

/** Why the kernel comes back. */
const stops = { finished: 0, cell: 1, noKey: 2 } as const
/** Words of a column in the kernel, and of the reader by their places (kernels/lists/keys.ts). */
const columnWords = 6
const [firstRow, madeHash, blockPlaces, keyPlaces, row, column, count, used, isChecked, stop] = [
  2, 5, 6, 11, 18, 19, 20, 21, 22, 23,
] as const
const readerWords = 24
const newRow = 0xffffffff

/** Reads the key cells of rows: the keys in their order, repeated ones as well, and the problems. */
function createRowReader(
  kernel: ListKernel,
  { keyColumns, areaCode: defaultCode }: ListPlan,
  report: (block: RowBlock, row: number, column: number, problem: number) => void,
) {
  const { exports, array, copyOf, withRoom } = kernel
  const rowEnds = array(Uint32Array, rowsAtOnce)
  const problems = array(Uint8Array, rowsAtOnce)
  let numbers = array(Float64Array, 0)
  let ends = array(Uint32Array, 0)
  let heap = array(Uint8Array, 0)
  let forms = array(Uint8Array, 0)
  let hashes = array(Uint32Array, 0)
  let bytes = array(Uint8Array, 0)
  let cells = array(Uint32Array, 0)

  const reader = array(Uint32Array, readerWords)
  const columns = array(Uint32Array, columnWords * keyColumns.length)
  for (const [at, keyColumn] of keyColumns.entries()) {
    const { index, kind, ownKey } = keyColumn
    const ownNumber = BigInt(/^\d{1,15}$/.test(ownKey ?? '') ? (ownKey as string) : 0)
    const words = [index, Number(kind === 'phone'), Number(looksFirst(keyColumn)), 0]
    columns.set([...words, Number(ownNumber & 0xffffffffn), Number(ownNumber >> 32n)], columnWords * at)
  }
  const tables = [areaCodeTable, addressSigns].map((table) => copyOf(table).byteOffset)
  reader.set([columns.byteOffset, keyColumns.length, 0, ...tables])

  function makeRoom(moreKeys: number, moreBytes: number): void {
    const [maxCount, maxUsed] = [read(count) + moreKeys, read(used) + moreBytes]
    if (maxCount <= numbers.length && maxUsed <= heap.length) return
    numbers = withRoom(numbers, maxCount)
    ends = withRoom(ends, maxCount)
    forms = withRoom(forms, maxCount)
    hashes = withRoom(hashes, maxCount)
    heap = withRoom(heap, maxUsed)
    const places = [numbers, ends, heap, forms, hashes, rowEnds, problems].map(({ byteOffset }) => byteOffset)
    reader.set(places, keyPlaces)
  }

  /** Inside the array: `as number` spares a check. */
  const read = (word: number) => reader[word] as number

  /** Finds the problem of a cell that its bytes do not show: 1 plus its index, 0 without one. */
  function checkCell(block: RowBlock, { index, label, otherDigits }: KeyColumn): number {
    if (label !== undefined && isFaxLabel(cellText(block, read(row), label))) return faxNumber
    if (!otherDigits) return 0
    const [, digits] = /^ *(\d+) *$/.exec(cellText(block, read(row), index)) ?? []
    if (digits === undefined) return 0
    return isDocument(digits) ? document : badNumber
  }

  /** Reads any cell as text; gives its problem likewise. Behind its keys there is room for so many more. */
  function readText(block: RowBlock, { index, kind, area, ownKey }: KeyColumn, moreKeys: number): number {
    const rowAreaCode = area === undefined ? null : areaCodeOf(cellText(block, read(row), area))
    const { keys: cellKeys, problem } = readCellKeys(
      cellText(block, read(row), index),
      kind,
      rowAreaCode ?? defaultCode,
    )
    const keys = ownKey === undefined ? cellKeys : cellKeys.filter(({ key }) => key !== ownKey)
    if (keys.length < cellKeys.length && keys.length === 0) return emptyCell
    const keyBytes = keys.reduce((sum, { key }) => sum + 3 * key.length, 0)
    makeRoom(keys.length + moreKeys, keyBytes + block.bytes.length + spareBytes)
    for (const { key, kind: keyKind, form, written } of keys) {
      const at = read(count)
      const isNumber = keyKind !== 'email' && key.length <= maxDigits
      numbers[at] = isNumber ? Number(key) : 0
      if (!isNumber) reader[used] = read(used) + Buffer.from(heap.buffer, heap.byteOffset).write(key, read(used))
      forms[at] = form
      hashes[at] = form === otherwise ? hashText(written) : 0
      if (form === otherwise) reader[madeHash] = 1
      ends[at] = read(used)
      reader[count] = at + 1
    }
    return problem === null ? 0 : numberOf(problem)
  }

  /** Tells the kernel where a block lies; one that lies elsewhere is copied. */
  function place(block: RowBlock): void {
    const arrays = [block.starts, block.ends, block.firstCells, block.widths]
    if (block.kernel === kernel) {
      reader.set(
        [block.bytes, ...arrays].map(({ byteOffset }) => byteOffset),
        blockPlaces,
      )
      return
    }
    bytes = withRoom(bytes, block.bytes.length)
    bytes.set(block.bytes)
    cells = withRoom(
      cells,
      arrays.reduce((sum, { length }) => sum + length, 0),
    )
    const places = [bytes.byteOffset]
    let at = 0
    for (const numbers of arrays) {
      cells.set(numbers, at)
      places.push(cells.byteOffset + 4 * at)
      at += numbers.length
    }
    reader.set(places, blockPlaces)
  }

  return (block: RowBlock) => {
    place(block)
    return (from: number, to: number) => {
      const maxKeys = (to - from) * keyColumns.length
      reader[firstRow] = reader[row] = from
      reader[madeHash] = reader[count] = reader[used] = 0
      reader[column] = newRow
      makeRoom(maxKeys, block.bytes.length + spareBytes)
      let keyless = 0
      /** The first problem of row `problemRow`. */
      let problem = 0
      let problemRow = -1
      for (;;) {
        exports.readKeys(reader.byteOffset, to)
        if (read(stop) === stops.finished) break
        if (problemRow !== read(row)) problem = 0
        problemRow = read(row)
        if (read(stop) === stops.noKey) {
          if (problem === 0) report(block, problemRow, keyColumns[0]?.index ?? 0, emptyCell)
          problems[problemRow - from] = problem || emptyCell
          rowEnds[problemRow - from] = read(count)
          keyless++
          reader[row] = problemRow + 1
          continue
        }
        const keyColumn = keyColumns[read(column)] as KeyColumn
        const isCheck = looksFirst(keyColumn) && reader[isChecked] === 0
        const cellProblem = isCheck ? checkCell(block, keyColumn) : readText(block, keyColumn, maxKeys)
        reader[isChecked] = Number(isCheck && cellProblem === 0)
        if (isCheck && cellProblem === 0) continue
        reader[column] = read(column) + 1
        if (cellProblem === 0 || cellProblem === emptyCell) continue
        problem ||= cellProblem
        report(block, problemRow, keyColumn.index, cellProblem)
      }
      const keys = { count: read(count), numbers, ends, heap, forms, hashes, hasHashes: reader[madeHash] === 1 }
      return { keys, rowEnds, problems, keyless }
    }
  }
}

/** Whether something beside the bytes of its cells decides. */
function looksFirst({ label, otherDigits }: KeyColumn): boolean {
  return label !== undefined || otherDigits === true
}

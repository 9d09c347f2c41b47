import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { type KeyProblem, keyProblems } from '../../preload/values/key-problems.ts'
import { hashText, type KeyRun } from '../engine/columns/key-index.ts'
import { columnLetters } from '../engine/export/xlsx-cells.ts'
import { addressSigns } from '../phones/addresses.ts'
import { areaCodeOf, readCellKeys } from '../phones/cell-keys.ts'
import { isDocument } from '../phones/other-digits.ts'
import { areaCodeTable, writtenForms } from '../phones/phones.ts'
import { readHeading } from './headings.ts'
import type { ListKernel } from './list-kernel.ts'
import type { KeyColumn, ListPlan } from './plan.ts'
import { cellText, type RowBlock } from './row-block.ts'

/** The keys of some rows that follow each other, repeated ones as well. */
export interface KeyBatch {
  readonly rows: number
  readonly keys: KeyRun
  /** By key: how it is written (`writtenForms`). */
  readonly forms: Uint8Array
  /** By key: a hash of its text where it is written `otherwise`. Empty where none is. */
  readonly hashes: Uint32Array
  /** By row: where its keys end. */
  readonly rowEnds: Uint32Array
  /** By row: 0 with a key; else 1 plus the index of its reason in the contract's `keyProblems`. */
  readonly problems: Uint8Array
  readonly keylessRows: number
  /** The first cells that give no key, or give one beside something that is none; not all of them. */
  readonly unusable: ListBudget['unusable']
  /** By reason, in the contract's order: how many such cells there are. */
  readonly cells: readonly number[]
}

/** Unusable cells that are reported for the person to mend. */
export const maxReported = 500
/** A number of so many digits is exact as a double. */
const maxDigits = 15
/** Behind the keys of some rows, for cells that lie in the same bytes, and for digits on their way to a hash. */
const spareBytes = 64 * 1024

const { otherwise } = writtenForms
const numberOf = (problem: KeyProblem) => keyProblems.indexOf(problem) + 1
const emptyCell = numberOf('empty')
const document = numberOf('document_number')
const badNumber = numberOf('bad_number')
const faxNumber = numberOf('fax')
const noAreaCode = numberOf('no_area_code')

function isFaxLabel(text: string): boolean {
  return /fax/i.test(text) && readHeading(text).fax
}

/** Why the kernel comes back. */
const stops = { finished: 0, cell: 1, noKey: 2, noAreaCode: 3 } as const
/** Words of a column in the kernel, and of the reader by their places (kernels/lists/keys.ts). */
const columnWords = 6
const [firstRow, madeHash, blockPlaces, keyPlaces, row, column, count, used, isChecked, stop, givenAreaCode] = [
  2, 5, 6, 11, 18, 19, 20, 21, 22, 23, 24,
] as const
const readerWords = 25
const newRow = 0xffffffff
const noColumn = 0xffffffff

/** Reads the keys of rows in the columns of a plan. */
export interface KeyReader {
  /** Reads some rows of a block. */
  add(block: RowBlock, from: number, to: number): void
  rows(): number
  /** What was read since the last batch; valid until more is read. Its arrays lie in the memory of the kernel. */
  take(): KeyBatch
}

/** Blocks whose bytes lie in the memory of the kernel are not copied. */
export function createKeyReader(kernel: ListKernel, { keyColumns, areaCode, names }: ListPlan): KeyReader {
  const { exports, array, copyOf, withRoom } = kernel
  let rowEnds = array(Uint32Array, 0)
  let problems = array(Uint8Array, 0)
  let numbers = array(Float64Array, 0)
  let ends = array(Uint32Array, 0)
  let heap = array(Uint8Array, 0)
  let forms = array(Uint8Array, 0)
  let hashes = array(Uint32Array, 0)
  let bytes = array(Uint8Array, 0)
  let cells = array(Uint32Array, 0)
  let rows = 0
  let keylessRows = 0
  let reported = 0
  let unusable: { readonly row: number; readonly cell: ListBudget['unusable'][number] }[] = []
  let counts = keyProblems.map(() => 0)

  const reader = array(Uint32Array, readerWords)
  const columns = array(Uint32Array, columnWords * keyColumns.length)
  for (const [at, keyColumn] of keyColumns.entries()) {
    const { index, kind, ownKey, area = noColumn } = keyColumn
    const ownNumber = BigInt(/^\d{1,15}$/.test(ownKey ?? '') ? (ownKey as string) : 0)
    const words = [index, Number(kind === 'phone'), Number(looksFirst(keyColumn)), area]
    columns.set([...words, Number(ownNumber & 0xffffffffn), Number(ownNumber >> 32n)], columnWords * at)
  }
  const tables = [areaCodeTable, addressSigns].map((table) => copyOf(table).byteOffset)
  reader.set([columns.byteOffset, keyColumns.length, 0, ...tables])
  reader[givenAreaCode] = Number(areaCode)

  function makeRoom(moreKeys: number, moreBytes: number): void {
    const [maxCount, maxUsed] = [read(count) + moreKeys, read(used) + moreBytes]
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
    const { keys: cellKeys, problem } = readCellKeys(cellText(block, read(row), index), kind, rowAreaCode ?? areaCode)
    const keys = ownKey === undefined ? cellKeys : cellKeys.filter(({ key }) => key !== ownKey)
    if (keys.length < cellKeys.length && keys.length === 0) return emptyCell
    if (keys.length > 0) {
      const keyBytes = keys.reduce((sum, { key }) => sum + 3 * key.length, 0)
      makeRoom(keys.length + moreKeys, keyBytes + block.bytes.length + spareBytes)
    }
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

  /** Counts an unusable cell of a row, which is row `at` of the batch. */
  function report(block: RowBlock, blockRow: number, index: number, problem: number, at: number): void {
    counts[problem - 1] = (counts[problem - 1] as number) + 1
    if (reported === maxReported) return
    reported++
    const cell = {
      row: block.numbers[blockRow] as number,
      column: names[index] || columnLetters(index),
      reason: keyProblems[problem - 1] as KeyProblem,
      text: cellText(block, blockRow, index),
      has_key: false,
    }
    unusable.push({ row: at, cell })
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

  return {
    rows: () => rows,
    add(block, from, to) {
      const maxKeys = (to - from) * keyColumns.length
      rowEnds = withRoom(rowEnds, rows + to - from)
      problems = withRoom(problems, rows + to - from)
      place(block)
      reader[row] = from
      // Places are modulo 2^32, as the kernel counts.
      reader[firstRow] = from - rows
      reader[column] = newRow
      makeRoom(maxKeys, block.bytes.length + spareBytes)
      /** The first problem of row `problemRow`. */
      let problem = 0
      let problemRow = -1
      while (true) {
        exports.readKeys(reader.byteOffset, to)
        if (read(stop) === stops.finished) break
        if (problemRow !== read(row)) problem = 0
        problemRow = read(row)
        const at = rows + problemRow - from
        if (read(stop) === stops.noKey) {
          if (problem === 0) report(block, problemRow, keyColumns[0]?.index ?? 0, emptyCell, at)
          problems[at] = problem || emptyCell
          rowEnds[at] = read(count)
          keylessRows++
          reader[row] = problemRow + 1
          continue
        }
        const keyColumn = keyColumns[read(column)] as KeyColumn
        const isCheck = looksFirst(keyColumn) && reader[isChecked] === 0
        const problemOf = isCheck ? checkCell : readText
        const cellProblem = read(stop) === stops.noAreaCode ? noAreaCode : problemOf(block, keyColumn, maxKeys)
        reader[isChecked] = Number(isCheck && cellProblem === 0)
        if (isCheck && cellProblem === 0) continue
        reader[column] = read(column) + 1
        if (cellProblem === 0 || cellProblem === emptyCell) continue
        problem ||= cellProblem
        report(block, problemRow, keyColumn.index, cellProblem, at)
      }
      rows += to - from
    },
    take() {
      const batch = {
        rows,
        keys: { count: read(count), numbers, ends, heap },
        forms: forms.subarray(0, read(count)),
        hashes: hashes.subarray(0, read(madeHash) ? read(count) : 0),
        rowEnds: rowEnds.subarray(0, rows),
        problems: problems.subarray(0, rows),
        keylessRows,
        unusable: unusable.map(({ row: at, cell }) => ({ ...cell, has_key: problems[at] === 0 })),
        cells: counts,
      }
      reader[madeHash] = reader[count] = reader[used] = 0
      rows = 0
      keylessRows = 0
      unusable = []
      counts = keyProblems.map(() => 0)
      return batch
    },
  }
}

/** Whether something beside the bytes of its cells decides. */
function looksFirst({ label, otherDigits }: KeyColumn): boolean {
  return label !== undefined || otherDigits === true
}

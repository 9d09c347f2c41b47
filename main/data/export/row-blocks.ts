import type { ByteOutput } from './byte-output.ts'
import {
  type BlockCells,
  type CellFormat,
  type ColumnCells,
  createColumnCells,
  form,
  mostBlockRows,
  slack,
} from './column-cells.ts'
import type { ExportColumn } from './table.ts'
import { mostDigits, putInteger } from './time-digits.ts'

/**
 * Rows become bytes in blocks. First each column finds its cells (column-cells.ts): loops over cells of one kind, in which no
 * texts are made. Then the rows are put together, cell after cell, by copying.
 *
 *   row   rowStart  cell of column 0 … cell of the last column  rowEnd
 *   cell  start  [number of the row]  what is around it  its bytes  what is around it
 */
export interface RowFormat {
  readonly columns: readonly CellFormat[]
  /** Before the filled cells of each column. */
  readonly starts: readonly string[]
  /** In the place of its empty cells. */
  readonly empties: readonly string[]
  /** Whether the number of the row in the file follows `rowStart` and each start. */
  readonly numbered: boolean
  readonly rowStart: string
  /** Behind the number of the row. */
  readonly rowHead: string
  readonly rowEnd: string
}

export interface RowBlocks {
  /** Rows that fit into a block. */
  readonly mostRows: number
  /** Writes these rows of the table; `number` is the first one's place in the file. */
  write(output: ByteOutput, rows: Uint32Array, number: number): Promise<void>
}

/** So many cells are a fraction of a slice, also where each of them becomes a text first. */
const mostBlockCells = 8192

export function createRowBlocks(columns: readonly ExportColumn[], format: RowFormat): RowBlocks {
  const length = columns.length * mostBlockRows
  const cells = { forms: new Uint8Array(length), starts: new Uint32Array(length), sizes: new Uint32Array(length) }
  const found = columns.map((column, index) =>
    createColumnCells(column, format.columns[index] as CellFormat, cells, index * mostBlockRows),
  )
  const frame = createFrame(found, format)
  return {
    mostRows: Math.min(mostBlockRows, Math.max(1, Math.floor(mostBlockCells / columns.length))),
    write: async (output, rows, number) => {
      let most = rows.length * frame.rowBytes + slack
      for (const column of found) most += column.find(rows)
      await output.room(most)
      const sources = found.flatMap(({ plain, whole }) => [plain.view, plain.view, plain.view, whole.view])
      output.used = putRows(output, cells, frame, { sources, count: rows.length, number })
    },
  }
}

/** What stands around cells and rows: texts in `view`, each by where it begins and its size. */
interface Frame {
  readonly view: DataView
  readonly numbered: boolean
  /** Of each form of a cell in each column: start, before, after. What is before belongs to the start unless rows are numbered. */
  readonly parts: Uint32Array
  /** rowStart, rowHead, rowEnd. */
  readonly row: Uint32Array
  /** Where the digits of the row's number are put. */
  readonly digits: number
  /** A row has no more than this beside the bytes of its cells. */
  readonly rowBytes: number
}

const partsOfCell = 6

function createFrame(cells: readonly ColumnCells[], format: RowFormat): Frame {
  const { numbered, columns, starts, empties } = format
  const texts: Buffer[] = []
  let used = 0
  const placed = (text: string): [number, number] => {
    const bytes = Buffer.from(text)
    texts.push(bytes)
    used += bytes.length
    return [used - bytes.length, bytes.length]
  }
  const parts = cells.flatMap(({ around }, index) => {
    const start = starts[index] ?? ''
    const held = columns[index]?.around.held ?? ['', '']
    const filled = [around, held, ['', '']].map(([before = '', after = '']) =>
      numbered ? [start, before, after] : [start + before, '', after],
    )
    return [[empties[index] ?? '', '', ''], ...filled].flat().flatMap(placed)
  })
  const row = [format.rowStart, format.rowHead, format.rowEnd].flatMap(placed)
  const bytes = Buffer.concat(texts, used + mostDigits + slack)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rowBytes = used + mostDigits * (cells.length + 1)
  return { view, numbered, parts: Uint32Array.from(parts), row: Uint32Array.from(row), digits: used, rowBytes }
}

interface Block {
  /** Where the bytes of each form in each column are. */
  readonly sources: readonly DataView[]
  readonly count: number
  readonly number: number
}

function putRows(
  { view, used }: ByteOutput,
  { forms, starts, sizes }: BlockCells,
  { view: texts, parts, row, digits, numbered }: Frame,
  { sources, count, number }: Block,
): number {
  const cells = (sources.length / 4) * mostBlockRows
  let to = used
  // Indexes lie inside the arrays: `as number` spares a check a cell.
  for (let at = 0; at < count; at++) {
    const size = numbered ? putInteger(texts, digits, number + at) : 0
    to = put(view, to, texts, row[0] as number, row[1] as number)
    to = put(view, to, texts, digits, size)
    to = put(view, to, texts, row[2] as number, row[3] as number)
    for (let cell = at, column = 0; cell < cells; cell += mostBlockRows, column += 4) {
      const found = forms[cell] as number
      const part = (column + found) * partsOfCell
      to = put(view, to, texts, parts[part] as number, parts[part + 1] as number)
      if (found === form.empty) continue
      if (numbered) {
        to = put(view, to, texts, digits, size)
        to = put(view, to, texts, parts[part + 2] as number, parts[part + 3] as number)
      }
      to = putCell(view, to, sources[column + found] as DataView, starts[cell] as number, sizes[cell] as number)
      to = put(view, to, texts, parts[part + 4] as number, parts[part + 5] as number)
    }
    to = put(view, to, texts, row[4] as number, row[5] as number)
  }
  return to
}

/** Copies in steps of eight bytes: what is too much is written over by what follows. Gives where that begins. */
function put(view: DataView, to: number, source: DataView, from: number, size: number): number {
  for (let done = 0; done < size; done += 8) view.setBigUint64(to + done, source.getBigUint64(from + done))
  return to + size
}

/** The same for most cells, which are longer than eight bytes: two steps without a branch that no processor foresees. */
function putCell(view: DataView, to: number, source: DataView, from: number, size: number): number {
  view.setBigUint64(to, source.getBigUint64(from))
  view.setBigUint64(to + 8, source.getBigUint64(from + 8))
  for (let done = 16; done < size; done += 8) view.setBigUint64(to + done, source.getBigUint64(from + done))
  return to + size
}

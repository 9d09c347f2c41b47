import type { ByteOutput } from './byte-output.ts'
import { type CellFormat, type ColumnCells, createColumnCells, form, mostBlockRows, slack } from './column-cells.ts'
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
  const cells = columns.map((column, index) => createColumnCells(column, format.columns[index] as CellFormat))
  const frame = createFrame(cells, format)
  return {
    mostRows: Math.min(mostBlockRows, Math.max(1, Math.floor(mostBlockCells / columns.length))),
    write: async (output, rows, number) => {
      let most = rows.length * frame.rowBytes + slack
      for (const column of cells) most += column.find(rows)
      await output.room(most)
      output.used = putRows(output, cells, frame, { count: rows.length, number })
    },
  }
}

/** What stands around cells and rows: texts in `view`, each by where it begins and its size. */
interface Frame {
  readonly view: DataView
  readonly numbered: boolean
  /** Of each column, by form: start, before, after. */
  readonly columns: readonly Uint32Array[]
  /** rowStart, rowHead, rowEnd. */
  readonly row: Uint32Array
  /** Where the digits of the row's number are put. */
  readonly digits: number
  /** A row has no more than this beside the bytes of its cells. */
  readonly rowBytes: number
}

const partsOfCell = 6

function createFrame(cells: readonly ColumnCells[], format: RowFormat): Frame {
  const texts: Buffer[] = []
  let used = 0
  const placed = (text: string): [number, number] => {
    const bytes = Buffer.from(text)
    texts.push(bytes)
    used += bytes.length
    return [used - bytes.length, bytes.length]
  }
  const columns = cells.map(({ around: [plain, held] }, index) => {
    const start = format.starts[index] ?? ''
    const parts = [
      [format.empties[index] ?? '', '', ''],
      [start, ...plain],
      [start, ...held],
      [start, '', ''],
    ]
    return Uint32Array.from(parts.flat().flatMap(placed))
  })
  const row = Uint32Array.from([format.rowStart, format.rowHead, format.rowEnd].flatMap(placed))
  const rowBytes = used + mostDigits * (cells.length + 1)
  const bytes = Buffer.concat([...texts, Buffer.alloc(mostDigits + slack)])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { view, numbered: format.numbered, columns, row, digits: used, rowBytes }
}

function putRows(
  { view, used }: ByteOutput,
  cells: readonly ColumnCells[],
  { view: texts, columns, row, digits, numbered }: Frame,
  { count, number }: { readonly count: number; readonly number: number },
): number {
  let to = used
  // Indexes lie inside the arrays: `as number` spares a check a cell.
  for (let at = 0; at < count; at++) {
    const size = numbered ? putInteger(texts, digits, number + at) : 0
    to = put(view, to, texts, row[0] as number, row[1] as number)
    to = put(view, to, texts, digits, size)
    to = put(view, to, texts, row[2] as number, row[3] as number)
    for (let index = 0; index < cells.length; index++) {
      const column = cells[index] as ColumnCells
      const frame = columns[index] as Uint32Array
      const found = column.forms[at] as number
      const part = found * partsOfCell
      to = put(view, to, texts, frame[part] as number, frame[part + 1] as number)
      if (found === form.empty) continue
      to = put(view, to, texts, digits, size)
      to = put(view, to, texts, frame[part + 2] as number, frame[part + 3] as number)
      const source = found === form.whole ? column.whole : column.plain
      to = put(view, to, source.view, column.starts[at] as number, column.sizes[at] as number)
      to = put(view, to, texts, frame[part + 4] as number, frame[part + 5] as number)
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

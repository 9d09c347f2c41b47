import { textAt } from '../../../engine/columns/part.ts'
import { listCare, listCell } from '../../../engine/export/csv.ts'
import { joinShared } from '../../../engine/thread.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import type { RowBlock } from '../../../lists/row-block.ts'

/** Memory is taken in portions of so many bytes. */
const portion = 4 * 1024 * 1024
const comma = 0x2c
const lineFeed = 10

/**
 * Writes rows of blocks as a list that Cruza reads itself (export/csv.ts, `list`): the text of every cell comes back as
 * it is. Cells are copied as bytes; only those with quotes, marks or line breaks become texts on the way. Throws
 * `file_too_large` beyond `most` bytes.
 */
export function createListWriter(maxBytes: number) {
  const full: Uint8Array[] = []
  let length = 0
  let bytes = Buffer.allocUnsafe(portion)
  let used = 0

  function makeRoom(size: number): void {
    if (used + size <= bytes.length) return
    full.push(bytes.subarray(0, used))
    length += used
    if (length > maxBytes) throw new AppFailure('file_too_large')
    bytes = Buffer.allocUnsafe(Math.max(portion, size))
    used = 0
  }

  function putText(text: string): void {
    makeRoom(3 * text.length + 1)
    used += bytes.write(text, used)
  }

  /** Bytes lie inside their arrays: `as number` spares a check each. */
  function putCell(source: Uint8Array, from: number, to: number): void {
    makeRoom(to - from + 2)
    let care = 0
    let end = used
    for (let at = from; at < to; at++) {
      const byte = source[at] as number
      care |= listCare[byte] as number
      bytes[end++] = byte
    }
    if (care === 0) used = end
    else putText(listCell(textAt(source, from, to)))
  }

  function endCell(sign: number): void {
    makeRoom(1)
    bytes[used++] = sign
  }

  return {
    head(texts: readonly string[]): void {
      putText(`${texts.map(listCell).join(',')}\n`)
    },
    /** One row: the cell of each of these columns in this order, -1 for an empty one. */
    row(block: RowBlock, row: number, columns: Int32Array): void {
      const first = block.firstCells[row] as number
      const width = block.widths[row] as number
      for (let at = 0; at < columns.length; at++) {
        const column = columns[at] as number
        if (at > 0) endCell(comma)
        if (column < 0 || column >= width) continue
        putCell(block.bytes, block.starts[first + column] as number, block.ends[first + column] as number)
      }
      endCell(lineFeed)
    },
    /** All of it, in memory that threads share. */
    take(): Uint8Array {
      if (length + used > maxBytes) throw new AppFailure('file_too_large')
      return joinShared([...full, bytes.subarray(0, used)], length + used)
    },
  }
}

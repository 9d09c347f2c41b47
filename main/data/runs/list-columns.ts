import type { TextPart } from '../columns/part.ts'
import { concatenateTexts, createTextBuilder, type TextBuilder } from '../columns/text-part.ts'
import type { Database } from '../store/encrypted-file.ts'
import { addSegment } from './run-file.ts'

/** The original columns of a list, row by row; every text stays as it is. */
export interface ListColumns {
  add(row: readonly string[]): void
  /** Stores each column as one segment: `c0`, `c1`, …, so that it is read without being copied. Gives the headings. */
  store(database: Database): string[]
}

interface ListColumn {
  readonly heading: string
  readonly builder: TextBuilder
  /** Earlier rows, in parts that take no more memory than their texts. */
  readonly parts: TextPart[]
}

/** Rows that wait in the builders. */
const mostWaiting = 16_384

/**
 * A row may be shorter than the headings (the rest is empty) or longer: what stands beyond them becomes a column without
 * a heading, unless it is blank.
 */
export function createListColumns(names: readonly string[]): ListColumns {
  const columns = names.map((heading) => createColumn(heading, 0))
  let rows = 0

  function widen(row: readonly string[]): void {
    const last = row.findLastIndex((text) => text.trim() !== '')
    while (columns.length <= last) columns.push(createColumn('', rows))
  }

  return {
    add(row) {
      if (row.length > columns.length) widen(row)
      for (const [index, { builder }] of columns.entries()) builder.append(row[index] ?? '')
      if (++rows % mostWaiting === 0) for (const { builder, parts } of columns) parts.push(builder.take())
    },
    store(database) {
      for (const [index, { builder, parts }] of columns.entries()) {
        addSegment(database, `c${index}`, 0, concatenateTexts([...parts.splice(0), builder.take()]))
      }
      return columns.map(({ heading }) => heading)
    },
  }
}

/** A column that begins with so many empty rows. */
function createColumn(heading: string, emptyRows: number): ListColumn {
  const empty: TextPart = {
    kind: 'text',
    rows: emptyRows,
    offsets: new Uint32Array(emptyRows + 1),
    heap: new Uint8Array(0),
    nulls: null,
  }
  return { heading, builder: createTextBuilder(), parts: emptyRows > 0 ? [empty] : [] }
}

import { createTextBuilder, type TextBuilder } from '../columns/text-part.ts'
import type { Database } from '../store/encrypted-file.ts'
import { addSegment } from './run-file.ts'

/** Rows of one segment. */
const segmentRows = 65_536

/** Stores the original columns of a list, row by row, as segments `c0`, `c1`, …; every text stays as it is. */
export interface ListColumns {
  add(row: readonly string[]): void
  /** Stores the rest; gives the headings, one a column. */
  end(): string[]
}

/**
 * A row may be shorter than the headings (the rest is empty) or longer: what stands beyond them becomes a column without
 * a heading, unless it is blank.
 */
export function createListColumns(database: Database, names: readonly string[]): ListColumns {
  const headings = [...names]
  const builders = headings.map(() => createTextBuilder())
  let pieces = 0
  let rows = 0

  function widen(): void {
    const builder = createTextBuilder()
    const name = `c${builders.length}`
    for (let piece = 0; piece < pieces; piece++) {
      fillEmpty(builder, segmentRows)
      addSegment(database, name, piece, builder.take())
    }
    fillEmpty(builder, rows)
    builders.push(builder)
    headings.push('')
  }

  function store(): void {
    database.transaction(() => {
      for (const [index, builder] of builders.entries()) addSegment(database, `c${index}`, pieces, builder.take())
    })()
    pieces++
    rows = 0
  }

  return {
    add(row) {
      for (let at = builders.length; at < row.length; at++) {
        if ((row[at] ?? '').trim() === '') continue
        while (builders.length <= at) widen()
      }
      for (const [index, builder] of builders.entries()) builder.append(row[index] ?? '')
      if (++rows === segmentRows) store()
    },
    end() {
      if (rows > 0) store()
      return headings
    },
  }
}

function fillEmpty(builder: TextBuilder, rows: number): void {
  for (let row = 0; row < rows; row++) builder.append('')
}

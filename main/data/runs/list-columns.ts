import { createDictionaryBuilder, type DictionaryBuilder } from '../columns/dictionary-column.ts'
import { withRoom } from '../columns/key-index.ts'
import { createNumberBuilder, type NumberBuilder } from '../columns/number-column.ts'
import type { Part, PartKind, PartOf, TextPart } from '../columns/part.ts'
import { concatenateParts } from '../columns/segment.ts'
import { cellText, type RowBlock } from '../lists/row-block.ts'

/** Rows of one part of a column. */
export const segmentRows = 65_536

/** The original columns of a list; every text stays as it is, and what a cell of a spreadsheet holds beside it. */
interface ListColumns {
  add(block: RowBlock): void
  /** Gives out what is left. Returns the headings. */
  end(): string[]
}

/** Takes a part of a column, which is its `piece`th; the first comes in place of all that was taken of the column. */
export type TakePart = (name: string, piece: number, part: Part) => void
/** Gives a column as one part, without rows where there is none. */
export type ReadPart = <Kind extends PartKind>(name: string, kind: Kind) => PartOf<Kind>

/** Where parts are stored. */
export interface Parts {
  readonly take: TakePart
  readonly read: ReadPart
}

/** Columns in memory, in place of a file. */
export function createParts(): Parts {
  const parts = new Map<string, Part[]>()
  return {
    take(name, piece, part) {
      if (piece === 0) parts.set(name, [part])
      else parts.get(name)?.push(part)
    },
    read: (name, kind) => concatenateParts(kind, parts.get(name) ?? []),
  }
}

interface ListColumn {
  readonly heading: string
  /** Of the rows that were not given out yet: where their texts end, and the texts. */
  readonly ends: Uint32Array
  heap: Uint8Array
  used: number
  values: ValueBuilders | null
}

interface ValueBuilders {
  readonly numbers: NumberBuilder
  readonly formats: DictionaryBuilder
}

/**
 * Gives out the columns as they come in, `c0`, `c1`, …, a part every 65,536 rows; numbers, dates and booleans of spreadsheets
 * beside them at the end as `v0` and their formats as `f0`. A row may be shorter than the headings (the rest is empty) or
 * longer: what is beyond them becomes a column without a heading, unless it is blank.
 */
export function createListColumns(names: readonly string[], take: TakePart): ListColumns {
  const columns = names.map(createColumn)
  let segments = 0
  let waiting = 0

  function widen(block: RowBlock, row: number): void {
    let column = (block.widths[row] as number) - 1
    while (column >= columns.length && cellText(block, row, column).trim() === '') column--
    while (columns.length <= column) {
      for (let segment = 0; segment < segments; segment++) {
        take(`c${columns.length}`, segment, textsOf(createColumn(''), segmentRows))
      }
      columns.push(createColumn(''))
    }
  }

  function giveTexts(): void {
    for (const [index, column] of columns.entries()) {
      take(`c${index}`, segments, textsOf(column, waiting))
      column.used = 0
    }
    segments++
    waiting = 0
  }

  return {
    add(block) {
      for (let from = 0; from < block.rows; ) {
        const to = Math.min(block.rows, from + segmentRows - waiting)
        for (let row = from; row < to; row++) if ((block.widths[row] as number) > columns.length) widen(block, row)
        for (const [index, column] of columns.entries()) {
          appendTexts(column, block, index, from, to, waiting)
          appendValues(column, block, index, from, to, segments * segmentRows + waiting)
        }
        waiting += to - from
        from = to
        if (waiting === segmentRows) giveTexts()
      }
    },
    end() {
      if (waiting > 0 || segments === 0) giveTexts()
      for (const [index, { values }] of columns.entries()) {
        if (!values) continue
        take(`v${index}`, 0, values.numbers.take())
        take(`f${index}`, 0, values.formats.take())
      }
      return columns.map(({ heading }) => heading)
    },
  }
}

function createColumn(heading: string): ListColumn {
  return { heading, ends: new Uint32Array(segmentRows), heap: new Uint8Array(1024), used: 0, values: null }
}

/** Appends the texts of some rows, the first of which becomes row `at` of the segment. */
function appendTexts(column: ListColumn, block: RowBlock, index: number, from: number, to: number, at: number): void {
  const { bytes, starts, ends, firstCells, widths } = block
  // All of them fit into as many bytes as the block has.
  column.heap = withRoom(column.heap, column.used + bytes.length)
  const { heap, ends: textEnds } = column
  let { used } = column
  // Rows and cells lie inside their arrays: `as number` spares a check each.
  for (let row = from; row < to; row++) {
    if (index < (widths[row] as number)) {
      const cell = (firstCells[row] as number) + index
      const end = ends[cell] as number
      for (let byte = starts[cell] as number; byte < end; byte++) heap[used++] = bytes[byte] as number
    }
    textEnds[at + row - from] = used
  }
  column.used = used
}

/** Most columns hold texts alone: what others hold is taken from their first value on. `before` rows have none. */
function appendValues(
  column: ListColumn,
  block: RowBlock,
  index: number,
  from: number,
  to: number,
  before: number,
): void {
  if (!block.values) return
  for (let row = from; row < to; row++) {
    const value = block.values[row]?.[index] ?? null
    if (value !== null) column.values ??= createValues(before + row - from)
    column.values?.numbers.append(value?.number ?? null)
    column.values?.formats.append(value?.format ?? null)
  }
}

function createValues(emptyRows: number): ValueBuilders {
  const values = { numbers: createNumberBuilder(), formats: createDictionaryBuilder() }
  for (let row = 0; row < emptyRows; row += 1) {
    values.numbers.append(null)
    values.formats.append(null)
  }
  return values
}

function textsOf({ ends, heap, used }: ListColumn, rows: number): TextPart {
  const offsets = new Uint32Array(rows + 1)
  offsets.set(ends.subarray(0, rows), 1)
  return { kind: 'text', rows, offsets, heap: heap.slice(0, used), nulls: null }
}

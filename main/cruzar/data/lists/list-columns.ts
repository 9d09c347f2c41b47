import type { ListColumnType } from '../../../../preload/values/list-column-types.ts'
import type { Column } from '../../../engine/columns/column.ts'
import { createDictionaryBuilder } from '../../../engine/columns/dictionary-column.ts'
import { withRoom } from '../../../engine/columns/key-index.ts'
import { createNumberBuilder } from '../../../engine/columns/numbers.ts'
import type { Part, PartKind, PartOf, TextPart } from '../../../engine/columns/part.ts'
import {
  createSegmentJoiner,
  decodeSegments,
  encodeSegment,
  kindOf,
  partOf,
  type SegmentJoiner,
  segmentRows,
} from '../../../engine/columns/segment.ts'
import { createTextColumn } from '../../../engine/columns/text-column.ts'
import { createTypedTextColumn, type SheetValues } from '../../../engine/columns/typed-text-column.ts'
import { type KernelModule, provideKernel } from '../../../engine/kernel-memory.ts'
import type { ListPlan } from '../../../lists/plan.ts'
import { readTextList } from '../../../lists/read-text.ts'
import { cellText, type RowBlock } from '../../../lists/row-block.ts'
import { readingOf } from '../../../lists/types/column-reading.ts'
import {
  type ColumnForm,
  chosenType,
  createTypeFinder,
  type TypeFinder,
  textForm,
} from '../../../lists/types/column-types.ts'

export interface ColumnPiece {
  readonly name: string
  readonly piece: number
  readonly segment: Uint8Array
}

/** Stores columns in pieces. The first piece of a column replaces all that there was of it. */
export interface ColumnStore {
  /** The part is needed no longer than this call. */
  add(name: string, piece: number, part: Part): void
  addSegment(piece: ColumnPiece): void
  /** A column as one part, without rows where there is none. */
  readonly read: ReadPart
}

export type ReadPart = <Kind extends PartKind>(name: string, kind: Kind) => PartOf<Kind>

/** Keeps columns of about so many rows in memory instead of a file; each is read once. */
export function createColumnStore(rows: number): ColumnStore {
  const columns = new Map<string, SegmentJoiner<PartKind>>()
  const joinerOf = (name: string, piece: number, kind: PartKind) => {
    const joiner = (piece > 0 && columns.get(name)) || createSegmentJoiner(kind, rows)
    columns.set(name, joiner)
    return joiner
  }
  return {
    add: (name, piece, part) => joinerOf(name, piece, part.kind).appendPart(part),
    addSegment: ({ name, piece, segment }) => joinerOf(name, piece, kindOf(segment)).append(segment),
    read: (name, kind) => {
      const joiner = columns.get(name)
      columns.delete(name)
      return partOf(joiner?.take() ?? decodeSegments(kind, []), kind)
    },
  }
}

export interface ColumnStep {
  readonly pieces: readonly ColumnPiece[]
  readonly rows: number
  /** Null until the last step. */
  readonly columns: ListColumns | null
}

/** The columns of a list in their order. */
export interface ListColumns {
  readonly headings: readonly string[]
  readonly forms: readonly ColumnForm[]
}

/** Under which a run stores how its columns are read; former runs have none, and all their columns are text. */
export const formsFact = 'column_forms'

/**
 * The original columns of a list, `c0`, `c1`, …, a piece every 65,536 rows; every text stays as it is. Numbers, dates
 * and booleans of spreadsheets are beside them at the end as `v0` and their formats as `f0`. A row may be shorter than
 * the headings (the rest is empty) or longer: what is beyond them becomes a column without a heading, unless it is
 * blank. The type of each column is found by all its cells.
 */
export async function* readListColumns(
  blocks: AsyncIterable<RowBlock>,
  plan: Pick<ListPlan, 'names' | 'keyColumns' | 'columnTypes'>,
): AsyncGenerator<ColumnStep> {
  const columns = plan.names.map((name, index) => createColumn(name, chosenType(plan, index)))
  const pieces: ColumnPiece[] = []
  let segments = 0
  let waiting = 0
  let rows = 0

  function give(name: string, piece: number, part: Part): void {
    pieces.push({ name, piece, segment: encodeSegment(part) })
  }

  function widen(block: RowBlock, row: number): void {
    let column = (block.widths[row] as number) - 1
    while (column >= columns.length && cellText(block, row, column).trim() === '') column--
    while (columns.length <= column) {
      for (let segment = 0; segment < segments; segment++) {
        give(`c${columns.length}`, segment, textsOf(createColumn('', null), segmentRows))
      }
      columns.push(createColumn('', chosenType(plan, columns.length)))
    }
  }

  function giveTexts(): void {
    for (const [index, column] of columns.entries()) {
      give(`c${index}`, segments, textsOf(column, waiting))
      column.used = 0
    }
    segments++
    waiting = 0
  }

  function add(block: RowBlock): void {
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
  }

  for await (const block of blocks) {
    add(block)
    rows += block.rows
    if (pieces.length > 0) yield { pieces: pieces.splice(0), rows, columns: null }
  }
  if (waiting > 0 || segments === 0) giveTexts()
  for (const [index, { values }] of columns.entries()) {
    if (!values) continue
    give(`v${index}`, 0, values.numbers.take())
    give(`f${index}`, 0, values.formats.take())
  }
  const forms = columns.map(({ types }) => types.form())
  yield { pieces, rows, columns: { headings: columns.map(({ heading }) => heading), forms } }
}

/** A column of a list by its form, with what a spreadsheet has beside its texts. `zone` is that of its days. */
export function listColumn(texts: Column, form: ColumnForm, zone: string, values: (() => SheetValues) | null): Column {
  const reading = readingOf(form, zone)
  if (values) return createTypedTextColumn(texts, reading, values)
  return reading.type === 'text' ? texts : createTypedTextColumn(texts, reading)
}

/** The texts of a column of this form: its phones keep the form of the list. */
export function listTexts(part: TextPart, { type }: ColumnForm): Column {
  return createTextColumn('text', part, type === 'phone')
}

/** Gives the columns of a list from where `readListColumns` stored them. */
export function createListColumns(read: ReadPart, { forms }: ListColumns, zone: string): (index: number) => Column {
  return (index) => {
    const form = forms[index] ?? textForm
    const numbers = read(`v${index}`, 'number')
    const values = numbers.rows > 0 ? { numbers, formats: read(`f${index}`, 'dictionary') } : null
    return listColumn(listTexts(read(`c${index}`, 'text'), form), form, zone, values && (() => values))
  }
}

interface ListOfColumns {
  readonly bytes: Uint8Array
  readonly plan: ListPlan
  /** That of the lists: a thread has no files. */
  readonly kernel: KernelModule
}

/**
 * The work of another thread for `readListColumns`: `columns.begin` names the text list, `columns.next` gives what
 * comes next.
 */
export function createColumnWork() {
  let steps: AsyncGenerator<ColumnStep> | null = null
  return {
    'columns.begin': ({ bytes, plan, kernel }: ListOfColumns) => {
      provideKernel('lists', kernel)
      steps = readListColumns(readTextList({ name: '', bytes }, plan, {}), plan)
      return { value: null, transfer: [] }
    },
    'columns.next': async (_: null) => {
      const step = await steps?.next()
      const value: ColumnStep | null = step?.value ?? null
      return { value, transfer: (value?.pieces ?? []).map(({ segment }) => segment.buffer as ArrayBuffer) }
    },
  }
}

export type ColumnWork = ReturnType<typeof createColumnWork>

interface ListColumn {
  readonly heading: string
  /** Of the rows that were not given out yet: where their texts begin and end, and the texts. */
  readonly offsets: Uint32Array
  heap: Uint8Array
  used: number
  values: ReturnType<typeof createValues> | null
  readonly types: TypeFinder
}

function createColumn(heading: string, chosen: ListColumnType | null): ListColumn {
  const texts = { offsets: new Uint32Array(segmentRows + 1), heap: new Uint8Array(1024), used: 0 }
  return { heading, ...texts, values: null, types: createTypeFinder(heading, chosen) }
}

/** Appends the texts of some rows, the first of which becomes row `at` of the segment. */
function appendTexts(column: ListColumn, block: RowBlock, index: number, from: number, to: number, at: number): void {
  const { bytes, starts, ends, firstCells, widths, values } = block
  // All of them fit into as many bytes as the block has.
  column.heap = withRoom(column.heap, column.used + bytes.length)
  const { heap, offsets, types } = column
  let { used } = column
  // Rows and cells lie inside their arrays: `as number` spares a check each.
  for (let row = from; row < to; row++) {
    if (index < (widths[row] as number)) {
      const cell = (firstCells[row] as number) + index
      const end = ends[cell] as number
      const start = used
      for (let byte = starts[cell] as number; byte < end; byte++) heap[used++] = bytes[byte] as number
      if (used > start) types.add(heap, start, used, values?.[row]?.[index])
    }
    offsets[at + row - from + 1] = used
  }
  column.used = used
}

/**
 * Appends values that are no texts. Most columns have none: they are stored from the first such value on. `before` rows
 * have none.
 */
function appendValues(
  column: ListColumn,
  block: RowBlock,
  index: number,
  from: number,
  to: number,
  earlierRows: number,
): void {
  if (!block.values) return
  for (let row = from; row < to; row++) {
    const value = block.values[row]?.[index] ?? null
    if (value !== null) column.values ??= createValues(earlierRows + row - from)
    column.values?.numbers.append(value?.number ?? null)
    column.values?.formats.append(value?.format ?? null)
  }
}

function createValues(emptyRows: number) {
  const values = { numbers: createNumberBuilder(), formats: createDictionaryBuilder() }
  for (let row = 0; row < emptyRows; row += 1) {
    values.numbers.append(null)
    values.formats.append(null)
  }
  return values
}

/** Valid until more is added. */
function textsOf({ offsets, heap, used }: ListColumn, rows: number): TextPart {
  return { kind: 'text', rows, offsets: offsets.subarray(0, rows + 1), heap: heap.subarray(0, used), nulls: null }
}

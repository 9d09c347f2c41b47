import { promisify } from 'node:util'
import { constants, inflateRawSync, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import { createYieldToEventLoop, stopIfCancelled } from '../../kernel/schedule.ts'
import { createDictionaryBuilder, type DictionaryBuilder } from '../columns/dictionary-column.ts'
import { createNumberBuilder, type NumberBuilder } from '../columns/number-column.ts'
import type { TextPart } from '../columns/part.ts'
import { withRoom } from '../lists/key-table.ts'
import { type KeyMap, recogniseKeys } from '../lists/keys.ts'
import type { ListFile, ListPlan } from '../lists/plan.ts'
import { readList } from '../lists/read.ts'
import { cellText, type RowBlock } from '../lists/row-block.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { Database } from '../store/encrypted-file.ts'
import { writeFact } from '../store/facts.ts'
import { addNumbers, addPiece, addSegment, type RunState, readPieces } from './run-file.ts'

interface NewRun {
  readonly id: string
  readonly name: string
  readonly connection_id: string
  /** None where the service answers. */
  readonly sheets: readonly Pick<CachedSheet, 'id' | 'name' | 'read_at'>[]
  readonly filter: LeadFilter
  readonly file: ListFile
  readonly plan: ListPlan
  readonly started_at: string
}

const sourcePiece = 4 * 1024 * 1024

/**
 * Writes a list as a run with nothing answered: the original columns, the distinct keys, which row has which, and
 * the bytes of the list for running it again. `known` are its keys where they were found by this plan before; without them
 * rows are read once for both. A list whose keys are all unusable is a run as well. Throws what reading a list throws.
 */
export async function fillRun(
  database: Database,
  run: NewRun,
  known: KeyMap | null,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (rows: number) => void },
): Promise<void> {
  const source = storeSource(database, run.file.bytes, signal)
  // Whoever waits for it below gets its failure.
  source.catch(() => undefined)
  const columns = createListColumns(database, run.plan.names)
  const blocks = storing(readList(run.file, run.plan, { signal }), columns.add, progress)
  const map = known ?? (await recogniseKeys(blocks, run.plan, { signal }))
  if (known) for await (const _ of blocks);
  await storeKeys(database, map, signal)
  writeFact(database, 'headings', columns.end())
  writeFact(database, 'settings', settingsOf(run.plan))
  writeFact(database, 'state', stateOf(run, map))
  await source
}

/** The bytes of the list that `fillRun` stored. */
export function readSource(database: Database): Uint8Array {
  const deflated = readPieces(database, 'source').map((piece) => inflateRawSync(piece))
  return Buffer.concat([...deflated, ...readPieces(database, 'source_zstd').map((piece) => zstdDecompressSync(piece))])
}

async function* storing(
  blocks: AsyncIterable<RowBlock>,
  add: (block: RowBlock) => void,
  progress: (rows: number) => void,
): AsyncGenerator<RowBlock> {
  let rows = 0
  for await (const block of blocks) {
    add(block)
    rows += block.rows
    progress(rows)
    yield block
  }
}

async function storeKeys(
  database: Database,
  { keys, rowKeys, rowProblems }: KeyMap,
  signal: AbortSignal,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  for (let from = 0, piece = 0; piece === 0 || from < keys.size; from += segmentRows, piece++) {
    addSegment(database, 'keys', piece, keys.texts(from, Math.min(keys.size, from + segmentRows)))
    await yieldToEventLoop()
  }
  addNumbers(database, 'row_offsets', rowKeys.offsets)
  await yieldToEventLoop()
  addNumbers(database, 'row_indexes', rowKeys.indexes)
  addPiece(database, 'row_problems', 0, rowProblems)
}

const compress = promisify(zstdCompress)

/** Compressed on another thread while the rows are read here. Files made before have `source`, which is deflated. */
async function storeSource(database: Database, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  for (let at = 0, piece = 0; at < bytes.length; at += sourcePiece, piece++) {
    const packed = await compress(bytes.subarray(at, at + sourcePiece), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    })
    stopIfCancelled(signal)
    addPiece(database, 'source_zstd', piece, packed)
  }
}

/** The settings that read the list in the same way again, with everything decided. */
function settingsOf({ encoding, delimiter, header, sheet, skipsHidden, keyColumns }: ListPlan): ListSettings {
  const hidden_rows = skipsHidden ? 'skip' : 'read'
  return { encoding, delimiter, header, sheet, hidden_rows, key_columns: [...keyColumns] }
}

function stateOf({ id, name, connection_id, sheets, filter, file, started_at }: NewRun, map: KeyMap): RunState {
  const [sheet, ...others] = sheets
  const read = sheets.map(({ read_at }) => read_at)
  return {
    id,
    name,
    list_name: file.name,
    connection_id,
    sheet_id: sheet?.id ?? null,
    sheet_ids: others.map((other) => other.id),
    sheet_name: sheet ? sheets.map((each) => each.name).join(', ') : null,
    // The answer is as old as the oldest of them.
    sheet_read_at: read.some((at) => at === null) ? null : (read.toSorted()[0] ?? null),
    filter,
    state: 'interrupted',
    failure: null,
    started_at,
    finished_at: null,
    seconds: 0,
    requests: 0,
    rows: map.rows,
    keys: map.keys.size,
    repeated: map.repeated,
    answered_keys: 0,
    unanswered: [],
    outcomes: {
      com_conversa: 0,
      sem_conversa: 0,
      ausente: 0,
      invalida: map.unusableRows,
      sem_resposta: map.rows - map.unusableRows,
    },
    sealed: 0,
  }
}

/** Rows of one stored segment of a column. */
const segmentRows = 65_536

/** The original columns of a list; every text stays as it is, and what a cell of a spreadsheet holds beside it. */
interface ListColumns {
  add(block: RowBlock): void
  /** Stores what is left. Gives the headings. */
  end(): string[]
}

interface ListColumn {
  readonly heading: string
  /** Of the rows that are not stored yet: where their texts end, and the texts. */
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
 * Stores the columns as they come in, `c0`, `c1`, …, a segment every 65,536 rows; numbers, dates and booleans of spreadsheets
 * beside them at the end as `v0` and their formats as `f0`. A row may be shorter than the headings (the rest is empty) or
 * longer: what is beyond them becomes a column without a heading, unless it is blank.
 */
function createListColumns(database: Database, names: readonly string[]): ListColumns {
  const columns = names.map(createColumn)
  let segments = 0
  let waiting = 0

  function widen(block: RowBlock, row: number): void {
    let column = (block.widths[row] as number) - 1
    while (column >= columns.length && cellText(block, row, column).trim() === '') column--
    while (columns.length <= column) {
      for (let segment = 0; segment < segments; segment++) {
        addSegment(database, `c${columns.length}`, segment, textsOf(createColumn(''), segmentRows))
      }
      columns.push(createColumn(''))
    }
  }

  function storeTexts(): void {
    for (const [index, column] of columns.entries()) {
      addSegment(database, `c${index}`, segments, textsOf(column, waiting))
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
        if (waiting === segmentRows) storeTexts()
      }
    },
    end() {
      if (waiting > 0 || segments === 0) storeTexts()
      for (const [index, { values }] of columns.entries()) {
        if (!values) continue
        addSegment(database, `v${index}`, 0, values.numbers.take())
        addSegment(database, `f${index}`, 0, values.formats.take())
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

/** Most columns hold texts alone: what others hold is stored from their first value on. `before` rows have none. */
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
  return { kind: 'text', rows, offsets, heap: heap.subarray(0, used), nulls: null }
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ListSettings } from '../../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../../preload/contract/sheets.ts'
import type { CellValue } from '../columns/column.ts'
import { createDictionaryBuilder, type DictionaryBuilder } from '../columns/dictionary-column.ts'
import { createNumberBuilder, type NumberBuilder } from '../columns/number-column.ts'
import type { TextPart } from '../columns/part.ts'
import { concatenateTexts, createTextBuilder, type TextBuilder } from '../columns/text-part.ts'
import { type KeyMap, recogniseKeys } from '../lists/keys.ts'
import type { ListFile, ListPlan, RowBatch } from '../lists/plan.ts'
import { readList } from '../lists/read.ts'
import type { Database } from '../store/encrypted-file.ts'
import { writeFact } from '../store/facts.ts'
import { atomically } from '../store/sql.ts'
import { addNumbers, addPiece, addSegment, type RunState, readPieces } from './run-file.ts'

/** A cached sheet that answers a run in place of the service. */
export interface AnsweringSheet {
  readonly id: string
  readonly name: string
  readonly read_at: string | null
}

interface NewRun {
  readonly id: string
  readonly name: string
  readonly connection_id: string
  /** None where the service answers. */
  readonly sheets: readonly AnsweringSheet[]
  readonly filter: LeadFilter
  readonly file: ListFile
  readonly plan: ListPlan
  readonly started_at: string
}

const sourcePiece = 4 * 1024 * 1024

/**
 * Writes a list as a run with nothing answered: the original columns, the distinct keys, which row has which, and
 * the bytes of the list for running it again. A list whose keys are all unusable is a run as well. Throws what
 * reading a list throws.
 */
export async function fillRun(
  database: Database,
  run: NewRun,
  {
    signal,
    progress,
  }: {
    readonly signal: AbortSignal
    readonly progress: (rows: number) => void
  },
): Promise<void> {
  const columns = createListColumns(run.plan.names)
  const batches = readList(run.file, run.plan, { signal })
  const map = await recogniseKeys(storing(batches, columns.add), run.plan, { signal, progress })
  atomically(database, () => {
    storeKeys(database, map)
    storeSource(database, run.file.bytes)
    writeFact(database, 'headings', columns.store(database))
    writeFact(database, 'settings', settingsOf(run.plan))
    writeFact(database, 'state', stateOf(run, map))
  })
}

/** The bytes of the list that `fillRun` stored. */
export function readSource(database: Database): Uint8Array {
  return Buffer.concat(readPieces(database, 'source').map((piece) => inflateRawSync(piece)))
}

async function* storing(
  batches: AsyncIterable<RowBatch>,
  add: ReturnType<typeof createListColumns>['add'],
): AsyncGenerator<RowBatch> {
  for await (const batch of batches) {
    for (const [index, row] of batch.rows.entries()) add(row, batch.values?.[index])
    yield batch
  }
}

function storeKeys(database: Database, { keys, rowKeys, rowProblems }: KeyMap): void {
  const builder = createTextBuilder(keys.length)
  for (const key of keys) builder.append(key)
  addSegment(database, 'keys', 0, builder.take())
  addNumbers(database, 'row_offsets', rowKeys.offsets)
  addNumbers(database, 'row_indexes', rowKeys.indexes)
  addPiece(database, 'row_problems', 0, rowProblems)
}

function storeSource(database: Database, bytes: Uint8Array): void {
  for (let at = 0, piece = 0; at < bytes.length; at += sourcePiece, piece++) {
    addPiece(database, 'source', piece, deflateRawSync(bytes.subarray(at, at + sourcePiece), { level: 1 }))
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
    keys: map.keys.length,
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

/** The original columns of a list, row by row; every text stays as it is, and what a cell of a spreadsheet holds beside it. */
interface ListColumns {
  add(row: readonly string[], values?: readonly (CellValue | null | undefined)[]): void
  /**
   * Stores each column as one segment: `c0`, `c1`, …, so that it is read without being copied; numbers, dates and booleans
   * of spreadsheets beside them as `v0` and their formats as `f0`. Gives the headings.
   */
  store(database: Database): string[]
}

interface ListColumn {
  readonly heading: string
  readonly builder: TextBuilder
  /** Earlier rows, in parts that take no more memory than their texts. */
  readonly parts: TextPart[]
  values: ValueBuilders | null
}

interface ValueBuilders {
  readonly numbers: NumberBuilder
  readonly formats: DictionaryBuilder
}

/** Rows that wait in the builders. */
const maxWaiting = 16_384
/**
 * A row may be shorter than the headings (the rest is empty) or longer: what is beyond them becomes a column without
 * a heading, unless it is blank.
 */
function createListColumns(names: readonly string[]): ListColumns {
  const columns = names.map((heading) => createColumn(heading, 0))
  let rows = 0

  function widen(row: readonly string[]): void {
    const last = row.findLastIndex((text) => text.trim() !== '')
    while (columns.length <= last) columns.push(createColumn('', rows))
  }

  return {
    add(row, values) {
      if (row.length > columns.length) widen(row)
      for (const [index, column] of columns.entries()) {
        column.builder.append(row[index] ?? '')
        const value = values?.[index] ?? null
        if (value !== null) column.values ??= createValues(rows)
        column.values?.numbers.append(value?.number ?? null)
        column.values?.formats.append(value?.format ?? null)
      }
      if (++rows % maxWaiting === 0) for (const { builder, parts } of columns) parts.push(builder.take())
    },
    store(database) {
      for (const [index, { builder, parts, values }] of columns.entries()) {
        addSegment(database, `c${index}`, 0, concatenateTexts([...parts.splice(0), builder.take()]))
        if (!values) continue
        addSegment(database, `v${index}`, 0, values.numbers.take())
        addSegment(database, `f${index}`, 0, values.formats.take())
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
  return { heading, builder: createTextBuilder(), parts: emptyRows > 0 ? [empty] : [], values: null }
}

/** Most columns hold texts alone: what others hold is stored from their first value on. */
function createValues(emptyRows: number): ValueBuilders {
  const values = { numbers: createNumberBuilder(), formats: createDictionaryBuilder() }
  for (let row = 0; row < emptyRows; row += 1) {
    values.numbers.append(null)
    values.formats.append(null)
  }
  return values
}

import type { DerivedColumn } from '../../preload/contract/table-queries.ts'
import { type Column, emptyRank } from '../engine/columns/column.ts'
import type { KeyTable } from '../engine/columns/key-index.ts'
import { numberPart, numbersOf } from '../engine/columns/numbers.ts'
import type { Memory, Part, PartKind, PartOf, TextPart } from '../engine/columns/part.ts'
import { createPiecesColumn } from '../engine/columns/pieces-column.ts'
import { decodeSegments } from '../engine/columns/segment.ts'
import { rankTextPart, type rankWork } from '../engine/columns/text-column.ts'
import type { Table } from '../engine/tables/table.ts'
import { startThread } from '../engine/thread.ts'
import { AppFailure } from '../kernel/failure.ts'
import { createYieldToEventLoop, runInSlices, runSync, type YieldToEventLoop } from '../kernel/schedule.ts'
import type { Zone } from '../kernel/times.ts'
import { derivedLeadColumns, derivedTableColumn } from './derived-lead-columns.ts'
import { extraColumns } from './extra-fields.ts'
import type { LeadBuilder, LeadParts } from './lead-builder.ts'
import { extraKey, leadColumnOf, leadColumns, leadTableColumns } from './lead-columns.ts'
import {
  type PullRecord,
  rowsVersion,
  type SheetFile,
  type SheetState,
  type SnapshotWriter,
  shownReading,
} from './sheet-file.ts'
import { readColumn, rowsBySegment, type Snapshot, takeColumn } from './snapshot.ts'

/** Pages that were read and wait for others, to be stored in one transaction. */
export interface WaitingPages {
  builder: LeadBuilder
  /** Rows of the builder that could not be stored yet. */
  readonly taken: LeadParts[]
  pull: PullRecord
  readonly timer: NodeJS.Timeout
}

/** One sheet while this process works with it: its file, and what of it is in memory. */
export interface OpenSheet {
  readonly file: SheetFile
  state: SheetState
  pull: PullRecord | null
  /** A pull is under way now, as far as main has reported. */
  reading: boolean
  /** Long work holds the sheet: nothing else may change it. */
  busy: boolean
  /** Pages of the pull that are not stored yet. */
  waiting: WaitingPages | null
  /** The snapshot of the pull, while this process writes it. */
  writer: SnapshotWriter | null
  /** The keys of the staged rows and of the waiting ones; null until they are needed. */
  keys: KeyTable | null
  /** How many staged rows the table shows; null for all that there are. */
  shownRows: number | null
}

/** All rows of a sheet that are stored at one moment, to be read column by column while other calls run. */
export interface StoredRows {
  readonly rows: number
  /** Null when the file does not hold these rows (any more): the sheet was read anew meanwhile, or is damaged. */
  column<Kind extends PartKind>(
    key: string,
    kind: Kind,
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<PartOf<Kind> | null>
  /** A column of these rows, which ascend; null where they are not there (any more). */
  take<Kind extends PartKind>(
    key: string,
    kind: Kind,
    rows: Uint32Array,
    yieldToEventLoop: YieldToEventLoop,
  ): Promise<PartOf<Kind> | null>
  /**
   * The rows in the pieces in which they are stored, first to last; each gives its columns. Their rows are fewer than
   * all when the file does not hold them (any more).
   */
  pieces(): Iterable<PieceReader>
}

/** Gives a column of one piece of the rows, its arrays in `memory`. */
export type PieceReader = <Kind extends PartKind>(key: string, kind: Kind, memory?: Memory) => PartOf<Kind>

/** The rows of the reading that is shown. Throws `file_damaged` where its snapshot is not there. */
export function storedRows(sheet: OpenSheet): StoredRows {
  const { generation, rows } = shownReading(sheet)
  return rowsOfSnapshot(generation === null || rows === 0 ? null : snapshotAt(sheet, generation), rows)
}

/** A snapshot by its number, with the rows that count now. Throws `file_damaged` where it is not there. */
export function snapshotAt({ file, pull }: OpenSheet, number: number): Snapshot {
  return file.snapshot(number, number === pull?.generation ? pull.length : undefined)
}

/**
 * Moves the rows of a former file to snapshots. Gives whether the sheet has its rows in snapshots
 * (`SheetFile.convert`).
 */
export async function convertRows(sheet: OpenSheet, yieldToEventLoop: YieldToEventLoop): Promise<boolean> {
  const isConverted = await sheet.file.convert(yieldToEventLoop)
  sheet.pull = sheet.waiting ? sheet.pull : sheet.file.read('pull')
  return isConverted
}

/** A column of the rows that the pull has stored. */
export function pulledColumn<Kind extends PartKind>(sheet: OpenSheet, key: string, kind: Kind): PartOf<Kind> {
  const snapshot = sheet.pull && sheet.pull.rows > 0 ? snapshotAt(sheet, sheet.pull.generation) : null
  return snapshot ? runSync(readColumn(snapshot, key, kind)) : decodeSegments(kind, [])
}

/** The rows of a snapshot that are stored now; none without one. */
function rowsOfSnapshot(snapshot: Snapshot | null, rows: number): StoredRows {
  // A pull adds segments while other calls run, so those of this moment are counted.
  const segments = snapshot?.segments() ?? 0
  return {
    rows,
    async column(key, kind, yieldToEventLoop) {
      if (!snapshot) return rows === 0 ? decodeSegments(kind, []) : null
      const part = await runInSlices(readColumn(snapshot, key, kind, { rows, segments }), yieldToEventLoop)
      return part.rows === rows ? part : null
    },
    async take(key, kind, chosenRows, yieldToEventLoop) {
      if (!snapshot) return null
      const pieces = await runInSlices(rowsBySegment(snapshot, chosenRows), yieldToEventLoop)
      const part = await runInSlices(takeColumn(snapshot, key, kind, pieces), yieldToEventLoop)
      return part.rows === chosenRows.length ? part : null
    },
    *pieces() {
      for (let number = 0; number < segments; number++) {
        yield (key, kind, memory) => (snapshot as Snapshot).segment(key, kind, number, memory)
      }
    },
  }
}

/** The growth after which a sheet that is being read shows its new rows: loading again and again stays linear. */
const growth = 1.25

/** Changes whenever the shown rows do: those of the last whole read, or those that a first pull has stored so far. */
export function shownVersion(sheet: OpenSheet): string {
  const { generation, rows } = shownReading(sheet)
  if (sheet.state.generation !== null) return rowsVersion(generation, rows)
  const shown = sheet.shownRows ?? 0
  sheet.shownRows = !sheet.reading || shown === 0 || rows >= shown * growth ? rows : shown
  return rowsVersion(generation, sheet.shownRows)
}

/** When the rows that are shown were read or refreshed last; null of a sheet of which nothing was read. */
function shownReadAt({ state, pull }: OpenSheet): string | null {
  if (state.generation === null) return pull?.started_at ?? null
  return state.refreshed_at ?? state.read_at
}

/**
 * Reads every column of the rows that are shown, yielding in between. Derived columns stand behind them, with days and
 * hours of the zone. When other rows are shown by the time it ends, it reads those instead. Throws `file_damaged` when
 * the file holds other rows than it declares.
 */
export async function loadSheetTable(sheet: OpenSheet, zone: Zone): Promise<Table> {
  const yieldToEventLoop = createYieldToEventLoop()
  for (;;) {
    // All rows that are stored by now are read, so those are the ones shown from here on.
    sheet.shownRows = null
    const version = shownVersion(sheet)
    const { rows, has_extra, phones_differ } = shownReading(sheet)
    const readAt = shownReadAt(sheet)
    const columns = await readColumns(sheet, yieldToEventLoop)
    const extra = columns?.get(extraKey)
    if (columns && extra) {
      const unknown = has_extra ? await runInSlices(extraColumns(extra), yieldToEventLoop) : new Map<string, Column>()
      for (const [name, column] of unknown) columns.set(name, column)
      if (!has_extra) columns.delete(extraKey)
      const phones = phones_differ ? ['telefone_digitos', 'telefone'] : ['telefone_digitos']
      const searchable = ['nome', ...phones, 'email', 'identificador']
      const order = leadTableColumns(has_extra ? [extraKey, ...unknown.keys()] : [])
      const derived: DerivedColumn[] = []
      const byConversation = sheet.state.filter.agrupar === 'conversa'
      for (const [key, column] of derivedLeadColumns(columns, { readAt, zone, byConversation })) {
        // A field of the service's own has its name.
        if (columns.has(key)) continue
        columns.set(key, column)
        derived.push(derivedTableColumn(key, column))
      }
      return { columns, order, derived, length: rows, version, searchable }
    }
    if (version === shownVersion(sheet)) throw new AppFailure('file_damaged', {}, 'rows are missing')
  }
}

/** Null when the file does not hold these rows (any more). */
async function readColumns(sheet: OpenSheet, yieldToEventLoop: YieldToEventLoop): Promise<Map<string, Column> | null> {
  const { generation } = sheet.state
  const stored = storedRows(sheet)
  const snapshot = generation === null || stored.rows === 0 ? null : sheet.file.snapshot(generation)
  // Most people look at the rows before they sort them by name.
  const readRanks = () => snapshot && readNameRanks(snapshot, stored.rows)
  const pieces = [...stored.pieces()]
  const columns = new Map<string, Column>()
  for (const { key, type, kind } of leadColumns) {
    const parts: PartOf<typeof kind>[] = []
    for (const piece of pieces) {
      parts.push(piece(key, kind))
      await yieldToEventLoop()
    }
    const columnOf = (part: Part) => leadColumnOf(type, part)
    if (parts.length === 0) parts.push(decodeSegments(kind, []))
    const column = createPiecesColumn({ kind, parts, columnOf, readRanks: key === rankedKey ? readRanks : undefined })
    if (column.length !== stored.rows) return null
    columns.set(key, column)
  }
  return columns
}

/** The names are sorted once, when a pull ends, and their order is stored: sorting names takes longest. */
const rankedKey = 'nome'
const ranksName = 'nome:ranks'
/** Below so many rows the order is made before another thread has started. */
const manyRows = 200_000

/** Stores the pt-BR order of the names of a snapshot beside its rows. */
export async function storeNameRanks(
  snapshot: Snapshot,
  { add }: Pick<SnapshotWriter, 'add'>,
  signal: AbortSignal,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const { folded: _, ...names } = await runInSlices(readColumn(snapshot, rankedKey, 'text'), yieldToEventLoop)
  const ranks =
    names.rows < manyRows
      ? await runInSlices(rankTextPart(names), yieldToEventLoop)
      : await ranksFromThread(names, signal)
  add(ranksName, 0, numberPart(new Float64Array(ranks).map((rank) => (rank === emptyRank ? Number.NaN : rank))))
}

/** Another thread takes the names: they are gone here afterwards. */
async function ranksFromThread(names: TextPart, signal: AbortSignal): Promise<Uint32Array> {
  const thread = startThread<typeof rankWork>()
  signal.addEventListener('abort', thread.end)
  try {
    return await thread.ask('rankTexts', names, [names.offsets.buffer, names.heap.buffer] as ArrayBuffer[])
  } finally {
    signal.removeEventListener('abort', thread.end)
    thread.end()
  }
}

/** The stored order of the names, or null where none was stored for all rows. */
function readNameRanks(snapshot: Snapshot, rows: number): Float64Array | Uint32Array | null {
  const ranks = snapshot.beside(ranksName, 'number')
  return ranks.rows === rows ? numbersOf(ranks).ranks() : null
}

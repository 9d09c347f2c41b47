import { numberPart } from '../../../engine/columns/numbers.ts'
import type { NumberPart, Part, PartOf } from '../../../engine/columns/part.ts'
import { concatenateParts } from '../../../engine/columns/segment.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../../engine/store/facts.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import { type InterruptibleWork, runInSlices, runSync, type YieldToEventLoop } from '../../../kernel/schedule.ts'
import { extraKey, type LeadColumn, leadColumns } from '../../../leads/lead-columns.ts'
import {
  type RowsBySegment,
  readColumn,
  rowsBySegment,
  type Snapshot,
  snapshotOf as snapshotOfSegments,
  takeSegment,
} from '../../../leads/snapshot.ts'
import { addNumbers, addPiece, addSegment, readNumbers, readPiece, readPieces, sizeOfPieces } from '../run-file.ts'
import { onlyOutside, withoutConversations } from './conversation-filter.ts'

/** The leads of a run that a sheet answered: rows of one of its snapshots, which ascend. */
export interface LeadSource {
  readonly sheet_id: string
  readonly snapshot: number
  readonly rows: Uint32Array
  /** By row of `rows`: 1 where the conversation lies outside of the filter; empty without a filter. */
  readonly outside: Uint8Array
}

export type SnapshotOf = (source: LeadSource) => Snapshot

/**
 * The leads of a run that sheets answered, one sheet after the other, read from their snapshots when they are needed.
 */
export interface SheetLeads {
  readonly rows: number
  /** The column in the pieces in which it is stored. Throws `file_damaged` where the rows are not there any more. */
  pieces(column: Pick<LeadColumn, 'key' | 'kind'>): InterruptibleWork<Part[]>
  /** The numbers of the conversations that lie outside of the filter. */
  outside(): NumberPart
}

/** `storedLeads` gives the leads of the source at this place where the file of the run has them; null otherwise. */
export function createSheetLeads(
  sources: readonly LeadSource[],
  snapshotOf: SnapshotOf,
  storedLeads: (at: number) => Snapshot | null = () => null,
): SheetLeads {
  const rowsOf = new Map<LeadSource, RowsBySegment>()
  function* partsOf<Kind extends Part['kind']>(source: LeadSource, key: string, kind: Kind) {
    const rows = source.rows.length
    const stored = storedLeads(sources.indexOf(source))
    const parts = stored ? [yield* readColumn(stored, key, kind, { rows })] : yield* takeParts(source, key, kind)
    if (parts.reduce((sum, part) => sum + part.rows, 0) !== rows) throw rowsMissing()
    return parts
  }
  function* takeParts<Kind extends Part['kind']>(source: LeadSource, key: string, kind: Kind) {
    const snapshot = snapshotOf(source)
    const bySegment = rowsOf.get(source) ?? (yield* rowsBySegment(snapshot, source.rows))
    rowsOf.set(source, bySegment)
    const parts: PartOf<Kind>[] = []
    for (const [segment, rows] of bySegment.entries()) {
      if (rows.length > 0) parts.push(takeSegment(snapshot, key, kind, { segment, rows }))
      yield
    }
    return parts
  }
  return {
    rows: sources.reduce((sum, { rows }) => sum + rows.length, 0),
    *pieces({ key, kind }) {
      const pieces: Part[] = []
      for (const source of sources) {
        const { outside } = source
        let first = 0
        for (const part of yield* partsOf(source, key, kind)) {
          const ofPart = outside.subarray(first, first + part.rows)
          pieces.push(outside.length > 0 ? withoutConversations(key, part, (row) => ofPart[row] === 1) : part)
          first += part.rows
        }
      }
      return pieces
    },
    outside() {
      const parts = sources.map((source) => {
        const { outside, rows } = source
        if (!outside.includes(1)) return numberPart(new Float64Array(rows.length).fill(Number.NaN))
        const numbers = concatenateParts('number', runSync(partsOf(source, 'conversa_id', 'number')))
        return onlyOutside(numbers, (row) => outside[row] === 1)
      })
      return concatenateParts('number', parts)
    },
  }
}

function rowsMissing(): AppFailure {
  return new AppFailure('file_damaged', {}, 'rows of a snapshot are missing')
}

interface StoredSource extends Pick<LeadSource, 'sheet_id' | 'snapshot'> {
  /** Whether the file of the run has the leads itself, since the sheet was forgotten. */
  readonly stored?: true
}

const rowsName = (source: number) => `source_rows_${source}`
const outsideName = (source: number) => `source_outside_${source}`
const leadName = (source: number, column: string) => `source_lead_${source}_${column}`

/** Stores which rows of which snapshots the leads of a new run are. */
export function storeSources(database: Database, sources: readonly LeadSource[]): void {
  writeStoredSources(
    database,
    sources.map(({ sheet_id, snapshot }) => ({ sheet_id, snapshot })),
  )
  for (const [at, { rows, outside }] of sources.entries()) {
    addNumbers(database, rowsName(at), rows)
    addPiece(database, outsideName(at), 0, outside)
  }
}

/** The snapshots that a run shows rows of; none of a former run, which has its leads itself. */
function readStoredSources(database: Database): readonly StoredSource[] {
  return readFact<readonly StoredSource[]>(database, 'sources') ?? []
}

function writeStoredSources(database: Database, sources: readonly StoredSource[]): void {
  writeFact(database, 'sources', sources)
}

function readSources(database: Database): readonly LeadSource[] {
  return readStoredSources(database).map(({ sheet_id, snapshot }, at) => ({
    sheet_id,
    snapshot,
    rows: readNumbers(database, rowsName(at)),
    outside: readPieces(database, outsideName(at))[0] ?? new Uint8Array(0),
  }))
}

/** The leads of a run as its file has them. */
export function readSheetLeads(database: Database, snapshotOf: SnapshotOf): SheetLeads {
  return createSheetLeads(readSources(database), snapshotOf, (at) =>
    readStoredSources(database)[at]?.stored
      ? snapshotOfSegments(
          (column, piece) => readPiece(database, leadName(at, column), piece) ?? null,
          () => sizeOfPieces(database, leadName(at, extraKey)).pieces,
        )
      : null,
  )
}

/** How many leads of each sheet a run reads from snapshots, by the id of the sheet. */
export function leadsBySheet(database: Database): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [at, { sheet_id, stored }] of readStoredSources(database).entries()) {
    if (stored) continue
    counts.set(sheet_id, (counts.get(sheet_id) ?? 0) + readNumbers(database, rowsName(at)).length)
  }
  return counts
}

export interface LeadWatch {
  readonly yieldToEventLoop: YieldToEventLoop
  /** Takes how many leads are stored. */
  readonly progress: (leads: number) => void
}

/**
 * Stores the leads of a sheet in the file of the run, which needs no snapshot of it then. Needs a transaction around
 * it. Throws `file_damaged` where the leads cannot be read.
 */
export async function storeLeadsOf(
  database: Database,
  sheet: string,
  snapshotOf: SnapshotOf,
  { yieldToEventLoop, progress }: LeadWatch,
): Promise<void> {
  let cells = 0
  for (const [at, source] of readSources(database).entries()) {
    if (source.sheet_id !== sheet || source.rows.length === 0) continue
    const snapshot = snapshotOf(source)
    const bySegment = await runInSlices(rowsBySegment(snapshot, source.rows), yieldToEventLoop)
    const pieces = [...bySegment.entries()].filter(([, rows]) => rows.length > 0)
    if (pieces.reduce((sum, [, rows]) => sum + rows.length, 0) !== source.rows.length) throw rowsMissing()
    for (const { key, kind } of leadColumns) {
      for (const [piece, [segment, rows]] of pieces.entries()) {
        const part = takeSegment(snapshot, key, kind, { segment, rows })
        if (part.rows !== rows.length) throw rowsMissing()
        addSegment(database, leadName(at, key), piece, part)
        cells += rows.length
        progress(Math.floor(cells / leadColumns.length))
        await yieldToEventLoop()
      }
    }
  }
  const sources = readStoredSources(database)
  writeStoredSources(
    database,
    sources.map((source) => (source.sheet_id === sheet ? { ...source, stored: true } : source)),
  )
}

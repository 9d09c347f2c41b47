import { numberPart } from '../../../engine/columns/numbers.ts'
import type { NumberPart, Part } from '../../../engine/columns/part.ts'
import { concatenateParts } from '../../../engine/columns/segment.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { readFact, writeFact } from '../../../engine/store/facts.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import { type InterruptibleWork, runSync } from '../../../kernel/schedule.ts'
import type { LeadColumn } from '../../../leads/lead-columns.ts'
import { type RowsBySegment, rowsBySegment, type Snapshot, takeColumn } from '../../../leads/snapshot.ts'
import { addNumbers, addPiece, readNumbers, readPieces, removePieces } from '../run-file.ts'
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
  /** Throws `file_damaged` where the rows are not there any more. */
  column(column: Pick<LeadColumn, 'key' | 'kind'>): InterruptibleWork<Part>
  /** The numbers of the conversations that lie outside of the filter. */
  outside(): NumberPart
}

export function createSheetLeads(sources: readonly LeadSource[], snapshotOf: SnapshotOf): SheetLeads {
  const piecesOf = new Map<LeadSource, RowsBySegment>()
  function* columnOf<Kind extends Part['kind']>(source: LeadSource, key: string, kind: Kind) {
    const snapshot = snapshotOf(source)
    const pieces = piecesOf.get(source) ?? rowsBySegment(snapshot, source.rows)
    piecesOf.set(source, pieces)
    const part = yield* takeColumn(snapshot, key, kind, pieces)
    if (part.rows !== source.rows.length) throw new AppFailure('file_damaged', {}, 'rows of a snapshot are missing')
    return part
  }
  return {
    rows: sources.reduce((sum, { rows }) => sum + rows.length, 0),
    *column({ key, kind }) {
      const parts: Part[] = []
      for (const source of sources) {
        const part = yield* columnOf(source, key, kind)
        const { outside } = source
        parts.push(outside.length > 0 ? withoutConversations(key, part, (row) => outside[row] === 1) : part)
      }
      return concatenateParts(kind, parts)
    },
    outside() {
      const parts = sources.map((source) => {
        const { outside, rows } = source
        if (!outside.includes(1)) return numberPart(new Float64Array(rows.length).fill(Number.NaN))
        return onlyOutside(runSync(columnOf(source, 'conversa_id', 'number')), (row) => outside[row] === 1)
      })
      return concatenateParts('number', parts)
    },
  }
}

type StoredSource = Pick<LeadSource, 'sheet_id' | 'snapshot'>

const rowsName = (source: number) => `source_rows_${source}`
const outsideName = (source: number) => `source_outside_${source}`

/** Stores which rows of which snapshots the leads are, in place of what was stored before. */
export function storeSources(database: Database, sources: readonly LeadSource[]): void {
  for (let at = 0; at < readStoredSources(database).length; at++) {
    for (const name of [rowsName(at), outsideName(at)]) removePieces(database, name)
  }
  writeFact(
    database,
    'sources',
    sources.map(({ sheet_id, snapshot }): StoredSource => ({ sheet_id, snapshot })),
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

export function readSources(database: Database): readonly LeadSource[] {
  return readStoredSources(database).map((source, at) => ({
    ...source,
    rows: readNumbers(database, rowsName(at)),
    outside: readPieces(database, outsideName(at))[0] ?? new Uint8Array(0),
  }))
}

/** The sheets whose snapshots a run shows rows of. */
export function sheetsIn(database: Database): readonly string[] {
  return readStoredSources(database).map(({ sheet_id }) => sheet_id)
}

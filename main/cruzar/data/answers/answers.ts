import type { PhoneRung } from '../../../../preload/values/rungs.ts'
import type { Column } from '../../../engine/columns/column.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import type { NumberPart, Part } from '../../../engine/columns/part.ts'
import { createPiecesColumn } from '../../../engine/columns/pieces-column.ts'
import { concatenateParts, takeRows } from '../../../engine/columns/segment.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import type { JsonRecord } from '../../../kernel/json.ts'
import { type InterruptibleWork, runInSlices, runSync, type YieldToEventLoop } from '../../../kernel/schedule.ts'
import { columnFromExtra } from '../../../leads/extra-fields.ts'
import { createLeadBuilder } from '../../../leads/lead-builder.ts'
import { extraKey, type LeadColumn, leadColumnOf, leadColumns } from '../../../leads/lead-columns.ts'
import { createColumnStore, type ReadPart } from '../lists/list-columns.ts'
import {
  addNumbers,
  addPiece,
  addSegment,
  type RunList,
  readColumn,
  readNumbers,
  readPieces,
  removePieces,
} from '../run-file.ts'
import { createKeyOutcomes, type KeyOutcomes } from './key-outcomes.ts'
import { createMatches, type Matches, type StoredMatches } from './matches.ts'
import { createSheetLeads, readSheetLeads, type SheetLeads, type SnapshotOf } from './sheet-leads.ts'

/** All that is known of the keys of a run, in memory. */
export interface Answers {
  readonly keyOutcomes: KeyOutcomes
  readonly matches: Matches
  readonly leads: ReturnType<typeof createAnsweredLeads>
  /** The row of each key's lead in `leads`, or `noRow`. Changes with every answer: copy what must stay. */
  readonly keyLeads: Uint32Array
  /** By key: 1 where the service has answered for its other form as well. */
  readonly others: Uint8Array
  /** Stores everything known as sealed columns, replacing what was sealed before. Needs a transaction around it. */
  seal(database: Database, yieldToEventLoop: YieldToEventLoop): Promise<void>
  /** Does the same without the leads. */
  sealKeys(database: Database): void
}

/** Answers by key, and the leads that they bring. */
export interface KnownAnswers {
  /** By key: the number of its answer (`codeOfAnswer`); 0 for a key without one. */
  readonly answers: Uint8Array
  /** By key: its lead's row, or `noRow`. */
  readonly keyLeads: Uint32Array
  /** How the leads are written; null in files of former versions. */
  readonly matches: StoredMatches | null
  /** By key: 1 where its other form was answered for; empty where none was. */
  readonly others: Uint8Array
  readonly sheetLeads: SheetLeads
  /** Gives the columns of the leads that a service's answers brought, `lead_…`, when they are needed. */
  readonly read: ReadPart
}

/** What is in memory already of a run that was just made. */
export interface MadeRun extends KnownOutcomes {
  readonly list: RunList
}

type KnownOutcomes = Pick<Answers, 'keyOutcomes' | 'matches'>

/** `lowest` is the last rung of the match ladder that counts; null where the service decides. */
export function* createAnswers(
  list: RunList,
  lowest: PhoneRung | null,
  sealed: KnownAnswers | null,
  outcomes?: KnownOutcomes,
): InterruptibleWork<Answers> {
  const { rowKeys, keys } = list
  const matches = outcomes?.matches ?? createMatches(rowKeys, keys, lowest, sealed?.matches ?? null)
  const keyOutcomes = outcomes?.keyOutcomes ?? (yield* createKeyOutcomes(rowKeys, keys.rows, matches, sealed?.answers))
  const leads = createAnsweredLeads(
    sealed?.sheetLeads ?? createSheetLeads([], noSnapshot),
    sealed?.read ?? createColumnStore(0).read,
  )
  const keyLeads = sealed?.keyLeads ?? new Uint32Array(list.keys.rows).fill(noRow)

  const others = new Uint8Array(keys.rows)
  others.set(sealed?.others ?? [])
  function sealKeys(database: Database): void {
    addPiece(database, 'key_answers', 0, keyOutcomes.answers)
    addNumbers(database, 'key_leads', keyLeads)
    const { forms, hashes, candidates } = matches.stored()
    addPiece(database, 'key_forms', 0, forms)
    addNumbers(database, 'key_hashes', hashes)
    addNumbers(database, 'candidates', candidates)
    addPiece(database, 'key_others', 0, others)
  }

  return {
    keyOutcomes,
    matches,
    leads,
    keyLeads,
    others,
    sealKeys,
    async seal(database, yieldToEventLoop) {
      sealKeys(database)
      await leads.store(database, yieldToEventLoop)
    },
  }
}

function noSnapshot(): never {
  throw new Error('no lead is of a snapshot')
}

/** The answers that are in the file as columns. `snapshotOf` gives the snapshots that hold the leads of sheets. */
export function readSealed(database: Database, snapshotOf: SnapshotOf): KnownAnswers {
  const forms = readPieces(database, 'key_forms')[0]
  return {
    answers: readPieces(database, 'key_answers')[0] ?? new Uint8Array(0),
    keyLeads: readNumbers(database, 'key_leads'),
    matches: forms
      ? {
          forms,
          hashes: readNumbers(database, 'key_hashes'),
          candidates: readNumbers(database, 'candidates'),
        }
      : null,
    others: readPieces(database, 'key_others')[0] ?? new Uint8Array(0),
    sheetLeads: readSheetLeads(database, snapshotOf),
    read: (name, kind) => readColumn(database, name, kind),
  }
}

/** Leads that wait in the builder, which takes several times the memory of a part. */
const maxWaiting = 16_384

/**
 * The leads of a run, as columns that grow at their end. First come those of sheets, then those that `read` gives,
 * which a service's answers brought before, then those that its answers bring now. A column is read when it is
 * needed.
 */
function createAnsweredLeads(sheetLeads: SheetLeads, read: ReadPart) {
  let builder = createLeadBuilder()
  const partsByKey = new Map<string, Part[]>()
  let rows: number | null = null
  let readRows: number | null = null

  /**
   * How many leads `read` gives: 0 where it has given them before. A run for which it gives them only once lacks no
   * column.
   */
  function rowsRead(): number {
    readRows ??= read('lead_contato_id', 'number').rows
    return readRows
  }

  function* earlierParts(column: LeadColumn): InterruptibleWork<Part[]> {
    const ofSheets = yield* sheetLeads.pieces(column)
    const part = read(`lead_${column.key}`, column.kind)
    // Leads may have been stored when this column was unknown.
    const stored = part.rows < rowsRead() ? columnFromExtra(column, read(`lead_${extraKey}`, 'text')) : part
    return [...ofSheets, stored].filter((one) => one.rows > 0)
  }

  function partsOf(column: LeadColumn): Part[] {
    const parts = partsByKey.get(column.key) ?? runSync(earlierParts(column))
    partsByKey.set(column.key, parts)
    return parts
  }

  /** Moves the leads that wait in the builder behind the others. */
  function settle(): void {
    if (builder.rows === 0) return
    const { columns } = builder.take()
    builder = createLeadBuilder()
    for (const column of leadColumns) {
      const part = columns.get(column.key)
      if (part) partsByKey.set(column.key, [...partsOf(column), part])
    }
  }

  /** Joins the parts of a column to one, which replaces them, in columns that were shown as well. */
  function whole(column: LeadColumn): Part {
    const parts = partsOf(column)
    const part = concatenateParts(
      column.kind,
      parts.filter(({ rows: count }) => count > 0),
    )
    parts.splice(0, parts.length, part)
    return part
  }

  /** Reads the columns in slices, so that `shown` answers at once. */
  async function prepare(yieldToEventLoop: YieldToEventLoop): Promise<void> {
    for (const column of leadColumns) {
      if (partsByKey.has(column.key)) continue
      const parts = await runInSlices(earlierParts(column), yieldToEventLoop)
      if (!partsByKey.has(column.key)) partsByKey.set(column.key, parts)
    }
    settle()
  }

  /** Reads and joins the columns in slices, so that `columns` answers at once. */
  async function join(yieldToEventLoop: YieldToEventLoop): Promise<void> {
    await prepare(yieldToEventLoop)
    for (const column of leadColumns) {
      whole(column)
      await yieldToEventLoop()
    }
  }

  /** Stores the leads that are of no sheet. Needs a transaction around it. */
  async function store(database: Database, yieldToEventLoop: YieldToEventLoop): Promise<void> {
    await join(yieldToEventLoop)
    const first = sheetLeads.rows
    for (const column of leadColumns) {
      const part = whole(column)
      const ownRows = Uint32Array.from({ length: part.rows - first }, (_, row) => first + row)
      removePieces(database, `lead_${column.key}`)
      addSegment(database, `lead_${column.key}`, 0, first === 0 ? part : takeRows(part, ownRows))
      await yieldToEventLoop()
    }
  }

  return {
    /** Takes a lead as the service sent it; gives its row. */
    add(lead: JsonRecord): number {
      rows ??= sheetLeads.rows + rowsRead()
      builder.append(lead)
      if (builder.rows === maxWaiting) settle()
      return rows++
    },
    prepare,
    join,
    /** The columns of all leads so far, by key, as they are shown. Leads that come later do not change them. */
    shown(): ReadonlyMap<string, Column> {
      settle()
      return new Map(
        leadColumns.map(({ key, type, kind }) => {
          const parts = partsOf({ key, type, kind })
          if (parts.length === 0) parts.push(concatenateParts(kind, []))
          const columnOf = (part: Part) => leadColumnOf(type, part)
          return [key, createPiecesColumn({ kind, parts, columnOf })]
        }),
      )
    },
    /** The stored values of all leads so far, by key. Arrays that were given out never change. */
    columns(): ReadonlyMap<string, Part> {
      settle()
      return new Map(leadColumns.map((column) => [column.key, whole(column)]))
    },
    /** The numbers of the conversations that lie outside of the filter of a run that sheets answered, by lead. */
    outside(): NumberPart {
      const stored = read(`lead_${outsideKey}`, 'number')
      return stored.rows > 0 ? stored : sheetLeads.outside()
    },
    store,
  }
}

/** The name of one more column beside those of the leads of former runs: the conversations that lie outside. */
const outsideKey = 'outside_conversa_id'

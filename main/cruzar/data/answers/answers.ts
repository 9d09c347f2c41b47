import type { PhoneRung } from '../../../../preload/values/rungs.ts'
import { noRow } from '../../../engine/columns/derived-columns.ts'
import type { Part } from '../../../engine/columns/part.ts'
import { concatenateParts } from '../../../engine/columns/segment.ts'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import type { JsonRecord } from '../../../kernel/json.ts'
import type { YieldToEventLoop } from '../../../kernel/schedule.ts'
import { columnFromExtra } from '../../../leads/extra-fields.ts'
import { createLeadBuilder } from '../../../leads/lead-builder.ts'
import { extraKey, type LeadColumn, leadColumns } from '../../../leads/lead-columns.ts'
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
  /** Does the same without the leads, which are in the file already. */
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
  /** Gives the columns of the leads, `lead_…`, when they are needed. */
  readonly read: ReadPart
}

/** What is in memory already of a run that was just made. */
export interface MadeRun extends KnownOutcomes {
  readonly list: RunList
}

type KnownOutcomes = Pick<Answers, 'keyOutcomes' | 'matches'>

/** `lowest` is the last rung of the match ladder that counts; null where the service decides. */
export function createAnswers(
  list: RunList,
  lowest: PhoneRung | null,
  sealed: KnownAnswers | null,
  outcomes?: KnownOutcomes,
): Answers {
  const { rowKeys, keys } = list
  const matches = outcomes?.matches ?? createMatches(rowKeys, keys, lowest, sealed?.matches ?? null)
  const keyOutcomes = outcomes?.keyOutcomes ?? createKeyOutcomes(rowKeys, keys.rows, matches, sealed?.answers)
  const leads = createAnsweredLeads(sealed?.read ?? createColumnStore(0).read)
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
      await leads.join(yieldToEventLoop)
      for (const [field, part] of leads.columns()) {
        removePieces(database, `lead_${field}`)
        addSegment(database, `lead_${field}`, 0, part)
        await yieldToEventLoop()
      }
    },
  }
}

/** The answers that are in the file as columns. */
export function readSealed(database: Database): KnownAnswers {
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
    read: (name, kind) => readColumn(database, name, kind),
  }
}

/** Leads that wait in the builder, which takes several times the memory of a part. */
const maxWaiting = 16_384

/**
 * The leads that answers brought, as columns that grow at their end. Begins after the leads that `read` gives, each
 * column of which is read when it is needed.
 */
function createAnsweredLeads(read: ReadPart) {
  let builder = createLeadBuilder()
  const partsByKey = new Map<string, Part[]>()
  let rows: number | null = null
  let storedRows: number | null = null

  /**
   * How many leads `read` gives: 0 where it has given them before. A run for which it gives them only once lacks no
   * column.
   */
  function stored(): number {
    storedRows ??= read('lead_contato_id', 'number').rows
    return storedRows
  }

  function partsOf(column: LeadColumn): Part[] {
    const { key } = column
    const parts = partsByKey.get(key) ?? [storedPart(column)]
    partsByKey.set(key, parts)
    return parts
  }

  /** Leads may have been stored when this column was unknown. */
  function storedPart(column: LeadColumn): Part {
    const part = read(`lead_${column.key}`, column.kind)
    return part.rows < stored() ? columnFromExtra(column, read(`lead_${extraKey}`, 'text')) : part
  }

  /** Moves the leads that wait in the builder behind the others. */
  function settle(): void {
    if (builder.rows === 0) return
    const { columns } = builder.take()
    builder = createLeadBuilder()
    for (const column of leadColumns) {
      const part = columns.get(column.key)
      if (part) partsOf(column).push(part)
    }
  }

  /** Joins the parts of a column to one, which replaces them. */
  function whole(column: LeadColumn): Part {
    const parts = partsOf(column).filter((part) => part.rows > 0)
    const part = concatenateParts(column.kind, parts)
    partsByKey.set(column.key, [part])
    return part
  }

  return {
    /** Takes a lead as the service sent it; gives its row. */
    add(lead: JsonRecord): number {
      rows ??= stored()
      builder.append(lead)
      if (builder.rows === maxWaiting) settle()
      return rows++
    },
    /** Joins the parts of each column in slices, so that `columns` answers at once. */
    async join(yieldToEventLoop: YieldToEventLoop): Promise<void> {
      settle()
      for (const column of leadColumns) {
        whole(column)
        await yieldToEventLoop()
      }
    },
    /** The columns of all leads so far, by key. Arrays that were given out never change. */
    columns(): ReadonlyMap<string, Part> {
      settle()
      return new Map(leadColumns.map((column) => [column.key, whole(column)]))
    },
  }
}

import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { LeadFilter, LeadNames, SheetBadge } from '../../preload/contract/sheets.ts'
import type { TableLayout } from '../../preload/contract/tables.ts'
import type { Part } from '../engine/columns/part.ts'
import { fileSize, forgetEncryptedFile } from '../engine/store/data-files.ts'
import { onDisk, openEncryptedFile, watchChanges } from '../engine/store/encrypted-file.ts'
import { createRecordFile, openRecordFile, type RecordFile } from '../engine/store/record-file.ts'
import { atomically, execute, selectOneJson } from '../engine/store/sql.ts'
import { AppFailure } from '../kernel/failure.ts'
import { systemCode } from '../kernel/replace-file.ts'
import type { YieldToEventLoop } from '../kernel/schedule.ts'
import { createFormerRows, formerSchema } from './former-rows.ts'
import type { PullState, StoredSheet } from './sheet-calls.ts'
import { changedSnapshot, readChanges, type Snapshot, snapshotIn, writeSegment } from './snapshot.ts'

type Aside = StoredSheet['aside']
const maxNamed = 20
/** Older files do not count them. */
export const noneAside: Aside = { count: 0, contacts: [] }
export function moreAside({ count, contacts }: Aside, newContacts: readonly (number | null)[]): Aside {
  const named = newContacts.filter((contact) => contact !== null)
  return { count: count + newContacts.length, contacts: [...contacts, ...named].slice(0, maxNamed) }
}

/** What is known of the rows of a reading. */
interface Reading {
  /** The number of the snapshot that has the rows; null while none were read whole. */
  readonly generation: number | null
  readonly rows: number
  /** What the service counts. */
  readonly total: number | null
  readonly repeated: number
  /** Older files do not have it. */
  readonly aside?: Aside
  readonly echoed: Record<string, unknown> | null
  readonly has_extra: boolean
  readonly phones_differ: boolean
}

export const nothingRead: Reading = {
  generation: null,
  rows: 0,
  total: null,
  repeated: 0,
  echoed: null,
  has_extra: false,
  phones_differ: false,
}

/** What a sheet's file states about itself, besides its rows. */
export interface SheetState extends Reading {
  readonly id: string
  readonly name: string
  readonly connection_id: string
  readonly filter: LeadFilter
  readonly created_at: string
  /** The badge of the rows that are shown, or why a first pull has not ended. */
  readonly badge: SheetBadge
  readonly next_generation: number
  readonly read_at: string | null
  readonly refreshed_at: string | null
  /** Older files do not have it. */
  readonly unknown_counts?: number
}

/** A pull whose pages are stored but not yet shown as whole; one a sheet at most. */
export interface PullRecord extends Reading {
  readonly mode: PullState['mode']
  readonly filter: LeadFilter
  readonly generation: number
  /** The bytes of its snapshot that count: what lies behind them was never named. Former files have no such file. */
  readonly length?: number
  /** When its first page was requested: rows that change later are the next refresh's to find. */
  readonly started_at: string
  readonly last_page: number
  /** Of a quick refresh whose pages are all read: the first row that was read again, and the next one to read again. */
  readonly reread?: { readonly from: number; readonly next: number | null }
  readonly next_page: number
  readonly total_changed: boolean
}

/** Names the rows of a sheet: a generation changes only by growing. */
export function rowsVersion(generation: number | null, rows: number): string {
  return `${generation ?? 'none'}.${rows}`
}

export const notReadYet: SheetBadge = { kind: 'partial', reason: 'ended', failure: null }

/** What a sheet is, whatever was read of it. */
export type SheetNote = Pick<SheetState, 'name' | 'connection_id' | 'filter' | 'created_at'>

/** A sheet of which nothing was read. */
export function newSheet(named: SheetNote & Pick<SheetState, 'id'>): SheetState {
  return {
    ...named,
    ...nothingRead,
    badge: notReadYet,
    next_generation: 1,
    read_at: null,
    refreshed_at: null,
  }
}

/** What decides about what is shown of a sheet. */
export interface StatedSheet {
  readonly state: SheetState
  readonly pull: PullRecord | null
}

/** What is shown: the last whole read, or else what a first pull has stored so far. */
export function shownReading({ state, pull }: StatedSheet): Reading {
  return state.generation === null && pull ? pull : state
}

const reading: SheetBadge = { kind: 'reading', reason: 'none', failure: null }
/** The sheet as main knows it. */
export function storedSheet(
  { state, pull }: StatedSheet,
  now: { readonly reading: boolean; readonly bytes: number },
): StoredSheet {
  const first = state.generation === null
  const { id, name, connection_id, filter, read_at, refreshed_at, unknown_counts = 0 } = state
  const { rows, total, repeated, aside = noneAside, echoed } = shownReading({ state, pull })
  return {
    id,
    name,
    connection_id,
    filter,
    rows,
    total,
    repeated,
    aside,
    echoed,
    bytes: now.bytes,
    read_at,
    refreshed_at,
    unknown_counts,
    badge: first && now.reading ? reading : state.badge,
    interrupted: !first && pull && !now.reading ? pull.mode : null,
  }
}

/** A snapshot that stays, and why. */
export interface SnapshotRecord {
  readonly number: number
  /** The snapshot whose rows it changes; null where it has all rows itself. */
  readonly base: number | null
  readonly rows: number
  /** The bytes of its file that count; null where they were not noted, as of rows that a former file had. */
  readonly length: number | null
  /** When its rows were read or refreshed; null for those of a first pull that was interrupted. ISO 8601 UTC. */
  readonly read_at: string | null
  /** The ids of the runs that show its rows. */
  readonly holders: readonly string[]
  /** What the sheet stated of these rows while it showed them. Former versions did not note it. */
  readonly badge?: SheetBadge
  readonly filter?: LeadFilter
  /** When its reading had ended. ISO 8601 UTC. */
  readonly ended_at?: string
  /** When its rows were read whole: quick refreshes leave that as it was. */
  readonly whole_at?: string | null
}

/** Small JSON values, each in a row of its own so that storing pages writes little. */
interface SheetValues {
  readonly sheet: SheetState
  readonly pull: PullRecord | null
  readonly known: LeadNames
  readonly layout: TableLayout
  /** The snapshots that stay. Absent in files of former versions. */
  readonly snapshots: readonly SnapshotRecord[]
  /** How many of them stay although nothing holds them: the newest. */
  readonly versions: number
  /** How many a person chose for this sheet; absent or null where the preferences decide. */
  readonly keep: number | null
}

/**
 * One sheet (docs/decisions/storage.md §17): an encrypted SQLite file of what is small and changes, and beside it
 * a file for each snapshot of its rows, `<id>.sheet.<number>.snapshot`. A snapshot counts when the SQLite file names
 * it; any other was left by a killed process.
 */
export interface SheetFile {
  /** Whether another process has changed the file since this was called last. */
  changedElsewhere(): boolean
  /** Whether another file has its name by now: another process has made a damaged sheet anew. */
  isReplaced(): boolean
  read<Key extends keyof SheetValues>(key: Key): SheetValues[Key] | null
  write(values: Partial<SheetValues>): void
  /** Writes what `values` gives in the same transaction; it outlives a power cut when this returns. */
  writeOnDisk(values: () => Partial<SheetValues>): void
  /** All or nothing, also when the process is killed. */
  atomically<Result>(work: () => Result): Result
  /**
   * The rows of a snapshot: those of its first `length` bytes, by default of all that were noted. Throws `file_damaged`
   * where it is not there, and what its reading throws.
   */
  snapshot(number: number, length?: number): Snapshot
  /** Begins the snapshot of this number; what there was of it is gone. */
  create(number: number): SnapshotWriter
  /** Goes on behind the first `length` bytes of a snapshot. */
  extend(number: number, length: number): SnapshotWriter
  /** What a snapshot takes on disk. */
  bytesOf(number: number): number
  /** Closes the file of a snapshot, of which something may be wrong in memory. */
  release(number: number): void
  /** Whether the file has rows itself, as former ones do until they are moved and swept. */
  hasRows(): boolean
  /**
   * Moves the rows of a former file, which has them itself, to snapshots of their own. Gives whether they lie there:
   * not those of a file that cannot be written, or while another process is at it.
   */
  convert(yieldToEventLoop: YieldToEventLoop): Promise<boolean>
  /** Removes the snapshots that nothing names, one at a time. */
  sweep(yieldToEventLoop: YieldToEventLoop): Promise<void>
  close(): void
}

/** Writes a snapshot. Its rows count when the sheet's file names it, after `flush`. */
export interface SnapshotWriter {
  readonly snapshot: Snapshot
  /** Adds a column of a segment. */
  add(name: string, number: number, part: Part): void
  /** Waits until all of it is on the disk; gives its length in bytes. */
  flush(): number
}

/** 4 MB of log: writing it into the file takes so long that nobody notices. */
const checkpointPages = 64

/** Throws `not_found` when there is no such file and `create` is false, and all that `openEncryptedFile` does. */
export function openSheetFile(path: string, key: string, create = false): SheetFile {
  if (!create && !existsSync(path)) throw new AppFailure('not_found')
  const database = openEncryptedFile({ path, key, schema: formerSchema, oldest: 1 })
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  const openedId = fileId(path)
  const files = new Map<number, RecordFile>()
  // The file is encrypted and authenticated, and `write` alone writes these rows: they are what the type says.
  const read = <Key extends keyof SheetValues>(key: Key): SheetValues[Key] | null =>
    selectOneJson<SheetValues[Key]>(database)`select value from state where key = ${key}` ?? null
  const write = (values: Partial<SheetValues>) =>
    atomically(database, () => {
      for (const [key, value] of Object.entries(values)) {
        execute(database)`insert or replace into state (key, value) values (${key}, ${JSON.stringify(value)})`
      }
    })
  const release = (number: number) => {
    files.get(number)?.close()
    files.delete(number)
  }
  const hold = (number: number, open: (file: string) => RecordFile): RecordFile => {
    release(number)
    const file = open(snapshotPath(path, number))
    files.set(number, file)
    return file
  }
  const named = () => namedSnapshots(read('sheet'), read('pull'), read('snapshots') ?? [])
  const former = createFormerRows(database, {
    stated: () => ({ numbers: named(), pull: read('pull')?.generation ?? null }),
    writeLength(length) {
      const pull = read('pull')
      if (pull) write({ pull: { ...pull, length } })
    },
    createFile: (number) => createRecordFile(snapshotPath(path, number), key),
    movedFile: (number) => fileOf(number),
  })
  const fileOf = (number: number, length?: number): RecordFile => {
    const file = files.get(number)
    // Another process may have written more of it, or have removed it.
    if (file && (length ?? fileSize(snapshotPath(path, number))) <= file.length) return file
    return hold(number, (place) => openRecordFile(place, key, { length }))
  }
  const lengthOf = (number: number) => read('snapshots')?.find((one) => one.number === number)?.length ?? undefined
  const snapshot = (number: number, length = lengthOf(number)): Snapshot => {
    if (former.is()) return former.snapshot(number)
    try {
      const fileRows = snapshotIn(fileOf(number, length))
      const changes = readChanges(fileRows)
      return changes ? changedSnapshot(snapshot(changes.base), fileRows, changes) : fileRows
    } catch (error) {
      throw systemCode(error) === 'ENOENT' ? new AppFailure('file_damaged', {}, 'a snapshot is missing') : error
    }
  }
  return {
    changedElsewhere: watchChanges(database),
    isReplaced: () => fileId(path) !== openedId,
    read,
    write,
    writeOnDisk: (values) => onDisk(database, () => atomically(database, () => write(values()))),
    atomically: (work) => atomically(database, work),
    snapshot,
    create: (number) => writerOf(hold(number, (place) => createRecordFile(place, key))),
    extend: (number, length) =>
      writerOf(hold(number, (place) => openRecordFile(place, key, { length, writable: true }))),
    bytesOf: (number) => fileSize(snapshotPath(path, number)),
    release,
    hasRows: former.hasRows,
    convert: former.convert,
    async sweep(yieldToEventLoop) {
      const numbers = named()
      for (const number of snapshotNumbers(path)) {
        if (numbers.has(number)) continue
        release(number)
        forgetEncryptedFile(snapshotPath(path, number))
        await yieldToEventLoop()
      }
      await former.sweep(yieldToEventLoop)
    },
    close: () => {
      for (const file of files.values()) file.close()
      database.close()
    },
  }
}

function writerOf(file: RecordFile): SnapshotWriter {
  return {
    snapshot: snapshotIn(file),
    add: (name, number, part) => writeSegment(file, name, number, part),
    flush() {
      file.flush()
      return file.length
    },
  }
}

/** The numbers of the snapshots that stay, each with those whose rows it changes. */
function namedSnapshots(
  sheet: SheetState | null,
  pull: PullRecord | null,
  snapshots: readonly SnapshotRecord[],
): ReadonlySet<number> {
  const named = new Set<number>()
  const add = (number: number | null | undefined): void => {
    if (number === null || number === undefined || named.has(number)) return
    named.add(number)
    add(snapshots.find((one) => one.number === number)?.base)
  }
  for (const number of [sheet?.generation, pull?.generation, ...snapshots.map(({ number }) => number)]) add(number)
  return named
}

function fileId(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

function snapshotPath(path: string, number: number): string {
  return `${path}.${number}.snapshot`
}

/** The numbers of the snapshots beside the file of a sheet. */
export function snapshotNumbers(path: string): number[] {
  const start = `${basename(path)}.`
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start))
  return names.flatMap((name) => Number(/^(\d+)\.snapshot$/.exec(name.slice(start.length))?.[1] ?? Number.NaN) || [])
}

/** What the snapshots of a sheet take on disk. */
export function snapshotBytes(path: string): number {
  return snapshotNumbers(path).reduce((sum, number) => sum + fileSize(snapshotPath(path, number)), 0)
}

/** Removes all snapshots of a sheet. */
export function forgetSnapshots(path: string): void {
  for (const number of snapshotNumbers(path)) forgetEncryptedFile(snapshotPath(path, number))
}

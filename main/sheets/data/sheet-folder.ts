import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { LeadNames, SheetBadge } from '../../../preload/contract/sheets.ts'
import { type FailureCode, factsOf } from '../../../preload/values/failures.ts'
import { emptyFilter } from '../../../preload/values/lead-filters.ts'
import { closing, orClosed } from '../../engine/store/closing.ts'
import { type FolderKey, forgetEncryptedFile, namesIn, removeEncryptedFile } from '../../engine/store/data-files.ts'
import { type Database, storeFailure } from '../../engine/store/encrypted-file.ts'
import { createItemFolder, createOpenItems } from '../../engine/store/item-folder.ts'
import { readRecord, removeRecord, writeRecord } from '../../engine/store/records.ts'
import { AppFailure, failureOf } from '../../kernel/failure.ts'
import { renameWithRetrySync } from '../../kernel/replace-file.ts'
import type { CachedSheet } from '../../leads/cached-sheets.ts'
import type { OpenSheet } from '../../leads/open-sheet.ts'
import type { StoredSheet } from '../../leads/sheet-calls.ts'
import {
  forgetSnapshots,
  newSheet,
  openSheetFile,
  rowsVersion,
  type SheetFile,
  type SheetNote,
  type SheetState,
  type SnapshotRecord,
  type StatedSheet,
  shownReading,
  snapshotBytes,
  snapshotNumbers,
  storedSheet,
} from '../../leads/sheet-file.ts'
import { storeWaiting } from './pull.ts'

/** What the list needs of a file that is not open. */
interface Summary extends StatedSheet {
  readonly known: LeadNames | null
}

/** The ending of a damaged file that was replaced. */
const damagedEnding = '.damaged'

/**
 * The sheets of `<dir>/sheets`, one file each; a file is opened at its first use. Another process may
 * change them too: a sheet that nobody here is changing always equals its file.
 */
export function createSheetFolder({ dir, key, notes }: FolderKey & { readonly notes: SheetNotes }) {
  const files = createItemFolder({ dir, name: 'sheets', ending: '.sheet', lockEnding: '.reading' })
  const { pathOf } = files
  removeOrphans(path.join(dir, 'sheets'))
  const damaged = new Set<string>()
  const summaries = new Map<string, Summary & { readonly stamp: string }>()

  const sheets = createOpenItems<OpenSheet>({
    folder: files,
    open(id) {
      if (!files.has(id)) throw new AppFailure('not_found')
      const sheet = orClosed(openSheetFile(pathOf(id), key), (file) => openedSheet(file, summaryOf(file)))
      summaries.delete(id)
      return sheet
    },
    isHeld: ({ busy, reading }) => busy || reading,
    isCurrent(sheet) {
      if (sheet.file.isReplaced()) return false
      if (sheet.file.changedElsewhere()) Object.assign(sheet, openedSheet(sheet.file, summaryOf(sheet.file)))
      return true
    },
    close: ({ file }) => file.close(),
  })
  /** Reads the small values and closes again, so that a long list holds no files open. */
  const summary = (id: string): Summary => {
    const sheet = sheets.current(id)
    if (sheet) return { state: sheet.state, pull: sheet.pull, known: sheet.file.read('known') }
    const stamp = stampOf(pathOf(id))
    const cached = summaries.get(id)
    if (cached?.stamp === stamp) return cached
    const read = closing(openSheetFile(pathOf(id), key), summaryOf)
    summaries.set(id, { ...read, stamp })
    return read
  }
  /** What a readable file gives; the list shows what is wrong with the others. */
  const ofReadable = <Found>(find: (summary: Summary, id: string) => readonly Found[]): Found[] =>
    files.ids().flatMap((id) => {
      try {
        return find(summary(id), id)
      } catch {
        return []
      }
    })
  /** One bad file must not hide the others: it is shown with what is known of it, and what is wrong. */
  const listed = (id: string): StoredSheet => {
    const bytes = files.bytes(id) + snapshotBytes(pathOf(id))
    try {
      const sheetSummary = summary(id)
      notes.write(sheetSummary.state)
      if (damaged.has(id)) throw new AppFailure('file_damaged', {}, 'rows')
      return storedSheet(sheetSummary, { reading: sheets.current(id)?.reading ?? false, bytes })
    } catch (error) {
      return unreadableSheet(id, failureOf(storeFailure(error)).code, { bytes, note: notes.read(id) })
    }
  }
  const close = (id: string) => {
    sheets.close(id)
    summaries.delete(id)
    damaged.delete(id)
  }
  const create = (state: SheetState, snapshots: readonly SnapshotRecord[] = []) => {
    closing(openSheetFile(files.newPath(state.id), key, true), (created) => created.write({ sheet: state, snapshots }))
    files.finishNew(state.id)
  }
  /** Removes the damaged file that `renew` has left. */
  const dropDamaged = (id: string) => forgetEncryptedFile(pathOf(id) + damagedEnding)

  return {
    /** Throws `not_found`, `key_missing`, `file_damaged`, `newer_version`. */
    open: sheets.use,
    has: files.has,
    /** The sheet as the list shows it. Throws `not_found`. */
    read(id: string): StoredSheet {
      if (!files.has(id)) throw new AppFailure('not_found')
      return listed(id)
    },
    create,
    /** Whether it is known what the sheet was, should its file be damaged. */
    isNoted: (id: string) => notes.read(id) !== null,
    /**
     * Renames a damaged file and makes the same sheet anew, empty. Its snapshots stay as long as they have holders.
     * Throws `not_found` where nobody knows what it was.
     */
    renew(id: string, holders: readonly string[]): void {
      const note = notes.read(id)
      if (!note || !existsSync(pathOf(id))) throw new AppFailure('not_found')
      close(id)
      removeEncryptedFile(pathOf(id) + damagedEnding)
      renameWithRetrySync(pathOf(id), pathOf(id) + damagedEnding)
      removeEncryptedFile(pathOf(id))
      const numbers = snapshotNumbers(pathOf(id))
      const state = { ...newSheet({ id, ...note }), next_generation: Math.max(0, ...numbers) + 1 }
      // Which snapshot is whose, and the base of which, was in the file that is damaged.
      const former = { base: null, rows: 0, length: null, read_at: null, holders }
      create(state, holders.length > 0 ? numbers.map((number) => ({ number, ...former })) : [])
    },
    dropDamaged,
    /** Shows the sheet as damaged until it is renewed or forgotten: its file opens, and its rows cannot be read. */
    markDamaged: (id: string) => damaged.add(id),
    lock: files.lock,
    /** Locks the sheet unless another process works on it; gives whether it is locked. */
    lockIfFree(id: string): boolean {
      try {
        files.lock(id)
        return true
      } catch (error) {
        if (failureOf(error).code === 'already_running') return false
        throw error
      }
    },
    unlock: files.unlock,
    /** Also a file that cannot be opened. Throws `already_running` while long work holds the sheet. */
    remove(id: string): void {
      if (sheets.current(id)?.busy) throw new AppFailure('already_running')
      close(id)
      notes.remove(id)
      files.remove(id)
      forgetSnapshots(pathOf(id))
      dropDamaged(id)
    },
    /** Lists the sheets by when they were made. A file that cannot be read is listed with its failure. */
    list(): StoredSheet[] {
      const orderOf = ({ id }: StoredSheet) => `${notes.read(id)?.created_at ?? ''} ${id}`
      return files
        .ids()
        .map(listed)
        .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    },
    known: (connectionId: string) =>
      ofReadable(({ state, known }) => (state.connection_id === connectionId && known ? [known] : [])),
    /** What the sheets that can be read state. */
    states: () => ofReadable(({ state }) => [state]),
    /** The sheets that have rows to search. A sheet whose first read is under way has none, nor has a bad file. */
    withRows: () =>
      ofReadable((summary, id) =>
        sheets.current(id)?.reading && summary.state.generation === null ? [] : cachedSheet(summary),
      ),
    close(): void {
      try {
        for (const sheet of sheets.all()) storeWaiting(sheet)
      } finally {
        sheets.closeAll()
        files.close()
      }
    },
  }
}

/**
 * Removes the snapshots of a sheet that was forgotten by a process that was killed then. Throws nothing: what cannot be
 * deleted now stays for the next start.
 */
function removeOrphans(folder: string): void {
  try {
    for (const name of namesIn(folder)) {
      const sheet = /^(.+)\.\d+\.snapshot$/.exec(name)?.[1]
      if (sheet === undefined) continue
      const file = path.join(folder, sheet)
      // A damaged sheet is without its file while it is made anew.
      if (!existsSync(file) && !existsSync(file + damagedEnding)) forgetEncryptedFile(path.join(folder, name))
    }
  } catch {
    // A folder that cannot be written.
  }
}

function cachedSheet(summary: Summary): readonly CachedSheet[] {
  const { id, name, connection_id, filter, read_at, refreshed_at } = summary.state
  const { generation, rows, echoed } = shownReading(summary)
  if (summary.state.generation === null && rows === 0) return []
  const version = rowsVersion(generation, rows)
  return [{ id, name, connection_id, filter, echoed, read_at: refreshed_at ?? read_at, version }]
}

/** Changes whenever the file or its log does. */
function stampOf(file: string): string {
  const of = (place: string) => {
    const stats = statSync(place, { throwIfNoEntry: false })
    return stats ? `${stats.size}@${stats.mtimeMs}` : 'none'
  }
  return `${of(file)} ${of(`${file}-wal`)}`
}

function openedSheet(file: SheetFile, { state, pull }: Summary): OpenSheet {
  return { file, state, pull, reading: false, busy: false, waiting: null, writer: null, keys: null, shownRows: null }
}

function summaryOf(file: SheetFile): Summary {
  const state = file.read('sheet')
  if (!state) throw new AppFailure('file_damaged', {}, 'a file without the state of its sheet')
  return { state, pull: file.read('pull'), known: file.read('known') }
}

function unreadableSheet(
  id: string,
  failure: FailureCode,
  { bytes, note }: { readonly bytes: number; readonly note: SheetNote | null },
): StoredSheet {
  const noted = note ?? { name: '', connection_id: '', filter: emptyFilter, created_at: '' }
  // A file whose beginning is damaged seems to be one of another key; app.db has shown that the key is right.
  const badge: SheetBadge = {
    kind: factsOf(failure).stored === 'damaged' ? 'damaged' : 'partial',
    reason: 'failed',
    failure,
  }
  return storedSheet({ state: { ...newSheet({ id, ...noted }), badge }, pull: null }, { reading: false, bytes })
}

/**
 * The name, connection and filter of each sheet, stored outside its file: a damaged sheet can be made anew from them.
 */
export interface SheetNotes {
  read(id: string): SheetNote | null
  /** Writes only what has changed. */
  write(state: SheetState): void
  remove(id: string): void
}

const notesCollection = 'sheet-notes'

/**
 * Notes as records of app.db. Where nothing can be written, what is there stays. A missing note costs no sheet, and a
 * sheet must be forgotten to make room on a full disk.
 */
export function createSheetNotes(database: Database): SheetNotes {
  const noteById = new Map<string, SheetNote>()
  // `write` alone writes these records.
  const read = (id: string) => noteById.get(id) ?? (readRecord(database, notesCollection, id) as SheetNote | undefined)
  return {
    read: (id) => read(id) ?? null,
    write({ id, name, connection_id, filter, created_at }) {
      const note: SheetNote = { name, connection_id, filter, created_at }
      if (!isDeepStrictEqual(read(id), note)) whereWritable(() => writeRecord(database, notesCollection, id, note))
      noteById.set(id, note)
    },
    remove(id) {
      noteById.delete(id)
      whereWritable(() => removeRecord(database, notesCollection, id))
    },
  }
}

function whereWritable(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
}

/** Whether nothing can be written, such as on a full disk, and what is there can be read all the same. */
export function isUnwritable(error: unknown): boolean {
  return factsOf(failureOf(storeFailure(error)).code).stored === 'unwritable'
}

import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { leadFilter } from '../../../preload/contract/sheets.ts'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { AppFailure, failureOf } from '../../kernel/failure.ts'
import { removeFileSync, renameWithRetrySync } from '../../kernel/replace-file.ts'
import type { StoredSheet } from '../calls.ts'
import {
  encryptedFileBytes,
  forgetEncryptedFile,
  isFileId,
  isPresent,
  presentFiles,
  removeEncryptedFile,
  removeForgotten,
} from '../store/encrypted-file.ts'
import { storeFailure } from '../store/store-failure.ts'
import type { KnownInSheet } from './known-in-sheet.ts'
import type { OpenSheet } from './open-sheet.ts'
import {
  newSheet,
  noneAside,
  openSheetFile,
  type PullRecord,
  rowsVersion,
  type SheetFile,
  type SheetState,
  storedSheet,
} from './sheet-file.ts'
import type { SheetNote, SheetNotes } from './sheet-notes.ts'

/**
 * The sheets of `<dir>/sheets`, one file each; a file is opened at its first use. Another process may
 * change them too: a sheet that nobody here is changing is always what its file says.
 */
export interface SheetFolder {
  /** Throws `not_found`, `key_missing`, `file_damaged`, `newer_version`. */
  open(id: string): OpenSheet
  create(state: SheetState): OpenSheet
  /** Sets a damaged file aside and makes the same sheet anew, empty. `not_found` where nobody knows what it was. */
  renew(id: string): void
  /** Removes the damaged file that was set aside. */
  dropDamaged(id: string): void
  /** Shows the sheet as damaged until it is renewed or forgotten: its file opens, and its rows cannot be read. */
  markDamaged(id: string): void
  remove(id: string): void
  /** Whether long work holds the sheet; also for a file that cannot be opened. */
  isBusy(id: string): boolean
  stored(id: string): StoredSheet
  /** By when they were made. A file that cannot be read stands in the list with what is known of it, and its failure. */
  list(): readonly StoredSheet[]
  known(connectionId: string): readonly KnownInSheet[]
  /** The sheets that have rows to search. One that is read for the first time right now has not, nor a bad file. */
  withRows(): readonly CachedSheet[]
  /** The file whose lock the reader of a sheet holds. */
  lockOf(id: string): string
  close(): void
}

/** A sheet whose rows can be searched. */
export interface CachedSheet {
  readonly id: string
  readonly name: string
  readonly connection_id: string
  /** When its rows were read or refreshed last; null for those of a first pull that was interrupted. */
  readonly read_at: string | null
  /** Changes whenever the rows do: that of the sheet's table. */
  readonly version: string
}

/** What the list needs of a file that is not open. */
interface Summary {
  readonly state: SheetState
  readonly pull: PullRecord | null
  readonly known: KnownInSheet | null
}

const extension = '.sheet'
const makingExtension = '.making'
const damagedExtension = '.damaged'
/** Beside a sheet: held by the process that reads it. */
const lockExtension = '.reading'
export function createSheetFolder({
  dir,
  key,
  notes,
}: {
  readonly dir: string
  readonly key: string
  readonly notes: SheetNotes
}): SheetFolder {
  const folder = path.join(dir, 'sheets')
  const damaged = new Set<string>()
  const opened = new Map<string, OpenSheet>()
  const summaries = new Map<string, Summary & { readonly stamp: string }>()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeForgotten(folder, makingExtension)

  const pathOf = (id: string): string => {
    if (!isFileId(id)) throw new AppFailure('not_found')
    return path.join(folder, id + extension)
  }
  /** The sheet if its file is open, as it stands in the file. */
  const held = (id: string): OpenSheet | undefined => {
    const sheet = opened.get(id)
    if (!sheet || sheet.busy || sheet.reading) return sheet
    if (!isPresent(pathOf(id))) {
      sheet.file.close()
      opened.delete(id)
      // Another process removed it, and may have had to leave the file to this one.
      forgetEncryptedFile(pathOf(id))
      return undefined
    }
    if (sheet.file.changedElsewhere()) Object.assign(sheet, openedSheet(sheet.file, summaryOf(sheet.file)))
    return sheet
  }
  const open = (id: string): OpenSheet => {
    const known = held(id)
    if (known) return known
    if (!isPresent(pathOf(id))) throw new AppFailure('not_found')
    const file = openSheetFile(pathOf(id), key)
    const sheet = openedSheet(file, summaryOrClosed(file))
    opened.set(id, sheet)
    summaries.delete(id)
    return sheet
  }
  /** Reads the small values and closes again, so that a long list holds no files open. */
  const summary = (id: string): Summary => {
    const sheet = held(id)
    if (sheet) return { state: sheet.state, pull: sheet.pull, known: sheet.file.read('known') }
    const stamp = stampOf(pathOf(id))
    const known = summaries.get(id)
    if (known?.stamp === stamp) return known
    const read = closing(openSheetFile(pathOf(id), key), summaryOf)
    summaries.set(id, { ...read, stamp })
    return read
  }
  const stored = (id: string): StoredSheet => {
    const { state, pull } = summary(id)
    notes.keep(state)
    if (damaged.has(id)) throw new AppFailure('file_damaged', {}, 'rows')
    const reading = opened.get(id)?.reading ?? false
    return storedSheet(state, pull, { reading, bytes: encryptedFileBytes(pathOf(id)) })
  }
  const ids = () => presentFiles(folder, extension).filter(isFileId)

  const close = (id: string) => {
    opened.get(id)?.file.close()
    opened.delete(id)
    summaries.delete(id)
    damaged.delete(id)
  }
  const create = (state: SheetState) => {
    const file = pathOf(state.id)
    if (existsSync(file)) throw new AppFailure('bad_request', {}, 'a sheet with this id exists')
    // Made beside its place and moved there whole, so that a killed process leaves no sheet without metadata.
    const making = file + makingExtension
    removeEncryptedFile(making)
    closing(openSheetFile(making, key, true), (created) => created.write('sheet', state))
    renameWithRetrySync(making, file)
    return open(state.id)
  }
  const dropDamaged = (id: string) => forgetEncryptedFile(pathOf(id) + damagedExtension)

  return {
    open,
    stored,
    create,
    renew(id) {
      const note = notes.read(id)
      if (!note || !existsSync(pathOf(id))) throw new AppFailure('not_found')
      close(id)
      removeEncryptedFile(pathOf(id) + damagedExtension)
      renameWithRetrySync(pathOf(id), pathOf(id) + damagedExtension)
      removeEncryptedFile(pathOf(id))
      create(newSheet({ id, ...note }))
    },
    dropDamaged,
    markDamaged: (id) => damaged.add(id),
    lockOf: (id) => pathOf(id) + lockExtension,
    isBusy: (id) => opened.get(id)?.busy ?? false,
    remove: (id) => {
      close(id)
      notes.remove(id)
      forgetEncryptedFile(pathOf(id))
      dropDamaged(id)
      removeFileSync(pathOf(id) + lockExtension)
    },
    list: () => {
      const made = (id: string) =>
        summaries.get(id)?.state.created_at ?? opened.get(id)?.state.created_at ?? notes.read(id)?.created_at ?? ''
      return ids()
        .map((id) => {
          const sheet = readable(id, stored, {
            bytes: () => encryptedFileBytes(pathOf(id)),
            note: () => notes.read(id),
          })
          return { sheet, order: `${made(id)} ${id}` }
        })
        .sort((one, other) => (one.order < other.order ? -1 : 1))
        .map(({ sheet }) => sheet)
    },
    known: (connectionId) =>
      ids().flatMap((id) => {
        try {
          const { state, known } = summary(id)
          return state.connection_id === connectionId && known ? [known] : []
        } catch {
          // The list shows what is wrong with the file; here it merely knows nothing.
          return []
        }
      }),
    withRows: () =>
      ids().flatMap((id) => {
        try {
          const { state, pull } = summary(id)
          return opened.get(id)?.reading && state.generation === null ? [] : cachedSheet(state, pull)
        } catch {
          // The list shows what is wrong with the file; here it merely has no rows.
          return []
        }
      }),
    close: () => {
      for (const sheet of opened.values()) sheet.file.close()
      opened.clear()
      removeForgotten(folder, makingExtension)
    },
  }
}

function cachedSheet(state: SheetState, pull: PullRecord | null): readonly CachedSheet[] {
  const { id, name, connection_id, generation, rows, read_at, refreshed_at } = state
  const sheet = { id, name, connection_id, read_at: refreshed_at ?? read_at }
  if (generation !== null) return [{ ...sheet, version: rowsVersion(generation, rows) }]
  return pull && pull.rows > 0 ? [{ ...sheet, version: rowsVersion(pull.generation, pull.rows) }] : []
}

/** Changes whenever the file or its log does. */
function stampOf(file: string): string {
  const of = (path: string) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? `${found.size}@${found.mtimeMs}` : 'none'
  }
  return `${of(file)} ${of(`${file}-wal`)}`
}

function openedSheet(file: SheetFile, { state, pull }: Summary): OpenSheet {
  return { file, state, pull, reading: false, busy: false, keys: null, shownRows: null }
}

function summaryOf(file: SheetFile): Summary {
  const state = file.read('sheet')
  if (!state) throw new AppFailure('file_damaged', {}, 'the file does not say what sheet it is')
  return { state, pull: file.read('pull'), known: file.read('known') }
}

function summaryOrClosed(file: SheetFile): Summary {
  try {
    return summaryOf(file)
  } catch (error) {
    file.close()
    throw error
  }
}

function closing<Result>(file: SheetFile, read: (file: SheetFile) => Result): Result {
  try {
    return read(file)
  } finally {
    file.close()
  }
}

/** A file of another key looks like one whose beginning is damaged; app.db has shown that the key is right. */
const damages: readonly FailureCode[] = ['file_damaged', 'key_missing']
/** One bad file must not hide the others: it is shown with what is known of it, and what is wrong. */
function readable(
  id: string,
  stored: (id: string) => StoredSheet,
  {
    bytes,
    note,
  }: {
    readonly bytes: () => number
    readonly note: () => SheetNote | null
  },
): StoredSheet {
  try {
    return stored(id)
  } catch (error) {
    const { code } = failureOf(storeFailure(error))
    const { name, connection_id, filter } = note() ?? { name: '', connection_id: '', filter: leadFilter.parse({}) }
    return {
      id,
      name,
      connection_id,
      filter,
      badge: { kind: damages.includes(code) ? 'damaged' : 'partial', reason: 'failed', failure: code },
      rows: 0,
      total: null,
      repeated: 0,
      bytes: bytes(),
      read_at: null,
      refreshed_at: null,
      unknown_counts: 0,
      aside: noneAside,
      echoed: null,
      interrupted: null,
    }
  }
}

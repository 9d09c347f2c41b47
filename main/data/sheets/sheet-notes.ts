import { isDeepStrictEqual } from 'node:util'
import type { FailureCode } from '../../../preload/contract/wire.ts'
import { failureOf } from '../../kernel/failure.ts'
import { type Database, storeFailure } from '../store/encrypted-file.ts'
import { readRecord, removeRecord, writeRecord } from '../store/records.ts'
import type { SheetState } from './sheet-file.ts'

/** What a sheet is, stored outside its own file: for the day on which that file is damaged. */
export type SheetNote = Pick<SheetState, 'name' | 'connection_id' | 'filter' | 'created_at'>

export interface SheetNotes {
  read(id: string): SheetNote | null
  /** Writes only what has changed. */
  write(state: SheetState): void
  remove(id: string): void
}

const notesCollection = 'sheet-notes'

/**
 * Notes as records of app.db. Where nothing can be written, what is there stays: a note that is missing costs no sheet, and a
 * sheet must be forgotten to make room on a full disk.
 */
export function createSheetNotes(database: Database): SheetNotes {
  const known = new Map<string, SheetNote>()
  // `write` alone writes these records.
  const read = (id: string) => known.get(id) ?? (readRecord(database, notesCollection, id) as SheetNote | undefined)
  return {
    read: (id) => read(id) ?? null,
    write({ id, name, connection_id, filter, created_at }) {
      const note: SheetNote = { name, connection_id, filter, created_at }
      if (!isDeepStrictEqual(read(id), note)) whereWritable(() => writeRecord(database, notesCollection, id, note))
      known.set(id, note)
    },
    remove(id) {
      known.delete(id)
      whereWritable(() => removeRecord(database, notesCollection, id))
    },
  }
}

const unwritable: readonly FailureCode[] = ['no_permission', 'disk_full', 'file_busy']

function whereWritable(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!unwritable.includes(failureOf(storeFailure(error)).code)) throw error
  }
}

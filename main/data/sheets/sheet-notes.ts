import type { FailureCode } from '../../../preload/contract/wire.ts'
import { failureOf } from '../../kernel/failure.ts'
import type { Database } from '../store/encrypted-file.ts'
import { storeFailure } from '../store/store-failure.ts'
import type { SheetState } from './sheet-file.ts'

/** What a sheet is, kept outside its own file: for the day on which that file is damaged. */
export type SheetNote = Pick<SheetState, 'name' | 'connection_id' | 'filter' | 'created_at'>

export interface SheetNotes {
  read(id: string): SheetNote | null
  /** Writes only what has changed. */
  keep(state: SheetState): void
  remove(id: string): void
}

const collection = 'sheet-notes'

/**
 * Notes as records of app.db (store/records.ts). Where nothing can be written, what is there stays: a note that is
 * missing costs no sheet, and a sheet must be forgotten to make room on a full disk.
 */
export function createSheetNotes(database: Database): SheetNotes {
  const find = database.prepare<[string, string], { value: string }>(
    'select value from records where collection = ? and id = ?',
  )
  const put = database.prepare('insert or replace into records (collection, id, value) values (?, ?, ?)')
  const drop = database.prepare('delete from records where collection = ? and id = ?')
  const known = new Map<string, string>()
  const textOf = (id: string) => known.get(id) ?? find.get(collection, id)?.value
  return {
    read(id) {
      const text = textOf(id)
      // `keep` alone writes these records.
      return text === undefined ? null : (JSON.parse(text) as SheetNote)
    },
    keep({ id, name, connection_id, filter, created_at }) {
      const text = JSON.stringify({ name, connection_id, filter, created_at } satisfies SheetNote)
      if (textOf(id) !== text) whereWritable(() => put.run(collection, id, text))
      known.set(id, text)
    },
    remove(id) {
      known.delete(id)
      whereWritable(() => drop.run(collection, id))
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

import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import { AppFailure } from '../../kernel/failure.ts'
import type { FolderKey } from './data-files.ts'
import { type Database, onDisk, openEncryptedFile } from './encrypted-file.ts'
import { createItemFolder, type ItemFolder } from './item-folder.ts'
import { atomically } from './sql.ts'

/** One encrypted file a connection, each opened at its first use and made by the first write. */
export interface ConnectionFiles extends Pick<ItemFolder, 'has' | 'lock' | 'unlock' | 'remove' | 'close'> {
  /**
   * The connection's file. Throws `not_found` for an id that cannot be one or was removed, and what opening a file
   * throws.
   */
  open(connectionId: string): Database
  /** Does the same for reading. Where nothing was ever stored, gives an empty one in memory that cannot be written. */
  openReadOnly(connectionId: string): Database
  /**
   * Runs `work` on the connection's file in one transaction. Throws `not_found` where there is none: what comes after a
   * connection was forgotten must not make its file again.
   */
  change<T>(connectionId: string, work: (database: Database) => T): T
  /** Does the same, and makes the file where there is none. */
  write<T>(connectionId: string, work: (database: Database) => T): T
  /** Does the same; when it returns, the changes outlive a power cut. */
  writeThrough<T>(connectionId: string, work: (database: Database) => T): T
}

interface FilesDeps extends FolderKey {
  /** Both the folder's name and the files' ending. */
  readonly name: string
  readonly schema: readonly string[]
}

export function createConnectionFiles({ dir, key, name, schema }: FilesDeps): ConnectionFiles {
  const folder = createItemFolder({ dir, name, ending: `.${name}`, lockEnding: '.reading' })
  const { lock, unlock, pathOf } = folder
  const opened = new Map<string, Database>()
  /** An answer may come after its connection was forgotten: it must not make the file again. */
  const removed = new Set<string>()
  let empty: Database | undefined
  const files: ConnectionFiles = {
    lock,
    unlock,
    open(id) {
      const existing = opened.get(id)
      if (existing) return existing
      if (removed.has(id)) throw new AppFailure('not_found')
      const database = openEncryptedFile({ path: pathOf(id), key, schema })
      opened.set(id, database)
      return database
    },
    openReadOnly(id) {
      if (files.has(id)) return files.open(id)
      empty ??= emptyDatabase(schema)
      return empty
    },
    has: (id) => opened.has(id) || folder.has(id),
    change(id, work) {
      if (!files.has(id)) throw new AppFailure('not_found')
      return files.write(id, work)
    },
    write(id, work) {
      const database = files.open(id)
      return atomically(database, () => work(database))
    },
    writeThrough: (id, work) => onDisk(files.open(id), () => files.write(id, work)),
    remove(id) {
      removed.add(id)
      opened.get(id)?.close()
      opened.delete(id)
      folder.remove(id)
    },
    close() {
      for (const database of opened.values()) database.close()
      opened.clear()
      folder.close()
      empty?.close()
      empty = undefined
    },
  }
  return files
}

function emptyDatabase(schema: readonly string[]): Database {
  const database = new SqliteDatabase(':memory:')
  for (const sql of schema) database.exec(sql)
  database.pragma('query_only = true')
  return database
}

import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import { AppFailure } from '../../kernel/failure.ts'
import { removeFileSync } from '../../kernel/replace-file.ts'
import { forgetEncryptedFile, isFileId, isPresent, removeForgotten } from './data-files.ts'
import { type Database, openEncryptedFile } from './encrypted-file.ts'
import { createWorkerLocks } from './file-lock.ts'
import { atomically } from './sql.ts'

/** One encrypted file a connection, each opened at its first use and made by the first write. */
export interface ConnectionFiles {
  /** The connection's file. Throws `not_found` for an id that cannot be one or was removed, and what opening a file throws. */
  open(connectionId: string): Database
  /** The same to read from: where nothing was ever stored, an empty one in memory that cannot be written. */
  openReadOnly(connectionId: string): Database
  has(connectionId: string): boolean
  /**
   * Runs `work` on the connection's file in one transaction. Throws `not_found` where there is none: what comes after a
   * connection was forgotten must not make its file again.
   */
  change<T>(connectionId: string, work: (database: Database) => T): T
  /** The same, and makes the file where there is none. */
  write<T>(connectionId: string, work: (database: Database) => T): T
  /** For this process's reading into the file, or into a part of it (an id). Throws `already_running` while another one reads. */
  lock(connectionId: string, part?: string): void
  unlock(connectionId: string, part?: string): void
  remove(connectionId: string): void
  close(): void
}

export function createConnectionFiles({
  dir,
  key,
  name,
  schema,
}: {
  /** Of all data. */
  readonly dir: string
  readonly key: string
  /** Both the folder's name and the files' ending. */
  readonly name: string
  readonly schema: readonly string[]
}): ConnectionFiles {
  const folder = path.join(dir, name)
  removeForgotten(folder)
  const opened = new Map<string, Database>()
  /** An answer may come after its connection was forgotten: it must not make the file again. */
  const removed = new Set<string>()
  let empty: Database | undefined
  const pathOf = (id: string) => {
    if (!isFileId(id)) throw new AppFailure('not_found')
    return path.join(folder, `${id}.${name}`)
  }
  const lockOf = (id: string, part = '') => {
    if (part !== '' && !isFileId(part)) throw new AppFailure('not_found')
    return `${pathOf(id)}.reading${part}`
  }
  const locks = createWorkerLocks((file) => file)
  const has = (id: string) => opened.has(id) || isPresent(pathOf(id))
  const files: ConnectionFiles = {
    open(id) {
      const known = opened.get(id)
      if (known) return known
      if (removed.has(id)) throw new AppFailure('not_found')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const database = openEncryptedFile({ path: pathOf(id), key, schema })
      opened.set(id, database)
      return database
    },
    openReadOnly(id) {
      if (has(id)) return files.open(id)
      empty ??= emptyDatabase(schema)
      return empty
    },
    lock(id, part) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      locks.take(lockOf(id, part))
    },
    unlock: (id, part) => locks.release(lockOf(id, part)),
    has,
    change(id, work) {
      if (!has(id)) throw new AppFailure('not_found')
      return files.write(id, work)
    },
    write(id, work) {
      const database = files.open(id)
      return atomically(database, () => work(database))
    },
    remove(id) {
      removed.add(id)
      opened.get(id)?.close()
      opened.delete(id)
      if (!existsSync(folder)) return
      forgetEncryptedFile(pathOf(id))
      const locks = readdirSync(folder).filter((file) => file.startsWith(path.basename(lockOf(id))))
      for (const lock of locks) removeFileSync(path.join(folder, lock))
    },
    close() {
      locks.releaseAll()
      for (const database of opened.values()) database.close()
      opened.clear()
      removeForgotten(folder)
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

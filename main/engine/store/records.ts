import { copyFileSync, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AppFailure, failureOf } from '../../kernel/failure.ts'
import { renameWithRetrySync } from '../../kernel/replace-file.ts'
import { recoveryRecord } from '../shared-calls.ts'
import { closing, orClosed } from './closing.ts'
import { type FolderKey, fileSize, removeEncryptedFile, removeForgotten } from './data-files.ts'
import { type Database, openEncryptedFile, storeFailure } from './encrypted-file.ts'
import { lockFile } from './file-lock.ts'
import { atomically, execute, selectAll, selectOne, selectOneJson } from './sql.ts'

/**
 * Opens app.db. A damaged one costs nothing else: it is renamed to `app.db.damaged`. Its copy replaces it, or a new
 * file where there is none. Where the file is missing or empty, its copy replaces it as well. Sheets, runs and forms
 * are listed from their own files. Throws what `openEncryptedFile` does for anything but damage.
 */
export function openRecords({ dir, key }: FolderKey): { readonly database: Database; close(): void } {
  const file = path.join(dir, 'app.db')
  removeForgotten(dir)
  const database = openOrRecover(file, key)
  return {
    database,
    /** Writes the copy that replaces the file when it is damaged, and closes it. */
    close() {
      if (isOlder(copyOf(file), file)) writeCopy(database, file, key)
      database.close()
    },
  }
}

const copyOf = (file: string) => `${file}.copy`

function openOrRecover(file: string, key: string): Database {
  const canRestore = () => opens(copyOf(file), key)
  try {
    return fileSize(file) === 0 && canRestore() ? recovered(file, key) : openWhole(file, key)
  } catch (error) {
    const { code } = failureOf(storeFailure(error))
    // Only its copy distinguishes a file with damaged first bytes from one of another key.
    if (code === 'file_damaged' || (code === 'key_missing' && canRestore())) return recovered(file, key)
    throw error
  }
}

/** Reads every page: a file may open and have pages that cannot be read. */
function openWhole(file: string, key: string): Database {
  return orClosed(openEncryptedFile({ path: file, key, schema: recordSchema }), (database) => {
    selectOne(database)`select sum(length(value)) from records`
    return database
  })
}

function opens(file: string, key: string): boolean {
  try {
    if (!existsSync(file)) return false
    openWhole(file, key).close()
    return true
  } catch {
    return false
  }
}

/** Makes the file from its copy, or a new one. States which of the two in the record `recoveryRecord`. */
function recovered(file: string, key: string): Database {
  using lock = lockFile(`${file}.lock`)
  if (!lock) throw new AppFailure('file_busy', { of: 'data' }, 'app.db')
  // Another process may have recovered it first.
  if (fileSize(file) > 0 && opens(file, key)) return openWhole(file, key)
  const restored = opens(copyOf(file), key)
  // The copy comes before anything is moved: a full disk must not cost both files.
  if (restored) copyFileSync(copyOf(file), `${file}.restoring`)
  if (existsSync(file)) {
    removeEncryptedFile(`${file}.damaged`)
    renameWithRetrySync(file, `${file}.damaged`)
  }
  removeEncryptedFile(file)
  if (restored) renameWithRetrySync(`${file}.restoring`, file)
  return orClosed(openWhole(file, key), (database) => {
    writeRecord(database, recoveryRecord.collection, recoveryRecord.id, restored ? 'restored' : 'lost')
    return database
  })
}

function isOlder(copy: string, file: string): boolean {
  const changed = (name: string) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return changed(copy) < Math.max(changed(file), changed(`${file}-wal`))
}

/**
 * The records are few: they are written anew into a file beside, which then replaces the last copy. One process at a
 * time writes it; another leaves the copy to that one.
 */
function writeCopy(database: Database, file: string, key: string): void {
  const copy = copyOf(file)
  const making = `${copy}.making`
  try {
    using lock = lockFile(`${file}.lock`)
    if (!lock) return
    // Afterwards closing writes nothing, and the copy stays the younger one.
    database.pragma('wal_checkpoint(TRUNCATE)')
    removeEncryptedFile(making)
    closing(openEncryptedFile({ path: making, key, schema: recordSchema }), (copied) => {
      const put = copied.prepare('insert into records (collection, id, value) values (@collection, @id, @value)')
      const rows = selectAll(database)`select collection, id, value from records`
      atomically(copied, () => {
        for (const row of rows) put.run(row)
      })
      copied.pragma('wal_checkpoint(TRUNCATE)')
    })
    renameWithRetrySync(making, copy)
  } catch {
    // A full disk or a folder that cannot be written: the last copy stays.
  }
}

export const recordSchema: readonly string[] = [
  'create table records (collection text not null, id text not null, value text not null, primary key (collection, id)) without rowid',
]

/** The JSON value of a record; undefined where there is none. */
export function readRecord(database: Database, collection: string, id: string): unknown {
  return selectOneJson(database)`select value from records where collection = ${collection} and id = ${id}`
}

export function writeRecord(database: Database, collection: string, id: string, value: unknown): void {
  execute(database)`
    insert or replace into records (collection, id, value) values (${collection}, ${id}, ${JSON.stringify(value)})`
}

export function removeRecord(database: Database, collection: string, id: string): void {
  execute(database)`delete from records where collection = ${collection} and id = ${id}`
}

export interface RecordKey {
  readonly collection: string
  readonly id: string
}

/** The small records of app.db: any JSON value under a collection and an id, listed in the order of the ids. */
export function createRecordHandlers(database: Database) {
  return {
    'records.list': ({ collection }: Pick<RecordKey, 'collection'>) =>
      selectAll<{ id: string; value: string }>(database)`
        select id, value from records where collection = ${collection} order by id`.map(({ id, value }) => ({
        id,
        value: JSON.parse(value) as unknown,
      })),
    'records.put': ({ collection, id, value }: RecordKey & { readonly value: unknown }) =>
      writeRecord(database, collection, id, value),
    /** Replaces a value where it is still `from`, undefined for none; gives whether it was. */
    'records.swap': ({ collection, id, from, to }: RecordKey & { readonly from: unknown; readonly to: unknown }) =>
      atomically(database, () => {
        const isSame = isDeepStrictEqual(readRecord(database, collection, id), from)
        if (isSame) writeRecord(database, collection, id, to)
        return isSame
      }),
    'records.remove': ({ collection, id }: RecordKey) => removeRecord(database, collection, id),
  }
}

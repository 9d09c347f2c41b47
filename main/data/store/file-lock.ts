import { closeSync, openSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import { storeFailure } from './store-failure.ts'

/** A lock that one process holds; the system lets go of it when that process ends, however it ends. */
export interface FileLock {
  release(): void
}

/**
 * Takes the lock at `path` (an empty file, made when it is not there), or gives null while another holder has it. It is
 * SQLite's own lock of a file: the same on every system, and a number of a process that was given anew cannot hold it.
 */
export function lockFile(path: string): FileLock | null {
  closeSync(openSync(path, 'a', 0o600))
  const database = new SqliteDatabase(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => void database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw storeFailure(error)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

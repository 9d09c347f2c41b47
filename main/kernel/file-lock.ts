import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import { AppFailure } from './failure.ts'

/** A lock that one process holds; the system lets go of it when that process ends, however it ends. */
export interface FileLock {
  release(): void
}

/**
 * Takes the lock at `path` (an empty file, made when it is not there), or gives null while another holder has it, in this
 * process or another. It is SQLite's own lock of a file: the same on every system, and a number of a process that was
 * given anew cannot hold it. Throws what the file system and SQLite throw.
 */
export function lockFile(path: string): FileLock | null {
  makeEmpty(path)
  const database = new SqliteDatabase(path, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => void database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}

/** The same, waiting for another holder; `file_busy` when it takes longer than `waitMs`. */
export async function waitForLock(path: string, waitMs: number): Promise<FileLock> {
  const end = performance.now() + waitMs
  for (;;) {
    const lock = lockFile(path)
    if (lock) return lock
    if (performance.now() > end) throw new AppFailure('file_busy', {}, 'lock')
    await pause(20)
  }
}

/** Never opens a file that is there: to close it again would drop the locks that this process holds on it (POSIX). */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

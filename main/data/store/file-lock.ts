import { closeSync, openSync } from 'node:fs'
import nodePath from 'node:path'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'

/** A lock that one process holds; the system lets go of it when that process ends, however it ends. */
export interface FileLock {
  release(): void
}

/**
 * Takes the lock at `path` (an empty file, made when it is not there), or gives null while another holder has it, in this
 * process or another. It is SQLite's own lock of a file: the same on every system, and a number of a process that was
 * given anew cannot hold it. Waits `waitMs` for another holder. Throws what the file system and SQLite throw.
 */
export function lockFile(path: string, waitMs = 0): FileLock | null {
  makeEmpty(path)
  const database = new SqliteDatabase(sqlitePath(path), { timeout: waitMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => void database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}

/**
 * Holds the file at `path` together with others; while anybody does, `lockFile` gives it to nobody. Null where it cannot be
 * made or is locked, as in a folder that cannot be written.
 */
function shareFile(path: string): FileLock | null {
  let database: SqliteDatabase.Database | undefined
  try {
    makeEmpty(path)
    database = new SqliteDatabase(sqlitePath(path))
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    const opened = database
    return { release: () => void opened.close() }
  } catch {
    database?.close()
    return null
  }
}

/** The mark of a folder that processes have open, shared by all of them. */
interface Presence {
  /** Whether no other process has the folder open. */
  isAlone(): boolean
  end(): void
}

/** Shares the file at `path` until `end`. */
export function createPresence(path: string): Presence {
  let shared = shareFile(path)
  return {
    isAlone() {
      shared?.release()
      const alone = lockFile(path)
      alone?.release()
      shared = shareFile(path)
      return alone !== null
    },
    end: () => shared?.release(),
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

/** The longest path that SQLite opens on Windows without the prefix of long ones, less what it adds to the name. */
const longestWindowsPath = 240

/** What SQLite gets for a path: Node makes long ones of Windows work by itself, SQLite does not. */
export function sqlitePath(
  path: string,
  { toNamespacedPath }: Pick<nodePath.PlatformPath, 'toNamespacedPath'> = nodePath,
): string {
  return path.length > longestWindowsPath ? toNamespacedPath(path) : path
}

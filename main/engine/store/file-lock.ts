import { closeSync, openSync } from 'node:fs'
import nodePath from 'node:path'
import SqliteDatabase from 'better-sqlite3-multiple-ciphers'
import { systemCode } from '../../kernel/replace-file.ts'
import { orClosed } from './closing.ts'

/**
 * Takes the lock at `path` (an empty file, made when it is not there), or gives null while another holder has it, in
 * this process or another. The lock is held until it is disposed of, or the process ends in any way. It is SQLite's own
 * lock of a file: the same on every system, and independent of process ids, which are given again. Waits `waitMs` for
 * another holder. Throws what the file system and SQLite throw.
 */
export function lockFile(path: string, waitMs = 0): Disposable | null {
  try {
    return hold(path, 'BEGIN EXCLUSIVE', waitMs)
  } catch (error) {
    if (systemCode(error)?.startsWith('SQLITE_BUSY')) return null
    throw error
  }
}

/**
 * Holds the file at `path` together with other processes. While one of them does, `lockFile` gives it to nobody. Null
 * where it cannot be made or is locked, as in a folder that cannot be written.
 */
function shareFile(path: string): Disposable | null {
  try {
    return hold(path, 'BEGIN; SELECT count(*) FROM sqlite_schema', longestShareMs)
  } catch {
    return null
  }
}

/** Another process may be checking whether it is alone. */
const longestShareMs = 5000

function hold(path: string, statements: string, waitMs: number): Disposable {
  makeEmpty(path)
  return orClosed(new SqliteDatabase(sqlitePath(path), { timeout: waitMs }), (database) => {
    database.exec(statements)
    return { [Symbol.dispose]: () => void database.close() }
  })
}

/** Shares the file at `path`, the mark of a folder that processes have open, until it is closed. */
export function createPresence(path: string) {
  let shared = shareFile(path)
  const close = () => shared?.[Symbol.dispose]()
  return {
    /** Whether no other process has the folder open. */
    isAlone() {
      close()
      const alone = lockFile(path)
      alone?.[Symbol.dispose]()
      shared = shareFile(path)
      return alone !== null
    },
    close,
  }
}

/** Never opens a file that is there: to close it again would drop the locks that this process holds on it (POSIX). */
function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}

/** The longest path that SQLite opens on Windows without the prefix of long ones, less what it adds to the name. */
const longestWindowsPath = 240

/** The path for SQLite: Node handles long ones of Windows by itself, SQLite does not. */
export function sqlitePath(
  path: string,
  { toNamespacedPath }: Pick<nodePath.PlatformPath, 'toNamespacedPath'> = nodePath,
): string {
  return path.length > longestWindowsPath ? toNamespacedPath(path) : path
}

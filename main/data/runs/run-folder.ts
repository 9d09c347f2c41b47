import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { AppFailure } from '../../kernel/failure.ts'
import { removeFileSync, renameWithRetrySync } from '../../kernel/replace-file.ts'
import {
  type Database,
  encryptedFileBytes,
  forgetEncryptedFile,
  isFileId,
  isPresent,
  openEncryptedFile,
  presentFiles,
  removeEncryptedFile,
  removeForgotten,
} from '../store/encrypted-file.ts'
import { createOpenRun, type OpenRun } from './open-run.ts'
import { runSchema } from './run-file.ts'

/** The files of the runs: `<dir>/runs/<id>.run`. A run that is being made has another ending until it is whole. */
export interface RunFolder {
  ids(): readonly string[]
  has(id: string): boolean
  /** Throws `not_found`. */
  open(id: string): Database
  bytes(id: string): number
  /** When the file was written last. */
  writtenAt(id: string): Date
  /** Makes the file by `fill` and gives it its name; nothing is left behind when `fill` throws. */
  make(id: string, fill: (database: Database) => Promise<void>): Promise<void>
  /** The file whose lock the process that answers the run holds. */
  lockOf(id: string): string
  remove(id: string): void
  /** Deletes what another process had open when it was removed, once it is free. */
  close(): void
}

const ending = '.run'

const unfinished = '.making'

const lockEnding = '.answering'

export function createRunFolder({ dir, key }: { readonly dir: string; readonly key: string }): RunFolder {
  const folder = path.join(dir, 'runs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeForgotten(folder, unfinished)

  function fileOf(id: string): string {
    if (!isFileId(id)) throw new AppFailure('not_found')
    return path.join(folder, id + ending)
  }

  return {
    ids: () => presentFiles(folder, ending),
    has: (id) => isPresent(fileOf(id)),
    open(id) {
      const file = fileOf(id)
      if (!isPresent(file)) throw new AppFailure('not_found')
      return openEncryptedFile({ path: file, key, schema: runSchema })
    },
    bytes: (id) => encryptedFileBytes(fileOf(id)),
    writtenAt: (id) => statSync(fileOf(id), { throwIfNoEntry: false })?.mtime ?? new Date(0),
    async make(id, fill) {
      const file = fileOf(id)
      if (existsSync(file)) throw new Error('a run of this id is there already')
      const making = file + unfinished
      removeEncryptedFile(making)
      const database = openEncryptedFile({ path: making, key, schema: runSchema })
      try {
        await fill(database)
        database.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        database.close()
        forgetEncryptedFile(making)
        throw error
      }
      database.close()
      renameWithRetrySync(making, file)
    },
    lockOf: (id) => fileOf(id) + lockEnding,
    remove(id) {
      forgetEncryptedFile(fileOf(id))
      removeFileSync(fileOf(id) + lockEnding)
    },
    close: () => removeForgotten(folder, unfinished),
  }
}

/**
 * Runs with their files open: those that are running, and the few used last. Another process may change runs too: one that
 * is not running here is read again when its file changed.
 */
export interface OpenRunCache {
  /** Opens the run where it is not open. Throws `not_found` and what opening a file throws. */
  use<Result>(id: string, action: (run: OpenRun) => Result): Result
  /** The run, if it is open and still what its file says. */
  current(id: string): OpenRun | null
  close(id: string): void
  closeAll(): void
}

/** Runs that are not running and stay open all the same. */
const idleRuns = 2
export function createOpenRunCache({
  folder,
  isRunning,
}: {
  readonly folder: RunFolder
  /** Runs that are being answered: their files stay open. */
  readonly isRunning: (id: string) => boolean
}): OpenRunCache {
  // In the order of last use.
  const open = new Map<string, OpenRun>()

  function opened(id: string): OpenRun {
    const run = held(id) ?? read(id)
    open.delete(id)
    open.set(id, run)
    const idle = [...open.keys()].filter((each) => !isRunning(each))
    for (const other of idle.slice(0, -idleRuns)) close(other)
    return run
  }

  function held(id: string): OpenRun | null {
    const run = open.get(id)
    if (!run) return null
    if (isRunning(id) || (folder.has(id) && !run.changedElsewhere())) return run
    close(id)
    return null
  }

  function read(id: string): OpenRun {
    const database = folder.open(id)
    try {
      return createOpenRun(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  function close(id: string): void {
    open.get(id)?.close()
    open.delete(id)
  }

  return {
    use(id, action) {
      const run = opened(id)
      try {
        return action(run)
      } catch (error) {
        // What is in memory may be ahead of the file now (a full disk): the next use reads the file.
        if (!(error instanceof AppFailure)) close(id)
        throw error
      }
    },
    current: held,
    close,
    closeAll() {
      for (const id of [...open.keys()]) close(id)
    },
  }
}

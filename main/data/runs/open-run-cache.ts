import { AppFailure } from '../../kernel/failure.ts'
import { createOpenRun, type OpenRun } from './open-run.ts'
import type { RunFolder } from './run-folder.ts'

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

interface CacheDeps {
  readonly folder: RunFolder
  /** Runs that are being answered: their files stay open. */
  readonly isRunning: (id: string) => boolean
}

/** Runs that are not running and stay open all the same. */
const idleRuns = 2

export function createOpenRunCache({ folder, isRunning }: CacheDeps): OpenRunCache {
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

import { AppFailure } from '../../kernel/failure.ts'
import { type FileLock, lockFile } from './file-lock.ts'

/** Who works on a sheet or run now: the window and a scheduled command line may work on one folder of data. */
export interface WorkerLocks {
  /** Says that this process works on it. Throws `already_running` while another one does. */
  take(id: string): void
  release(id: string): void
  releaseAll(): void
}

/** `pathOf` gives the lock file beside the sheet or run. */
export function createWorkerLocks(pathOf: (id: string) => string): WorkerLocks {
  const held = new Map<string, FileLock>()
  const release = (id: string) => {
    held.get(id)?.release()
    held.delete(id)
  }
  return {
    take(id) {
      if (held.has(id)) return
      const lock = lockFile(pathOf(id))
      if (!lock) throw new AppFailure('already_running')
      held.set(id, lock)
    },
    release,
    releaseAll: () => {
      for (const id of [...held.keys()]) release(id)
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { waitForLock } from '../file-lock.ts'
import { fileFailure } from './vault-file.ts'

/** Everything that changes the vault of one data directory, one piece of work at a time across all processes. */
export interface VaultLock {
  /**
   * Runs the work while this process holds `vault.lock`; inside such work, at once. `file_busy` when another holder
   * does not let go, `no_permission` where nothing can be written.
   */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** The holder may be waiting for a person in front of the keychain's prompt. */
const longestWaitMs = 60_000

export function createVaultLock(dataDir: string): VaultLock {
  const file = path.join(dataDir, 'vault.lock')
  const held = new AsyncLocalStorage<true>()
  return {
    async take(work) {
      if (held.getStore()) return work()
      const lock = await mkdir(dataDir, { recursive: true, mode: 0o700 })
        .then(() => waitForLock(file, longestWaitMs))
        .catch((error: unknown) => {
          throw fileFailure(error, file)
        })
      try {
        return await held.run(true, work)
      } finally {
        lock.release()
      }
    },
  }
}

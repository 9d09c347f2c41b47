import { createHash } from 'node:crypto'
import { type Done, startThread } from '../thread.ts'

/** The SHA-256 of a file that is written block by block. */
export interface FileHash {
  /**
   * Takes the next block, which may be read until the following call has resolved. Throws `cancelled` once it has
   * ended.
   */
  update(block: Uint8Array): Promise<void>
  /** Hexadecimal, of all blocks. */
  digest(): Promise<string>
  end(): void
}

/** `onThread` hashes on another thread, which reads blocks in shared memory without a copy. */
export function createFileHash(onThread: boolean): FileHash {
  if (!onThread) {
    const hash = createHash('sha256')
    return { update: async (block) => void hash.update(block), digest: async () => hash.digest('hex'), end: () => {} }
  }
  const thread = startThread<HashWork>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    async update(block) {
      const previousUpdate = last
      last = thread.ask('hash.update', block)
      last.catch(() => undefined)
      await previousUpdate
    },
    digest: () => thread.ask('hash.digest', null),
    end: () => thread.end(),
  }
}

type HashWork = ReturnType<typeof createHashWork>

/** The work of another thread for the hash of a file, one a thread. */
export function createHashWork() {
  const hash = createHash('sha256')
  return {
    'hash.update': (block: Uint8Array): Done<null> => {
      hash.update(block)
      return { value: null, transfer: [] }
    },
    'hash.digest': (_: null): Done<string> => ({ value: hash.digest('hex'), transfer: [] }),
  }
}

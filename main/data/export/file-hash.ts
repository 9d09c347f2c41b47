import { createHash } from 'node:crypto'
import { startThread } from '../thread.ts'

/** The SHA-256 of a file that is written block by block. */
export interface FileHash {
  /** Takes the next block, which may be read until the following call has resolved. Throws `cancelled` once it has ended. */
  update(block: Uint8Array): Promise<void>
  /** Hexadecimal, of all blocks. */
  digest(): Promise<string>
  end(): void
}

/** `onThread`: on a thread of its own, which blocks in shared memory reach without a copy. */
export function createFileHash(onThread: boolean): FileHash {
  if (!onThread) {
    const hash = createHash('sha256')
    return { update: async (block) => void hash.update(block), digest: async () => hash.digest('hex'), end: () => {} }
  }
  const thread = startThread()
  let last: Promise<unknown> = Promise.resolve()
  return {
    async update(block) {
      const before = last
      last = thread.ask('hash.update', block)
      last.catch(() => undefined)
      await before
    },
    digest: () => thread.ask('hash.digest', null),
    end: () => thread.end(),
  }
}

import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createFileHash } from '../../../../main/engine/export/file-hash.ts'

/** A block in shared memory, as rows are made in. */
function blockOf(size: number, value: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size)).fill(value)
}

test.each([false, true])(
  'the hash of a file is that of its blocks in their order, on a thread of its own: %s',
  async (onThread) => {
    const hash = createFileHash(onThread)
    onTestFinished(hash.end)
    const whole = createHash('sha256')
    for (let index = 0; index < 40; index++) {
      const block = blockOf(100_000 + index, index)
      whole.update(block)
      await hash.update(block)
    }
    expect(await hash.digest()).toBe(whole.digest('hex'))
  },
)

test('a hash that has ended takes no more blocks, and gives none', async () => {
  const hash = createFileHash(true)
  hash.end()
  await expect(hash.digest()).rejects.toMatchObject({ code: 'cancelled' })
})

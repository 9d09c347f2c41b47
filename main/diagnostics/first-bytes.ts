import type { HttpStream } from '../kernel/http.ts'

/** The beginning of an answer, of at most `most` bytes and perhaps one block more; the rest is not read. */
export async function firstBytes({ body }: Pick<HttpStream, 'body'>, most: number): Promise<Buffer> {
  const blocks: Uint8Array[] = []
  let bytes = 0
  for await (const block of body) {
    blocks.push(block)
    bytes += block.byteLength
    // Leaving the loop ends the transfer.
    if (bytes >= most) break
  }
  return Buffer.concat(blocks)
}

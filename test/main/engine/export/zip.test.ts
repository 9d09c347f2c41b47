import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createZip } from '../../../../main/engine/export/zip.ts'
import { type FileSink, saveFile } from '../../../../main/kernel/save-file.ts'
import { temporaryFolder } from '../../../kit/temporary-folder.ts'

const signal = new AbortController().signal

/** A sink whose file already has that many bytes: a hole on the disk, so that far offsets cost nothing. */
function beyond(sink: FileSink, hole: number): FileSink {
  let length = hole
  return {
    get length() {
      return length
    },
    write: async (block) => {
      await sink.patch(length, block)
      length += block.length
    },
    patch: sink.patch,
  }
}

describe('the zip writer', () => {
  it('finds entries beyond 4 GiB through zip64 records, and only then writes them', async () => {
    const file = path.join(await temporaryFolder(), 'longe.zip')
    const hole = 2 ** 32 + 12_345
    await saveFile({ path: file, signal }, async (sink) => {
      const zip = createZip(beyond(sink, hole), 1)
      await zip.add('longe.txt', 'olá de longe')
      await zip.end()
    })
    const { size } = await stat(file)
    const tail = Buffer.alloc(size - hole)
    const handle = await open(file)
    await handle.read(tail, 0, tail.length, hole)
    await handle.close()
    const near = (offset: bigint) => Number(offset) - hole

    const end = tail.length - 22
    expect(tail.readUInt32LE(end)).toBe(0x06054b50)
    expect(tail.readUInt32LE(end + 16)).toBe(0xffffffff)
    expect(tail.readUInt32LE(end - 20)).toBe(0x07064b50)
    const record = near(tail.readBigUInt64LE(end - 20 + 8))
    expect(tail.readUInt32LE(record)).toBe(0x06064b50)
    expect(tail.readBigUInt64LE(record + 24)).toBe(1n)
    const directory = near(tail.readBigUInt64LE(record + 48))
    expect(directory + Number(tail.readBigUInt64LE(record + 40))).toBe(record)
    expect(tail.readUInt32LE(directory)).toBe(0x02014b50)
    expect(tail.readUInt32LE(directory + 42)).toBe(0xffffffff)
    const name = tail.readUInt16LE(directory + 28)
    expect(tail.readUInt16LE(directory + 46 + name)).toBe(1)
    const start = near(tail.readBigUInt64LE(directory + 50 + name))
    const packed = tail.subarray(start + 30 + name, start + 30 + name + tail.readUInt32LE(start + 18))
    expect(inflateRawSync(packed).toString()).toBe('olá de longe')
    expect(crc32('olá de longe')).toBe(tail.readUInt32LE(start + 14))
  })
})

import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { FileSink } from '../../kernel/save-file.ts'

const deflate = promisify(deflateRaw)

/** Blocks that are still being compressed on the thread pool when the next one is made. */
const blocksInFlight = 2
/** Room for what a block becomes: with Node's 16 KiB each block would go to the pool and back a dozen times. */
const packedChunk = 131_072
/** What repeats in worksheets lies within a few rows: a window of 8 KiB and large tables are a tenth faster than the defaults. */
const windowBits = 13
const memLevel = 9
/** 1980-01-01, the first day of the format: files of the same rows are the same bytes. */
const dosDate = 0x21
const plainVersion = 20
const zip64Version = 45
const most16 = 0xffff
const most32 = 0xffffffff

interface ZipEntry {
  /** Compresses on the thread pool; the block may still be in use when it resolves. */
  write(block: Uint8Array): Promise<void>
  /** Bytes so far, uncompressed. */
  size(): number
  close(): Promise<void>
}

/** A zip file written from its beginning. One entry at a time, each below 4 GiB uncompressed; the whole may be larger. */
export interface ZipWriter {
  /** `name` in ASCII. */
  open(name: string): Promise<ZipEntry>
  add(name: string, text: string): Promise<void>
  /** Writes the directory; nothing may follow. */
  end(): Promise<void>
}

interface DirectoryEntry {
  readonly name: string
  readonly at: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/**
 * Blocks are compressed each on its own and joined by sync flushes, so that the pool works while the next one is made
 * (performance.md J6). Sizes are patched into the entry's head: readers that cannot take data descriptors, and Excel,
 * which distrusts zip64 where it is not needed, see the plainest zip there is. zip64 records are written only when an
 * entry begins beyond 4 GiB.
 */
export function createZip(sink: FileSink, level: number): ZipWriter {
  const directory: DirectoryEntry[] = []

  const open = async (name: string): Promise<ZipEntry> => {
    const at = sink.length
    await sink.write(localHead(name))
    const start = sink.length
    const inFlight: Promise<Uint8Array>[] = []
    let crc = 0
    let size = 0

    const drain = async (most: number) => {
      while (inFlight.length > most) {
        const packed = await inFlight.shift()
        if (packed) await sink.write(packed)
      }
    }
    const push = (block: Uint8Array, finishFlush: number) => {
      const packed = deflate(block, { level, windowBits, memLevel, finishFlush, chunkSize: packedChunk })
      packed.catch(() => undefined)
      inFlight.push(packed)
    }

    return {
      write: async (block) => {
        crc = crc32(block, crc)
        size += block.length
        push(block, constants.Z_SYNC_FLUSH)
        await drain(blocksInFlight)
      },
      size: () => size,
      close: async () => {
        push(new Uint8Array(0), constants.Z_FINISH)
        await drain(0)
        const entry = { name, at, crc, packed: sink.length - start, size }
        await sink.patch(at + 14, crcAndSizes(entry))
        directory.push(entry)
      },
    }
  }

  return {
    open,
    add: async (name, text) => {
      const entry = await open(name)
      await entry.write(Buffer.from(text))
      await entry.close()
    },
    end: async () => {
      const start = sink.length
      for (const entry of directory) await sink.write(directoryHead(entry))
      await sink.write(endRecords(directory.length, start, sink.length))
    },
  }
}

function localHead(name: string): Buffer {
  const head = Buffer.alloc(30 + name.length)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(plainVersion, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt16LE(dosDate, 12)
  head.writeUInt16LE(name.length, 26)
  head.write(name, 30, 'latin1')
  return head
}

function crcAndSizes({ crc, packed, size }: DirectoryEntry): Buffer {
  const fields = Buffer.alloc(12)
  fields.writeUInt32LE(crc, 0)
  fields.writeUInt32LE(packed, 4)
  fields.writeUInt32LE(size, 8)
  return fields
}

function directoryHead(entry: DirectoryEntry): Buffer {
  const { name, at } = entry
  const far = at >= most32
  const version = far ? zip64Version : plainVersion
  const extra = far ? 12 : 0
  const head = Buffer.alloc(46 + name.length + extra)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(8, 10)
  head.writeUInt16LE(dosDate, 14)
  crcAndSizes(entry).copy(head, 16)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra, 30)
  head.writeUInt32LE(Math.min(at, most32), 42)
  head.write(name, 46, 'latin1')
  if (far) {
    head.writeUInt16LE(1, 46 + name.length)
    head.writeUInt16LE(8, 48 + name.length)
    head.writeBigUInt64LE(BigInt(at), 50 + name.length)
  }
  return head
}

function endRecords(count: number, start: number, end: number): Buffer {
  const far = start >= most32 || count >= most16
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(Math.min(count, most16), 8)
  record.writeUInt16LE(Math.min(count, most16), 10)
  record.writeUInt32LE(end - start, 12)
  record.writeUInt32LE(Math.min(start, most32), 16)
  return far ? Buffer.concat([zip64Records(count, start, end), record]) : record
}

function zip64Records(count: number, start: number, end: number): Buffer {
  const records = Buffer.alloc(56 + 20)
  records.writeUInt32LE(0x06064b50, 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeUInt16LE(zip64Version, 12)
  records.writeUInt16LE(zip64Version, 14)
  records.writeBigUInt64LE(BigInt(count), 24)
  records.writeBigUInt64LE(BigInt(count), 32)
  records.writeBigUInt64LE(BigInt(end - start), 40)
  records.writeBigUInt64LE(BigInt(start), 48)
  records.writeUInt32LE(0x07064b50, 56)
  records.writeBigUInt64LE(BigInt(end), 64)
  records.writeUInt32LE(1, 72)
  return records
}

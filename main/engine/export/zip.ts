import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { FileSink } from '../../kernel/save-file.ts'

const deflate = promisify(deflateRaw)

/** So many blocks are still being compressed on the thread pool when the next one is made. */
const blocksInFlight = 2
/** The room for a compressed block: with Node's 16 KiB each block would go to the pool and back a dozen times. */
const packedChunk = 131_072
/**
 * What repeats in worksheets lies within a few rows: a window of 8 KiB and large tables are a tenth faster than the
 * defaults.
 */
const windowBits = 13
const memLevel = 9
/** 1980-01-01, the first day of the format: files of the same rows are the same bytes. */
const dosDate = 0x21
const plainVersion = 20
const zip64Version = 45
const most16 = 0xffff
const most32 = 0xffffffff

interface DirectoryEntry {
  readonly name: string
  readonly at: number
  crc: number
  packed: number
  /** Bytes so far, uncompressed. */
  size: number
}

/**
 * Writes a zip file from its beginning. One entry at a time, each below 4 GiB uncompressed; the whole may be larger.
 * Blocks are compressed each on its own and joined by sync flushes, so that the pool works while the next one is made
 * (docs/decisions/engine.md §8). The entry's head is written again when its sizes are known. So the zip is plain: some
 * readers cannot take data descriptors, and Excel distrusts zip64 where it is not needed. Records of zip64 are written
 * only when an entry begins beyond 4 GiB.
 */
export function createZip(sink: FileSink, level: number, { hashes = false } = {}) {
  const directory: DirectoryEntry[] = []
  const hash = hashes ? createHash('sha256') : null

  /** `name` in ASCII. */
  const open = async (name: string) => {
    const entry: DirectoryEntry = { name, at: sink.length, crc: 0, packed: 0, size: 0 }
    await sink.write(localHead(entry))
    const start = sink.length
    const inFlight: Promise<Uint8Array>[] = []

    const drain = async (limit: number) => {
      while (inFlight.length > limit) {
        const packed = await inFlight.shift()
        if (!packed) continue
        hash?.update(packed)
        await sink.write(packed)
      }
    }
    const push = (block: Uint8Array, finishFlush: number) => {
      const packed = deflate(block, { level, windowBits, memLevel, finishFlush, chunkSize: packedChunk })
      packed.catch(() => undefined)
      inFlight.push(packed)
    }

    return {
      size: () => entry.size,
      /** Compresses on the thread pool; the block may still be in use when it resolves. */
      write: async (block: Uint8Array) => {
        entry.crc = crc32(block, entry.crc)
        entry.size += block.length
        push(block, constants.Z_SYNC_FLUSH)
        await drain(blocksInFlight)
      },
      close: async () => {
        push(new Uint8Array(0), constants.Z_FINISH)
        await drain(0)
        entry.packed = sink.length - start
        await sink.patch(entry.at, localHead(entry))
        directory.push(entry)
      },
    }
  }

  return {
    open,
    add: async (name: string, text: string) => {
      const entry = await open(name)
      await entry.write(Buffer.from(text))
      await entry.close()
    },
    /** SHA-256, hexadecimal, of the compressed bytes of all entries so far; empty unless `hashes`. */
    digest: () => hash?.copy().digest('hex') ?? '',
    /** Writes the directory; nothing may follow. */
    end: async () => {
      const start = sink.length
      for (const entry of directory) await sink.write(directoryHead(entry))
      await sink.write(endRecords(directory.length, start, sink.length))
    },
  }
}

// Numbers of 16, 32 and 64 bits one after the other, little-endian as on every processor that Electron runs on.
const shorts = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer)
const longs = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer)
const quads = (...values: readonly number[]) => Buffer.from(BigUint64Array.from(values, BigInt).buffer)

function localHead(entry: DirectoryEntry): Buffer {
  return Buffer.concat([longs(0x04034b50), entryFields(entry, plainVersion, 0), Buffer.from(entry.name)])
}

/** The fields that both heads of an entry have, from the version to the size of the extra fields. */
function entryFields({ name, crc, packed, size }: DirectoryEntry, version: number, extra: number): Buffer {
  return Buffer.concat([shorts(version, 0, 8, 0, dosDate), longs(crc, packed, size), shorts(name.length, extra)])
}

function directoryHead(entry: DirectoryEntry): Buffer {
  const { name, at } = entry
  const far = at >= most32
  const version = far ? zip64Version : plainVersion
  const extra = far ? Buffer.concat([shorts(1, 8), quads(at)]) : Buffer.alloc(0)
  const fields = [shorts(version), entryFields(entry, version, extra.length), shorts(0, 0, 0)]
  return Buffer.concat([longs(0x02014b50), ...fields, longs(0, Math.min(at, most32)), Buffer.from(name), extra])
}

function endRecords(count: number, start: number, end: number): Buffer {
  const far = start >= most32 || count >= most16
  const entries = Math.min(count, most16)
  const place = longs(end - start, Math.min(start, most32))
  const record = Buffer.concat([longs(0x06054b50), shorts(0, 0, entries, entries), place, shorts(0)])
  return far ? Buffer.concat([zip64Records(count, start, end), record]) : record
}

function zip64Records(count: number, start: number, end: number): Buffer {
  const versions = shorts(zip64Version, zip64Version)
  const record = [longs(0x06064b50), quads(44), versions, longs(0, 0), quads(count, count, end - start, start)]
  return Buffer.concat([...record, longs(0x07064b50, 0), quads(end), longs(1)])
}

import { readFile } from 'node:fs/promises'
import { crc32, inflateRawSync } from 'node:zlib'

/**
 * Every file of a zip by name, read through its directory; throws where a size, a checksum or a head does not agree.
 */
export function readZip(file: string): Promise<ReadonlyMap<string, Buffer>> {
  return readEntries(file, contentOf)
}

/** The same as they lie in the archive, compressed, in its order. */
export function readPacked(file: string): Promise<ReadonlyMap<string, Buffer>> {
  return readEntries(file, packedOf)
}

async function readEntries(
  file: string,
  read: (bytes: Buffer, at: number, name: string) => Buffer,
): Promise<ReadonlyMap<string, Buffer>> {
  const bytes = await readFile(file)
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (at + bytes.readUInt32LE(end + 12) !== end) throw new Error('the directory does not end where the end begins')
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no directory entry')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('latin1', at + 46, at + 46 + nameLength)
    files.set(name, read(bytes, at, name))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30)
  }
  return files
}

function packedOf(bytes: Buffer, at: number, name: string): Buffer {
  const start = bytes.readUInt32LE(at + 42)
  if (bytes.readUInt32LE(start) !== 0x04034b50) throw new Error(`${name}: no local head`)
  if (!bytes.subarray(start + 14, start + 26).equals(bytes.subarray(at + 16, at + 28)))
    throw new Error(`${name}: sizes`)
  const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  return bytes.subarray(data, data + bytes.readUInt32LE(at + 20))
}

function contentOf(bytes: Buffer, at: number, name: string): Buffer {
  const content = inflateRawSync(packedOf(bytes, at, name))
  if (content.length !== bytes.readUInt32LE(at + 24)) throw new Error(`${name}: length`)
  if (crc32(content) !== bytes.readUInt32LE(at + 16)) throw new Error(`${name}: checksum`)
  return content
}

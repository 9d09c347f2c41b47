import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { AppFailure } from '../../kernel/failure.ts'
import { createReusedMemory, ownMemory } from '../columns/part.ts'

/**
 * A file of records that is written from its beginning to its end, such as the columns of a snapshot
 * (docs/decisions/storage.md §17). Nothing in it ever changes, but records may be added behind the others.
 *
 *   file    mark of the format (4 bytes), version (4), fingerprint of the key (16), salt (32), records
 *   record  length of the body (4), number (4), name (40), nonce (12), tag (16), body
 *
 * Each body is encrypted with AES-256-GCM, by a key of its own file that HKDF derives from the folder's key and the
 * salt. Its place, length, number and name are authenticated with it, so that records cannot change places.
 */
export interface RecordFile {
  /** Where the next record begins: the bytes of all records that are known here. */
  readonly length: number
  /** How many records have this name. */
  count(name: string): number
  /**
   * The body of a record; null where there is none, and of a file that was closed. Throws `file_damaged` where it is
   * not what was written.
   */
  read(name: string, number: number): Buffer | null
  /** Adds a record. Where that fails, such as on a full disk, the records are those that were there before. */
  append(name: string, number: number, body: Uint8Array): void
  /** Waits until all records are on the disk. */
  flush(): void
  close(): void
}

const format = 0x5a52_4352
const newestVersion = 1
const fingerprintBytes = 16
const saltBytes = 32
const headBytes = 8 + fingerprintBytes + saltBytes
const nameBytes = 40
const nonceBytes = 12
const tagBytes = 16
/** Length, number and name. */
const labelBytes = 8 + nameBytes
const recordBytes = labelBytes + nonceBytes + tagBytes

/**
 * Makes an empty file for the records; one of this name is emptied. `key` has 64 hexadecimal digits. Throws what the
 * file system throws.
 */
export function createRecordFile(path: string, key: string): RecordFile {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC, 0o600)
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(format, 0)
  head.writeUInt32LE(newestVersion, 4)
  fingerprint(key).copy(head, 8)
  const salt = randomBytes(saltBytes)
  salt.copy(head, headBytes - saltBytes)
  try {
    write(file, head, 0)
    return records(file, cipherKey(key, salt), headBytes)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/**
 * Opens a file of records. Of one that is still being written, `length` are the bytes that count: what lies behind them
 * was left by a killed process, and the next record takes its place. Throws `key_missing` for a file of another key,
 * `newer_version`, `file_damaged` and what the file system throws.
 */
export function openRecordFile(
  path: string,
  key: string,
  { length = Number.POSITIVE_INFINITY, writable = false } = {},
): RecordFile {
  const file = openSync(path, writable ? constants.O_RDWR : constants.O_RDONLY)
  try {
    const { size } = fstatSync(file)
    if (length !== Number.POSITIVE_INFINITY && size < length) throw damaged()
    const head = readBytes(file, 0, headBytes)
    if (head.readUInt32LE(0) !== format) throw damaged()
    if (head.readUInt32LE(4) > newestVersion) throw new AppFailure('newer_version')
    if (!head.subarray(8, 8 + fingerprintBytes).equals(fingerprint(key))) {
      throw new AppFailure('key_missing', {}, 'the key does not fit the file')
    }
    if (writable && size > length) ftruncateSync(file, length)
    return records(file, cipherKey(key, head.subarray(headBytes - saltBytes)), Math.min(size, length))
  } catch (error) {
    closeSync(file)
    throw error
  }
}

interface Place {
  readonly at: number
  readonly length: number
}

function records(file: number, key: Buffer, end: number): RecordFile {
  const places = new Map<string, Map<number, Place>>()
  let length = headBytes
  let isOpen = true
  const note = (name: string, number: number, body: number) => {
    const ofName = places.get(name) ?? new Map<number, Place>()
    places.set(name, ofName.set(number, { at: length, length: body }))
    length += recordBytes + body
  }
  while (length < end) {
    const label = readBytes(file, length, labelBytes)
    const body = label.readUInt32LE(0)
    if (length + recordBytes + body > end) throw damaged()
    note(label.toString('latin1', 8).replace(/\0+$/, ''), label.readUInt32LE(4), body)
  }
  return {
    get length() {
      return length
    },
    count: (name) => places.get(name)?.size ?? 0,
    read(name, number) {
      const place = places.get(name)?.get(number)
      if (!place || !isOpen) return null
      const record = readBytes(file, place.at, recordBytes + place.length, begin())
      const nonce = record.subarray(labelBytes, labelBytes + nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(placed(record.subarray(0, labelBytes), place.at))
      decipher.setAuthTag(record.subarray(labelBytes + nonceBytes, recordBytes))
      const body = decipher.update(record.subarray(recordBytes))
      try {
        decipher.final()
      } catch {
        throw damaged()
      }
      return body
    },
    append(name, number, body) {
      const record = Buffer.alloc(recordBytes)
      record.writeUInt32LE(body.byteLength, 0)
      record.writeUInt32LE(number, 4)
      record.write(name, 8, nameBytes, 'latin1')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(placed(record.subarray(0, labelBytes), length))
      const encrypted = cipher.update(body)
      cipher.final()
      nonce.copy(record, labelBytes)
      cipher.getAuthTag().copy(record, labelBytes + nonceBytes)
      write(file, record, length)
      write(file, encrypted, length + recordBytes)
      note(name, number, body.byteLength)
    },
    flush: () => fdatasyncSync(file),
    close() {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}

/** The label of a record together with its place in the file. */
function placed(label: Uint8Array, at: number): Buffer {
  const bytes = Buffer.alloc(labelBytes + 8)
  bytes.set(label)
  bytes.writeBigUInt64LE(BigInt(at), labelBytes)
  return bytes
}

/** The encrypted bytes of a record, until it is decrypted. */
const begin = createReusedMemory()

function readBytes(file: number, at: number, length: number, memory = ownMemory): Buffer {
  const { buffer, byteOffset } = memory(Uint8Array, length)
  const bytes = Buffer.from(buffer, byteOffset, length)
  for (let read = 0; read < length; ) {
    const more = readSync(file, bytes, read, length - read, at + read)
    if (more === 0) throw damaged()
    read += more
  }
  return bytes
}

function write(file: number, bytes: Uint8Array, at: number): void {
  for (let written = 0; written < bytes.byteLength; ) {
    written += writeSync(file, bytes, written, bytes.byteLength - written, at + written)
  }
}

function fingerprint(key: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'hex')).update('cruza records').digest().subarray(0, fingerprintBytes)
}

function cipherKey(key: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), salt, 'cruza records', 32))
}

function damaged(): AppFailure {
  return new AppFailure('file_damaged', {}, 'a file of records with other contents than it declares')
}

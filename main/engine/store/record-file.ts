import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { AppFailure } from '../../kernel/failure.ts'
import { createReusedMemory, ownMemory } from '../columns/part.ts'

/**
 * A file of records that is written from its beginning to its end, such as the columns of a snapshot
 * (docs/decisions/storage.md §17). Nothing in it ever changes, but records may be added behind the others.
 *
 *   file    mark of the format (4 bytes), version (4), fingerprint of the key (16), salt (32), records
 *   record  label: length of the body (4), number (4), name (16), seal (8); nonce (12), tag (16), body
 *
 * Each body is encrypted with AES-256-GCM, by a key of its own file that HKDF derives from the folder's key and the
 * salt. Its label and its place are authenticated with it, so that records cannot change places. The seal of a label
 * (HMAC-SHA256, its first bytes) authenticates both without the body, when the file is opened. A name stands there as
 * such a code as well, so that nothing of a file can be read without its key.
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
const nameBytes = 16
const nonceBytes = 12
const tagBytes = 16
const sealBytes = 8
/** What the seal is of: length, number and name. */
const sealedBytes = 8 + nameBytes
const labelBytes = sealedBytes + sealBytes
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
    return records(file, keysOf(key, salt), headBytes)
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
    return records(file, keysOf(key, head.subarray(headBytes - saltBytes)), Math.min(size, length))
  } catch (error) {
    closeSync(file)
    throw error
  }
}

interface Place {
  readonly at: number
  readonly length: number
}

function records(file: number, { key, labelKey }: FileKeys, end: number): RecordFile {
  const places = new Map<string, Map<number, Place>>()
  let length = headBytes
  let isOpen = true
  const codes = new Map<string, Buffer>()
  const codeOf = (name: string): Buffer => {
    const code =
      codes.get(name) ?? createHmac('sha256', labelKey).update(`name ${name}`).digest().subarray(0, nameBytes)
    codes.set(name, code)
    return code
  }
  const placesOf = (name: string) => places.get(codeOf(name).toString('hex'))
  const sealOf = (label: Uint8Array, at: number) =>
    createHmac('sha256', labelKey)
      .update(placed(label.subarray(0, sealedBytes), at))
      .digest()
      .subarray(0, sealBytes)
  const note = (label: Buffer) => {
    const body = label.readUInt32LE(0)
    const code = label.toString('hex', 8, sealedBytes)
    const ofName = places.get(code) ?? new Map<number, Place>()
    places.set(code, ofName.set(label.readUInt32LE(4), { at: length, length: body }))
    length += recordBytes + body
  }
  while (length < end) {
    const label = readBytes(file, length, labelBytes)
    const body = label.readUInt32LE(0)
    if (length + recordBytes + body > end || !label.subarray(sealedBytes).equals(sealOf(label, length))) throw damaged()
    note(label)
  }
  return {
    get length() {
      return length
    },
    count: (name) => placesOf(name)?.size ?? 0,
    read(name, number) {
      const place = placesOf(name)?.get(number)
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
      codeOf(name).copy(record, 8)
      sealOf(record, length).copy(record, sealedBytes)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(placed(record.subarray(0, labelBytes), length))
      const encrypted = cipher.update(body)
      cipher.final()
      nonce.copy(record, labelBytes)
      cipher.getAuthTag().copy(record, labelBytes + nonceBytes)
      write(file, record, length)
      write(file, encrypted, length + recordBytes)
      note(record)
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
  const bytes = Buffer.alloc(label.length + 8)
  bytes.set(label)
  bytes.writeBigUInt64LE(BigInt(at), label.length)
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

interface FileKeys {
  readonly key: KeyObject
  readonly labelKey: KeyObject
}

function keysOf(key: string, salt: Uint8Array): FileKeys {
  const keys = Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), salt, 'cruza records', 64))
  // Made once: of bytes Node would make a key object for each record, which takes longer than a seal.
  return { key: createSecretKey(keys.subarray(0, 32)), labelKey: createSecretKey(keys.subarray(32)) }
}

function damaged(): AppFailure {
  return new AppFailure('file_damaged', {}, 'a file of records with other contents than it declares')
}

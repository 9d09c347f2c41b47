import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { FailureCode } from '../../preload/values/failures.ts'
import { AppFailure } from './failure.ts'

/**
 * The layout of a file that is sealed with a passphrase:
 *
 *     magic 4  version u8  log2(N) u8  r u8  p u8  salt 32 | iv 12 | tag 16 | ciphertext | SHA-256 of all before, 32
 *
 * The key is scrypt(passphrase, salt); the ciphertext is AES-256-GCM, with everything up to the salt authenticated. The
 * checksum distinguishes a damaged file from a wrong passphrase without asking for one.
 */
export interface SealedKind {
  /** Four letters that identify this kind of file. */
  readonly magic: string
  readonly version: number
  /** The name of this kind in the details of a failure. */
  readonly name: string
  /** The failure of a file that is cut, changed or of another kind. */
  readonly damaged: FailureCode
}

export interface SealingKey {
  /** Magic, version, scrypt parameters and salt, from which the key was derived. */
  readonly header: Buffer
  readonly key: Buffer
}

/** The work for each guess: N = 2 ** logN, with r and p as in scrypt. */
export interface ScryptCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 128 MB and some tenths of a second for each guess. */
export const defaultCost: ScryptCost = { logN: 17, r: 8, p: 1 }

/** The most memory that scrypt may use; four times the present use. */
const mostScryptBytes = 512 * 2 ** 20

const magicBytes = 4
const headerBytes = magicBytes + 4 + 32
const ivBytes = 12
const tagBytes = 16
const checksumBytes = 32

/** A new key for a passphrase, with a new salt. */
export async function newSealingKey(kind: SealedKind, passphrase: string, cost: ScryptCost): Promise<SealingKey> {
  const parameters = Buffer.from([kind.version, cost.logN, cost.r, cost.p])
  const header = Buffer.concat([Buffer.from(kind.magic, 'latin1'), parameters, randomBytes(32)])
  return { header, key: await derive(passphrase, header) }
}

/** The key of an existing file that has passed `checkSealed`. Only `unsealBytes` finds out whether it is right. */
export async function sealingKeyOf(file: Buffer, passphrase: string): Promise<SealingKey> {
  const header = Buffer.from(file.subarray(0, headerBytes))
  return { header, key: await derive(passphrase, header) }
}

/** Throws the kind's own failure for a cut, changed or other file, and `newer_version` for one of a later Cruza. */
export function checkSealed(kind: SealedKind, file: Buffer): void {
  const damaged = () => new AppFailure(kind.damaged, {}, kind.name)
  const least = headerBytes + ivBytes + tagBytes + checksumBytes
  if (file.length < least || file.toString('latin1', 0, magicBytes) !== kind.magic) throw damaged()
  if (file.readUInt8(magicBytes) > kind.version) throw new AppFailure('newer_version', {}, kind.name)
  const end = file.length - checksumBytes
  if (!file.subarray(end).equals(checksum([file.subarray(0, end)]))) throw damaged()
  const { logN, r, p } = costOf(file)
  // Limits, so that a forged file cannot take all memory of the machine or hours of processor time.
  if (logN < 10 || logN > 22 || r < 1 || r > 16 || p < 1 || p > 8) throw damaged()
  if (128 * r * 2 ** logN > mostScryptBytes) throw damaged()
}

/** Whether the file has the salt and parameters of this key. */
export function isSealedWith(file: Buffer, { header }: SealingKey): boolean {
  return timingSafeEqual(file.subarray(0, headerBytes), header)
}

/** The content of the file that seals these bytes. */
export function sealBytes({ header, key }: SealingKey, bytes: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(header)
  const ciphertext = [cipher.update(bytes), cipher.final()]
  const body = [header, iv, cipher.getAuthTag(), ...ciphertext]
  return Buffer.concat([...body, checksum(body)])
}

/** The bytes of a file that passed `checkSealed`. Throws `wrong_passphrase` when the key does not fit. */
export function unsealBytes({ header, key }: SealingKey, file: Buffer): Buffer {
  const tagStart = headerBytes + ivBytes
  const decipher = createDecipheriv('aes-256-gcm', key, file.subarray(headerBytes, tagStart), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(header).setAuthTag(file.subarray(tagStart, tagStart + tagBytes))
  const ciphertext = file.subarray(tagStart + tagBytes, file.length - checksumBytes)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    throw new AppFailure('wrong_passphrase')
  }
}

function costOf(header: Buffer): ScryptCost {
  return { logN: header.readUInt8(5), r: header.readUInt8(6), p: header.readUInt8(7) }
}

/** NFKC gives the same key for accents typed on different keyboards. */
function derive(passphrase: string, header: Buffer): Promise<Buffer> {
  const { logN, r, p } = costOf(header)
  const cost = 2 ** logN
  const salt = header.subarray(magicBytes + 4)
  return new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFKC'),
      salt,
      32,
      { cost, blockSize: r, parallelization: p, maxmem: 192 * cost * r + 2 ** 20 },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}

function checksum(parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

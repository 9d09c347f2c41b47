import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { AppFailure } from '../failure.ts'

/**
 * The bytes of `vault.bin`:
 *
 *     "CRZV"  version u8  log2(N) u8  r u8  p u8  salt 32 | iv 12 | tag 16 | ciphertext | SHA-256 of all before, 32
 *
 * The key is scrypt(passphrase, salt); the ciphertext is AES-256-GCM over the JSON of the secrets, with everything up to
 * the salt authenticated. The checksum tells a damaged file from a wrong passphrase without asking for one.
 */
export interface SealingKey {
  /** Magic, version, scrypt parameters and salt: what the key was derived with. */
  readonly header: Buffer
  readonly key: Buffer
}

/** How much work a guess costs: N = 2 ** logN, with r and p as scrypt has them. */
export interface ScryptCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 128 MB and some tenths of a second for each guess. */
export const defaultCost: ScryptCost = { logN: 17, r: 8, p: 1 }

const magic = Buffer.from('CRZV')
const version = 1
const headerBytes = magic.length + 4 + 32
const ivBytes = 12
const tagBytes = 16
const checksumBytes = 32

/** A new key for a passphrase, with a salt of its own. */
export async function newSealingKey(passphrase: string, cost: ScryptCost): Promise<SealingKey> {
  const parameters = Buffer.from([version, cost.logN, cost.r, cost.p])
  const header = Buffer.concat([magic, parameters, randomBytes(32)])
  return { header, key: await derive(passphrase, header) }
}

/** The key of an existing file, which must have passed `checkSealed`; only `unseal` can tell whether it is right. */
export async function sealingKeyOf(file: Buffer, passphrase: string): Promise<SealingKey> {
  const header = Buffer.from(file.subarray(0, headerBytes))
  return { header, key: await derive(passphrase, header) }
}

/** `file_damaged` for a file that is cut, changed or not a vault; `newer_version` for one of a later Cruza. */
export function checkSealed(file: Buffer): void {
  if (file.length < headerBytes + ivBytes + tagBytes + checksumBytes || !file.subarray(0, 4).equals(magic)) {
    throw damaged()
  }
  if (file.readUInt8(4) > version) throw new AppFailure('newer_version', {}, 'vault.bin')
  const end = file.length - checksumBytes
  if (!file.subarray(end).equals(checksum(file.subarray(0, end)))) throw damaged()
  const { logN, r, p } = costOf(file)
  // Bounds, so that a made-up file cannot ask for all memory of the machine.
  if (logN < 10 || logN > 22 || r < 1 || r > 16 || p < 1 || p > 8) throw damaged()
}

/** Whether the file was sealed with this very key's salt and parameters. */
export function isSealedWith(file: Buffer, { header }: SealingKey): boolean {
  return timingSafeEqual(file.subarray(0, headerBytes), header)
}

/** The file's bytes for these secrets. */
export function seal({ header, key }: SealingKey, secrets: ReadonlyMap<string, string>): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(header)
  const text = JSON.stringify(Object.fromEntries(secrets))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const body = Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext])
  return Buffer.concat([body, checksum(body)])
}

/** The secrets of a file that passed `checkSealed`. `wrong_passphrase` when the key does not fit. */
export function unseal({ header, key }: SealingKey, file: Buffer): Map<string, string> {
  const tagStart = headerBytes + ivBytes
  const decipher = createDecipheriv('aes-256-gcm', key, file.subarray(headerBytes, tagStart), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(header).setAuthTag(file.subarray(tagStart, tagStart + tagBytes))
  const ciphertext = file.subarray(tagStart + tagBytes, file.length - checksumBytes)
  try {
    const text = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    // Authenticated: these are the bytes that `seal` wrote.
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  } catch {
    throw new AppFailure('wrong_passphrase')
  }
}

function costOf(header: Buffer): ScryptCost {
  return { logN: header.readUInt8(5), r: header.readUInt8(6), p: header.readUInt8(7) }
}

/** Accents typed on different keyboards give the same key (NFKC). */
function derive(passphrase: string, header: Buffer): Promise<Buffer> {
  const { logN, r, p } = costOf(header)
  const cost = 2 ** logN
  const salt = header.subarray(magic.length + 4)
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

function checksum(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function damaged(): AppFailure {
  return new AppFailure('file_damaged', {}, 'vault.bin')
}

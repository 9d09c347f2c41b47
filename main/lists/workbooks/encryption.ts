import { createDecipheriv, createHash } from 'node:crypto'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import { type UnreadableCause, unreadable } from '../plan.ts'
import { type CompoundFile, openCompoundFile } from './compound-file.ts'
import { records, recordsIn } from './xls-records.ts'
import { readXml, type XmlAttributes } from './xml.ts'

/**
 * Excel encrypts with this password where the person chose none, such as a workbook whose structure is protected. It
 * asks nobody for it.
 */
const defaultPassword = 'VelvetSweatshop'
/** Ten times what Office writes: some two seconds. */
const mostSpins = 1_000_000
const standardSpins = 50_000
/** Spins between two checks of the clock. */
const spinsAtOnce = 2000

/** What opens an encrypted workbook: null for a password that does not. */
type Decrypt = (password: string) => Promise<Uint8Array | null>

type Yield = ReturnType<typeof createYieldToEventLoop>

/**
 * A workbook of Excel without its encryption (MS-OFFCRYPTO 2.3), by this password or the one that Excel uses itself;
 * any other file as it came. Nothing of the password is kept. Throws `list_unreadable`: `password` where one is needed,
 * `wrong_password` for one that does not open it, `encrypted` for another kind of encryption, `damaged`.
 */
export async function decryptWorkbook(
  bytes: Uint8Array,
  password: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (bytes[0] !== 0xd0) return bytes
  const file = openCompoundFile(bytes)
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const decrypt = file.has('EncryptedPackage')
    ? await packageDecryption(file, yieldToEventLoop)
    : xlsDecryption(file, yieldToEventLoop)
  if (!decrypt) return bytes
  for (const each of password === undefined ? [defaultPassword] : [password, defaultPassword]) {
    const plain = await decrypt(each)
    if (plain) return plain
  }
  throw unreadable(password === undefined ? 'password' : 'wrong_password', 'ole: encrypted')
}

function refusal(cause: UnreadableCause, what: string) {
  return unreadable(cause, `encryption: ${what}`)
}

function digest(algorithm: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number)
  return bytes
}

/** Hashes a password so often that guessing it takes long. */
async function spun(
  algorithm: string,
  salt: Uint8Array,
  password: string,
  spins: number,
  wait: Yield,
): Promise<Buffer> {
  let hash = digest(algorithm, salt, Buffer.from(password, 'utf16le'))
  for (let spin = 0; spin < spins; spin++) {
    hash = digest(algorithm, uint32(spin), hash)
    if (spin % spinsAtOnce === 0) await wait()
  }
  return hash
}

function decipher(algorithm: string, key: Uint8Array, iv: Uint8Array | null, bytes: Uint8Array): Buffer {
  if (bytes.length % 16 !== 0 || bytes.length === 0) throw refusal('damaged', 'not whole blocks')
  const cipher = createDecipheriv(algorithm, key, iv)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

// An .xlsx: the whole archive is encrypted as one stream (2.3.4).

async function packageDecryption(file: CompoundFile, wait: Yield): Promise<Decrypt> {
  const info = Buffer.from(file.read('EncryptionInfo'))
  if (info.length < 8) throw refusal('damaged', 'no description')
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  const stream = Buffer.from(file.read('EncryptedPackage'))
  if (stream.length < 8) throw refusal('damaged', 'no package')
  const size = Number(stream.readBigUInt64LE(0))
  const encrypted = stream.subarray(8)
  if (size > encrypted.length) throw refusal('damaged', 'the package is cut off')
  const whole = encrypted.subarray(0, encrypted.length & ~15)
  if (major === 4 && minor === 4) return agile(await agileKeys(info.subarray(8)), whole, size, wait)
  if (minor === 2 && major >= 2 && major <= 4) return standard(info, whole, size, wait)
  throw refusal('encrypted', `version ${major}.${minor}`)
}

/** Standard encryption (2.3.4.5): AES in ECB mode, the key from SHA-1. */
function standard(info: Buffer, encrypted: Buffer, size: number, wait: Yield): Decrypt {
  const headerEnd = 12 + info.readUInt32LE(8)
  if (headerEnd < 44 || headerEnd + 72 > info.length) throw refusal('damaged', 'its description is cut off')
  const keyBits = info.readUInt32LE(12 + 16)
  const isAes = (info.readUInt32LE(12) & 0x20) !== 0 && [128, 192, 256].includes(keyBits)
  if (!isAes) throw refusal('encrypted', 'another cipher')
  const part = (from: number, length: number) => info.subarray(headerEnd + from, headerEnd + from + length)
  const [salt, verifier, verifierHash] = [part(4, 16), part(20, 16), part(40, 32)]
  const cipher = `aes-${keyBits}-ecb`
  return async (password) => {
    const hash = digest('sha1', await spun('sha1', salt, password, standardSpins, wait), uint32(0))
    const halves = [0x36, 0x5c].map((pad) =>
      digest(
        'sha1',
        Buffer.alloc(64, pad).map((byte, at) => byte ^ (hash[at] ?? 0)),
      ),
    )
    const key = Buffer.concat(halves).subarray(0, keyBits / 8)
    const expected = digest('sha1', decipher(cipher, key, null, verifier))
    const isRight = expected.equals(decipher(cipher, key, null, verifierHash).subarray(0, expected.length))
    return isRight ? decipher(cipher, key, null, encrypted).subarray(0, size) : null
  }
}

const hashes: Readonly<Record<string, string>> = { SHA1: 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' }

/** The parameters of an agile encryption: of the whole package, and of its key. */
interface AgileKeys {
  readonly data: AgilePart
  readonly key: AgilePart & { readonly spins: number; readonly attributes: XmlAttributes }
}

interface AgilePart {
  readonly hash: string
  readonly cipher: string
  readonly keyBytes: number
  readonly salt: Buffer
}

async function agileKeys(xml: Uint8Array): Promise<AgileKeys> {
  let data: XmlAttributes | undefined
  let key: XmlAttributes | undefined
  const reading = readXml(oncePiece(xml), {
    open(name, attributes) {
      if (name === 'keyData') data ??= attributes
      // Keys of certificates have no spins.
      else if (name === 'encryptedKey' && attributes.spinCount !== undefined) key ??= attributes
    },
    close() {},
    text() {},
  })
  for await (const _ of reading);
  if (!data || !key) throw refusal('encrypted', 'no password')
  const spins = Number(key.spinCount)
  if (!(spins >= 0 && spins <= mostSpins)) throw refusal('encrypted', 'too many spins')
  return { data: agilePart(data), key: { ...agilePart(key), spins, attributes: key } }
}

async function* oncePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function agilePart(attributes: XmlAttributes): AgilePart {
  const { cipherAlgorithm, cipherChaining, keyBits, saltValue = '', hashAlgorithm = '' } = attributes
  const hash = hashes[hashAlgorithm.replace('-', '').toUpperCase()]
  const isKnown =
    cipherAlgorithm === 'AES' && cipherChaining === 'ChainingModeCBC' && /^(?:128|192|256)$/.test(keyBits ?? '')
  if (!isKnown || hash === undefined) throw refusal('encrypted', 'another cipher')
  return { hash, cipher: `aes-${keyBits}-cbc`, keyBytes: Number(keyBits) / 8, salt: Buffer.from(saltValue, 'base64') }
}

/** Cut to so many bytes, or filled up. */
function sized(bytes: Uint8Array, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), 0x36)]).subarray(0, length)
}

const blockKeys = { input: 'fea7d2763b4b9e79', value: 'd7aa0f6d3061344e', key: '146e0be7abacd0d6' }
const segment = 4096

/** Agile encryption (2.3.4.10): AES in CBC mode, a key of its own that the password opens, segments of 4096 bytes. */
function agile({ data, key }: AgileKeys, encrypted: Buffer, size: number, wait: Yield): Decrypt {
  const { attributes } = key
  return async (password) => {
    const hash = await spun(key.hash, key.salt, password, key.spins, wait)
    const open = (name: string, block: string) => {
      const ofBlock = sized(digest(key.hash, hash, Buffer.from(block, 'hex')), key.keyBytes)
      return decipher(key.cipher, ofBlock, sized(key.salt, 16), Buffer.from(attributes[name] ?? '', 'base64'))
    }
    const expected = digest(key.hash, open('encryptedVerifierHashInput', blockKeys.input).subarray(0, key.salt.length))
    const isRight = expected.equals(open('encryptedVerifierHashValue', blockKeys.value).subarray(0, expected.length))
    if (!isRight) return null
    const packageKey = sized(open('encryptedKeyValue', blockKeys.key), data.keyBytes)
    const plain = Buffer.alloc(encrypted.length)
    for (let at = 0; at < encrypted.length; at += segment) {
      const iv = sized(digest(data.hash, data.salt, uint32(at / segment)), 16)
      plain.set(decipher(data.cipher, packageKey, iv, encrypted.subarray(at, at + segment)), at)
      if (at % (100 * segment) === 0) await wait()
    }
    return plain.subarray(0, size)
  }
}

// An .xls: the data of most records is encrypted (2.3.6).

/** Records whose data is plain (MS-XLS 2.2.10). */
const plainRecords: ReadonlySet<number> = new Set([0x809, 0x2f, 0xe1, 0x138, 0x194, 0x195, 0x196])
const rc4Block = 1024

/** Null for a file that is not encrypted, or is no workbook. */
function xlsDecryption(file: CompoundFile, wait: Yield): Decrypt | null {
  const name = ['Workbook', 'Book'].find(file.has)
  if (name === undefined) return null
  const stream = Buffer.from(file.read(name))
  const password = [...recordsIn(stream, 10)].find(({ type }) => type === records.encryption)
  if (!password) return null
  const keyFor = rc4Keys(stream.subarray(password.start, password.end))
  return async (typed) => {
    const key = keyFor(typed)
    if (!key) return null
    const plain = await decryptRecords(stream, key, wait)
    // The reader would take the workbook for encrypted.
    plain.writeUInt16LE(0xffff, password.start - 4)
    return file.replaced(name, plain)
  }
}

/** The key of each block of a stream, by its number. */
type BlockKeys = (block: number) => Uint8Array

/** Gives the keys for a password, null for a wrong one: RC4 (2.3.6.1) and RC4 of the CryptoAPI (2.3.5). */
function rc4Keys(data: Buffer): (password: string) => BlockKeys | null {
  const version = data.length >= 54 && data.readUInt16LE(0) === 1 ? [data.readUInt16LE(2), data.readUInt16LE(4)] : []
  const [major, minor] = version
  if (major === 1 && minor === 1) {
    const [salt, verifier, hash] = [data.subarray(6, 22), data.subarray(22, 38), data.subarray(38, 54)]
    return (password) => {
      const start = digest('md5', Buffer.from(password, 'utf16le')).subarray(0, 5)
      const repeated = Array.from({ length: 16 }, () => [start, salt]).flat()
      const base = digest('md5', ...repeated).subarray(0, 5)
      return verified((block) => digest('md5', base, uint32(block)), 'md5', verifier, hash)
    }
  }
  if (minor !== 2) throw refusal('encrypted', 'xls: another cipher')
  const headerEnd = 14 + data.readUInt32LE(10)
  if (headerEnd < 46 || headerEnd + 60 > data.length) throw refusal('damaged', 'xls: its description is cut off')
  const part = (from: number, length: number) => data.subarray(headerEnd + from, headerEnd + from + length)
  const [salt, verifier, hash] = [part(4, 16), part(20, 16), part(40, 20)]
  // 0 is 40 bits.
  const keyBytes = (data.readUInt32LE(14 + 16) || 40) / 8
  return (password) => {
    const base = digest('sha1', salt, Buffer.from(password, 'utf16le'))
    const keyOf: BlockKeys = (block) => {
      const key = digest('sha1', base, uint32(block)).subarray(0, keyBytes)
      return keyBytes === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key
    }
    return verified(keyOf, 'sha1', verifier, hash)
  }
}

function verified(keyOf: BlockKeys, algorithm: string, verifier: Uint8Array, hash: Uint8Array): BlockKeys | null {
  const plain = Buffer.concat([verifier, hash])
  rc4(keyOf(0), plain)
  const expected = digest(algorithm, plain.subarray(0, 16))
  return expected.equals(plain.subarray(16, 16 + expected.length)) ? keyOf : null
}

/** The stream with the data of its records decrypted; their heads are plain, and the cipher goes on over them. */
async function decryptRecords(stream: Buffer, keyOf: BlockKeys, wait: Yield): Promise<Buffer> {
  const plain = Buffer.from(stream)
  for (let at = 0; at < plain.length; at += rc4Block) {
    rc4(keyOf(at / rc4Block), plain.subarray(at, at + rc4Block))
    if (at % (256 * rc4Block) === 0) await wait()
  }
  for (const { type, start, end } of recordsIn(stream, Number.POSITIVE_INFINITY)) {
    let from = start
    if (plainRecords.has(type)) from = end
    // The position of a sheet is plain.
    else if (type === records.sheet) from = Math.min(end, start + 4)
    plain.set(stream.subarray(start - 4, from), start - 4)
  }
  return plain
}

/** Applies RC4, which Node has no more, to the bytes in place. */
function rc4(key: Uint8Array, bytes: Uint8Array): void {
  // Indexes stay inside the arrays: `as number` spares a check each.
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  const swap = (one: number, other: number) => {
    const value = state[one] as number
    state[one] = state[other] as number
    state[other] = value
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] as number) + (key[at % key.length] as number)) & 255
    swap(at, other)
  }
  for (let at = 0, one = 0, other = 0; at < bytes.length; at++) {
    one = (one + 1) & 255
    other = (other + (state[one] as number)) & 255
    swap(one, other)
    bytes[at] = (bytes[at] as number) ^ (state[((state[one] as number) + (state[other] as number)) & 255] as number)
  }
}

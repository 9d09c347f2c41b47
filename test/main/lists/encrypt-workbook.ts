import { createCipheriv, createHash } from 'node:crypto'
import { buildCompoundFile, u16, u32 } from './build-xls.ts'

/** Encrypts workbooks as Office does (MS-OFFCRYPTO 2.3), with salts that are always the same. */

const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const verifier = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex')
const digest = (algorithm: string, ...parts: readonly Uint8Array[]) =>
  createHash(algorithm).update(Buffer.concat(parts)).digest()
const wide = (password: string) => Buffer.from(password, 'utf16le')
const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])

function cipher(algorithm: string, key: Uint8Array, iv: Uint8Array | null, bytes: Uint8Array): Buffer {
  const made = createCipheriv(algorithm, key, iv).setAutoPadding(false)
  return Buffer.concat([made.update(padded(bytes)), made.final()])
}

function spun(algorithm: string, password: string, spins: number): Buffer {
  let hash = digest(algorithm, salt, wide(password))
  for (let spin = 0; spin < spins; spin++) hash = digest(algorithm, u32(spin), hash)
  return hash
}

const sizeOf = (bytes: Uint8Array) => Buffer.concat([u32(bytes.length), u32(0)])

/** As Excel 2007 does: AES-128 and SHA-1. */
export function encryptStandard(bytes: Uint8Array, password: string): Uint8Array {
  const hash = digest('sha1', spun('sha1', password, 50_000), u32(0))
  const block = Buffer.alloc(64, 0x36).map((byte, at) => byte ^ (hash[at] ?? 0))
  const key = digest('sha1', block).subarray(0, 16)
  const ecb = (part: Uint8Array) => cipher('aes-128-ecb', key, null, part)
  const header = Buffer.concat([0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0].map(u32))
  const info = Buffer.concat([
    ...[u16(3, 2), u32(0x24), u32(header.length), header, u32(16), salt, ecb(verifier), u32(20)],
    ecb(digest('sha1', verifier)),
  ])
  return buildCompoundFile({ EncryptionInfo: info, EncryptedPackage: Buffer.concat([sizeOf(bytes), ecb(bytes)]) })
}

/** As Excel does since 2010: AES-256 and SHA-512. */
export function encryptAgile(bytes: Uint8Array, password: string, spins = 1000): Uint8Array {
  const hash = spun('sha512', password, Math.min(spins, 1000))
  const cbc = (block: string, part: Uint8Array) =>
    cipher('aes-256-cbc', digest('sha512', hash, Buffer.from(block, 'hex')).subarray(0, 32), salt, part).toString(
      'base64',
    )
  const key = digest('sha256', salt)
  const parts = Array.from({ length: Math.ceil(bytes.length / 4096) }, (_, at) => {
    const iv = digest('sha512', salt, u32(at)).subarray(0, 16)
    return cipher('aes-256-cbc', key, iv, bytes.subarray(at * 4096, (at + 1) * 4096))
  })
  const common = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${salt.toString('base64')}"`
  const xml = `<encryption xmlns="urn:e" xmlns:p="urn:p"><keyData ${common}/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="${spins}" ${common} encryptedVerifierHashInput="${cbc('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${cbc('d7aa0f6d3061344e', digest('sha512', verifier))}" encryptedKeyValue="${cbc('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`
  const info = Buffer.concat([u16(4, 4), u32(0x40), Buffer.from(xml)])
  return buildCompoundFile({ EncryptionInfo: info, EncryptedPackage: Buffer.concat([sizeOf(bytes), ...parts]) })
}

/**
 * The stream of an .xls, whose first record is followed by that of its encryption: RC4, as of Office 97 or of the
 * CryptoAPI.
 */
export function encryptXls(stream: Buffer, password: string, kind: 'office97' | 'cryptoapi'): Uint8Array {
  const isOld = kind === 'office97'
  const base = isOld
    ? digest(
        'md5',
        ...Array.from({ length: 16 }, () => [digest('md5', wide(password)).subarray(0, 5), salt]).flat(),
      ).subarray(0, 5)
    : digest('sha1', salt, wide(password))
  const algorithm = isOld ? 'md5' : 'sha1'
  const keyOf = (block: number) => digest(algorithm, base, u32(block)).subarray(0, 16)
  const proof = rc4(keyOf(0), Buffer.concat([verifier, digest(algorithm, verifier)]))
  const header = Buffer.concat([4, 0, 0x6801, 0x8004, 128, 1, 0, 0].map(u32))
  const filePass = isOld
    ? Buffer.concat([u16(1, 1, 1), salt, proof])
    : Buffer.concat([
        ...[u16(1, 2, 2), u32(4), u32(header.length), header, u32(16), salt],
        ...[proof.subarray(0, 16), u32(20), proof.subarray(16)],
      ])
  const record = Buffer.concat([u16(0x2f, filePass.length), filePass])
  const first = 4 + stream.readUInt16LE(2)
  const plain = Buffer.concat([stream.subarray(0, first), record, stream.subarray(first)])
  const encrypted = Buffer.concat(
    Array.from({ length: Math.ceil(plain.length / 1024) }, (_, block) =>
      rc4(keyOf(block), plain.subarray(block * 1024, (block + 1) * 1024)),
    ),
  )
  for (let at = 0; at + 4 <= plain.length; ) {
    const type = plain.readUInt16LE(at)
    const end = at + 4 + plain.readUInt16LE(at + 2)
    if (type === 0x85) {
      // The record of the encryption moves the sheets.
      plain.writeUInt32LE(plain.readUInt32LE(at + 4) + record.length, at + 4)
    }
    let from = at + 4
    if ([0x809, 0x2f].includes(type)) from = end
    else if (type === 0x85) from = at + 8
    encrypted.set(plain.subarray(at, from), at)
    at = end
  }
  return buildCompoundFile({ Workbook: encrypted })
}

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  let other = 0
  for (let at = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) % 256
    ;[state[at], state[other]] = [state[other] ?? 0, state[at] ?? 0]
  }
  let one = 0
  other = 0
  return Buffer.from(bytes).map((byte) => {
    one = (one + 1) % 256
    other = (other + (state[one] ?? 0)) % 256
    ;[state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0]
    return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) % 256] ?? 0)
  }) as Buffer
}

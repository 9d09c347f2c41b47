import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as z from 'zod'
import { AppFailure } from '../../kernel/failure.ts'
import { saveFile } from '../../kernel/save-file.ts'
import {
  checkSealed,
  newSealingKey,
  type ScryptCost,
  type SealedKind,
  sealBytes,
  sealingKeyOf,
  unsealBytes,
} from '../../kernel/sealed-bytes.ts'
import { type PackageContent, packageContent, packageFormat, packageVersion } from './package-content.ts'

/** A `.cruza` file: JSON, packed by gzip, sealed with a passphrase (sealed-bytes.ts). */
const sealedPackage: SealedKind = { magic: 'CRZP', version: 1, name: 'package', damaged: 'package_unreadable' }

/** What a package may unpack to; more is no review. */
const mostBytes = 200 * 2 ** 20

const pack = promisify(gzip)
const unpack = promisify(gunzip)

export interface PackageTarget {
  readonly path: string
  readonly passphrase: string
  readonly cost: ScryptCost
  readonly signal: AbortSignal
}

/** Writes the package whole or not at all; gives its bytes. `too_many_rows` when it would unpack to over 200 MB. */
export async function writePackage(content: PackageContent, target: PackageTarget): Promise<number> {
  const json = Buffer.from(JSON.stringify({ format: packageFormat, version: packageVersion, ...content }), 'utf8')
  if (json.length > mostBytes) throw new AppFailure('too_many_rows', {}, 'package')
  const key = await newSealingKey(sealedPackage, target.passphrase, target.cost)
  const file = sealBytes(key, await pack(json))
  const { bytes } = await saveFile(target, (sink) => sink.write(file))
  return bytes
}

/**
 * Reads a package of this service. `file_unreadable`, `package_unreadable` when it is damaged or no package,
 * `newer_version`, `wrong_passphrase`, `package_foreign` when it is about another service.
 */
export async function readPackage(
  source: { readonly path: string } | { readonly bytes: Uint8Array },
  { passphrase, service }: { readonly passphrase: string; readonly service: string },
): Promise<PackageContent> {
  const file = 'bytes' in source ? Buffer.from(source.bytes) : await readBytes(source.path)
  checkSealed(sealedPackage, file)
  const packed = unsealBytes(await sealingKeyOf(file, passphrase), file)
  const json = await unpack(packed, { maxOutputLength: mostBytes }).catch(() => {
    throw unreadable('unpack')
  })
  const content = contentOf(json.toString('utf8'))
  if (!isOneService(content.service, service)) throw new AppFailure('package_foreign')
  return content
}

/** Address and account, as far as both sides know it (main/reviews/service.ts). */
function isOneService(one: string, other: string): boolean {
  const [[address, account], [otherAddress, otherAccount]] = [one.split('.'), other.split('.')]
  return address === otherAddress && (!account || !otherAccount || account === otherAccount)
}

const envelope = z.object({ format: z.literal(packageFormat), version: z.int().min(1) })

function contentOf(text: string): PackageContent {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('json')
  }
  const outer = envelope.safeParse(value)
  if (!outer.success) throw unreadable('format')
  if (outer.data.version > packageVersion) throw new AppFailure('newer_version', {}, 'package')
  const content = packageContent.safeParse(value)
  if (!content.success) throw unreadable('content')
  return content.data
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > mostBytes) throw unreadable('size')
    return await readFile(path)
  } catch (error) {
    if (error instanceof AppFailure) throw error
    throw new AppFailure('file_unreadable')
  }
}

function unreadable(details: string): AppFailure {
  return new AppFailure('package_unreadable', {}, details)
}

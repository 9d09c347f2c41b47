import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { AppFailure } from '../../kernel/failure.ts'
import { parseJson, recordOf } from '../../kernel/json.ts'
import { readRegularFile, systemCode } from '../../kernel/replace-file.ts'
import { type SaveTarget, saveFile } from '../../kernel/save-file.ts'
import {
  checkSealed,
  newSealingKey,
  type ScryptCost,
  type SealedKind,
  sealBytes,
  sealingKeyOf,
  unsealBytes,
} from '../../kernel/sealed-bytes.ts'
import type { Database } from '../store/encrypted-file.ts'
import { selectAll } from '../store/sql.ts'
import type { PackageContent, PackedEvent } from './package-schema.ts'

const packageFormat = 'cruza-review'

const packageVersion = 1

export interface Packer {
  readonly service: string
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/** A package to write, and of how many entries it has something to say. */
export interface Packed {
  readonly content: PackageContent
  readonly entries: number
}

/**
 * The team's events as a package: those of all entries, or of the entries of these forms. Blind sets have packages of their
 * own, and events of the service are everyone's own to see.
 */
export function packReviews(database: Database, formIds: readonly number[] | null, packer: Packer): Packed {
  const events = selectAll<PackedEvent>(database)`
    select id, entry_id, at, who, kind, before, after, comment, batch, undoes from events
    where set_id = '' and kind in ('state', 'assignee', 'tags', 'note') and (${formIds === null ? 1 : 0} or entry_id in (
      select id from entries where form_id in (select value from json_each(${JSON.stringify(formIds ?? [])}))
    )) order by seq`
  const entryIds = [...new Set(events.map(({ entry_id }) => entry_id))]
  return { content: { kind: 'review', ...headOf(database, packer, entryIds), events }, entries: entryIds.length }
}

/** What every package about these entries says, with the names of their forms as far as they are here and have one. */
export function headOf(database: Database, { service, who, at }: Packer, entryIds: readonly number[]) {
  // Of the index alone, so that no bodies of entries are read.
  const forms = selectAll<{ id: number; name: string }>(database)`
    select id, iif(json_type(body, '$.name') in ('text', 'integer', 'real'), cast(body ->> 'name' as text), '') name
    from forms where id in (
      select form_id from entries indexed by entries_by_form
      where id in (select value from json_each(${JSON.stringify(entryIds)}))
    ) order by id`
  return { service, from: who, made_at: at, forms }
}

/** A `.cruza` file: JSON, packed by gzip, sealed with a passphrase (sealed-bytes.ts). */
const sealedPackage: SealedKind = { magic: 'CRZP', version: 1, name: 'package', damaged: 'package_unreadable' }
/** What a package may unpack to; more is no review. */
const mostBytes = 200 * 2 ** 20
const pack = promisify(gzip)
const unpack = promisify(gunzip)

interface PackageTarget extends SaveTarget {
  readonly passphrase: string
  readonly cost: ScryptCost
}

/** Writes the package whole or not at all; gives its size. `too_many_rows` when it would unpack to over 200 MB. */
export async function writePackage({ content, entries }: Packed, target: PackageTarget) {
  const json = Buffer.from(JSON.stringify({ format: packageFormat, version: packageVersion, ...content }), 'utf8')
  if (json.length > mostBytes) throw new AppFailure('too_many_rows', {}, 'package')
  const key = await newSealingKey(sealedPackage, target.passphrase, target.cost)
  const file = sealBytes(key, await pack(json))
  const { bytes } = await saveFile(target, (sink) => sink.write(file))
  return { entries, bytes }
}

export type PackageSource = { readonly path: string } | { readonly bytes: Uint8Array }

/**
 * Reads a package of this service. `file_unreadable`, `package_unreadable` when it is damaged or no package,
 * `newer_version`, `wrong_passphrase`, `package_foreign` when it is about another service.
 */
export async function readPackage(
  source: PackageSource,
  { passphrase, service }: { readonly passphrase: string; readonly service: string },
): Promise<PackageContent> {
  const file = 'bytes' in source ? Buffer.from(source.bytes) : await readBytes(source.path)
  checkSealed(sealedPackage, file)
  const packed = unsealBytes(await sealingKeyOf(file, passphrase), file)
  const json = await unpack(packed, { maxOutputLength: mostBytes }).catch(() => {
    throw unreadable('unpack')
  })
  const content = await contentOf(json.toString('utf8'))
  if (!isOneService(content.service, service)) throw new AppFailure('package_foreign')
  return content
}

/** Address and account, as far as both sides know it (main/reviews/service.ts). */
function isOneService(one: string, other: string): boolean {
  const [[address, account], [otherAddress, otherAccount]] = [one.split('.'), other.split('.')]
  return address === otherAddress && (!account || !otherAccount || account === otherAccount)
}

async function contentOf(text: string): Promise<PackageContent> {
  const value = parseJson(text)
  const { format, version } = recordOf(value)
  if (format !== packageFormat || typeof version !== 'number' || !(version >= 1)) throw unreadable('format')
  if (version > packageVersion) throw new AppFailure('newer_version', {}, 'package')
  // Schemas are evaluated for the first package: every start would wait for them.
  const { packageContent } = await import('./package-schema.ts')
  const content = packageContent.safeParse(value)
  if (!content.success) throw unreadable('content')
  return content.data
}

async function readBytes(path: string): Promise<Buffer> {
  return readRegularFile(path, mostBytes).catch((error: unknown) => {
    throw systemCode(error) === 'EFBIG' ? unreadable('size') : new AppFailure('file_unreadable')
  })
}

function unreadable(details: string): AppFailure {
  return new AppFailure('package_unreadable', {}, details)
}

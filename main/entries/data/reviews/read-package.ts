import { isDeepStrictEqual, promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RowProgress } from '../../../../preload/values/progress.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import { readRegularFile, systemCode } from '../../../kernel/replace-file.ts'
import type { Call } from '../../../kernel/router.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { checkSealed, sealingKeyOf, unsealBytes } from '../../../kernel/sealed-bytes.ts'
import { damaged, type MemberReceiver, readMembers } from './package-json.ts'
import type { Decision, PackageContent, PackedEvent, packageItems } from './package-schema.ts'
import { mostBytes, packageFormat, packageVersion, sealedPackage } from './review-package.ts'

export type PackageSource = { readonly path: string } | { readonly bytes: Uint8Array }

interface Opening {
  readonly source: PackageSource
  readonly passphrase: string
  readonly service: string
}

/** A package that was read, and what it unpacked to. */
export interface ReadPackage {
  readonly content: PackageContent
  readonly bytes: number
}

const unpack = promisify(gunzip)

/**
 * Reads a package of this service; other calls run in between. `file_unreadable`, `package_unreadable` when it is
 * damaged or no package, `newer_version`, `wrong_passphrase`, `package_foreign` when it is about another service,
 * `cancelled`.
 */
export async function readPackage(
  { source, passphrase, service }: Opening,
  call: Call<RowProgress>,
): Promise<ReadPackage> {
  const file = 'bytes' in source ? Buffer.from(source.bytes) : await readBytes(source.path)
  checkSealed(sealedPackage, file)
  const packed = unsealBytes(await sealingKeyOf(file, passphrase), file)
  const json = await unpack(packed, { maxOutputLength: mostBytes }).catch(() => {
    throw damaged('unpack')
  })
  const content = await contentOf(json, call)
  if (!isOneService(content.service, service)) throw new AppFailure('package_foreign')
  return { content, bytes: json.length }
}

async function readBytes(path: string): Promise<Buffer> {
  return readRegularFile(path, mostBytes).catch((error: unknown) => {
    throw systemCode(error) === 'EFBIG' ? damaged('size') : new AppFailure('file_unreadable')
  })
}

/** Address and account, as far as both sides know it (main/reviews/service.ts). */
function isOneService(one: string, other: string): boolean {
  const [[address, account], [otherAddress, otherAccount]] = [one.split('.'), other.split('.')]
  return address === otherAddress && (!account || !otherAccount || account === otherAccount)
}

async function contentOf(json: Buffer, { signal, progress }: Call<RowProgress>): Promise<PackageContent> {
  // Schemas are evaluated for the first package: every start would wait for them.
  const { packageContent, packageItems } = await import('./package-schema.ts')
  const members = createMembers(packageItems)
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const reading = readMembers(json, members)
  while (!reading.next().done) {
    if (!yieldToEventLoop.due()) continue
    progress({ rows: members.count(), total: null })
    await yieldToEventLoop()
  }
  const content = packageContent.safeParse(members.all())
  if (!content.success) throw damaged('content')
  return content.data
}

/** The most items of all lists together; a package with more is no review. */
const mostItems = 2e6
/** The most events of one entry, which are merged in one transaction. */
const mostOfEntry = 10_000

/** Takes the members of a package and checks each. An event is known by its id: the same one twice is one. */
function createMembers(items: typeof packageItems) {
  const members = new Map<string, unknown>()
  const identified = new Map<string, PackedEvent | Decision>()
  const ofEntries = new Map<number, PackedEvent[]>()
  let list: unknown[] = []
  let count = 0
  const put = (key: string, value: unknown) => {
    if (members.has(key)) throw damaged('twice')
    members.set(key, value)
  }
  const isNew = (event: PackedEvent | Decision): boolean => {
    const previous = identified.get(event.id)
    if (previous && !isDeepStrictEqual(previous, event)) throw damaged('one id')
    identified.set(event.id, event)
    return !previous
  }
  const putEvent = (event: PackedEvent) => {
    const others = ofEntries.get(event.entry_id)
    if (!others) ofEntries.set(event.entry_id, [event])
    else if (others.push(event) > mostOfEntry) throw damaged('events of one entry')
  }
  const receiver: MemberReceiver = {
    value(key, value) {
      put(key, value)
      const isNewer = key === 'version' && typeof value === 'number' && value > packageVersion
      if (isNewer) throw new AppFailure('newer_version', {}, 'package')
    },
    list(key) {
      list = []
      put(key, list)
    },
    item(key, item) {
      count += 1
      if (count > mostItems) throw damaged('items')
      const schema = Object.hasOwn(items, key) ? items[key as keyof typeof items] : undefined
      const checked = schema?.safeParse(item)
      if (!checked) return
      if (!checked.success) throw damaged('item')
      const value = checked.data
      if (typeof value === 'number' || !('at' in value)) list.push(value)
      else if (!isNew(value)) return
      else if ('kind' in value) putEvent(value)
      else list.push(value)
    },
  }
  return {
    ...receiver,
    count: () => count,
    /** All of them, the events by entry. */
    all(): Readonly<Record<string, unknown>> {
      const { format, version, events, ...others } = Object.fromEntries(members)
      if (format !== packageFormat || typeof version !== 'number' || !(version >= 1)) throw damaged('format')
      return { ...others, ...(Array.isArray(events) ? { events: [...ofEntries.values()].flat() } : {}) }
    },
  }
}

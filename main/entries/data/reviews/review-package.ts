import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../../../engine/store/encrypted-file.ts'
import { selectAll, selectValues } from '../../../engine/store/sql.ts'
import { AppFailure } from '../../../kernel/failure.ts'
import { type SaveTarget, saveFile } from '../../../kernel/save-file.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../../kernel/schedule.ts'
import { newSealingKey, type ScryptCost, type SealedKind, sealBytes } from '../../../kernel/sealed-bytes.ts'
import type { PackageContent, PackedEvent } from './package-schema.ts'
import { lastSeq } from './review-events.ts'

export const packageFormat = 'cruza-review'

export const packageVersion = 1

/** A `.cruza` file: JSON, packed by gzip, sealed with a passphrase (sealed-bytes.ts). */
export const sealedPackage: SealedKind = { magic: 'CRZP', version: 1, name: 'package', damaged: 'package_unreadable' }
/** The most bytes that a package may unpack to; a larger one is no review. */
export const mostBytes = 200 * 2 ** 20

export interface Packer {
  readonly service: string
  readonly who: string
  /** ISO, UTC. */
  readonly at: string
}

/** A package to write, and how many entries it has events of. */
export interface Packed {
  readonly content: PackageContent
  readonly entries: number
}

/** How many events are read or written at once: some milliseconds. */
const eventsAStep = 2000

/**
 * The team's events as a package: those of all entries, or of the entries of these forms. Blind sets have packages of
 * their own, and events of the service are everyone's own to see. Other calls run in between; what they add is left to
 * the next package. Throws `cancelled`.
 */
export async function packReviews(
  database: Database,
  formIds: readonly number[] | null,
  { signal, ...packer }: Packer & Pick<SaveTarget, 'signal'>,
): Promise<Packed> {
  const yieldToEventLoop = createYieldToEventLoop(signal)
  const chosen = formIds && new Set(entriesOfForms(database, formIds))
  const events: PackedEvent[] = []
  const last = lastSeq(database)
  for (let seq = 0; seq < last; seq += eventsAStep) {
    const step = selectAll<PackedEvent>(database)`
      select id, entry_id, at, who, kind, before, after, comment, batch, undoes from events
      where seq > ${seq} and seq <= ${Math.min(last, seq + eventsAStep)}
      and set_id = '' and kind in ('state', 'assignee', 'tags', 'note') order by seq`
    for (const event of step) if (!chosen || chosen.has(event.entry_id)) events.push(event)
    await yieldToEventLoop()
  }
  const entryIds = [...new Set(events.map(({ entry_id }) => entry_id))]
  return { content: { kind: 'review', ...headOf(database, packer, entryIds), events }, entries: entryIds.length }
}

function entriesOfForms(database: Database, formIds: readonly number[]): number[] {
  return selectValues<number>(database)`
    select id from entries indexed by entries_by_form
    where form_id in (select value from json_each(${JSON.stringify(formIds)}))`
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

interface PackageTarget extends SaveTarget {
  readonly passphrase: string
  readonly cost: ScryptCost
}

/**
 * Writes the package whole or not at all, and lets other calls run in between; gives its size. Throws `cancelled`, and
 * `too_many_rows` when it would unpack to over 200 MB.
 */
export async function writePackage({ content, entries }: Packed, target: PackageTarget) {
  const packed = await pack(content, target.signal)
  const key = await newSealingKey(sealedPackage, target.passphrase, target.cost)
  const file = sealBytes(key, packed)
  const { bytes } = await saveFile(target, (sink) => sink.write(file))
  return { entries, bytes }
}

async function pack(content: PackageContent, signal: AbortSignal): Promise<Buffer> {
  const members = { format: packageFormat, version: packageVersion, ...content }
  const chunks: Uint8Array[] = []
  await pipeline(jsonOf(members, createYieldToEventLoop(signal)), createGzip(), async (packed) => {
    for await (const chunk of packed) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** An object as JSON, piece by piece: its lists in parts, everything else whole. */
async function* jsonOf(members: Readonly<Record<string, unknown>>, yieldToEventLoop: YieldToEventLoop) {
  let left = mostBytes
  const piece = (text: string): Buffer => {
    const bytes = Buffer.from(text, 'utf8')
    left -= bytes.length
    if (left < 0) throw new AppFailure('too_many_rows', {}, 'package')
    return bytes
  }
  let sign = '{'
  for (const [key, value] of Object.entries(members)) {
    yield piece(`${sign}${JSON.stringify(key)}:`)
    sign = ','
    if (!Array.isArray(value)) {
      yield piece(JSON.stringify(value))
      continue
    }
    for (let at = 0; at < value.length; at += eventsAStep) {
      await yieldToEventLoop()
      yield piece((at === 0 ? '[' : ',') + JSON.stringify(value.slice(at, at + eventsAStep)).slice(1, -1))
    }
    yield piece(value.length === 0 ? '[]' : ']')
  }
  yield piece('}')
}

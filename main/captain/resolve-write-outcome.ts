import { createHash, randomUUID } from 'node:crypto'
import { type CaptainResourceName, captainResources } from '../../preload/contract/captain-resources.ts'
import type { StoredWrite } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { Services } from '../services.ts'
import { type PlatformCheck, platformCheck } from '../writes/check.ts'
import type { WriteOutcome } from '../writes/ledger.ts'
import { recordOf, type SentRecord } from './captain-bodies.ts'
import { type CaptainRemote, createCaptainRemote, type Kind } from './remote.ts'

type RecordCheck = Extract<PlatformCheck, { by: 'captain_record' }>

/** Their lists may leave out what is not enabled, or is still to come. */
const hidesSome: readonly CaptainResourceName[] = ['scenarios', 'messages']
/** How many pages of a list are searched for something new. */
const mostPages = 20

/** How to recognise later what is about to be sent, without keeping it. */
export function recordCheck(
  did: RecordCheck['did'],
  { resource, parent }: Kind,
  id: number | null,
  fields: Readonly<Record<string, unknown>>,
): RecordCheck {
  const salt = randomUUID()
  const digests = Object.entries(fields).map(([key, value]) => [key, digestOf(value, salt)])
  return { by: 'captain_record', did, resource, parent, id, salt, digests: Object.fromEntries(digests) }
}

/**
 * Makes a way to find out by reading whether a write to the AI module was done; null where it cannot be shownKeys, or the write
 * is another's. Something new counts when it is no older than the write. Throws what the reads throw.
 */
export function createCaptainOutcomeResolver({ platform, accountId }: Services) {
  return async (connectionId: string, { check, at }: StoredWrite, signal: AbortSignal): Promise<WriteOutcome> => {
    const known = platformCheck.safeParse(check).data
    if (known?.by !== 'captain_record') return null
    const remote = createCaptainRemote(await platform(connectionId), await accountId(connectionId))
    return resolveOutcome(known, new Date(at), remote, signal)
  }
}

async function resolveOutcome(
  check: RecordCheck,
  at: Date,
  remote: CaptainRemote,
  signal: AbortSignal,
): Promise<WriteOutcome> {
  const { resource } = check
  if (!isResource(resource)) return null
  const kind: Kind = { resource, parent: check.parent }
  if (check.did === 'create') {
    const { records, whole } = await remote.all(kind, mostPages, signal)
    const since = at.getTime() - toleranceMs
    const recent = records.filter((one) => timeOf(one) >= since)
    if (recent.some((one) => holds(one, check))) return 'confirmed'
    // Something new that differs may be it, as the service wrote it, and so may one that is the same and looks older, by a
    // clock that is behind: saying "not done" would have it made twice.
    const maybe = recent.length > 0 || records.some((one) => holds(one, check))
    return whole && !maybe && !hidesSome.includes(resource) ? 'not_done' : null
  }
  const found = await find(kind, check.id, remote, signal)
  if (found === 'unknown') return null
  if (check.did === 'remove') return found === 'gone' ? 'confirmed' : 'not_done'
  if (found === 'gone') return 'not_done'
  const shownKeys = Object.keys(check.digests).filter((key) => key in found.fields)
  if (shownKeys.length === 0) return null
  return shownKeys.every((key) => digestOf(found.fields[key], check.salt) === check.digests[key])
    ? 'confirmed'
    : 'not_done'
}

/** Clocks differ by less, and a write waits less for its turn. */
const toleranceMs = 60_000

/** `gone` where the service reports that it is not there, `unknown` where its answer says neither. */
async function find(
  kind: Kind,
  id: number | null,
  remote: CaptainRemote,
  signal: AbortSignal,
): Promise<SentRecord | 'gone' | 'unknown'> {
  const { path, root, one } = captainResources[kind.resource]
  if (!one.some((method) => method === 'GET')) {
    const { records, whole } = await remote.all(kind, mostPages, signal)
    return records.find((record) => record.id === id) ?? (whole ? 'gone' : 'unknown')
  }
  try {
    const text = await remote.send('GET', `${path}/{id}`, { ...kind, id }, { signal })
    return recordOf(text, root) ?? 'unknown'
  } catch (error) {
    if (error instanceof AppFailure && error.code === 'service_not_found') return 'gone'
    throw error
  }
}

/** It has each field that was sent and that such records show. A linked inbox stands under its own number. */
function holds({ id, fields }: SentRecord, { resource, digests, salt }: RecordCheck): boolean {
  const shown: Readonly<Record<string, unknown>> = resource === 'inboxes' ? { inbox_id: id } : fields
  const shownKeys = Object.keys(digests).filter((key) => key in shown)
  return shownKeys.length > 0 && shownKeys.every((key) => digestOf(shown[key], salt) === digests[key])
}

/** When it was made, in epoch milliseconds, from seconds or ISO; endless where it is missing. */
function timeOf({ fields: { created_at: at } }: SentRecord): number {
  if (typeof at === 'number') return at > 1e11 ? at : at * 1000
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}

function digestOf(value: unknown, salt: string): string {
  return createHash('sha256')
    .update(`${salt}\n${JSON.stringify(value)}`)
    .digest('base64url')
}

function isResource(name: string): name is CaptainResourceName {
  return name in captainResources
}

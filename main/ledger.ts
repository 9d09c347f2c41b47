import { createHash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { ServiceKind } from '../preload/contract/connections.ts'
import { formChanges } from '../preload/contract/forms.ts'
import type { Write } from '../preload/contract/writes.ts'
import { decomposed } from '../preload/values/text.ts'
import type { StoredWrite } from './activity/data/write-calls.ts'
import type { Data } from './data-calls.ts'
import { isProcessRunning } from './kernel/child-process.ts'
import { AppFailure, failureOf } from './kernel/failure.ts'
import { isRecord } from './kernel/json.ts'

/** A write that is about to be sent to a service. */
export interface WriteAbout {
  readonly kind: Write['kind']
  /** As in the contract (writes.ts): never an answer, a message or a person. */
  readonly target: string
  /**
   * The data that determine the outcome later, by reading the service. A check with digests is made with the given
   * salt. Under an earlier write's salt, it equals that write's check where both do the same.
   */
  readonly check: Check | ((salt: string) => Check)
  /** The host and account whose data the write follows from (`placeOf`): it is sent nowhere else. */
  readonly place?: string
}

type Check = WriteCheck | PlatformCheck

/** A write as the contract shows it. */
export function withoutCheck({ check: _, place: __, pid: ___, ...write }: StoredWrite): Write {
  return write
}

/**
 * How long after its answer was lost a write may still be done, since it may wait in a proxy or a queue of the service.
 * Before that no write counts as not done, since a second one would be sent beside it.
 */
export const settlingMs = 120_000

/** Every write to a service, from before it is sent until its outcome is known. */
export interface Ledger {
  /**
   * Notes the write as `sending` on the disk, runs `send` once, and notes `confirmed`, `failed` or `unknown`
   * (`sent_unknown`: nobody knows whether the service did it). A write that was cancelled before it was sent is
   * `not_done`. Returns the result of `send` and throws its errors.
   *
   * Sends nothing and throws `already_running` while any process sends the same write, or where one began and ended
   * since this one was requested. Throws `not_found` for something just deleted. Throws `sent_unknown` where an equal
   * write may already have made the same thing, which the person checks first. Throws `other_host` where the connection
   * points elsewhere than `place`.
   */
  write<T>(connectionId: string, about: WriteAbout, send: () => Promise<T>): Promise<T>
  /** Newest first. A `sending` write whose process has ended becomes `unknown` when this is first noticed. */
  list(connectionId: string): Promise<readonly StoredWrite[]>
  /**
   * Determines the outcome of an `unknown` write by `resolve`, notes it and returns the write with it; returns any
   * other write unchanged. `not_done` counts only after the write has settled. Throws `not_found`, and the errors of
   * `resolve`.
   */
  settle(connectionId: string, id: string, resolve: (write: StoredWrite) => Promise<WriteOutcome>): Promise<StoredWrite>
}

/** The outcome of a write as found by reading or by a person; null where it is unknown. */
export type WriteOutcome = 'confirmed' | 'not_done' | null

interface LedgerDeps {
  readonly service: ServiceKind
  readonly data: Data
  readonly now: () => Date
  /** The current host and account of a connection, for a service whose connections may change them. */
  placeOf?(connectionId: string): Promise<string>
  changed(feature: string): void
}

/** The ledger of all connections to one service. A sent write is never forgotten and never sent again automatically. */
export function createLedger({ service, data, now, placeOf, changed }: LedgerDeps): Ledger {
  const sending = new Set<string>()
  const announce = () => changed(service === 'forms' ? 'writes' : 'activity')
  const put = async (connectionId: string, write: StoredWrite) => {
    await data.ask('writes.put', { service, connection_id: connectionId, write })
    announce()
  }
  /** Checks again where another process notes a write, or ends one, between the check and the note. */
  const begin = async (connectionId: string, write: StoredWrite, checkWith: (salt: string) => Check) => {
    const of = { service, connection_id: connectionId }
    let firstSeen: readonly string[] | null = null
    for (;;) {
      const since = new Date(now().getTime() - momentMs).toISOString()
      const recent = await marked(connectionId, await data.ask('writes.recent', { ...of, since }))
      for (const earlier of recent) requireNew(write, checkWith, earlier, firstSeen?.includes(earlier.id) === false)
      const ids = recent.map(({ id }) => id)
      firstSeen ??= ids
      if (await data.ask('writes.begin', { ...of, write, since, seen: ids })) return announce()
    }
  }
  /**
   * The outcome of a write matters more than its note. Where the note cannot be stored, even after a restart of the
   * data process, the write stays `sending`, which is `unknown` once this process has ended.
   */
  const note = (connectionId: string, write: StoredWrite) =>
    put(connectionId, write)
      .catch(() => put(connectionId, write))
      .catch(() => undefined)
  const settlesAt = () => new Date(now().getTime() + settlingMs).toISOString()
  /** Includes writes that an earlier version left as unknown, without a time. */
  const isLost = ({ id, at, pid, state, settles_at = null }: StoredWrite) => {
    if (state !== 'sending') return state === 'unknown' && settles_at === null
    if (pid === undefined || pid === process.pid) return !sending.has(id)
    // The window and a command line may both write.
    return now().getTime() - Date.parse(at) >= longestMs || !isProcessRunning(pid)
  }

  /** Marks `sending` writes whose process has ended as `unknown`. */
  const marked = async (connectionId: string, writes: readonly StoredWrite[]) => {
    const listed: StoredWrite[] = []
    for (const write of writes) {
      if (isLost(write)) {
        // The time when its process ended was not noted, but it is past.
        const unknownWrite = {
          ...write,
          state: 'unknown' as const,
          failure: 'sent_unknown' as const,
          settles_at: settlesAt(),
        }
        await note(connectionId, unknownWrite)
        listed.push(unknownWrite)
      } else listed.push(write)
    }
    return listed
  }

  const read = async (connectionId: string, id: string) => {
    const write = (await ledger.list(connectionId)).find((one) => one.id === id)
    if (!write) throw new AppFailure('not_found')
    return write
  }

  const ledger: Ledger = {
    async write(connectionId, about, send) {
      const { check } = about
      const checkWith = typeof check === 'function' ? check : () => check
      const place = await placeOf?.(connectionId)
      if (about.place !== undefined && about.place !== place) throw new AppFailure('other_host')
      const write: StoredWrite = {
        ...about,
        check: checkWith(randomUUID()),
        ...(place === undefined ? {} : { place }),
        id: crypto.randomUUID(),
        at: now().toISOString(),
        state: 'sending',
        failure: null,
        settles_at: null,
        pid: process.pid,
      }
      sending.add(write.id)
      try {
        await begin(connectionId, write, checkWith)
        const value = await send().catch(async (error: unknown) => {
          const outcome = outcomeOf(error)
          const settles_at = outcome.state === 'unknown' ? settlesAt() : null
          await note(connectionId, { ...write, ...outcome, settles_at })
          throw error
        })
        await note(connectionId, { ...write, state: 'confirmed' })
        return value
      } finally {
        sending.delete(write.id)
      }
    },
    list: async (connectionId) =>
      marked(connectionId, await data.ask('writes.list', { service, connection_id: connectionId })),
    async settle(connectionId, id, resolve) {
      const write = await read(connectionId, id)
      if (write.state !== 'unknown') return write
      const isSettled = write.settles_at !== null && now().getTime() >= Date.parse(write.settles_at)
      const state = await resolve(write)
      if (state === null || (state === 'not_done' && !isSettled)) return write
      // Another process may have resolved it at the same time.
      const meanwhile = await read(connectionId, id)
      if (meanwhile.state !== 'unknown') return meanwhile
      const settled = { ...write, state, failure: null, settles_at: null }
      await put(connectionId, settled)
      return settled
    },
  }
  return ledger
}

/** A write waits for its turn for hours at most. After longer, another process may have the same number. */
const longestMs = 24 * 3_600_000

/** Within this time a repeated deletion is the same click once more. */
const momentMs = 10_000
/** Writes that make something new each time. Repeating any other write leaves the service unchanged. */
const makesNew: ReadonlySet<unknown> = new Set(['new_form', 'new_entry', 'new_webhook', 'message'])
const removes: ReadonlySet<unknown> = new Set(['gone_form', 'gone_entry', 'gone_webhook'])

/**
 * Throws where an earlier write that does the same forbids `write` (`Ledger.write`). Takes whether that one began after
 * `write` was requested.
 */
function requireNew(
  write: StoredWrite,
  checkWith: (salt: string) => Check,
  earlier: StoredWrite,
  isMeanwhile: boolean,
): void {
  const { check } = earlier
  if (!isRecord(check) || check.by === 'nothing' || earlier.kind !== write.kind || earlier.place !== write.place) return
  if (!isDeepStrictEqual(identity(check), identity(checkWith(String(check.salt))))) return
  const { by, did } = check
  if (earlier.state === 'sending' || (isMeanwhile && earlier.state === 'confirmed')) {
    throw new AppFailure('already_running')
  }
  if (earlier.state === 'unknown' && (makesNew.has(by) || did === 'create')) throw new AppFailure('sent_unknown')
  if (earlier.state === 'confirmed' && (removes.has(by) || did === 'remove')) throw new AppFailure('not_found')
}

/** The common part of the checks of equal writes: without their salt and what existed before each. */
function identity({ salt: _, known: __, known_at: ___, once: ____, ...same }: Readonly<Record<string, unknown>>) {
  return same
}

/** An abort that reaches the ledger came before anything was sent (main/remotes). */
function outcomeOf(error: unknown): Pick<Write, 'state' | 'failure'> {
  const { code } = failureOf(error)
  if (code === 'cancelled') return { state: 'not_done', failure: null }
  // An unexpected error may have come after the sending.
  if (!(error instanceof AppFailure)) return { state: 'unknown', failure: code }
  return { state: code === 'sent_unknown' ? 'unknown' : 'failed', failure: code }
}

const ids = z.array(z.int())

/** The data to find out by reading whether a write was done. Answers of an entry are stored as digests only. */
export const writeCheck = z.discriminatedUnion('by', [
  /** A form of this name that was not there before. */
  z.object({ by: z.literal('new_form'), name: z.string(), known: ids }),
  z.object({ by: z.literal('changed_form'), form_id: z.int(), changes: formChanges }),
  z.object({ by: z.literal('gone_form'), form_id: z.int() }),
  /** An entry of the form, newer than the write, that has an answer for each digest. */
  z.object({ by: z.literal('new_entry'), form_id: z.int(), salt: z.string(), digests: z.array(z.string()) }),
  z.object({ by: z.literal('gone_entry'), entry_id: z.int() }),
  z.object({
    by: z.literal('new_webhook'),
    url: z.string(),
    events: z.array(z.string()),
    form_id: z.int().nullable(),
    known: ids,
  }),
  z.object({
    by: z.literal('changed_webhook'),
    webhook_id: z.int(),
    changes: z.object({
      url: z.string().optional(),
      events: z.array(z.string()).optional(),
      is_active: z.boolean().optional(),
    }),
  }),
  z.object({ by: z.literal('gone_webhook'), webhook_id: z.int() }),
  /** No reading shows its outcome, as for an undocumented call of the console. The person has to check. */
  z.object({ by: z.literal('nothing') }),
])
export type WriteCheck = z.output<typeof writeCheck>

/** The same for the agent platform. Messages, people and secrets are stored as digests only. */
export const platformCheck = z.discriminatedUnion('by', [
  /** A record of the AI module, with a digest for each field that was sent. */
  z.object({
    by: z.literal('captain_record'),
    did: z.enum(['create', 'change', 'remove']),
    resource: z.string(),
    parent: z.int().nullable(),
    id: z.int().nullable(),
    salt: z.string(),
    digests: z.record(z.string(), z.string()),
  }),
  /** A message of the team in this conversation that was not there before. */
  z.object({
    by: z.literal('message'),
    /** The caller's name for the message. For each name, it is sent once. */
    once: z.string(),
    conversation_id: z.int(),
    salt: z.string(),
    digest: z.string(),
    /** The number of the newest message before; null where there was none, or it had no number. */
    known: z.int().nullable(),
    /**
     * When the newest message before was written, by the service's clock, in epoch ms; null where none was reported.
     */
    known_at: z.number().nullable(),
  }),
  /** No reading shows its outcome: the person has to check. */
  z.object({ by: z.literal('nothing') }),
])
export type PlatformCheck = z.output<typeof platformCheck>

/** The check that later recognises an entry of this form with these answers, without storing them. */
export function entryCheck(formId: number, fields: Readonly<Record<string, unknown>>): (salt: string) => WriteCheck {
  return (salt) => ({ by: 'new_entry', form_id: formId, salt, digests: answerDigests(fields, salt) })
}

/** One digest for each answer with content. Keys are left out, since the service renames them. */
export function answerDigests(fields: Readonly<Record<string, unknown>>, salt: string): string[] {
  return Object.values(fields)
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => saltedDigest(JSON.stringify(value), salt))
}

/**
 * A digest that recognises a text later without storing it. Invisible characters, such as a zero-width space, do not
 * count.
 */
export function saltedDigest(text: string | undefined, salt: string): string {
  // Runs of combining marks are cut first, so that normalisation takes linear time.
  const comparable = (text === undefined ? text : decomposed(text))
    ?.normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
  return createHash('sha256').update(`${salt}\n${comparable}`).digest('base64url')
}

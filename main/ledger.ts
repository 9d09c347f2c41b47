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

/** What is about to be sent to a service. */
export interface WriteAbout {
  readonly kind: Write['kind']
  /** As in the contract (writes.ts): never an answer, a message or a person. */
  readonly target: string
  /**
   * What is needed to determine its outcome later, by reading the service. One that has digests is made under the salt
   * that is given: under that of an earlier write it equals the check of that one where both do the same.
   */
  readonly check: Check | ((salt: string) => Check)
  /** Where was read what the write follows from (`placeOf`): it is sent nowhere else. */
  readonly place?: string
}

type Check = WriteCheck | PlatformCheck

/** A write as the contract shows it. */
export function withoutCheck({ check: _, place: __, pid: ___, ...write }: StoredWrite): Write {
  return write
}

/**
 * How long after its answer was lost a write may still be done: it may be waiting in a proxy or in a queue of the
 * service. No kind of write is called undone before; a second one would be sent beside it.
 */
export const settlingMs = 120_000

/** Every write to a service, from before it is sent until its outcome is known. */
export interface Ledger {
  /**
   * Notes the write as `sending`, on the disk, runs `send` once, and notes `confirmed`, `failed` or `unknown`
   * (`sent_unknown`: nobody knows whether the service did it). A write that was cancelled before it was sent is
   * `not_done`. Gives what `send` gives and throws what it throws. Sends nothing and throws `already_running` while the
   * same write is being sent by any process, or where one began and ended since this one was requested. `not_found` for
   * what was deleted a moment ago, and `sent_unknown` for what would be made twice. An equal write that made it may
   * have been done, which the person finds out first. `other_host` where the connection points elsewhere than `place`.
   */
  write<T>(connectionId: string, about: WriteAbout, send: () => Promise<T>): Promise<T>
  /** Newest first. What is `sending` and whose process has ended is `unknown` from the first time that this is seen. */
  list(connectionId: string): Promise<readonly StoredWrite[]>
  /**
   * Determines the outcome of an `unknown` write by `resolve`, notes it and gives the write with it; any other is given
   * as it is. `not_done` counts only from the moment on at which the write has settled. Throws `not_found`, and what
   * `resolve` throws.
   */
  settle(connectionId: string, id: string, resolve: (write: StoredWrite) => Promise<WriteOutcome>): Promise<StoredWrite>
}

/** The outcome of a write as reading or a person determined it; null where it is unknown. */
export type WriteOutcome = 'confirmed' | 'not_done' | null

interface LedgerDeps {
  readonly service: ServiceKind
  readonly data: Data
  readonly now: () => Date
  /** The host and account of a connection now; for a service whose connections may change them. */
  placeOf?(connectionId: string): Promise<string>
  changed(feature: string): void
}

/**
 * The ledger of all connections to one service: a write that was sent is never forgotten and never sent again on its
 * own.
 */
export function createLedger({ service, data, now, placeOf, changed }: LedgerDeps): Ledger {
  const sending = new Set<string>()
  const announce = () => changed(service === 'forms' ? 'writes' : 'activity')
  const put = async (connectionId: string, write: StoredWrite) => {
    await data.ask('writes.put', { service, connection_id: connectionId, write })
    announce()
  }
  /** Another process may note a write between the look and the note, and end it: then it is looked at as well. */
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
   * The outcome of a write matters more than its note. Where that cannot be stored, not even by a data process that
   * starts anew, it stays `sending`, which is `unknown` once this process has ended.
   */
  const note = (connectionId: string, write: StoredWrite) =>
    put(connectionId, write)
      .catch(() => put(connectionId, write))
      .catch(() => undefined)
  const settlesAt = () => new Date(now().getTime() + settlingMs).toISOString()
  /** Also one that an earlier version left as unknown, without a time. */
  const isLost = ({ id, at, pid, state, settles_at = null }: StoredWrite) => {
    if (state !== 'sending') return state === 'unknown' && settles_at === null
    if (pid === undefined || pid === process.pid) return !sending.has(id)
    // The window beside a command line: both write.
    return now().getTime() - Date.parse(at) >= longestMs || !isProcessRunning(pid)
  }

  /** What is `sending` and whose process has ended is `unknown`. */
  const marked = async (connectionId: string, writes: readonly StoredWrite[]) => {
    const listed: StoredWrite[] = []
    for (const write of writes) {
      if (isLost(write)) {
        // Nobody noted when its process ended: that was before now.
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

/** A write waits for its turn for hours at most. The number of a process that is older may be another's by now. */
const longestMs = 24 * 3_600_000

/** Within it a deletion that was done is the same click once more. */
const momentMs = 10_000
/** What one write more makes twice; every other write leaves the service as the first one did. */
const makesNew: ReadonlySet<unknown> = new Set(['new_form', 'new_entry', 'new_webhook', 'message'])
const removes: ReadonlySet<unknown> = new Set(['gone_form', 'gone_entry', 'gone_webhook'])

/**
 * Throws where `write` may not be sent because of an earlier one that does the same (`Ledger.write`). Takes whether
 * that one began after `write` was requested.
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

/** What two checks of equal writes have in common: neither their salt nor what was there before each. */
function identity({ salt: _, known: __, known_at: ___, once: ____, ...same }: Readonly<Record<string, unknown>>) {
  return same
}

/** An abort that reaches the ledger came before anything was sent (main/remotes). */
function outcomeOf(error: unknown): Pick<Write, 'state' | 'failure'> {
  const { code } = failureOf(error)
  if (code === 'cancelled') return { state: 'not_done', failure: null }
  // What nobody foresaw may have happened after the sending.
  if (!(error instanceof AppFailure)) return { state: 'unknown', failure: code }
  return { state: code === 'sent_unknown' ? 'unknown' : 'failed', failure: code }
}

const ids = z.array(z.int())

/**
 * What is needed to determine by reading whether a write was done. It holds no answer of an entry: those are digests.
 */
export const writeCheck = z.discriminatedUnion('by', [
  /** A form of this name that was not there before. */
  z.object({ by: z.literal('new_form'), name: z.string(), known: ids }),
  z.object({ by: z.literal('changed_form'), form_id: z.int(), changes: formChanges }),
  z.object({ by: z.literal('gone_form'), form_id: z.int() }),
  /** An entry of the form, younger than the write, that has an answer for each digest. */
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
  /** No reading shows its outcome, such as a call of the console that no document has: the person has to check. */
  z.object({ by: z.literal('nothing') }),
])
export type WriteCheck = z.output<typeof writeCheck>

/** The same for the agent platform. It holds no message, no person and no secret: those are digests. */
export const platformCheck = z.discriminatedUnion('by', [
  /** A thing of the AI module, with a digest for each field that was sent. */
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
    /** The name that the caller gave it: it is sent for it once. */
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

/** How to recognise an entry of this form with these answers later, without keeping the answers. */
export function entryCheck(formId: number, fields: Readonly<Record<string, unknown>>): (salt: string) => WriteCheck {
  return (salt) => ({ by: 'new_entry', form_id: formId, salt, digests: answerDigests(fields, salt) })
}

/** One digest for each answer that says something; keys are left out, since the service gives them names of its own. */
export function answerDigests(fields: Readonly<Record<string, unknown>>, salt: string): string[] {
  return Object.values(fields)
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => saltedDigest(JSON.stringify(value), salt))
}

/**
 * By which a text is recognised later without keeping it. What nobody sees in it does not count, such as a zero-width
 * space.
 */
export function saltedDigest(text: string | undefined, salt: string): string {
  // Runs of combining marks are cut first, so that normalisation takes linear time.
  const comparable = (text === undefined ? text : decomposed(text))
    ?.normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
  return createHash('sha256').update(`${salt}\n${comparable}`).digest('base64url')
}

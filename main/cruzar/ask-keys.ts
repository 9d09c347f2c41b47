import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { type FailureCode, factsOf } from '../../preload/values/failures.ts'
import type { Data } from '../data-calls.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { type RetryPolicy, retryWithBackoff } from '../kernel/retry.ts'
import { createAdaptiveConcurrency } from '../kernel/schedule.ts'
import type { Work } from '../kernel/tasks.ts'
import type { KeyPass, KeyRange, StoredRun } from '../leads/sheet-calls.ts'
import type { Measuring } from '../request-times.ts'
import { type BatchSize, type Cost, createBatchSize, createMeter, largestBatch, type Meter } from './batch-size.ts'
import { createSuspects, type FailedRange, type Part, type Suspect, type Suspects } from './suspects.ts'

export const mostInFlight = 4
/**
 * After so many batches that failed down to a key, or were given up, with no answer since, the service is gone. The
 * rest waits for "continuar".
 */
const mostLost = 3
/** Repeats of a request for a part of a batch that failed, and for a key of it that is alone. */
const triesOfAPart = 1
const triesOfAKey = 3

export interface AskKeysDeps {
  readonly data: Data
  readonly retryPolicy: RetryPolicy
  readonly now: () => Date
  cruzar(keys: readonly string[], filter: LeadFilter, signal: AbortSignal): Promise<Pick<HttpAnswer, 'text' | 'ms'>>
  readonly measuring: Pick<Measuring, 'answered' | 'limited'>
  checkpoint(): void
}

/**
 * Sends every key of a run that has no answer yet, the other forms of those that are absent, or the keys of a check.
 * Batches fit the service, and up to four are in flight. Each answered batch is stored before it counts (a checkpoint).
 * Keys that an answer leaves out, and batches that fail, are sent again in smaller parts, within bounds, down to the
 * key that the service fails with. What has no answer in the end keeps the reason, and is never absent. Cancel, a crash
 * or lost network lose nothing: the next call sends only what is still unanswered.
 */
export async function askKeys(run: StoredRun, pass: KeyPass, deps: AskKeysDeps, work: Work): Promise<StoredRun> {
  const { data, now } = deps
  const { pending, keys, wasAnswered } = await data.ask('runs.begin', { id: run.id, pass })
  work.report(keys - pending.reduce((sum, { count }) => sum + count, 0), keys)
  try {
    const todo = spanOf(pending)
    const asking = {
      ...deps,
      run,
      pass,
      keys,
      wasAnswered,
      size: createBatchSize(),
      meter: createMeter(now),
      suspects: createSuspects(),
    }
    await askParts(todo, asking, work).finally(() => {
      if (asking.size.ceiling < largestBatch) deps.measuring.limited(asking.size.ceiling)
    })
    return await data.ask('runs.finish', { id: run.id, pass, failure: null })
  } catch (error) {
    // The caller gets what stopped the run, even when noting it in the file fails.
    await data.ask('runs.finish', { id: run.id, pass, failure: failureOf(error).code }).catch(() => undefined)
    throw error
  }
}

interface Asking extends AskKeysDeps {
  readonly run: StoredRun
  readonly pass: KeyPass
  readonly keys: number
  /** Whether keys of the pass were answered before. */
  readonly wasAnswered: boolean
  readonly size: BatchSize
  readonly meter: Meter
  readonly suspects: Suspects
}

/** One request: the keys of a part that have no answer yet. */
interface Batch {
  readonly part: Part
  readonly keys: readonly string[]
  /** The batch had no remainder: as many keys as went into one then. */
  readonly isFull: boolean
  /** The most keys that a batch could have when it was made. */
  readonly ceiling: number
}

async function askParts(todo: Part[], asking: Asking, work: Work): Promise<void> {
  const { suspects, size } = asking
  const concurrency = createAdaptiveConcurrency(mostInFlight)
  const stopped = new AbortController()
  const signal = AbortSignal.any([work.signal, stopped.signal])
  const inFlight = new Set<Promise<void>>()
  /** Batches that failed down to a key, or were given up, with no answer since. */
  const lost = new Set<Suspect>()
  let lastError: unknown
  let isAnswered = asking.wasAnswered
  let fatal: unknown

  const stop = (error: unknown) => {
    fatal ??= error
    stopped.abort()
  }
  const fail = async ({ part, keys, ceiling }: Batch, error: unknown) => {
    concurrency.narrow()
    lastError = error
    const { code } = failureOf(error)
    const isSlow = !signal.aborted && size.refuse(error, keys.length) && code === 'timeout'
    if (isSlow) return void todo.unshift(part)
    if (signal.aborted || factsOf(code).ends !== 'item') stop(error)
    else {
      const verdict = suspects.failed(part, keys.length, code, ceiling)
      if ('halves' in verdict) return void todo.unshift(...verdict.halves)
      if (verdict.isUnproven) lost.add(verdict.suspect)
      if (lost.size >= mostLost) stop(error)
      if (verdict.isAlone) return size.reopen(verdict.suspect.ceiling)
    }
    await leaveUnanswered(part, failureOf(fatal ?? error).code, asking)
  }
  const answered = ({ part, keys }: Batch, { stored, ms }: Answered) => {
    if (stored.answered > 0) {
      isAnswered = true
      lost.clear()
      suspects.answered(part.suspect)
    }
    concurrency.widen()
    if (stored.missing === 0) return size.answered(keys.length, ms)
    const isRetried = size.incomplete(keys.length, stored.answered)
    // The service does not answer these keys, however few they are: its limit is not the reason.
    if (!isRetried) return size.reopen(part.suspect?.ceiling ?? 0)
    if (stored.answered === 0) throw new AppFailure('key_not_answered')
    todo.unshift(part)
  }
  const one = async (batch: Batch) => {
    try {
      answered(batch, await askBatch(batch, asking, { ...work, signal }))
    } catch (error) {
      // Where even that cannot be stored, the data process is in trouble: nothing more is sent.
      await fail(batch, error).catch(stop)
    }
    await blame(suspects.blamed(), asking).catch(stop)
  }

  while ((todo.length > 0 || inFlight.size > 0) && !signal.aborted) {
    while (todo.length > 0 && inFlight.size < concurrency.width && !signal.aborted) {
      const batch = await nextBatch(todo, asking).catch(stop)
      if (!batch) continue
      const sent = one(batch).finally(() => inFlight.delete(sent))
      inFlight.add(sent)
    }
    if (inFlight.size > 0) await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
  for (const { range, failure } of suspects.unproven()) await leaveUnanswered(range, failure, asking)
  work.signal.throwIfAborted()
  const failure = fatal ?? (isAnswered ? undefined : lastError)
  if (failure) throw failure
}

/** The next keys without an answer, as many as fit; what is left of their part goes back to the front. */
async function nextBatch(todo: Part[], asking: Asking): Promise<Batch | null> {
  const part = todo.shift()
  if (!part) return null
  const { suspect, from, count } = part
  if (suspect?.isGivenUp) {
    await leaveUnanswered(part, suspect.failure, asking)
    return null
  }
  const limit = asking.size.now
  const next = await asking.data.ask('runs.keys', { id: asking.run.id, pass: asking.pass, from, count, most: limit })
  if (next.count < count) todo.unshift({ suspect, from: from + next.count, count: count - next.count })
  return next.keys.length > 0
    ? {
        part: { suspect, from, count: next.count },
        keys: next.keys,
        isFull: next.keys.length === limit,
        ceiling: asking.size.ceiling,
      }
    : null
}

interface Answered {
  readonly stored: { readonly answered: number; readonly missing: number }
  readonly ms: number
}

async function askBatch({ part, keys, isFull }: Batch, asking: Asking, work: Work): Promise<Answered> {
  const { data, run, pass, size, meter, retryPolicy } = asking
  const { signal, waiting } = work
  const { suspect, from, count } = part
  const attempt = async (): Promise<Answered> => {
    meter.request()
    const { text: body, ms } = await asking.cruzar(keys, run.filter, signal)
    const store = (cost: Cost) => data.ask('runs.answer', { id: run.id, pass, from, count, body, ...cost }, { signal })
    const answered = performance.now()
    const stored = await meter.charge(store)
    if (isFull && stored.missing === 0) asking.measuring.answered(keys.length, ms, performance.now() - answered)
    work.report(stored.answered_keys, asking.keys)
    asking.checkpoint()
    return { stored, ms }
  }
  // A batch for which the service is too slow is not sent again as it is.
  const isRetryable = ({ code }: { readonly code: FailureCode }) => !(code === 'timeout' && size.canShrink(keys.length))
  // That the whole batch fails again and again is known. A key that is alone is blamed only after some more tries.
  const triesOfThis = keys.length === 1 ? triesOfAKey : triesOfAPart
  const delays = suspect === null ? retryPolicy.delays : retryPolicy.delays.slice(0, triesOfThis)
  return retryWithBackoff(attempt, { ...retryPolicy, delays }, { signal, waiting, isRetryable })
}

async function leaveUnanswered({ from, count }: KeyRange, reason: FailureCode, asking: Asking): Promise<void> {
  const { data, run, pass, meter, checkpoint } = asking
  await meter.charge((cost) => data.ask('runs.unanswered', { id: run.id, pass, from, count, reason, ...cost }))
  checkpoint()
}

async function blame(refusals: readonly FailedRange[], asking: Asking): Promise<void> {
  for (const { range, failure } of refusals) {
    await leaveUnanswered(range, failure === 'key_not_answered' ? failure : 'key_refused', asking)
  }
}

/** From the first pending key to the last; those in between that have an answer are not sent. */
function spanOf(pending: readonly KeyRange[]): Part[] {
  const [first] = pending
  const last = pending.at(-1)
  if (!first || !last) return []
  return [{ from: first.from, count: last.from + last.count - first.from, suspect: null }]
}

import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { Data, KeyRange, StoredRun } from '../data/calls.ts'
import { AppFailure, failureOf } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { createLanes } from '../kernel/lanes.ts'
import { type Patience, patiently } from '../kernel/patience.ts'
import type { Work } from '../kernel/tasks.ts'
import { type BatchSize, createBatchSize } from './batch-size.ts'

const mostInFlight = 4
/** So many batches in a row without an answer: the service is gone, and the rest waits for "continuar". */
const patienceWithFailures = 3

export interface AskKeysDeps {
  readonly data: Data
  readonly patience: Patience
  readonly now: () => Date
  cruzar(keys: readonly string[], filter: LeadFilter, signal: AbortSignal): Promise<HttpAnswer>
  /** Hears of every checkpoint. */
  checkpoint(): void
}

/**
 * Sends every key of a run that has no answer yet, once, in batches that fit the service, up to four in flight. Each
 * answered batch is stored before it counts (a checkpoint); a batch that fails leaves its keys unanswered with the reason,
 * never absent. Cancel, a crash or lost network lose nothing: the next call asks only for what is still unanswered.
 */
export async function askKeys(run: StoredRun, deps: AskKeysDeps, work: Work): Promise<StoredRun> {
  const { data } = deps
  const { pending, keys } = await data.ask('runs.begin', { id: run.id })
  const answered = { count: keys - pending.reduce((sum, range) => sum + range.count, 0) }
  work.report(answered.count, keys)
  try {
    await askRanges(run, [...pending], { ...deps, keys, answered }, work)
    return await data.ask('runs.finish', { id: run.id, failure: null })
  } catch (error) {
    await data.ask('runs.finish', { id: run.id, failure: failureOf(error).code })
    throw error
  }
}

interface Asking extends AskKeysDeps {
  readonly keys: number
  readonly answered: { count: number }
}

async function askRanges(run: StoredRun, todo: KeyRange[], deps: Asking, work: Work): Promise<void> {
  const lanes = createLanes(mostInFlight)
  const size = createBatchSize()
  const stop = new AbortController()
  const signal = AbortSignal.any([work.signal, stop.signal])
  const inFlight = new Set<Promise<void>>()
  let failures = 0
  let fatal: unknown

  const one = async (range: KeyRange) => {
    try {
      await askBatch(run, range, deps, { ...work, signal }, size)
      failures = 0
      lanes.widen()
    } catch (error) {
      lanes.narrow()
      const split = error instanceof AppFailure && size.refuse(error, range.count)
      if (split) {
        todo.push(range)
        return
      }
      failures += 1
      await deps.data.ask('runs.unanswered', {
        id: run.id,
        ...range,
        reason: failureOf(fatal ?? error).code,
        requests: 0,
        seconds: 0,
      })
      if (signal.aborted || isFatal(error) || failures >= patienceWithFailures) {
        fatal ??= error
        stop.abort()
      }
    }
  }

  while ((todo.length > 0 || inFlight.size > 0) && !fatal && !work.signal.aborted) {
    while (todo.length > 0 && inFlight.size < lanes.width) {
      const asked = one(takeRange(todo, size.now)).finally(() => inFlight.delete(asked))
      inFlight.add(asked)
    }
    await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
  if (fatal) throw fatal
  work.signal.throwIfAborted()
}

async function askBatch(run: StoredRun, range: KeyRange, deps: Asking, work: Work, size: BatchSize): Promise<void> {
  const keys = await deps.data.ask('runs.keys', { id: run.id, ...range })
  let requests = 0
  const started = deps.now().getTime()
  await patiently(
    async () => {
      requests += 1
      const answer = await deps.cruzar(keys, run.filter, work.signal)
      const seconds = (deps.now().getTime() - started) / 1000
      const input = { id: run.id, ...range, body: answer.text, requests, seconds }
      const stored = await deps.data.ask('runs.answer', input, { signal: work.signal })
      size.answered(range.count, answer.ms)
      deps.answered.count = stored.answered_keys
      work.report(stored.answered_keys, deps.keys)
      deps.checkpoint()
    },
    deps.patience,
    {
      signal: work.signal,
      waiting: work.waiting,
      // A batch that the service finds too large, or is too slow with, is not asked again as it is.
      passes: (failure) => !(failure.code === 'timeout' && size.canShrink(range.count)),
    },
  )
}

/** The next keys to ask, at most `size`; what is left of a range goes back to the front. */
function takeRange(todo: KeyRange[], size: number): KeyRange {
  const range = todo.shift()
  if (!range) throw new Error('nothing to take')
  if (range.count <= size) return range
  todo.unshift({ from: range.from + size, count: range.count - size })
  return { from: range.from, count: size }
}

/** What the next batch would meet as well: going on would only waste requests. */
function isFatal(error: unknown): boolean {
  const hopeless = [
    'unauthorized',
    'forbidden',
    'not_administrator',
    'payment_required',
    'service_not_found',
    'redirected',
  ]
  const gone = ['offline', 'timeout', 'captive_portal', 'rate_limited', 'disk_full', 'data_process_ended', 'cancelled']
  const { code } = failureOf(error)
  return hopeless.includes(code) || gone.includes(code) || code.startsWith('secret') || code.startsWith('vault')
}

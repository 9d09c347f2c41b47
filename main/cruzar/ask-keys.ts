import type { LeadFilter } from '../../preload/contract/leads.ts'
import type { FailureCode } from '../../preload/contract/wire.ts'
import type { Data, KeyRange, StoredRun } from '../data/calls.ts'
import { failureOf } from '../kernel/failure.ts'
import type { HttpAnswer } from '../kernel/http.ts'
import { createLanes } from '../kernel/lanes.ts'
import { type Patience, patiently } from '../kernel/patience.ts'
import type { Work } from '../kernel/tasks.ts'
import { type BatchSize, createBatchSize } from './batch-size.ts'
import { type Cost, createMeter, type Meter } from './meter.ts'

const mostInFlight = 4
/** So many batches in a row without an answer: the service is gone, and the rest waits for "continuar". */
const mostFailures = 3

export interface AskKeysDeps {
  readonly data: Data
  readonly patience: Patience
  readonly now: () => Date
  cruzar(keys: readonly string[], filter: LeadFilter, signal: AbortSignal): Promise<Pick<HttpAnswer, 'text' | 'ms'>>
  /** What a batch costs of the service: a sheet answers without a request. */
  readonly requestsABatch: 0 | 1
  /** Hears of every checkpoint. */
  checkpoint(): void
}

/**
 * Sends every key of a run that has no answer yet, once, in batches that fit the service, up to four in flight. Each
 * answered batch is stored before it counts (a checkpoint); a batch that fails leaves its keys unanswered with the reason,
 * never absent. Cancel, a crash or lost network lose nothing: the next call asks only for what is still unanswered.
 */
export async function askKeys(run: StoredRun, deps: AskKeysDeps, work: Work): Promise<StoredRun> {
  const { data, now } = deps
  const { pending, keys } = await data.ask('runs.begin', { id: run.id })
  work.report(keys - pending.reduce((sum, { count }) => sum + count, 0), keys)
  try {
    await askRanges([...pending], { ...deps, run, keys, size: createBatchSize(), meter: createMeter(now) }, work)
    return await data.ask('runs.finish', { id: run.id, failure: null })
  } catch (error) {
    // What stopped the run is what is said, whatever comes of saying so in its file.
    await data.ask('runs.finish', { id: run.id, failure: failureOf(error).code }).catch(() => undefined)
    throw error
  }
}

interface Asking extends AskKeysDeps {
  readonly run: StoredRun
  readonly keys: number
  readonly size: BatchSize
  readonly meter: Meter
}

async function askRanges(todo: KeyRange[], asking: Asking, work: Work): Promise<void> {
  const lanes = createLanes(mostInFlight)
  const stopped = new AbortController()
  const signal = AbortSignal.any([work.signal, stopped.signal])
  const inFlight = new Set<Promise<void>>()
  let failures = 0
  let fatal: unknown

  const stop = (error: unknown) => {
    fatal ??= error
    stopped.abort()
  }
  const fail = async (range: KeyRange, error: unknown) => {
    lanes.narrow()
    if (!signal.aborted && asking.size.refuse(error, range.count)) {
      todo.unshift(range)
      return
    }
    failures += 1
    if (signal.aborted || isFatal(error) || failures >= mostFailures) stop(error)
    await leaveUnanswered(range, failureOf(fatal ?? error).code, asking)
  }
  const one = async (range: KeyRange) => {
    try {
      await askBatch(range, asking, { ...work, signal })
      failures = 0
      lanes.widen()
    } catch (error) {
      // Where even that cannot be written down, the data process is in trouble: nothing more is asked.
      await fail(range, error).catch(stop)
    }
  }

  while ((todo.length > 0 || inFlight.size > 0) && !signal.aborted) {
    while (todo.length > 0 && inFlight.size < lanes.width) {
      const asked = one(takeRange(todo, asking.size.now)).finally(() => inFlight.delete(asked))
      inFlight.add(asked)
    }
    await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
  if (fatal) throw fatal
  work.signal.throwIfAborted()
}

async function askBatch(range: KeyRange, asking: Asking, work: Work): Promise<void> {
  const { data, run, size, meter } = asking
  const { signal, waiting } = work
  const keys = await data.ask('runs.keys', { id: run.id, ...range })
  const attempt = async () => {
    meter.request(asking.requestsABatch)
    const answer = await asking.cruzar(keys, run.filter, signal)
    const store = (cost: Cost) =>
      data.ask('runs.answer', { id: run.id, ...range, body: answer.text, ...cost }, { signal })
    const stored = await meter.charge(store)
    size.answered(range.count, answer.ms)
    work.report(stored.answered_keys, asking.keys)
    asking.checkpoint()
  }
  // A batch that the service is too slow with is not asked again as it is.
  const passes = ({ code }: { readonly code: FailureCode }) => !(code === 'timeout' && size.canShrink(range.count))
  await patiently(attempt, asking.patience, { signal, waiting, passes })
}

async function leaveUnanswered(range: KeyRange, reason: FailureCode, { data, run, meter, checkpoint }: Asking) {
  await meter.charge((cost) => data.ask('runs.unanswered', { id: run.id, ...range, reason, ...cost }))
  checkpoint()
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
const hopeless: readonly FailureCode[] = [
  'cancelled',
  'unauthorized',
  'forbidden',
  'not_administrator',
  'payment_required',
  'service_not_found',
  'not_this_service',
  'redirected',
  'offline',
  'timeout',
  'captive_portal',
  'rate_limited',
  'no_connection',
  'secret_missing',
  'not_found',
  'disk_full',
  'data_process_ended',
]

function isFatal(error: unknown): boolean {
  const { code } = failureOf(error)
  return hopeless.includes(code) || code.startsWith('vault')
}

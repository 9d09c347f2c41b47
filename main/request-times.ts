import * as z from 'zod'
import type { ServiceKind } from '../preload/contract/connections.ts'
import type { Data } from './data-calls.ts'
import { readFact } from './facts.ts'
import { AppFailure } from './kernel/failure.ts'
import type { Waiting } from './kernel/retry.ts'
import type { Work } from './kernel/tasks.ts'
import { median } from './kernel/times.ts'

/** Requests of one kind to one connection, which take similar times. */
export interface RequestsOf {
  readonly service: ServiceKind
  readonly connection_id: string
  readonly kind: 'lead_pages' | 'cruzar_batches' | 'entry_pages'
}

export interface PlannedRequests {
  /** The number of rows, keys or entries to request. */
  readonly items: number
  /** The most requests in flight. */
  readonly atOnce: number
  /** The items of one request, where the service accepts so many. */
  readonly size: number
  /** Before any measurement: how long a request for so many items takes, in ms. */
  firstGuess(items: number): number
}

/** The measured times of requests, stored as a fact of their connection. */
export interface RequestTimes {
  /** The cost of `planned`, by earlier measurements, else by its first guess. */
  estimate(of: RequestsOf, planned: PlannedRequests): Promise<Estimate>
  measure(of: RequestsOf): Measuring
}

/** Measures work. Time lost to failures or a missing network does not count; the waits of a throttle do. */
export interface Measuring {
  /** A request of the largest size was answered in `answerMs`, and its items were stored in `storeMs`. */
  answered(items: number, answerMs: number, storeMs: number): void
  /** The service accepts only so many items in one request, fewer than were requested. */
  limited(maxItems: number): void
  /** Called with every pause of the work. */
  waiting(pause: Waiting | null): void
  /**
   * Stores the measurements at the end of the work, in success or failure. It never fails, since an estimate is
   * optional.
   */
  keep(): Promise<void>
}

/** The work with its pauses also reported to `measuring`. */
export function withMeasuredPauses(work: Work, measuring: Pick<Measuring, 'waiting'>): Work {
  return {
    ...work,
    waiting(pause) {
      measuring.waiting(pause)
      work.waiting(pause)
    },
  }
}

/** Enough for a median. */
const mostSamples = 200
/** How many samples the median of one estimate uses. */
const comparedSamples = 25
/** With fewer samples there is no estimate. */
const enoughSamples = 3
/** How many throttle pauses make a rhythm: a single one may be chance. */
const enoughPauses = 2

const sample = z.tuple([z.int().min(1), z.number().min(0), z.number().min(0)])
type Sample = z.output<typeof sample>

const measured = z.object({
  /** Items, ms until the answer, ms until it was stored. */
  samples: z.array(sample).max(mostSamples),
  most_items: z.int().min(1).nullable(),
  /** After so many requests, the service throttles for `ms`. */
  throttle: z.object({ every: z.int().min(1), ms: z.number().min(0) }).nullable(),
})
type Measured = z.output<typeof measured>

const nothing: Measured = { samples: [], most_items: null, throttle: null }

interface RequestTimesDeps {
  readonly data: Data
  readonly now: () => Date
}

export function createRequestTimes({ data, now }: RequestTimesDeps): RequestTimes {
  const read = async ({ service, connection_id, kind }: RequestsOf): Promise<Measured> => {
    return (await readFact(data, { service, connection_id, name: factName(kind) }, measured)) ?? nothing
  }
  return {
    async estimate(of, planned) {
      const { samples, most_items, throttle } = await read(of)
      const size = Math.max(1, Math.min(planned.items, planned.size, most_items ?? planned.size))
      const isMeasured = samples.length >= enoughSamples
      const [answerMs, storeMs] = isMeasured ? usualTimes(samples, size) : [planned.firstGuess(size), 0]
      const requests = Math.ceil(planned.items / size)
      const inFlight = Math.min(planned.atOnce, requests)
      // Answers are stored one after the other.
      const ms = Math.max(Math.ceil(requests / inFlight) * (answerMs + storeMs), answerMs + requests * storeMs)
      const pauses = throttle ? Math.floor(Math.max(0, requests - 1) / throttle.every) * throttle.ms : 0
      return { requests, seconds: requests === 0 ? 0 : (ms + pauses) / 1000, measured: isMeasured }
    },
    measure(of) {
      let samples: readonly Sample[] = []
      const pauses = createPauses(now)
      let maxItems: number | null = null
      return {
        answered(items, answerMs, storeMs) {
          samples = [...samples.slice(1 - mostSamples), [items, Math.round(answerMs), Math.round(storeMs)]]
          pauses.answered()
        },
        limited(items) {
          maxItems = items
        },
        waiting: pauses.waiting,
        async keep() {
          if (samples.length === 0) return
          try {
            const { service, connection_id, kind } = of
            const value = merged(await read(of), samples, { maxItems, ...pauses.throttle() })
            await data.ask('facts.put', { service, connection_id, name: factName(kind), value })
          } catch (error) {
            // The connection was deleted, the disk is full, or the data process ended: other calls report it.
            if (!(error instanceof AppFailure)) throw error
          }
        },
      }
    },
  }
}

function factName(kind: RequestsOf['kind']): string {
  // These facts belong to no account (main/connections/data/platform-files.ts).
  return `times/${kind}`
}

interface Learned extends Pick<Measured, 'throttle'> {
  readonly maxItems: number | null
  readonly requests: number
}

/** The samples of this work, the newest first, and older ones up to the limit. */
function merged(previous: Measured, samples: readonly Sample[], { maxItems, throttle, requests }: Learned): Measured {
  const largest = Math.max(...samples.map(([items]) => items))
  const isRoomier = previous.most_items !== null && largest > previous.most_items
  const ranFree = previous.throttle !== null && requests > previous.throttle.every
  return {
    samples: [...samples.toReversed(), ...previous.samples].slice(0, mostSamples),
    most_items: maxItems ?? (isRoomier ? null : previous.most_items),
    throttle: throttle ?? (ranFree ? null : previous.throttle),
  }
}

/**
 * How often and how long a throttle stopped the work. Requests in flight that are throttled together count as one wait.
 */
function createPauses(now: () => Date) {
  const pauses: { readonly after: number; readonly from: number; until: number }[] = []
  let requests = 0
  let since = 0
  return {
    answered() {
      requests += 1
      since += 1
    },
    waiting(pause: Waiting | null) {
      if (pause?.for !== 'rate_limited' && pause?.for !== 'budget') return
      const last = pauses.at(-1)
      const at = now().getTime()
      if (last && (since === 0 || at < last.until)) {
        last.until = Math.max(last.until, pause.until)
        return
      }
      pauses.push({ after: since, from: at, until: pause.until })
      since = 0
    },
    throttle() {
      const at = now().getTime()
      const ms = pauses.map(({ from, until }) => Math.max(0, Math.min(at, until) - from))
      const every = Math.round(median(pauses.map(({ after }) => after)))
      const throttle = pauses.length >= enoughPauses && every >= 1 ? { every, ms: median(ms) } : null
      return { throttle, requests }
    },
  }
}

/**
 * The median times of the requests nearest in size, until the answer and until it was stored, which no single slow
 * answer moves. Where all are less than half as large, their times grow with the items.
 */
function usualTimes(samples: readonly Sample[], size: number): readonly [answerMs: number, storeMs: number] {
  const nearest = samples
    .toSorted(([one], [other]) => Math.abs(one - size) - Math.abs(other - size))
    .slice(0, comparedSamples)
  const isLarger = nearest.every(([items]) => 2 * items < size)
  const timesBy = (place: 1 | 2) => median(nearest.map((one) => (isLarger ? (one[place] / one[0]) * size : one[place])))
  return [timesBy(1), timesBy(2)]
}

interface Estimate {
  readonly requests: number
  readonly seconds: number
  /** True where the connection was measured before; false for a first guess. */
  readonly measured: boolean
}

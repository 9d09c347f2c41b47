import * as z from 'zod'
import type { ServiceKind } from '../preload/contract/connections.ts'
import type { Data } from './data-calls.ts'
import { readFact } from './facts.ts'
import { AppFailure } from './kernel/failure.ts'
import type { Waiting } from './kernel/retry.ts'
import type { Work } from './kernel/tasks.ts'
import { median } from './kernel/times.ts'

/** Requests of one kind to one connection: they take alike. */
export interface RequestsOf {
  readonly service: ServiceKind
  readonly connection_id: string
  readonly kind: 'lead_pages' | 'cruzar_batches' | 'entry_pages'
}

export interface PlannedRequests {
  /** Rows, keys or entries to request. */
  readonly items: number
  /** The most requests in flight. */
  readonly atOnce: number
  /**
   * How many items the next request takes, adapted by each answer. `most`: what one request was found to have room for.
   */
  size(most: number | null): RequestSize
  /** Until something was measured: how long a request for so many items takes, in ms. */
  firstGuess(items: number): number
}

/** What requests were measured to take, stored as a fact of their connection. */
export interface RequestTimes {
  /** What `planned` will cost, by earlier measurements, else by its first guess. */
  estimate(of: RequestsOf, planned: PlannedRequests): Promise<Estimate>
  /** Measures one piece of work. */
  measure(of: RequestsOf): Measuring
}

/** Time lost to failures and to a network that is away is no part of it; what a throttle holds off is. */
export interface Measuring {
  /** A request as large as they may be was answered in `answerMs`, and its items were stored in `storeMs`. */
  answered(items: number, answerMs: number, storeMs: number): void
  /** The service has room for so many items in one request, fewer than were requested. */
  limited(most: number): void
  /** Called with every pause of the work. */
  waiting(pause: Waiting | null): void
  /** At the end of the work, however it ended. Never fails: an estimate is worth no failure. */
  keep(): Promise<void>
}

/** The work, with its pauses reported to `measuring` too. */
export function withMeasuredPauses(work: Work, measuring: Pick<Measuring, 'waiting'>): Work {
  return {
    ...work,
    waiting(pause) {
      measuring.waiting(pause)
      work.waiting(pause)
    },
  }
}

/** Of requests of one size, and in all: enough for a median, spread over the whole work. */
const samplesOfASize = 32
const mostSamples = 200
/** Fewer samples allow no estimate. */
const enoughSamples = 3
/** Pauses of a throttle that make a rhythm: a single one may be chance. */
const enoughPauses = 2

const sample = z.tuple([z.int().min(1), z.number().min(0), z.number().min(0)])
type Sample = z.output<typeof sample>

const measured = z.object({
  /** Items, ms until the answer was there, ms until it was stored. */
  samples: z.array(sample).max(mostSamples),
  most_items: z.int().min(1).nullable(),
  /** The service holds off for `ms` after so many requests. */
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
    async estimate(of, { items, atOnce, size, firstGuess }) {
      const before = await read(of)
      const isMeasured = before.samples.length >= enoughSamples
      const timing: Timing = isMeasured
        ? timingOf(before)
        : { answerMs: firstGuess, storeMs: () => 0, throttle: before.throttle }
      return { ...expectedCost(items, { atOnce, size: size(before.most_items) }, timing), measured: isMeasured }
    },
    measure(of) {
      const samples = createSamples()
      const pauses = createPauses(now)
      let most: number | null = null
      return {
        answered(items, answerMs, storeMs) {
          samples.add([items, Math.round(answerMs), Math.round(storeMs)])
          pauses.answered()
        },
        limited(items) {
          most = items
        },
        waiting: pauses.waiting,
        async keep() {
          if (samples.count() === 0) return
          try {
            const { service, connection_id, kind } = of
            const value = merged(await read(of), samples.all(), { most, ...pauses.throttle() })
            await data.ask('facts.put', { service, connection_id, name: factName(kind), value })
          } catch (error) {
            // The connection was forgotten, the disk is full, the data process ended: other calls report it.
            if (!(error instanceof AppFailure)) throw error
          }
        },
      }
    },
  }
}

function factName(kind: RequestsOf['kind']): string {
  // These are nothing that belongs to an account (main/connections/data/platform-files.ts).
  return `times/${kind}`
}

interface Learned extends Pick<Measured, 'throttle'> {
  readonly most: number | null
  readonly requests: number
}

/** The samples of this work, and older ones of a size as far as there is room. */
function merged(before: Measured, samples: readonly Sample[], { most, throttle, requests }: Learned): Measured {
  const counts = new Map<number, number>()
  const chosen = [...samples, ...before.samples].filter(([items]) => {
    const count = (counts.get(items) ?? 0) + 1
    counts.set(items, count)
    return count <= samplesOfASize
  })
  const largest = Math.max(...samples.map(([items]) => items))
  const isRoomier = before.most_items !== null && largest > before.most_items
  const ranFree = before.throttle !== null && requests > before.throttle.every
  return {
    samples: chosen.slice(0, mostSamples),
    most_items: most ?? (isRoomier ? null : before.most_items),
    throttle: throttle ?? (ranFree ? null : before.throttle),
  }
}

/** Some samples of each size, evenly over the whole work: of a size with many, every second, fourth, … one. */
function createSamples() {
  const sizes = new Map<number, { chosen: Sample[]; seen: number; stride: number }>()
  return {
    add(one: Sample) {
      const size = sizes.get(one[0]) ?? { chosen: [], seen: 0, stride: 1 }
      sizes.set(one[0], size)
      if (size.seen % size.stride === 0) size.chosen.push(one)
      size.seen += 1
      if (size.chosen.length <= samplesOfASize) return
      size.chosen = size.chosen.filter((_, index) => index % 2 === 0)
      size.stride *= 2
    },
    all: () => [...sizes.values()].flatMap(({ chosen }) => chosen),
    count: () => sizes.size,
  }
}

/** How often and how long a throttle held the work off. Requests in flight that are throttled together wait once. */
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
 * A request takes a time of its own and a time for each item: the line through the samples by Theil and Sen, which no
 * single slow answer moves. Samples of one size do not predict another: then the time grows with the items.
 */
function timingOf({ samples, throttle }: Measured): Timing {
  return {
    answerMs: lineThrough(samples.map(([items, ms]) => [items, ms])),
    storeMs: lineThrough(samples.map(([items, , ms]) => [items, ms])),
    throttle,
  }
}

function lineThrough(points: readonly (readonly [number, number])[]): (items: number) => number {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([otherX, otherY]) => (otherX === x ? [] : [(otherY - y) / (otherX - x)])),
  )
  const proportional = median(points.map(([x, y]) => y / x))
  const slope = slopes.length === 0 ? proportional : Math.max(0, median(slopes))
  const own = median(points.map(([x, y]) => y - slope * x))
  return own < 0 ? (items) => proportional * items : (items) => own + slope * items
}

/** What work will cost. */
interface Estimate {
  readonly requests: number
  readonly seconds: number
  /** The connection was measured before; else the time is a first guess. */
  readonly measured: boolean
}

/** How long requests take, by the items that they bring. */
export interface Timing {
  /** Until the last byte of the answer. */
  answerMs(items: number): number
  /** In the data process, which stores one answer at a time. */
  storeMs(items: number): number
  /** The service holds off for `ms` after so many requests. */
  readonly throttle: { readonly every: number; readonly ms: number } | null
}

/** How many items the next request takes. */
interface RequestSize {
  readonly now: number
  answered(items: number, ms: number): void
}

/** Pages and batches of one size. */
export function fixedSize(items: number): RequestSize {
  return { now: items, answered() {} }
}

interface RequestPolicy {
  readonly size: RequestSize
  readonly atOnce: number
}

/** More are not played through: those behind them take as long as the later half of these. */
const mostPlayed = 4000

/**
 * Plays the work through as it will go: one request first, one more in flight with each answer (schedule.ts). Each is
 * as large as `size` says, and its answer is stored before the next one's.
 */
export function expectedCost(
  items: number,
  { size, atOnce }: RequestPolicy,
  { answerMs, storeMs, throttle }: Timing,
): Pick<Estimate, 'requests' | 'seconds'> {
  const inFlight: { readonly items: number; readonly end: number }[] = []
  let left = items
  let requests = 0
  let width = 1
  let at = 0
  let half = { at, left }
  while ((left > 0 && requests < mostPlayed) || inFlight.length > 0) {
    while (left > 0 && inFlight.length < width && requests < mostPlayed) {
      const taken = Math.min(left, Math.max(1, size.now))
      inFlight.push({ items: taken, end: at + answerMs(taken) })
      left -= taken
      requests += 1
      if (requests === mostPlayed / 2) half = { at, left }
    }
    inFlight.sort((one, other) => one.end - other.end)
    const first = inFlight.shift()
    if (!first) break
    at = Math.max(at, first.end) + storeMs(first.items)
    size.answered(first.items, answerMs(first.items))
    width = Math.min(Math.max(1, atOnce), width + 1)
  }
  if (left > 0) {
    at += (at - half.at) * (left / (half.left - left))
    requests += Math.ceil(left / size.now)
  }
  const pauses = throttle ? Math.floor(Math.max(0, requests - 1) / throttle.every) * throttle.ms : 0
  return { requests, seconds: (at + pauses) / 1000 }
}

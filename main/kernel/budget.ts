import type { Budget } from '../../preload/contract/forms.ts'
import { AppFailure } from './failure.ts'
import { secondsToWait } from './http-failures.ts'
import { createRateTracker, type Priority, rateFacts } from './rate-window.ts'
import type { Waiting } from './retry.ts'

export interface BudgetTurn {
  readonly priority: Priority
  readonly signal: AbortSignal
  /** Called with the end of a used-up window (epoch ms), and with null when that window is over. */
  waiting?(waiting: Waiting | null): void
}

/** The right to send one request. The outcome must be reported once. */
export interface Ticket {
  /** The head of an answer came. A 429 closes the window. */
  answered(status: number, headers: Headers): void
  /** The body of a 429 requires this many seconds. Its head may have required fewer. */
  throttled(seconds: number): void
  /** No answer will come. `sent` is false where nothing can have left this machine. No effect after `answered`. */
  ended(sent: boolean): void
}

/** The requests that one API key may still send (docs/services.md §9.4). All parts of the app share it. */
export interface RequestBudget {
  /**
   * Waits for its turn: people before long work before idle time. Rejects with the signal's reason. For people it
   * rejects with `rate_limited` where the service refuses everything for longer than a window.
   */
  take(turn: BudgetTurn): Promise<Ticket>
  state(): Budget
}

export interface BudgetDeps {
  readonly now: () => Date
  /** Called when the state changed, at most twice a second. */
  changed(): void
  /** What the document grants, for services whose headers do not arrive: 100 requests in 60,000 ms. */
  readonly limit?: number
  readonly windowMs?: number
}

interface Waiter {
  readonly turn: BudgetTurn
  readonly resolve: (ticket: Ticket) => void
  readonly refuse: (seconds: number) => void
  /** Until when the request was last required to wait, in ms of the monotonic clock. */
  until: number | null
}

const order: readonly Priority[] = ['interactive', 'background', 'idle']
/** One window, plus a margin for clocks that differ. */
const longestForPeopleMs = 65_000
const notifyMs = 500
/** The longest sleep of a timer: clocks may jump and machines may sleep. */
const longestSleepMs = 30_000

/** The budget of one key. The clocks of this machine and of the service may differ. */
export function createBudget({ now, changed, limit = 100, windowMs = 60_000 }: BudgetDeps): RequestBudget {
  const tracker = createRateTracker({ limit, windowMs })
  const queues: Readonly<Record<Priority, Waiter[]>> = { interactive: [], background: [], idle: [] }
  let timer: ReturnType<typeof setTimeout> | undefined
  const clock = () => performance.now()
  const onTheWall = (at: number) => now().getTime() + at - clock()
  const notify = throttledCall(changed, notifyMs)

  const ticket = (grantedAt: number): Ticket => {
    let open = true
    const close = (sent: boolean) => {
      if (!open) return false
      open = false
      if (sent) tracker.ended(grantedAt, clock())
      else tracker.unsent(grantedAt, clock())
      return true
    }
    return {
      answered(status, headers) {
        if (!close(true)) return
        const facts = rateFacts(headers, now().getTime())
        tracker.answered(facts, status >= 200 && status < 300, clock())
        if (status === 429) tracker.throttled(facts, secondsToWait(headers) * 1000, clock())
        pump()
      },
      throttled(seconds) {
        if (seconds > 0) tracker.throttled(noFacts, seconds * 1000, clock())
        pump()
      },
      ended(sent) {
        if (close(sent)) pump()
      },
    }
  }

  const pump = () => {
    clearTimeout(timer)
    const blocked = order.flatMap((priority) => {
      const recheckAt = grant(priority)
      return recheckAt === null ? [] : [recheckAt]
    })
    if (blocked.length > 0) {
      const sleep = Math.min(...blocked) - clock()
      timer = setTimeout(pump, Math.min(Math.max(5, Math.ceil(sleep)), longestSleepMs))
    }
    notify()
  }

  /** Serves one queue. Returns when to check again, or null when the queue is empty. */
  const grant = (priority: Priority): number | null => {
    const queue = queues[priority]
    for (let waiter = queue[0]; waiter; waiter = queue[0]) {
      const verdict = tracker.verdict(priority, clock())
      if (!verdict.go) {
        const leftMs = (verdict.until ?? 0) - clock()
        if (verdict.throttled && priority === 'interactive' && leftMs > longestForPeopleMs) {
          for (const one of [...queue]) one.refuse(Math.round(leftMs / 1000))
          return null
        }
        for (const one of queue) notifyWaiter(one, verdict.until, verdict.throttled ? 'rate_limited' : 'budget')
        return verdict.recheckAt
      }
      queue.shift()
      const at = clock()
      tracker.granted(at)
      if (waiter.until !== null) waiter.turn.waiting?.(null)
      waiter.resolve(ticket(at))
    }
    return null
  }

  const notifyWaiter = (waiter: Waiter, until: number | null, why: Waiting['for']) => {
    if (until === null || (waiter.until !== null && Math.abs(waiter.until - until) < notifyMs)) return
    waiter.until = until
    waiter.turn.waiting?.({ for: why, until: onTheWall(until) })
  }

  return {
    take: (turn) =>
      new Promise((resolve, reject) => {
        if (turn.signal.aborted) return reject(turn.signal.reason)
        const queue = queues[turn.priority]
        const leave = (reason: unknown) => {
          queue.splice(queue.indexOf(waiter), 1)
          if (waiter.until !== null) turn.waiting?.(null)
          turn.signal.removeEventListener('abort', cancel)
          reject(reason)
        }
        const cancel = () => {
          leave(turn.signal.reason)
          pump()
        }
        const waiter: Waiter = {
          turn,
          until: null,
          resolve(ticket) {
            turn.signal.removeEventListener('abort', cancel)
            resolve(ticket)
          },
          refuse: (seconds) => leave(new AppFailure('rate_limited', { seconds })),
        }
        turn.signal.addEventListener('abort', cancel, { once: true })
        queue.push(waiter)
        pump()
      }),
    state() {
      const { limit, remaining, resetsAt } = tracker.seen(clock())
      // Nobody waits for idle work.
      const waiting = [...queues.interactive, ...queues.background].flatMap(({ until }) =>
        until === null ? [] : [until],
      )
      return {
        limit: limit,
        remaining,
        resets_at: resetsAt === null ? null : new Date(onTheWall(resetsAt)).toISOString(),
        waiting: waiting.length,
        waiting_until: waiting.length > 0 ? new Date(onTheWall(Math.min(...waiting))).toISOString() : null,
      }
    },
  }
}

const noFacts = { limit: null, remaining: null, reset: null, resetsInMs: null }

/** Calls at once when it was quiet for `ms`, else when that time is over. Keeps no process alive. */
function throttledCall(call: () => void, ms: number): () => void {
  let last = Number.NEGATIVE_INFINITY
  let pending: ReturnType<typeof setTimeout> | undefined
  return () => {
    if (pending) return
    const wait = last + ms - performance.now()
    const fire = () => {
      pending = undefined
      last = performance.now()
      call()
    }
    if (wait <= 0) return fire()
    pending = setTimeout(fire, wait)
    pending.unref()
  }
}

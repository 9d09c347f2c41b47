import { AppFailure } from '../kernel/failure.ts'
import { type RetryPolicy, throttleDelay } from '../kernel/retry.ts'

/** Shared by all long work of one account: how many requests are in flight, and how long a throttle stops all of it. */
export interface Pace {
  /** Sends at its turn. While the service throttles the account, throws `rate_limited` without sending. */
  turn<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** A person starts something now: its first request finds out whether the service still throttles the account. */
  reopen(): void
  /** How many of `requested` concurrent requests would be in flight now, beside other work. Turns come in order. */
  share(requested: number): number
}

interface PaceDeps {
  readonly retryPolicy: Pick<RetryPolicy, 'delays' | 'now'>
  /** The most requests in flight, by the person's current setting. */
  most(): number
}

/** No document names a limit (docs/services.md §1.10), so what one task learns holds for all. */
export function createPace({ retryPolicy, most }: PaceDeps): Pace {
  const { now } = retryPolicy
  let inFlight = 0
  let closedUntil = 0
  const queue: (() => void)[] = []

  const next = () => {
    while (inFlight < most()) {
      const go = queue.shift()
      if (!go) return
      inFlight += 1
      go()
    }
  }
  const enter = async (signal: AbortSignal) => {
    signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(go), 1)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(go)
      next()
    })
  }
  const hold = (error: unknown): never => {
    if (error instanceof AppFailure && error.code === 'rate_limited') {
      const at = now()
      closedUntil = Math.max(closedUntil, at.getTime() + throttleDelay(error, retryPolicy.delays[0] ?? 0, at))
    }
    throw error
  }
  return {
    async turn(send, signal) {
      await enter(signal)
      try {
        const left = closedUntil - now().getTime()
        if (left > 0) throw new AppFailure('rate_limited', { seconds: left / 1000 })
        return await send().catch(hold)
      } finally {
        inFlight -= 1
        next()
      }
    },
    reopen() {
      closedUntil = 0
    },
    share(requested) {
      const others = inFlight + queue.length
      return Math.max(1, Math.min(requested, Math.round((most() * requested) / (requested + others))))
    },
  }
}

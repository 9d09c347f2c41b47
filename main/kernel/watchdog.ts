import type { ChildPort } from './child-port.ts'

/** When a child that owes an answer counts as hung. */
export interface HangLimit {
  /** Milliseconds between two checks. */
  readonly everyMs: number
  /** So many checks after one another without a message are too many. */
  readonly ticks: number
}

export interface Watchdog {
  /** Whether the child owes something: only then is it watched. */
  expect(owes: boolean): void
}

/**
 * Hears whether a child still says anything while it owes an answer; any message counts. Looks are counted, not time: a
 * computer that slept, or a parent that was busy itself, has looked only once meanwhile. `silent` is called once.
 */
export function createWatchdog(port: ChildPort, { everyMs, ticks }: HangLimit, silent: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined
  let checks = 0
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  port.onMessage(() => {
    checks = 0
  })
  port.onExit(stop)
  return {
    expect(owes) {
      if (!owes) return stop()
      if (timer) return
      checks = 0
      timer = setInterval(() => {
        checks += 1
        if (checks < ticks) return
        stop()
        silent()
      }, everyMs).unref()
    },
  }
}

/** How often the computer has slept and woken up while the app ran, so that its sleep counts for no failure of a service. */
export interface WakeEvents {
  readonly count: number
  /** Calls `woken` after every sleep until the returned function is called. */
  listen(woken: () => void): () => void
}

export interface WakeSource extends WakeEvents {
  /** The computer woke up. Requests that were in flight fail after `count` has changed, and before anybody hears of it. */
  woke(): Promise<void>
}

/** `dropConnections` ends the requests in flight: their sockets have no other end any more. */
export function createWakeEvents(dropConnections: () => Promise<void> = async () => {}): WakeSource {
  const listeners = new Set<() => void>()
  let count = 0
  return {
    get count() {
      return count
    },
    listen(woken) {
      listeners.add(woken)
      return () => void listeners.delete(woken)
    },
    async woke() {
      count += 1
      await dropConnections().catch(() => undefined)
      for (const woken of [...listeners]) woken()
    },
  }
}

const checkMs = 5_000
/** No busy event loop of main holds a look for so long. */
const sleepMs = 30_000

/**
 * For a host whose system tells nothing: looks at the clock now and then, and calls `woke` when far more time has passed
 * between two looks than was waited for. Gives what ends the watch.
 */
export function watchSleep(woke: () => void, now = Date.now, everyMs = checkMs): () => void {
  let last = now()
  const timer = setInterval(() => {
    const passed = now() - last
    last = now()
    if (passed > everyMs + sleepMs) woke()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

export interface Rarely {
  /** Does it now, or when the pause after the last time is over. */
  soon(): void
  /** Forgets what was to be done. */
  stop(): void
}

/** Does something at most once in so many milliseconds, and always once more after the last call. */
export function createRarely(deed: () => Promise<void>, pause: number): Rarely {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = () => {
    again = false
    timer = setTimeout(() => {
      timer = undefined
      if (again) run()
    }, pause)
    void deed()
  }
  return {
    soon() {
      again = true
      if (timer === undefined) run()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}

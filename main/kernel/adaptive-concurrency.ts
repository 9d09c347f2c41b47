/** How many requests may be in flight: one until the service has shown that it keeps up, then up to `most`. */
export interface AdaptiveConcurrency {
  readonly width: number
  /** A request went well: one more lane, unless held narrow. */
  widen(): void
  /** A request failed or was throttled: half as many. */
  narrow(): void
  /** One at a time from now on: what comes is not in the expected order. */
  single(): void
}

export function createAdaptiveConcurrency(most: number): AdaptiveConcurrency {
  let width = 1
  let held = false
  return {
    get width() {
      return width
    },
    widen() {
      if (!held) width = Math.min(most, width + 1)
    },
    narrow() {
      width = Math.max(1, Math.floor(width / 2))
    },
    single() {
      held = true
      width = 1
    },
  }
}

export interface MovableClock {
  now(): Date
  pass(ms: number): void
}

/** The time of this machine, which a test moves on. */
export function movableClock(): MovableClock {
  let passed = 0
  return {
    now: () => new Date(Date.now() + passed),
    pass(ms) {
      passed += ms
    },
  }
}

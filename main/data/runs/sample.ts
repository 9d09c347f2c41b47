import type { Outcome } from '../../../preload/contract/outcomes.ts'

/**
 * So many of the keys, ascending, in which each outcome has its share, and one at least: the same for the same seed. `size` is less than
 * `keys`.
 */
export function sampleOf(keys: number, outcomeOf: (key: number) => Outcome, size: number, seed: number): Uint32Array {
  const byOutcome = Map.groupBy(
    Array.from({ length: keys }, (_, key) => key),
    outcomeOf,
  )
  const random = createRandom(seed)
  const chosen: number[] = []
  let left = size
  let others = keys
  // The rarest first, so that what they get beyond their share is taken from the most frequent.
  const groups = [...byOutcome.values()].sort((one, other) => one.length - other.length)
  for (const own of groups) {
    const share = Math.min(own.length, left, Math.max(1, Math.round((left * own.length) / others)))
    chosen.push(...drawn(own, share, random))
    left -= share
    others -= own.length
  }
  return Uint32Array.from(chosen).sort()
}

/** The first places of a shuffle. */
function drawn(all: number[], count: number, random: () => number): number[] {
  for (let place = 0; place < count; place++) {
    const other = place + Math.floor(random() * (all.length - place))
    const kept = all[place] as number
    all[place] = all[other] as number
    all[other] = kept
  }
  return all.slice(0, count)
}

/** Numbers from 0 to 1 that the seed decides (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

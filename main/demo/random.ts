/**
 * A 32-bit number that depends on nothing but its three inputs: the n-th person of a seed is the same in every run and
 * needs no person before it. `salt` separates the questions asked about one index.
 */
export function mix(seed: number, index: number, salt: number): number {
  let value = seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}

/** The same as a fraction: 0 included, 1 excluded. */
export function fraction(seed: number, index: number, salt: number): number {
  return mix(seed, index, salt) / 0x1_0000_0000
}

/** One entry of a list that is not empty, chosen by any non-negative whole number. */
export function pick<T>(list: readonly [T, ...T[]], value: number): T {
  return list[value % list.length] ?? list[0]
}

/** A stream of fractions for what has no index, such as the faults of the requests in their order. */
export function stream(seed: number): () => number {
  let position = 0
  return () => fraction(seed, position++, 77)
}

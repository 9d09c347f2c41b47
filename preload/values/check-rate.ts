/** Why a cached sheet and the service say different things of a key, as far as fields prove it. */
export const checkCauses = ['stale', 'filter', 'variant', 'missing_in_sheet', 'unknown'] as const
export type CheckCause = (typeof checkCauses)[number]

/** In what two answers for a key differ: the outcome, which contact it is, or which conversation. */
export const differences = ['outcome', 'contact', 'conversation'] as const

/** Keys of a sample, unless the person chooses otherwise. */
export const usualSample = 200

/** Of 95 in a hundred samples the range holds what all keys would show. */
const sureness = 1.959964

/**
 * The range in which the share of equal answers lies, from 0 to 1, by Wilson's interval; all keys were asked where it
 * is a point.
 */
export function equalShare(equal: number, keys: number, all: boolean): { readonly low: number; readonly high: number } {
  const share = keys > 0 ? equal / keys : 0
  if (all || keys === 0) return { low: share, high: share }
  const squared = sureness * sureness
  const middle = (share + squared / (2 * keys)) / (1 + squared / keys)
  const reach =
    (sureness / (1 + squared / keys)) * Math.sqrt((share * (1 - share)) / keys + squared / (4 * keys * keys))
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/** Why a cached sheet and the service give different answers for a key, as far as fields prove it. */
export const checkCauses = ['stale', 'filter', 'variant', 'missing_in_sheet', 'unknown'] as const
export type CheckCause = (typeof checkCauses)[number]

/** In what two answers for a key differ: the outcome, which contact it is, or which conversation. */
export const differences = ['outcome', 'contact', 'conversation'] as const

/** How many keys a sample has, unless the person chooses otherwise. */
export const usualSample = 200

/** The normal quantile for 95 %: of 100 samples, 95 have a range that holds the share of all keys. */
const sureness = 1.959964

/**
 * The range of the share of equal answers, from 0 to 1, by Wilson's interval. It is a single point where all keys were
 * asked.
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

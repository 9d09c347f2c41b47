import { type ReviewState, reviewStates } from '../../preload/contract/entries-table.ts'
import type { Agreement } from '../../preload/contract/reviews.ts'

export type KappaWord = 'poor' | 'slight' | 'fair' | 'moderate' | 'substantial' | 'perfect'

/** How strong an agreement is, by the bands of Landis and Koch (Biometrics 33, 1977). */
export function kappaWord(kappa: number): KappaWord {
  if (kappa < 0) return 'poor'
  if (kappa <= 0.2) return 'slight'
  if (kappa <= 0.4) return 'fair'
  if (kappa <= 0.6) return 'moderate'
  return kappa <= 0.8 ? 'substantial' : 'perfect'
}

export interface Matrix {
  /** The states that either used, in the order of work; the same down and across. */
  readonly states: readonly ReviewState[]
  readonly of: (mine: ReviewState, theirs: ReviewState) => number
  readonly mine: (state: ReviewState) => number
  readonly theirs: (state: ReviewState) => number
  /** The largest pair, so that a ground can be as strong as its number. */
  readonly highest: number
}

/** The pairs of states as a square. */
export function matrixOf(pairs: Agreement['pairs']): Matrix {
  const counts = new Map(pairs.map(({ mine, theirs, count }) => [`${mine} ${theirs}`, count]))
  const sum = (chosen: Agreement['pairs']) => chosen.reduce((total, { count }) => total + count, 0)
  return {
    states: reviewStates.filter((state) =>
      pairs.some(({ mine, theirs, count }) => count > 0 && (mine === state || theirs === state)),
    ),
    of: (mine, theirs) => counts.get(`${mine} ${theirs}`) ?? 0,
    mine: (state) => sum(pairs.filter((pair) => pair.mine === state)),
    theirs: (state) => sum(pairs.filter((pair) => pair.theirs === state)),
    highest: Math.max(0, ...pairs.map(({ count }) => count)),
  }
}

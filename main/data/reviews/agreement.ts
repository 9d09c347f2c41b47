import { type ReviewState, reviewStates } from '../../../preload/contract/entries-table.ts'
import type { Agreement } from '../../../preload/contract/reviews.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { Database } from '../store/encrypted-file.ts'
import { stateOf } from './fold-review.ts'
import { isDecided, readSet } from './review-sets.ts'

/** Who sent an entry, as far as its answers tell; '' when they do not. */
export type SenderOf = (database: Database, entryId: number) => string

interface Pair {
  readonly entry_id: number
  readonly mine: ReviewState
  readonly theirs: ReviewState
  readonly my_comment: string | null
  readonly their_comment: string | null
}

/**
 * How far a colleague who did not see our states agrees with us: over the entries of the set that both decided. Throws
 * `not_found` without the set, `bad_request` while nobody has answered.
 */
export function agreementOf(database: Database, setId: string, senderOf: SenderOf): Agreement {
  if (readSet(database, setId).role !== 'answered') throw new AppFailure('bad_request', {}, 'no answer')
  const pairs = decidedPairs(database, setId)
  const agreed = pairs.filter(({ mine, theirs }) => mine === theirs).length
  return {
    both: pairs.length,
    agreed,
    rate: pairs.length === 0 ? null : agreed / pairs.length,
    kappa: kappaOf(pairs),
    pairs: counted(pairs),
    disagreed: pairs
      .filter(({ mine, theirs }) => mine !== theirs)
      .map((pair) => ({ ...pair, sender: senderOf(database, pair.entry_id) })),
  }
}

function decidedPairs(database: Database, setId: string): Pair[] {
  return database
    .prepare<[string], Omit<Pair, 'mine' | 'theirs'> & { mine: string; theirs: string }>(
      `select s.entry_id, m.state mine, t.state theirs, m.comment my_comment, t.comment their_comment
       from set_entries s
       join reviews m on m.set_id = '' and m.entry_id = s.entry_id
       join reviews t on t.set_id = s.set_id and t.entry_id = s.entry_id
       where s.set_id = ? order by s.entry_id`,
    )
    .all(setId)
    .map((row) => ({ ...row, mine: stateOf(row.mine), theirs: stateOf(row.theirs) }))
    .filter(({ mine, theirs }) => isDecided(mine) && isDecided(theirs))
}

/**
 * Cohen's kappa: (observed − by chance) / (1 − by chance). Null without entries, and where both gave one and the same
 * state to everything: chance alone explains that.
 */
function kappaOf(pairs: readonly Pair[]): number | null {
  const all = pairs.length
  const share = (test: (pair: Pair) => boolean) => pairs.filter(test).length / all
  const observed = share(({ mine, theirs }) => mine === theirs)
  const chance = reviewStates.reduce(
    (sum, state) => sum + share(({ mine }) => mine === state) * share(({ theirs }) => theirs === state),
    0,
  )
  return all === 0 || chance === 1 ? null : (observed - chance) / (1 - chance)
}

/** How often each pair of states met, most often first. */
function counted(pairs: readonly Pair[]): Agreement['pairs'] {
  return reviewStates
    .flatMap((mine) => reviewStates.map((theirs) => ({ mine, theirs })))
    .map(({ mine, theirs }) => ({
      mine,
      theirs,
      count: pairs.filter((pair) => pair.mine === mine && pair.theirs === theirs).length,
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
}

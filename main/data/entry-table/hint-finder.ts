import type { SpamRules } from '../../../preload/contract/reviews.ts'
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts'
import type { Database } from '../store/encrypted-file.ts'
import type { AccountEntries, Accounts } from './account-entries.ts'
import { findHints, type SpamHintsOf } from './spam-hints.ts'

/** Hints of spam of a connection's entries, found once a state of entries and rules. */
export interface HintFinder {
  of(connectionId: string, account: AccountEntries): Promise<SpamHintsOf>
}

export interface HintFinderDeps {
  readonly accounts: Accounts
  /** The team's rules, or those of the beginning. */
  readonly rulesOf: (database: Database) => SpamRules
}

interface Found {
  readonly rules: number
  readonly hints: Promise<SpamHintsOf>
}

export function createHintFinder({ accounts, rulesOf }: HintFinderDeps): HintFinder {
  const known = new WeakMap<AccountEntries, Found>()
  return {
    of: (connectionId, account) => {
      const database = accounts.database(connectionId)
      const { rules } = accounts.revisions(connectionId)
      const before = known.get(account)
      if (before?.rules === rules) return before.hints
      const hints = database
        ? findHints(account.newestFirst, rulesOf(database), createYieldToEventLoop())
        : Promise.resolve(none)
      known.set(account, { rules, hints })
      return hints
    },
  }
}

const none: SpamHintsOf = new Map()

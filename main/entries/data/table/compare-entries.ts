import { setTimeout } from 'node:timers/promises'
import type { EntryDetail } from '../../../../preload/contract/entries.ts'
import type { SpamRules } from '../../../../preload/contract/reviews.ts'
import type { SpamHint } from '../../../../preload/values/entries-table.ts'
import { foldText } from '../../../../preload/values/text.ts'
import { recordOf } from '../../../kernel/json.ts'
import { createDerivedCache } from '../../../kernel/recent.ts'
import { createYieldToEventLoop } from '../../../kernel/schedule.ts'
import { readRules } from '../reviews/review-handlers.ts'
import { type AccountEntries, type Accounts, mostHeld } from './account-entries.ts'
import { textsIn } from './answers.ts'
import type { EntryFacts } from './entry-facts.ts'
import type { LeadLinks, LinkedLeads } from './lead-links.ts'

/**
 * Why entries may be spam, by entry; none for most. `detail` is the same in every language: how many links or entries,
 * the word or markup, or how many seconds apart.
 */
export type SpamHintsOf = ReadonlyMap<EntryFacts, EntryDetail['hints']>

/** Finds hints over all entries of a connection: a text is repeated, and a sender is fast, only beside others. */
async function findHints(newestFirst: readonly EntryFacts[], rules: SpamRules): Promise<SpamHintsOf> {
  const yieldToEventLoop = createYieldToEventLoop()
  const isEnabled = (hint: SpamHint) => !rules.off.includes(hint)
  const alike = Map.groupBy(newestFirst, ({ textKey }) => textKey)
  const seconds = secondsApart(newestFirst, rules.seconds)
  const blocked = isEnabled('palavra_bloqueada') ? wordPattern(rules.blocked_words) : null
  const hintsByEntry = new Map<EntryFacts, EntryDetail['hints']>()
  for (const facts of newestFirst) {
    const { links, textKey, pattern } = facts
    const repeated = textKey === null ? 0 : (alike.get(textKey)?.length ?? 0)
    const details: readonly (readonly [SpamHint, string | number | null | undefined])[] = [
      ['links', links >= rules.links ? links : null],
      ['texto_repetido', repeated >= rules.repeated ? repeated : null],
      ['padrao_conhecido', pattern],
      ['velocidade', seconds.get(facts)],
      ['palavra_bloqueada', blocked?.exec(foldedTextOf(facts))?.[0]],
    ]
    const hints = details.flatMap(([hint, detail]) =>
      isEnabled(hint) && detail !== null && detail !== undefined ? { hint, detail: String(detail) } : [],
    )
    if (hints.length > 0) hintsByEntry.set(facts, hints)
    await yieldToEventLoop()
  }
  return hintsByEntry
}

/** Whole seconds to the nearest entry of the same ip, for those that have one within `maxSeconds`; 0 turns it off. */
function secondsApart(newestFirst: readonly EntryFacts[], maxSeconds: number): Map<EntryFacts, number> {
  const apart = new Map<EntryFacts, number>()
  if (maxSeconds === 0) return apart
  const timed = newestFirst.filter(({ ip, created_ms }) => ip !== null && created_ms !== null)
  for (const group of Map.groupBy(timed, ({ ip }) => ip).values()) {
    const times = group.map(({ created_ms }) => created_ms ?? 0)
    const gaps = times.slice(1).map((time, place) => Math.round(((times[place] ?? 0) - time) / 1000))
    for (const [place, facts] of group.entries()) {
      const nearest = Math.min(gaps[place - 1] ?? Number.POSITIVE_INFINITY, gaps[place] ?? Number.POSITIVE_INFINITY)
      if (nearest <= maxSeconds) apart.set(facts, nearest)
    }
  }
  return apart
}

/** Matches any of the words or phrases as a whole in a folded text; null without words. */
function wordPattern(words: readonly string[]): RegExp | null {
  const folded = words.map((word) => foldText(word).trim()).filter((word) => word !== '')
  if (folded.length === 0) return null
  // The longest first, so that the detail names the whole phrase.
  const patterns = folded
    .sort((one, other) => other.length - one.length)
    .map((word) => word.split(/\s+/).map(RegExp.escape).join('\\s+'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}

const foldedTexts = new WeakMap<EntryFacts, string>()

/** All answers of the entry, folded; remembered while the entry stays as it is. */
function foldedTextOf(facts: EntryFacts): string {
  const cachedText = foldedTexts.get(facts)
  if (cachedText !== undefined) return cachedText
  const { fields } = recordOf(JSON.parse(facts.body))
  const folded = foldText(textsIn(fields).join('\n'))
  foldedTexts.set(facts, folded)
  return folded
}

/** Entries with their hints, duplicates and leads. */
export interface Compared {
  readonly account: AccountEntries
  readonly hints: SpamHintsOf
  readonly leads: LinkedLeads
  /** False: neither hints nor duplicates nor leads are known, and the account has no other entries. */
  readonly compared: boolean
}

/** The entries of a connection beside each other and beside the cached sheets. */
export interface Comparison {
  /** Changes with all that a table of entries shows; cheap. */
  version(connectionId: string): string
  /** All entries; hints are found once a state of entries and rules. */
  whole(connectionId: string): Promise<Compared>
  /** These entries at least: for the first time without what takes a reading of all entries. */
  soon(connectionId: string, ids: readonly number[]): Promise<Compared>
}

interface ComparisonDeps {
  readonly accounts: Accounts
  readonly leadLinks: LeadLinks
}

const noLinks: LinkedLeads = {
  of: () => null,
  leadOf: () => null,
  alikeOf: () => null,
  columns: new Map(),
}

/** The first entries of a connection wait so long for a comparison with all others, which few entries take less for. */
const mostWaitMs = 50

export function createComparison({ accounts, leadLinks }: ComparisonDeps): Comparison {
  const hints = createDerivedCache<SpamHintsOf>(mostHeld)
  /** Connections whose entries were compared once; from then on that follows each change. */
  const compared = new Set<string>()
  /** When the first calls of a connection have waited long enough; later ones do not wait again. */
  const deadlines = new Map<string, number>()

  const hintsOf = (connectionId: string, account: AccountEntries) =>
    hints(connectionId, [account, accounts.revisions(connectionId).rules], () =>
      findHints(account.newestFirst, readRules(accounts.database(connectionId))),
    )
  const whole = async (connectionId: string) => {
    const account = await accounts.of(connectionId)
    const links = account.newestFirst.length > 0 ? leadLinks.links(connectionId) : noLinks
    const [hints, leads] = await Promise.all([hintsOf(connectionId, account), links])
    compared.add(connectionId)
    return { account, hints, leads, compared: true }
  }
  return {
    version: (connectionId) => {
      const { forms, entries, reviews, rules } = accounts.revisions(connectionId)
      return [forms, entries, reviews, rules, leadLinks.revision(connectionId)].join('.')
    },
    whole,
    soon: (connectionId, ids) => {
      if (compared.has(connectionId)) return whole(connectionId)
      const now = performance.now()
      const deadline = deadlines.get(connectionId) ?? now + mostWaitMs
      deadlines.set(connectionId, deadline)
      const alone = setTimeout(Math.max(0, deadline - now)).then(() => ({
        account: accounts.some(connectionId, ids),
        hints: new Map(),
        leads: noLinks,
        compared: false,
      }))
      return Promise.race([whole(connectionId), alone])
    },
  }
}

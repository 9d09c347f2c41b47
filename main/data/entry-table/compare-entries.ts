import { setTimeout } from 'node:timers/promises'
import type { SpamHint } from '../../../preload/contract/entries-table.ts'
import type { SpamRules } from '../../../preload/contract/reviews.ts'
import { recordOf } from '../../kernel/json.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { foldText } from '../columns/fold-text.ts'
import type { LeadLinks, LinkedLeads } from '../lead-links/lead-links.ts'
import { readRules } from '../reviews/review-handlers.ts'
import type { AccountEntries, Accounts } from './account-entries.ts'
import { textsIn } from './answers.ts'
import type { EntryFacts } from './entry-facts.ts'

/** `detail` is the same in every language: how many links or entries, the word or markup, or how many seconds apart. */
export interface FoundHint {
  readonly hint: SpamHint
  readonly detail: string
}

/** Why entries may be spam, by entry; none for most. */
export type SpamHintsOf = ReadonlyMap<EntryFacts, readonly FoundHint[]>

/** Finds hints over all entries of a connection: a text is repeated, and a sender is fast, only beside others. */
async function findHints(
  newestFirst: readonly EntryFacts[],
  rules: SpamRules,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SpamHintsOf> {
  const isEnabled = (hint: SpamHint) => !rules.off.includes(hint)
  const repeated = isEnabled('texto_repetido') ? countTexts(newestFirst) : new Map<string, number>()
  const seconds = isEnabled('velocidade') && rules.seconds > 0 ? secondsApart(newestFirst, rules.seconds) : new Map()
  const blocked = isEnabled('palavra_bloqueada') ? wordPattern(rules.blocked_words) : null
  const found = new Map<EntryFacts, readonly FoundHint[]>()
  for (const facts of newestFirst) {
    const hints: FoundHint[] = []
    const add = (hint: SpamHint, detail: string | number | undefined | null | false) => {
      if (detail !== undefined && detail !== null && detail !== false) hints.push({ hint, detail: String(detail) })
    }
    add('links', isEnabled('links') && facts.links >= rules.links && facts.links)
    const alike = facts.textKey === null ? 0 : (repeated.get(facts.textKey) ?? 0)
    add('texto_repetido', alike >= rules.repeated && alike)
    add('padrao_conhecido', isEnabled('padrao_conhecido') && facts.pattern)
    add('velocidade', seconds.get(facts))
    add('palavra_bloqueada', blocked?.exec(foldedTextOf(facts))?.[0])
    if (hints.length > 0) found.set(facts, hints)
    await yieldToEventLoop()
  }
  return found
}

function countTexts(entries: readonly EntryFacts[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { textKey } of entries) if (textKey !== null) counts.set(textKey, (counts.get(textKey) ?? 0) + 1)
  return counts
}

/** Whole seconds to the nearest entry of the same ip, for those that have one within `most`. */
function secondsApart(newestFirst: readonly EntryFacts[], most: number): Map<EntryFacts, number> {
  const apart = new Map<EntryFacts, number>()
  const last = new Map<string, EntryFacts>()
  const near = (facts: EntryFacts, seconds: number) => {
    apart.set(facts, Math.min(seconds, apart.get(facts) ?? Number.POSITIVE_INFINITY))
  }
  for (const facts of newestFirst) {
    const { ip } = facts
    const at = facts.stored.created_ms
    if (ip === null || at === null) continue
    const newer = last.get(ip)
    last.set(ip, facts)
    const seconds = Math.round(((newer?.stored.created_ms ?? Number.POSITIVE_INFINITY) - at) / 1000)
    if (!newer || seconds > most) continue
    near(facts, seconds)
    near(newer, seconds)
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
    .map((word) =>
      word
        .split(/\s+/)
        .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
        .join('\\s+'),
    )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}

const foldedTexts = new WeakMap<EntryFacts, string>()

/** All answers of the entry, folded; remembered while the entry stays as it is. */
function foldedTextOf(facts: EntryFacts): string {
  const known = foldedTexts.get(facts)
  if (known !== undefined) return known
  const { fields } = recordOf(JSON.parse(facts.stored.body))
  const folded = foldText(textsIn(fields).join('\n'))
  foldedTexts.set(facts, folded)
  return folded
}

/** What entries are shown with. */
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

const noLinks: LinkedLeads = { of: () => null, leadOf: () => null, columns: new Map() }

/** The first entries of a connection wait so long for a comparison with all others, which few entries take less for. */
const mostWaitMs = 50

export function createComparison({ accounts, leadLinks }: ComparisonDeps): Comparison {
  const known = new WeakMap<AccountEntries, { readonly rules: number; readonly hints: Promise<SpamHintsOf> }>()
  /** Connections whose entries were compared once; from then on that follows each change. */
  const compared = new Set<string>()
  /** When the first calls of a connection have waited long enough; later ones do not wait again. */
  const deadlines = new Map<string, number>()

  const hintsOf = (connectionId: string, account: AccountEntries) => {
    const { rules } = accounts.revisions(connectionId)
    const before = known.get(account)
    if (before?.rules === rules) return before.hints
    const rulesNow = readRules(accounts.database(connectionId))
    const hints = findHints(account.newestFirst, rulesNow, createYieldToEventLoop())
    known.set(account, { rules, hints })
    return hints
  }
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

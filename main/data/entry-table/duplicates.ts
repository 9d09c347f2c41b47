import { phoneForms } from '../../kernel/phones/phone-forms.ts'
import type { EntryFacts } from './entry-facts.ts'

export interface Duplicate {
  readonly facts: EntryFacts
  readonly by: 'telefone' | 'email'
}

/** Which entries of a connection are of one person: they share a phone or an e-mail, in any of its forms. */
export interface Duplicates {
  /** How many other entries there are. */
  count(facts: EntryFacts): number
  /** The other entries, newest first, at most so many; by phone rather than by e-mail. */
  of(facts: EntryFacts, most: number): readonly Duplicate[]
}

/** Two numbers that differ by the ninth digit alone are one (features.md §9, pitfall 4). */
export function createDuplicates(newestFirst: readonly EntryFacts[]): Duplicates {
  const groups = new Map<string, EntryFacts[]>()
  const keys = new Map<EntryFacts, readonly string[]>()
  for (const facts of newestFirst) {
    const own = keysOf(facts)
    keys.set(facts, own)
    for (const key of own) {
      const group = groups.get(key)
      if (group) group.push(facts)
      else groups.set(key, [facts])
    }
  }
  const counts = new Map<string, number>()
  const shared = (facts: EntryFacts) => (keys.get(facts) ?? []).filter((key) => (groups.get(key)?.length ?? 0) > 1)

  return {
    count: (facts) => {
      const own = shared(facts)
      if (own.length === 0) return 0
      const name = own.join(' ')
      const known = counts.get(name)
      if (known !== undefined) return known
      const count = sizeOfUnion(own, groups, keys) - 1
      counts.set(name, count)
      return count
    },
    of: (facts, most) => {
      const found = new Map<EntryFacts, Duplicate['by']>()
      for (const key of shared(facts)) {
        const by = key.startsWith(phonePrefix) ? 'telefone' : 'email'
        for (const other of groups.get(key) ?? []) if (other !== facts && !found.has(other)) found.set(other, by)
      }
      return [...found]
        .map(([other, by]) => ({ facts: other, by }))
        .sort((one, other) => (other.facts.stored.created_ms ?? 0) - (one.facts.stored.created_ms ?? 0))
        .slice(0, most)
    },
  }
}

const phonePrefix = 'p'

function keysOf({ phones, emails }: EntryFacts): string[] {
  const own = new Set(phones.map((phone) => phonePrefix + withNinth(phone)))
  for (const email of emails) own.add(`e${email}`)
  return [...own]
}

/** The longer of the forms that a mobile may have. */
function withNinth(phone: string): string {
  const { otherNinth } = phoneForms(phone)
  const [other = ''] = otherNinth
  return other.length > phone.length ? other : phone
}

/** The largest group is counted, the others are looked through: one test address may stand in every entry. */
function sizeOfUnion(
  own: readonly string[],
  groups: ReadonlyMap<string, readonly EntryFacts[]>,
  keys: ReadonlyMap<EntryFacts, readonly string[]>,
): number {
  const bySize = own.toSorted((one, other) => (groups.get(other)?.length ?? 0) - (groups.get(one)?.length ?? 0))
  const [largest = '', ...rest] = bySize
  const more = new Set<EntryFacts>()
  for (const key of rest) {
    for (const facts of groups.get(key) ?? []) if (!keys.get(facts)?.includes(largest)) more.add(facts)
  }
  return (groups.get(largest)?.length ?? 0) + more.size
}
